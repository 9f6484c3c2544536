//! A stop signal that can be fired from any thread, once.
//!
//! Solvers in this process poll it; a child process is killed by a hook. Signals form a tree: firing one fires those made
//! from it, so that a portfolio can stop one engine, or everything. Firing gives a reason, and the first one stays.
//!
//! Where one thread does everything nobody is there to fire: a [watched](Stop::watched) signal asks its watch each time that it
//! is looked at, and so do the signals made from it.

use crate::reason::StopReason;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

type Hook = Box<dyn FnOnce() + Send>;

#[derive(Default)]
struct Inner {
    fired: AtomicBool,
    watch: Option<Arc<Watch>>,
    state: Mutex<State>,
}

/// A reason to fire that is looked for whenever somebody looks at the signal.
struct Watch {
    /// The signal that fires.
    signal: Weak<Inner>,
    look: Box<dyn Fn() -> Option<StopReason> + Send + Sync>,
    /// The watch of the signal that this one was made from.
    above: Option<Arc<Watch>>,
}

impl Watch {
    /// Looks, those above first.
    fn look(&self) {
        if let Some(above) = &self.above {
            above.look();
        }
        if let Some(signal) = self.signal.upgrade().filter(|s| !s.fired.load(Ordering::Relaxed))
            && let Some(reason) = (self.look)()
        {
            signal.fire(&reason);
        }
    }
}

#[derive(Default)]
struct State {
    reason: Option<StopReason>,
    hooks: Vec<(u64, Hook)>,
    next_hook: u64,
    children: Vec<Weak<Inner>>,
}

/// A shared stop signal.
#[derive(Clone, Default)]
pub struct Stop(Arc<Inner>);

/// Keeps a hook registered; dropping it removes the hook.
pub struct HookGuard {
    signal: Weak<Inner>,
    id: u64,
}

impl Inner {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn look(&self) {
        if let Some(watch) = &self.watch {
            watch.look();
        }
    }

    fn fire(&self, reason: &StopReason) {
        let (hooks, children) = {
            let mut state = self.lock();
            if state.reason.is_some() {
                return;
            }
            state.reason = Some(reason.clone());
            self.fired.store(true, Ordering::SeqCst);
            (std::mem::take(&mut state.hooks), std::mem::take(&mut state.children))
        };
        // Children first: a thread woken by a hook of this signal may go on as if all below had ended, for they have.
        children.iter().filter_map(Weak::upgrade).for_each(|c| c.fire(reason));
        hooks.into_iter().for_each(|(_, hook)| hook());
    }
}

impl Stop {
    /// A signal that has not fired.
    pub fn new() -> Stop {
        Stop::default()
    }

    /// A signal that fires when this one does, and can be fired alone.
    pub fn child(&self) -> Stop {
        self.adopt(Stop(Arc::new(Inner { watch: self.0.watch.clone(), ..Inner::default() })))
    }

    /// A signal that fires when this one does, and when `look` gives a reason: `look` is asked each time that somebody looks at
    /// the signal or at one made from it. It must be quick, and must not look at a signal itself.
    ///
    /// ```
    /// use std::sync::atomic::{AtomicU32, Ordering};
    /// use wherefore_stop::{Stop, StopReason};
    ///
    /// let looks = AtomicU32::new(0);
    /// let third = move || (looks.fetch_add(1, Ordering::Relaxed) == 2).then_some(StopReason::Interrupted);
    /// let stop = Stop::new().watched(third);
    /// assert_eq!([(); 3].map(|()| stop.child().is_fired()), [false, false, true]);
    /// ```
    #[must_use]
    pub fn watched(&self, look: impl Fn() -> Option<StopReason> + Send + Sync + 'static) -> Stop {
        let above = self.0.watch.clone();
        let inner = Arc::new_cyclic(|signal| {
            let watch = Watch { signal: signal.clone(), look: Box::new(look), above };
            Inner { watch: Some(Arc::new(watch)), ..Inner::default() }
        });
        self.adopt(Stop(inner))
    }

