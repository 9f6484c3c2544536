//! Documents that were answers, so that an agent can ask on: the latest, as many as there is room for.

use serde_json::Value;
use std::collections::VecDeque;
use std::sync::Arc;

/// The most documents.
const MOST: usize = 16;

/// The most bytes of all documents together.
const LARGEST: usize = 64 << 20;

/// The latest documents.
#[derive(Debug, Default)]
pub struct ResultStore {
    documents: VecDeque<(String, Arc<StoredDocument>)>,
    made: usize,
}

/// A document.
#[derive(Debug)]
pub struct StoredDocument {
    /// Its text, as JSON.
    pub text: String,
    /// The same, read.
    pub value: Value,
    /// The exit code of the command that wrote it.
    pub code: i32,
}

impl ResultStore {
    /// Keeps a document; its id.
    pub fn keep(&mut self, document: Arc<StoredDocument>) -> String {
        self.made += 1;
        let id = format!("r{}", self.made);
        self.documents.push_back((id.clone(), document));
        let size =
            |kept: &VecDeque<(String, Arc<StoredDocument>)>| kept.iter().map(|(_, d)| d.text.len()).sum::<usize>();
        while self.documents.len() > MOST || (size(&self.documents) > LARGEST && self.documents.len() > 1) {
            self.documents.pop_front();
        }
        id
    }

    /// The document with an id.
    pub fn get(&self, id: &str) -> Option<Arc<StoredDocument>> {
        self.documents.iter().find(|(kept, _)| kept == id).map(|(_, document)| document.clone())
    }

    /// The ids that can be asked for.
    pub fn ids(&self) -> Vec<&str> {
        self.documents.iter().map(|(id, _)| id.as_str()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_are_kept_and_ids_are_not_used_again() {
        let mut kept = ResultStore::default();
        for number in 1..=20 {
            let document = StoredDocument { text: String::new(), value: Value::Null, code: 0 };
            assert_eq!(kept.keep(Arc::new(document)), format!("r{number}"));
        }
        assert!(kept.get("r4").is_none() && kept.get("r5").is_some());
        assert_eq!((kept.ids().len(), kept.ids()[15]), (MOST, "r20"));
    }
}
