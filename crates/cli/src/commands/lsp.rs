//! `partita lsp`

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use partita::Code;
use partita_lsp::{Ending, ServerSettings, serve_stdio};

use super::explain;
use crate::args::Common;
use crate::exit::Exit;
use crate::flags;

/// A program of this name is the language server: it is what editors look for.
const SERVER_NAME: &str = "mlir-lsp-server";

/// The maximum number of folders to try for the pages.
const MAX_FOLDERS: u32 = 100;
/// The start of the names of these folders.
const FOLDER_NAME: &str = "partita-pages-";
/// The age at which a folder was left behind by a process that was killed.
const LEFT_BEHIND: Duration = Duration::from_secs(72 * 3600);

/// Inserts the command if the program has the name of a language server.
pub(super) fn command_from_name(mut arguments: Vec<OsString>) -> Vec<OsString> {
    let name = arguments.first().and_then(|program| Path::new(program).file_stem());
    if name.is_some_and(|name| name == SERVER_NAME) && arguments.get(1).is_none_or(|first| first != "lsp") {
        arguments.insert(1, "lsp".into());
    }
    arguments
}

pub(super) fn run_lsp(common: &Common) -> Exit {
    let pages = Arc::new(Pages::default());
    let mut settings = ServerSettings::default();
    settings.limits = common.limits;
    settings.page = explain::error_page;
    settings.reword = |help| flags::with_flags(help).into_owned();
    let shared = Arc::clone(&pages);
    settings.page_address = Box::new(move |code| shared.address(code));
    let ending = serve_stdio(settings);
    pages.remove();
    Exit::checked(ending == Ending::Orderly)
}

/// The pages of error codes as files, so that an editor can open them. They are written when a diagnostic refers to
/// them.
#[derive(Default)]
struct Pages {
    folder: OnceLock<Option<PathBuf>>,
}

impl Pages {
    /// The address of the page of a code; `None` if it cannot be written.
    fn address(&self, code: Code) -> Option<String> {
        let text = explain::error_page(code)?;
        let path = self.folder.get_or_init(create_folder).as_ref()?.join(format!("{code}.md"));
        if !path.exists() {
            std::fs::write(&path, text).ok()?;
        }
        file_address(&path)
    }

    fn remove(&self) {
        if let Some(Some(folder)) = self.folder.get() {
            // What is left is small, and in a folder for temporary files.
            let _ = std::fs::remove_dir_all(folder);
        }
    }
}

/// Creates a folder that only this user can access.
pub(super) fn create_folder() -> Option<PathBuf> {
    remove_left_behind(&std::env::temp_dir());
    let mut builder = std::fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    let name = |number: u32| format!("{FOLDER_NAME}{}-{number}", std::process::id());
    // Creation fails if something of that name exists, which may belong to another user.
    let mut folders = (0..MAX_FOLDERS).map(|number| std::env::temp_dir().join(name(number)));
    folders.find(|folder| builder.create(folder).is_ok())
}

/// Removes the folders of processes that were killed before they could do it. Those of other users cannot be removed, and a link
/// is not followed.
fn remove_left_behind(temporary: &Path) {
    let Ok(entries) = std::fs::read_dir(temporary) else { return };
    for entry in entries.flatten() {
        let is_ours = entry.file_name().to_str().is_some_and(|name| name.starts_with(FOLDER_NAME));
        let age = || entry.metadata().ok()?.modified().ok()?.elapsed().ok();
        if is_ours && age().is_some_and(|age| age >= LEFT_BEHIND) {
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}

/// A path as an address; `None` for a path that is not UTF-8.
pub(super) fn file_address(path: &Path) -> Option<String> {
    let path = path.to_str()?.replace('\\', "/");
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-_.~:".contains(&byte);
    let encoded: String = path
        .bytes()
        .map(|byte| if is_plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect();
    let root = if encoded.starts_with('/') { "" } else { "/" };
    Some(format!("file://{root}{encoded}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_with_the_name_of_a_server_is_the_server() {
        let with = |arguments: &[&str]| command_from_name(arguments.iter().map(OsString::from).collect());
        assert_eq!(with(&["bin/mlir-lsp-server", "--stdio"]), ["bin/mlir-lsp-server", "lsp", "--stdio"]);
        assert_eq!(with(&["mlir-lsp-server.exe"]), ["mlir-lsp-server.exe", "lsp"]);
        assert_eq!(with(&["mlir-lsp-server", "lsp"]), ["mlir-lsp-server", "lsp"]);
        assert_eq!(with(&["partita", "check"]), ["partita", "check"]);
    }

    #[test]
    fn old_folders_are_removed_and_others_are_kept() {
        let folder = create_folder().expect("a temporary folder");
        let [old, new, other] = ["partita-pages-1-0", "partita-pages-2-0", "partita-other"].map(|name| {
            let path = folder.join(name);
            std::fs::create_dir(&path).expect("writable");
            std::fs::write(path.join("PA0001.md"), "page").expect("writable");
            path
        });
        let past = std::time::SystemTime::now() - 2 * LEFT_BEHIND;
        for path in [&old, &other] {
            let file = std::fs::File::open(path).expect("a folder can be opened");
            file.set_modified(past).expect("its time can be set");
        }
        remove_left_behind(&folder);
        assert_eq!([&old, &new, &other].map(|path| path.exists()), [false, true, true]);
        std::fs::remove_dir_all(folder).expect("removable");
    }

    #[test]
    fn addresses_are_escaped() {
        assert_eq!(file_address(Path::new("/a b/ü#.md")).unwrap(), "file:///a%20b/%C3%BC%23.md");
        assert_eq!(file_address(Path::new("C:\\x.md")).unwrap(), "file:///C:/x.md");
    }
}
