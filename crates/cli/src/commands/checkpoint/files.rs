//! The files of a checkpoint: one for each device. Elements are read and written in place; only headers and one shard are in memory.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use partita::checkpoint::safetensors::{PREFIX, SafetensorsHeader, StoredTensor, header_length};

/// The file of a device: `{}` in the path is its number; without one, the path is a folder.
pub(super) fn path_of(path: &Path, device: u64) -> PathBuf {
    let text = path.to_string_lossy();
    if text.contains("{}") {
        PathBuf::from(text.replace("{}", &device.to_string()))
    } else {
        path.join(format!("{device}.safetensors"))
    }
}

/// The files to read.
pub(super) struct SourceFiles {
    path: PathBuf,
    headers: BTreeMap<u64, (SafetensorsHeader, u64)>,
    /// The file that was read last, which is likely to be read next.
    open: Option<(u64, File)>,
}

impl SourceFiles {
    pub(super) fn new(path: &Path) -> Self {
        Self { path: path.into(), headers: BTreeMap::new(), open: None }
    }

    /// The header of a device's file.
    pub(super) fn header(&mut self, device: u64) -> Result<&SafetensorsHeader, String> {
        Ok(&self.entry(device)?.0)
    }

    /// A tensor of a device's file.
    pub(super) fn tensor(&mut self, device: u64, name: &str) -> Result<&StoredTensor, String> {
        let path = path_of(&self.path, device);
        let found = self.entry(device)?.0.tensors.get(name);
        found.ok_or_else(|| format!("{} has no tensor `{name}`", path.display()))
    }

    /// Fills a buffer with bytes of a device's file, from a position after its header.
    pub(super) fn read(&mut self, device: u64, from: u64, buffer: &mut [u8]) -> Result<(), String> {
        let start = self.entry(device)?.1 + from;
        let path = path_of(&self.path, device);
        let failed = |error: std::io::Error| format!("cannot read {}: {error}", path.display());
        if self.open.as_ref().is_none_or(|(open, _)| *open != device) {
            self.open = Some((device, File::open(&path).map_err(failed)?));
        }
        let Some((_, file)) = &mut self.open else { return Ok(()) };
        file.seek(SeekFrom::Start(start)).and_then(|_| file.read_exact(buffer)).map_err(failed)
    }

    fn entry(&mut self, device: u64) -> Result<&(SafetensorsHeader, u64), String> {
        if !self.headers.contains_key(&device) {
            let read = read_header(&path_of(&self.path, device))?;
            self.headers.insert(device, read);
        }
        self.headers.get(&device).ok_or_else(|| "the header was not read".into())
    }
}

/// The header of a file, and the position of its first element.
fn read_header(path: &Path) -> Result<(SafetensorsHeader, u64), String> {
    let failed = |error: std::io::Error| format!("cannot read {}: {error}", path.display());
    let invalid = |why: String| format!("{}: {why}", path.display());
    let mut file = File::open(path).map_err(failed)?;
    let size = file.metadata().map_err(failed)?.len();
    let mut prefix = [0; PREFIX];
    file.read_exact(&mut prefix).map_err(failed)?;
    let length = header_length(prefix).map_err(|error| invalid(error.to_string()))?;
    let start = PREFIX as u64 + length;
    if start > size {
        return Err(invalid("the header is truncated".into()));
    }
    let mut bytes = vec![0; length as usize];
    file.read_exact(&mut bytes).map_err(failed)?;
    let header = SafetensorsHeader::parse(&bytes).map_err(|error| invalid(error.to_string()))?;
    for (name, tensor) in &header.tensors {
        let elements = tensor.elements().ok_or_else(|| invalid(format!("tensor `{name}` is too large")))?;
        if tensor.bytes.end > size - start {
            return Err(invalid(format!("the elements of tensor `{name}` are truncated")));
        }
        if elements > 0 && tensor.element_bytes().is_none() {
            return Err(invalid(format!("the bytes of tensor `{name}` do not match its shape")));
        }
    }
    Ok((header, start))
}

/// A file that appears under its name when it is complete.
pub(super) struct NewFile {
    path: PathBuf,
    temporary: PathBuf,
    file: File,
    is_finished: bool,
}

impl NewFile {
    pub(super) fn create(path: &Path, header: &[u8]) -> Result<Self, String> {
        let failed = |error: std::io::Error| format!("cannot write {}: {error}", path.display());
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            fs::create_dir_all(folder).map_err(failed)?;
        }
        let temporary = path.with_extension(format!("{}.partial", std::process::id()));
        let file = File::create(&temporary).map_err(failed)?;
        let mut file = Self { path: path.into(), temporary, file, is_finished: false };
        file.append(header)?;
        Ok(file)
    }

    pub(super) fn append(&mut self, bytes: &[u8]) -> Result<(), String> {
        let written = self.file.write_all(bytes);
        written.map_err(|error| format!("cannot write {}: {error}", self.path.display()))
    }

    pub(super) fn finish(mut self) -> Result<(), String> {
        let done = self.file.sync_all().and_then(|()| fs::rename(&self.temporary, &self.path));
        self.is_finished = done.is_ok();
        done.map_err(|error| format!("cannot write {}: {error}", self.path.display()))
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        if !self.is_finished {
            // What cannot be removed stays; its name ends in `.partial`.
            let _ = fs::remove_file(&self.temporary);
        }
    }
}
