//! `partita onnx` on files: large ones, broken ones, and ones that are changed.

mod command;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Instant;

use partita_onnx::proto::*;
use prost::Message;

/// A folder of its own for a test.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("onnx").join(name);
    fs::create_dir_all(&path).expect("writable");
    path
}

fn partita(arguments: &[&str], input: &[u8]) -> Output {
    command::piped(command::partita().args(arguments), input)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn info(name: &str, dims: &[i64]) -> ValueInfo {
    let dim = |size: &i64| Dimension { value: Some(DimValue::Value(*size)), denotation: None };
    let shape = Shape { dim: dims.iter().map(dim).collect() };
    let tensor = TensorShape { elem_type: Some(1), shape: Some(shape) };
    let ty = Type { value: Some(TypeValue::Tensor(tensor)), denotation: None };
    ValueInfo { name: Some(name.into()), r#type: Some(ty), ..ValueInfo::default() }
}

/// `y = x · w`, the weights in a file of their own.
fn product(rows: i64, columns: i64) -> Model {
    let entry = |key: &str, value: String| StringEntry { key: Some(key.into()), value: Some(value) };
    let weights = Tensor {
        dims: vec![rows, columns],
        data_type: Some(1),
        name: Some("w".into()),
        external_data: vec![entry("location", "weights.bin".into()), entry("offset", "4096".into())],
        data_location: Some(1),
        ..Tensor::default()
    };
    let node = Node {
        name: Some("product".into()),
        op_type: Some("MatMul".into()),
        input: vec!["x".into(), "w".into()],
        output: vec!["y".into()],
        ..Node::default()
    };
    Model {
        ir_version: Some(8),
        opset_import: vec![OperatorSet { domain: None, version: Some(21) }],
        graph: Some(Graph {
            node: vec![node],
            name: Some("g".into()),
            initializer: vec![weights],
            input: vec![info("x", &[4, rows])],
            output: vec![info("y", &[4, columns])],
            ..Graph::default()
        }),
        ..Model::default()
    }
}

/// The most memory that a process had, in KiB; `None` where the system does not tell.
fn peak_memory(command: &mut Command) -> (Output, Option<u64>) {
    let mut child =
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the command starts");
    let status = format!("/proc/{}/status", child.id());
    let mut peak = None;
    while child.try_wait().expect("it can be waited for").is_none() {
        if let Ok(text) = fs::read_to_string(&status) {
            let line = text.lines().find(|line| line.starts_with("VmHWM"));
            let number = line.and_then(|line| line.split_whitespace().nth(1)).and_then(|n| n.parse().ok());
            peak = peak.max(number);
        }
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    (child.wait_with_output().expect("the command ends"), peak)
}

#[test]
fn five_gigabytes_of_external_data_are_checked_at_once() {
    let folder = folder("large");
    let (rows, columns) = (40_000, 33_555);
    let bytes = 4096 + (rows * columns * 4) as u64;
    assert!(bytes > 5 << 30);
    let model = folder.join("model.onnx");
    fs::write(&model, product(rows, columns).encode_to_vec()).expect("writable");
    let data = fs::File::create(folder.join("weights.bin")).expect("writable");
    data.set_len(bytes).expect("a sparse file");
    let start = Instant::now();
    let mut command = command::partita();
    let (output, peak) = peak_memory(command.args(["onnx", "check"]).arg(&model));
    let elapsed = start.elapsed();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(elapsed.as_secs_f64() < 1.0, "took {elapsed:?}");
    assert!(peak.is_none_or(|peak| peak < 200 << 10), "{peak:?} KiB");
    // So is the report of a partition, which needs no contents.
    let mut command = command::partita();
    let mesh = ["onnx", "partition", "--mesh", "x=8", "--shard", "w=x,_"];
    let (output, peak) = peak_memory(command.args(mesh).arg(&model));
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(peak.is_none_or(|peak| peak < 200 << 10), "{peak:?} KiB");
    // One byte less is noticed.
    data.set_len(bytes - 1).expect("a sparse file");
    let output = partita(&["onnx", "check", model.to_str().unwrap()], b"");
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("error[PA0606]"), "{}", text(&output.stderr));
    let arguments = [&mesh[..], &[model.to_str().unwrap()]].concat();
    assert!(text(&partita(&arguments, b"").stderr).contains("ends too early"));
    fs::remove_file(folder.join("weights.bin")).expect("it is there");
    let output = partita(&["onnx", "check", model.to_str().unwrap()], b"");
    assert!(text(&output.stderr).contains("error[PA0606]"), "{}", text(&output.stderr));
}

#[test]
#[cfg(unix)]
fn a_link_does_not_lead_out_of_the_folder() {
    let folder = folder("link");
    let model = folder.join("model.onnx");
    fs::write(&model, product(2, 2).encode_to_vec()).expect("writable");
    let target = folder.parent().unwrap().join("elsewhere.bin");
    fs::write(&target, [0; 5000]).expect("writable");
    let link = folder.join("weights.bin");
    let _ = fs::remove_file(&link);
    std::os::unix::fs::symlink(&target, &link).expect("a link");
    let output = partita(&["onnx", "check", model.to_str().unwrap()], b"");
    assert!(text(&output.stderr).contains("leads outside the folder"), "{}", text(&output.stderr));
}

#[test]
fn layouts_are_metadata_on_request() {
    let folder = folder("metadata");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_string();
    let mut file = product(6, 2);
    let graph = file.graph.as_mut().unwrap();
    graph.node.push(Node {
        op_type: Some("Relu".into()),
        input: vec!["y".into()],
        output: vec!["z".into()],
        ..Node::default()
    });
    graph.output = vec![info("z", &[1, 2])];
    let file = file.encode_to_vec();
    fs::write(path("model.onnx"), &file).expect("writable");
    fs::write(path("weights.bin"), [0; 4096 + 48]).expect("writable");
    let options = ["--mesh", "x=2", "--shard", "w=_,x", "--metadata", "-o", &path("described.onnx")];
    let output = partita(&[&["onnx", "infer", &path("model.onnx")], &options[..]].concat(), b"");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let described = Model::decode(fs::read(path("described.onnx")).unwrap().as_slice()).expect("a model");
    let graph = described.graph.unwrap();
    let found = |entries: &[StringEntry], key: &str| StringEntry::find(entries, key).map(str::to_owned);
    let layout = Some("[1, 2] on 0 1".to_owned());
    assert_eq!(found(&graph.output[0].metadata_props, "partita.layout.mesh"), layout);
    assert_eq!(found(&graph.node[0].metadata_props, "partita.layout.mesh.y"), layout);
    assert!(graph.input[0].metadata_props.is_empty());
    let output = partita(&["onnx", "strip", &path("described.onnx"), "-o", &path("stripped.onnx")], b"");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let expected = [&[0x08, 11], &file[2..]].concat();
    assert_eq!(fs::read(path("stripped.onnx")).unwrap(), expected);
}

#[test]
fn annotating_and_stripping_leaves_the_rest_alone() {
    let folder = folder("annotate");
    let mut file = product(6, 2).encode_to_vec();
    // A field that no version known here has.
    file.extend([0xFA, 0x7F, 0x03, b'n', b'e', b'w']);
    let (model, annotated) = (folder.join("model.onnx"), folder.join("annotated.onnx"));
    let (specs, stripped) = (folder.join("specs.json"), folder.join("stripped.onnx"));
    let path = |path: &PathBuf| path.to_str().unwrap().to_string();
    fs::write(&model, &file).expect("writable");
    fs::write(folder.join("weights.bin"), [0; 4096 + 48]).expect("writable");
    let split = r#"{"device": [0, 1], "sharded_dim": [{"axis": 1, "simple_sharding": [{"num_shards": 2}]}]}"#;
    let replicated = r#"{"device": [-1], "index_to_device_group_map": [[-1, [0, 1]]]}"#;
    let wanted = format!(
        r#"{{"configuration": {{"name": "two", "num_devices": 2}},
             "specs": [{{"node": "product", "tensor": "w", "spec": {split}}}, {{"node": 0, "stage": 1}}],
             "inputs": [{{"tensor": "x", "spec": {replicated}}}]}}"#
    );
    fs::write(&specs, wanted).expect("writable");
    let output =
        partita(&["onnx", "annotate", &path(&model), "--specs", &path(&specs), "-o", &path(&annotated)], b"");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let changed = Model::decode(fs::read(&annotated).unwrap().as_slice()).expect("a model");
    assert_eq!(changed.ir_version, Some(11));
    let node = &changed.graph.as_ref().unwrap().node[0];
    assert_eq!(node.device_configurations[0].pipeline_stage, Some(1));
    assert_eq!(node.device_configurations[0].sharding_spec[0].tensor_name.as_deref(), Some("w"));
    let output = partita(&["onnx", "check", &path(&annotated)], b"");
    assert_eq!(text(&output.stdout), format!("{}: 1 node, no errors\n", annotated.display()));
    let output = partita(&["onnx", "show", &path(&annotated)], b"");
    let shown = text(&output.stdout);
    for line in [
        "configuration 'two': 2 devices",
        "node 0 (product) on 'two', stage 1",
        "  w: axis 1 in 2 on 0 1",
        "  partita.sharding.two: {",
    ] {
        assert!(shown.contains(line), "{line} in\n{shown}");
    }
    let output = partita(&["onnx", "strip", &path(&annotated), "-o", &path(&stripped)], b"");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    // Only the version was raised; it takes one byte, as before.
    let mut expected = file.clone();
    assert_eq!(expected[..2], [0x08, 8]);
    expected[1] = 11;
    assert_eq!(fs::read(&stripped).unwrap(), expected);
    // Without annotations there is nothing to strip.
    let output = partita(&["onnx", "strip", "-", "-o", "-"], &file);
    assert_eq!(output.stdout, file);
}

