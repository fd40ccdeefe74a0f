//! The pages of `partita report` are complete, well formed and deterministic, and escape all text from the input.

mod command;

use std::fs;
use std::path::Path;
use std::process::Output;

use command::root;

fn report(arguments: &[&str], input: &str) -> Output {
    let mut command = command::partita();
    command::piped(command.arg("report").args(arguments).current_dir(root()), input.as_bytes())
}

fn page(arguments: &[&str], input: &str) -> (Option<i32>, String) {
    let output = report(arguments, input);
    (output.status.code(), String::from_utf8(output.stdout).expect("UTF-8"))
}

/// The errors in the tags of a page. Every tag must be closed, in order, and every link must have a target.
fn faults(page: &str) -> Vec<String> {
    const VOID: [&str; 2] = ["meta", "br"];
    let (mut open, mut faults) = (Vec::new(), Vec::new());
    let (mut names, mut links) = (Vec::new(), Vec::new());
    let body = page.strip_prefix("<!doctype html>").unwrap_or(page);
    let mut rest = body;
    while let Some(at) = rest.find('<') {
        let Some(length) = rest[at..].find('>') else {
            faults.push("a tag does not end".into());
            break;
        };
        let tag = &rest[at + 1..at + length];
        let before = &rest[..at];
        if before.contains('>') && open.last() != Some(&"style") {
            faults.push(format!("bare > in {:?}", before.chars().take(80).collect::<String>()));
        }
        rest = &rest[at + length + 1..];
        let name = tag.split([' ', '/']).find(|word| !word.is_empty()).unwrap_or_default();
        match tag.strip_prefix('/') {
            Some(closed) => match open.pop() {
                Some(last) if last == closed => {}
                last => faults.push(format!("</{closed}> closes {last:?}")),
            },
            None if VOID.contains(&name) => {}
            None => open.push(name),
        }
        if name == "script" || name == "link" || name == "img" {
            faults.push(format!("<{name}> is not for this page"));
        }
        let attribute = |key: &str| tag.split_once(key).and_then(|(_, value)| value.split('"').next());
        names.extend(attribute(" id=\""));
        links.extend(attribute(" href=\""));
    }
    faults.extend(open.iter().map(|tag| format!("<{tag}> is not closed")));
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    if names.len() < count {
        faults.push("duplicate id".into());
    }
    for link in links {
        let known = link.strip_prefix('#').is_some_and(|name| names.binary_search(&name).is_ok());
        if !known {
            faults.push(format!("{link} has no target"));
        }
    }
    faults
}

#[test]
fn invalid_pages_are_detected() {
    assert!(faults("<!doctype html><p id=\"a\"><a href=\"#a\">x</a><br></p>").is_empty());
    for bad in
        ["<p>", "<p></b></p>", "<p", "<a href=\"#b\"></a>", "<p id=\"a\"></p><p id=\"a\"></p>", "<p>></p>"]
    {
        assert!(!faults(bad).is_empty(), "{bad}");
    }
}

#[test]
fn every_example_has_a_page() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("report");
    fs::create_dir_all(&folder).expect("writable");
    let mut seen = 0;
    for entry in fs::read_dir(root().join("examples")).expect("the folder exists") {
        let path = entry.expect("readable").path();
        if path.extension().is_none_or(|ending| ending != "mlir") {
            continue;
        }
        let name = path.file_stem().and_then(|name| name.to_str()).expect("a name").to_string();
        let out = folder.join(format!("{name}.html"));
        let file = format!("examples/{name}.mlir");
        let ended = report(&[&file, "-o", out.to_str().expect("a path")], "");
        // One has errors; the other has meshes without a common local program.
        let expected = if ["mistakes", "sub_axes"].contains(&name.as_str()) { 1 } else { 0 };
        assert_eq!(ended.status.code(), Some(expected), "{name}: {}", String::from_utf8_lossy(&ended.stderr));
        assert!(ended.stdout.is_empty());
        let html = fs::read_to_string(&out).expect("it was written");
        assert_eq!(faults(&html), Vec::<String>::new(), "{name}");
        assert!(!html.replace("http-equiv", "").contains("http"), "{name} names an address");
        assert!(html.contains("prefers-color-scheme:dark"));
        let (_, again) = page(&[&file], "");
        assert_eq!(html, again, "{name}");
        seen += 1;
    }
    assert!(seen >= 6);
}

