//! The pages of `partita report` are complete and deterministic, agree with the commands, and keep text from the input as text.

mod command;

use std::fs;
use std::path::Path;
use std::process::Output;

use command::root;
use serde_json::Value;

fn report(arguments: &[&str], input: &str) -> Output {
    let mut command = command::partita();
    command::piped(command.arg("report").args(arguments).current_dir(root()), input.as_bytes())
}

fn page(arguments: &[&str], input: &str) -> (Option<i32>, String) {
    let output = report(arguments, input);
    (output.status.code(), String::from_utf8(output.stdout).expect("UTF-8"))
}

/// The data of a page, which is deflated JSON in base64.
fn data(page: &str) -> Value {
    let packed =
        page.split("<script type=\"application/json\" id=\"data\">\"").nth(1).expect("the page has data");
    let packed = packed.split('"').next().expect("the data ends");
    let digit = |byte: u8| match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let mut bytes = Vec::new();
    for chunk in packed.trim_end_matches('=').as_bytes().chunks(4) {
        let bits = chunk.iter().fold(0u32, |bits, &byte| bits << 6 | u32::from(digit(byte)))
            << (6 * (4 - chunk.len()));
        bytes.extend(&bits.to_be_bytes()[1..chunk.len()]);
    }
    let json = miniz_oxide::inflate::decompress_to_vec(&bytes).expect("deflated data");
    serde_json::from_slice(&json).expect("JSON")
}

/// The names of all tags of a page, in order, with those that end an element.
fn tags(page: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = page;
    while let Some(at) = rest.find('<') {
        let tag = rest[at + 1..].split('>').next().unwrap_or_default();
        let name = tag.split(' ').next().unwrap_or_default();
        rest = &rest[at + 1 + tag.len()..];
        found.push(name);
        // The contents of a script and of a style contain no tags of the page.
        if name == "script" || name == "style" {
            rest = &rest[rest.find(&format!("</{name}>")).expect("the element ends")..];
        }
    }
    found
}

/// The tags of every page.
const TAGS: [&str; 24] = [
    "!doctype",
    "html",
    "head",
    "meta",
    "meta",
    "meta",
    "title",
    "/title",
    "style",
    "/style",
    "/head",
    "body",
    "noscript",
    "h1",
    "/h1",
    "p",
    "/p",
    "/noscript",
    "script",
    "/script",
    "script",
    "/script",
    "/body",
    "/html",
];

fn has_only_own_tags(page: &str) -> bool {
    tags(page) == TAGS
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
        assert!(has_only_own_tags(&html), "{name}: {:?}", tags(&html));
        // The only address is the name of SVG's elements, which is not loaded.
        let addresses = html.matches("http").count() - html.matches("http-equiv").count();
        assert_eq!(
            (addresses, html.matches("http://www.w3.org/2000/svg").count()),
            (1, 1),
            "{name} names an address"
        );
        let rows = data(&html)["parts"][0]["explorer"]["rows"]["kind"].as_array().expect("rows").len();
        assert!(rows > 5, "{name} has {rows} rows");
        let (_, again) = page(&[&file], "");
        assert_eq!(html, again, "{name}");
        seen += 1;
    }
    assert!(seen >= 6);
}

/// The figures of the page, of its JSON and of the commands are the same.
#[test]
fn a_page_agrees_with_the_other_commands() {
    for file in ["examples/mlp.mlir", "examples/transformer.mlir", "examples/shard_map.mlir"] {
        let (code, html) = page(&[file], "");
        assert_eq!(code, Some(0));
        let on_page = &data(&html)["parts"][0]["explorer"];
        let costs = &on_page["costs"];
        let json: Value = serde_json::from_str(&page(&[file, "--format", "json"], "").1).expect("JSON");
        let part = &json["parts"][0];
        assert_eq!(costs["sent"], part["partitioned"]["comms"]["bytes"], "{file}");
        assert_eq!(costs["peak"], part["partitioned"]["memory"]["per_device"]["peak"], "{file}");
        assert_eq!(on_page["trace"]["changes"], part["propagation"]["steps"], "{file}");
        let collectives = part["partitioned"]["comms"]["collectives"].as_array().expect("a list");
        let listed: Vec<&Value> = collectives.iter().map(|each| &each["bytes"]).collect();
        let shown: Vec<&Value> = costs["collectives"]["bytes"].as_array().expect("a list").iter().collect();
        assert_eq!(shown, listed, "{file}");
        assert!(
            costs["collectives"]["row"].as_array().expect("a list").iter().all(|row| row.as_i64() >= Some(0)),
            "{file}"
        );
        for command in ["comms", "memory"] {
            let output = command::piped(
                command::partita().args([command, file, "--format", "json"]).current_dir(root()),
                b"",
            );
            let answer: Value = serde_json::from_slice(&output.stdout).expect("JSON");
            let (same, figure) = match command {
                "comms" => (&answer["bytes"], &costs["sent"]),
                _ => (&answer["per_device"]["peak"], &costs["peak"]),
            };
            assert_eq!(same, figure, "{command} {file}");
        }
        for by in ["source", "layer", "axis", "kind"] {
            assert_eq!(groups_on_page(&costs["groups"][by]), groups_of_command(file, by), "{by} {file}");
        }
        assert_eq!(course(costs).into_iter().max(), costs["peak"].as_u64(), "{file}");
    }
}

