//! Random systems and traces through every format and back.

use crate::random::Random;
use num_traits::ToPrimitive;
use wherefore_ir::{Define, Element, ElementKind, FloatFormat, Op, Role, Sort, System, Value, VarId};
use wherefore_trace::format::{
    BoundTrace, FormatError, Heading, RawTrace, TraceFormat, TraceShape, read_any, read_btor2, read_itf, read_kind2,
    read_text, read_vcd, read_xml, write_btor2, write_itf, write_kind2, write_text, write_vcd, write_xml,
};
use wherefore_trace::{Step, Trace, read};

const ODD: &[&str] = &[
    "x",
    "a.b[3]",
    "x-y#2$",
    "odd name",
    "a = b",
    "-> State: 1.1 <-",
    "-- Loop starts here",
    "",
    " ",
    "\"",
    "\\",
    "\"q\"",
    "<&'>",
    "tab\t",
    "line\nbreak",
    "\u{7}",
    "\u{85}",
    "\u{2028}",
    "\u{feff}",
    "\u{ffff}",
    "çé",
    "#meta",
    "loop",
    "***",
    "Trace Description:",
    "TRUE",
    "0ud8_5",
    "x.",
    ".",
    "a..b",
    "]]>",
    "&amp;",
    "=",
    "x=y",
    "nuXmv > ",
    "#",
    "x#0",
    "x@1",
    ";c",
    "$end",
    "?",
    "trace",
    "trace.loop",
    "\\u{20}",
    "a[7:0]",
];

fn name(random: &mut Random) -> String {
    let base = random.pick(ODD);
    if random.one_in(2) { base.to_owned() } else { format!("{base}{}", random.below(100)) }
}

pub fn system(random: &mut Random) -> System {
    let mut system = System::new(name(random));
    for _ in 0..random.below(4) {
        let element = Element { kind: ElementKind::Branch, name: name(random), span: None, parent: None };
        system.elements.add(element);
    }
    for _ in 0..random.below(8) + 1 {
        let sort = sort(random, &mut system);
        let role = random.pick(&[Role::State, Role::State, Role::Input, Role::Frozen]);
        if let Some(var) = system.add_var(name(random), sort, role, None)
            && random.one_in(2)
        {
            system.terms.read_as_signed(var);
        }
    }
    defines(random, &mut system);
    system
}

fn sort(random: &mut Random, system: &mut System) -> Sort {
    let mut values: Vec<String> = (0..random.below(4) + 1).map(|_| name(random)).collect();
    values.sort_unstable();
    values.dedup();
    let colours = system.terms.intern_enum(values);
    let width = random.pick(&[1, 2, 8, 33, 64, 65, 200]);
    random.pick(&[
        Sort::Bool,
        Sort::Enum(colours),
        Sort::Range { lo: -3, hi: 12 },
        Sort::Int,
        Sort::Real,
        Sort::BitVec(width),
        Sort::Float(FloatFormat::Single),
        Sort::Float(FloatFormat::Double),
    ])
}

/// Definitions that copy a variable, compare two, or look at the next state.
fn defines(random: &mut Random, system: &mut System) {
    for _ in 0..random.below(4) {
        let vars: Vec<(VarId, Role)> = system.vars().collect();
        let (var, role) = random.pick(&vars);
        let now = system.terms.now(var);
        let next = system.terms.next(var);
        let term = match random.below(3) {
            0 => now,
            1 if role != Role::Input => system.terms.mk(Op::Eq, &[now, next]).unwrap(),
            _ => system.terms.mk(Op::Eq, &[now, now]).unwrap(),
        };
        let declared = random.one_in(2).then(|| system.terms.sort(term));
        let name = name(random);
        if system.terms.find_var(&name).is_none() && system.defines.iter().all(|d| d.name != name) {
            system.defines.push(Define { name, term, declared, element: None });
        }
    }
}

/// A trace with a value everywhere, except perhaps for the inputs of the last tick. Values often stay as they are.
pub fn trace(random: &mut Random, system: &System) -> Trace {
    let count = random.below(5) + 1;
    let mut steps: Vec<Step> = Vec::new();
    for _ in 0..count {
        let mut step = steps.last().cloned().unwrap_or_else(|| Step::empty(system));
        for (var, _) in system.vars() {
            if step.get(var).is_none() || random.one_in(2) {
                step.set(var, random.value(&system.terms, system.terms.var(var).sort));
            }
        }
        let elements = system.elements.len();
        step.element = (elements > 0).then(|| wherefore_ir::ElementId(random.below(elements) as u32));
        steps.push(step);
    }
    let loop_start = random.one_in(2).then(|| random.below(count));
    if loop_start.is_none() && random.one_in(2) {
        system.input_vars().for_each(|v| steps[count - 1].values[v.index()] = None);
    }
    Trace { steps, loop_start }
}

fn without_elements(trace: &Trace) -> Trace {
    let mut plain = trace.clone();
    plain.steps.iter_mut().for_each(|s| s.element = None);
    plain
}

fn check(system: &System, found: BoundTrace, expected: &Trace, text: &str) {
    assert_eq!(found.trace, *expected, "{text}\n{}", wherefore_ir::text::print(system));
    assert_eq!(found.remarks, [], "{text}");
}

