//! The list of error codes, and the page of one code.

use partita_base::{Code, code};
use serde::Serialize;

use crate::view::{View, json_by_name};

/// An entry of the list.
#[derive(Clone, Debug, Serialize)]
struct CodeView {
    code: String,
    title: &'static str,
}

/// All codes with their titles.
#[derive(Clone, Copy, Debug)]
pub struct CodesView;

impl View for CodesView {
    fn text(&self) -> String {
        code::ALL.iter().map(|(code, title)| format!("{code}  {title}\n")).collect()
    }

    fn json(&self) -> String {
        let view = |(code, title): &(Code, &'static str)| CodeView { code: code.to_string(), title };
        json_by_name(&code::ALL.iter().map(view).collect::<Vec<_>>())
    }
}

/// The page of one code.
#[derive(Clone, Copy, Debug)]
pub struct CodePageView {
    /// The code that the page explains.
    pub code: Code,
    /// The Markdown text under `docs/errors`.
    pub page: &'static str,
}

impl View for CodePageView {
    fn text(&self) -> String {
        self.page.to_string()
    }

    fn json(&self) -> String {
        #[derive(Serialize)]
        struct Page {
            code: String,
            title: &'static str,
            page: &'static str,
        }
        let Self { code, page } = *self;
        json_by_name(&Page { code: code.to_string(), title: code.title(), page })
    }
}
