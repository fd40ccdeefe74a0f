//! Files that are written: each holds its old content or all of the new one, and those of one command appear together.
//!
//! Contents first go to temporary files beside their targets, which then take the targets' places. Whatever is not a regular
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

/// A file to be written.
#[derive(Debug)]
pub(crate) struct FileOut {
    path: PathBuf,
    /// What it will hold, one after the other.
    pieces: Vec<Piece>,
}

/// A part of what a file will hold.
#[derive(Debug)]
pub(crate) enum Piece {
    Bytes(Bytes),
    /// The text of a module, in pieces of its own.
    Text(Text),
}

impl Piece {
    /// Calls `write` with one part after the other.
    fn write(&self, mut write: impl FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
        match self {
            Piece::Bytes(bytes) => write(bytes),
            Piece::Text(text) => text.write(|part| write(part.as_bytes())),
        }
    }
}

impl From<Bytes> for Piece {
    fn from(bytes: Bytes) -> Self {
        Piece::Bytes(bytes)
    }
}

impl From<Vec<u8>> for Piece {
    fn from(bytes: Vec<u8>) -> Self {
        Piece::Bytes(bytes.into())
    }
}

impl From<String> for Piece {
    fn from(text: String) -> Self {
        Piece::Bytes(text.into())
    }
}

impl From<&'static str> for Piece {
    fn from(text: &'static str) -> Self {
        Piece::Bytes(text.into())
    }
}

impl From<Text> for Piece {
    fn from(text: Text) -> Self {
        Piece::Text(text)
    }
}

impl FileOut {
    /// A file of one piece; `-` is standard output.
    pub(crate) fn new(path: impl Into<PathBuf>, content: impl Into<Piece>) -> Self {
        Self { path: path.into(), pieces: vec![content.into()] }
    }

    /// A file of pieces one after the other.
    pub(crate) fn of_pieces(path: impl Into<PathBuf>, pieces: Vec<Bytes>) -> Self {
        Self { path: path.into(), pieces: pieces.into_iter().map(Piece::Bytes).collect() }
    }
}

/// Writes all files or none; prints why that cannot be done and gives the exit code.
pub(crate) fn write(files: &[FileOut]) -> Result<(), Exit> {
    save(files).map_err(refuse)
}

/// The same, in a folder that is made if it does not exist.
pub(crate) fn write_in(folder: &Path, files: &[FileOut]) -> Result<(), Exit> {
    save_in(folder, files).map_err(refuse)
}

fn refuse(message: String) -> Exit {
    output::error(&message);
    Exit::Findings
}

/// Writes all files or none, or says why that cannot be done.
pub(crate) fn save(files: &[FileOut]) -> Result<(), String> {
    save_with(files, &mut || Ok(()))
}

/// The same, in a folder that is made if it does not exist. `files` have paths inside of it.
pub(crate) fn save_in(folder: &Path, files: &[FileOut]) -> Result<(), String> {
    let made: Vec<&Path> =
        folder.ancestors().take_while(|path| !path.as_os_str().is_empty() && !path.exists()).collect();
    let result = fs::create_dir_all(folder)
        .map_err(|error| format!("cannot make {}: {error}", folder.display()))
        .and_then(|()| save(files));
    if result.is_err() {
        // Innermost first; a folder that something else was put into stays.
        made.iter().for_each(|path| drop(fs::remove_dir(path)));
    }
    result
}

/// `step` comes before everything that can fail on a disk; tests let it fail.
fn save_with(files: &[FileOut], step: &mut dyn FnMut() -> io::Result<()>) -> Result<(), String> {
    let _busy = settled();
    let mut staged = Vec::new();
    let mut streams = Vec::new();
    let mut targets = BTreeSet::new();
    for file in files {
        let failed = |error: io::Error| format!("cannot write {}: {error}", file.path.display());
        match target(&file.path).map_err(failed)? {
            Target::Standard | Target::Stream => streams.push(file),
            Target::Regular(path) => {
                if !targets.insert(path.clone()) {
                    return Err(format!("two results would be written to {}", file.path.display()));
                }
                staged.push((file, Staged::new(path, &file.pieces, step).map_err(failed)?));
            }
        }
    }
    for file in streams {
        write_stream(file, step).map_err(|error| format!("cannot write {}: {error}", file.path.display()))?;
    }
    let mut folders = BTreeSet::new();
    for (file, staged) in staged {
        folders.insert(parent(&staged.target).to_path_buf());
        staged.place(step).map_err(|error| format!("cannot write {}: {error}", file.path.display()))?;
    }
    // The files are there; a file system that cannot sync a folder is not an error of ours.
    folders.iter().for_each(|folder| drop(File::open(folder).and_then(|folder| folder.sync_all())));
    Ok(())
}

/// Held while files are written, so that the process does not end between two files of one command.
static WRITING: Mutex<()> = Mutex::new(());

/// Waits until no files are being written, and lets none be written from then on.
pub(crate) fn settled() -> MutexGuard<'static, ()> {
    WRITING.lock().unwrap_or_else(PoisonError::into_inner)
}

