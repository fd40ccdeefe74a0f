//! The server answers every message, whatever it contains, and does not panic.

mod client;

use std::fs;
use std::path::Path;

use client::{Client, DOCUMENT};
use serde_json::{Value, json};

/// The code of an internal error, which is a panic that was caught.
const INTERNAL: i32 = -32603;

/// Numbers that look random and are the same in every run.
struct FixedSequence(u64);

impl FixedSequence {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % limit.max(1)
    }

    fn choose<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
}

const METHODS: &[&str] = &[
    "textDocument/hover",
    "textDocument/definition",
    "textDocument/references",
    "textDocument/documentHighlight",
    "textDocument/inlayHint",
    "textDocument/codeAction",
    "textDocument/documentSymbol",
    "textDocument/foldingRange",
    "textDocument/formatting",
];

/// Texts to insert: brackets, names, characters of several bytes, and parts of ops.
const SNIPPETS: &[&str] = &[
    "",
    "",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "<",
    ">",
    "\"",
    "%",
    "%0",
    "%0#1",
    "%a:2 = ",
    "@",
    "@main",
    "#",
    "#loc",
    "^bb0(",
    ":",
    "=",
    ",",
    "\n",
    "\r",
    "\r\n",
    "// -----\n",
    "//",
    "é",
    "😀",
    "\u{202e}",
    "\u{0}",
    "\\",
    "```",
    "<script>",
    "func.func @f(%a: tensor<8xf32>) {",
    "sdy.mesh @mesh = <[\"x\"=2]>",
    "tensor<99999999999999999999xf32>",
    "loc(",
    "{sdy.sharding = #sdy.sharding<@mesh, [{\"x\"}]>}",
    "sdy.sharding_constraint %0 <@mesh, [{}]> : tensor<8xf32>",
    "((((((((((((((((((((((((((((((((((((((((",
    "{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{",
];

fn programs() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let paths =
        ["examples/mlp.mlir", "examples/shard_map.mlir", "examples/sub_axes.mlir", "examples/mistakes.mlir"];
    paths.iter().map(|path| fs::read_to_string(root.join(path)).expect("an example")).collect()
}

/// A position in or near the text.
fn place(random: &mut FixedSequence, text: &str) -> Value {
    let lines = text.split('\n').count();
    match random.below(20) {
        0 => json!({"line": u32::MAX, "character": u32::MAX}),
        _ => json!({"line": random.below(lines + 1), "character": random.below(100)}),
    }
}

fn parameters(random: &mut FixedSequence, text: &str) -> Value {
    json!({
        "textDocument": {"uri": DOCUMENT},
        "position": place(random, text),
        "range": {"start": place(random, text), "end": place(random, text)},
        "context": {"includeDeclaration": true, "diagnostics": []},
        "options": {"tabSize": 2, "insertSpaces": true},
    })
}

#[test]
fn edited_programs_are_answered() {
    let (mut answers, mut with_value) = (0, 0);
    for (seed, program) in programs().into_iter().enumerate() {
        let mut random = FixedSequence(seed as u64 + 1);
        let mut client = Client::with(&program);
        for version in 2..400 {
            if version % 20 == 0 {
                client.replace(version, &program);
            } else {
                let (start, end) = (place(&mut random, &program), place(&mut random, &program));
                // Small changes break a file in more ways than large ones.
                let end = if random.below(4) > 0 { start.clone() } else { end };
                let text = *random.choose(SNIPPETS);
                client.change(version, json!([{"range": {"start": start, "end": end}, "text": text}]));
            }
            for _ in 0..3 {
                let method = *random.choose(METHODS);
                let asked = parameters(&mut random, &program);
                let answer = client.request(method, asked.clone());
                answers += 1;
                with_value += usize::from(matches!(&answer, Ok(value) if !value.is_null()));
                let is_fine = answer.as_ref().err().is_none_or(|(code, _)| *code != INTERNAL);
                assert!(is_fine, "seed {seed}, version {version}: {method} {asked}: {answer:?}");
            }
        }
        client.diagnostics(399);
        let internal = client.published.iter().flat_map(|(_, _, found)| found);
        assert!(
            internal.into_iter().all(|each| each["code"].is_string()),
            "seed {seed}: an analysis panicked"
        );
        client.stop();
    }
    // The test is worth nothing if requests have no answers.
    assert!(with_value * 3 > answers, "{with_value} of {answers}");
}

