//! The external data files of an ONNX model.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// The folder of a model, which contains its external data.
///
/// Paths are relative to the folder and cannot lead outside it, not even through a link.
#[derive(Clone, Debug)]
pub struct ModelFolder(PathBuf);

impl ModelFolder {
    /// The folder that contains a model file.
    pub fn of(model: &Path) -> Self {
        let folder = model.parent().filter(|folder| !folder.as_os_str().is_empty());
        Self(folder.map_or_else(|| PathBuf::from("."), Path::to_path_buf))
    }

    /// The size of an external data file.
    ///
    /// # Errors
    ///
    /// The reason why the file cannot be used.
    pub fn size(&self, location: &str) -> Result<u64, String> {
        let data = self.find(location)?.metadata().map_err(|error| error.to_string())?;
        if data.is_file() { Ok(data.len()) } else { Err("it is not a file".into()) }
    }

    /// Reads a range of an external data file, and nothing else.
    ///
    /// # Errors
    ///
    /// The reason why the range cannot be read.
    pub fn read(&self, location: &str, range: Range<u64>) -> Result<Vec<u8>, String> {
        let length = range.end.saturating_sub(range.start);
        // Check before allocating: an invalid range could be larger than the memory.
        if range.end > self.size(location)? {
            return Err(format!("it ends before byte {}", range.end));
        }
        let mut bytes = Vec::new();
        let mut file = File::open(self.find(location)?).map_err(|error| error.to_string())?;
        let read =
            file.seek(SeekFrom::Start(range.start)).and_then(|_| file.take(length).read_to_end(&mut bytes));
        match read {
            Ok(read) if read as u64 == length => Ok(bytes),
            Ok(_) => Err("it was truncated while being read".into()),
            Err(error) => Err(error.to_string()),
        }
    }

    /// The path of a file, with links resolved.
    fn find(&self, location: &str) -> Result<PathBuf, String> {
        let canonical = |path: &Path| path.canonicalize().map_err(|error| error.to_string());
        let (folder, file) = (canonical(&self.0)?, canonical(&self.0.join(location))?);
        if file.starts_with(&folder) {
            Ok(file)
        } else {
            Err("a link or path leads outside the folder of the model".into())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_of_files_are_read() {
        let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
        let folder = ModelFolder::of(&manifest);
        let content = std::fs::read(&manifest).expect("the manifest exists");
        assert_eq!(folder.size("Cargo.toml"), Ok(content.len() as u64));
        assert_eq!(folder.read("Cargo.toml", 1..8), Ok(b"package".to_vec()));
        assert!(folder.read("Cargo.toml", 0..1 << 60).is_err());
        assert!(folder.read("src/lib.rs", 0..4).is_ok());
        assert!(folder.size("../../Cargo.toml").is_err());
        assert!(folder.size("src").is_err());
        assert!(folder.size("missing").is_err());
    }
}