#[test]
fn bad_annotations_are_not_written() {
    let folder = folder("bad");
    let (model, specs, out) = (folder.join("model.onnx"), folder.join("specs.json"), folder.join("out.onnx"));
    fs::write(&model, product(6, 2).encode_to_vec()).expect("writable");
    let wrong = r#"{"configuration": {"name": "two", "num_devices": 2},
                    "specs": [{"node": 0, "tensor": "w", "spec": {"device": [0, 7]}}]}"#;
    fs::write(&specs, wrong).expect("writable");
    let arguments = ["onnx", "annotate", model.to_str().unwrap(), "--specs", specs.to_str().unwrap(), "-o"];
    let output = partita(&[&arguments[..], &[out.to_str().unwrap()]].concat(), b"");
    assert_eq!(output.status.code(), Some(1));
    let found = text(&output.stderr);
    assert!(found.contains("error[PA0639]") && found.contains("error[PA0640]"), "{found}");
    assert!(!out.exists());
}

#[test]
fn invalid_models_are_errors() {
    let file = product(6, 2).encode_to_vec();
    let mut cases: Vec<(Vec<u8>, &str)> = vec![
        (Vec::new(), "PA0028"),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:00\n".to_vec(), "PA0601"),
        (vec![0xFF; 4096], "PA0601"),
        (vec![0; 4096], "PA0601"),
        (file[..file.len() - 1].to_vec(), "PA0601"),
        (Model { ir_version: Some(11), ..Model::default() }.encode_to_vec(), "PA0603"),
    ];
    // A graph in a node in a graph in a node …
    let mut graph = Graph::default();
    for _ in 0..40 {
        let attribute = Attribute { g: Some(graph), ..Attribute::default() };
        let node = Node { attribute: vec![attribute], ..Node::default() };
        graph = Graph { node: vec![node], ..Graph::default() };
    }
    cases.push((
        Model { ir_version: Some(11), graph: Some(graph), ..Model::default() }.encode_to_vec(),
        "PA0602",
    ));
    // Ten million empty nodes in 20 MB.
    let mut many = vec![0x08, 0x0B, 0x3A, 0x80, 0xDA, 0xC4, 0x09];
    many.extend([0x0A, 0x00].repeat(10_000_000));
    cases.push((many, "PA0602"));
    for (bytes, code) in cases {
        for command in ["check", "show", "export"] {
            let output = partita(&["onnx", command, "-"], &bytes);
            assert_eq!(output.status.code(), Some(1), "{command} {code}: {}", text(&output.stderr));
            assert!(
                text(&output.stderr).contains(&format!("error[{code}]")),
                "{code}: {}",
                text(&output.stderr)
            );
        }
    }
    for end in (1..file.len()).step_by(7) {
        let output = partita(&["onnx", "check", "-", "--format", "json"], &file[..end]);
        assert_eq!(output.status.code(), Some(1), "prefix of {end} bytes");
        assert!(serde_json::from_slice::<serde_json::Value>(&output.stdout).is_ok());
    }
    let output = partita(&["onnx", "check", "no-such-file.onnx"], b"");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn text_reads_back_as_the_same_model() {
    let folder = folder("text");
    let file = product(6, 2).encode_to_vec();
    let output = partita(&["onnx", "export", "-", "--full"], &file);
    let path = folder.join("model.textproto");
    fs::write(&path, &output.stdout).expect("writable");
    let output = partita(&["onnx", "strip", path.to_str().unwrap(), "-o", "-"], b"");
    assert_eq!(output.stdout, file);
    let output = partita(&["onnx", "export", "-", "--format", "json"], &file);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(json["graph"]["initializer"][0]["dataLocation"], "EXTERNAL");
    assert_eq!(json["irVersion"], "8");
}

/// The files of a partition, and the `files` of its `partition.json`.
fn partition_files(model: &Path, options: &[&str], target: &Path) -> (Vec<String>, serde_json::Value) {
    let _ = fs::remove_dir_all(target);
    let [from, to] = [model, target].map(|path| path.display().to_string());
    let mut arguments = vec!["onnx", "partition", &from, "--shard", "w=_,x", "-o", &to];
    if !options.contains(&"--mesh") {
        arguments.extend(["--mesh", "x=2"]);
    }
    arguments.extend(options);
    let output = partita(&arguments, b"");
    assert!(output.status.success(), "{}", text(&output.stderr));
    let mut names: Vec<String> = fs::read_dir(target)
        .expect("it was made")
        .map(|entry| entry.expect("readable").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    let report = fs::read_to_string(target.join("partition.json")).expect("written");
    let report: serde_json::Value = serde_json::from_str(&report).expect("JSON");
    (names, report["files"].clone())
}

#[test]
fn ranks_keep_weights_in_other_files_if_the_model_did_or_on_request() {
    let folder = folder("external_ranks");
    let weights: Vec<u8> = (0..64u32 * 64).flat_map(|at| (at as f32 / 4096.0).to_le_bytes()).collect();
    let (outside, inside) = (folder.join("outside.onnx"), folder.join("inside.onnx"));
    let mut model = product(64, 64);
    fs::write(folder.join("weights.bin"), [vec![0; 4096], weights.clone()].concat()).expect("writable");
    fs::write(&outside, model.encode_to_vec()).expect("writable");
    let tensor = &mut model.graph.as_mut().expect("a graph").initializer[0];
    (tensor.external_data, tensor.data_location, tensor.raw_data) = (Vec::new(), None, Some(weights.into()));
    fs::write(&inside, model.encode_to_vec()).expect("writable");

    let plain = ["partition.json", "rank0.onnx", "rank1.onnx"];
    let external = ["partition.json", "rank0.onnx", "rank0.onnx.data", "rank1.onnx", "rank1.onnx.data"];
    let target = folder.join("ranks");
    let (names, files) = partition_files(&inside, &[], &target);
    assert_eq!(names, plain);
    assert_eq!(files[1], serde_json::json!({"model": "rank1.onnx"}));
    let inline_size = fs::read(target.join("rank0.onnx")).expect("written").len();

    for (model, options) in [(&outside, &[][..]), (&inside, &["--external-data"][..])] {
        let (names, files) = partition_files(model, options, &target);
        assert_eq!(names, external);
        let listed =
            serde_json::json!({"model": "rank1.onnx", "data": "rank1.onnx.data", "data_bytes": 8192});
        assert_eq!(files[1], listed);
        assert!(fs::read(target.join("rank0.onnx")).expect("written").len() + 8000 < inline_size);
        // What is written is read again.
        let ranks = ["rank0.onnx", "rank1.onnx"].map(|name| target.join(name).display().to_string());
        for arguments in [vec!["onnx", "check", &ranks[0]], vec!["onnx", "run", &ranks[0], &ranks[1]]] {
            let output = partita(&arguments, b"");
            assert!(output.status.success(), "{}", text(&output.stderr));
        }
    }
}

/// Four ranks hold two shards: each is in one file, whose ranges are copied from the file of the model.
#[test]
fn weights_of_several_ranks_are_written_once() {
    let folder = folder("shared_weights");
    let weights: Vec<u8> = (0..64u32 * 64).flat_map(|at| (at as f32 / 4096.0).to_le_bytes()).collect();
    let model = folder.join("model.onnx");
    fs::write(folder.join("weights.bin"), [vec![0; 4096], weights].concat()).expect("writable");
    fs::write(&model, product(64, 64).encode_to_vec()).expect("writable");
    let target = folder.join("ranks");
    let (names, files) = partition_files(&model, &["--mesh", "x=2,y=2", "--whole-outputs"], &target);
    let data: Vec<&String> = names.iter().filter(|name| name.ends_with(".data")).collect();
    assert_eq!(data, ["shared0.onnx.data", "shared1.onnx.data"]);
    assert_eq!(files[1], serde_json::json!({"model": "rank1.onnx", "shared_data": ["shared0.onnx.data"]}));
    assert_eq!(files[3]["shared_data"][0], "shared1.onnx.data");
    assert_eq!(fs::metadata(target.join("shared1.onnx.data")).expect("written").len(), 8192);

    let path = |path: &Path| path.display().to_string();
    let (alone, ranked) = (path(&folder.join("alone")), path(&folder.join("ranked")));
    let ranks = [0, 1, 2, 3].map(|rank| path(&target.join(format!("rank{rank}.onnx"))));
    let output = partita(&["onnx", "run", &path(&model), "-o", &alone], b"");
    assert!(output.status.success(), "{}", text(&output.stderr));
    let [a, b, c, d] = &ranks;
    let output = partita(&["onnx", "run", a, b, c, d, "-o", &ranked], b"");
    assert!(output.status.success(), "{}", text(&output.stderr));
    let expected = fs::read(folder.join("alone/y.npy")).expect("written");
    for rank in 0..4 {
        assert!(fs::read(folder.join(format!("ranked/rank{rank}.y.npy"))).expect("written") == expected);
    }
}

#[test]
fn an_input_is_given_to_the_ranks_that_have_it() {
    let folder = folder("inputs_of_stages");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let model =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/onnx/ranks/batch_between_stages.textproto");
    let x = Tensor {
        dims: vec![3, 4],
        data_type: Some(1),
        float_data: (0..12u8).map(f32::from).collect(),
        ..Tensor::default()
    };
    fs::write(folder.join("x.pb"), x.encode_to_vec()).expect("writable");
    let output = partita(&["onnx", "partition", model, "-o", &path("ranks")], b"");
    assert!(output.status.success(), "{}", text(&output.stderr));
    let ranks: Vec<String> = (0..4).map(|rank| path(&format!("ranks/rank{rank}.onnx"))).collect();
    let run = |files: &[&str], input: &str, target: &str| {
        partita(&[&["onnx", "run"], files, &["--input", input, "-o", target]].concat(), b"")
    };
    let (given, files) =
        (format!("x={}", path("x.pb")), ranks.iter().map(String::as_str).collect::<Vec<_>>());
    for (files, target) in [(&[model][..], "model"), (&files, "staged")] {
        let output = run(files, &given, &path(target));
        assert!(output.status.success(), "{}", text(&output.stderr));
    }
    // Only the ranks of the last stage return the result.
    let numbers = |name: &str| -> Vec<f32> {
        let file = fs::read(path(name)).expect("written");
        let elements = file[file.len() - 24..].as_chunks().0;
        elements.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect()
    };
    let pairs = numbers("model/y.npy").into_iter().zip(numbers("staged/rank3.y.npy"));
    assert!(pairs.clone().all(|(expected, found)| (expected - found).abs() < 1e-4), "{pairs:?}");
    assert!(pairs.clone().any(|(expected, _)| expected != 0.0), "{pairs:?}");
    assert!(!folder.join("staged/rank0.y.npy").exists());
    let output = run(&files, &given.replacen('x', "z", 1), &path("none"));
    assert!(text(&output.stderr).contains("does not name an input of the model"), "{}", text(&output.stderr));
}

/// Weights are copied range by range, so that no shard of a rank is in memory.
#[test]
fn memory_does_not_depend_on_the_size_of_weights() {
    let folder = folder("copied");
    let (rows, columns) = (8192, 16384);
    let bytes = 4096 + (rows * columns * 4) as u64;
    let model = folder.join("model.onnx");
    fs::write(&model, product(rows, columns).encode_to_vec()).expect("writable");
    let data = fs::File::create(folder.join("weights.bin")).expect("writable");
    data.set_len(bytes).expect("a sparse file");
    let target = folder.join("ranks");
    // Shards of 64 MiB are contiguous, or consist of 8192 ranges.
    for sharding in ["w=x,_", "w=_,x"] {
        let _ = fs::remove_dir_all(&target);
        let mut command = command::partita();
        command.args(["onnx", "partition", "--mesh", "x=8", "--shard", sharding, "-o"]).arg(&target);
        let (output, peak) = peak_memory(command.arg(&model));
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        let length =
            |rank: usize| fs::metadata(target.join(format!("rank{rank}.onnx.data"))).map(|data| data.len());
        assert!((0..8).all(|rank| length(rank).is_ok_and(|length| length == 64 << 20)), "{sharding}");
        assert!(peak.is_none_or(|peak| peak < 48 << 10), "{sharding}: {peak:?} KiB");
    }
    fs::remove_dir_all(&target).expect("it was made");
}

#[test]
fn sizes_beyond_all_memory_are_refused() {
    let folder = folder("large_sizes");
    let path = folder.join("large.onnx");
    let node = Node {
        op_type: Some("Neg".into()),
        input: vec!["x".into()],
        output: vec!["y".into()],
        ..Node::default()
    };
    let graph = Graph {
        node: vec![node],
        name: Some("g".into()),
        input: vec![info("x", &[1 << 40, 1 << 20, 16])],
        output: vec![info("y", &[1 << 40, 1 << 20, 16])],
        ..Graph::default()
    };
    let opset_import = vec![OperatorSet { domain: None, version: Some(21) }];
    let model = Model { ir_version: Some(8), opset_import, graph: Some(graph), ..Model::default() };
    fs::write(&path, model.encode_to_vec()).expect("writable");
    let arguments = ["onnx", "partition", &path.display().to_string(), "--mesh", "x=2", "--shard", "x=_,x,_"];
    let output = partita(&arguments, b"");
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("PA0680"), "{}", text(&output.stderr));
}
