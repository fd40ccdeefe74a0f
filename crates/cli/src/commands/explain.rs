//! `partita explain`

use partita::{Code, code, suggest};

use crate::args::{Common, OutputFormat};
use crate::exit::Exit;
use crate::output;

include!(concat!(env!("OUT_DIR"), "/error_pages.rs"));

/// The page of a code, as written under `docs/errors`.
pub(crate) fn page(code: Code) -> Option<&'static str> {
    let name = code.to_string();
    PAGES.iter().find(|(page, _)| *page == name).map(|(_, text)| *text)
}

pub(super) fn run(wanted: Option<&str>, common: &Common) -> Exit {
    let Some(wanted) = wanted else {
        list(common);
        return Exit::Fine;
    };
    let Some(code) = Code::parse(wanted.trim_matches(['[', ']'])) else {
        let known: Vec<String> = code::ALL.iter().map(|(code, _)| code.to_string()).collect();
        let close = suggest::close_names(&wanted.to_uppercase(), known.iter().map(String::as_str));
        output::error(&format!("there is no code `{wanted}`; close ones are {}", close.join(", ")));
        return Exit::Usage;
    };
    let text = page(code).unwrap_or_default();
    match common.format {
        OutputFormat::Text => output::print(text),
        OutputFormat::Json => {
            let value = serde_json::json!({"code": code.to_string(), "title": code.title(), "page": text});
            output::print_json(&value);
        }
    }
    Exit::Fine
}

fn list(common: &Common) {
    match common.format {
        OutputFormat::Text => {
            let lines: Vec<String> =
                code::ALL.iter().map(|(code, title)| format!("{code}  {title}\n")).collect();
            output::print(&lines.concat());
        }
        OutputFormat::Json => {
            let list: Vec<_> = code::ALL
                .iter()
                .map(|(code, title)| serde_json::json!({"code": code.to_string(), "title": title}))
                .collect();
            output::print_json(&serde_json::Value::from(list));
        }
    }
}
