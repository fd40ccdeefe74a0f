//! The state that all windows show: a text, its report, and the texts before it.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use partita::Source;
use partita::report::{ChangeView, LiveView, ReportView, refusal_of_findings};

use crate::edit::{Edit, Versioned};
use crate::host::{FileState, Host};
use crate::http::Response;
use crate::limits::MAX_UNDO;
use crate::published::Published;

/// The maximum number of bytes of the texts that are kept for undo.
const MAX_UNDO_BYTES: usize = 256 << 20;

/// The work that a request asks for.
#[derive(Debug)]
pub(crate) enum RequestedWork {
    Page,
    Data,
    Program,
    Edit(Edit),
    Undo(Versioned),
    Write(Versioned),
    Fixes(Versioned),
}

/// A text and what is known about it.
struct EditState {
    source: Source,
    report: ReportView,
}

/// The session of a server.
pub(crate) struct EditSession<'h> {
    host: &'h mut dyn Host,
    published: Arc<Published>,
    state: EditState,
    /// The text of the file when it was read last.
    on_disk: Source,
    earlier: VecDeque<Source>,
    version: u64,
    last: Option<ChangeView>,
    notice: Option<String>,
    page: Option<Arc<str>>,
    data: Option<Arc<str>>,
}

impl<'h> EditSession<'h> {
    pub(crate) fn new(host: &'h mut dyn Host, source: Source, published: Arc<Published>) -> Self {
        let report = host.report(&source);
        published.set(1);
        Self {
            host,
            published,
            state: EditState { source: source.clone(), report },
            on_disk: source,
            earlier: VecDeque::new(),
            version: 1,
            last: None,
            notice: None,
            page: None,
            data: None,
        }
    }

    /// Does the work of a request. A mistake of this program ends the request, not the server.
    pub(crate) fn answer(&mut self, work: &RequestedWork) -> Response {
        let answer = catch_unwind(AssertUnwindSafe(|| match work {
            RequestedWork::Page => Ok(Response::html(self.page())),
            RequestedWork::Data => Ok(Response::json(200, self.data())),
            RequestedWork::Program => Ok(self.program()),
            RequestedWork::Edit(edit) => self.edit(edit),
            RequestedWork::Undo(wanted) => self.undo(wanted),
            RequestedWork::Write(wanted) => self.write(wanted),
            RequestedWork::Fixes(wanted) => self.fixes(wanted),
        }));
        match answer {
            Ok(Ok(response) | Err(response)) => response,
            Err(_) => Response::failure(500, "an internal error; nothing was changed"),
        }
    }

    fn live(&self) -> LiveView {
        LiveView {
            version: self.version,
            undo: self.earlier.len(),
            is_edited: self.state.source.text() != self.on_disk.text(),
            output: self.host.output_name(),
            notice: self.notice.clone(),
            last: self.last.clone(),
        }
    }

    fn page(&mut self) -> Arc<str> {
        let page = self.page.take().unwrap_or_else(|| self.state.report.live_html(&self.live()).into());
        Arc::clone(self.page.insert(page))
    }

    fn data(&mut self) -> Arc<str> {
        let data = self.data.take().unwrap_or_else(|| self.state.report.live_json(&self.live()).into());
        Arc::clone(self.data.insert(data))
    }

    /// The program as a file to save.
    fn program(&self) -> Response {
        let name = self.state.source.name().rsplit(['/', '\\']).next().unwrap_or_default();
        let name = if name.is_empty() || name.starts_with('<') { "program.mlir" } else { name };
        Response::download(name, self.state.source.text())
    }

    fn check_version(&self, version: u64) -> Result<(), Response> {
        if version == self.version {
            return Ok(());
        }
        Err(Response::failure(409, "the program has changed since; this is its new state"))
    }

    fn edit(&mut self, edit: &Edit) -> Result<Response, Response> {
        self.check_version(edit.version)?;
        let target = edit.target(&self.state.report)?;
        let program = self.host.program(&self.state.source, edit.part);
        let program = program.ok_or_else(|| Response::failure(422, "the file has no such module"))?;
        let text = edit.apply(&program, target)?;
        let source = Source::new(self.state.source.name(), text);
        let source = source.map_err(|_| Response::failure(422, "the program would be too long"))?;
        let report = self.host.report(&source);
        if errors(&report) > errors(&self.state.report) {
            let findings: Vec<_> =
                report.parts.iter().flat_map(|part| part.findings.iter().cloned()).collect();
            return Err(Response::json(422, refusal_of_findings(&findings)));
        }
        let what = edit.describe(&self.state.source, target);
        self.change(&what, EditState { source, report }, true);
        Ok(Response::json(200, self.data()))
    }

    fn undo(&mut self, wanted: &Versioned) -> Result<Response, Response> {
        self.check_version(wanted.version)?;
        let none = || Response::failure(422, "there is nothing to undo");
        let source = self.earlier.back().cloned().ok_or_else(none)?;
        let report = self.host.report(&source);
        self.earlier.pop_back();
        self.change("undo", EditState { source, report }, false);
        Ok(Response::json(200, self.data()))
    }

    /// Adds the annotations that remove collectives to the state; the text remains.
    fn fixes(&mut self, wanted: &Versioned) -> Result<Response, Response> {
        self.check_version(wanted.version)?;
        self.state.report = self.host.report_with_fixes(&self.state.source);
        self.publish();
        Ok(Response::json(200, self.data()))
    }

    fn write(&mut self, wanted: &Versioned) -> Result<Response, Response> {
        self.check_version(wanted.version)?;
        if self.host.output_name().is_none() {
            return Err(Response::failure(422, "the server was started without an output file"));
        }
        let text = self.state.source.text().to_string();
        self.host.write_output(&text).map_err(|why| Response::failure(422, &why))?;
        // The output may be the input, which is then as in this state.
        self.follow_file();
        Ok(Response::json(200, self.data()))
    }

    /// Shows the file if it has changed on disk. Edits that were not written can be returned to by undo.
    pub(crate) fn follow_file(&mut self) {
        match self.host.file_state() {
            FileState::Same => {}
            FileState::Unreadable(why) => {
                self.notice = Some(why);
                self.publish();
            }
            FileState::Changed(source) => {
                self.notice = None;
                self.on_disk = source.clone();
                if source.text() == self.state.source.text() {
                    self.publish();
                    return;
                }
                match catch_unwind(AssertUnwindSafe(|| self.host.report(&source))) {
                    Ok(report) => self.change("the file changed", EditState { source, report }, true),
                    Err(_) => {
                        self.notice = Some("the file changed, and led to an internal error".into());
                        self.publish();
                    }
                }
            }
        }
    }

    /// Replaces the state.
    fn change(&mut self, what: &str, state: EditState, keeps_old: bool) {
        self.last = Some(ChangeView::new(what, &self.state.report, &state.report));
        let old = std::mem::replace(&mut self.state, state);
        if keeps_old {
            self.earlier.push_back(old.source);
            let size = |texts: &VecDeque<Source>| texts.iter().map(|text| text.text().len()).sum::<usize>();
            while self.earlier.len() > MAX_UNDO || size(&self.earlier) > MAX_UNDO_BYTES {
                self.earlier.pop_front();
            }
        }
        self.publish();
    }

    /// Makes all windows ask for the state again.
    fn publish(&mut self) {
        self.version += 1;
        (self.page, self.data) = (None, None);
        self.published.set(self.version);
    }
}

/// The number of errors in a file.
fn errors(report: &ReportView) -> usize {
    report.parts.iter().map(|part| part.errors).sum()
}
