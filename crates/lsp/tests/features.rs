//! What an editor gets, by a scripted client.

mod client;

use client::{Client, DOCUMENT, applied, edited, position};
use serde_json::{Value, json};

/// A matrix product whose first factor is sharded, in a program with every kind of name.
const PROGRAM: &str = r#"#layout = loc("product.py":3:4)
module @product {
  sdy.mesh @mesh = <["x"=2, "y"=4]>
  func.func public @main(
      %a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
      %b: tensor<4x6xf32>) -> tensor<8x6xf32> {
    %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]
        : (tensor<8x4xf32>, tensor<4x6xf32>) -> tensor<8x6xf32> loc(#layout)
    %1 = func.call @twice(%0) : (tensor<8x6xf32>) -> tensor<8x6xf32>
    return %1 : tensor<8x6xf32>
  }
  func.func private @twice(%a: tensor<8x6xf32>) -> tensor<8x6xf32> {
    %0 = stablehlo.add %a, %a : tensor<8x6xf32>
    return %0 : tensor<8x6xf32>
  }
}
"#;

/// Two errors: an undefined value, and an axis that shards two dimensions.
const WRONG: &str = r#"sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"x"}]>}) -> tensor<8x8xf32> {
  return %missing : tensor<8x8xf32>
}
"#;

/// The text at a range of the protocol.
fn slice(text: &str, range: &Value) -> String {
    let line = range["start"]["line"].as_u64().expect("a line") as usize;
    assert_eq!(range["start"]["line"], range["end"]["line"]);
    let units: Vec<u16> = text.lines().nth(line).expect("the line is there").encode_utf16().collect();
    let column = |place: &Value| place["character"].as_u64().expect("a column") as usize;
    String::from_utf16(&units[column(&range["start"])..column(&range["end"])]).expect("a boundary")
}

