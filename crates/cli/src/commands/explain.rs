//! `partita explain`

use partita::report::{CodePageView, CodesView};
use partita::{Code, code, suggest};

use crate::args::Common;
use crate::exit::Exit;
use crate::output;

include!(concat!(env!("OUT_DIR"), "/error_pages.rs"));

/// The page of a code, as written under `docs/errors`.
pub(crate) fn error_page(code: Code) -> Option<&'static str> {
    let name = code.to_string();
    PAGES.iter().find(|(page, _)| *page == name).map(|(_, text)| *text)
}

pub(super) fn run_explain(wanted: Option<&str>, common: &Common) -> Exit {
    let Some(wanted) = wanted else {
        output::print_view(&CodesView, common);
        return Exit::Fine;
    };
    let Some(code) = Code::parse(wanted.trim_matches(['[', ']'])) else {
        let known: Vec<String> = code::ALL.iter().map(|(code, _)| code.to_string()).collect();
        let close = suggest::close_names(&wanted.to_uppercase(), known.iter().map(String::as_str));
        output::print_error(&format!("unknown code `{wanted}`; similar codes: {}", close.join(", ")));
        return Exit::Usage;
    };
    output::print_view(&CodePageView { code, page: error_page(code).unwrap_or_default() }, common);
    Exit::Fine
}
