//! The pages about propagation, redistribution and partitioning show what they say: the example is reported, the cure is not.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// Which command reports the codes that begin so.
const COMMANDS: &[(&str, &[&str])] = &[("PA04", &["propagate", "-"]), ("PA051", &["partition", "-"])];

/// What a command reports about a module.
fn findings(command: &[&str], module: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_partita"))
        .args(command)
        .args(["--color", "never"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    child.stdin.take().expect("piped").write_all(module.as_bytes()).expect("the command reads");
    let output = child.wait_with_output().expect("the command ends");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn pages_show_what_they_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/errors");
    let mut tried = 0;
    for entry in fs::read_dir(folder).expect("the pages are there") {
        let path = entry.expect("readable").path();
        let code = path.file_stem().expect("a file").to_string_lossy().into_owned();
        let Some((_, command)) = COMMANDS.iter().find(|(codes, _)| code.starts_with(codes)) else { continue };
        let page = fs::read_to_string(&path).expect("readable");
        let (example, cure) = page.split_once("## Cure").expect("a page has a cure");
        let block = |part: &str| {
            let (_, rest) = part.split_once("```mlir\n")?;
            Some(rest.split_once("```").expect("the block ends").0.to_string())
        };
        let (Some(example), Some(cure)) = (block(example), block(cure)) else { continue };
        let found = findings(command, &example);
        assert!(found.contains(&format!("[{code}]")), "{code}: the example reports\n{found}");
        let found = findings(command, &cure);
        assert!(!found.contains("[PA"), "{code}: the cure reports\n{found}");
        tried += 1;
    }
    assert!(tried >= 7, "only {tried} pages have examples");
}

/// What a command reports, given the block of a page: its command line, or a topology for `partita reshard`.
fn command_findings(block: &str, is_topology: bool) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut arguments: Vec<String> = Vec::new();
    if is_topology {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("topology.toml");
        fs::write(&path, block).expect("writable");
        arguments.extend(
            ["reshard", "--mesh", "x=2", "--type", "f32[2]", "x", "_", "--topology"].map(String::from),
        );
        arguments.push(path.to_string_lossy().into_owned());
    } else {
        // In quotes there is no space in front of words, so that every other piece is quoted.
        for (i, piece) in block.trim().split('\'').enumerate() {
            match i % 2 {
                0 => arguments.extend(piece.split_whitespace().map(String::from)),
                _ => arguments.push(piece.to_string()),
            }
        }
        assert_eq!(arguments.remove(0), "partita");
    }
    let output = Command::new(env!("CARGO_BIN_EXE_partita"))
        .args(&arguments)
        .current_dir(root)
        .output()
        .expect("the command ends");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn pages_with_command_lines_show_what_they_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/errors");
    for number in (501..=506).chain([560]).chain(570..=572) {
        let code = format!("PA{number:04}");
        let page = fs::read_to_string(folder.join(format!("{code}.md"))).expect("readable");
        let is_topology = page.contains("```toml");
        let block = |part: &str| {
            let (_, rest) =
                part.split_once(if is_topology { "```toml\n" } else { "```sh\n" }).expect("a block");
            rest.split_once("```").expect("the block ends").0.to_string()
        };
        let (example, cure) = page.split_once("## Cure").expect("a page has a cure");
        let found = command_findings(&block(example), is_topology);
        assert!(found.contains(&format!("[{code}]")), "{code}: the example reports\n{found}");
        let found = command_findings(&block(cure), is_topology);
        assert_eq!(found, "", "{code}: the cure reports");
    }
}

/// What `partita onnx` reports, given the block of a page: a model as text, or annotations for a small one.
fn onnx_findings(code: &str, block: &str, is_model: bool) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("onnx_pages");
    fs::create_dir_all(&folder).expect("writable");
    let model = folder.join(format!("{code}.textproto"));
    let specs = folder.join(format!("{code}.json"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_partita"));
    if is_model {
        fs::write(&model, block).expect("writable");
        let arguments: &[&str] = match code {
            "PA0657" => &["mesh"],
            "PA0658" => &["infer", "--mesh", "x=2", "--shard", "y=x,_"],
            "PA0659" => &["infer"],
            "PA0680" => &["partition", "--mesh", "x=2", "--shard", "x=x,_"],
            code if ("PA0650"..="PA0656").contains(&code) => &["check", "--strict"],
            _ => &["check"],
        };
        command.arg("onnx").args(arguments).arg(&model);
    } else {
        let small = "ir_version: 11 opset_import { version: 21 } \
                     graph { node { input: 'x' output: 'y' op_type: 'Relu' } input { name: 'x' } output { name: 'y' } }";
        fs::write(&model, small).expect("writable");
        fs::write(&specs, block).expect("writable");
        command.args(["onnx", "annotate"]).arg(&model).arg("--specs").arg(&specs).args(["-o", "-"]);
    }
    let output = command.args(["--color", "never"]).output().expect("the command ends");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn pages_about_models_show_what_they_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/errors");
    let mut tried = 0;
    for number in (601..=659).chain(670..=689) {
        let code = format!("PA{number:04}");
        let Ok(page) = fs::read_to_string(folder.join(format!("{code}.md"))) else { continue };
        let is_model = !page.contains("```json\n");
        let block = |part: &str| {
            let (_, rest) = part.split_once(if is_model { "```textproto\n" } else { "```json\n" })?;
            Some(rest.split_once("```").expect("the block ends").0.to_string())
        };
        let (example, cure) = page.split_once("## Cure").expect("a page has a cure");
        let (Some(example), Some(cure)) = (block(example), block(cure)) else {
            assert_eq!(number, 602, "{code} has no example; only one too long for a page may be missing");
            continue;
        };
        let found = onnx_findings(&code, &example, is_model);
        let mut others = found.replace(&format!("[{code}]"), "");
        if code == "PA0652" {
            // A dimension of size 1 has fewer elements than any shards.
            others = others.replace("[PA0670]", "");
        }
        assert!(found != others && !others.contains("[PA"), "{code}: the example reports\n{found}");
        let found = onnx_findings(&code, &cure, is_model);
        assert_eq!(found, "", "{code}: the cure reports");
        tried += 1;
    }
    assert!(tried >= 58, "only {tried} pages have examples");
}