#[test]
fn truncated_programs_are_answered() {
    let program = &programs()[1];
    let mut client = Client::with("");
    let mut version = 1;
    for end in (0..program.len()).step_by(program.len() / 60).filter(|&end| program.is_char_boundary(end)) {
        version += 1;
        let text = &program[..end];
        client.replace(version, text);
        for method in METHODS {
            let asked = parameters(&mut FixedSequence(end as u64), text);
            let answer = client.request(method, asked);
            assert!(
                answer.as_ref().err().is_none_or(|(code, _)| *code != INTERNAL),
                "{end}: {method}: {answer:?}"
            );
        }
    }
    client.stop();
}

#[test]
fn invalid_messages_are_answered() {
    let mut client = Client::with("func.func @main() { return }");
    let values = [
        Value::Null,
        json!([]),
        json!(7),
        json!({}),
        json!({"textDocument": 3}),
        json!({"textDocument": {"uri": "not an address \u{0}"}, "position": {"line": -1, "character": 1e99}}),
        json!({"textDocument": {"uri": "file:///unknown.mlir"}, "position": {"line": 0, "character": 0}}),
        json!({"textDocument": {"uri": DOCUMENT}, "range": {"start": {"line": 5}, "end": null}}),
    ];
    for value in values {
        for method in METHODS.iter().chain(&["mlir/convertToBytecode", "workspace/executeCommand", ""]) {
            let answer = client.request(method, value.clone());
            assert!(
                answer.as_ref().err().is_none_or(|(code, _)| *code != INTERNAL),
                "{method} {value}: {answer:?}"
            );
        }
        for method in [
            "textDocument/didOpen",
            "textDocument/didChange",
            "textDocument/didClose",
            "$/cancelRequest",
            "?",
        ] {
            client.notify(method, value.clone());
        }
    }
    let (code, _) = client.request("mlir/convertFromBytecode", json!({})).expect_err("unknown");
    assert_eq!(code, -32601);
    // An inverted range, and a document that is closed while a request waits.
    let (first, second) = (json!({"line": 0, "character": 0}), json!({"line": 0, "character": 9}));
    client.change(2, json!([{"range": {"start": second, "end": first}, "text": "x"}]));
    let id = client.send("textDocument/codeAction", parameters(&mut FixedSequence(1), "x"));
    client.notify("textDocument/didClose", json!({"textDocument": {"uri": DOCUMENT}}));
    assert!(client.answer(id).is_ok());
    client.stop();
}

#[test]
fn a_waiting_request_can_be_cancelled() {
    let mut settings = partita_lsp::ServerSettings::default();
    settings.delay = std::time::Duration::from_secs(3600);
    let mut client = Client::start_with(settings);
    client.open(DOCUMENT, "func.func @main() { return }");
    client.diagnostics(1);
    // The next analysis is an hour away, and an action needs it.
    client.replace(2, "func.func @main() {\n return }");
    let id = client.send("textDocument/codeAction", parameters(&mut FixedSequence(1), "x"));
    client.notify("$/cancelRequest", json!({"id": id}));
    assert_eq!(client.answer(id).expect_err("cancelled").0, -32800);
    // Other requests are answered meanwhile.
    assert!(client.request("textDocument/foldingRange", json!({"textDocument": {"uri": DOCUMENT}})).is_ok());
    client.stop();
}

#[test]
fn hostile_names_are_shown_escaped() {
    let text = "sdy.mesh @mesh = <[\"```\\0A# <script>\u{202e}\"=2]>
func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"```\\0A# <script>\u{202e}\"}]>})
    -> tensor<8xf32> {
  return %a : tensor<8xf32>
}
";
    let mut client = Client::with(text);
    assert_eq!(client.diagnostics(1), Vec::<Value>::new());
    let hover = client.hover(text, "%a: ");
    assert!(hover.contains("script") && !hover.contains('\u{202e}'), "{hover}");
    // Nothing outside of a block of code comes from the file.
    let mut fence = None;
    for line in hover.lines() {
        let ticks: String = line.chars().take_while(|c| *c == '`').collect();
        match &fence {
            None if ticks.len() >= 3 => fence = Some(ticks),
            None => assert!(!line.contains("script"), "{hover}"),
            Some(open) if line == open => fence = None,
            Some(_) => {}
        }
    }
    let hints = client.hints();
    assert!(hints.iter().all(|(_, _, label)| !label.contains(['\n', '\u{202e}'])), "{hints:?}");
    client.stop();
}
