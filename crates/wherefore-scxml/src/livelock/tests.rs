//! Small charts that never come to rest, and some that may.

use super::super::parse;
use super::livelocks;
use wherefore_diag::{FileId, SourceMap, Style, render};

fn said(states: &str) -> String {
    let text = format!(
        "<scxml xmlns=\"http://www.w3.org/2005/07/scxml\" datamodel=\"ecmascript\">\n\
         <datamodel><data id=\"x\" expr=\"0\"/></datamodel>\n{states}\n</scxml>\n"
    );
    let (chart, errors) = parse(FileId(0), &text);
    let errors: Vec<&str> = errors.iter().filter(|d| d.is_error()).map(|d| d.headline.as_str()).collect();
    assert_eq!(errors, Vec::<&str>::new());
    let sources = SourceMap::single("m.scxml", text.as_str());
    let said = chart.map(|chart| livelocks(&chart)).unwrap_or_default();
    said.iter().map(|d| render(d, &sources, Style::Plain)).collect()
}

#[test]
fn eventless_transitions_in_a_circle() {
    let found = said("<state id='a'><transition target='b'/></state>\n<state id='b'><transition target='a'/></state>");
    assert!(found.contains("the chart never comes to rest after its start"), "{found}");
}

#[test]
fn events_that_raise_one_another() {
    let found = said(
        "<state id='s'>\n<transition event='go'><raise event='a'/></transition>\n\
         <transition event='a'><raise event='b'/></transition>\n\
         <transition event='b'><raise event='a'/></transition>\n</state>",
    );
    let expected = include_str!("raise.txt");
    assert!(found.trim_end() == expected.trim_end(), "found:\n{found}\nexpected:\n{expected}");
}

#[test]
fn a_self_transition_that_raises_on_entry() {
    let found =
        said("<state id='s'>\n<onentry><raise event='a'/></onentry>\n<transition event='a' target='s'/>\n</state>");
    assert!(found.contains("this raises `a`"), "{found}");
}

#[test]
fn through_what_a_history_remembers() {
    let found = said(
        "<state id='p'><history id='h'><transition target='q'/></history>\n\
         <state id='q'><transition target='r'/></state><state id='r'><transition target='out'/></state></state>\n\
         <state id='out'><transition target='h'/></state>",
    );
    assert!(found.contains("the chart never comes to rest after its start"), "{found}");
}

#[test]
fn what_depends_on_data_may_end() {
    let may = "<state id='a'><transition cond='x &lt; 3' target='b'/></state>\n<state id='b'><transition target='a'/></state>";
    assert_eq!(said(may), "");
    let may = "<state id='s'><transition event='a'><if cond='x == 1'><raise event='b'/></if></transition>\n\
               <transition event='b'><raise event='a'/></transition><transition event='go'><raise event='b'/></transition></state>";
    assert_eq!(said(may), "");
}

#[test]
fn active_states_are_known() {
    let states = |cond: &str| {
        format!(
            "<parallel id='p'><state id='l'><state id='a'><transition cond=\"{cond}\" target='b'/></state>\n\
             <state id='b'><transition target='a'/></state></state><state id='r'/></parallel>"
        )
    };
    assert!(said(&states("In('r')")).contains("never comes to rest"));
    assert_eq!(said(&states("!In('r')")), "");
}

#[test]
fn what_ends_is_not_reported() {
    assert_eq!(
        said("<state id='a'><transition target='b'/></state><state id='b'><transition event='e' target='a'/></state>"),
        ""
    );
    assert_eq!(said("<state id='a'><transition event='go'><send event='go'/></transition></state>"), "");
}

#[test]
fn large_charts_are_given_up_in_time() {
    let region = |i: usize| {
        format!(
            "<state id='r{i}'><state id='a{i}'><transition event='e{i}' target='b{i}'/></state><state id='b{i}'/></state>"
        )
    };
    let regions: String = (0..2_000).map(region).collect();
    assert_eq!(said(&format!("<parallel id='p'>{regions}</parallel>")), "");
    let step = |i: usize| {
        format!("<state id='s{i}'><transition event='e{}' target='s{}'/></state>", i % 50, (i * 7 + 1) % 3_000)
    };
    let steps: String = (0..3_000).map(step).collect();
    assert_eq!(said(&steps), "");
    let growing = "<state id='s'><transition event='a'><raise event='a'/><raise event='a'/></transition>\n\
                   <transition event='go'><raise event='a'/></transition></state>";
    assert_eq!(said(growing), "");
}
