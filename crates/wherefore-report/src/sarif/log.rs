//! The types of a SARIF 2.1.0 log, as far as they are written here.
//!
//! Names and meanings are those of the standard (OASIS, Static Analysis Results Interchange Format 2.1.0, section 3). They exist
//! for nothing but to be written; what stands in them is made from the view. What has no value is left out, as the standard
//! wants it.

use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// The version of the standard.
pub const VERSION: &str = "2.1.0";
/// Where its schema can be found.
pub const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json";
/// The name for the folder that relative paths start from.
pub const ROOT: &str = "%SRCROOT%";

/// The whole document.
#[derive(Serialize)]
pub struct Log {
    /// See [`SCHEMA`].
    #[serde(rename = "$schema")]
    pub schema: &'static str,
    /// See [`VERSION`].
    pub version: &'static str,
    /// One, because the program ran once.
    pub runs: Vec<Run>,
}

/// One run of the program.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Run {
    /// This program.
    pub tool: Tool,
    /// Which question the run answers: a later answer to the same one takes the place of this.
    pub automation_details: AutomationDetails,
    /// How it ended.
    pub invocations: Vec<Invocation>,
    /// Bases of relative paths.
    pub original_uri_base_ids: BTreeMap<&'static str, BaseFolder>,
    /// Unit of columns.
    pub column_kind: &'static str,
    /// Results.
    pub results: Vec<Finding>,
    /// Extensions of the standard.
    pub properties: Value,
}

/// This program.
#[derive(Serialize)]
pub struct Tool {
    /// The driver, without extensions.
    pub driver: Driver,
}

/// The program itself.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Driver {
    /// Its name.
    pub name: &'static str,
    /// Its version.
    pub version: &'static str,
    /// Version that can be compared.
    pub semantic_version: &'static str,
    /// Rules that results are about.
    pub rules: Vec<Rule>,
    /// Rules that notifications are about.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notifications: Vec<Rule>,
}

/// Subject of a result or a notification: a `reportingDescriptor`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Rule {
    /// Id, stable over runs.
    pub id: String,
    /// One line.
    pub short_description: Text,
    /// A paragraph.
    pub full_description: Text,
    /// Advice on what to do.
    pub help: Text,
    /// How bad it is unless a result says otherwise.
    pub default_configuration: Configuration,
}

/// How bad a rule is.
#[derive(Serialize)]
pub struct Configuration {
    /// `error`, `warning` or `note`.
    pub level: &'static str,
}

/// A text: a `message` or a `multiformatMessageString`.
#[derive(Clone, Serialize)]
pub struct Text {
    /// In words.
    pub text: String,
}

/// Which question a run answers.
#[derive(Serialize)]
pub struct AutomationDetails {
    /// With a slash at its end: what stands before it names the question, and nothing after it this run.
    pub id: String,
}

/// How the program ended.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Invocation {
    /// Whether there is an answer to everything that was asked.
    pub execution_successful: bool,
    /// The exit code.
    pub exit_code: u8,
    /// The exit code in words.
    pub exit_code_description: &'static str,
    /// Notes for a reader of the results.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tool_execution_notifications: Vec<Notification>,
}

/// Something about the run, not about the model.
#[derive(Serialize)]
pub struct Notification {
    /// Which of the notifications of the driver it is.
    pub descriptor: Reference,
    /// How bad it is.
    pub level: &'static str,
    /// In words.
    pub message: Text,
}

/// A notification by its id and place in the list.
#[derive(Serialize)]
pub struct Reference {
    /// The id.
    pub id: String,
    /// The place.
    pub index: usize,
}

/// A folder whose path is left out.
#[derive(Serialize)]
pub struct BaseFolder {
    /// Which one it is.
    pub description: Text,
}

/// A `result`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Finding {
    /// Rule that it is about.
    pub rule_id: String,
    /// The place of that in the list of rules.
    pub rule_index: usize,
    /// `fail`, or `open` if there is no answer.
    pub kind: &'static str,
    /// How bad it is; `none` unless it is a failure.
    pub level: &'static str,
    /// In words.
    pub message: Text,
    /// Where to look first: never empty, because code scanning refuses a whole log for a result without a place.
    pub locations: Vec<Location>,
    /// Where to look then.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub related_locations: Vec<Location>,
    /// How it comes to this.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub code_flows: Vec<CodeFlow>,
    /// Edits that mend it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fixes: Vec<Fix>,
    /// Fingerprints, stable for the same failure, whatever else changes.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub partial_fingerprints: BTreeMap<&'static str, String>,
    /// Extensions of the standard.
    #[serde(skip_serializing_if = "Value::is_null")]
    pub properties: Value,
}