/// The times of the page, of its JSON and of the commands are the same; without hardware there are none.
#[test]
fn times_on_a_page_are_those_of_the_commands() {
    let file = "examples/jax/train.mlir";
    let hardware = ["--hardware", "h200x8"];
    let picoseconds = |seconds: &Value| (seconds.as_f64().expect("a number") * 1e12) as u64;
    let json = |arguments: &[&str]| -> Value {
        let arguments = [arguments, &hardware, &["--format", "json"]].concat();
        let output = command::piped(command::partita().args(arguments).current_dir(root()), b"");
        serde_json::from_slice(&output.stdout).expect("JSON")
    };
    let cost = json(&["cost", file]);
    let on_page = data(&page(&[&[file], &hardware[..]].concat(), "").1);
    let costs = &on_page["parts"][0]["explorer"]["costs"];
    let report = json(&["report", file]);
    let in_json = &report["parts"][0]["partitioned"];
    for (name, on_page, figure) in [
        ("step", &costs["times"]["step"], &cost["step_seconds"]),
        ("compute", &costs["times"]["compute"], &cost["time"]["compute"]),
        ("communication", &costs["times"]["communication"], &cost["time"]["communication"]),
        ("exposed", &costs["times"]["exposed"], &cost["time"]["exposed_communication"]),
    ] {
        assert_eq!(on_page.as_u64(), Some(picoseconds(figure)), "{name}");
    }
    assert_eq!(in_json["cost"]["step_seconds"], cost["step_seconds"]);
    let sum = |times: &Value| -> u64 {
        times.as_array().expect("a list").iter().map(|time| time.as_u64().expect("a number")).sum()
    };
    let nearly = |a: u64, b: u64| a.abs_diff(b) <= 1000;
    let (kernels, collectives) =
        (sum(&costs["times"]["kernels"]["time"]), sum(&costs["collectives"]["time"]));
    assert!(nearly(kernels, picoseconds(&cost["time"]["compute"])), "{kernels}");
    assert!(nearly(collectives, picoseconds(&cost["time"]["communication"])), "{collectives}");
    let rows = costs["times"]["kernels"]["row"].as_array().expect("a list");
    assert!(rows.len() > 10 && rows.iter().all(|row| row.as_i64() >= Some(0)), "every kernel has a row");
    for by in ["source", "layer", "axis", "kind"] {
        let groups = json(&["comms", file, "--by", by]);
        let groups = groups["groups"].as_array().expect("a list").iter();
        let listed: Vec<u64> = groups.map(|group| picoseconds(&group["seconds"])).collect();
        let shown = costs["groups"][by].as_array().expect("a list").iter();
        let shown: Vec<u64> = shown.map(|group| group["time"].as_u64().expect("a time")).collect();
        assert_eq!(shown, listed, "{by}");
    }
    // The terminal prints the figure that the page shows.
    let output = command::piped(
        command::partita().args([&["cost", file], &hardware[..]].concat()).current_dir(root()),
        b"",
    );
    let step = costs["times"]["step"].as_u64().expect("a time") as f64 / 1e6;
    let text =
        if step >= 1e3 { format!("step {:.2} ms ", step / 1e3) } else { format!("step {step:.0} µs ") };
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(printed.starts_with(&text), "{text}\n{printed}");
    let without = data(&page(&[file], "").1);
    let costs = &without["parts"][0]["explorer"]["costs"];
    assert!(costs["times"].is_null() && costs["collectives"]["time"].is_null());
}

