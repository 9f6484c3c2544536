//! Random parity games: the solver against all strategies, and the judge of strategies against all cycles.

use wherefore_mucalculus::{Game, Player, check_strategy, solve};
use wherefore_stop::{Stop, StopReason};
use wherefore_test::{Random, cases, counted, seed};

struct Small {
    owners: Vec<Player>,
    priorities: Vec<u32>,
    moves: Vec<Vec<u32>>,
}

impl Small {
    fn random(random: &mut Random, most: usize) -> Small {
        let count = 1 + random.below(most);
        let owner = |random: &mut Random| if random.below(2) == 0 { Player::Prover } else { Player::Refuter };
        let targets = |random: &mut Random| {
            let mut list: Vec<u32> = (0..=random.below(2)).map(|_| random.below(count) as u32).collect();
            list.dedup();
            list
        };
        Small {
            owners: (0..count).map(|_| owner(random)).collect(),
            priorities: (0..count).map(|_| random.below(5) as u32).collect(),
            moves: (0..count).map(|_| targets(random)).collect(),
        }
    }

    fn game(&self) -> Game {
        let mut game = Game::default();
        for (place, moves) in self.moves.iter().enumerate() {
            assert!(game.push(self.owners[place], self.priorities[place], moves));
        }
        assert!(game.is_valid());
        game
    }

    /// Whether a strategy wins: no cycle that it allows is the other player's.
    fn wins(&self, first: u32, player: Player, strategy: &[u32]) -> bool {
        let allowed = |p: usize| match self.owners[p] == player {
            true => vec![strategy[p]],
            false => self.moves[p].clone(),
        };
        if (0..self.owners.len()).any(|p| allowed(p).iter().any(|to| !self.moves[p].contains(to))) {
            return false;
        }
        let reach = |from: u32, least: u32| {
            let mut found = vec![false; self.owners.len()];
            let mut open = allowed(from as usize);
            while let Some(p) = open.pop() {
                if self.priorities[p as usize] >= least && !std::mem::replace(&mut found[p as usize], true) {
                    open.extend(allowed(p as usize));
                }
            }
            found
        };
        let mut reached = reach(first, 0);
        reached[first as usize] = true;
        (0..self.owners.len()).filter(|p| reached[*p] && Player::of(self.priorities[*p]) != player).all(|p| {
            // No cycle through a bad priority on which nothing is smaller.
            !reach(p as u32, self.priorities[p])[p]
        })
    }

    /// Whether the prover has a strategy that wins, by trying all.
    fn prover_wins(&self, first: u32) -> bool {
        let mut strategy = vec![0usize; self.owners.len()];
        loop {
            let moves: Vec<u32> = strategy.iter().zip(&self.moves).map(|(at, moves)| moves[*at]).collect();
            if self.wins(first, Player::Prover, &moves) {
                return true;
            }
            let Some(place) = (0..strategy.len()).find(|p| strategy[*p] + 1 < self.moves[*p].len()) else {
                return false;
            };
            strategy[place] += 1;
            strategy[..place].fill(0);
        }
    }
}

#[test]
fn the_winner_is_the_one_who_has_a_strategy() {
    let seed = seed(31);
    let mut won = 0;
    for case in 0..cases(3000) {
        let small = Small::random(&mut Random::new(seed.wrapping_mul(1_000_003).wrapping_add(case)), 7);
        let game = small.game();
        let solution = solve(&game, &Stop::new()).unwrap_or_else(|why| panic!("{why:?}"));
        for position in 0..game.positions() as u32 {
            let winner = solution.winner[position as usize];
            let place = format!("WHEREFORE_SEED={seed}, case {case}, position {position}");
            assert_eq!(winner == Player::Prover, small.prover_wins(position), "{place}");
            assert!(check_strategy(&game, position, winner, &solution.strategy).is_ok(), "{place}");
            won += usize::from(winner == Player::Prover);
        }
    }
    counted(won, "positions that the prover wins");
}

#[test]
fn a_wrong_strategy_is_refused() {
    let seed = seed(32);
    let (mut refused, mut accepted, mut taken) = (0, 0, 0);
    for case in 0..cases(3000) {
        let mut random = Random::new(seed.wrapping_mul(1_000_003).wrapping_add(case));
        let small = Small::random(&mut random, 12);
        let game = small.game();
        let mut solution = solve(&game, &Stop::new()).unwrap_or_else(|why| panic!("{why:?}"));
        let first = random.below(game.positions()) as u32;
        let winner = solution.winner[first as usize];
        let place = format!("WHEREFORE_SEED={seed}, case {case}");
        // The loser claims the win: no strategy of theirs is accepted.
        let claim: Vec<u32> = small.moves.iter().map(|moves| moves[random.below(moves.len())]).collect();
        assert!(check_strategy(&game, first, winner.other(), &claim).is_err(), "{place}: the loser's win is believed");
        taken += 1;
        // One move of the winner is another one, perhaps one that the game does not have.
        let changed = random.below(game.positions());
        solution.strategy[changed] = random.below(game.positions()) as u32;
        let strategy: Vec<u32> = solution
            .strategy
            .iter()
            .enumerate()
            .map(|(p, to)| if p == changed || small.moves[p].contains(to) { *to } else { small.moves[p][0] })
            .collect();
        let own_move = small.owners[changed] == winner && !small.moves[changed].contains(&strategy[changed]);
        match check_strategy(&game, first, winner, &strategy) {
            Ok(_) if own_move => accepted += 1, // The changed position is never reached.
            Ok(_) => assert!(small.wins(first, winner, &strategy), "{place}: a wrong strategy is believed"),
            Err(_) => {
                refused += 1;
                assert!(!small.wins(first, winner, &strategy), "{place}: a strategy that wins is refused");
            }
        }
    }
    counted(refused, "planted moves refused");
    counted(taken, "claims of the loser refused");
    counted(accepted, "planted moves out of reach");
}

#[test]
fn a_search_ends_when_it_is_told_to() {
    let small = Small { owners: vec![Player::Prover; 2], priorities: vec![1, 0], moves: vec![vec![0, 1], vec![0, 1]] };
    let stop = Stop::new();
    stop.fire(StopReason::Interrupted);
    assert!(solve(&small.game(), &stop).is_err());
}
