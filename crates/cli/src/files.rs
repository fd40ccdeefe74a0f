//! Atomic output: each file has either its old content or all of its new content, and the files of one command appear together.
//!
//! Contents are first written to temporary files next to their targets, which are then renamed. Anything that is not a regular
//! file, such as a pipe or a terminal, is written directly.

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use partita::hlo::Text;

use crate::exit::Exit;
use crate::output;

/// A file to write.
#[derive(Debug)]
pub(crate) struct FileOut {
    path: PathBuf,
    /// The content, in order.
    chunks: Vec<Chunk>,
    readers: Readers,
}

/// The readers of a new file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Readers {
    /// The usual ones of the system.
    Usual,
    /// The user that runs the command, and no other.
    Owner,
}

/// A chunk of the content of a file.
pub(crate) enum Chunk {
    Bytes(Bytes),
    /// The text of a module, which has chunks of its own.
    Text(Text),
    /// Content that is made while it is written, because it may be larger than the memory.
    Lazy(Box<Produce>),
}

/// Passes content to a function, in order.
pub(crate) type Produce = dyn Fn(&mut dyn FnMut(&[u8]) -> io::Result<()>) -> io::Result<()>;

impl std::fmt::Debug for Chunk {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Chunk::Bytes(bytes) => f.debug_tuple("Bytes").field(&bytes.len()).finish(),
            Chunk::Text(text) => f.debug_tuple("Text").field(text).finish(),
            Chunk::Lazy(_) => f.write_str("Lazy"),
        }
    }
}

impl Chunk {
    /// Calls `write` with the bytes of the chunk, in order.
    fn write(&self, mut write: impl FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
        match self {
            Chunk::Bytes(bytes) => write(bytes),
            Chunk::Text(text) => text.write(|part| write(part.as_bytes())),
            Chunk::Lazy(produce) => produce(&mut write),
        }
    }
}

impl From<Bytes> for Chunk {
    fn from(bytes: Bytes) -> Self {
        Chunk::Bytes(bytes)
    }
}

impl From<Vec<u8>> for Chunk {
    fn from(bytes: Vec<u8>) -> Self {
        Chunk::Bytes(bytes.into())
    }
}

impl From<String> for Chunk {
    fn from(text: String) -> Self {
        Chunk::Bytes(text.into())
    }
}

impl From<&'static str> for Chunk {
    fn from(text: &'static str) -> Self {
        Chunk::Bytes(text.into())
    }
}

impl From<Text> for Chunk {
    fn from(text: Text) -> Self {
        Chunk::Text(text)
    }
}

impl FileOut {
    /// Creates a file of one chunk; `-` is standard output.
    pub(crate) fn new(path: impl Into<PathBuf>, content: impl Into<Chunk>) -> Self {
        Self::from_all_chunks(path, vec![content.into()])
    }

    /// Creates a file of several chunks.
    pub(crate) fn from_chunks(path: impl Into<PathBuf>, chunks: Vec<Bytes>) -> Self {
        Self::from_all_chunks(path, chunks.into_iter().map(Chunk::Bytes).collect())
    }

    /// Creates a file of several chunks of any kind.
    pub(crate) fn from_all_chunks(path: impl Into<PathBuf>, chunks: Vec<Chunk>) -> Self {
        Self { path: path.into(), chunks, readers: Readers::Usual }
    }

    /// Lets only the owner read the file.
    pub(crate) fn private(mut self) -> Self {
        self.readers = Readers::Owner;
        self
    }
}

/// Writes all files or none. On failure, prints the reason and returns the exit code.
pub(crate) fn write_files(files: &[FileOut]) -> Result<(), Exit> {
    save_files(files).map_err(refuse)
}

/// Like [`write_files`], but first creates the folder if it does not exist.
pub(crate) fn write_files_in(folder: &Path, files: &[FileOut]) -> Result<(), Exit> {
    save_files_in(folder, files).map_err(refuse)
}

fn refuse(message: String) -> Exit {
    output::print_error(&message);
    Exit::Findings
}

/// Writes all files or none. On failure, returns the reason.
pub(crate) fn save_files(files: &[FileOut]) -> Result<(), String> {
    save_with(files, &mut || Ok(()))
}

/// Like [`save_files`], but first creates the folder if it does not exist. The paths of `files` include the folder.
pub(crate) fn save_files_in(folder: &Path, files: &[FileOut]) -> Result<(), String> {
    let made: Vec<&Path> =
        folder.ancestors().take_while(|path| !path.as_os_str().is_empty() && !path.exists()).collect();
    let result = fs::create_dir_all(folder)
        .map_err(|error| format!("cannot create {}: {error}", folder.display()))
        .and_then(|()| save_files(files));
    if result.is_err() {
        // Innermost first. A folder that another process has written to is not empty and stays.
        made.iter().for_each(|path| drop(fs::remove_dir(path)));
    }
    result
}

