//! Names with control characters. Text for people makes them visible; output for programs contains them unchanged.

mod command;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::sync::LazyLock;

/// A window title, a bell, a colour, a C1 sequence that clears the screen, a right-to-left override, and an invisible character.
const NAME: &str = "\u{1b}]0;t\u{7}\u{1b}[31m\u{9b}2J\u{202e}\u{200b}e";

/// The name in MLIR, with every byte as two hexadecimal digits.
fn in_mlir() -> String {
    NAME.bytes().map(|byte| format!("\\{byte:02X}")).collect()
}

/// The name in protobuf's text form.
fn in_textproto() -> String {
    NAME.bytes().map(|byte| format!("\\{byte:03o}")).collect()
}

/// The name in TOML.
fn in_toml() -> String {
    NAME.chars().map(|c| format!("\\u{:04x}", u32::from(c))).collect()
}

/// A program in which everything that can have a name has this one, with a reshard and a gather.
fn program() -> String {
    r#"#loc1 = loc("NAME"("NAME":1:1))
module @"NAME" {
  sdy.mesh @"NAMEm" = <["NAMEx"=2, "NAMEy"=2]>
  func.func @"NAMEf"(%arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@"NAMEm", [{"NAMEx"}, {}]>} loc("NAME"), %arg1: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@"NAMEm", [{"NAMEx"}, {}]>} loc("NAME")) -> (tensor<7x8xf32> {sdy.sharding = #sdy.sharding<@"NAMEm", [{"NAMEx"}, {}]>}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x8xf32>) -> tensor<8x8xf32> loc(#loc1)
    %1 = stablehlo.custom_call @"NAMEc"(%0) : (tensor<8x8xf32>) -> tensor<8x8xf32> loc(#loc1)
    %2 = stablehlo.slice %1 [0:7, 0:8] : (tensor<8x8xf32>) -> tensor<7x8xf32> loc(#loc1)
    return %2 : tensor<7x8xf32> loc("NAME")
  } loc("NAME")
}
"#
    .replace("NAME", &in_mlir())
}

/// The program without the custom call, which no engine can run.
fn runnable() -> String {
    let text = program();
    let lines = text.lines().filter(|line| !line.contains("custom_call"));
    lines.map(|line| line.replace("slice %1", "slice %0") + "\n").collect()
}

fn model() -> String {
    r#"ir_version: 11
opset_import { domain: "" version: 18 }
configuration { name: "NAMEc" num_devices: 2 }
graph {
  name: "NAMEg"
  node { op_type: "MatMul" name: "NAMEn" input: "NAMEx" input: "NAMEw" output: "NAMEy" }
  input { name: "NAMEx" type { tensor_type { elem_type: 1 shape { dim { dim_value: 4 } dim { dim_value: 6 } } } } }
  input { name: "NAMEw" type { tensor_type { elem_type: 1 shape { dim { dim_value: 6 } dim { dim_value: 8 } } } } }
  output { name: "NAMEy" type { tensor_type { elem_type: 1 shape { dim { dim_value: 4 } dim { dim_value: 8 } } } } }
}
"#
    .replace("NAME", &in_textproto())
}

fn network() -> String {
    "input = [2, 4, 4]\n[[layer]]\nop = \"conv\"\nname = \"NAMEc\"\nfeatures = 2\nkernel = 3\npad = 1\n[[layer]]\nop = \"activation\"\nname = \"NAMEa\"\n"
        .replace("NAME", &in_toml())
}

/// All characters of a text that a terminal would interpret or not show.
fn control_characters(text: &str) -> Vec<char> {
    let is_control = |c: &char| {
        (c.is_control() && !matches!(c, '\n' | '\t'))
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
    };
    text.chars().filter(is_control).collect()
}

/// The folder with all these files. Written only once: writing a file truncates it first, while another test may be reading it.
static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("terminal");
    fs::create_dir_all(&folder).expect("writable");
    for (name, text) in [
        ("program.mlir", program()),
        ("runnable.mlir", runnable()),
        ("broken.mlir", program().replace("tensor<8x8xf32> loc", "tensor<9x8xf32> loc")),
        ("model.textproto", model()),
        ("broken.textproto", model().replace("op_type: \"MatMul\"", "op_type: \"Mat\\033[1mMul\"")),
        ("network.toml", network()),
        ("broken.toml", network().replace("\"activation\"", "\"\\u001b[1m\"")),
        ("rules.toml", format!("[custom_call.\"{}\"]\nrule = \"i j -> i j\"\n", in_toml())),
        ("topology.toml", format!("[axis.\"{}\"]\nlatency_us = 1\nbandwidth_gb_s = 1\n", in_toml())),
    ] {
        fs::write(folder.join(name), text).expect("writable");
    }
    folder
});