/// Edits of files that belong together.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Fix {
    /// What they do.
    pub description: Text,
    /// The files that they change.
    pub artifact_changes: Vec<ArtifactChange>,
}

/// Edits of one file.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ArtifactChange {
    /// The file.
    pub artifact_location: ArtifactLocation,
    /// The edits.
    pub replacements: Vec<Replacement>,
}

/// One text in the place of another.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Replacement {
    /// The text that goes away; empty where something is put in.
    pub deleted_region: Region,
    /// The text that comes.
    pub inserted_content: ArtifactContent,
}

/// A piece of text.
#[derive(Serialize)]
pub struct ArtifactContent {
    /// The text.
    pub text: String,
}

/// A place and what is to be seen there.
#[derive(Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Location {
    /// Links in messages name it by this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<usize>,
    /// The file and the part of it.
    pub physical_location: PhysicalLocation,
    /// Names in the model.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub logical_locations: Vec<LogicalLocation>,
    /// Text of the location.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<Text>,
}

/// A part of a file.
#[derive(Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PhysicalLocation {
    /// The file.
    pub artifact_location: ArtifactLocation,
    /// The part.
    pub region: Region,
}

/// A file.
#[derive(Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ArtifactLocation {
    /// Its address, with everything escaped that an address does not allow.
    pub uri: String,
    /// Base of a relative address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uri_base_id: Option<&'static str>,
}

/// A part of a text. Lines and columns count from 1; the end is just behind the last character.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Region {
    /// The first line.
    pub start_line: u32,
    /// The first column.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start_column: Option<u32>,
    /// The last line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end_line: Option<u32>,
    /// The column behind the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end_column: Option<u32>,
}

/// Something by its name.
#[derive(Clone, Serialize)]
pub struct LogicalLocation {
    /// The name.
    pub name: String,
}

/// A run of the model, or of two models with the same inputs.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CodeFlow {
    /// Text of the flow.
    pub message: Text,
    /// One for each model.
    pub thread_flows: Vec<ThreadFlow>,
}

/// A run of one model.
#[derive(Serialize)]
pub struct ThreadFlow {
    /// How long it is, and what is left out.
    pub message: Text,
    /// Its steps.
    pub locations: Vec<Step>,
}

/// A step: a `threadFlowLocation`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Step {
    /// Place of the transition into it.
    pub location: Location,
    /// The values that changed.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub state: BTreeMap<String, Text>,
    /// 1 in a loop.
    pub nesting_level: u8,
    /// Its number, from 1.
    pub execution_order: usize,
    /// `essential` if the failure hangs on it, else `important`, or `unimportant` in the middle of a reaction.
    pub importance: &'static str,
}

impl Text {
    /// A text of these words, in which every brace means itself.
    ///
    /// `{0}` stands for an argument (§3.11.5 of the standard), and a brace that means itself is to be written twice. But what
    /// people read logs with does not keep to that: the viewer of Visual Studio Code shows a text without arguments as it is,
    /// and code scanning of GitHub knows of no arguments at all. There a set `{0}` would become `{{0}}`. With blanks it is no
    /// placeholder, no pair is one brace written twice, and all show the same: `{ 0 }`.
    pub fn new(text: impl Into<String>) -> Text {
        Text { text: apart(&text.into()) }
    }
}

/// With blanks around a number that stands alone in braces, and between two braces of the same kind.
fn apart(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['{', '}']) {
        let (before, brace) = (&rest[..at], &rest[at..=at]);
        out.push_str(before);
        out.push_str(if out.ends_with(brace) { " " } else { "" });
        out.push_str(brace);
        rest = &rest[at + 1..];
        let behind = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        let number = &rest[..rest.len() - behind.len()];
        if brace == "{" && !number.is_empty() && behind.starts_with('}') {
            out.push_str(&format!(" {number} "));
            rest = behind;
        }
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_brace_is_read_as_anything_else() {
        for (text, written) in [
            ("x in {0}", "x in { 0 }"),
            ("{0, 1} and {12}.", "{0, 1} and { 12 }."),
            ("{{1},{a}} \\u{0}", "{ { 1 },{a} } \\u{ 0 }"),
            ("{} {{{ 1}2} { 0 }", "{} { { { 1}2} { 0 }"),
        ] {
            assert_eq!((apart(text).as_str(), apart(written).as_str()), (written, written));
        }
    }
}
