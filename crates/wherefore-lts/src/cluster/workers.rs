//! The workers of this process: threads that live as long as the cluster, and carry out jobs.
//!
//! A job is handed to each worker of the process, and every process hands the same jobs to its workers in the same order:
//! that is what makes them build the same dataflows. A thread that waits for the answers looks in between whether
//! another process is gone or the user has interrupted.

use super::connect::{Connections, connect};
use super::hosts::{Hosts, Plan};
use super::link::Link;
use super::status::ProcessStatus;
use super::watch::Watch;
use super::worker::{ClusterWorker, Left};
use crate::route::Interrupted;
use std::any::Any;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use timely::communication::allocator::ProcessBuilder;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::{AllocatorBuilder, Config, Hooks, WorkerGuards, initialize_from};
use wherefore_stop::{Stop, StopReason};

/// How often a waiting thread looks around.
const LOOK: Duration = Duration::from_millis(50);
/// The number of looks granted to finish with a process that has ended already.
const GRACE: u32 = 100;
/// The number of looks granted to others to end too.
const FAREWELL: u32 = 200;

type Job = Box<dyn FnOnce(&mut ClusterWorker) + Send>;

/// The workers of this process.
pub(super) struct Workers {
    plan: Plan,
    stop: Stop,
    status: Arc<ProcessStatus>,
    watch: Option<Watch>,
    jobs: Vec<Sender<Job>>,
    threads: Mutex<Option<WorkerGuards<()>>>,
    said: AtomicBool,
}

impl Workers {
    /// From now on, another signal stops the work.
    pub fn obey(&mut self, stop: &Stop) {
        self.stop = stop.clone();
    }

    /// Finds the other processes and starts the workers.
    pub fn start(plan: Plan, stop: Stop) -> Result<Workers, Interrupted> {
        let status = Arc::new(ProcessStatus::new(plan.processes()));
        let failed = |e: String| Interrupted::Failed(format!("cannot start the workers: {e}"));
        let (builders, guard, watch) = match &plan.hosts {
            Some(hosts) if hosts.len() > 1 => {
                let found = connect(&plan, hosts, &stop)?;
                network(&plan, hosts, &status, found).map_err(|e| failed(e.to_string()))?
            }
            _ => {
                let (builders, guard) = Config::Process(plan.workers).try_build().map_err(failed)?;
                (builders, guard, None)
            }
        };
        let (jobs, waiting): (Vec<_>, Vec<_>) = (0..plan.workers).map(|_| mpsc::channel::<Job>()).unzip();
        let waiting: Vec<_> = waiting.into_iter().map(|w| Mutex::new(Some(w))).collect();
        let (threads, names) = (plan.workers as u32, names(&plan));
        let shared = status.clone();
        let work = move |allocator| {
            let mut station = ClusterWorker::new(allocator, threads, shared.clone(), names.clone());
            let mut mine = waiting[(station.me % threads) as usize].lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(jobs) = mine.take() {
                serve(&mut station, &jobs);
            }
        };
        let threads = Mutex::new(Some(initialize_from(builders, guard, work).map_err(failed)?));
        Ok(Workers { plan, stop, status, watch, jobs, threads, said: AtomicBool::new(false) })
    }

    /// Lets every worker do a job; the answers, by worker of this process.
    pub fn run<T, J>(&self, job: J) -> Result<Vec<T>, Interrupted>
    where
        T: Send + 'static,
        J: Fn(&mut ClusterWorker) -> Result<T, Left> + Send + Sync + 'static,
    {
        let job = Arc::new(job);
        let (sender, answers) = mpsc::channel();
        for (number, worker) in self.jobs.iter().enumerate() {
            let (job, sender) = (job.clone(), sender.clone());
            // A worker that has left, and a waiter that has, both have recorded their reason.
            let _ = worker.send(Box::new(move |station| drop(sender.send((number, job(station))))));
        }
        drop(sender);
        self.wait(&answers).ok_or_else(|| self.leave())
    }

    /// Looks around outside of a job.
    pub fn check(&self) -> Result<(), Interrupted> {
        if self.stop.is_fired() || self.status.must_give_up() { Err(self.leave()) } else { Ok(()) }
    }

