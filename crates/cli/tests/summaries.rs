//! Summaries of a program with 48 layers: short, ranked, within the width of the terminal, and with exact figures in JSON.

mod command;
mod transformer;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use serde_json::Value;
use transformer::{Form, program};

static LAYERED: LazyLock<PathBuf> = LazyLock::new(|| write("layered.mlir", true));
static WITHOUT_LOCATIONS: LazyLock<PathBuf> = LazyLock::new(|| write("without-locations.mlir", false));

fn write(name: &str, has_locations: bool) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, program(Form { layers: 48, has_locations })).expect("writable");
    path
}

/// What a command prints, which must succeed.
fn printed(file: &Path, arguments: &str, columns: usize) -> String {
    let mut words = arguments.split(' ');
    let mut command = command::partita();
    command.arg(words.next().expect("a command")).arg(file).args(words).env("COLUMNS", columns.to_string());
    let output = command::piped(&mut command, b"");
    assert!(output.status.success(), "{arguments}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

fn json(file: &Path, arguments: &str) -> Value {
    serde_json::from_str(&printed(file, &format!("{arguments} --format json"), 100)).expect("JSON")
}

fn number(value: &Value) -> u64 {
    value.as_u64().expect("a number")
}

fn sum(list: &Value, key: &str) -> u64 {
    list.as_array().expect("a list").iter().map(|each| number(&each[key])).sum()
}

/// The line of a text that contains all words.
fn line<'t>(text: &'t str, words: &[&str]) -> &'t str {
    let has_all = |line: &&str| words.iter().all(|word| line.contains(word));
    text.lines().find(has_all).unwrap_or_else(|| panic!("no line has {words:?}:\n{text}"))
}

#[test]
fn collectives_are_grouped_by_source_line() {
    let text = printed(&LAYERED, "comms", 100);
    let first = text.lines().next().expect("a line");
    assert!(first.starts_with("64 devices (data=8, model=8): 479 collectives, "), "{first}");
    assert!(text.lines().count() <= 18, "{text}");
    line(&text, &["48×  all_reduce  model  contraction  model.py:17  attn/dot_general"]);
    line(&text, &["48×  all_reduce  data   contraction  model.py:17  transpose(…/dot_general)"]);
    // The first layer sends no gradient to its input.
    line(&text, &["47×  all_reduce  model  contraction  model.py:15"]);
    let text = printed(&LAYERED, "comms --top 3", 100);
    line(&text, &["in 5 more groups"]);
}

#[test]
fn layers_may_have_names_of_any_form() {
    // `layer7` and `params['layer7']`, as people name scopes and keys, instead of the forms of flax and of lists.
    let named = |text: String| text.replace("layers_", "layer").replace("['layers'][", "['layer");
    let text = named(program(Form { layers: 48, has_locations: true }));
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("named-layers.mlir");
    fs::write(&path, text.replace("]['", "']['").replace("'']['", "']['")).expect("writable");
    for command in ["comms", "memory", "cost"] {
        let count = |file: &Path| json(file, command)["groups"].as_array().expect("a list").len();
        assert_eq!(count(&path), count(&LAYERED), "{command}");
    }
    line(&printed(&path, "show", 100), &["params['layer0..47']['q']", "48 × 4.0 MiB"]);
}

#[test]
fn groups_add_up_to_the_total() {
    for by in ["source", "layer", "axis", "kind"] {
        let view = json(&LAYERED, &format!("comms --by {by}"));
        assert_eq!(view["grouped_by"], by);
        assert_eq!(sum(&view["groups"], "bytes"), number(&view["bytes"]), "{by}");
        assert_eq!(sum(&view["groups"], "collectives"), 479, "{by}");
    }
    for by in ["source", "layer", "axis", "kind"] {
        let view = json(&LAYERED, &format!("memory --by {by}"));
        assert_eq!(sum(&view["groups"], "bytes"), number(&view["per_device"]["peak"]), "{by}");
        assert_eq!(sum(&view["groups"], "tensors"), number(&view["live"]), "{by}");
    }
}

