//! `--format json` prints JSON or is rejected; it is never ignored.

mod command;

use command::{PRINTING, partita, root};

/// The commands for ONNX models have their own tests.
#[test]
fn json_is_printed_or_rejected() {
    let mut refused = Vec::new();
    for line in PRINTING.iter().filter(|line| !line.starts_with("onnx") && !line.contains("--format")) {
        let mut command = partita();
        command.args(line.split(' ')).args(["--format", "json"]).current_dir(root());
        let output = command.output().expect("the command starts");
        let (printed, stderr) =
            (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        match output.status.code() {
            _ if line.starts_with("--") => {}
            Some(2) => {
                assert!(stderr.contains("no JSON format") && printed.is_empty(), "{line}: {stderr}");
                refused.push(line.split(' ').next().unwrap_or_default());
            }
            _ => {
                let value: Result<serde_json::Value, _> = serde_json::from_str(&printed);
                assert!(value.is_ok(), "{line}: {value:?}\n{printed}{stderr}");
            }
        }
    }
    assert_eq!(refused, ["fmt", "opt", "completions", "ckks"]);
}
