//! A parity game: positions with an owner, a priority and moves.
//!
//! A play goes on for ever. The smallest priority that it meets infinitely often says who wins: [`Player::Prover`] if it is
//! even, [`Player::Refuter`] if it is odd. Every position has a move; a position where a play is over moves to itself.

/// A player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// Claims that the formula holds.
    Prover,
    /// Claims that it does not.
    Refuter,
}

impl Player {
    /// The other one.
    pub fn other(self) -> Player {
        match self {
            Player::Prover => Player::Refuter,
            Player::Refuter => Player::Prover,
        }
    }

    /// Player who wins plays in which this priority is the dominant one.
    pub fn of(priority: u32) -> Player {
        if priority.is_multiple_of(2) { Player::Prover } else { Player::Refuter }
    }
}

/// A game, as compressed rows.
#[derive(Clone, Debug)]
pub struct Game {
    /// Priority and owner of each position: the lowest bit is set where the refuter moves.
    kinds: Vec<u32>,
    /// Where the moves of each position begin, and at last how many there are.
    offsets: Vec<u32>,
    /// The target of each move.
    moves: Vec<u32>,
}

impl Default for Game {
    fn default() -> Game {
        Game { kinds: Vec::new(), offsets: vec![0], moves: Vec::new() }
    }
}

impl Game {
    /// Adds the next position. Moves may lead to positions that come later.
    ///
    /// Returns false, and adds nothing, if there would be more than 2^32 moves.
    pub fn push(&mut self, owner: Player, priority: u32, moves: &[u32]) -> bool {
        let Ok(end) = u32::try_from(self.moves.len() + moves.len()) else { return false };
        self.moves.extend_from_slice(moves);
        self.offsets.push(end);
        self.kinds.push(priority.min(u32::MAX / 2) << 1 | u32::from(owner == Player::Refuter));
        true
    }

    /// How many positions there are.
    pub fn positions(&self) -> usize {
        self.kinds.len()
    }

    /// How many moves there are.
    pub fn move_count(&self) -> usize {
        self.moves.len()
    }

    /// Owner of the position: the player who moves there.
    #[inline]
    pub fn owner(&self, position: u32) -> Player {
        if self.kinds[position as usize] & 1 == 1 { Player::Refuter } else { Player::Prover }
    }

    /// The priority of a position.
    #[inline]
    pub fn priority(&self, position: u32) -> u32 {
        self.kinds[position as usize] >> 1
    }

    /// The targets of the moves of a position.
    #[inline]
    pub fn moves(&self, position: u32) -> &[u32] {
        let place = position as usize;
        &self.moves[self.offsets[place] as usize..self.offsets[place + 1] as usize]
    }

    /// Whether every position has a move and every move leads to a position.
    pub fn is_valid(&self) -> bool {
        let count = self.positions();
        (0..count).all(|p| !self.moves(p as u32).is_empty()) && self.moves.iter().all(|to| (*to as usize) < count)
    }

    /// For each position those with a move to it, as offsets and a column.
    pub(crate) fn reversed(&self) -> (Vec<u32>, Vec<u32>) {
        let mut offsets = vec![0u32; self.positions() + 1];
        self.moves.iter().for_each(|to| offsets[*to as usize + 1] += 1);
        for place in 1..offsets.len() {
            offsets[place] += offsets[place - 1];
        }
        // From the last position on, each place is filled from its end: so its end moves to where it begins.
        let mut from = vec![0u32; self.moves.len()];
        offsets.remove(0);
        offsets.push(self.moves.len() as u32);
        for position in (0..self.positions() as u32).rev() {
            for to in self.moves(position) {
                offsets[*to as usize] -= 1;
                from[offsets[*to as usize] as usize] = position;
            }
        }
        (offsets, from)
    }
}
