//! What the steps of client and server share: reading, writing and describing files.

use std::path::Path;
use std::time::Instant;

use partita::ckks::deploy::Contract;
use partita::ckks::{Safety, SealSettings};
use partita::report::{DeployFigure, DeployView, DeployedFile};
use zeroize::Zeroizing;

use crate::args::Common;
use crate::ckks_deploy_args::SealPython;
use crate::exit::Exit;
use crate::files::{self, Chunk, FileOut};
use crate::{output, reading};

/// The bytes of a file, which may be a secret key.
pub(super) fn read(path: &Path) -> Result<Zeroizing<Vec<u8>>, Exit> {
    reading::read_bytes(path).map(Zeroizing::new).map_err(|error| {
        output::print_error(&format!("cannot read {}: {error}", path.display()));
        Exit::Usage
    })
}

/// The settings of SEAL that the options name.
pub(super) fn seal(arguments: &SealPython) -> SealSettings {
    SealSettings::find(arguments.python.as_deref())
}

/// A description of a step, which grows as the step proceeds.
pub(super) struct StepReport {
    view: DeployView,
    files: Vec<FileOut>,
    started: Instant,
}

impl StepReport {
    pub(super) fn new(contract: &Contract) -> Self {
        let insecurity = match contract.safety {
            Safety::Standard => None,
            Safety::InsecureTest => Some(match contract.params.check(Safety::Standard) {
                Ok(()) => "security is not checked; do not encrypt secret values".to_string(),
                Err(error) => error.message,
            }),
        };
        let view = DeployView { insecurity, lines: Vec::new(), figures: Vec::new(), files: Vec::new() };
        Self { view, files: Vec::new(), started: Instant::now() }
    }

    /// The seconds since the report was created.
    pub(super) fn seconds(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }

    pub(super) fn line(&mut self, line: String) {
        self.view.lines.push(line);
    }

    pub(super) fn count(&mut self, name: &'static str, count: usize) {
        self.view.figures.push((name, DeployFigure::Count(count as u64)));
    }

    pub(super) fn real(&mut self, name: &'static str, real: f64) {
        self.view.figures.push((name, DeployFigure::Real(real)));
    }

    pub(super) fn name(&mut self, name: &'static str, value: String) {
        self.view.figures.push((name, DeployFigure::Name(value)));
    }

    /// A file to write.
    pub(super) fn file(&mut self, path: &Path, kind: &'static str, bytes: Zeroizing<Vec<u8>>) {
        self.describe(path, kind, &bytes);
        self.files.push(file_of(path, bytes));
    }

    /// A file to write that only its owner may read.
    pub(super) fn private_file(&mut self, path: &Path, kind: &'static str, bytes: Zeroizing<Vec<u8>>) {
        self.describe(path, kind, &bytes);
        self.files.push(file_of(path, bytes).private());
    }

    fn describe(&mut self, path: &Path, kind: &'static str, bytes: &[u8]) {
        let (path, bytes) = (path.display().to_string(), bytes.len() as u64);
        self.view.files.push(DeployedFile { path, kind, bytes });
    }

    /// Writes all files or none, then prints the description.
    pub(super) fn finish(self, common: &Common) -> Result<Exit, Exit> {
        files::write_files(&self.files)?;
        output::print_view_with_flags(&self.view, common);
        Ok(Exit::Fine)
    }
}

/// A file whose bytes are wiped once it is written: they may be a secret key.
fn file_of(path: &Path, bytes: Zeroizing<Vec<u8>>) -> FileOut {
    FileOut::from_all_chunks(path, vec![Chunk::Lazy(Box::new(move |write| write(&bytes)))])
}
