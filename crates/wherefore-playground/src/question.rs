//! What is asked: a model as text, its name, and how long the answer may take.

use serde_json::Value as Json;
use std::path::Path;
use wherefore::Language;

/// The longest time that may be asked for, in seconds.
const LONGEST: u64 = 3600;
/// The time where none is asked for, in seconds.
const USUAL: u64 = 20;

/// A model that is asked about.
#[derive(Debug)]
pub struct Question {
    /// The name of the file.
    pub name: String,
    /// The model.
    pub text: String,
    /// Its language.
    pub language: Language,
    /// A formula that is asked of a graph.
    pub formula: Option<String>,
    /// The texts that the model may include, by their names.
    pub beside: Vec<(String, String)>,
    /// Time for the answer.
    pub seconds: u64,
}

impl Question {
    /// Reads a question, or says what is wrong with it.
    pub fn read(question: &str) -> Result<Question, String> {
        let json: Json = serde_json::from_str(question).map_err(|e| e.to_string())?;
        let word = |key: &str| json.get(key).and_then(Json::as_str).map(str::to_owned);
        let name = word("name").ok_or("`name` is not a text")?;
        let text = word("text").ok_or("`text` is not a text")?;
        let language = language(Path::new(&name))
            .ok_or_else(|| format!("the name `{name}` does not tell the language: it should end like `.smv`"))?;
        let formula = word("formula").filter(|f| !f.trim().is_empty());
        let seconds = json.get("seconds").and_then(Json::as_u64).unwrap_or(USUAL).clamp(1, LONGEST);
        let beside = json.get("beside").and_then(Json::as_object).into_iter().flatten();
        let beside = beside.filter_map(|(name, text)| Some((name.clone(), text.as_str()?.to_owned()))).collect();
        Ok(Question { name, text, language, formula, beside, seconds })
    }
}

/// The language by the name alone. Machines of XState have no ending of their own.
fn language(name: &Path) -> Option<Language> {
    let ending = name.extension().and_then(|e| e.to_str()).map(str::to_lowercase);
    Language::of_name(name).or_else(|| (ending.as_deref() == Some("json")).then_some(Language::XState))
}
