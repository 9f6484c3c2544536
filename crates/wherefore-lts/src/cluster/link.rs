//! The connection that carries packets, as timely sees it.
//!
//! When a connection breaks, the threads of timely that read and write it panic, and workers that wait for packets panic
//! or wait for ever. Here nothing breaks: a write to a dead process goes nowhere, a read from it waits, and the reason is
//! written where all threads look. A connection that was shut down as it should ends with a header of zeros, by which it is
//! distinguished from one that broke.

use super::status::ProcessStatus;
use std::io::{Read, Result, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::time::Duration;
use timely::communication::allocator::zero_copy::stream::Stream;

/// Bytes of the header that ends a connection: all zero.
const FAREWELL: usize = 48;
/// How long the other connection, which can give reasons, has precedence.
const PRECEDENCE: Duration = Duration::from_millis(500);

/// A connection to another process.
pub(super) struct Link {
    pub stream: TcpStream,
    pub status: Arc<ProcessStatus>,
    /// The other process, and how messages call it.
    pub process: usize,
    pub name: String,
    /// How many zeros were read last, up to a farewell.
    pub zeros: usize,
}

impl Link {
    fn see(&mut self, bytes: &[u8]) {
        let tail = bytes.iter().rev().take(FAREWELL).take_while(|b| **b == 0).count();
        self.zeros = if tail == bytes.len() { (self.zeros + tail).min(FAREWELL) } else { tail };
    }

    /// Says that the connection broke, unless the other process has said that it is done.
    fn mourn(&self, what: &str) {
        std::thread::sleep(PRECEDENCE);
        if !self.status.is_done(self.process) {
            self.status.give_up(format!("{} is gone: {what}", self.name));
        }
    }
}

impl Read for Link {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        let end = match self.stream.read(buffer) {
            Ok(0) if self.zeros == FAREWELL => return Ok(0),
            Ok(0) => "the connection was closed".to_owned(),
            Ok(length) => {
                self.see(&buffer[..length]);
                return Ok(length);
            }
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => return Err(error),
            Err(_) if self.zeros == FAREWELL => return Ok(0),
            Err(error) => error.to_string(),
        };
        self.mourn(&end);
        // Whatever is returned here would be a packet or a panic. The process ends soon.
        loop {
            std::thread::park();
        }
    }
}

impl Write for Link {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        match self.stream.write(bytes) {
            Err(error) if error.kind() != std::io::ErrorKind::Interrupted => {
                self.mourn(&error.to_string());
                Ok(bytes.len())
            }
            result => result,
        }
    }

    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}

impl Stream for Link {
    fn try_clone(&self) -> Result<Link> {
        let (stream, status, name) = (self.stream.try_clone()?, self.status.clone(), self.name.clone());
        Ok(Link { stream, status, process: self.process, name, zeros: 0 })
    }

    fn set_nonblocking(&self, nonblocking: bool) -> Result<()> {
        self.stream.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> Result<()> {
        // A connection that broke cannot be shut down, and need not be.
        let _ = self.stream.shutdown(how);
        Ok(())
    }
}