enum Target {
    /// Standard output.
    Standard,
    /// A device, a pipe or an open file of a process: has no place that another file could take.
    Stream,
    /// A regular file, or nothing yet, with links resolved.
    Regular(PathBuf),
}

fn target(path: &Path) -> io::Result<Target> {
    /// As many as Linux follows.
    const LINKS: usize = 40;
    if path.as_os_str() == "-" {
        return Ok(Target::Standard);
    }
    if fs::metadata(path).is_ok_and(|data| !data.is_file() && !data.is_dir()) {
        return Ok(Target::Stream);
    }
    let mut path = path.to_path_buf();
    for _ in 0..LINKS {
        // `/dev/stdout` leads there, and then the file that is open must be written, not one of its name.
        if fs::canonicalize(parent(&path)).is_ok_and(|folder| folder.starts_with("/proc")) {
            return Ok(Target::Stream);
        }
        let Ok(next) = fs::read_link(&path) else { break };
        path = parent(&path).join(next);
    }
    if path.exists() {
        // A file that may not be written is not replaced either, and a folder never is.
        OpenOptions::new().write(true).open(&path)?;
    }
    Ok(Target::Regular(path))
}

fn parent(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn write_stream(file: &FileOut, step: &mut dyn FnMut() -> io::Result<()>) -> io::Result<()> {
    if file.path.as_os_str() == "-" {
        for piece in &file.pieces {
            piece.write(|part| {
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
    for piece in &file.pieces {
        step()?;
        piece.write(|part| out.write_all(part))?;
    }
    out.flush()
}

/// A temporary file with all of the content, removed unless it takes its place.
struct Staged {
    temporary: PathBuf,
    target: PathBuf,
    placed: bool,
}

impl Staged {
    fn new(target: PathBuf, pieces: &[Piece], step: &mut dyn FnMut() -> io::Result<()>) -> io::Result<Self> {
        step()?;
        let (temporary, mut file) = create_beside(&target)?;
        let staged = Self { temporary, target, placed: false };
        for piece in pieces {
            step()?;
            piece.write(|part| file.write_all(part))?;
        }
        step()?;
        if let Ok(old) = fs::metadata(&staged.target) {
            file.set_permissions(old.permissions())?;
        }
        file.sync_all()?;
        Ok(staged)
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

/// A new file in the folder of another. Its name is short, for the other's may be as long as names can be.
fn create_beside(target: &Path) -> io::Result<(PathBuf, File)> {
    for number in 0.. {
        let path = parent(target).join(format!(".partita-{}-{number}.tmp", std::process::id()));
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            // One of a process that was killed and had our number.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            result => return result.map(|file| (path, file)),
        }
    }
    unreachable!("some number is free")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("partita-files-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a temporary folder can be made");
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

    /// Whichever step fails, every file is the old or the new one; before the first takes its place, all are old.
    #[test]
    fn a_step_that_fails_leaves_no_part_of_a_file() {
        let folder = folder("steps");
        let (one, two) = (folder.join("one"), folder.join("two"));
        let pieces = ["new ", "content"].map(Bytes::from);
        let files = [FileOut::of_pieces(&one, pieces.to_vec()), FileOut::of_pieces(&two, pieces.to_vec())];
        // A file each: create, two pieces, sync; then two renames.
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
    fn a_folder_is_made_and_goes_again_if_nothing_comes_of_it() {
        let folder = folder("made");
        let inner = folder.join("a/b");
        save_in(&inner, &[FileOut::new(inner.join("no/such"), "x")]).expect_err("the folder is missing");
        assert_eq!(names(&folder), [""; 0]);
        save_in(&inner, &[FileOut::new(inner.join("file"), "x")]).expect("writable");
        assert_eq!(names(&inner), ["file"]);
        fs::remove_dir_all(&folder).expect("removable");
    }

    #[test]
    fn one_file_is_not_written_twice() {
        let folder = folder("twice");
        let path = folder.join("file");
        let error = save(&[FileOut::new(&path, "a"), FileOut::new(&path, "b")]).expect_err("refused");
        assert!(error.contains("two results"), "{error}");
        assert_eq!(names(&folder), [""; 0]);
        fs::remove_dir_all(&folder).expect("removable");
    }

    #[cfg(unix)]
    #[test]
    fn links_stay_and_permissions_are_kept() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = folder("links");
        let (link, file) = (folder.join("link"), folder.join("file"));
        symlink("file", &link).expect("a link can be made");
        save(&[FileOut::new(&link, "first")]).expect("a link to nothing makes the file");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).expect("ours");
        save(&[FileOut::new(&link, "second")]).expect("writable");
        assert_eq!(fs::read_link(&link).expect("still a link"), Path::new("file"));
        assert_eq!(fs::read_to_string(&file).expect("readable"), "second");
        assert_eq!(fs::metadata(&file).expect("there").permissions().mode() & 0o777, 0o640);
        assert!(save(&[FileOut::new(&folder, "x")]).expect_err("a folder").contains("directory"));
        fs::remove_dir_all(&folder).expect("removable");
    }
}
