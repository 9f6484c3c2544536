//! Strongly connected components, after Tarjan: groups of nodes that reach one another, those that depend on nothing else
//! first. Written without recursion, because models can be long.

/// The components of the graph in which `edges[n]` are the nodes that `n` depends on; each is sorted, and stands after those
/// that it depends on.
pub fn components(edges: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut search = ComponentSearch {
        edges,
        numbers: vec![0; edges.len()],
        lows: vec![0; edges.len()],
        next: 1,
        open: Vec::new(),
        found: Vec::new(),
    };
    for root in 0..edges.len() {
        if search.numbers[root] == 0 {
            search.run(root);
        }
    }
    search.found
}

/// The state of the depth-first search. A node that has a number was visited; one that is in a component has the low mark
/// [`DONE`].
struct ComponentSearch<'a> {
    edges: &'a [Vec<usize>],
    numbers: Vec<usize>,
    lows: Vec<usize>,
    next: usize,
    open: Vec<usize>,
    found: Vec<Vec<usize>>,
}

const DONE: usize = usize::MAX;

impl ComponentSearch<'_> {
    fn enter(&mut self, node: usize) {
        self.numbers[node] = self.next;
        self.lows[node] = self.next;
        self.next += 1;
        self.open.push(node);
    }

    fn run(&mut self, root: usize) {
        self.enter(root);
        let mut path = vec![(root, 0)];
        while let Some((node, edge)) = path.last_mut() {
            let node = *node;
            if let Some(&to) = self.edges[node].get(*edge) {
                *edge += 1;
                if self.numbers[to] == 0 {
                    self.enter(to);
                    path.push((to, 0));
                } else if self.lows[to] != DONE {
                    self.lows[node] = self.lows[node].min(self.numbers[to]);
                }
                continue;
            }
            path.pop();
            let low = self.lows[node];
            if let Some((parent, _)) = path.last() {
                self.lows[*parent] = self.lows[*parent].min(low);
            }
            if low == self.numbers[node] {
                self.close(node);
            }
        }
    }

    fn close(&mut self, head: usize) {
        let mut component = Vec::new();
        while let Some(node) = self.open.pop() {
            self.lows[node] = DONE;
            component.push(node);
            if node == head {
                break;
            }
        }
        component.sort_unstable();
        self.found.push(component);
    }
}
