//! Prints the fixes of a model.
use std::sync::Arc;
use wherefore_check::{Observer, Options, Session, Silent, Verdict};
use wherefore_fix::{Limits, Reader, fixes};
use wherefore_lang::Language;
use wherefore_lang::include::NotIncluded;
use wherefore_stop::Stop;

#[test]
fn trying() {
    let Ok(path) = std::env::var("MODEL") else { return };
    let text = std::fs::read_to_string(&path).unwrap();
    let language = Language::of_name(std::path::Path::new(&path)).unwrap();
    let mut include = |_: &str| Err(NotIncluded::Missing);
    let begin = std::time::Instant::now();
    let edits = wherefore_mutate::mutants(language, (&path, &text), None, &mut include).unwrap().unwrap().mutants;
    eprintln!("{} edits in {:?}", edits.len(), begin.elapsed());
    let mut include = |_: &str| Err(NotIncluded::Missing);
    let mut reader = Reader { language, name: &path, text: &text, main: None, include: &mut include };
    let system = reader.read(&text).unwrap();
    let (stop, observer): (_, Arc<dyn Observer>) = (Stop::new(), Arc::new(Silent));
    let options = Options::default();
    let session = Session::new(&system, options.clone());
    let findings: Vec<_> = system.properties.iter().map(|p| session.check(p, &stop, &observer)).collect();
    for f in &findings {
        let v = match &f.verdict { Verdict::Violated(r) => format!("violated, {} steps", r.trace.len()), Verdict::Holds{..} => "holds".into(), _ => "other".into() };
        eprintln!("{}: {v}", f.property);
    }
    let begin = std::time::Instant::now();
    let each = |stop: &Stop| stop.child();
    let limits = Limits { stop: &stop, observer: &observer, each: &each, max_edits: 5 };
    let found = fixes(&mut reader, &system, &findings, edits, &options, &limits);
    eprintln!("{:?} in {:?}, stopped {:?}", found.tried, begin.elapsed(), found.stopped);
    for fix in &found.list {
        let words: Vec<String> = fix.edits.iter().map(|e| format!("{} {} [{}]", e.operator.word(), e.what, e.span.start)).collect();
        let c = match &fix.conservation { wherefore_fix::Conservation::Proved(_) => "conserves".to_owned(), wherefore_fix::Conservation::Changes(t) => format!("changes ({})", t.len()), wherefore_fix::Conservation::Unknown(e) => format!("? {e}") };
        eprintln!("- {} | {c} | left {}", words.join(" + "), fix.left);
    }
}