fn run(arguments: &[String]) -> Output {
    command::piped(command::partita().args(arguments).current_dir(&*FOLDER), b"")
}

fn words(line: &str) -> Vec<String> {
    line.split(' ').map(|word| word.replace("NAME", NAME)).collect()
}

/// Commands whose entire output is for people, or is escaped by its format. `NAME` is replaced by the name.
const FOR_PEOPLE: &[&str] = &[
    "check program.mlir",
    "check broken.mlir",
    "show program.mlir",
    "fmt program.mlir",
    "fmt program.mlir --debug-info",
    "opt program.mlir --sdy-propagation-pipeline",
    "propagate program.mlir",
    "propagate program.mlir --rules rules.toml",
    "propagate program.mlir --conflicts",
    "why program.mlir %0",
    "why program.mlir %NAME",
    "why-not program.mlir %0 --dim 1 --axis NAMEy",
    "why-not program.mlir %0 --dim 1 --axis NAMEz",
    "partition program.mlir",
    "partition program.mlir --topology topology.toml",
    "verify program.mlir",
    "verify runnable.mlir",
    "run runnable.mlir",
    "comms program.mlir",
    "memory program.mlir",
    "report program.mlir",
    "report broken.mlir",
    "reshard NAME,_ _,NAME --mesh NAME=4 --type f32[16,16]",
    "reshard x,_ _,x --mesh x=4 --type NAME[16,16]",
    "draw NAME,_ --mesh NAME=4 --type f32[16,16]",
    "draw program.mlir %0",
    "diff program.mlir runnable.mlir",
    "suggest program.mlir",
    "steps program.mlir",
    "explain NAME",
    "onnx check model.textproto",
    "onnx check broken.textproto",
    "onnx show model.textproto",
    "onnx infer model.textproto --mesh x=2 --shard NAMEw=_,x",
    "onnx infer model.textproto --mesh x=2 --shard NAMEv=_,x",
    "onnx mesh model.textproto",
    "onnx partition model.textproto --mesh x=2 --shard NAMEw=_,x",
    "onnx partition broken.textproto --mesh x=2",
    "onnx verify model.textproto --mesh x=2 --shard NAMEw=_,x",
    "onnx run model.textproto",
    "ckks count network.toml --slots 64",
    "ckks plan network.toml --slots 64",
    "ckks plan broken.toml --slots 64",
    "ckks plan network.toml --slots 64 --pin NAME=x",
    "ckks simulate network.toml --slots 64",
    "check NAME.mlir",
    "onnx check NAME.onnx",
    "ckks plan NAME.toml",
];

#[test]
fn no_command_prints_control_characters() {
    let (mut faults, mut shown) = (Vec::new(), 0);
    for line in FOR_PEOPLE {
        let output = run(&words(line));
        let text =
            format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        shown += usize::from(text.contains("\\u{1b}") || text.contains("\\u{9b}"));
        let left = control_characters(&text);
        if !left.is_empty() || output.status.code().is_none_or(|code| code > 2) {
            faults.push(format!("{line}: {left:?} {:?}\n{text:?}", output.status));
        }
    }
    assert!(faults.is_empty(), "{} commands:\n{}", faults.len(), faults.join("\n\n"));
    assert!(shown >= 20, "only {shown} commands show the name");
}

#[test]
fn coloured_diagnostics_contain_only_colour_escapes() {
    for file in ["program.mlir", "broken.mlir"] {
        let mut command = command::partita();
        let arguments = ["partition", file, "--color", "always"];
        let output =
            command::piped(command.env_remove("NO_COLOR").args(arguments).current_dir(&*FOLDER), b"");
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(text.contains("\u{1b}[0m"), "{text:?}");
        // Remove the colours, which start with `[` and end with `m`.
        let plain: String = text
            .split("\u{1b}[")
            .enumerate()
            .map(|(at, part)| match part.split_once('m') {
                Some((code, rest)) if at > 0 && code.chars().all(|c| c.is_ascii_digit() || c == ';') => rest,
                _ => part,
            })
            .collect();
        assert_eq!(control_characters(&plain), Vec::<char>::new(), "{file}: {text:?}");
        assert!(!text.contains("\u{1b}[31m\\u{9b}") && !text.contains("]0;t\u{7}"), "{text:?}");
    }
}

