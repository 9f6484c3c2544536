//! The published examples, exactly: sizes of the counterexample LTS and neighbourhoods by kind.

#![expect(clippy::disallowed_methods, reason = "a test reads files")]

use std::fs::{self, File};
use std::path::PathBuf;
use wherefore_diag::FileId;
use wherefore_lang::mcl;
use wherefore_lts::automaton::Automaton;
use wherefore_lts::passes::Passes;
use wherefore_lts::product::Product;
use wherefore_lts::route::Route;
use wherefore_lts::tally::Tally;
use wherefore_lts::{Memory, load};
use wherefore_stop::Stop;
use wherefore_test::{case_study, corpus};

/// Model, property, states and transitions of the model and of the counterexample LTS, neighbourhoods cn, in, ci, cin.
const ROWS: [(&str, &str, [u64; 4], [u64; 4]); 7] = [
    ("corpora/clear/examples/safety/sanitary_agency/EX153.aut", "prop2.mcl", [91, 172, 55, 95], [5, 5, 2, 0]),
    (
        "corpora/clear/examples/safety/multiway_rendezvous_protocol/implem.aut",
        "prop.mcl",
        [1318, 3217, 539, 1186],
        [143, 8, 4, 4],
    ),
    (
        "corpora/clear/examples/safety/shifumi_3/game_3.aut",
        "prop_v3_game_3.mcl",
        [193, 690, 499, 1814],
        [30, 53, 10, 18],
    ),
    ("cases/lts/shifumi/shifumi_2.aut", "shifumi_2.mcl", [25, 57, 60, 130], [6, 4, 5, 0]),
    ("cases/lts/shifumi/shifumi_4.aut", "shifumi_4.mcl", [1362, 7206, 3577, 19233], [206, 418, 15, 188]),
    ("cases/lts/shifumi/shifumi_5.aut", "shifumi_5.mcl", [9693, 70596, 25593, 188466], [1622, 2999, 20, 1598]),
    ("cases/lts/shifumi/simple_protocol.aut", "simple_protocol.mcl", [3, 4, 6, 7], [2, 0, 1, 0]),
];

fn shared(path: &str) -> Option<PathBuf> {
    match path.split_once('/') {
        Some(("corpora", path)) => corpus(path),
        Some(("cases", path)) => case_study(path),
        _ => panic!("{path} is in no folder beside the checkout"),
    }
}

#[test]
fn the_table_is_reproduced() {
    for (model, property, sizes, neighbourhoods) in ROWS {
        let Some(model) = shared(model) else { continue };
        let graph = load(File::open(&model).unwrap(), &Stop::new()).unwrap();
        let text = fs::read_to_string(model.with_file_name(property)).unwrap();
        let formula = mcl::load(FileId(0), &text).formula.unwrap();
        let route = Memory::new(graph, Stop::new());
        let labels: Vec<&str> = Route::labels(&route).iter().collect();
        let product = Product::new(&route, Automaton::new(&formula, &labels).unwrap());
        let passes = Passes::run(&route, &product).unwrap();
        let tally = Tally::count(&route, &product, &passes).unwrap();
        let size = Route::size(&route);
        let found = [u64::from(size.states), size.transitions, tally.states, tally.transitions];
        assert_eq!((found, tally.neighbourhoods), (sizes, neighbourhoods), "{}", model.display());
    }
}
