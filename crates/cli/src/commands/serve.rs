//! `partita serve`

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, SystemTime};

use partita::hlo::{Program, split_modules};
use partita::mesh::Mesh;
use partita::report::ReportView;
use partita::{Limits, Source};
use partita_serve::{FileState, Host, PageServer};

use super::report::{ReportFiles, Reporter, deviations};
use super::{load_input, lsp, parse_options};
use crate::args::{Common, OutputFormat};
use crate::exit::{Exit, Outcome};
use crate::files::{self, FileOut};
use crate::input::{self, LoadError, Loaded};
use crate::output::{self, Timing};
use crate::tool_args::Serve;

/// How long the file exists that leads a browser to the page.
const OPENING: Duration = Duration::from_secs(20);
/// The seconds that a search for annotations may take, while the page waits.
const SEARCH: f64 = 15.0;

pub(super) fn run_serve(arguments: &Serve, common: &Common) -> Exit {
    Exit::of(serve(arguments, common))
}

fn serve(arguments: &Serve, common: &Common) -> Outcome {
    let Serve { input, port, open, output: target, hardware, propagation, local_program } = arguments;
    if target.as_deref().is_some_and(|path| path.as_os_str() == "-") {
        output::print_error("`partita serve` prints the address of the page to standard output");
        output::print_help("give `-o` the name of a file");
        return Err(Exit::Usage);
    }
    let files = ReportFiles::read(propagation, local_program, hardware.as_deref(), common)?;
    let stamp = Stamp::of(&input.file);
    let Loaded { source, mesh, .. } = load_input(input, common)?;
    let server = PageServer::bind(*port).map_err(|error| {
        output::print_error(&error.to_string());
        output::print_help("leave out `--port` to use a free port");
        Exit::Usage
    })?;
    let reading = parse_options(input.deny_unknown_dialects, common);
    let mut host = FileHost {
        reporter: files.reporter(propagation, local_program, reading, OutputFormat::Text),
        options: deviations(propagation, local_program, hardware.as_deref()),
        path: &input.file,
        is_split: input.split_input_file,
        limits: common.limits,
        mesh: mesh.map(|(mesh, _)| mesh),
        stamp,
        read: source.text().to_string(),
        output: target.as_deref(),
    };
    let address = server.address();
    output::print_text(&format!("{address}\n"));
    output::eprint_text("the page of this program is at that address; Ctrl-C ends the server\n");
    if *open && let Err(why) = open_browser(&address) {
        output::print_error(&format!("cannot open a browser: {why}"));
        output::print_help("open the address above");
    }
    server.run(source, &mut host, &AtomicBool::new(false));
    Ok(Exit::Fine)
}

/// When a file was changed, and its length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stamp(Option<(SystemTime, u64)>);

impl Stamp {
    fn of(path: &Path) -> Self {
        let known = fs::metadata(path).and_then(|data| Ok((data.modified()?, data.len())));
        Self(known.ok())
    }
}

/// The program in a file.
struct FileHost<'a> {
    reporter: Reporter<'a>,
    options: Vec<String>,
    path: &'a Path,
    is_split: bool,
    limits: Limits,
    mesh: Option<Mesh>,
    stamp: Stamp,
    /// The text of the file when it was read.
    read: String,
    output: Option<&'a Path>,
}

impl FileHost<'_> {
    fn loaded(&self, source: &Source) -> Loaded {
        let full = 0..source.text().len();
        let parts = if self.is_split { split_modules(source.text()) } else { Vec::from([full]) };
        // What the mesh does not divide is on the page.
        let mesh = self.mesh.clone().map(|mesh| (mesh, false));
        Loaded { source: source.clone(), parts, mesh, is_binary: false }
    }
}

impl Host for FileHost<'_> {
    fn report(&mut self, source: &Source) -> ReportView {
        let (mut view, _) = self.reporter.report(&self.loaded(source), &mut Timing::default());
        view.options.clone_from(&self.options);
        view
    }

    fn report_with_fixes(&mut self, source: &Source) -> ReportView {
        self.reporter.search.set(Some(SEARCH));
        let view = self.report(source);
        self.reporter.search.set(None);
        view
    }

    fn program(&mut self, source: &Source, part: usize) -> Option<Program> {
        let loaded = self.loaded(source);
        let range = loaded.parts.get(part)?.clone();
        let program = input::read_module(&loaded, range, self.reporter.reading, &mut Timing::default());
        Some(program)
    }

    fn file_state(&mut self) -> FileState {
        if self.path.as_os_str() == "-" {
            return FileState::Same;
        }
        let stamp = Stamp::of(self.path);
        if stamp == self.stamp {
            return FileState::Same;
        }
        self.stamp = stamp;
        match input::load_source(self.path, self.is_split, self.limits) {
            Ok(loaded) if loaded.source.text() == self.read => FileState::Same,
            Ok(loaded) => {
                self.read = loaded.source.text().to_string();
                FileState::Changed(loaded.source)
            }
            Err(LoadError::Io(why)) => FileState::Unreadable(why),
            Err(LoadError::Findings(_, found)) => {
                let first = found.iter().next();
                let why = first.map_or_else(String::new, |each| format!("{} {}", each.code, each.message));
                FileState::Unreadable(format!("{}: {why}", self.path.display()))
            }
        }
    }

    fn output_name(&self) -> Option<String> {
        self.output.map(|path| path.display().to_string())
    }

    fn write_output(&mut self, text: &str) -> Result<(), String> {
        let Some(path) = self.output else { return Err("there is no output file".into()) };
        let written = files::write_files(&[FileOut::new(path, text.to_string())]);
        written.map_err(|_| format!("cannot write {}; the terminal has the reason", path.display()))
    }
}

/// Opens the address in a browser. Other users can see the arguments of a process, and the address contains a token: so
/// the argument is a file that only this user can read, and that leads to the address.
fn open_browser(address: &str) -> Result<(), String> {
    let folder = lsp::create_folder().ok_or("there is no folder for temporary files")?;
    let result = open_file(&folder, address);
    thread::spawn(move || {
        thread::sleep(OPENING);
        // What is left is small, and in a folder for temporary files.
        let _ = fs::remove_dir_all(folder);
    });
    result
}

fn open_file(folder: &Path, address: &str) -> Result<(), String> {
    let path: PathBuf = folder.join("open.html");
    let page = format!(
        "<!doctype html>\n<meta charset=\"utf-8\">\n<meta name=\"referrer\" content=\"no-referrer\">\n\
         <meta http-equiv=\"refresh\" content=\"0;url={address}\">\n<title>Partita</title>\n"
    );
    fs::write(&path, page).map_err(|error| error.to_string())?;
    let address = lsp::file_address(&path).ok_or("the folder for temporary files has an unusual name")?;
    let (program, arguments): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("cmd", &["/C", "start", ""]),
        _ => ("xdg-open", &[]),
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(OsStr::new(&address));
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().map(|_| ()).map_err(|error| format!("{program}: {error}"))
}