/// Calls `step` before every operation that can fail on a disk, so that tests can simulate failures.
fn save_with(files: &[FileOut], step: &mut dyn FnMut() -> io::Result<()>) -> Result<(), String> {
    let _busy = wait_for_writes();
    let mut staged = Vec::new();
    let mut streams = Vec::new();
    let mut targets = BTreeSet::new();
    for file in files {
        let failed = |error: io::Error| format!("cannot write {}: {error}", file.path.display());
        match write_target(&file.path).map_err(failed)? {
            WriteTarget::Standard | WriteTarget::Stream => streams.push(file),
            WriteTarget::Regular(path) => {
                if !targets.insert(path.clone()) {
                    return Err(format!("two outputs have the same path {}", file.path.display()));
                }
                staged.push((file, Staged::new(path, file, step).map_err(failed)?));
            }
        }
    }
    for (file, staged) in &staged {
        let synced = step().and_then(|()| staged.sync());
        synced.map_err(|error| format!("cannot write {}: {error}", file.path.display()))?;
    }
    for file in streams {
        write_stream(file, step).map_err(|error| format!("cannot write {}: {error}", file.path.display()))?;
    }
    let mut folders = BTreeSet::new();
    for (file, staged) in staged {
        folders.insert(parent(&staged.target).to_path_buf());
        staged.place(step).map_err(|error| format!("cannot write {}: {error}", file.path.display()))?;
    }
    // The files are complete; a file system that cannot sync a folder is not an error.
    folders.iter().for_each(|folder| drop(File::open(folder).and_then(|folder| folder.sync_all())));
    Ok(())
}

/// Held while files are written, so that the process does not end between two files of one command.
static WRITING: Mutex<()> = Mutex::new(());

/// Waits until no files are being written. No file can be written while the guard exists.
pub(crate) fn wait_for_writes() -> MutexGuard<'static, ()> {
    WRITING.lock().unwrap_or_else(PoisonError::into_inner)
}

enum WriteTarget {
    /// Standard output, written as `-`.
    Standard,
    /// A device, a pipe or an open file of a process, which a rename cannot replace.
    Stream,
    /// A regular file or a path that does not exist yet, with links resolved.
    Regular(PathBuf),
}

fn write_target(path: &Path) -> io::Result<WriteTarget> {
    /// The number of links that Linux follows.
    const LINKS: usize = 40;
    if path.as_os_str() == "-" {
        return Ok(WriteTarget::Standard);
    }
    if fs::metadata(path).is_ok_and(|data| !data.is_file() && !data.is_dir()) {
        return Ok(WriteTarget::Stream);
    }
    let mut path = path.to_path_buf();
    for _ in 0..LINKS {
        // `/dev/stdout` leads to `/proc`. The open file must be written then, not a new file of the same name.
        if fs::canonicalize(parent(&path)).is_ok_and(|folder| folder.starts_with("/proc")) {
            return Ok(WriteTarget::Stream);
        }
        let Ok(next) = fs::read_link(&path) else { break };
        path = parent(&path).join(next);
    }
    if path.exists() {
        // A rename could replace a read-only file, so check that the file is writable. This also rejects folders.
        OpenOptions::new().write(true).open(&path)?;
    }
    Ok(WriteTarget::Regular(path))
}

