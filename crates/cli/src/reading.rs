//! Reads files as bytes. The length is checked in advance, or limited for streams.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

use partita::Source;
use zeroize::{Zeroize, Zeroizing};

/// The maximum number of bytes to read from a pipe or a device, which may be endless.
const MAX_STREAM: u64 = Source::MAX_BYTES as u64;

/// The number of bytes read at once.
const CHUNK: usize = 1 << 16;

/// The length of a regular file; `None` for standard input (`-`) and other streams.
pub(crate) fn file_length(path: &Path) -> Option<u64> {
    let data = std::fs::metadata(path).ok().filter(|data| data.is_file() && path.as_os_str() != "-");
    data.map(|data| data.len())
}

/// The first bytes of a regular file, as far as they can be read; empty for standard input (`-`) and other streams.
pub(crate) fn first_bytes(path: &Path) -> Vec<u8> {
    let mut bytes = Vec::new();
    if file_length(path).is_some()
        && let Ok(file) = File::open(path)
    {
        // What could not be read is reported when the entire file is.
        let _ = file.take(CHUNK as u64).read_to_end(&mut bytes);
    }
    bytes
}

/// The bytes of a file, or of standard input if the path is `-`.
pub(crate) fn read_bytes(path: &Path) -> io::Result<Vec<u8>> {
    if path.as_os_str() == "-" {
        return read_all(io::stdin().lock(), MAX_STREAM, 0);
    }
    let file = File::open(path)?;
    let data = file.metadata()?;
    if data.is_file() { read_all(file, u64::MAX, data.len()) } else { read_all(file, MAX_STREAM, 0) }
}

/// The text of a file, which must be UTF-8.
pub(crate) fn read_text(path: &Path) -> io::Result<String> {
    let bytes = read_bytes(path)?;
    String::from_utf8(bytes).map_err(|_| io::Error::new(ErrorKind::InvalidData, "it is not UTF-8"))
}

/// Reads up to `limit` bytes. Lack of memory is returned as an error instead of aborting the process. Nothing of them is left
/// elsewhere in memory, because they may be a secret key.
fn read_all(mut from: impl Read, limit: u64, expected: u64) -> io::Result<Vec<u8>> {
    let no_room = |_| io::Error::new(ErrorKind::OutOfMemory, "not enough memory");
    let mut bytes = Vec::new();
    bytes.try_reserve(usize::try_from(expected).unwrap_or(usize::MAX)).map_err(no_room)?;
    let mut chunk = Zeroizing::new(vec![0; CHUNK]);
    loop {
        let count = match from.read(&mut chunk) {
            Ok(0) => return Ok(bytes),
            Ok(count) => count,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        // No format starts with this many zeros, but an endless device such as /dev/zero does.
        if bytes.is_empty() && count == CHUNK && chunk.iter().all(|byte| *byte == 0) {
            return Err(io::Error::new(ErrorKind::InvalidData, format!("its first {CHUNK} bytes are zero")));
        }
        if (bytes.len() + count) as u64 > limit {
            return Err(io::Error::new(ErrorKind::FileTooLarge, format!("it is longer than {limit} bytes")));
        }
        if bytes.capacity() - bytes.len() < count {
            let mut longer = Vec::new();
            longer.try_reserve((bytes.len() + count).max(bytes.capacity() * 2)).map_err(no_room)?;
            longer.extend_from_slice(&bytes);
            bytes.zeroize();
            bytes = longer;
        }
        bytes.extend_from_slice(&chunk[..count]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endless_streams_are_rejected() {
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
