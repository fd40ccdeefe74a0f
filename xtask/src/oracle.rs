//! The Python environment with jaxlib, the corpus it lowers, and the server that answers questions.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::Receiver;
use std::time::Duration;

use serde_json::{Value, json};

use crate::{Outcome, root, run, target};

/// The Python of the environment, which is created on first use.
pub(crate) fn python() -> Result<PathBuf, String> {
    environment("oracle", "oracle/requirements.txt")
}

/// What to print where the newest jaxlib is skipped.
pub(crate) const NO_NEW_PYTHON: &str = "no Python 3.12 or newer on PATH or in PYENV_ROOT, and PARTITA_PYTHON_NEW names none: the newest jax is skipped";

/// The Python of an environment with the newest jaxlib, which needs a newer Python than the pinned one; `None` if none
/// is installed.
pub(crate) fn newest_python() -> Result<Option<PathBuf>, String> {
    let named = std::env::var_os("PARTITA_PYTHON_NEW").map(PathBuf::from);
    let known = ["python3", "python3.14", "python3.13", "python3.12"].map(PathBuf::from);
    let is_new = |python: &PathBuf| {
        let test = "import sys; sys.exit(sys.version_info < (3, 12))";
        Command::new(python).args(["-c", test]).output().is_ok_and(|ended| ended.status.success())
    };
    let found = named.into_iter().chain(known).chain(pyenv_pythons()).find(is_new);
    found.map(|base| environment_from(&base, "oracle-newest", "oracle/newest.txt")).transpose()
}

/// The interpreters that pyenv has installed, the newest first. Those that are not selected are not on PATH: a command there
/// of their name fails.
fn pyenv_pythons() -> Vec<PathBuf> {
    let Some(pyenv) = std::env::var_os("PYENV_ROOT") else { return Vec::new() };
    let entries = fs::read_dir(Path::new(&pyenv).join("versions")).into_iter().flatten().flatten();
    let minor = |folder: &Path| -> Option<u32> {
        folder.file_name()?.to_str()?.strip_prefix("3.")?.split('.').next()?.parse().ok()
    };
    let mut found: Vec<(u32, PathBuf)> = entries
        .map(|entry| entry.path())
        .filter_map(|folder| Some((minor(&folder)?, folder.join("bin/python3"))))
        .collect();
    found.sort();
    found.into_iter().rev().map(|(_, python)| python).collect()
}

/// The Python of an environment with the packages of a requirements file.
pub(crate) fn environment(name: &str, requirements: &str) -> Result<PathBuf, String> {
    environment_from(Path::new(&base_python()), name, requirements)
}

fn environment_from(base: &Path, name: &str, requirements: &str) -> Result<PathBuf, String> {
    let folder = target().join(name);
    let python = folder.join("bin/python");
    let requirements = root().join(requirements);
    let wanted = fs::read_to_string(&requirements).map_err(|error| error.to_string())?;
    let stamp = folder.join("requirements.stamp");
    if python.exists() && fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(python);
    }
    println!("creating the Python environment in {}", folder.display());
    run(Command::new(base).args(["-m", "venv"]).arg(&folder))
        .map_err(|error| format!("{error}; set PARTITA_PYTHON to a Python 3 with venv"))?;
    // The file lists all dependencies. pip need not search for them: it would try versions that are newer than the file.
    // Modules are compiled on import, and only a few are ever imported.
    run(Command::new(&python)
        .args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--require-hashes"])
        .args(["--no-deps", "--no-compile", "-r"])
        .arg(&requirements))?;
    fs::write(stamp, wanted).map_err(|error| error.to_string())?;
    Ok(python)
}

/// The Python that the environment is made from.
pub(crate) fn base_python() -> String {
    std::env::var("PARTITA_PYTHON").unwrap_or_else(|_| "python3".into())
}

/// Set for steps that run concurrently: the programs they share exist already, and no step writes them while another
/// reads.
pub(crate) const READY_VARIABLE: &str = "PARTITA_PROGRAMS_READY";

/// The folder of lowered programs, brought up to date.
pub(crate) fn corpus() -> Result<PathBuf, String> {
    script_output("lower.py", "corpus")
}

/// The folder that a script of the oracle fills.
pub(crate) fn script_output(script: &str, name: &str) -> Result<PathBuf, String> {
    let folder = target().join(name);
    if std::env::var_os(READY_VARIABLE).is_none() {
        let script = root().join("oracle").join(script);
        run(Command::new(python()?).arg(script).arg(&folder).stdout(Stdio::null()))?;
    }
    Ok(folder)
}

/// The scripts that write programs and models for several steps, and the folders they fill.
const SHARED: &[(&str, &str)] = &[
    ("lower.py", "corpus"),
    ("kinds.py", "kinds"),
    ("onnx_models.py", "onnx-models"),
    ("onnx_zoo.py", "onnx-zoo"),
    ("onnx_node_cases.py", "onnx-node-cases"),
];