fn parent(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn write_stream(file: &FileOut, step: &mut dyn FnMut() -> io::Result<()>) -> io::Result<()> {
    if file.path.as_os_str() == "-" {
        for chunk in &file.chunks {
            chunk.write(|part| {
                match std::str::from_utf8(part) {
                    Ok(text) => output::print_exactly(text),
                    Err(_) => output::print_bytes(part),
                }
                Ok(())
            })?;
        }
        return Ok(());
    }
    let mut out = File::create(&file.path)?;
    for chunk in &file.chunks {
        step()?;
        chunk.write(|part| out.write_all(part))?;
    }
    out.flush()
}

/// A temporary file with the full content, removed on drop unless it has been renamed.
struct Staged {
    temporary: PathBuf,
    target: PathBuf,
    placed: bool,
}

impl Staged {
    fn new(target: PathBuf, out: &FileOut, step: &mut dyn FnMut() -> io::Result<()>) -> io::Result<Self> {
        step()?;
        let (temporary, mut file) = create_next_to(&target, out.readers)?;
        let staged = Self { temporary, target, placed: false };
        for chunk in &out.chunks {
            step()?;
            chunk.write(|part| file.write_all(part))?;
        }
        if let (Ok(old), Readers::Usual) = (fs::metadata(&staged.target), out.readers) {
            file.set_permissions(old.permissions())?;
        }
        Ok(staged)
    }

    /// Waits until the content is on the disk. Called when all files are written, so that the system writes one while the next is
    /// prepared.
    fn sync(&self) -> io::Result<()> {
        // Opened again: there may be more files than a process may have open.
        OpenOptions::new().write(true).open(&self.temporary)?.sync_all()
    }

    fn place(mut self, step: &mut dyn FnMut() -> io::Result<()>) -> io::Result<()> {
        step()?;
        fs::rename(&self.temporary, &self.target)?;
        self.placed = true;
        Ok(())
    }
}

impl Drop for Staged {
    fn drop(&mut self) {
        if !self.placed {
            let _ = fs::remove_file(&self.temporary);
        }
    }
}

/// Creates a temporary file in the folder of `target`. Its name does not contain that of the target, which may already have the
/// maximum length.
fn create_next_to(target: &Path, readers: Readers) -> io::Result<(PathBuf, File)> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    if readers == Readers::Owner {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.mode(0o600);
    }
    for number in 0.. {
        let path = parent(target).join(format!(".partita-{}-{number}.tmp", std::process::id()));
        match options.open(&path) {
            // Left over from a killed process with the same id.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            result => return result.map(|file| (path, file)),
        }
    }
    unreachable!("some number is unused")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("partita-files-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a temporary folder can be created");
        folder
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("readable");
        let mut names: Vec<String> = entries
            .map(|entry| entry.expect("readable").file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    /// Whichever step fails, every file has its old or its new content; before the first rename, all have the old one.
    #[test]
    fn a_failed_step_leaves_no_incomplete_file() {
        let folder = folder("steps");
        let (one, two) = (folder.join("one"), folder.join("two"));
        let chunks = ["new ", "content"].map(Bytes::from);
        let files =
            [FileOut::from_chunks(&one, chunks.to_vec()), FileOut::from_chunks(&two, chunks.to_vec())];
        // Per file: create, two chunks, sync; then two renames.
        for fails in 0..=10 {
            fs::write(&one, "old").expect("writable");
            let _ = fs::remove_file(&two);
            let mut steps = 0;
            let result = save_with(&files, &mut || {
                steps += 1;
                if steps == fails + 1 { Err(io::Error::other("full")) } else { Ok(()) }
            });
            assert_eq!(result.is_err(), fails < 10, "step {fails}");
            let first = fs::read_to_string(&one).expect("readable");
            assert_eq!(first, if fails < 9 { "old" } else { "new content" }, "step {fails}");
            assert_eq!(fs::read_to_string(&two).ok(), (fails == 10).then(|| "new content".into()));
            let expected: &[&str] = if fails < 10 { &["one"] } else { &["one", "two"] };
            assert_eq!(names(&folder), expected, "step {fails}");
        }
        fs::remove_dir_all(&folder).expect("removable");
    }

    #[test]
    fn a_new_folder_is_removed_on_failure() {
        let folder = folder("made");
        let inner = folder.join("a/b");
        save_files_in(&inner, &[FileOut::new(inner.join("no/such"), "x")])
            .expect_err("the folder is missing");
        assert_eq!(names(&folder), [""; 0]);
        save_files_in(&inner, &[FileOut::new(inner.join("file"), "x")]).expect("writable");
        assert_eq!(names(&inner), ["file"]);
        fs::remove_dir_all(&folder).expect("removable");
    }

    #[test]
    fn two_outputs_with_the_same_path_are_rejected() {
        let folder = folder("twice");
        let path = folder.join("file");
        let error = save_files(&[FileOut::new(&path, "a"), FileOut::new(&path, "b")]).expect_err("refused");
        assert!(error.contains("two outputs"), "{error}");
        assert_eq!(names(&folder), [""; 0]);
        fs::remove_dir_all(&folder).expect("removable");
    }

    #[cfg(unix)]
    #[test]
    fn links_stay_and_permissions_are_kept() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = folder("links");
        let (link, file) = (folder.join("link"), folder.join("file"));
        symlink("file", &link).expect("a link can be created");
        save_files(&[FileOut::new(&link, "first")]).expect("writing to a dangling link creates its target");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).expect("ours");
        save_files(&[FileOut::new(&link, "second")]).expect("writable");
        assert_eq!(fs::read_link(&link).expect("still a link"), Path::new("file"));
        assert_eq!(fs::read_to_string(&file).expect("readable"), "second");
        assert_eq!(fs::metadata(&file).expect("there").permissions().mode() & 0o777, 0o640);
        assert!(save_files(&[FileOut::new(&folder, "x")]).expect_err("a folder").contains("directory"));
        fs::remove_dir_all(&folder).expect("removable");
    }
}
