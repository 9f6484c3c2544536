//! A route that lies: what it says does not survive its checks, and that is an error of ours and no end of patience.

use super::settings::{Aim, Destination, LtsError, Picture, Settings};
use super::why::why;
use std::sync::Arc;
use wherefore_diag::FileId;
use wherefore_lang::mcl;
use wherefore_lts::moves::Direction;
use wherefore_lts::neighbourhood::Kind;
use wherefore_lts::route::{Interrupted, Kernel, Reached, Route, Size, Spread, TooSmall};
use wherefore_lts::row::Edge;
use wherefore_lts::set::Set;
use wherefore_lts::{Labels, Memory, load};
use wherefore_solve::{Stop, StopReason};

/// False statement of a route.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lie {
    /// Nothing is reached from anywhere.
    Spread,
    /// States have no transitions, if one looks them up.
    Look,
}

struct Liar(Memory, Lie);

impl Route for Liar {
    fn size(&self) -> Size {
        self.0.size()
    }

    fn labels(&self) -> &Labels {
        self.0.labels()
    }

    fn spread(&self, spread: &Spread) -> Result<Reached, Interrupted> {
        let limit = if self.1 == Lie::Spread { Some(0) } else { spread.limit };
        let told = self.0.spread(&Spread { limit, ..spread.clone() })?;
        let set = if self.1 == Lie::Spread { spread.from.clone() } else { told.set };
        Ok(Reached { set, levels: told.levels })
    }

    fn sweep(&self, among: Option<&Set>, kernel: &impl Kernel) -> Result<Vec<u64>, Interrupted> {
        self.0.sweep(among, kernel)
    }

    fn look(&self, direction: Direction, states: &[u32]) -> Result<Vec<Vec<Edge>>, Interrupted> {
        match self.1 {
            Lie::Look => Ok(vec![Vec::new(); states.len()]),
            Lie::Spread => self.0.look(direction, states),
        }
    }
}

fn memory() -> Memory {
    let text = "des (0, 4, 4)\n(0, \"go\", 1)\n(1, \"good\", 2)\n(1, \"bad\", 3)\n(2, \"go\", 0)\n";
    Memory::new(load(text.as_bytes(), &Stop::new()).expect("a graph"), Stop::new())
}

fn settings() -> Settings {
    Settings {
        aim: Aim::Choices,
        level: None,
        max_classes: 10,
        kinds: Kind::ALL.to_vec(),
        destination: Destination::Violation,
        pattern: Vec::new(),
        given: None,
        picture: Picture::None,
        memory: 1 << 30,
        recheck: wherefore_check::Demand::default(),
    }
}

fn obstacle(route: &impl Route, settings: &Settings) -> Option<LtsError> {
    let formula = mcl::load(FileId(0), "[true* . \"bad\"] false").formula.expect("a formula");
    why(route, "p", &formula, settings).err()
}

#[test]
fn what_fails_its_check_is_an_error_of_ours() {
    assert_eq!(obstacle(&memory(), &settings()), None);
    for lie in [Lie::Spread, Lie::Look] {
        let found = obstacle(&Liar(memory(), lie), &settings());
        assert!(matches!(found, Some(LtsError::Interrupted(Interrupted::Refuted(_)))), "{found:?}");
    }
}

#[test]
fn a_stop_is_a_stop_and_too_little_memory_is_that() {
    let stop = Stop::new();
    stop.fire(StopReason::Interrupted);
    let text = Arc::new(load("des (0, 1, 2)\n(0, \"bad\", 1)\n".as_bytes(), &Stop::new()).expect("a graph"));
    let stopped = obstacle(&Memory::new(text, stop), &settings());
    assert_eq!(stopped, Some(LtsError::Interrupted(Interrupted::Stopped(StopReason::Interrupted))));
    let small = obstacle(&memory(), &Settings { memory: 0, ..settings() });
    assert!(matches!(small, Some(LtsError::Interrupted(Interrupted::Memory(TooSmall { limit: 0, .. })))), "{small:?}");
}