#[test]
fn collectives_have_their_origin() {
    let view = json(&LAYERED, "comms");
    let all = view["collectives"].as_array().expect("a list");
    for each in all {
        assert!(each["source"].as_str().expect("a source").starts_with("project/model.py:"), "{each}");
        assert!(each["layer"].as_str().expect("a layer").starts_with("layers_"), "{each}");
        assert_eq!(each["cause"], "contracting dimension", "{each}");
    }
    assert_eq!(all[0]["name_stack"], "jvp(layers_0)/attn/dot_general");
    let view = json(&LAYERED, "comms --by layer");
    let layers: Vec<&str> =
        view["groups"].as_array().unwrap().iter().filter_map(|each| each["layer"].as_str()).collect();
    assert_eq!(layers, ["layers_1..47", "layers_0"]);
}

#[test]
fn programs_without_locations_show_ops() {
    let text = printed(&WITHOUT_LOCATIONS, "comms", 100);
    assert!(text.lines().count() <= 18, "{text}");
    line(&text, &["48×  all_reduce", "line ", "stablehlo.dot_general"]);
    let exact = |file: &Path| number(&json(file, "comms")["bytes"]);
    assert_eq!(exact(&WITHOUT_LOCATIONS), exact(&LAYERED));
}

#[test]
fn no_line_is_wider_than_the_terminal() {
    let commands = [
        "comms",
        "comms --all",
        "comms --by layer",
        "memory",
        "memory --by kind",
        "memory --all",
        "cost",
        "cost --all --hardware tpu-v5p",
        "cost --by layer",
        "comms --hardware h200",
        "show --all",
        "show",
        "propagate --conflicts",
        "steps",
    ];
    for file in [&LAYERED, &WITHOUT_LOCATIONS] {
        for arguments in commands {
            for columns in [60, 80, 100] {
                for line in printed(file, arguments, columns).lines() {
                    assert!(line.chars().count() <= columns, "{arguments} in {columns} columns: {line}");
                }
            }
        }
    }
}

#[test]
fn all_lists_every_collective_in_program_order() {
    let text = printed(&LAYERED, "comms --all", 200);
    assert_eq!(text.lines().count(), 480);
    let lines: Vec<&str> = text.lines().skip(1).collect();
    assert!(lines[0].contains(", model.py:17: stablehlo.dot_general %"), "{}", lines[0]);
}

#[test]
fn memory_is_compared_with_the_device() {
    let text = printed(&LAYERED, "memory --hbm 80GiB", 100);
    let first = text.lines().next().expect("a line");
    assert!(first.starts_with("peak 3.8 GiB of 80.0 GiB on each of 64 devices, at model.py:21"), "{first}");
    line(&text, &["48×", "bf16[16384@model,4096]", "argument", "['layers'][0..47]['down']"]);
    let run = |limit: &str| {
        let mut command = command::partita();
        command.args(["memory", "--hbm", limit]).arg(&*LAYERED);
        command::piped(&mut command, b"")
    };
    let too_small = run("2 GiB");
    assert_eq!(too_small.status.code(), Some(1));
    let errors = String::from_utf8_lossy(&too_small.stderr).into_owned();
    assert!(errors.starts_with("error: the peak of 3.8 GiB exceeds 2.0 GiB by "), "{errors}");
    assert_eq!(run("80").status.code(), Some(2));
    let view = json(&LAYERED, "memory --hbm 80GB");
    assert_eq!((number(&view["limit"]), &view["fits"]), (80_000_000_000, &Value::Bool(true)));
}

#[test]
fn layers_are_folded() {
    let text = printed(&LAYERED, "show", 100);
    assert!(text.lines().count() < 25, "{text}");
    line(&text, &["params['layers'][0..47]['q']", "bf16[4096,4096@model]", "192.0 MiB", "48 × 4.0 MiB"]);
    line(&text, &["-> result['layers'][0..47]['down']", "768.0 MiB"]);
    assert!(printed(&LAYERED, "show --all", 100).lines().count() > 385);
}
