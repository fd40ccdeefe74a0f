//! `--format json` is obeyed or refused, never ignored.

mod command;

use command::{PRINTING, partita, root};

/// The commands for models have tests of their own.
#[test]
fn json_is_printed_or_refused() {
    let mut refused = Vec::new();
    for line in PRINTING.iter().filter(|line| !line.starts_with("onnx") && !line.contains("--format")) {
        let mut command = partita();
        command.args(line.split(' ')).args(["--format", "json"]).current_dir(root());
        let output = command.output().expect("the command starts");
        let (printed, said) =
            (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        match output.status.code() {
            _ if line.starts_with("--") => {}
            Some(2) => {
                assert!(said.contains("no JSON format") && printed.is_empty(), "{line}: {said}");
                refused.push(line.split(' ').next().unwrap_or_default());
            }
            _ => {
                let value: Result<serde_json::Value, _> = serde_json::from_str(&printed);
                assert!(value.is_ok(), "{line}: {value:?}\n{printed}{said}");
            }
        }
    }
    assert_eq!(refused, ["fmt", "opt", "completions", "ckks"]);
}