#[test]
fn a_page_agrees_with_the_other_commands() {
    let (code, html) = page(&["examples/mlp.mlir", "--title", "Two layers"], "");
    assert_eq!(code, Some(0));
    for part in [
        "<title>Two layers</title>",
        "data</b>=4",
        "<code>@relu</code>",
        "<i>given</i>",
        "<i>propagated</i>",
        "<h3>By mesh axis</h3>",
        "<code>all_reduce</code>",
        "<svg ",
        "tensors at the peak",
        "given on <a href=\"#w0-",
    ] {
        assert!(html.contains(part), "{part} is missing");
    }
    let (_, conflict) = page(&["examples/conflict.mlir"], "");
    assert!(conflict.contains("1 conflict: an operand or result of an op"), "{conflict}");
    assert!(conflict.contains(">%arg0</a> has <b class=\"a0\">x</b> on dimension 0"), "{conflict}");
}

#[test]
fn a_file_with_errors_has_a_page() {
    let (code, html) = page(&["examples/mistakes.mlir"], "");
    assert_eq!(code, Some(1));
    for part in [
        "6 errors",
        "PA0203",
        "<pre>error[PA0203]",
        "<section id=\"program0\">",
        "see the findings for the reason",
    ] {
        assert!(html.contains(part), "{part} is missing");
    }
    let (code, html) = page(&["examples/sub_axes.mlir"], "");
    assert_eq!(code, Some(1));
    assert!(html.contains("PA0227") && html.contains("<section id=\"why0\">"));
    // Not even text.
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("not-text.mlir");
    fs::write(&path, b"module {\xff}").expect("writable");
    let (code, html) = page(&[path.to_str().expect("a path")], "");
    assert_eq!((code, faults(&html)), (Some(1), Vec::new()));
    assert!(html.contains("is not UTF-8"));
}

const HOSTILE: &str = r#"#loc1 = loc("<script>alert(1)</script>"("</td><script>":1:1))
module @"<script>m</script>" {
  sdy.mesh @"<b>" = <["<i>&\"x"=2]>
  func.func @"<script>f</script>"(%arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@"<b>", [{"<i>&\"x"}, {}]>} loc("</script>")) -> tensor<8x4xf32> {
    %0 = stablehlo.tanh %arg0 : tensor<8x4xf32> loc(#loc1)
    %1 = stablehlo.custom_call @"</code><script>"(%0) : (tensor<8x4xf32>) -> tensor<8x4xf32>
    return %1 : tensor<8x4xf32>
  }
}
"#;

#[test]
fn names_stay_text() {
    let (code, html) = page(&["-", "--title", "</title><script>"], HOSTILE);
    assert_eq!(code, Some(0), "{html}");
    assert_eq!(faults(&html), Vec::<String>::new());
    assert!(html.contains("&lt;script&gt;alert(1)") || html.contains("&lt;script&gt;m&lt;/script&gt;"));
    assert!(!html.to_lowercase().contains("<script"));
    // The same as findings.
    let (code, html) =
        page(&["-"], &HOSTILE.replace("tensor<8x4xf32> loc(#loc1)", "tensor<7x4xf32> loc(#loc1)"));
    assert_eq!((code, faults(&html)), (Some(1), Vec::new()));
}

/// The policy of a page, by directive.
fn policy(page: &str) -> Vec<(String, String)> {
    let head = page.split("</head>").next().unwrap_or_default();
    let metas: Vec<&str> = head.split("<meta ").skip(1).filter_map(|rest| rest.split('>').next()).collect();
    let found: Vec<&&str> =
        metas.iter().filter(|meta| meta.contains("\"Content-Security-Policy\"")).collect();
    assert_eq!(found.len(), 1, "{head}");
    let content =
        found[0].split("content=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a content");
    let directive = |text: &str| {
        let (name, value) = text.trim().split_once(' ').expect("a directive has a value");
        (name.to_string(), value.to_string())
    };
    content.split(';').map(directive).collect()
}

#[test]
fn a_page_may_load_and_run_nothing() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("policy");
    fs::create_dir_all(&folder).expect("writable");
    let plan = folder.join("plan.html");
    let arguments =
        ["ckks", "plan", "examples/mnist.toml", "--slots", "4096", "--html", plan.to_str().expect("UTF-8")];
    let output = command::piped(command::partita().args(arguments).current_dir(root()), b"");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let pages = [page(&["-"], HOSTILE).1, fs::read_to_string(&plan).expect("a page")];
    for html in pages {
        let policy = policy(&html);
        let of = |name: &str| policy.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str());
        assert_eq!(of("default-src"), Some("'none'"), "{policy:?}");
        assert_eq!((of("base-uri"), of("form-action")), (Some("'none'"), Some("'none'")));
        // Scripts fall back to the default. Styles are inside of the page, and can load nothing.
        assert_eq!((of("script-src"), of("img-src"), of("style-src")), (None, None, Some("'unsafe-inline'")));
        // The policy must precede everything that it applies to.
        assert!(html.find("Content-Security-Policy") < html.find("<style"), "{html}");
    }
}

