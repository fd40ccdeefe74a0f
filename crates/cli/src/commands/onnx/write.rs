//! Writing models.

use std::path::Path;

use bytes::Bytes;
use partita::onnx::{Detail, ExternalContents, to_text};

use crate::args::{Common, OutputFormat};
use crate::exit::Exit;
use crate::files::{self, FileOut};
use crate::output;

/// Writes a model of pieces one after the other, as text if the name of the file ends as that of a text does. The file may be the
/// one that they come from: that is in memory.
pub(super) fn write_pieces(path: &Path, pieces: &[Bytes]) -> Result<(), Exit> {
    let is_text = path.extension().is_some_and(|ending| ending == "textproto");
    let file = match is_text {
        true => FileOut::new(path, to_text(&pieces.concat(), Detail::Full)),
        false => FileOut::of_pieces(path, pieces.to_vec()),
    };
    files::write(&[file])
}

/// The file beside a model, piece by piece, with zeros between the pieces.
pub(super) fn external_file(path: &Path, contents: &ExternalContents) -> FileOut {
    let mut pieces = Vec::with_capacity(2 * contents.pieces.len());
    let mut at = 0;
    for (offset, piece) in &contents.pieces {
        pieces.push(Bytes::from(vec![0; (offset - at) as usize]));
        pieces.push(piece.clone());
        at = offset + piece.len() as u64;
    }
    FileOut::of_pieces(path, pieces)
}

/// Refuses to print a report where the model goes.
pub(super) fn refuse_mixed_output(target: &Path, common: &Common) -> Result<(), Exit> {
    if common.format == OutputFormat::Json && target.as_os_str() == "-" {
        output::error("`--format json` and `-o -` would both write to standard output; give -o a file");
        return Err(Exit::Usage);
    }
    Ok(())
}