/// The page has the remedies that `comms --fix` prints, each at its group.
#[test]
fn remedies_on_a_page_are_those_of_comms() {
    let file = "examples/jax/train.mlir";
    let output = command::piped(
        command::partita().args(["comms", file, "--fix", "--format", "json"]).current_dir(root()),
        b"",
    );
    let answer: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let listed = answer["fixes"].as_array().expect("a list");
    let on_page = data(&page(&[file, "--fix"], "").1);
    let explorer = &on_page["parts"][0]["explorer"];
    let fixes = &explorer["costs"]["fixes"];
    let shown = fixes["fixes"].as_array().expect("a list");
    assert_eq!(shown.len(), listed.len());
    let text = |index: &Value| explorer["strings"][index.as_u64().expect("an index") as usize].clone();
    let mut removed = 0;
    for (shown, listed) in shown.iter().zip(listed) {
        let tried = &listed["fix"]["removed_by"];
        assert_eq!(shown["found"] == "removed", !tried.is_null());
        if !tried.is_null() {
            removed += 1;
            // Without a line of Python to add it after, the user edits the text.
            let name = if tried["place"].is_null() { "sdy" } else { "jax" };
            assert_eq!(text(&shown["code"]), tried[name], "the annotation");
        }
    }
    assert!(removed > 0, "one annotation removes a group");
    let collectives = explorer["costs"]["collectives"]["row"].as_array().expect("a list").len();
    assert_eq!(fixes["group_of"].as_array().expect("a list").len(), collectives);
    let report = page(&[file, "--fix", "--format", "json"], "").1;
    let report: Value = serde_json::from_str(&report).expect("JSON");
    assert_eq!(report["parts"][0]["partitioned"]["fixes"].as_array().map(Vec::len), Some(listed.len()));
}

/// Bytes, executions and number of collectives of each group.
fn groups_on_page(groups: &Value) -> Vec<[Value; 3]> {
    let groups = groups.as_array().expect("a list").iter();
    groups.map(|group| ["sent", "times", "count"].map(|name| group[name].clone())).collect()
}

fn groups_of_command(file: &str, by: &str) -> Vec<[Value; 3]> {
    let arguments = ["comms", file, "--by", by, "--format", "json"];
    let output = command::piped(command::partita().args(arguments).current_dir(root()), b"");
    let answer: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let groups = answer["groups"].as_array().expect("a list").iter();
    groups.map(|group| ["bytes", "times", "collectives"].map(|name| group[name].clone())).collect()
}

/// The memory at each point, from the lifetimes of buffers, as the page computes it.
fn course(costs: &Value) -> Vec<u64> {
    let list = |value: &Value| -> Vec<u64> {
        value.as_array().expect("a list").iter().map(|number| number.as_u64().expect("a number")).collect()
    };
    let buffers = &costs["buffers"];
    let (bytes, birth, death) = (list(&buffers["bytes"]), list(&buffers["birth"]), list(&buffers["death"]));
    let points = costs["points"].as_array().expect("a list").len() as u64;
    let bodies = costs["bodies"].as_array().expect("a list");
    let at = |point: u64| {
        let body = bodies.iter().find(|body| body["point"] == point);
        let live = (0..bytes.len()).filter(|&buffer| birth[buffer] <= point && point <= death[buffer]);
        let inside = body.map_or(0, |body| list(&body["buffers"]["bytes"]).iter().sum());
        live.map(|buffer| bytes[buffer]).sum::<u64>() + inside
    };
    (0..points).map(at).collect()
}

