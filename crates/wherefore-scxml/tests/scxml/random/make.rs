//! Makes random statecharts: first the tree, then what refers to it.

use super::content::{ENDS, TRIGGERS};
use super::{Act, Arrow, Kind, Node, Plan};
use wherefore_test::Random;

/// The most states in a chart.
const STATES: usize = 16;

/// A random document.
pub fn plan(random: &mut Random) -> Plan {
    let quiet = random.chance(20);
    let mut maker = Maker { random, quiet, count: 0, places: Vec::new() };
    let mut children = maker.children(4, Kind::State);
    let ends = maker.random.chance(30);
    children.retain(|c| c.is_real() && (ends || c.kind != Kind::Final));
    let mut root = maker.node(Kind::State, children);
    maker.note(&root, &[], Kind::State);
    maker.fill(&mut root, true);
    let script = if maker.random.chance(15) { vec!["x = 2; f = !f".to_owned()] } else { Vec::new() };
    let late = maker.random.chance(25);
    Plan { root, script, late }
}

/// A state and where it is.
struct Place {
    id: String,
    kind: Kind,
    around: Kind,
    /// The ids from the root to the state, itself included.
    path: Vec<String>,
    parallel: Vec<bool>,
}

impl Place {
    fn is_real(&self) -> bool {
        !matches!(self.kind, Kind::History(_))
    }
}

/// A chart in the making.
pub struct Maker<'a> {
    /// Where chance comes from.
    pub random: &'a mut Random,
    /// Nothing happens but what the environment makes happen: no event of its own, no eventless transition, no end.
    pub quiet: bool,
    count: usize,
    places: Vec<Place>,
}

