//! What the program that hosts the server provides.

use partita::Source;
use partita::hlo::Program;
use partita::report::ReportView;

/// The file of the program, as it is now.
#[derive(Clone, Debug)]
pub enum FileState {
    /// It is as it was when it was read last.
    Same,
    /// It has a new text.
    Changed(Source),
    /// It has changed, and cannot be read: the reason.
    Unreadable(String),
}

/// Reads, analyses and writes the program of a server.
pub trait Host {
    /// Analyses a text: the data of the page.
    fn report(&mut self, source: &Source) -> ReportView;

    /// Analyses a text as [`Host::report`] does, and searches for annotations that remove collectives.
    fn report_with_fixes(&mut self, source: &Source) -> ReportView;

    /// Parses a module of a text, by its number.
    fn program(&mut self, source: &Source, part: usize) -> Option<Program>;

    /// Whether the file has changed since it was read.
    fn file_state(&mut self) -> FileState;

    /// The name of the file that the program can be written to, if there is one.
    fn output_name(&self) -> Option<String>;

    /// Writes a text to that file.
    fn write_output(&mut self, text: &str) -> Result<(), String>;
}
