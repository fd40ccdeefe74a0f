//! Every code action that is offered leads to a valid program.

mod client;

use std::fs;
use std::path::{Path, PathBuf};

use client::{Client, DOCUMENT, applied};
use serde_json::{Value, json};

/// The most values of each file to constrain.
const PER_FILE: usize = 12;

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder is there").flatten() {
        let path = entry.path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "mlir") {
            found.push(path);
        }
    }
}

fn actions_at(client: &mut Client, place: &Value) -> Vec<Value> {
    let range = json!({"start": place, "end": place});
    let parameters =
        json!({"textDocument": {"uri": DOCUMENT}, "range": range, "context": {"diagnostics": []}});
    let found = client.request("textDocument/codeAction", parameters).expect("an answer");
    found.as_array().expect("a list").clone()
}

#[test]
fn constraints_lead_to_valid_programs() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut paths = Vec::new();
    files(&root.join("examples"), &mut paths);
    files(&root.join("testdata/jax"), &mut paths);
    paths.sort();
    let (mut added, mut removed) = (0, 0);
    for path in paths {
        let text = fs::read_to_string(&path).expect("a text");
        if partita::hlo::read("file", &text).is_err() {
            continue;
        }
        let mut client = Client::with(&text);
        let hints = client.hints();
        // Some from every place of the file.
        let mut places: Vec<Value> = hints
            .iter()
            .step_by(hints.len() / PER_FILE + 1)
            .map(|(line, column, _)| json!({"line": line, "character": column - 1}))
            .collect();
        for (number, line) in text.lines().enumerate() {
            let constraint = line.find("sdy.sharding_constraint");
            places.extend(constraint.map(|column| json!({"line": number, "character": column})));
        }
        for place in places {
            for action in actions_at(&mut client, &place) {
                let title = action["title"].as_str().expect("a title");
                let result = applied(&text, &action);
                let read = partita::hlo::read("file", &result);
                assert!(read.is_ok(), "{}: {title}\n{}", path.display(), read.expect_err("an error"));
                // Those of GSPMD are custom calls.
                let count = |text: &str| {
                    text.matches("sdy.sharding_constraint").count() + text.matches("@Sharding").count()
                };
                if title.starts_with("Constrain") {
                    added += 1;
                    assert_eq!(count(&result), count(&text) + 1, "{title}");
                } else {
                    removed += 1;
                    assert_eq!(count(&result) + 1, count(&text), "{title}");
                }
            }
        }
        client.stop();
    }
    assert!(added > 100 && removed > 0, "{added} added, {removed} removed");
}
