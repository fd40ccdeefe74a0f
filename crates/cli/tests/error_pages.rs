//! The examples on the error pages are correct: each example reports the code of its page, and its cure does not.

mod command;

use std::fs;
use std::path::Path;

/// The command that reports the codes with a prefix; the first matching prefix counts.
const COMMANDS: &[(&str, &[&str])] = &[
    ("PA04", &["propagate", "-"]),
    ("PA051", &["partition", "-"]),
    ("PA0522", &["opt", "--sdy-pad-for-divisibility", "-"]),
    ("PA0523", &["opt", "--sdy-pad-for-divisibility", "-"]),
    ("PA0524", &["opt", "--sdy-resolve-permutation-factors", "-"]),
    ("PA0525", &["opt", "--sdy-convert-global-to-local", "-"]),
    ("PA052", &["partition", "-"]),
    ("PA080", &["check", "--lint", "-"]),
    ("PA0561", VERIFY),
    ("PA0562", VERIFY),
    ("PA0563", VERIFY),
];

const VERIFY: &[&str] = &["verify", "-"];

/// The standard error of a command on a module.
fn findings(arguments: &[&str], module: &str) -> String {
    let output = command::piped(command::partita().args(arguments), module.as_bytes());
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn pages_with_programs_are_correct() {
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
    assert!(tried >= 10, "only {tried} pages have examples");
}

/// The standard error of a command, given a block of a page: the command line, or a topology for `partita reshard`.
fn command_findings(block: &str, is_topology: bool) -> String {
    let mut arguments: Vec<String> = Vec::new();
    if is_topology {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("topology.toml");
        fs::write(&path, block).expect("writable");
        arguments.extend(
            ["reshard", "--mesh", "x=2", "--type", "f32[2]", "x", "_", "--topology"].map(String::from),
        );
        arguments.push(path.to_string_lossy().into_owned());
    } else {
        // Splitting at quotation marks yields unquoted and quoted segments in turn.
        for (i, segment) in block.trim().split('\'').enumerate() {
            if i % 2 == 0 {
                arguments.extend(segment.split_whitespace().map(String::from));
            } else {
                arguments.push(segment.to_string());
            }
        }
        assert_eq!(arguments.remove(0), "partita");
    }
    let mut command = command::partita();
    let output = command.args(&arguments).current_dir(command::root()).output().expect("the command ends");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn pages_with_command_lines_are_correct() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/errors");
    for number in (501..=506).chain([560]).chain(570..=572).chain([921]) {
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

/// The standard error of `partita onnx`, given a block of a page: a model as text, or annotations for a small model.
fn onnx_findings(code: &str, block: &str, is_model: bool) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("onnx_pages");
    fs::create_dir_all(&folder).expect("writable");
    let model = folder.join(format!("{code}.textproto"));
    let specs = folder.join(format!("{code}.json"));
    let mut command = command::partita();
    if is_model {
        fs::write(&model, block).expect("writable");
        let arguments: &[&str] = match code {
            "PA0683" => &["partition", "--mesh", "x=2", "--shard", "x=x,_", "--shape", "x=4,8"],
            "PA0657" => &["mesh"],
            "PA0658" => &["infer", "--mesh", "x=2", "--shard", "y=x,_"],
            "PA0659" => &["infer"],
            "PA0680" => &["partition", "--mesh", "x=2", "--shard", "x=x,_"],
            "PA0681" => &["partition", "--mesh", "x=2", "--shard", "x=x,_", "--dim", "batch=8"],
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
    let output = command.output().expect("the command ends");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn pages_about_models_are_correct() {
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
            assert!(
                matches!(number, 602 | 682),
                "{code} has no example; an example may be missing only if it is too long for a page"
            );
            continue;
        };
        let found = onnx_findings(&code, &example, is_model);
        let mut others = found.replace(&format!("[{code}]"), "");
        if code == "PA0652" {
            // A sharded dimension of size 1 always has more shards than elements, which is a second warning.
            others = others.replace("[PA0670]", "");
        }
        assert!(found != others && !others.contains("[PA"), "{code}: the example reports\n{found}");
        let found = onnx_findings(&code, &cure, is_model);
        assert_eq!(found, "", "{code}: the cure reports");
        tried += 1;
    }
    assert!(tried >= 58, "only {tried} pages have examples");
}

/// Pages about ciphertexts whose example has no command line, with the reason. If the example is a slot program, the tests of the
/// library run it.
const ONLY_IN_LIBRARIES: &[(&str, &str)] = &[
    ("PA0581", "needs the library, and parameters that the command never requests"),
    ("PA0584", "the command generates all keys that a plan needs"),
    ("PA0585", "the program of a plan stays within its levels"),
    ("PA0586", "the program of a plan uses consistent scales"),
    ("PA0587", "the program of a plan matches its inputs and plaintexts"),
    ("PA0590", "needs files of SEAL, which the tests of `deploy` make"),
    ("PA0591", "needs files of SEAL, which the tests of `deploy` make"),
    ("PA0705", "plans divide rows differently if a stride does not divide them"),
    ("PA0708", "the simulator of the command has every key"),
    ("PA0709", "the tests of the library parse it"),
    ("PA0710", "the tests of the library parse it"),
    ("PA0711", "plans convert the slot layout before an op that needs zeros"),
    ("PA0731", "the command generates missing weights from the seed"),
];

/// The first block of a language in a section of a page.
fn block<'p>(part: &'p str, kind: &str) -> Option<&'p str> {
    let (_, rest) = part.split_once(&format!("```{kind}\n"))?;
    Some(rest.split_once("```").expect("the block ends").0)
}

/// The standard error of the command line on a page. The other blocks are the files that it reads; a cure falls back to the blocks of
/// the example.
fn ckks_findings(folder: &Path, page: &[&str]) -> Option<String> {
    let shown = |kind: &str| page.iter().find_map(|part| block(part, kind));
    for (kind, name) in
        [("toml", "net.toml"), ("plan", "net.plan"), ("json", "costs.json"), ("textproto", "model.textproto")]
    {
        if let Some(text) = shown(kind) {
            fs::write(folder.join(name), text).expect("writable");
        }
    }
    let command = shown("sh").expect("a command line");
    let output = command::partita()
        .args(command.trim().strip_prefix("partita ")?.split_whitespace())
        .current_dir(folder)
        // The result must not depend on an installed library, so the variable names a file that is not a library.
        .env("PARTITA_LATTIGO", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"))
        .output()
        .expect("the command ends");
    Some(String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn pages_about_ciphertexts_are_correct() {
    let pages = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/errors");
    let mut tried = 0;
    for number in (580..=591).chain(700..=799) {
        let code = format!("PA{number:04}");
        let Ok(page) = fs::read_to_string(pages.join(format!("{code}.md"))) else { continue };
        if let Some((_, why)) = ONLY_IN_LIBRARIES.iter().find(|(known, _)| *known == code) {
            assert!(block(&page, "sh").is_none(), "{code} has a command line, though {why}");
            continue;
        }
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("ckks_pages").join(&code);
        fs::create_dir_all(&folder).expect("writable");
        let (example, cure) = page.split_once("## Cure").expect("a page has a cure");
        let found = ckks_findings(&folder, &[example]).expect("a command of partita");
        let others = found.replace(&format!("[{code}]"), "");
        assert!(found != others && !others.contains("[PA"), "{code}: the example reports\n{found}");
        // A cure may be a command of another tool, and one that encrypts stops when it needs the library.
        if let Some(found) = ckks_findings(&folder, &[cure, example]) {
            let encrypts = cure.contains("partita ckks run");
            let found = if encrypts { found.replace("[PA0580]", "") } else { found };
            assert!(!found.contains("[PA"), "{code}: the cure reports\n{found}");
        }
        tried += 1;
    }
    assert!(tried >= 18, "only {tried} pages have examples");
}

#[test]
fn pages_about_budgets_are_correct() {
    // One all-reduce of 64 bytes; more than 1 KB of arguments and results.
    let program = "sdy.mesh @mesh = <[\"x\"=2]>\n\
        func.func @main(%a: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {\"x\"}]>}) -> tensor<16xf32> {\n\
        %zero = stablehlo.constant dense<0.0> : tensor<f32>\n\
        %0 = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [1] \
        : (tensor<16x16xf32>, tensor<f32>) -> tensor<16xf32>\n\
        return %0 : tensor<16xf32>\n}\n";
    let pages = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/errors");
    for code in ["PA0808", "PA0820", "PA0821", "PA0822"] {
        let page = fs::read_to_string(pages.join(format!("{code}.md"))).expect("readable");
        let (example, cure) = page.split_once("## Cure").expect("a page has a cure");
        let found = |part: &str| {
            let budget = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{code}.toml"));
            fs::write(&budget, block(part, "toml").expect("a budget")).expect("writable");
            findings(&["check", "-", "--budget", budget.to_str().expect("a name")], program)
        };
        let wrong = found(example);
        let others = wrong.replace(&format!("[{code}]"), "");
        assert!(wrong != others && !others.contains("[PA"), "{code}: the example reports\n{wrong}");
        assert_eq!(found(cure), "", "{code}: the cure reports");
    }
}
