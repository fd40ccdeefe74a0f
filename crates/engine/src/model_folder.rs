//! The external data files of an ONNX model.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
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

    /// Copies ascending byte ranges of an external data file to `write`, relative to `offset`, in blocks: memory does not depend on their
    /// number or length.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or `write` failed.
    pub fn copy_ranges(
        &self,
        location: &str,
        offset: u64,
        ranges: impl Iterator<Item = Range<u64>>,
        write: &mut dyn FnMut(&[u8]) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut file = File::open(self.find(location).map_err(io::Error::other)?)?;
        let mut blocks = Blocks { read: Vec::new(), out: Vec::with_capacity(BLOCK) };
        let mut near: Vec<Range<u64>> = Vec::new();
        for range in ranges {
            let range = range.start + offset..range.end + offset;
            let first = near.first().map_or(range.start, |first| first.start);
            // Short ranges that are near each other are read together: a read of its own takes longer than reading the gap.
            let is_near = range.end - range.start < SHORT && range.end - first <= BLOCK as u64;
            if !is_near {
                blocks.copy(&mut file, &near, write)?;
                near.clear();
            }
            near.push(range);
        }
        blocks.copy(&mut file, &near, write)?;
        write(&blocks.out)
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

/// The number of bytes that are read and written at once: few enough to stay in the cache of a core. Every rank reads the rows of which it
/// has some columns, so that most of the time is for copying what was read before from memory.
const BLOCK: usize = 1 << 16;

/// Shorter ranges are read together with those near them.
const SHORT: u64 = 4096;

/// The buffers of a copy.
struct Blocks {
    read: Vec<u8>,
    out: Vec<u8>,
}

impl Blocks {
    /// Copies ranges that are read together.
    fn copy(
        &mut self,
        file: &mut File,
        ranges: &[Range<u64>],
        write: &mut dyn FnMut(&[u8]) -> io::Result<()>,
    ) -> io::Result<()> {
        let (Some(first), Some(last)) = (ranges.first(), ranges.last()) else { return Ok(()) };
        file.seek(SeekFrom::Start(first.start))?;
        let mut start = first.start;
        while start < last.end {
            let end = last.end.min(start + BLOCK as u64);
            self.read.resize((end - start) as usize, 0);
            file.read_exact(&mut self.read)?;
            for range in ranges {
                let inside = range.start.max(start)..range.end.min(end);
                if inside.is_empty() {
                    continue;
                }
                let part = (inside.start - start) as usize..(inside.end - start) as usize;
                self.out.extend_from_slice(&self.read[part]);
                if self.out.len() >= BLOCK {
                    write(&self.out)?;
                    self.out.clear();
                }
            }
            start = end;
        }
        Ok(())
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

    /// Ranges that are near and far, short and longer than a block.
    #[test]
    fn ranges_are_copied_in_order() {
        let name = format!("partita-ranges-{}", std::process::id());
        let path = std::env::temp_dir().join(&name);
        let block = 1 << 20;
        let content: Vec<u8> = (0..3 * block + 777u64).map(|at| (at * 31 + at / 1021) as u8).collect();
        std::fs::write(&path, &content).expect("the folder is writable");
        let folder = ModelFolder::of(&path);
        let near: Vec<Range<u64>> = (0..9000).map(|at| at * 200..at * 200 + 64).collect();
        let far = vec![5..9, 2 * block..2 * block + 7, 2 * block + 9..3 * block + 700];
        let mixed = vec![0..10, 20..30, 40..block + 50, block + 60..block + 61];
        for ranges in [near, far, mixed, vec![], std::iter::once(0..3 * block + 770).collect()] {
            let mut copied = Vec::new();
            let mut write = |part: &[u8]| -> io::Result<()> {
                copied.extend_from_slice(part);
                Ok(())
            };
            folder.copy_ranges(&name, 7, ranges.iter().cloned(), &mut write).expect("the ranges are inside");
            let expected: Vec<u8> = (ranges.iter())
                .flat_map(|range| &content[range.start as usize + 7..range.end as usize + 7])
                .copied()
                .collect();
            assert!(copied == expected, "{} ranges", ranges.len());
        }
        assert!(folder.copy_ranges(&name, 0, std::iter::once(0..4 * block), &mut |_| Ok(())).is_err());
        std::fs::remove_file(&path).expect("the file exists");
    }
}
