//! The children of this process: started in one place, known as long as they run, ended and waited for.
//!
//! All are started by one thread that never ends. On Linux a child that is tied to its parent is tied to the thread that
//! started it, and the threads of engines come and go.

use super::Program;
use std::io;
use std::process::{Child, ExitStatus};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};

/// A child that runs, or ran. It is ended and waited for when the last of its holders lets go.
#[derive(Clone)]
pub(crate) struct Running(Arc<Held>);

struct Held(Mutex<Child>);

impl Held {
    fn lock(&self) -> MutexGuard<'_, Child> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn kill(&self) -> Option<ExitStatus> {
        let mut child = self.lock();
        // The kill fails only if the child is gone, and then there is nothing to wait for.
        drop(child.kill());
        // Announced before it is waited for: until then no other process can have its number.
        #[cfg(all(unix, not(target_os = "linux")))]
        super::watchdog::forget(child.id());
        child.wait().ok()
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.kill();
    }
}

impl Running {
    /// Ends the child, if it has not ended, and says how it ended.
    pub fn kill(&self) -> Option<ExitStatus> {
        self.0.kill()
    }

    /// The child itself, for its streams.
    pub fn child(&self) -> MutexGuard<'_, Child> {
        self.0.lock()
    }
}

/// Children that run, and whether more may come.
#[derive(Default)]
struct Children {
    ended: bool,
    list: Vec<Weak<Held>>,
}

/// All that this process started.
static CHILDREN: Mutex<Children> = Mutex::new(Children { ended: false, list: Vec::new() });

impl Children {
    /// Starts a child, unless all are to end. The lock is held meanwhile: none slips through.
    fn enter(list: &Mutex<Children>, program: &Program) -> io::Result<Running> {
        let mut children = list.lock().unwrap_or_else(PoisonError::into_inner);
        if children.ended {
            return Err(io::Error::other("the program is ending"));
        }
        #[cfg(windows)]
        super::job::join();
        let child = program.command().spawn()?;
        #[cfg(all(unix, not(target_os = "linux")))]
        super::watchdog::remember(child.id(), program.launcher.as_deref());
        let held = Arc::new(Held(Mutex::new(child)));
        children.list.retain(|c| c.strong_count() > 0);
        children.list.push(Arc::downgrade(&held));
        Ok(Running(held))
    }

    /// Ends and waits for all; from now on none is started.
    fn end(list: &Mutex<Children>) {
        let mut children = list.lock().unwrap_or_else(PoisonError::into_inner);
        children.ended = true;
        let held: Vec<Arc<Held>> = std::mem::take(&mut children.list).iter().filter_map(Weak::upgrade).collect();
        drop(children);
        // All are killed before any is waited for.
        held.iter().for_each(|child| drop(child.lock().kill()));
        for child in held {
            child.kill();
        }
    }
}

/// Ends all solver processes of this program and waits until they are gone. From now on none is started: call it right
/// before the program ends.
pub fn end_solvers() {
    Children::end(&CHILDREN);
}

struct Order {
    program: Program,
    reply: Sender<io::Result<Running>>,
}

/// The thread that starts children.
static STARTER: OnceLock<Option<Sender<Order>>> = OnceLock::new();

/// Starts a child.
pub(crate) fn start(program: Program) -> io::Result<Running> {
    let starter = STARTER.get_or_init(|| {
        let (sender, orders) = channel();
        std::thread::Builder::new().name("starter".to_owned()).spawn(move || serve(orders)).ok().map(|_| sender)
    });
    let (reply, started) = channel();
    let gone = || io::Error::other("no thread to start it");
    let starter = starter.as_ref().ok_or_else(gone)?;
    starter.send(Order { program, reply }).map_err(|_| gone())?;
    started.recv().unwrap_or_else(|_| Err(gone()))
}

fn serve(orders: Receiver<Order>) {
    for Order { program, reply } in orders {
        // If the receiver is gone, the child is dropped here, and ended by that.
        let _ = reply.send(Children::enter(&CHILDREN, &program));
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn sleeper() -> Program {
        let args = ["-c", "exec sleep 600"].map(str::to_owned).to_vec();
        Program { path: "/bin/sh".into(), args, memory: None, launcher: None, folder: None }
    }

    #[test]
    fn after_the_end_nobody_runs_and_nobody_starts() {
        let list = Mutex::new(Children::default());
        let held = [(); 3].map(|()| Children::enter(&list, &sleeper()).unwrap());
        Children::end(&list);
        assert!(held.iter().all(|child| child.child().try_wait().unwrap().is_some()));
        assert!(Children::enter(&list, &sleeper()).is_err());
    }

    #[test]
    fn whoever_is_let_go_is_ended_and_forgotten() {
        let list = Mutex::new(Children::default());
        drop(Children::enter(&list, &sleeper()).unwrap());
        let kept = Children::enter(&list, &sleeper()).unwrap();
        assert_eq!(list.lock().unwrap().list.len(), 1);
        assert!(kept.kill().is_some());
    }
}