impl Maker<'_> {
    fn node(&mut self, kind: Kind, children: Vec<Node>) -> Node {
        self.count += 1;
        let id = format!("s{}", self.count);
        let local = kind == Kind::State && self.random.chance(15);
        let (transitions, onentry, onexit) = (vec![], vec![], vec![]);
        Node { kind, id, local, initial: None, children, transitions, onentry, onexit, finalize: None }
    }

    /// The children of a compound or parallel state.
    fn children(&mut self, depth: usize, around: Kind) -> Vec<Node> {
        let mut list = Vec::new();
        for _ in 0..2 + self.random.below(2) {
            list.push(self.tree(depth - 1));
        }
        if around == Kind::State && self.random.chance(35) && !self.quiet {
            list.push(self.node(Kind::Final, Vec::new()));
        }
        if self.random.chance(50) {
            let deep = self.random.chance(60);
            let place = self.random.below(list.len() + 1);
            let history = self.node(Kind::History(deep), Vec::new());
            list.insert(place, history);
        }
        list
    }

    fn tree(&mut self, depth: usize) -> Node {
        let kind = if self.random.chance(35) { Kind::Parallel } else { Kind::State };
        if depth == 0 || self.count >= STATES || self.random.chance(45) {
            return self.node(Kind::State, Vec::new());
        }
        let children = self.children(depth, kind);
        self.node(kind, children)
    }

    fn note(&mut self, node: &Node, above: &[(String, bool)], around: Kind) {
        let mut path = above.to_vec();
        path.push((node.id.clone(), node.kind == Kind::Parallel));
        if above.is_empty() {
            node.children.iter().for_each(|c| self.note(c, &path, node.kind));
            return;
        }
        let (ids, parallel) = path.iter().cloned().unzip();
        self.places.push(Place { id: node.id.clone(), kind: node.kind, around, path: ids, parallel });
        node.children.iter().for_each(|c| self.note(c, &path, node.kind));
    }

    fn fill(&mut self, node: &mut Node, root: bool) {
        match node.kind {
            Kind::State if node.is_compound() => node.initial = self.initial(node, root),
            Kind::History(deep) => node.initial = Some(self.default_of(node, deep)),
            _ => {}
        }
        if node.is_real() && !root {
            node.onentry = self.blocks();
            node.onexit = self.blocks();
            if self.random.chance(10) {
                node.onentry.push(vec![Act::Assign("r".to_owned(), "Math.random()".to_owned())]);
            }
            node.local.then(|| node.onentry.push(self.local_block(&node.id)));
        }
        if !root && matches!(node.kind, Kind::State | Kind::Parallel) {
            node.finalize = self.random.chance(15).then(|| self.finalize());
            for _ in 0..self.random.below(4) {
                let arrow = self.arrow(node);
                node.transitions.push(arrow);
            }
        }
        node.children.iter_mut().for_each(|c| self.fill(c, false));
    }

    /// What is done with the events of a service: it may change data, and raises nothing.
    fn finalize(&mut self) -> Vec<Act> {
        let (place, value) =
            self.random.pick(&[("x", "3 - x"), ("f", "!f"), ("l[1]", "y"), ("y", "i"), ("r", "Math.random()")]);
        let change = Act::Assign(place.to_owned(), value.to_owned());
        if self.random.chance(50) { vec![change] } else { vec![Act::If(self.cond(), vec![change], Vec::new())] }
    }

    /// Ids inside a state that a transition may lead to.
    fn inside(&self, id: &str) -> Vec<String> {
        let within = |p: &&Place| p.id != id && p.path.iter().any(|s| s == id);
        self.places.iter().filter(within).map(|p| p.id.clone()).collect()
    }

    /// The ids of all states without histories.
    pub fn real(&self) -> Vec<String> {
        self.places.iter().filter(|p| p.is_real()).map(|p| p.id.clone()).collect()
    }

    fn initial(&mut self, node: &Node, root: bool) -> Option<Arrow> {
        if self.random.chance(50) {
            return None;
        }
        let mut inside = self.inside(&node.id);
        if self.random.chance(70) {
            let real = self.real();
            inside.retain(|id| real.contains(id));
        }
        let targets = self.targets(&inside);
        let content = if root || self.random.chance(50) { Vec::new() } else { self.block(true) };
        Some(Arrow { targets, content, ..Arrow::default() })
    }

    fn default_of(&mut self, node: &Node, deep: bool) -> Arrow {
        let path = &self.place(&node.id).path;
        let parent = path[path.len() - 2].clone();
        let depth = path.len();
        let candidate = |p: &&Place| p.is_real() && p.path.contains(&parent) && p.id != parent;
        let near = |p: &&Place| deep || p.path.len() == depth;
        let inside: Vec<String> = self.places.iter().filter(candidate).filter(near).map(|p| p.id.clone()).collect();
        let targets = vec![self.random.pick(&inside)];
        let content = if self.random.chance(50) { Vec::new() } else { self.block(true) };
        Arrow { targets, content, ..Arrow::default() }
    }

    fn place(&self, id: &str) -> &Place {
        self.places.iter().find(|p| p.id == id).unwrap_or_else(|| panic!("{id} is no state"))
    }

    /// One target, or several in different regions of a parallel state.
    fn targets(&mut self, among: &[String]) -> Vec<String> {
        let mut targets = vec![self.random.pick(among)];
        for _ in 0..3 {
            let other = self.random.pick(among);
            if self.random.chance(60) && targets.iter().all(|t| self.orthogonal(t, &other)) {
                targets.push(other);
            }
        }
        targets
    }

    /// Whether two states can be targets together: the innermost state around both is parallel.
    fn orthogonal(&self, a: &str, b: &str) -> bool {
        let (a, b) = (self.place(a), self.place(b));
        let whole = |p: &Place| !p.is_real() && p.around == Kind::Parallel;
        let common = a.path.iter().zip(&b.path).take_while(|(x, y)| x == y).count();
        let apart = common < a.path.len() && common < b.path.len();
        apart && common > 0 && a.parallel[common - 1] && !whole(a) && !whole(b)
    }

    fn arrow(&mut self, node: &Node) -> Arrow {
        let mut ids: Vec<String> = match self.random.chance(25) {
            true => self.inside(&node.id),
            false => self.places.iter().map(|p| p.id.clone()).collect(),
        };
        ids.retain(|id| !self.is_moving(&node.id, id));
        if self.random.chance(20) && ids.iter().any(|id| !self.place(id).is_real()) {
            ids.retain(|id| !self.place(id).is_real());
        }
        let targets = if ids.is_empty() || self.random.chance(12) { Vec::new() } else { self.targets(&ids) };
        let internal = self.random.chance(30);
        if self.random.chance(15) && !self.quiet {
            return self.eventless(targets, internal);
        }
        if self.random.chance(12) {
            return self.done(targets, internal);
        }
        let event = self.one_of(TRIGGERS);
        let carries = event == "p" || event == "s";
        let cond = self.random.chance(40).then(|| match carries && self.random.chance(60) {
            true => "_event.data.v > 1".to_owned(),
            false => self.cond(),
        });
        let mut content = if self.random.chance(50) { Vec::new() } else { self.block(true) };
        if carries && self.random.chance(40) {
            content.push(Act::Assign("x".to_owned(), "_event.data.v".to_owned()));
        }
        Arrow { event: Some(event), cond, targets, internal, content }
    }

    /// Whether what a transition would leave depends on what a history remembers. Such a chart is refused.
    fn is_moving(&self, source: &str, target: &str) -> bool {
        let (source, target) = (self.place(source), self.place(target));
        let around = &target.path[..target.path.len() - 1];
        target.kind == Kind::History(true) && source.path.len() > around.len() && source.path.starts_with(around)
    }

    /// A transition on the end of some state. What a compound state hands on may be read.
    fn done(&mut self, targets: Vec<String>, internal: bool) -> Arrow {
        let ends = self.places.iter().filter(|p| p.kind == Kind::Final && p.path.len() > 2);
        let mut around: Vec<String> = ends.map(|p| p.path[p.path.len() - 2].clone()).collect();
        let known = !around.is_empty() && self.random.chance(70);
        if !known {
            around = self.real();
        }
        let event = format!("done.state.{}", self.random.pick(&around));
        let content = if known { vec![Act::Assign("x".to_owned(), "_event.data.w".to_owned())] } else { Vec::new() };
        Arrow { event: Some(event), cond: None, targets, internal, content }
    }

    /// An eventless transition, in most cases with a condition that it makes false in the end.
    fn eventless(&mut self, targets: Vec<String>, internal: bool) -> Arrow {
        let (cond, place, value) = self.random.pick(&ENDS);
        let mut content = vec![Act::Assign(place.to_owned(), value.to_owned())];
        if self.random.chance(20) {
            content = self.block(true);
        }
        let cond = if self.random.chance(90) { cond.to_owned() } else { self.cond() };
        Arrow { event: None, cond: Some(cond), targets, internal, content }
    }
}