#[test]
fn a_file_with_errors_has_a_page() {
    let (code, html) = page(&["examples/mistakes.mlir"], "");
    assert_eq!(code, Some(1));
    let shown = &data(&html)["parts"][0];
    assert_eq!(shown["errors"], 6);
    let texts: Vec<&str> = shown["findings"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|each| each["text"].as_str())
        .collect();
    assert!(texts.iter().any(|text| text.starts_with("error[PA0203]")), "{texts:?}");
    let (code, html) = page(&["examples/sub_axes.mlir"], "");
    assert_eq!(code, Some(1));
    let part = &data(&html)["parts"][0];
    assert_eq!(part["findings"][0]["code"], "PA0227");
    assert!(part["explorer"]["trace"].is_object() && part["explorer"]["costs"].is_null());
    // Not even text.
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("not-text.mlir");
    fs::write(&path, b"module {\xff}").expect("writable");
    let (code, html) = page(&[path.to_str().expect("a path")], "");
    assert_eq!((code, has_only_own_tags(&html)), (Some(1), true));
    assert!(
        data(&html)["parts"][0]["findings"][0]["message"]
            .as_str()
            .is_some_and(|text| text.contains("is not UTF-8"))
    );
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
    assert!(has_only_own_tags(&html), "{:?}", tags(&html));
    assert!(html.contains("<title>&lt;/title&gt;&lt;script&gt;</title>"));
    let strings = data(&html)["parts"][0]["explorer"]["strings"].to_string();
    assert!(strings.contains("<script>f</script>"), "{strings}");
    // The same as findings.
    let (code, html) =
        page(&["-"], &HOSTILE.replace("tensor<8x4xf32> loc(#loc1)", "tensor<7x4xf32> loc(#loc1)"));
    assert_eq!((code, has_only_own_tags(&html)), (Some(1), true));
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
fn a_page_may_load_and_run_nothing_else() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("policy");
    fs::create_dir_all(&folder).expect("writable");
    let plan = folder.join("plan.html");
    let arguments =
        ["ckks", "plan", "examples/mnist.toml", "--slots", "4096", "--html", plan.to_str().expect("UTF-8")];
    let output = command::piped(command::partita().args(arguments).current_dir(root()), b"");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    for html in [page(&["-"], HOSTILE).1, fs::read_to_string(&plan).expect("a page")] {
        let policy = policy(&html);
        let of = |name: &str| policy.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str());
        assert_eq!(of("default-src"), Some("'none'"), "{policy:?}");
        assert_eq!((of("base-uri"), of("form-action")), (Some("'none'"), Some("'none'")));
        assert_eq!((of("img-src"), of("connect-src")), (None, None));
        let is_hash = |value: Option<&str>| {
            value.is_some_and(|value| value.starts_with("'sha256-") && !value.contains(' '))
        };
        assert!(is_hash(of("script-src")) && is_hash(of("style-src")), "{policy:?}");
        // The policy must precede everything that it applies to.
        assert!(html.find("Content-Security-Policy") < html.find("<style"), "{html}");
    }
}

