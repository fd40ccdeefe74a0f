//! Checks exported programs with the tools of HEIR.
//!
//! `heir-opt` is part of a wheel that pip downloads and checks against the hash in `oracle/heir.txt`. It must accept
//! every program, and count as many rotations as Partita.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::built::Built;
use crate::{Outcome, lattigo, target};

/// The files taken from the wheel, and their names here.
const FILES: &[(&str, &str)] =
    &[("heir/heir-opt", "heir-opt"), ("heir_py-2026.10.1.dist-info/licenses/LICENSE", "LICENSE")];

/// Networks and their options: linear layers, sums, products, polynomials, several ciphertexts, bootstraps, attention,
/// several inputs.
const PROGRAMS: &[&str] = &[
    "testdata/ckks/nets/e1.toml --slots 1024",
    "testdata/ckks/nets/e3.toml --slots 1024",
    "testdata/ckks/nets/mnist.toml --slots 2048",
    "testdata/ckks/nets/mnist.toml --slots 1024 --max-keys 12",
    "testdata/ckks/nets/halo.toml --slots 2048",
    "testdata/ckks/nets/strided.toml --slots 1024",
    "testdata/ckks/nets/residual.toml --slots 1024",
    "testdata/ckks/nets/relu.toml --slots 1024",
    "testdata/ckks/nets/small.textproto --slots 512",
    "testdata/ckks/nets/deep.toml --slots 1024 --levels 4",
    "testdata/ckks/attention/encoder_3.textproto --slots 512",
    "testdata/ckks/attention/crossed.textproto --slots 512",
    "testdata/ckks/attention/towers.textproto --slots 256",
];

/// Exports programs and has `heir-opt` read them; skipped where the wheel cannot be fetched.
pub(crate) fn check_exports(built: &Built) -> Outcome {
    let tool = match tool() {
        Ok(tool) => tool,
        Err(why) => {
            println!("HEIR is skipped: {why}");
            return Ok(());
        }
    };
    let partita = built.partita()?;
    for program in PROGRAMS {
        let exported = output(
            Command::new(partita).args(["ckks", "lower"]).args(program.split(' ')).args(["--stage", "heir"]),
        )?;
        let listing = output(
            Command::new(partita)
                .args(["ckks", "lower"])
                .args(program.split(' '))
                .args(["--stage", "program"]),
        )?;
        let read = accepted(&tool, &exported).map_err(|why| format!("{program}: {why}"))?;
        let [ours, theirs] = [listing.matches("= rotate %").count(), read.matches("= ckks.rotate %").count()];
        if ours != theirs {
            return Err(format!("{program}: {ours} rotations, but {theirs} in HEIR"));
        }
        println!("heir-opt accepts {program}: {theirs} rotations");
    }
    Ok(())
}

/// The path of `heir-opt`, fetched on first use.
fn tool() -> Result<PathBuf, String> {
    if !cfg!(all(target_os = "linux", target_arch = "x86_64")) {
        return Err("its tools exist only for Linux on x86-64".into());
    }
    let folder = target().join("heir");
    lattigo::unpack_wheel(&folder, "oracle/heir.txt", FILES)?;
    let tool = folder.join("heir-opt");
    executable(&tool).map_err(|error| error.to_string())?;
    Ok(tool)
}

#[cfg(unix)]
fn executable(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
fn executable(_path: &Path) -> std::io::Result<()> {
    Ok(())
}

fn output(command: &mut Command) -> Result<String, String> {
    let done = command.output().map_err(|error| error.to_string())?;
    if !done.status.success() {
        return Err(format!("{command:?}: {}", String::from_utf8_lossy(&done.stderr)));
    }
    String::from_utf8(done.stdout).map_err(|error| error.to_string())
}

/// What `heir-opt` prints for a program that it accepts.
fn accepted(tool: &Path, text: &str) -> Result<String, String> {
    let file = tool.with_file_name("exported.mlir");
    fs::write(&file, text).map_err(|error| error.to_string())?;
    let made = output(Command::new(tool).arg(&file).stdin(Stdio::null()));
    fs::remove_file(&file).map_err(|error| error.to_string())?;
    made
}