/// Writes the programs and models that several steps need.
pub(crate) fn all_programs() -> Outcome {
    // This is the first step of a test run, so it ignores READY_VARIABLE, which is set for all steps.
    for (script, name) in SHARED {
        let script = root().join("oracle").join(script);
        run(Command::new(python()?).arg(script).arg(target().join(name)).stdout(Stdio::null()))?;
    }
    Ok(())
}

/// Which random graphs to make.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Graphs {
    /// Anything that propagation must handle.
    Any,
    /// Those that can be run.
    Runnable,
}

/// A folder of random graphs, one per seed from `seed` on.
pub(crate) fn graphs(kind: Graphs, seed: u64, count: u64) -> Result<PathBuf, String> {
    let folder = target().join(if kind == Graphs::Any { "graphs" } else { "runnable" });
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    let script = root().join("oracle/graphs.py");
    let (seed, count) = (seed.to_string(), count.to_string());
    let mut command = Command::new(python()?);
    command.arg(script).arg(&folder).args(["--seed", &seed, "--count", &count]);
    if kind == Graphs::Runnable {
        command.arg("--runnable");
    }
    run(&mut command)?;
    Ok(folder)
}

/// The milliseconds of XLA's own sharding passes on a program.
pub(crate) fn xla_passes(path: &Path, devices: u64) -> Result<Value, String> {
    let script = root().join("oracle/xla_passes.py");
    let output = Command::new(python()?)
        .arg(script)
        .arg(path)
        .arg(devices.to_string())
        .output()
        .map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&output.stdout);
    serde_json::from_str(&text).map_err(|error| format!("{text}: {error}"))
}

/// The path of a benchmark model of a kind, lowered with `layers` layers on a mesh.
pub(crate) fn bench_model(kind: &str, layers: u32, mesh: &str) -> Result<PathBuf, String> {
    let path = target().join(format!("bench-{kind}-{layers}-{mesh}.mlir"));
    if !path.exists() {
        println!("lowering the benchmark model `{kind}` with {layers} layers on {mesh}");
        let script = root().join("oracle/bench_model.py");
        let layers = layers.to_string();
        let arguments = ["--model", kind, "--layers", &layers, "--mesh", mesh];
        run(Command::new(python()?).arg(script).arg(&path).args(arguments))?;
    }
    Ok(path)
}

/// A running `oracle/serve.py`.
pub(crate) struct Server {
    /// The Python whose jaxlib answers.
    python: PathBuf,
    child: Child,
    input: Option<ChildStdin>,
    /// The lines that it prints, read by a thread of their own.
    output: Receiver<String>,
}

/// A question that takes longer hangs: jaxlib occasionally deadlocks where it would otherwise crash.
const PATIENCE: Duration = Duration::from_secs(60);

impl Server {
    /// The pinned jaxlib.
    pub(crate) fn start() -> Result<Self, String> {
        Self::start_in(python()?)
    }

    /// The jaxlib of an environment.
    pub(crate) fn start_in(python: PathBuf) -> Result<Self, String> {
        let mut child = Command::new(&python)
            .arg(root().join("oracle/serve.py"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("cannot start the oracle: {error}"))?;
        let input = child.stdin.take();
        let lines = BufReader::new(child.stdout.take().expect("standard output is piped")).lines();
        let (sender, output) = std::sync::mpsc::channel();
        std::thread::spawn(move || lines.map_while(Result::ok).try_for_each(|line| sender.send(line)));
        Ok(Self { python, child, input, output })
    }

    /// Asks one question. `Ok(None)` means that the question killed the server, or that it hangs; it is then
    /// restarted.
    pub(crate) fn ask(&mut self, mut question: Value) -> Result<Option<Value>, String> {
        question["id"] = json!(1);
        let input = self.input.as_mut().expect("the server is running");
        let sent = writeln!(input, "{question}").and_then(|()| input.flush());
        let line = sent.ok().and_then(|()| self.output.recv_timeout(PATIENCE).ok());
        let Some(line) = line else {
            let _ = self.child.kill();
            *self = Server::start_in(self.python.clone())?;
            return Ok(None);
        };
        serde_json::from_str(&line)
            .map(Some)
            .map_err(|error| format!("the oracle answered {line:?}: {error}"))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // The server ends with its input.
        self.input = None;
        let _ = self.child.wait();
    }
}

/// The server of the pinned jaxlib. It takes seconds to start, so it is started by the first question.
#[derive(Default)]
pub(crate) struct Jaxlib(Option<Server>);

impl Jaxlib {
    pub(crate) fn server(&mut self) -> Result<&mut Server, String> {
        if self.0.is_none() {
            self.0 = Some(Server::start()?);
        }
        Ok(self.0.as_mut().expect("it was just started"))
    }
}

/// Prints the first failures and the counts, in the words that `schedule` adds up; fails if there is a failure.
pub(crate) fn report_verdict(what: &str, passed: usize, failures: &[String]) -> Outcome {
    const SHOWN: usize = 20;
    for failure in failures.iter().take(SHOWN) {
        println!("{failure}");
    }
    println!("{what}: {passed} passed, {} failed", failures.len());
    if failures.is_empty() { Ok(()) } else { Err(format!("{} of {what} failed", failures.len())) }
}