#[test]
fn what_changes_the_look_of_text_is_shown() {
    let hidden = HOSTILE.replace("<script>m", "\u{202e}\u{2066}\u{200b}m");
    let (code, html) = page(&["-", "--title", "\u{202e}title\u{9b}"], &hidden);
    assert_eq!((code, has_only_own_tags(&html)), (Some(0), true));
    let all = html.clone() + &data(&html).to_string();
    let left: Vec<char> = all.chars().filter(|c| matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{80}'..='\u{9f}')).collect();
    assert_eq!(left, Vec::<char>::new());
    assert!(html.contains("<title>\\u{202e}title\\u{9b}</title>"));
}

#[test]
fn several_modules_are_one_page() {
    let text = fs::read_to_string(root().join("examples/conflict.mlir")).expect("readable");
    let (code, html) = page(&["-", "--split-input-file"], &format!("{text}// -----\n{text}"));
    assert_eq!((code, has_only_own_tags(&html)), (Some(0), true));
    let parts = data(&html)["parts"].as_array().expect("a list").clone();
    assert_eq!(parts.len(), 2);
    assert_eq!(parts[1]["explorer"]["trace"]["conflicts"].as_array().map(Vec::len), Some(1));
}

#[test]
fn long_programs_have_small_pages() {
    let ops = 20_000;
    let mut text = String::from(
        "sdy.mesh @m = <[\"x\"=4, \"y\"=2]>\nfunc.func @main(%v0: tensor<64x32xf32> {sdy.sharding = #sdy.sharding<@m, [{\"x\"}, {\"y\"}]>}) -> tensor<64x32xf32> {\n",
    );
    for op in 1..=ops {
        text += &format!("  %v{op} = stablehlo.tanh %v{} : tensor<64x32xf32>\n", op - 1);
    }
    text += &format!("  return %v{ops} : tensor<64x32xf32>\n}}\n");
    let (code, html) = page(&["-"], &text);
    assert_eq!((code, has_only_own_tags(&html)), (Some(0), true));
    assert!(html.len() < 2_000_000, "{} bytes", html.len());
    let explorer = &data(&html)["parts"][0]["explorer"];
    assert_eq!(explorer["trace"]["tensor_of"].as_array().map(Vec::len), Some(ops + 1));
    // The last value has both axes from the argument, one op at a time.
    assert_eq!(explorer["trace"]["gains"]["event"].as_array().map(Vec::len), Some(2 * (ops + 1)));
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
    let view: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!((code, out.exists()), (Some(0), false));
    let part = &view["parts"][0];
    assert_eq!(part["module"]["meshes"][0]["devices"], 8);
    assert_eq!(part["partitioned"]["memory"]["devices"], 8);
    let course = part["partitioned"]["course"]["bytes"].as_array().expect("a list");
    let peak = course.iter().filter_map(Value::as_u64).max();
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

#[test]
fn two_files_are_compared() {
    let files = ["examples/mlp.mlir", "examples/conflict.mlir"];
    let (code, html) = page(&files, "");
    let shown = data(&html);
    assert_eq!((code, has_only_own_tags(&html)), (Some(0), true));
    assert_eq!((shown["other"]["file"].as_str(), shown["other"]["part"].as_u64()), (Some(files[1]), Some(1)));
    let (_, json) = page(&[files[0], files[1], "--format", "json"], "");
    let view: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(
        (view["other"]["file"].as_str(), view["parts"].as_array().map(Vec::len)),
        (Some(files[1]), Some(2))
    );
    assert!(data(&page(&files[..1], "").1)["other"].is_null());
    assert_eq!(page(&[files[0], "no-such-file.mlir"], "").0, Some(2));
}

/// The edge behind the result of a call, and behind an argument of the function, has the name of the value.
#[test]
fn a_value_and_its_edge_are_listed_once() {
    let text = fs::read_to_string(root().join("testdata/cli/call-edge.in")).expect("readable");
    let (code, json) = page(&["-", "--format", "json"], &text);
    let view: Value = serde_json::from_str(&json).expect("JSON");
    let values = view["parts"][0]["propagation"]["values"].as_array().expect("a list");
    let names: Vec<&str> = values.iter().filter_map(|value| value["name"].as_str()).collect();
    assert_eq!(code, Some(0));
    assert_eq!(names, ["%arg0", "result 0", "%0", "%1", "@f/%arg0", "@f/%0"]);
}

/// The output of a command that succeeds.
fn answer(arguments: &[&str]) -> String {
    let output = command::partita().args(arguments).current_dir(root()).output().expect("the command ends");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The options that shard the example model.
const MODEL: [&str; 5] = ["examples/mlp.textproto", "--mesh", "x=2", "--shard", "w1=_,x"];

fn onnx(command: &str, more: &[&str]) -> String {
    let mut arguments = vec!["onnx", command];
    arguments.extend(MODEL);
    arguments.extend(more);
    answer(&arguments)
}

#[test]
fn the_page_of_a_model_has_the_figures_of_the_commands() {
    let html = onnx("report", &[]);
    assert!(has_only_own_tags(&html), "{:?}", tags(&html));
    assert_eq!(html, onnx("report", &[]));
    let part = &data(&html)["parts"][0];
    let page = &part["explorer"];
    let ranks: Value = serde_json::from_str(&onnx("partition", &["--format", "json"])).expect("JSON");
    assert_eq!(page["costs"]["sent"], ranks["sent_bytes"]);
    let count = |value: &Value| value.as_array().map_or(0, Vec::len);
    assert_eq!(count(&page["costs"]["collectives"]["row"]), count(&ranks["collectives"]));
    assert!(count(&ranks["collectives"]) > 0);
    let memory: Value = serde_json::from_str(&onnx("memory", &["--format", "json"])).expect("JSON");
    assert_eq!(page["costs"]["peak"], memory["per_device"]["peak"]);
    assert_eq!(page["costs"]["unpartitioned"], memory["unpartitioned"]["peak"]);
    assert!(memory["per_device"]["peak"].as_u64() < memory["unpartitioned"]["peak"].as_u64());
    let json: Value = serde_json::from_str(&onnx("report", &["--format", "json"])).expect("JSON");
    assert_eq!(json["parts"][0]["partitioned"]["comms"]["bytes"], ranks["sent_bytes"]);
    assert_eq!(json["parts"][0]["partitioned"]["memory"]["per_device"], memory["per_device"]);
    assert!(count(&page["trace"]["steps"]["event"]) > 0, "{}", page["trace"]);
    assert_eq!(part["errors"], 0);
}

#[test]
fn the_page_of_a_model_lists_the_options_that_determine_its_ranks() {
    let plan = ["--tp-plan", "testdata/cli/onnx-tp-plan.json", "--tp-axis", "x", "--shape", "ids=2"];
    let arguments = ["onnx", "report", "testdata/onnx/modules.textproto", "--mesh", "x=2", "--shardings"];
    let more = ["testdata/cli/onnx-shardings.txt", "--whole-outputs", "--format", "json"];
    let json: Value = serde_json::from_str(&answer(&[&arguments[..], &more, &plan].concat())).expect("JSON");
    let expected = [
        "--mesh x=2",
        "--shardings testdata/cli/onnx-shardings.txt",
        "--tp-plan testdata/cli/onnx-tp-plan.json",
        "--tp-axis x",
        "--shape ids=2",
        "--whole-outputs",
    ];
    assert_eq!(json["options"], Value::from(expected.to_vec()));
}

#[test]
fn a_model_explains_its_shardings() {
    let text = onnx("why", &["w2"]);
    assert!(text.contains("given on w1 dimension 1 at a weight"), "{text}");
    assert!(text.contains("-> w2 dimension 0") && text.contains("by MatMul"), "{text}");
    let one = onnx("why", &["w2", "--dimension", "-2", "--format", "json"]);
    let view: Value = serde_json::from_str(&one).expect("JSON");
    assert_eq!(view["dims"].as_array().map(Vec::len), Some(1), "{view}");
    assert_eq!(view["dims"][0]["origins"][0]["axis"], "x");
    let mut unknown = vec!["onnx", "why"];
    unknown.extend(MODEL);
    unknown.insert(3, "w3");
    let output = command::partita().args(&unknown).current_dir(root()).output().expect("the command ends");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("similar names: "));
}

#[test]
fn a_model_with_hostile_names_has_a_quiet_page() {
    let evil = "</script><img src=x onerror=alert(1)>\\u202e";
    let text = fs::read_to_string(root().join("examples/mlp.textproto")).expect("the example");
    let text = text.replace("\"w1\"", &format!("\"{evil}\""));
    assert!(text.contains(evil));
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hostile.textproto");
    fs::write(&path, text).expect("writable");
    let html =
        answer(&["onnx", "report", path.to_str().expect("a path"), "--mesh", "x=2", "--shard", "w2=x,_"]);
    assert!(has_only_own_tags(&html), "{:?}", tags(&html));
    assert!(!html.contains("onerror=alert"));
}

#[test]
fn the_page_of_a_network_has_the_figures_of_its_plan() {
    let network = ["examples/mnist.toml", "--slots", "4096", "--levels", "6"];
    let run = |command: &str, more: &[&str]| answer(&[&["ckks", command], &network[..], more].concat());
    let html = run("report", &[]);
    assert!(has_only_own_tags(&html), "{:?}", tags(&html));
    let page = &data(&html)["parts"][0]["explorer"]["plan"];
    let json: Value = serde_json::from_str(&run("plan", &["--format", "json"])).expect("JSON");
    for (here, there) in [("rotations", "rotations"), ("pmul", "pmul"), ("depth", "levels"), ("peak", "peak")]
    {
        assert_eq!(page[here], json[there], "{here}");
    }
    let cells = |row: &Value| row["cells"][0].clone();
    let layers: Vec<Value> = page["layers"].as_array().expect("layers").iter().map(cells).collect();
    let steps = json["steps"].as_array().expect("steps").iter();
    let named: Vec<Value> =
        steps.filter(|step| step["op"] != "reshard").map(|step| step["layer"].clone()).collect();
    assert_eq!(layers, named);
    let steps = page["steps"].as_array().expect("steps");
    let rotations: u64 = steps.iter().filter_map(|step| step["rotations"].as_u64()).sum();
    assert_eq!(page["rotations"], rotations);
    // The page of `ckks plan --html` is the same.
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("same-plan.html");
    run("plan", &["--html", path.to_str().expect("a path")]);
    assert_eq!(fs::read_to_string(path).expect("it was written"), html);
}