#[test]
fn every_error_is_published_with_its_code() {
    let mut client = Client::with(WRONG);
    let found = client.diagnostics(1);
    let codes: Vec<&str> = found.iter().map(|each| each["code"].as_str().expect("a code")).collect();
    assert_eq!(codes, ["PA0203", "PA0101"]);
    let (reused, missing) = (&found[0], &found[1]);
    assert_eq!(slice(WRONG, &missing["range"]), "%missing");
    assert_eq!(missing["message"], "`%missing` is not defined");
    assert_eq!(missing["severity"], 1);
    assert_eq!(missing["source"], "partita");
    assert_eq!(missing["codeDescription"]["href"], "file:///pages/PA0101.md");
    assert_eq!(slice(WRONG, &reused["range"]), r#""x""#);
    let related = &reused["relatedInformation"][0];
    assert_eq!(related["location"]["uri"], DOCUMENT);
    assert_eq!(slice(WRONG, &related["location"]["range"]), r#""x""#);
    assert_ne!(related["location"]["range"], reused["range"]);
    assert!(reused["message"].as_str().expect("a message").contains("\nhelp: "), "{reused}");
    // The page of a code, where the error is.
    assert!(client.hover(WRONG, "%missing").ends_with("# PA0101: the page"));
    client.replace(2, PROGRAM);
    assert_eq!(client.diagnostics(2), Vec::<Value>::new());
    client.stop();
}

#[test]
fn warnings_of_propagation_are_published() {
    let text = "func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = \"other.op\"(%a) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}";
    let mut client = Client::with(text);
    for each in client.diagnostics(1) {
        assert_eq!(each["severity"], 2, "{each}");
    }
    client.stop();
}

#[test]
fn a_file_of_another_kind_is_recognised() {
    let mut client = Client::with("HloModule m\nENTRY main { ROOT x = f32[] parameter(0) }\n");
    assert_eq!(client.diagnostics(1)[0]["code"], "PA0018");
    // A file that is about to be written has no errors.
    client.replace(2, "\n// soon\n");
    assert_eq!(client.diagnostics(2), Vec::<Value>::new());
    client.stop();
}

#[test]
fn hover_shows_notations_local_shape_and_origin() {
    let mut client = Client::with(PROGRAM);
    let expected = r#"```mlir
%0 : tensor<8x6xf32>
```

sharding, propagated:

```
jax    P('x', None)
sdy    <@mesh, [{"x", ?}, {?}]>
gspmd  {devices=[2,1,4]<=[8] last_tile_dim_replicate}
```

on each device: `4x6`, 96 B

why:

```
dimension 0 (8): x from %a dimension 0 (program.mlir:5:7)
  by stablehlo.dot_general (line 7, product.py:3:4)
```
"#;
    assert_eq!(client.hover(PROGRAM, "%0 = stablehlo.dot"), expected);
    // The same at a use, and at the end of the name.
    assert_eq!(client.hover(PROGRAM, "%0) : (tensor"), expected);
    let given = client.hover(PROGRAM, "%a: tensor<8x4");
    assert!(given.contains("sharding, given:") && given.contains("dimension 0 (8): x given here"), "{given}");
    // In a function, names are its own.
    let inner = client.hover(PROGRAM, "%0 = stablehlo.add");
    assert!(inner.starts_with("```mlir\n@twice/%0 : tensor<8x6xf32>\n"), "{inner}");
    let mesh = client.hover(PROGRAM, "@mesh, [");
    assert!(mesh.contains(r#"sdy.mesh @mesh = <["x"=2, "y"=4]>"#) && mesh.contains("1 use"), "{mesh}");
    assert_eq!(client.at("textDocument/hover", PROGRAM, "stablehlo.add", 3), Value::Null);
    client.stop();
}

#[test]
fn hints_show_the_sharding_of_every_value() {
    let mut client = Client::with(PROGRAM);
    let hint = |part: &str, name: &str, label: &str| {
        let place = position(PROGRAM, part, name.len() as u32);
        let number = |value: &Value| value.as_u64().expect("a number");
        (number(&place["line"]), number(&place["character"]), label.to_string())
    };
    let expected = [
        hint("%a: tensor<8x4", "%a", "[8@x,4]"),
        hint("%0 = stablehlo.dot", "%0", "[8@x,6]"),
        hint("%1 = func", "%1", "[8@x,6]"),
        hint("%a: tensor<8x6", "%a", "[8@x,6]"),
        hint("%0 = stablehlo.add", "%0", "[8@x,6]"),
    ];
    // No axis reaches %b.
    assert_eq!(client.hints(), expected);
    assert!(client.hover(PROGRAM, "%b: tensor").contains("not sharded: no axis reaches this value"));
    assert_eq!(client.refreshes, 1);
    client.stop();
}

#[test]
fn definitions_and_uses_of_all_kinds_of_names() {
    let mut client = Client::with(PROGRAM);
    // The place of a use, the definition, and the number of places with the definition.
    for (part, definition, count) in [
        ("%b, contracting", "%b: tensor", 2),
        ("%0) : (tensor", "%0 = stablehlo.dot", 2),
        ("%a, %a : tensor", "%a: tensor<8x6", 3),
        ("@twice(%0)", "@twice(%a", 2),
        ("@mesh, [", "@mesh = ", 2),
        ("#layout)", "#layout = ", 2),
        ("@main", "@main", 1),
    ] {
        let found = client.at("textDocument/definition", PROGRAM, part, 1);
        assert_eq!(found["range"]["start"], position(PROGRAM, definition, 0), "{part}");
        assert_eq!(found["uri"], DOCUMENT);
        let uses = client.at("textDocument/references", PROGRAM, part, 1);
        assert_eq!(uses.as_array().expect("a list").len(), count, "{part}: {uses}");
        let marked = client.at("textDocument/documentHighlight", PROGRAM, part, 1);
        let written = marked.as_array().expect("a list").iter().filter(|mark| mark["kind"] == 3);
        assert_eq!(written.count(), 1, "{part}");
    }
    assert_eq!(client.at("textDocument/definition", PROGRAM, "func.call", 0), Value::Null);
    client.stop();
}

#[test]
fn symbols_and_folds_follow_the_text() {
    let text = format!("// one\n// two\n{PROGRAM}#loc1 = loc(unknown)\n#loc2 = loc(unknown)\n");
    let mut client = Client::with(&text);
    let document = json!({"textDocument": {"uri": DOCUMENT}});
    let symbols = client.request("textDocument/documentSymbol", document.clone()).expect("an answer");
    let names = |list: &Value| -> Vec<String> {
        let list = list.as_array().expect("a list").iter();
        list.map(|symbol| symbol["name"].as_str().expect("a name").to_string()).collect()
    };
    assert_eq!(names(&symbols), ["#layout", "@product"]);
    let inside = &symbols[1]["children"];
    assert_eq!(names(inside), ["@mesh", "@main", "@twice"]);
    assert_eq!(inside[0]["detail"], r#"= <["x"=2, "y"=4]>"#);
    let main = &inside[1];
    assert_eq!(main["range"]["end"], json!({"line": 12, "character": 3}));
    assert_eq!(slice(&text, &main["selectionRange"]), "@main");
    let folds = client.request("textDocument/foldingRange", document).expect("an answer");
    let lines: Vec<(u64, u64)> = folds
        .as_array()
        .expect("a list")
        .iter()
        .map(|fold| (fold["startLine"].as_u64().expect("a line"), fold["endLine"].as_u64().expect("a line")))
        .collect();
    assert_eq!(lines, [(0, 1), (3, 16), (7, 11), (13, 15), (18, 19)]);
    client.stop();
}

#[test]
fn a_document_is_formatted_as_by_the_command() {
    let text = "func.func @main(%x:   tensor<8xf32>) -> tensor<8xf32> { return %x : tensor<8xf32> }\n";
    let mut client = Client::with(text);
    let parameters =
        json!({"textDocument": {"uri": DOCUMENT}, "options": {"tabSize": 2, "insertSpaces": true}});
    let edits = client.request("textDocument/formatting", parameters.clone()).expect("an answer");
    let formatted = edited(text, edits.as_array().expect("a list"));
    let program = partita::hlo::read("program", text).expect("a valid program");
    assert_eq!(formatted, partita::hlo::print(program.module()));
    assert!(formatted.contains("%arg0"), "{formatted}");
    client.replace(2, &formatted);
    assert_eq!(client.request("textDocument/formatting", parameters.clone()), Ok(json!([])));
    // Comments would be lost, and text with errors has no canonical form.
    client.replace(3, &format!("// keep me\n{formatted}"));
    let (code, message) = client.request("textDocument/formatting", parameters.clone()).expect_err("refused");
    assert_eq!((code, message.as_str()), (-32803, "not formatted: the canonical text would lose 1 comment"));
    client.replace(4, WRONG);
    client.replace(5, &WRONG.replace("%missing :", "%missing"));
    assert_eq!(client.request("textDocument/formatting", parameters), Ok(Value::Null));
    client.stop();
}

#[test]
fn constraints_are_added_and_removed() {
    let mut client = Client::with(PROGRAM);
    let actions = client.actions(PROGRAM, "%0 = stablehlo.dot");
    let [add] = &actions[..] else { panic!("{actions:?}") };
    assert_eq!(add["title"], "Constrain %0 to P('x', None)");
    let constrained = applied(PROGRAM, add);
    let line =
        "    %sharded_0 = sdy.sharding_constraint %0 <@mesh, [{\"x\"}, {}]> : tensor<8x6xf32>\n    %1 = ";
    assert!(constrained.contains(line), "{constrained}");
    assert!(constrained.contains("@twice(%sharded_0)"), "{constrained}");
    // The function has its own %0.
    assert!(constrained.contains("return %0 : tensor<8x6xf32>\n  }\n}"), "{constrained}");
    client.replace(2, &constrained);
    assert_eq!(client.diagnostics(2), Vec::<Value>::new());
    let hover = client.hover(&constrained, "%sharded_0");
    assert!(hover.contains("sdy    <@mesh, [{\"x\"}, {}]>") && hover.contains("sharding, given"), "{hover}");
    let actions = client.actions(&constrained, "sdy.sharding_constraint");
    let [remove] = &actions[..] else { panic!("{actions:?}") };
    assert_eq!(remove["title"], "Remove the constraint %sharded_0");
    assert_eq!(applied(&constrained, remove), PROGRAM);
    // An argument is constrained at the start of its block.
    let argument = client.actions(&constrained, "%a: tensor<8x4");
    let constrained = applied(&constrained, &argument[0]);
    let first =
        "    %sharded_a = sdy.sharding_constraint %a <@mesh, [{\"x\"}, {}]> : tensor<8x4xf32>\n    %0 = ";
    assert!(constrained.contains(first) && constrained.contains("general %sharded_a, %b"), "{constrained}");
    client.replace(3, &constrained);
    assert_eq!(client.diagnostics(3), Vec::<Value>::new());
    client.stop();
}

#[test]
fn results_that_share_a_name_have_numbers() {
    let text = r#"sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>},
    %b: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xf32>, tensor<4xf32>) {
  %0:2 = stablehlo.optimization_barrier %a, %b : tensor<8xf32>, tensor<4xf32>
  return %0#0, %0#1 : tensor<8xf32>, tensor<4xf32>
}
"#;
    let mut client = Client::with(text);
    assert!(client.hover(text, "%0#1").starts_with("```mlir\n%0#1 : tensor<4xf32>\n"));
    assert_eq!(client.hints().last().expect("a hint").2, "#0 [8@x] | #1 [4@x]");
    let actions = client.actions(text, "%0#0");
    let constrained = applied(text, &actions[0]);
    assert!(constrained.contains("return %sharded_0, %0#1 :"), "{constrained}");
    client.replace(2, &constrained);
    assert_eq!(client.diagnostics(2), Vec::<Value>::new());
    client.stop();
}

#[test]
fn edits_are_incremental_and_count_utf16_units() {
    let text = "// 😀é\nfunc.func @main(%a: tensor<8xf32>) -> tensor<8xf32> { return %b : tensor<8xf32> }";
    let mut client = Client::with(text);
    assert_eq!(client.diagnostics(1).len(), 1);
    let place = |line: u32, character: u32| json!({"line": line, "character": character});
    let column = text.lines().nth(1).expect("a line").find("%b").expect("a name") as u32;
    // The second change refers to the text after the first.
    client.change(
        2,
        json!([
            {"range": {"start": place(0, 5), "end": place(0, 6)}, "text": "😀\n"},
            {"range": {"start": place(2, column + 1), "end": place(2, column + 2)}, "text": "a"},
        ]),
    );
    assert_eq!(client.diagnostics(2), Vec::<Value>::new());
    let fixed =
        "// 😀😀\n\nfunc.func @main(%a: tensor<8xf32>) -> tensor<8xf32> { return %a : tensor<8xf32> }";
    let found = client.at("textDocument/definition", fixed, "%a : tensor<8xf32> }", 0);
    assert_eq!(found["range"]["start"], position(fixed, "%a: ", 0));
    client.stop();
}

#[test]
fn a_file_with_errors_keeps_what_was_known() {
    let mut client = Client::with(PROGRAM);
    assert_eq!(client.hints().len(), 5);
    let broken = PROGRAM.replace("    %1 = func.call", "    %new = stablehlo.add %0,\n    %1 = func.call");
    client.replace(2, &broken);
    assert_ne!(client.diagnostics(2).len(), 0);
    // Shardings are those of the last version without errors, at their new places.
    let hints = client.hints();
    assert_eq!(hints.len(), 5);
    let moved = position(&broken, "%1 = func", 2);
    assert!(
        hints.iter().any(|(line, column, _)| json!({"line": line, "character": column}) == moved),
        "{hints:?}"
    );
    assert!(client.hover(&broken, "%0 = stablehlo.add").contains("jax    P('x', None)"));
    // Names come from the text itself.
    let uses = client.at("textDocument/references", &broken, "%0 = stablehlo.dot", 0);
    assert_eq!(uses.as_array().expect("a list").len(), 3);
    let unknown = client.hover(&broken, "%new = ");
    assert!(unknown.contains("its sharding is unknown while the file has errors"), "{unknown}");
    // An edit that could be wrong is not offered.
    assert_eq!(client.actions(&broken, "%0 = stablehlo.dot"), Vec::<Value>::new());
    client.stop();
}

#[test]
fn modules_in_one_file_are_separate() {
    let text = format!("{PROGRAM}// -----\n{WRONG}// -----\n{PROGRAM}");
    let mut client = Client::with(&text);
    assert_eq!(client.diagnostics(1).len(), 2);
    assert_eq!(client.hints().len(), 10);
    let uses = client.at("textDocument/references", &text, "@mesh", 0);
    assert_eq!(uses.as_array().expect("a list").len(), 2);
    client.stop();
}

#[test]
fn a_function_that_is_called_with_two_shardings_shows_both() {
    let text = r#"sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>},
    %b: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = func.call @f(%a) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = func.call @f(%b) : (tensor<8xf32>) -> tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}
func.func private @f(%c: tensor<8xf32>) -> tensor<8xf32> {
  %2 = stablehlo.negate %c : tensor<8xf32>
  return %2 : tensor<8xf32>
}
"#;
    let mut client = Client::with(text);
    let labels: Vec<String> = client.hints().into_iter().map(|hint| hint.2).collect();
    assert_eq!(labels[4..], ["[8@x] | [8@y]", "[8@x] | [8@y]"]);
    let hover = client.hover(text, "%2 = ");
    assert!(hover.contains("P('x')") && hover.contains("P('y')"), "{hover}");
    assert_eq!(client.actions(text, "%2 = "), Vec::<Value>::new());
    client.stop();
}
