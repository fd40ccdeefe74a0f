//! Rotation keys in a file, for programs whose keys do not fit into memory.
//!
//! The file has no name: it is deleted as soon as it is open, so that no other process can open it and the system frees its
//! space when the process ends, however it ends. It holds evaluation keys only, which are not secret.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};

/// Keys by the element of the Galois group.
pub(super) struct KeyFile {
    file: File,
    /// Where each key is, and its length.
    places: BTreeMap<u32, (u64, usize)>,
    end: u64,
    /// The key that was read last.
    read: Vec<u8>,
}

impl KeyFile {
    /// An empty file in the folder for temporary files.
    pub(super) fn create() -> io::Result<Self> {
        Ok(Self { file: nameless_file()?, places: BTreeMap::new(), end: 0, read: Vec::new() })
    }

    /// Whether it has a key.
    pub(super) fn has(&self, element: u32) -> bool {
        self.places.contains_key(&element)
    }

    /// Appends a key.
    pub(super) fn put(&mut self, element: u32, bytes: &[u8]) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(self.end))?;
        self.file.write_all(bytes)?;
        self.places.insert(element, (self.end, bytes.len()));
        self.end += bytes.len() as u64;
        Ok(())
    }

    /// Reads a key.
    pub(super) fn get(&mut self, element: u32) -> io::Result<&[u8]> {
        let &(start, length) = self.places.get(&element).ok_or(io::ErrorKind::NotFound)?;
        self.file.seek(SeekFrom::Start(start))?;
        self.read.resize(length, 0);
        self.file.read_exact(&mut self.read)?;
        Ok(&self.read)
    }
}

#[cfg(unix)]
fn nameless_file() -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;
    let folder = std::env::temp_dir();
    for attempt in 0..100 {
        let path = folder.join(format!("partita-keys-{}-{attempt}", std::process::id()));
        match OpenOptions::new().read(true).write(true).create_new(true).mode(0o600).open(&path) {
            Ok(file) => return std::fs::remove_file(&path).map(|()| file),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

#[cfg(not(unix))]
fn nameless_file() -> io::Result<File> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn keys_come_back_from_a_file_without_a_name() {
        let names = || {
            let own = format!("partita-keys-{}-", std::process::id());
            let folder = std::fs::read_dir(std::env::temp_dir()).expect("it exists");
            folder.flatten().filter(|entry| entry.file_name().to_string_lossy().starts_with(&own)).count()
        };
        let mut file = KeyFile::create().expect("there is room");
        file.put(5, &[1, 2, 3]).expect("there is room");
        file.put(25, &[4; 1000]).expect("there is room");
        assert_eq!(file.get(5).expect("it is there"), [1, 2, 3]);
        assert_eq!(file.get(25).expect("it is there"), [4; 1000]);
        file.put(7, &[9]).expect("there is room");
        assert_eq!(file.get(25).expect("it is there"), [4; 1000]);
        assert!(file.has(7) && !file.has(8) && file.get(8).is_err());
        assert_eq!(names(), 0);
    }
}
