//! `partita check` in formats for other tools: SARIF logs and annotations of GitHub workflows.

mod command;

use std::fs;
use std::path::Path;

use serde_json::Value;

/// A program whose names and locations try to end the line, the property, the string or the terminal's state they are printed in.
const HOSTILE: &str = r#"
sdy.mesh @mesh = <["a,b::error\0A\22x"=8]>
func.func @main(%x: tensor<64x8192xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a,b::error\0A\22x"}, {}]>} loc("x"),
                %w: tensor<8192x8192xf32> loc("%0A::warning::\1B[31m\0Aw</script>")) -> tensor<64x8192xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x8192xf32>, tensor<8192x8192xf32>) -> tensor<64x8192xf32> loc("a,line=1::b\0A%25 c.py":3:7)
  return %0 : tensor<64x8192xf32> loc("a,line=1::b\0A%25 c.py":4:7)
} loc("a,line=1::b\0A%25 c.py":2:7)
"#;

fn check(format: &str, program: &str) -> String {
    let arguments = ["check", "-", "--lint", "--format", format];
    let output = command::piped(command::partita().args(arguments), program.as_bytes());
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Asserts that a value has only these keys, and the first ones of them always. They are those of the published schema, SARIF 2.1.0.
fn has_keys(value: &Value, required: &[&str], optional: &[&str]) {
    let object = value.as_object().unwrap_or_else(|| panic!("expected an object: {value}"));
    for key in required {
        assert!(object.contains_key(*key), "{key} is missing: {value}");
    }
    for key in object.keys() {
        assert!(required.contains(&key.as_str()) || optional.contains(&key.as_str()), "{key}: {value}");
    }
}

fn check_location(location: &Value) {
    has_keys(location, &["physicalLocation"], &["id", "message"]);
    let place = &location["physicalLocation"];
    has_keys(place, &["artifactLocation"], &["region"]);
    let uri = place["artifactLocation"]["uri"].as_str().expect("a reference");
    let is_allowed = |c: char| c.is_ascii_alphanumeric() || "-._~/%:".contains(c);
    assert!(!uri.is_empty() && uri.chars().all(is_allowed), "{uri}");
    if let Some(region) = place.get("region") {
        has_keys(region, &["startLine"], &["startColumn", "endLine", "endColumn"]);
        for (key, number) in region.as_object().expect("an object") {
            assert!(number.as_u64().is_some_and(|number| number >= 1), "{key}: {region}");
        }
    }
    if let Some(message) = location.get("message") {
        has_keys(message, &["text"], &[]);
    }
}

fn check_log(log: &Value) {
    has_keys(log, &["$schema", "version", "runs"], &[]);
    assert_eq!(log["version"], "2.1.0");
    let runs = log["runs"].as_array().expect("a list");
    assert_eq!(runs.len(), 1);
    has_keys(&runs[0], &["tool", "results", "columnKind"], &[]);
    assert_eq!(runs[0]["columnKind"], "unicodeCodePoints");
    has_keys(&runs[0]["tool"], &["driver"], &[]);
    let driver = &runs[0]["tool"]["driver"];
    has_keys(driver, &["name", "version", "rules"], &[]);
    let rules = driver["rules"].as_array().expect("a list");
    for rule in rules {
        has_keys(rule, &["id", "shortDescription", "defaultConfiguration", "help"], &[]);
        has_keys(&rule["help"], &["text", "markdown"], &[]);
    }
    for result in runs[0]["results"].as_array().expect("a list") {
        has_keys(
            result,
            &["ruleId", "ruleIndex", "level", "message", "locations"],
            &["relatedLocations", "fixes"],
        );
        let rule = &rules[usize::try_from(result["ruleIndex"].as_u64().expect("an index")).expect("small")];
        assert_eq!(rule["id"], result["ruleId"]);
        assert!(matches!(result["level"].as_str(), Some("error" | "warning")));
        let locations = ["locations", "relatedLocations"].iter().filter_map(|key| result.get(*key));
        locations.flat_map(|list| list.as_array().expect("a list")).for_each(check_location);
    }
}

fn results(log: &str) -> Vec<Value> {
    let log: Value = serde_json::from_str(log).expect("JSON");
    check_log(&log);
    log["runs"][0]["results"].as_array().expect("a list").clone()
}

#[test]
fn a_log_has_the_published_structure() {
    let mistakes = fs::read_to_string(command::root().join("examples/mistakes.mlir")).expect("readable");
    let found = results(&check("sarif", &mistakes));
    assert!(found.len() >= 3, "{found:?}");
    assert!(found.iter().any(|each| each["level"] == "error"));
    let fine = "func.func @main() {\n  return\n}\n";
    assert_eq!(results(&check("sarif", fine)), Vec::<Value>::new());
    // Not a program: a log as well.
    assert_eq!(results(&check("sarif", "\u{0}\u{1}binary")).len(), 1);
}

#[test]
fn hostile_names_stay_inside_a_log() {
    let log = check("sarif", HOSTILE);
    assert!(log.chars().all(|c| c == '\n' || !c.is_control()), "{log}");
    let found = results(&log);
    let lint = found.iter().find(|each| each["ruleId"] == "PA0801").expect("the lint");
    let uri = &lint["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
    assert_eq!(*uri, "a%2Cline%3D1%3A%3Ab%0A%2525%20c.py");
    assert!(lint["message"]["text"].as_str().expect("a text").contains("</script>"), "{lint}");
}

#[test]
fn hostile_names_stay_inside_their_annotation() {
    let text = check("github", HOSTILE);
    let lines: Vec<&str> = text.lines().collect();
    assert!(!lines.is_empty());
    for line in lines {
        assert!(line.chars().all(|c| !c.is_control()), "{line}");
        let rest = line.strip_prefix("::warning ").unwrap_or_else(|| panic!("{line}"));
        let (properties, message) = rest.split_once("::").expect("a message");
        let names: Vec<&str> =
            properties.split(',').map(|each| each.split_once('=').expect("a value").0).collect();
        assert_eq!(names, ["file", "line", "col", "title"], "{line}");
        assert!(properties.contains("title=PA0"), "{line}");
        // Every percent sign begins an escape of our own.
        for (at, _) in message.match_indices('%') {
            assert!(["%25", "%0A", "%0D"].contains(&&message[at..at + 3]), "{message}");
        }
    }
}

#[test]
fn annotations_are_at_the_lines_of_the_users_program() {
    let arguments =
        ["check", "examples/jax/train.mlir", "--budget", "examples/jax/budget.toml", "--format", "github"];
    let output = command::partita().args(arguments).current_dir(command::root()).output().expect("it runs");
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    for line in text.lines() {
        assert!(line.starts_with("::error file=examples/jax/train.py,line="), "{line}");
    }
    assert!(text.contains("title=PA0821"), "{text}");
}

#[test]
fn a_written_budget_is_met() {
    let budget = Path::new(env!("CARGO_TARGET_TMPDIR")).join("written-budget.toml");
    let run = |arguments: &[&str]| {
        let mut command = command::partita();
        let output =
            command.arg("check").args(arguments).current_dir(command::root()).output().expect("it runs");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let path = budget.to_str().expect("a name");
    for program in ["examples/jax/train.mlir", "examples/transformer.mlir", "testdata/comms/scanned.mlir"] {
        assert_eq!(run(&[program, "--write-budget", path, "--margin", "0"]), (Some(0), String::new()));
        assert_eq!(run(&[program, "--budget", path]), (Some(0), String::new()), "{program}");
    }
    let text = fs::read_to_string(&budget).expect("written");
    fs::write(&budget, text.replace("count = ", "count = 0 # ")).expect("writable");
    let (code, found) = run(&["testdata/comms/scanned.mlir", "--budget", path]);
    assert_eq!(code, Some(1));
    assert!(found.contains("error[PA0821]"), "{found}");
}

#[test]
fn the_figures_of_a_budget_are_those_of_comms_and_memory() {
    let json = |arguments: &[&str]| -> Value {
        let mut command = command::partita();
        let output = command.args(arguments).args(["--format", "json"]).current_dir(command::root()).output();
        serde_json::from_slice(&output.expect("it runs").stdout).expect("JSON")
    };
    let program = "examples/jax/train.mlir";
    let (comms, memory) = (json(&["comms", program]), json(&["memory", program]));
    let mut command = command::partita();
    let arguments = ["check", program, "--write-budget", "-", "--margin", "0"];
    let output = command.args(arguments).current_dir(command::root()).output().expect("it runs");
    let budget = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(budget.contains(&format!("\nbytes = {} #", comms["bytes"])), "{budget}");
    assert!(budget.contains(&format!("\npeak = {} #", memory["per_device"]["peak"])), "{budget}");
    for kind in comms["by_kind"].as_array().expect("a list") {
        let name = kind["name"].as_str().expect("a name");
        let table = format!("[{name}]\ncount = {}\nbytes = {} #", kind["count"], kind["bytes"]);
        assert!(budget.contains(&table), "{table}\n{budget}");
    }
}

#[test]
fn fixes_do_not_replace_a_binary_program() {
    let original = fs::read(command::root().join("testdata/bytecode/train.mlirbc")).expect("readable");
    let copy = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fixed.mlirbc");
    fs::write(&copy, &original).expect("writable");
    let fix = |more: &[&str]| {
        let path = copy.to_str().expect("a name");
        let output = command::partita().args(["check", path, "--fix"]).args(more).output().expect("it runs");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned(), output.stdout)
    };
    let (code, found, _) = fix(&["--in-place"]);
    assert!(code == Some(1) && found.contains("error[PA0036]"), "{found}");
    assert_eq!(fs::read(&copy).expect("readable"), original);
    let (code, found, text) = fix(&["-o", "-"]);
    assert_eq!(code, Some(0), "{found}");
    assert!(text.starts_with(b"module") || text.starts_with(b"#loc"), "the text of the program");
}

/// The limits of a written budget, in seconds, by table and key.
fn written_times(budget: &str) -> Vec<(String, f64)> {
    let mut table = String::new();
    let mut times = Vec::new();
    for line in budget.lines() {
        if let Some(name) = line.strip_prefix('[') {
            table = name.trim_end_matches(']').to_string();
        }
        let Some((key, (number, unit))) = line
            .split_once(" = \"")
            .and_then(|(key, rest)| Some((key, rest.split_once('"')?.0.split_once(' ')?)))
        else {
            continue;
        };
        let unit = [("s", 1.0), ("ms", 1e-3), ("us", 1e-6)].into_iter().find(|(name, _)| *name == unit);
        let seconds = number.parse::<f64>().expect("a number") * unit.expect("a unit").1;
        times.push((format!("{table}/{key}"), seconds));
    }
    times
}

#[test]
fn the_times_of_a_budget_are_those_of_cost_and_comms() {
    let run = |arguments: &[&str]| {
        let output = command::partita().args(arguments).current_dir(command::root()).output();
        let output = output.expect("it runs");
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        (output.status.code(), text, String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let program = "examples/jax/train.mlir";
    let json = |arguments: &[&str]| -> Value {
        let arguments = [arguments, &["--hardware", "h200x8", "--format", "json"]].concat();
        serde_json::from_str(&run(&arguments).1).expect("JSON")
    };
    let (cost, kinds) = (json(&["cost", program]), json(&["comms", program, "--by", "kind"]));
    let written = ["check", program, "--write-budget", "-", "--margin", "0", "--hardware", "h200x8"];
    let budget = run(&written).1;
    assert!(budget.contains("\nhardware = \"h200x8\"\n"), "{budget}");
    let times = written_times(&budget);
    let is_limit = |name: &str, seconds: &Value| {
        let seconds = seconds.as_f64().expect("a number");
        let (_, limit) =
            times.iter().find(|(key, _)| key == name).unwrap_or_else(|| panic!("{name}\n{budget}"));
        // A limit is rounded up to the next nanosecond.
        assert!(*limit >= seconds - 1e-12 && *limit < seconds + 1.1e-9, "{name}: {limit}, {seconds}");
    };
    is_limit("/step", &cost["step_seconds"]);
    is_limit("/exposed", &cost["time"]["exposed_communication"]);
    is_limit("/communication", &cost["time"]["communication"]);
    for group in kinds["groups"].as_array().expect("a list") {
        is_limit(&format!("{}/time", group["collective"].as_str().expect("one kind")), &group["seconds"]);
    }
    // What is written is met on that machine, and not on a slower one.
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("written-times.toml");
    fs::write(&path, &budget).expect("writable");
    let path = path.to_str().expect("a name");
    assert_eq!(run(&["check", program, "--budget", path]).0, Some(0));
    let (code, _, found) = run(&["check", program, "--budget", path, "--hardware", "cpu"]);
    assert_eq!(code, Some(1), "{found}");
    for part in ["error[PA0808]: a step takes ", " on cpu, ", " of communication per step on cpu"] {
        assert!(found.contains(part), "{part}\n{found}");
    }
    // The machine has too few devices, is unknown, or is missing.
    fs::write(path, budget.replace("h200x8", "h200x4")).expect("writable");
    assert!(
        run(&["check", program, "--budget", path]).2.contains("the mesh has 8 devices, and h200x4 has 4")
    );
    fs::write(path, budget.replace("h200x8", "h900")).expect("writable");
    let (code, _, found) = run(&["check", program, "--budget", path]);
    assert!(
        code == Some(1) && found.contains("[PA0820]") && found.contains("unknown hardware `h900`"),
        "{found}"
    );
    fs::write(path, budget.replace("hardware = ", "# ")).expect("writable");
    let (code, _, found) = run(&["check", program, "--budget", path]);
    assert!(code == Some(1) && found.contains("[PA0820]: a limit of a time needs the hardware"), "{found}");
}
