//! The HTML file around the data and the scripts.

use serde::Serialize;

use super::live::LiveView;
use super::model::ExplorerView;
use super::policy_hash::{base64, policy_hash};
use crate::page::escape_html;
use crate::page::{OtherFile, PartView, ReportView};
use crate::visible::{visible, visible_line};

/// The scripts, in the order in which they are defined.
const SCRIPTS: [&str; 21] = [
    include_str!("dom.js"),
    include_str!("model.js"),
    include_str!("memory.js"),
    include_str!("notation.js"),
    include_str!("why.js"),
    include_str!("op_text.js"),
    include_str!("listing.js"),
    include_str!("mesh_picture.js"),
    include_str!("overview_panel.js"),
    include_str!("edit_form.js"),
    include_str!("tensor_panel.js"),
    include_str!("why_panel.js"),
    include_str!("steps_panel.js"),
    include_str!("comms_panel.js"),
    include_str!("memory_panel.js"),
    include_str!("findings_panel.js"),
    include_str!("diff_panel.js"),
    include_str!("slots_panel.js"),
    include_str!("plan_panel.js"),
    include_str!("live.js"),
    include_str!("app.js"),
];

const STYLE: &str = include_str!("explorer.css");

/// How much work compression may take, from 0 to 10.
const COMPRESSION: u8 = 8;

#[derive(Serialize)]
struct PageData<'a> {
    title: String,
    file: String,
    options: Vec<String>,
    parts: Vec<PartData<'a>>,
    /// The second file of a comparison.
    other: Option<OtherFile>,
    /// The state of a page that can be edited.
    #[serde(skip_serializing_if = "Option::is_none")]
    live: Option<&'a LiveView>,
}

#[derive(Serialize)]
struct PartData<'a> {
    name: String,
    errors: usize,
    warnings: usize,
    findings_left_out: usize,
    findings: Vec<FindingData<'a>>,
    lines_left_out: usize,
    explorer: &'a ExplorerView,
}

#[derive(Serialize)]
struct FindingData<'a> {
    severity: &'a str,
    code: &'a str,
    message: String,
    line: usize,
    /// The location in a model.
    #[serde(skip_serializing_if = "Option::is_none")]
    location: Option<String>,
    text: String,
}

impl ReportView {
    /// Renders the page: one file that loads nothing and runs only its own script.
    pub fn html(&self) -> String {
        self.page(None)
    }

    /// Renders the page as a server shows it. It may also talk to that server, and to nothing else.
    pub fn live_html(&self, live: &LiveView) -> String {
        self.page(Some(live))
    }

    /// The data of the page of a server, as JSON.
    pub fn live_json(&self, live: &LiveView) -> String {
        serde_json::to_string(&self.data(Some(live))).expect("views are plain data")
    }

    fn page(&self, live: Option<&LiveView>) -> String {
        let connections = if live.is_some() { "connect-src 'self'; " } else { "" };
        let script = format!("\"use strict\";\n(() => {{\n{}}})();\n", SCRIPTS.concat());
        let title = escape_html(&self.title);
        format!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src {}; style-src {}; \
             {connections}base-uri 'none'; form-action 'none'\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
             <style>{STYLE}</style>\n</head>\n<body>\n\
             <noscript><h1>{title}</h1>\n\
             <p>This page needs JavaScript. It loads nothing and sends nothing.</p></noscript>\n\
             <script type=\"application/json\" id=\"data\">\"{}\"</script>\n\
             <script>{script}</script>\n</body>\n</html>\n",
            policy_hash(&script),
            policy_hash(STYLE),
            self.packed(live),
        )
    }

    /// The data of the page as JSON, deflated and in base64.
    fn packed(&self, live: Option<&LiveView>) -> String {
        let json = serde_json::to_vec(&self.data(live)).expect("views are plain data");
        base64(&miniz_oxide::deflate::compress_to_vec(&json, COMPRESSION))
    }

    fn data<'a>(&'a self, live: Option<&'a LiveView>) -> PageData<'a> {
        PageData {
            title: visible_line(&self.title).into_owned(),
            file: visible_line(&self.file).into_owned(),
            options: self.options.iter().map(|option| visible_line(option).into_owned()).collect(),
            parts: self.parts.iter().map(PartData::new).collect(),
            other: self
                .other
                .as_ref()
                .map(|other| OtherFile { file: visible_line(&other.file).into_owned(), part: other.part }),
            live,
        }
    }
}

impl<'a> PartData<'a> {
    fn new(part: &'a PartView) -> Self {
        let finding = |shown: &'a crate::ShownFinding| FindingData {
            severity: shown.finding.severity,
            code: &shown.finding.code,
            message: visible_line(&shown.finding.message).into_owned(),
            line: shown.finding.place.line,
            location: shown.location.as_deref().map(|location| visible_line(location).into_owned()),
            text: visible(&shown.text).into_owned(),
        };
        let name = part.module.as_ref().and_then(|module| module.name.as_deref()).unwrap_or_default();
        Self {
            name: visible_line(name).into_owned(),
            errors: part.errors,
            warnings: part.warnings,
            findings_left_out: part.findings_left_out,
            findings: part.findings.iter().map(finding).collect(),
            lines_left_out: part.program.left_out,
            explorer: &part.explorer,
        }
    }
}
