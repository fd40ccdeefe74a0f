//! Compares partitioned programs with the global programs, in the interpreter.

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use partita_base::{Source, code};
use partita_engine::{Failure, Seeds, verify};
use partita_interp::{EvalError, Limits};
use partita_ir::Module;
use partita_mesh::Mesh;
use partita_mlir::{ParseOptions, PrintOptions, UnknownDialects, parse, print};
use partita_partition::{PartitionOptions, Partitioned, partition};

use crate::Outcome;
use crate::confirmed::{Confirmation, Confirmed, Digest};
use crate::differential::{file_name, mlir_files};
use crate::kinds;
use crate::oracle::{Graphs, corpus, graphs, report_verdict};

/// Seed and number of the random programs of every test run.
pub(crate) const RANDOM: (u64, u64) = (1, 600);

/// Programs for more devices are skipped: the interpreter runs every device in turn.
const MAX_DEVICES: u64 = 64;

/// A run that compares fewer programs fails: too many of them were skipped.
const ENOUGH_PROGRAMS: usize = 280;

/// The mesh that most JAX programs are lowered for, and other meshes with the same number of devices that they also run
/// on.
const MESH: &str = "<[\"x\"=2, \"y\"=4]>";
const OTHER_MESHES: &[(&str, &str)] =
    &[("8", "<[\"x\"=8, \"y\"=1]>"), ("2x2x2", "<[\"x\"=2, \"y\"=2, \"z\"=2]>")];

/// A program's name and text.
pub(crate) struct Text {
    pub(crate) name: String,
    pub(crate) text: String,
}

/// The JAX programs whose mesh can be exchanged, each on three meshes. A program with local shapes, as in a
/// manual computation, depends on its mesh.
pub(crate) fn on_three_meshes(files: &[PathBuf]) -> Result<Vec<Text>, String> {
    let mut programs = Vec::new();
    for path in files.iter().filter(|path| file_name(path).matches('.').count() == 1) {
        let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
        let fixed = ["manual_computation", "device_ids", "<?x", "x?x", "\":("];
        if !text.contains(MESH) || fixed.iter().any(|word| text.contains(word)) {
            continue;
        }
        for (mesh, other) in OTHER_MESHES {
            programs.push(Text {
                name: format!("{} on {mesh}", file_name(path)),
                text: text.replace(MESH, other),
            });
        }
        programs.push(Text { name: format!("{} on 2x4", file_name(path)), text });
    }
    Ok(programs)
}

/// Checks JAX programs and random ones.
pub(crate) fn compare_programs(only: Option<&str>, (seed, count): (u64, u64)) -> Outcome {
    let files = mlir_files(&corpus()?)?;
    let plain = files.iter().filter(|path| file_name(path).matches('.').count() == 1);
    let wanted = plain.filter(|path| only.is_none_or(|only| file_name(path).contains(only)));
    let known = Known::new()?;
    let compared = all(&wanted.map(|path| read(path)).collect::<Result<Vec<_>, _>>()?, &known)?;
    println!(
        "{} JAX programs cannot be run by the interpreter: {}",
        compared.not_run.len(),
        compared.not_run.join(", ")
    );
    report_verdict("JAX programs, partitioned", compared.equal, &compared.failures)?;
    if only.is_some() {
        return Ok(());
    }
    if compared.equal < ENOUGH_PROGRAMS {
        return Err(format!("only {} JAX programs were compared", compared.equal));
    }
    let compared = all(&on_three_meshes(&files)?, &known)?;
    println!("on three meshes: {} not run", compared.not_run.len());
    report_verdict("JAX programs on three meshes, partitioned", compared.equal, &compared.failures)?;
    of_every_kind(&known)?;
    random_from(seed, count, &known)?;
    known.0.into_inner().expect("no thread panics").finish("partitioned programs in the interpreter")
}

/// Checks programs of every kind: one that cannot run counts as a failure.
pub(crate) fn every_kind() -> Outcome {
    of_every_kind(&Known::new()?)
}

fn of_every_kind(known: &Known) -> Outcome {
    kinds::check_all("partitioned", None, |programs| {
        let compared = match all(programs, known) {
            Ok(compared) => compared,
            Err(message) => return vec![message],
        };
        let infinite = programs.iter().filter_map(|program| kinds::is_finite(program).err());
        compared.failures.into_iter().chain(compared.not_run).chain(infinite).collect()
    })
}

fn read(path: &Path) -> Result<Text, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(Text { name: file_name(path), text })
}

/// Checks random programs only.
pub(crate) fn compare_random_programs(seed: u64, count: u64) -> Outcome {
    random_from(seed, count, &Known::new()?)
}

fn random_from(seed: u64, count: u64, known: &Known) -> Outcome {
    let folder = graphs(Graphs::Runnable, seed, count)?;
    let files = mlir_files(&folder)?;
    let compared = all(&files.iter().map(|path| read(path)).collect::<Result<Vec<_>, _>>()?, known)?;
    println!("random programs: {} from seed {seed}; {} not run", files.len(), compared.not_run.len());
    report_verdict("random programs, partitioned", compared.equal, &compared.failures)?;
    // Some use more devices than are simulated, or unsupported ops. At least 80 % must run, or the test proves too
    // little.
    if compared.equal * 100 < files.len() * 80 {
        return Err("too few random programs can be run".into());
    }
    Ok(())
}

/// The outcomes of a set of programs.
#[derive(Default)]
struct ComparedPrograms {
    equal: usize,
    not_run: Vec<String>,
    failures: Vec<String>,
}

