//! Which boxes and arrows are laid out together.

use super::measure;
use crate::document::picture::Picture;

/// The nesting of the boxes of a picture.
pub(super) struct Tree {
    /// The box that contains each.
    parent: Vec<Option<usize>>,
    /// Whether each contains others.
    pub(super) is_container: Vec<bool>,
    /// Whether each is a sheet of its own.
    is_sheet: Vec<bool>,
    /// The sheet that each box is on: the box whose inside it is, or none for the outermost.
    pub(super) sheet: Vec<Option<usize>>,
    /// The sheet that each arrow is on.
    pub(super) arrow_sheet: Vec<Option<usize>>,
    /// Whether an arrow is laid out between other boxes than its own: those around them.
    pub(super) is_lifted: Vec<bool>,
    /// The boxes between which each arrow is laid out; none if one contains the other.
    ends: Vec<Option<(usize, usize)>>,
}

/// Boxes that are laid out together.
pub(super) struct Sheet {
    /// The box whose inside it is; none for the whole picture.
    pub(super) owner: Option<usize>,
    /// The boxes on it, without the frames.
    pub(super) boxes: Vec<usize>,
    /// Boxes on it that contain others on it; one that contains another frame stands before it.
    pub(super) frames: Vec<Frame>,
    /// The arrows on it.
    pub(super) links: Vec<Link>,
}

/// A box around others of the same sheet.
pub(super) struct Frame {
    /// The box.
    pub(super) item: usize,
    /// Boxes directly inside.
    pub(super) inside: Vec<usize>,
}

/// An arrow on a sheet.
pub(super) struct Link {
    /// The arrow.
    pub(super) arrow: usize,
    /// A box of the sheet that is no frame.
    pub(super) from: usize,
    /// Another.
    pub(super) to: usize,
    /// The room for its label.
    pub(super) label: Option<(f64, f64)>,
}

impl Tree {
    /// `together`: boxes whose border an arrow crosses are no sheets.
    pub(super) fn new(picture: &Picture, together: bool) -> Tree {
        let count = picture.boxes.len();
        // A container stands before its boxes; anything else is no nesting.
        let parent: Vec<Option<usize>> =
            picture.boxes.iter().enumerate().map(|(i, b)| b.parent.filter(|p| *p < i)).collect();
        let mut is_container = vec![false; count];
        parent.iter().flatten().for_each(|p| is_container[*p] = true);
        let mut tree = Tree {
            is_sheet: is_container.clone(),
            parent,
            is_container,
            sheet: vec![None; count],
            arrow_sheet: vec![None; picture.arrows.len()],
            is_lifted: vec![false; picture.arrows.len()],
            ends: vec![None; picture.arrows.len()],
        };
        if together {
            tree.open(picture);
        }
        for item in 0..count {
            tree.sheet[item] = tree.parent[item].and_then(|p| if tree.is_sheet[p] { Some(p) } else { tree.sheet[p] });
        }
        tree.attach(picture);
        tree
    }

    /// Opens the boxes whose border an arrow crosses.
    fn open(&mut self, picture: &Picture) {
        for arrow in &picture.arrows {
            if let Some((from, to)) = self.known(arrow.from, arrow.to) {
                let common = self.common(from, to);
                for end in [from, to] {
                    let mut around = self.parent[end];
                    while let Some(item) = around.filter(|a| Some(*a) != common) {
                        self.is_sheet[item] = false;
                        around = self.parent[item];
                    }
                }
            }
        }
    }

    fn known(&self, from: usize, to: usize) -> Option<(usize, usize)> {
        (from < self.parent.len() && to < self.parent.len()).then_some((from, to))
    }

    /// The innermost box that contains two others, neither of which counts as inside itself. A box that contains the
    /// other is not inside anything in common with it but what is around it.
    fn common(&self, a: usize, b: usize) -> Option<usize> {
        let (mut a, mut b) = (self.parent[a], self.parent[b]);
        // A box stands behind all that contain it: the greater of two is not around the smaller.
        while a != b {
            if a > b { a = a.and_then(|a| self.parent[a]) } else { b = b.and_then(|b| self.parent[b]) }
        }
        a
    }