    fn wait<T>(&self, answers: &Receiver<(usize, Result<T, Left>)>) -> Option<Vec<T>> {
        let mut all: Vec<Option<T>> = self.jobs.iter().map(|_| None).collect();
        let mut grace = GRACE;
        while all.iter().any(Option::is_none) {
            match answers.recv_timeout(LOOK) {
                Ok((worker, answer)) => all[worker] = Some(answer.ok()?),
                Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout) => {}
            }
            if let Some(early) = (0..self.plan.processes()).find(|p| self.status.is_done(*p)) {
                grace -= 1;
                if grace == 0 {
                    self.status.give_up(format!("{} has ended before the others", self.name(early)));
                }
            }
            self.check().ok()?;
        }
        all.into_iter().collect()
    }

    /// Gives up, and sends the reason to the other processes.
    fn leave(&self) -> Interrupted {
        let stopped = self.stop.reason().filter(|_| !self.status.must_give_up());
        if let Some(reason) = &stopped {
            self.status.stop(reason.clone());
        }
        self.status.give_up("a worker has failed");
        let reason = self.status.reason().cloned().unwrap_or(Interrupted::Stopped(StopReason::Unfinished));
        if !self.said.swap(true, SeqCst)
            && let Some(watch) = &self.watch
        {
            let told = stopped.map(|why| format!("{} was stopped: {why}", self.name(self.plan.process)));
            watch.say_leaving(&told.unwrap_or_else(|| reason.to_string()));
        }
        reason
    }

    fn name(&self, process: usize) -> String {
        self.plan.hosts.as_ref().map_or_else(|| "this process".into(), |hosts| hosts.name(process))
    }
}

impl Drop for Workers {
    /// Ends the workers, waits until the other processes have all they need, and parts from them. After a failure there is
    /// nothing to wait for: the threads of broken connections are left behind.
    fn drop(&mut self) {
        self.jobs.clear();
        let threads = self.threads.get_mut().unwrap_or_else(PoisonError::into_inner).take();
        let Some(threads) = threads else { return };
        if self.status.must_give_up() {
            self.leave();
            return std::mem::forget(threads);
        }
        let Some(watch) = &self.watch else { return drop(threads.join()) };
        let (sender, closed) = mpsc::channel();
        let close = move || {
            // The threads that send end with the workers; those that receive, when the other processes end.
            drop(threads.join());
            let _ = sender.send(());
        };
        if std::thread::Builder::new().name("timely:close".into()).spawn(close).is_err() {
            return;
        }
        watch.say_done();
        for _ in 0..FAREWELL {
            if closed.recv_timeout(LOOK).is_ok() || self.status.must_give_up() {
                return;
            }
        }
    }
}

/// Does jobs until there are no more, or one cannot be finished.
fn serve(station: &mut ClusterWorker, jobs: &Receiver<Job>) {
    while let Ok(job) = jobs.recv() {
        let done = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| job(station)));
        if done.is_err() {
            station.status.give_up("a worker has failed");
        }
        if station.status.must_give_up() {
            return;
        }
    }
}

fn names(plan: &Plan) -> Arc<[String]> {
    let hosts = plan.hosts.as_ref();
    (0..plan.processes()).map(|p| hosts.map_or_else(String::new, |hosts| hosts.name(p))).collect()
}

type Network = (Vec<AllocatorBuilder>, Box<dyn Any + Send>, Option<Watch>);

fn network(plan: &Plan, hosts: &Hosts, status: &Arc<ProcessStatus>, found: Connections) -> std::io::Result<Network> {
    let life = found.life.into_iter().enumerate();
    let peers = life.filter_map(|(p, stream)| Some((p, hosts.name(p), stream?))).collect();
    let watch = Watch::start(status, peers)?;
    let link = |(process, stream): (usize, Option<std::net::TcpStream>)| {
        let Some(stream) = stream else { return Ok(None) };
        stream.set_read_timeout(None)?;
        Ok(Some(Link { stream, status: status.clone(), process, name: hosts.name(process), zeros: 0 }))
    };
    let links = found.packets.into_iter().enumerate().map(link).collect::<std::io::Result<Vec<_>>>()?;
    let hooks = Hooks::default();
    let inner = ProcessBuilder::new_typed_vector(plan.workers, hooks.refill.clone(), None);
    let (builders, guard) = initialize_networking_from_sockets(inner, links, plan.process, plan.workers, hooks)?;
    Ok((builders.into_iter().map(AllocatorBuilder::Tcp).collect(), Box::new(guard), Some(watch)))
}
