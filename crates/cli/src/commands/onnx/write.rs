//! Writing models.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use bytes::Bytes;

use crate::{USAGE, output, progress};

/// Writes pieces one after the other. The file may be the one that they come from: that is in memory.
pub(super) fn write_pieces(path: &Path, pieces: &[Bytes]) -> Result<(), u8> {
    let write = |out: &mut dyn Write| -> io::Result<()> {
        pieces.iter().try_for_each(|piece| out.write_all(piece))?;
        out.flush()
    };
    let result = match path.as_os_str() == "-" {
        true => progress::alone(|| write(&mut io::stdout().lock())),
        false => File::create(path).and_then(|file| write(&mut BufWriter::new(file))),
    };
    result.map_err(|error| {
        output::error(&format!("cannot write {}: {error}", path.display()));
        USAGE
    })
}