#[test]
fn what_changes_the_look_of_text_is_shown() {
    let hidden = HOSTILE.replace("<script>m", "\u{202e}\u{2066}\u{200b}m");
    let (code, html) = page(&["-", "--title", "\u{202e}title\u{9b}"], &hidden);
    assert_eq!((code, faults(&html)), (Some(0), Vec::new()));
    let left: Vec<char> = html.chars().filter(|c| matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{80}'..='\u{9f}')).collect();
    assert_eq!(left, Vec::<char>::new());
    assert!(html.contains("<h1>\\u{202e}title\\u{9b}</h1>"), "{html}");
}

#[test]
fn several_modules_are_one_page() {
    let text = fs::read_to_string(root().join("examples/conflict.mlir")).expect("readable");
    let (code, html) = page(&["-", "--split-input-file"], &format!("{text}// -----\n{text}"));
    assert_eq!((code, faults(&html)), (Some(0), Vec::new()));
    assert!(html.contains("Module 2 of 2") && html.contains("id=\"w1-0\""));
}

#[test]
fn large_modules_are_truncated_with_a_note() {
    let ops = 2000;
    let mut text = String::from(
        "sdy.mesh @m = <[\"x\"=4, \"y\"=2]>\nfunc.func @main(%v0: tensor<64x32xf32> {sdy.sharding = #sdy.sharding<@m, [{\"x\"}, {\"y\"}]>}) -> tensor<64x32xf32> {\n",
    );
    for op in 1..=ops {
        text += &format!("  %v{op} = stablehlo.tanh %v{} : tensor<64x32xf32>\n", op - 1);
    }
    text += &format!("  return %v{ops} : tensor<64x32xf32>\n}}\n");
    let (code, html) = page(&["-"], &text);
    assert_eq!((code, faults(&html)), (Some(0), Vec::new()));
    assert!(html.len() < 20_000_000, "{} bytes", html.len());
    assert!(html.contains("587 more sharded values are not explained here"), "the limit is stated");
    assert!(html.contains("… 1404 more</li>"), "long explanations are truncated");
    assert!(html.contains(&format!("<tr id=\"L{ops}\">")), "all ops are listed");
}

#[test]
fn other_files_are_sent_on() {
    for (file, code) in [("examples/mlp.textproto", "PA0022"), ("examples/mnist.toml", "PA0023")] {
        let ended = report(&[file], "");
        assert_eq!(ended.status.code(), Some(1));
        assert!(String::from_utf8_lossy(&ended.stderr).contains(code));
    }
}

#[test]
fn data_is_printed_instead() {
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("not-written.html");
    let (code, json) =
        page(&["examples/mlp.mlir", "--format", "json", "-o", out.to_str().expect("a path")], "");
    let view: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!((code, out.exists()), (Some(0), false));
    let part = &view["parts"][0];
    assert_eq!(part["module"]["meshes"][0]["devices"], 8);
    assert_eq!(part["partitioned"]["memory"]["devices"], 8);
    let course = part["partitioned"]["course"]["bytes"].as_array().expect("a list");
    let peak = course.iter().filter_map(serde_json::Value::as_u64).max();
    assert_eq!(peak, part["partitioned"]["memory"]["per_device"]["peak"].as_u64());
    let collectives = part["partitioned"]["comms"]["collectives"].as_array().expect("a list");
    assert!(
        collectives.iter().all(|each| !each["axes"].as_array().expect("a list").is_empty()),
        "{collectives:?}"
    );
    let values = part["propagation"]["values"].as_array().expect("a list");
    let explained = values.iter().filter(|value| value["is_sharded"] == true);
    assert!(explained.clone().count() > 10 && explained.clone().all(|value| value["explanation"].is_u64()));
}

/// The edge behind the result of a call, and behind an argument of the function, has the name of the value.
#[test]
fn a_value_and_its_edge_are_listed_once() {
    let text = fs::read_to_string(root().join("testdata/cli/call-edge.in")).expect("readable");
    let (code, json) = page(&["-", "--format", "json"], &text);
    let view: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let values = view["parts"][0]["propagation"]["values"].as_array().expect("a list");
    let names: Vec<&str> = values.iter().filter_map(|value| value["name"].as_str()).collect();
    assert_eq!(code, Some(0));
    assert_eq!(names, ["%arg0", "result 0", "%0", "%1", "@f/%arg0", "@f/%0"]);
}