    /// Whether a box contains another.
    pub(super) fn contains(&self, outer: usize, inner: usize) -> bool {
        let mut around = self.parent.get(inner).copied().flatten();
        while let Some(item) = around.filter(|a| *a > outer) {
            around = self.parent[item];
        }
        around == Some(outer)
    }

    /// Finds the sheet of every arrow, and the boxes on it between which it is laid out: a frame stands for the first box in it.
    fn attach(&mut self, picture: &Picture) {
        let first = self.first_inside();
        for (place, arrow) in picture.arrows.iter().enumerate() {
            let Some((from, to)) = self.known(arrow.from, arrow.to) else { continue };
            let (mut a, mut b) = (from, to);
            while self.sheet[a] != self.sheet[b] {
                let (x, y) = (self.sheet[a], self.sheet[b]);
                if x > y { a = x.unwrap_or(a) } else { b = y.unwrap_or(b) }
            }
            self.arrow_sheet[place] = self.sheet[a];
            self.is_lifted[place] = (a, b) != (from, to);
            // An arrow from a frame to itself has no place on the sheet, and one between a box and what it contains neither.
            let is_inward = self.contains(a, b) || self.contains(b, a) || (a == b && (from != to || first[a] != a));
            if !is_inward {
                self.ends[place] = Some((first[a], first[b]));
            }
        }
    }

    /// For each box the first one inside that is no frame: itself, unless it is a frame.
    fn first_inside(&self) -> Vec<usize> {
        let mut first: Vec<usize> = (0..self.parent.len()).collect();
        for item in (0..self.parent.len()).rev() {
            let is_frame = |p: &usize| self.is_container[*p] && !self.is_sheet[*p];
            if let Some(parent) = self.parent[item].filter(is_frame) {
                first[parent] = first[item];
            }
        }
        first
    }

    /// The sheets, those inside others first; the last is the whole picture.
    pub(super) fn sheets(&self, picture: &Picture) -> Vec<Sheet> {
        let owners: Vec<usize> =
            (0..self.parent.len()).filter(|i| self.is_container[*i] && self.is_sheet[*i]).collect();
        let place = |owner: Option<usize>| owner.map_or(0, |o| owners.binary_search(&o).map_or(0, |p| p + 1));
        let mut sheets: Vec<Sheet> = std::iter::once(None)
            .chain(owners.iter().copied().map(Some))
            .map(|owner| Sheet { owner, boxes: Vec::new(), frames: Vec::new(), links: Vec::new() })
            .collect();
        let mut inside: Vec<Vec<usize>> = vec![Vec::new(); self.parent.len()];
        for (item, parent) in self.parent.iter().enumerate() {
            parent.iter().for_each(|p| inside[*p].push(item));
        }
        for (item, inside) in inside.into_iter().enumerate() {
            let sheet = &mut sheets[place(self.sheet[item])];
            if self.is_container[item] && !self.is_sheet[item] {
                sheet.frames.push(Frame { item, inside });
            } else {
                sheet.boxes.push(item);
            }
        }
        for (arrow, ends) in self.ends.iter().enumerate() {
            let Some((from, to)) = *ends else { continue };
            let label = if self.is_lifted[arrow] { None } else { measure::label(&picture.arrows[arrow].label) };
            sheets[place(self.arrow_sheet[arrow])].links.push(Link { arrow, from, to, label });
        }
        sheets.reverse();
        sheets
    }

    /// Boxes that are directly inside the same box, or inside none.
    pub(super) fn families(&self) -> impl Iterator<Item = Vec<usize>> + '_ {
        let mut families: Vec<Vec<usize>> = vec![Vec::new(); self.parent.len() + 1];
        for (item, parent) in self.parent.iter().enumerate() {
            families[parent.map_or(0, |p| p + 1)].push(item);
        }
        families.into_iter()
    }
}
