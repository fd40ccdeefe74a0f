//! The coverage-guided fuzz targets of the crate `fuzz`: builds them once, gives each the same time, and prints a
//! table. Corpora and failures are kept under `target/fuzz`, so that a run continues where the last one ended.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::{Outcome, cargo_path, root, target};

/// Seconds that one input may take. libFuzzer measures wall time, and the machine may be busy with other jobs.
const PATIENCE: u64 = 25;

/// The longest input in bytes. Longer ones are slow and find nothing that shorter ones do not.
const LONGEST: usize = 16 << 10;

/// A target that ends this number of times is not started again in the same run.
const MOST_ENDS: usize = 12;

/// Flags that make stable rustc count edges and comparisons for libFuzzer; `-Zsanitizer` would need a nightly
/// toolchain.
const FLAGS: &[&str] = &[
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
];

/// The figures and failures of one target.
#[derive(Default)]
struct TargetStats {
    executions: u64,
    seconds: f64,
    edges: u64,
    features: u64,
    corpus: u64,
    ends: usize,
    /// What failed, and the smallest input that shows it.
    failures: BTreeMap<String, PathBuf>,
}

/// Runs all targets, or the one named `only`, for `minutes` in total with `jobs` processes at a time.
pub(crate) fn run_targets(minutes: f64, only: Option<&str>, jobs: u64) -> Outcome {
    let program = build()?;
    let folder = target().join("fuzz");
    let listed = Command::new(&program).arg("--list").output().map_err(|error| error.to_string())?;
    let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
    let names: Vec<&str> = listed.lines().filter(|name| only.is_none_or(|only| *name == only)).collect();
    if names.is_empty() {
        return Err(format!("no such target; there are {}", listed.trim().replace('\n', ", ")));
    }
    let seeds = folder.join("seeds");
    let made = Command::new(&program).arg(format!("--seeds={}", seeds.display())).status();
    if !made.is_ok_and(|status| status.success()) {
        return Err("the seeds cannot be written".into());
    }
    let each = Duration::from_secs_f64(minutes * 60.0 * jobs as f64 / names.len() as f64);
    println!("{} targets, {:.0} seconds each", names.len(), each.as_secs_f64());
    println!("| target | executions | per second | edges | features | corpus | failures |");
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: |");
    let (queue, failed) = (Mutex::new(names.iter()), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            scope.spawn(|| {
                loop {
                    let next = queue.lock().expect("no thread panics").next();
                    let Some(name) = next else { return };
                    let stats = fuzz(&program, &folder.join(name), &seeds.join(name), name, each);
                    println!("{}", row(name, &stats));
                    let found = stats.failures.into_iter().map(|(kind, path)| (*name, kind, path));
                    failed.lock().expect("no thread panics").extend(found);
                }
            });
        }
    });
    let mut failed = failed.into_inner().expect("no thread panics");
    failed.sort();
    for (name, kind, path) in &failed {
        println!("{name}: {kind}\n    {}", path.display());
    }
    if failed.is_empty() { Ok(()) } else { Err(format!("{} distinct failures", failed.len())) }
}

/// Builds the program that holds all targets.
fn build() -> Result<PathBuf, String> {
    let version = Command::new("rustc").arg("-vV").output().map_err(|error| error.to_string())?;
    let version = String::from_utf8_lossy(&version.stdout).into_owned();
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).ok_or("rustc has no host")?;
    let folder = target().join("fuzz/build");
    // `--target` keeps the flags from build scripts and procedural macros, which run without libFuzzer.
    let status = Command::new(cargo_path())
        .args(["build", "--locked", "--quiet", "--profile", "fuzz", "--target", host])
        .args(["--package", "partita-fuzz", "--features", "libfuzzer"])
        .current_dir(root())
        .env("CARGO_ENCODED_RUSTFLAGS", FLAGS.join("\x1f"))
        .env("CARGO_TARGET_DIR", &folder)
        .status()
        .map_err(|error| error.to_string())?;
    match status.success() {
        true => Ok(folder.join(host).join("fuzz/partita-fuzz")),
        false => Err("the fuzz targets do not build".into()),
    }
}