/// The partitioned programs that the interpreter has confirmed before.
struct Known(Mutex<Confirmed>);

impl Known {
    fn new() -> Result<Self, String> {
        Ok(Self(Mutex::new(Confirmed::of("partition")?)))
    }

    /// [`check_partitioned`], unless the same local program was confirmed before.
    fn check(&self, number: usize, program: &Text, empty: &Digest) -> Checked {
        let ready = match prepare(program) {
            Ok(ready) => ready,
            Err(checked) => return checked,
        };
        let mut digest = empty.clone();
        digest.add(&program.text);
        digest.add(&print(&ready.local.module, PrintOptions::default()));
        digest.add(&format!("{:?}", ready.local.interface));
        let known = self.0.lock().expect("no thread panics").get_run(&digest, number);
        if known.is_some() {
            return Checked::Equal;
        }
        let checked = ready.run();
        if matches!(checked, Checked::Equal) {
            let confirmation = Confirmation { passed: 1, lost: 0 };
            self.0.lock().expect("no thread panics").keep(&digest, confirmation);
        }
        checked
    }
}

/// Checks programs on all cores.
fn all(programs: &[Text], known: &Known) -> Result<ComparedPrograms, String> {
    let empty = Digest::new()?;
    let next = std::sync::atomic::AtomicUsize::new(0);
    let counts: Vec<ComparedPrograms> = std::thread::scope(|scope| {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let work = || {
            let mut compared = ComparedPrograms::default();
            loop {
                let number = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                let Some(program) = programs.get(number) else { break };
                match known.check(number, program, &empty) {
                    Checked::Equal => compared.equal += 1,
                    Checked::NotRun(why) => compared.not_run.push(format!("{} ({why})", program.name)),
                    Checked::Wrong(why) => compared.failures.push(format!("{}: {why}", program.name)),
                }
            }
            compared
        };
        let handles: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        handles.into_iter().map(|handle| handle.join().expect("checks do not panic")).collect()
    });
    let mut sum = ComparedPrograms::default();
    for compared in counts {
        sum.equal += compared.equal;
        sum.not_run.extend(compared.not_run);
        sum.failures.extend(compared.failures);
    }
    sum.not_run.sort();
    sum.failures.sort();
    Ok(sum)
}

/// The result of partitioning and running a program.
pub(crate) enum Checked {
    Equal,
    NotRun(String),
    Wrong(String),
}

pub(crate) fn check_partitioned(program: &Text) -> Checked {
    prepare(program).map_or_else(|checked| checked, |ready| ready.run())
}

/// A program and its local program.
struct Ready {
    global: Module,
    local: Partitioned,
}

fn prepare(program: &Text) -> Result<Ready, Checked> {
    let Ok(source) = Source::new(&program.name, program.text.as_str()) else {
        return Err(Checked::Wrong("too large".into()));
    };
    let parsed = parse(&source, ParseOptions::default().unknown_dialects(UnknownDialects::Keep));
    if parsed.diagnostics.has_errors() || partita_verify::verify(&parsed.module).has_errors() {
        return Err(Checked::NotRun("not valid".into()));
    }
    let local = match partition(&parsed.module, &PartitionOptions::default()) {
        Ok(local) => local,
        Err(found) => {
            let first = found.iter().next().map(|found| (found.code, found.message.clone()));
            let Some((code, message)) = first else { return Err(Checked::Wrong("no diagnostic".into())) };
            let refused = [
                code::MESHES_DIFFER_IN_SIZE,
                code::RECURSIVE_CALL,
                code::RESHARD_TOO_LARGE,
                code::NOT_PARTITIONED,
                code::GSPMD_NOT_IMPORTED,
            ];
            return Err(if refused.contains(&code) {
                Checked::NotRun(code.to_string())
            } else {
                Checked::Wrong(format!("[{code}] {message}"))
            });
        }
    };
    let invalid = partita_verify::verify(&local.module);
    if let Some(error) = invalid.iter().find(|_| invalid.has_errors()) {
        return Err(Checked::Wrong(format!("the local program is not valid: {}", error.message)));
    }
    let devices = Mesh::from_spec(&local.interface.mesh).map_or(1, |mesh| mesh.device_count());
    if devices > MAX_DEVICES {
        return Err(Checked::NotRun(format!("{devices} devices")));
    }
    Ok(Ready { global: parsed.module, local })
}

impl Ready {
    /// Runs both and compares.
    fn run(&self) -> Checked {
        let limits = Limits::default().ops(1 << 20).memory(4 << 30);
        match verify(&self.global, &self.local, Seeds { first: 0, count: 1 }, limits) {
            Ok(report) => match report.differences.first() {
                None if report.unstable.is_empty() => Checked::Equal,
                None => Checked::NotRun(
                    "rounding errors are as large as the difference that an error would cause".into(),
                ),
                Some(each) => Checked::Wrong(format!(
                    "result {} on device {}: {}",
                    each.result, each.device, each.mismatch
                )),
            },
            Err(Failure::Local(fault)) if matches!(fault.error, EvalError::Limit(_)) => {
                Checked::NotRun(fault.error.message().to_string())
            }
            Err(Failure::Global(fault)) => Checked::NotRun(fault.error.message().to_string()),
            Err(Failure::Callback { .. }) => Checked::NotRun("a Python callback".into()),
            Err(Failure::Memory(_)) => Checked::NotRun("too large for memory".into()),
            Err(failure) => Checked::Wrong(format!("{failure:?}")),
        }
    }
}
