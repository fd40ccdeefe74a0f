//! Writes models.

use std::path::Path;

use bytes::Bytes;
use partita::onnx::{Detail, to_text};

use crate::args::{Common, OutputFormat};
use crate::exit::Exit;
use crate::files::{self, FileOut};
use crate::output;

/// Writes the segments of a model in order, converted to text if the file name ends in `.textproto`. The file may be
/// the one that the model was read from, because it is in memory.
pub(in crate::commands) fn write_segments(path: &Path, segments: &[Bytes]) -> Result<(), Exit> {
    let is_text = path.extension().is_some_and(|ending| ending == "textproto");
    let file = match is_text {
        true => FileOut::new(path, to_text(&segments.concat(), Detail::Full)),
        false => FileOut::from_chunks(path, segments.to_vec()),
    };
    files::write_files(&[file])
}

/// Rejects options that would print a report and the model to the same place.
pub(super) fn refuse_mixed_output(target: &Path, common: &Common) -> Result<(), Exit> {
    if common.format == OutputFormat::Json && target.as_os_str() == "-" {
        output::print_error(
            "`--format json` and `-o -` would both write to standard output; use a file for -o",
        );
        return Err(Exit::Usage);
    }
    Ok(())
}