/// Fuzzes one target until its time is used up. An input that ends the program is kept, and the program is started
/// again.
fn fuzz(program: &Path, state: &Path, seeds: &Path, name: &str, time: Duration) -> TargetStats {
    let mut stats = TargetStats::default();
    let (corpus, replay) = (state.join("corpus"), state.join("replay"));
    let prepared = fs::create_dir_all(&corpus).and_then(|()| try_again(state, &replay));
    if let Err(error) = prepared {
        stats.failures.insert(format!("cannot write: {error}"), state.to_path_buf());
        return stats;
    }
    let start = |options: &[String], folders: &[&Path]| {
        let log = state.join("log");
        let out = File::create(&log)?;
        let status = Command::new(program)
            .args([format!("--target={name}"), format!("--state={}", state.display())])
            .args(folders)
            .args(options)
            .args([format!("-max_len={LONGEST}"), format!("-timeout={PATIENCE}")])
            // The allocator of the program has its own limit, which is exact; libFuzzer only samples the resident size.
            .args(["-rss_limit_mb=0", "-print_final_stats=1", "-detect_leaks=0"])
            .arg(format!("-artifact_prefix={}/ended-", state.display()))
            .stdout(out.try_clone()?)
            .stderr(out)
            .status()?;
        Ok::<_, std::io::Error>((status, String::from_utf8_lossy(&fs::read(&log)?).into_owned()))
    };
    if let Some(stamp) = new_seeds(state, seeds) {
        // Of the seeds, those that reach something new become the first corpus; one that ends the program is left
        // behind.
        let _ = start(&["-merge=1".into()], &[&corpus, seeds]);
        let _ = fs::write(state.join("seeds.stamp"), stamp);
    }
    // The time of a target starts after its first corpus: that is made once, and may take longer than the time.
    let begun = Instant::now();
    while stats.ends < MOST_ENDS {
        let left = time.saturating_sub(begun.elapsed()).as_secs();
        if left == 0 {
            break;
        }
        match start(&[format!("-max_total_time={left}")], &[&corpus, &replay]) {
            Ok((status, log)) => {
                count(&mut stats, &log);
                if status.success() {
                    break;
                }
                stats.ends += 1;
                if let Err(error) = keep_current(state, &[&corpus, &replay], why(&log, status)) {
                    stats.failures.insert(format!("cannot write: {error}"), state.to_path_buf());
                    break;
                }
            }
            Err(error) => {
                stats.failures.insert(format!("does not start: {error}"), program.to_path_buf());
                break;
            }
        }
    }
    stats.seconds = begun.elapsed().as_secs_f64();
    collect(&mut stats, &state.join("failures"));
    collect_ended_seeds(&mut stats, state);
    stats
}

/// A stamp of the number and size of the seeds, if the corpus does not contain them yet.
fn new_seeds(state: &Path, seeds: &Path) -> Option<String> {
    let sizes: Vec<u64> =
        fs::read_dir(seeds).ok()?.flatten().filter_map(|entry| Some(entry.metadata().ok()?.len())).collect();
    let stamp = format!("{} seeds of {} bytes", sizes.len(), sizes.iter().sum::<u64>());
    let known = fs::read_to_string(state.join("seeds.stamp"));
    known.map_or(true, |known| known != stamp).then_some(stamp)
}

/// Failures of the last run are tried first; those that still fail are found again.
fn try_again(state: &Path, replay: &Path) -> std::io::Result<()> {
    fs::create_dir_all(replay)?;
    let Ok(entries) = fs::read_dir(state.join("failures")) else { return Ok(()) };
    for entry in entries.flatten() {
        let path = entry.path();
        match path.extension() {
            Some(ending) if ending == "txt" => fs::remove_file(&path)?,
            _ => fs::rename(&path, replay.join(entry.file_name()))?,
        }
    }
    Ok(())
}

