//! Files as bytes: their length is known before they are read, or limited.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

use partita::Source;

/// Most bytes of a pipe or a device, which may have no end.
const MAX_STREAM: u64 = Source::MAX_BYTES as u64;

/// How much of a stream is read at once.
const CHUNK: usize = 1 << 16;

/// The length of a regular file; nothing for standard input, which is `-`, and for other streams.
pub(crate) fn length(path: &Path) -> Option<u64> {
    let data = std::fs::metadata(path).ok().filter(|data| data.is_file() && path.as_os_str() != "-");
    data.map(|data| data.len())
}

/// The bytes of a file, or of standard input if that is called `-`.
pub(crate) fn read(path: &Path) -> io::Result<Vec<u8>> {
    if path.as_os_str() == "-" {
        return read_all(io::stdin().lock(), MAX_STREAM, 0);
    }
    let file = File::open(path)?;
    let data = file.metadata()?;
    match data.is_file() {
        true => read_all(file, u64::MAX, data.len()),
        false => read_all(file, MAX_STREAM, 0),
    }
}

/// The text of a file.
pub(crate) fn read_text(path: &Path) -> io::Result<String> {
    let bytes = read(path)?;
    String::from_utf8(bytes).map_err(|_| io::Error::new(ErrorKind::InvalidData, "it is not UTF-8"))
}

/// Reads up to a limit. Memory that is not there is an error and not the end of the process.
fn read_all(mut from: impl Read, limit: u64, expected: u64) -> io::Result<Vec<u8>> {
    let no_room = |_| io::Error::new(ErrorKind::OutOfMemory, "there is not enough memory");
    let mut bytes = Vec::new();
    bytes.try_reserve(usize::try_from(expected).unwrap_or(usize::MAX)).map_err(no_room)?;
    let mut chunk = vec![0; CHUNK];
    loop {
        let count = match from.read(&mut chunk) {
            Ok(0) => return Ok(bytes),
            Ok(count) => count,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        // No format begins like this; a device that gives zeros has no end.
        if bytes.is_empty() && count == CHUNK && chunk.iter().all(|byte| *byte == 0) {
            return Err(io::Error::new(ErrorKind::InvalidData, format!("its first {CHUNK} bytes are zero")));
        }
        if (bytes.len() + count) as u64 > limit {
            return Err(io::Error::new(ErrorKind::FileTooLarge, format!("it is longer than {limit} bytes")));
        }
        bytes.try_reserve(count).map_err(no_room)?;
        bytes.extend_from_slice(&chunk[..count]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_end_is_not_read_to_the_end() {
        assert_eq!(
            read_all(io::repeat(1), 100_000, 0).expect_err("too long").kind(),
            ErrorKind::FileTooLarge
        );
        assert_eq!(read_all(io::repeat(1).take(100_000), 100_000, 7).expect("it fits").len(), 100_000);
        assert_eq!(read_all(io::repeat(0), 100_000, 0).expect_err("zeros").kind(), ErrorKind::InvalidData);
        let kind = read_all(io::empty(), u64::MAX, u64::MAX).expect_err("too much memory").kind();
        assert_eq!(kind, ErrorKind::OutOfMemory);
    }
}
