//! Texts that consist mostly of digits of constants: a command that prints one needs little more memory than the size of the text.

#![cfg(target_os = "linux")]

mod command;

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Stdio;

/// The number of digits of each constant. The program has [`CONSTANTS`] inline constants and as many resources.
const DIGITS: usize = 8 << 20;
/// The same of a program that shows how much memory a command takes for itself. Its text does not fit into a pipe either.
const FEW_DIGITS: usize = DIGITS / 64;
const CONSTANTS: usize = 4;

/// A program with many lower-case digits, which are printed in upper case, so the text cannot be copied from the input.
fn program(digits_each: usize) -> String {
    let ty = format!("tensor<{}xf32>", digits_each / 8);
    let sharding = "{sdy.sharding = #sdy.sharding<@m, [{\"x\"}]>}";
    let mut text = format!("sdy.mesh @m = <[\"x\"=2]>\nfunc.func @main(%0: {ty} {sharding}) -> {ty} {{\n");
    let mut resources = String::new();
    for number in 0..CONSTANTS {
        let digits = |seed: usize| format!("{:016x}", seed * 0x9e37_79b9 + 1).repeat(digits_each / 16);
        let (next, last) = (2 * number + 1, 2 * number + 2);
        text += &format!("%c{number} = stablehlo.constant dense<\"0x{}\"> : {ty}\n", digits(next));
        text += &format!("%r{number} = stablehlo.constant dense_resource<r{number}> : {ty}\n");
        text += &format!("%{next} = stablehlo.add %{}, %c{number} : {ty}\n", next - 1);
        text += &format!("%{last} = stablehlo.add %{next}, %r{number} : {ty}\n");
        let separator = if number == 0 { "" } else { ",\n" };
        resources += &format!("{separator}r{number}: \"0x04000000{}\"", digits(last));
    }
    text += &format!("return %{} : {ty}\n}}\n", 2 * CONSTANTS);
    text + &format!("{{-#\ndialect_resources: {{\nbuiltin: {{\n{resources}\n}}\n}}\n#-}}\n")
}

/// The number of bytes that a command prints, and its peak memory up to the last output.
fn peak(name: &str, path: &Path) -> (usize, usize) {
    let mut child = command::partita()
        .arg(name)
        .arg(path)
        .env_remove("RUST_BACKTRACE")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the command starts");
    let status = format!("/proc/{}/status", child.id());
    let mut output = child.stdout.take().expect("it is piped");
    let (mut printed, mut peak) = (0, 0);
    let mut chunk = vec![0; 1 << 16];
    loop {
        let count = output.read(&mut chunk).expect("it can be read");
        if count == 0 {
            break;
        }
        // A process that has ended reports no memory.
        let text = fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kib = line.and_then(|line| line.split_whitespace().next()).and_then(|number| number.parse().ok());
        peak = peak.max(1024 * kib.unwrap_or(0));
        printed += count;
    }
    assert_eq!(child.wait().expect("it ends").code(), Some(0), "{name}");
    (printed, peak)
}

#[test]
fn a_large_text_is_stored_once() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let [small, large] =
        [("few_digits.mlir", FEW_DIGITS), ("large_text.mlir", DIGITS)].map(|(name, digits)| {
            let (path, text) = (folder.join(name), program(digits));
            fs::write(&path, &text).expect("writable");
            (path, text.len())
        });
    for name in ["fmt", "propagate", "partition"] {
        let (_, own) = peak(name, &small.0);
        let (printed, peak) = peak(name, &large.0);
        assert!(printed > large.1 - 1000, "{name} prints {printed} bytes of {}", large.1);
        // The program itself takes some memory, which grows with its code and not with the text.
        let (more, size) = (peak - own, large.1 - small.1);
        assert!(
            4 * more <= 5 * size,
            "{name} takes {more} more bytes of memory for {size} more bytes of text"
        );
    }
    for (path, _) in [small, large] {
        fs::remove_file(&path).expect("removable");
    }
}
