//! The string table of a page.

use rustc_hash::FxHashMap;
use serde::{Serialize, Serializer};

use crate::visible::visible_line;

/// Distinct strings, each stored once. Unprintable characters are escaped when a string is added.
#[derive(Clone, Debug, Default)]
pub(super) struct Strings {
    list: Vec<String>,
    known: FxHashMap<String, u32>,
}

impl Strings {
    /// The index of a string.
    pub(super) fn add(&mut self, text: &str) -> u32 {
        if let Some(&index) = self.known.get(text) {
            return index;
        }
        let index = self.list.len() as u32;
        self.list.push(visible_line(text).into_owned());
        self.known.insert(text.to_string(), index);
        index
    }
}

impl Serialize for Strings {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.list.serialize(serializer)
    }
}