    /// Fires the child when this signal fires.
    fn adopt(&self, child: Stop) -> Stop {
        let reason = {
            let mut state = self.0.lock();
            state.children.retain(|c| c.strong_count() > 0);
            state.children.push(Arc::downgrade(&child.0));
            state.reason.clone()
        };
        if let Some(reason) = reason {
            child.fire(reason);
        }
        child
    }

    /// Fires: fires the children, then runs the hooks. Later calls do nothing.
    pub fn fire(&self, reason: StopReason) {
        self.0.fire(&reason);
    }

    /// Whether it has been fired.
    pub fn is_fired(&self) -> bool {
        self.0.look();
        self.0.fired.load(Ordering::Relaxed)
    }

    /// Why it was fired.
    pub fn reason(&self) -> Option<StopReason> {
        self.0.look();
        self.0.lock().reason.clone()
    }

    /// Runs `hook` when the signal fires: at once if it has. The hook is forgotten when the guard is dropped.
    pub fn on_fire(&self, hook: impl FnOnce() + Send + 'static) -> HookGuard {
        let mut state = self.0.lock();
        let id = state.next_hook;
        state.next_hook += 1;
        if state.reason.is_some() {
            drop(state);
            hook();
        } else {
            state.hooks.push((id, Box::new(hook)));
        }
        HookGuard { signal: Arc::downgrade(&self.0), id }
    }
}

impl Drop for HookGuard {
    fn drop(&mut self) {
        if let Some(signal) = self.signal.upgrade() {
            signal.lock().hooks.retain(|(id, _)| *id != self.id);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicUsize;

    #[test]
    fn fires_down_the_tree_once_with_the_first_reason() {
        let root = Stop::new();
        let (child, hits) = (root.child(), Arc::new(AtomicUsize::new(0)));
        let count = hits.clone();
        let _guard = child.on_fire(move || {
            count.fetch_add(1, Ordering::SeqCst);
        });
        let count = hits.clone();
        drop(child.on_fire(move || {
            count.fetch_add(10, Ordering::SeqCst);
        }));
        root.fire(StopReason::Interrupted);
        root.fire(StopReason::AnotherWasFaster);
        child.fire(StopReason::Unfinished);
        assert_eq!((child.reason(), hits.load(Ordering::SeqCst)), (Some(StopReason::Interrupted), 1));
        assert!(root.child().is_fired());
    }

    #[test]
    fn those_below_have_ended_when_a_hook_runs() {
        let root = Stop::new();
        let (middle, order) = (root.child(), Arc::new(Mutex::new(Vec::new())));
        let leaf = middle.child();
        let note = |word: &'static str| {
            let order = order.clone();
            move || order.lock().unwrap().push(word)
        };
        let _guards = [root.on_fire(note("root")), middle.on_fire(note("middle")), leaf.on_fire(note("leaf"))];
        root.fire(StopReason::Interrupted);
        assert_eq!(*order.lock().unwrap(), ["leaf", "middle", "root"]);
    }

    #[test]
    fn a_watch_fires_its_own_signal_and_what_is_below() {
        let due = |flag: &Arc<AtomicBool>, reason: StopReason| {
            let flag = flag.clone();
            move || flag.load(Ordering::SeqCst).then(|| reason.clone())
        };
        let [early, late]: [Arc<AtomicBool>; 2] = Default::default();
        let root = Stop::new();
        let outer = root.watched(due(&late, StopReason::Interrupted));
        let inner = outer.watched(due(&early, StopReason::Unfinished));
        let leaf = inner.child();
        assert!(!leaf.is_fired());
        early.store(true, Ordering::SeqCst);
        assert_eq!((leaf.reason(), outer.is_fired()), (Some(StopReason::Unfinished), false));
        late.store(true, Ordering::SeqCst);
        // Looked at from below, the signal above fires too.
        assert!(leaf.is_fired());
        assert_eq!((outer.reason(), inner.reason()), (Some(StopReason::Interrupted), Some(StopReason::Unfinished)));
        assert!(!root.is_fired());
    }

    #[test]
    fn a_child_fires_alone() {
        let root = Stop::new();
        let child = root.child();
        child.fire(StopReason::AnotherWasFaster);
        assert!(child.is_fired() && !root.is_fired());
    }
}