#[test]
fn json_contains_the_unchanged_name() {
    for line in ["show program.mlir --format json", "onnx show model.textproto --format json"] {
        let output = run(&words(line));
        let value: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let mut names = Vec::new();
        strings(&value, &mut names);
        assert!(names.iter().any(|name| name.contains(NAME)), "{line}: {value:#}");
    }
    // A plan can be parsed again, so it contains the unchanged name.
    let output = run(&words("ckks lower network.toml --slots 64 --stage plan"));
    fs::write(FOLDER.join("plan.txt"), &output.stdout).expect("writable");
    let again = run(&words("ckks lower network.toml --slots 64 --stage plan --plan plan.txt"));
    assert_eq!((again.status.code(), again.stdout), (Some(0), output.stdout));
}

fn strings<'v>(value: &'v serde_json::Value, found: &mut Vec<&'v str>) {
    match value {
        serde_json::Value::String(text) => found.push(text),
        serde_json::Value::Array(list) => list.iter().for_each(|value| strings(value, found)),
        serde_json::Value::Object(map) => map.iter().for_each(|(key, value)| {
            found.push(key);
            strings(value, found);
        }),
        _ => {}
    }
}

/// On a terminal, control characters are made visible even in JSON.
#[cfg(unix)]
#[test]
fn json_on_a_terminal_has_no_control_characters() {
    use std::io::Read;
    use std::process::Stdio;

    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

    let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
    grantpt(&ours).and_then(|()| unlockpt(&ours)).expect("a terminal");
    let name = ptsname(&ours, Vec::new()).expect("a name").into_string().expect("ASCII");
    let theirs = fs::OpenOptions::new().read(true).write(true).open(&name).expect("a terminal");
    for line in ["show program.mlir --format json", "onnx export model.textproto", "fmt program.mlir"] {
        let mut command = command::partita();
        command.args(words(line)).current_dir(&*FOLDER).stdin(Stdio::null()).stderr(Stdio::null());
        let mut child = command.stdout(theirs.try_clone().expect("a copy")).spawn().expect("it starts");
        let (mut written, mut buffer) = (Vec::new(), [0; 4096]);
        let mut terminal = fs::File::from(ours.try_clone().expect("a copy"));
        // The terminal stays open, so reading does not end with the command; a marker shows the end.
        let reader = std::thread::spawn(move || {
            while !written.ends_with(b"--end--") {
                let count = terminal.read(&mut buffer).expect("readable");
                written.extend(&buffer[..count]);
            }
            written
        });
        assert_eq!(child.wait().expect("it ends").code(), Some(0), "{line}");
        std::io::Write::write_all(&mut theirs.try_clone().expect("a copy"), b"--end--").expect("writable");
        let written = reader.join().expect("it reads");
        let text = String::from_utf8(written).expect("UTF-8").replace("\r\n", "\n");
        assert!(text.len() > 200, "{line}: {text:?}");
        assert_eq!(control_characters(&text), Vec::<char>::new(), "{line}: {text:?}");
    }
}

/// A Python that writes escapes instead of answers.
#[cfg(unix)]
#[test]
fn output_of_a_child_process_is_escaped() {
    use std::os::unix::fs::PermissionsExt;

    let script = FOLDER.join("python");
    fs::write(&script, "#!/bin/sh\nprintf '\\033]0;t\\007\\302\\2332J\\033[31mno jax here\\n' >&2\nexit 1\n")
        .expect("writable");
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).expect("ours");
    let script = script.to_str().expect("UTF-8");
    let output = run(&words(&format!("verify runnable.mlir --engine xla --python {script}")));
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("no jax here") && text.contains("\\u{1b}[31m"), "{text:?}");
    assert_eq!(control_characters(&text), Vec::<char>::new(), "{text:?}");
}
