//! Classes compared with those of an earlier run: new, fixed, unchanged.
//!
//! The earlier run is its JSON report. Properties are matched by name and classes by id, which depends on level and key
//! alone. A comparison says only what both runs know: of a run that was stopped it is not known which classes it lacks, and
//! classes of different levels have nothing to do with each other. A property that holds has no classes.

use crate::document::{self, Changes, Completeness, Gone, Property, SCHEMA, Since, Verdict};
use serde::Deserialize;
use serde_json::error::Category;
use std::collections::BTreeSet;

/// Data of an earlier run.
#[derive(Clone, Debug)]
pub struct Earlier {
    path: String,
    properties: Vec<EarlierProperty>,
}

#[derive(Deserialize)]
struct Head {
    schema: Option<String>,
}

#[derive(Deserialize)]
struct Body {
    properties: Vec<EarlierProperty>,
}

#[derive(Clone, Debug, Deserialize)]
struct EarlierProperty {
    name: String,
    verdict: String,
    #[serde(default)]
    enumeration: Option<Enumeration>,
    #[serde(default)]
    classes: Vec<EarlierClass>,
}

#[derive(Clone, Debug, Deserialize)]
struct Enumeration {
    level: String,
    complete: bool,
    #[serde(default)]
    undivided: Option<serde::de::IgnoredAny>,
}

#[derive(Clone, Debug, Deserialize)]
struct EarlierClass {
    id: String,
    key: String,
}

/// Extent of a list of classes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extent {
    /// The list lacks no class.
    Whole,
    /// All failing runs are one class.
    Undivided,
    /// There may be some.
    Stopped,
}

/// The classes of one run: id and key each, their level if there is one, and whether there are others.
struct Classes<'a> {
    level: Option<&'a str>,
    extent: Extent,
    list: Vec<(&'a str, &'a str)>,
}

impl Earlier {
    /// Reads a report; if the text is not one, the error in words.
    pub fn read(path: impl Into<String>, text: &str) -> Result<Earlier, String> {
        let head: Head = serde_json::from_str(text).map_err(|e| words(&e))?;
        match head.schema.as_deref() {
            Some(SCHEMA) => {}
            Some(_) => return Err(format!("its schema is not `{SCHEMA}`")),
            None => return Err("it has no field `schema`".to_owned()),
        }
        let body: Body = serde_json::from_str(text).map_err(|e| words(&e))?;
        Ok(Earlier { path: path.into(), properties: body.properties })
    }

    /// Changes of a property.
    pub fn compare(&self, now: &Property) -> Since {
        let path = self.path.clone();
        match self.classes(&now.name).and_then(|earlier| Ok((earlier, classes(now)?))) {
            Ok((earlier, now)) if earlier.level.zip(now.level).is_some_and(|(a, b)| a != b) => {
                let levels = [earlier.level, now.level].map(Option::unwrap_or_default);
                let caveat =
                    format!("its classes are of level {}, those of this run of level {}", levels[0], levels[1]);
                incomparable(path, caveat)
            }
            Ok((earlier, now)) => {
                let caveat = caveat(&earlier, &now);
                Since { path, compared: true, caveat, changes: changes(&earlier, &now) }
            }
            Err(why) => incomparable(path, why.to_owned()),
        }
    }

    fn classes(&self, name: &str) -> Result<Classes<'_>, &'static str> {
        let property = self.properties.iter().find(|p| p.name == name).ok_or("it has no property of this name")?;
        let list = property.classes.iter().map(|c| (c.id.as_str(), c.key.as_str())).collect();
        match (&property.enumeration, property.verdict.as_str()) {
            (Some(e), _) => Ok(Classes { level: Some(&e.level), extent: e.extent(), list }),
            (None, "holds" | "vacuous") => Ok(Classes::none()),
            (None, "violated") => Err("it lists no classes of this property"),
            (None, _) => Err("it did not decide this property"),
        }
    }
}

impl Enumeration {
    fn extent(&self) -> Extent {
        match (self.complete, &self.undivided) {
            (true, _) => Extent::Whole,
            (false, Some(_)) => Extent::Undivided,
            (false, None) => Extent::Stopped,
        }
    }
}

impl Classes<'_> {
    /// Classes of a property that holds.
    fn none() -> Self {
        Classes { level: None, extent: Extent::Whole, list: Vec::new() }
    }
}

/// Result where classes cannot be compared.
fn incomparable(path: String, caveat: String) -> Since {
    Since { path, compared: false, caveat: Some(caveat), changes: Changes::default() }
}

fn extent(list: &document::Enumeration) -> Extent {
    match (&list.completeness, &list.undivided) {
        (Completeness::Complete(_), _) => Extent::Whole,
        (_, Some(_)) | (Completeness::Undivided, None) => Extent::Undivided,
        (Completeness::Stopped { .. }, None) => Extent::Stopped,
    }
}

fn classes(property: &Property) -> Result<Classes<'_>, &'static str> {
    let made = property.inquiry().and_then(|inquiry| Some((inquiry, inquiry.enumeration.as_ref()?)));
    match (made, &property.verdict) {
        (_, Verdict::Holds(_) | Verdict::Vacuous(_)) => Ok(Classes::none()),
        (Some((inquiry, list)), _) => Ok(Classes {
            level: Some(&list.level),
            extent: extent(list),
            list: inquiry.classes.iter().map(|c| (c.id.as_str(), c.key.as_str())).collect(),
        }),
        (None, Verdict::Violated(_)) => Err("this run lists no classes of this property"),
        (None, Verdict::Undetermined(_)) => Err("this run did not decide this property"),
    }
}

fn changes(earlier: &Classes<'_>, now: &Classes<'_>) -> Changes {
    let ids = |classes: &Classes<'_>| classes.list.iter().map(|(id, _)| (*id).to_owned()).collect::<BTreeSet<_>>();
    let (before, after) = (ids(earlier), ids(now));
    let mut changes = Changes::default();
    for (id, _) in &now.list {
        let list = if before.contains(*id) { &mut changes.unchanged } else { &mut changes.new };
        list.push((*id).to_owned());
    }
    let gone = earlier.list.iter().filter(|(id, _)| !after.contains(*id));
    changes.fixed = gone.map(|(id, key)| Gone { id: (*id).to_owned(), key: (*key).to_owned() }).collect();
    changes
}

/// Caveat about a run that was stopped, and about one that does not distinguish failures.
fn caveat(earlier: &Classes<'_>, now: &Classes<'_>) -> Option<String> {
    let mut caveats = Vec::new();
    if [earlier, now].iter().any(|c| c.extent == Extent::Undivided) {
        caveats.push("failing runs are not told apart, so that some may be new or fixed without a word");
    }
    if earlier.extent == Extent::Stopped {
        caveats.push("the earlier run was stopped, so that what is new may have been there before");
    }
    if now.extent == Extent::Stopped {
        caveats.push("this run was stopped, so that what is fixed may still be there");
    }
    (!caveats.is_empty()).then(|| caveats.join("; "))
}

/// The place of an error. The words of the reader would quote the file, at whatever length.
fn words(error: &serde_json::Error) -> String {
    let what = match error.classify() {
        Category::Data => "something else is expected",
        Category::Eof => "it ends too early",
        Category::Syntax | Category::Io => "it is not JSON",
    };
    format!("{what} at line {}, column {}", error.line(), error.column())
}
