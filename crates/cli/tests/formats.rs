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
    assert_eq!(refused, ["fmt", "opt", "export", "reduce", "man", "completions", "ckks", "ckks"]);
}

fn exported(file: &str, to: &str) -> String {
    let arguments = ["export", file, "--to", to];
    let output = partita().args(arguments).current_dir(root()).output().expect("the command starts");
    assert!(output.status.success(), "{file} --to {to}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The tokens of a graph in the language of Graphviz: strings, words and single characters.
fn dot_tokens(text: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        if letter == '"' {
            let mut token = String::from('"');
            loop {
                match letters.next().expect("the string ends") {
                    '\\' => token.extend(['\\', letters.next().expect("an escape has a letter")]),
                    '"' => break,
                    '\n' => panic!("a line break in a string: {token}"),
                    other => token.push(other),
                }
            }
            tokens.push(token);
        } else if letter.is_alphanumeric() || letter == '_' {
            let mut token = String::from(letter);
            while let Some(next) = letters.next_if(|next| next.is_alphanumeric() || *next == '_') {
                token.push(next);
            }
            tokens.push(token);
        } else if !letter.is_whitespace() {
            tokens.push(letter.into());
        }
    }
    tokens
}

/// Reads statements up to the closing brace: attributes, nodes, edges and subgraphs. Returns the tokens after them, and collects the
/// names of nodes and the ends of edges.
fn read_dot<'t>(mut rest: &'t [String], nodes: &mut Vec<String>, ends: &mut Vec<String>) -> &'t [String] {
    loop {
        let name = rest[0].as_str();
        match (name, rest[1].as_str()) {
            ("}", _) => return &rest[1..],
            ("subgraph", _) => {
                assert!(rest[1].starts_with("cluster_") && rest[2] == "{", "{:?}", &rest[..3]);
                rest = read_dot(&rest[3..], nodes, ends);
                continue;
            }
            (_, "=") => rest = &rest[3..],
            (_, "-") => {
                assert_eq!(rest[2], ">");
                ends.extend([name.to_string(), rest[3].clone()]);
                rest = &rest[4..];
            }
            (_, "[") => nodes.push(name.to_string()),
            other => panic!("unexpected {other:?}"),
        }
        if name == "graph" || name == "node" || name == "edge" {
            nodes.pop();
        }
        if rest[0] == "[" || rest[1] == "[" {
            let begin = if rest[0] == "[" { 1 } else { 2 };
            let end = rest.iter().position(|token| token == "]").expect("the attributes end");
            for attribute in rest[begin..end].split(|token| token == ",") {
                assert!(attribute.len() == 3 && attribute[1] == "=", "{attribute:?}");
            }
            rest = &rest[end + 1..];
        }
        assert_eq!(rest[0], ";", "after {name}");
        rest = &rest[1..];
    }
}

#[test]
fn graphs_can_be_read_by_graphviz() {
    for file in ["examples/jax/train.mlir", "examples/transformer.mlir", "examples/conflict.mlir"] {
        let tokens = dot_tokens(&exported(file, "dot"));
        assert!(tokens[0] == "digraph" && tokens[2] == "{", "{:?}", &tokens[..3]);
        let (mut nodes, mut ends) = (Vec::new(), Vec::new());
        // One more token, so that the last brace has a successor.
        let rest: Vec<String> = tokens[3..].iter().cloned().chain([String::new()]).collect();
        assert_eq!(read_dot(&rest, &mut nodes, &mut ends), [String::new()]);
        assert!(nodes.len() > 3 && ends.len() > 3, "{file}");
        let mut unique = nodes.clone();
        unique.sort();
        unique.dedup();
        assert_eq!(unique.len(), nodes.len(), "a node of {file} is defined twice");
        assert!(ends.iter().all(|end| nodes.contains(end)), "an edge of {file} has no node");
    }
}

#[test]
fn graphs_can_be_read_by_model_explorer() {
    for file in ["examples/jax/train.mlir", "examples/shard_map.mlir"] {
        let json: serde_json::Value = serde_json::from_str(&exported(file, "model-explorer")).expect("JSON");
        let graphs = json["graphs"].as_array().expect("a list");
        let ids: Vec<&str> = graphs.iter().map(|graph| graph["id"].as_str().expect("a text")).collect();
        for graph in graphs {
            let nodes = graph["nodes"].as_array().expect("a list");
            let known: Vec<&str> = nodes.iter().map(|node| node["id"].as_str().expect("a text")).collect();
            for node in nodes {
                assert!(node["label"].is_string() && node["namespace"].is_string(), "{node}");
                for edge in node["incomingEdges"].as_array().expect("a list") {
                    let source = edge["sourceNodeId"].as_str().expect("a text");
                    assert!(known.contains(&source), "{file}: {edge}");
                    assert!(edge["sourceNodeOutputId"].is_string() && edge["targetNodeInputId"].is_string());
                }
                for called in node["subgraphIds"].as_array().expect("a list") {
                    assert!(ids.contains(&called.as_str().expect("a text")), "{file}: {called}");
                }
            }
        }
    }
}

#[test]
fn traces_have_the_course_of_the_program() {
    let json: serde_json::Value =
        serde_json::from_str(&exported("examples/jax/train.mlir", "perfetto")).expect("JSON");
    let events = json["traceEvents"].as_array().expect("a list");
    let of = |phase: &str, category: &str| {
        let is_one = |event: &&serde_json::Value| {
            event["ph"] == phase && (category.is_empty() || event["cat"] == category)
        };
        events.iter().filter(is_one).collect::<Vec<_>>()
    };
    assert_eq!(of("M", "").len() + of("X", "").len() + of("C", "").len(), events.len());
    for event in of("X", "") {
        assert!(event["ts"].is_u64() && event["dur"].is_u64() && event["name"].is_string(), "{event}");
        assert!(event["pid"].is_u64() && event["tid"].is_u64(), "{event}");
    }
    // The README has these numbers: 16 collectives, and a peak of 34.6 MiB.
    assert_eq!(of("X", "collective").len(), 16);
    let total = |event: &serde_json::Value| {
        event["args"]
            .as_object()
            .expect("an object")
            .values()
            .filter_map(serde_json::Value::as_u64)
            .sum::<u64>()
    };
    let peak = of("C", "").into_iter().map(total).max().expect("memory");
    assert_eq!(format!("{:.1}", peak as f64 / f64::from(1 << 20)), "34.6");
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("man");
    let output = partita().args(["man", "--out"]).arg(&folder).output().expect("the command starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    for name in ["partita", "partita-comms", "partita-why-not", "partita-onnx-check", "partita-rules-check"] {
        let page = std::fs::read_to_string(folder.join(format!("{name}.1"))).expect("the page exists");
        assert!(page.contains(&format!(".TH {name} 1")) && page.contains(".SH SYNOPSIS"), "{page}");
    }
}