/// Adds the figures that libFuzzer printed.
fn count(stats: &mut TargetStats, log: &str) {
    let number = |text: &str| text.split_whitespace().next().and_then(|word| word.parse::<u64>().ok());
    let after = |line: &str, word: &str| line.split_once(word).and_then(|(_, rest)| number(rest));
    let done = log.lines().find_map(|line| after(line, "stat::number_of_executed_units:"));
    // A program that overflows its stack prints nothing at its end.
    let last = || log.lines().rev().find_map(|line| number(line.strip_prefix('#')?));
    stats.executions += done.or_else(last).unwrap_or(0);
    for line in log.lines() {
        stats.edges = stats.edges.max(after(line, " cov: ").unwrap_or(0));
        stats.features = stats.features.max(after(line, " ft: ").unwrap_or(0));
        let corpus = line.split_once(" corp: ").and_then(|(_, rest)| number(rest.split('/').next()?));
        stats.corpus = corpus.unwrap_or(stats.corpus);
    }
}

/// Why the program ended.
fn why(log: &str, status: ExitStatus) -> String {
    if log.contains("ERROR: libFuzzer: timeout") {
        return format!("takes more than {PATIENCE} seconds");
    }
    if log.contains("memory allocation of") {
        return "needs more memory than is available".into();
    }
    match log.lines().find(|line| line.contains("ERROR: libFuzzer")) {
        Some(line) => line.split("ERROR: libFuzzer: ").last().unwrap_or(line).trim().to_string(),
        None => format!("ended with {status}"),
    }
}

/// Keeps the input that ended the program, and removes it from the folders that the next start reads.
fn keep_current(state: &Path, sources: &[&Path], why: String) -> std::io::Result<()> {
    let current = fs::read(state.join("current"))?;
    let Some((length, rest)) = current.split_first_chunk::<8>() else { return Ok(()) };
    let input = rest.get(..u64::from_le_bytes(*length) as usize).unwrap_or(rest);
    for folder in sources {
        for entry in fs::read_dir(folder)?.flatten() {
            if fs::read(entry.path()).is_ok_and(|bytes| bytes == input) {
                fs::remove_file(entry.path())?;
            }
        }
    }
    let name: String = why.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    let path = state.join("failures").join(name.trim_matches('-'));
    // One input is kept per reason, the shortest: nothing else distinguishes these failures.
    if fs::metadata(&path).is_ok_and(|data| data.len() <= input.len() as u64) {
        return Ok(());
    }
    fs::write(&path, input)?;
    fs::write(path.with_extension("txt"), format!("{why}\n"))
}

/// Collects the failures in a folder; the file with the ending `txt` beside each gives its reason.
fn collect(stats: &mut TargetStats, folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.extension().is_none() {
            let kind = fs::read_to_string(path.with_extension("txt")).unwrap_or_default();
            let lines: Vec<&str> = kind.lines().take(2).collect();
            stats.failures.insert(lines.join(": "), path);
        }
    }
}

/// Seeds that ended the program while the first corpus was made. libFuzzer keeps these itself.
fn collect_ended_seeds(stats: &mut TargetStats, state: &Path) {
    let Ok(entries) = fs::read_dir(state) else { return };
    let ended = entries.flatten().filter(|entry| entry.file_name().to_string_lossy().starts_with("ended-"));
    for entry in ended.filter(|_| stats.ends == 0) {
        stats.failures.insert(
            format!("a seed ends the program: {}", entry.file_name().to_string_lossy()),
            entry.path(),
        );
    }
}

fn row(name: &str, stats: &TargetStats) -> String {
    let TargetStats { executions, seconds, edges, features, corpus, failures, .. } = stats;
    let rate = *executions as f64 / seconds.max(1.0);
    format!("| {name} | {executions} | {rate:.0} | {edges} | {features} | {corpus} | {} |", failures.len())
}
