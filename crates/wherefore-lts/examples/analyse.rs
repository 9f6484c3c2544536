//! Measures an analysis: reading, the passes, the count, each in seconds, on a number of threads.
//!
//! ```sh
//! cargo run --release -p wherefore-lts --example analyse -- big.aut '[true* . "a3" . true* . "a7"] false' --threads 2
//! ```

#![expect(clippy::disallowed_methods, reason = "a measurement reads files and the clock")]
#![expect(clippy::disallowed_macros, clippy::print_stdout, reason = "an example prints")]

use std::error::Error;
use std::fs::{File, read_to_string};
use std::time::Instant;
use wherefore_diag::FileId;
use wherefore_lang::mcl;
use wherefore_lts::automaton::Automaton;
use wherefore_lts::passes::Passes;
use wherefore_lts::product::Product;
use wherefore_lts::tally::Tally;
use wherefore_lts::{Memory, load};
use wherefore_stop::Stop;

fn main() -> Result<(), Box<dyn Error + Send + Sync>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [path, formula, rest @ ..] = words.as_slice() else { return Err("FILE.aut FORMULA [--threads N]".into()) };
    let threads = rest.get(1).map_or(Ok(0), |n| n.parse())?;
    rayon::ThreadPoolBuilder::new().num_threads(threads).build()?.install(|| analyse(path, formula))
}

fn analyse(path: &str, formula: &str) -> Result<(), Box<dyn Error + Send + Sync>> {
    let formula = mcl::load(FileId(0), formula).formula.ok_or("the formula is refused")?;
    let file = File::open(path)?;
    let start = Instant::now();
    let graph = load(file, &Stop::new()).map_err(|e| format!("{e:?}"))?;
    let read = lap("reading and building both directions", start, 0.0);
    let names: Vec<String> = graph.labels.iter().map(str::to_owned).collect();
    let labels: Vec<&str> = names.iter().map(String::as_str).collect();
    let product_of = |route: &Memory| Automaton::new(&formula, &labels).map(|a| Product::new(route, a));
    let route = Memory::new(graph, Stop::new());
    let product = product_of(&route).map_err(|e| e.to_string())?;
    let start = Instant::now();
    let passes = Passes::run(&route, &product).map_err(|e| e.to_string())?;
    lap("passes", start, read);
    let start = Instant::now();
    let tally = Tally::count(&route, &product, &passes).map_err(|e| e.to_string())?;
    lap("count and check", start, read);
    let [cn, r#in, ci, cin] = tally.neighbourhoods;
    println!("counterexample LTS {} / {}, neighbourhoods {cn}/{in}/{ci}/{cin}", tally.states, tally.transitions);
    println!("{}", peak());
    Ok(())
}

fn lap(what: &str, start: Instant, yardstick: f64) -> f64 {
    let seconds = start.elapsed().as_secs_f64();
    let share = if yardstick > 0.0 { format!(", {:.2} of reading", seconds / yardstick) } else { String::new() };
    println!("{what}: {seconds:.2} s{share}");
    seconds
}

fn peak() -> String {
    let status = read_to_string("/proc/self/status").unwrap_or_default();
    status.lines().find(|l| l.starts_with("VmHWM")).unwrap_or("peak memory unknown").to_owned()
}