/// Checks what the only trace of a text is, and that the text is known for what it is.
fn check_raw(
    system: &System,
    format: TraceFormat,
    found: Result<Vec<RawTrace>, FormatError>,
    expected: &Trace,
    text: &str,
) -> RawTrace {
    let read = found.unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert_eq!((read.len(), TraceFormat::of(text)), (1, format), "{text}");
    check(system, read[0].bind(system).unwrap_or_else(|e| panic!("{e}\n{text}")), expected, text);
    let whole = read_any(system, text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert_eq!(whole[0].trace.steps.len(), read[0].steps.len(), "{text}");
    read.into_iter().next().unwrap()
}

/// The trace as it is when reals have been doubles.
fn rounded(system: &System, trace: &Trace) -> Trace {
    let mut plain = trace.clone();
    for value in plain.steps.iter_mut().flat_map(|s| &mut s.values) {
        if let Some(Value::Real(r)) = value {
            let nearest = r.to_f64().filter(|d| d.is_finite());
            *value = nearest.map(|d| read(&system.terms, Sort::Real, &format!("{d:?}")).unwrap());
        }
    }
    plain
}

fn has_bits(system: &System) -> bool {
    system.vars().all(|(v, _)| !matches!(system.terms.var(v).sort, Sort::Int | Sort::Real))
}

/// The formats of circuits and synchronous programs.
fn check_streams(system: &System, trace: &Trace, heading: &Heading) {
    let plain = without_elements(trace);
    let text = write_kind2(system, trace, heading);
    let raw = check_raw(system, TraceFormat::Kind2, read_kind2(system, &text), &plain, &text);
    assert_eq!(raw.specification, heading.specification);
    let text = write_vcd(system, trace);
    assert_eq!(TraceFormat::of(&text), TraceFormat::Vcd, "{text}");
    let read = read_vcd(system, &text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    check(system, read, &rounded(system, &plain), &text);
    match write_btor2(system, trace, heading) {
        Ok(text) => {
            assert!(has_bits(system), "{text}");
            check_raw(system, TraceFormat::Btor2, read_btor2(system, &text), &plain, &text);
        }
        Err(error) => assert!(!has_bits(system) && error.message.ends_with("has no bits"), "{error}"),
    }
}

#[test]
fn every_format_gives_the_trace_back() {
    let mut random = Random::new(9);
    let mut with_bits = 0;
    for _ in 0..1_500 {
        let system = system(&mut random);
        let trace = trace(&mut random, &system);
        let plain = without_elements(&trace);
        let heading =
            Heading { specification: Some("G p".into()), description: "d".into(), number: random.below(9) + 1 };
        for shape in [TraceShape::Changes, TraceShape::Full] {
            let text = write_text(&system, &trace, &heading, shape);
            let raw = check_raw(&system, TraceFormat::Text, read_text(&text), &plain, &text);
            assert_eq!(raw.specification.as_deref(), Some("G p"));
        }
        let text = write_xml(&system, &trace, &heading);
        check_raw(&system, TraceFormat::Xml, read_xml(&text), &plain, &text);
        let text = write_itf(&system, &trace, &heading);
        assert_eq!(TraceFormat::of(&text), TraceFormat::Itf);
        check(&system, read_itf(&system, &text).unwrap_or_else(|e| panic!("{e}\n{text}")), &trace, &text);
        check_streams(&system, &trace, &heading);
        with_bits += usize::from(has_bits(&system));
    }
    assert!(with_bits > 300, "{with_bits}");
}

/// Traces in which anything may be missing, in the formats that can say so.
#[test]
fn missing_values_stay_missing() {
    let mut random = Random::new(13);
    for _ in 0..600 {
        let system = system(&mut random);
        let mut trace = trace(&mut random, &system);
        for step in &mut trace.steps {
            step.values.iter_mut().filter(|_| random.one_in(4)).for_each(|v| *v = None);
        }
        let text = write_itf(&system, &trace, &Heading::default());
        check(&system, read_itf(&system, &text).unwrap_or_else(|e| panic!("{e}\n{text}")), &trace, &text);
        check_streams(&system, &trace, &Heading { specification: Some(name(&mut random)), ..Heading::default() });
    }
}

/// Many traces in one print-out come back in order, each under its specification.
#[test]
fn several_traces_in_one_print_out() {
    let mut random = Random::new(10);
    let system = system(&mut random);
    let traces: Vec<Trace> = (0..20).map(|_| trace(&mut random, &system)).collect();
    let mut printed = String::from("*** This is a banner\n\n");
    for (index, trace) in traces.iter().enumerate() {
        let number = index + 1;
        let specification = Some(format!("F x = {number}"));
        let heading = Heading { specification, description: "d".into(), number };
        printed += &write_text(&system, trace, &heading, TraceShape::Changes);
        printed += "-- no counterexample found with bound 3\n-- specification G y  is true\nWARNING: a message\n";
    }
    let read = read_text(&printed).unwrap();
    assert_eq!(read.len(), traces.len());
    for (index, (raw, trace)) in read.iter().zip(&traces).enumerate() {
        assert_eq!(raw.specification, Some(format!("F x = {}", index + 1)));
        assert_eq!(raw.bind(&system).unwrap().trace, without_elements(trace));
    }
}
