//! `partita ckks`: inputs and results in files, ranges of values, weights beside models.

mod command;

use std::path::{Path, PathBuf};
use std::process::Output;

use partita_interp::Tensor;
use partita_npy::{npy, npz};
use serde_json::Value;

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).expect("writable");
    folder
}

fn partita(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = command::partita();
    command.arg("ckks").args(arguments).current_dir(folder).output().expect("the command ends")
}

/// The report of a network that is simulated and equal to the plain one.
#[track_caller]
fn simulated(folder: &Path, arguments: &[&str]) -> Value {
    let output = partita(folder, &[&["simulate", "--format", "json"], arguments].concat());
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    let report: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(report["equal"], true, "{report}");
    report
}

#[track_caller]
fn refused(folder: &Path, arguments: &[&str], exit: i32, words: &[&str]) {
    let output = partita(folder, &[&["simulate"], arguments].concat());
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(exit), "{said}");
    assert!(words.iter().all(|word| said.contains(word)), "{said}");
}

const RELU: &str = "input = [1, 4, 4]
[[layer]]
op = \"activation\"
function = \"relu\"
[[layer]]
op = \"average_pool\"
kernel = 2
";

fn ramp(scale: f32) -> Tensor {
    Tensor::f32(&[1, 4, 4], (0..16).map(|n| (n - 8) as f32 * scale).collect())
}

#[test]
fn an_input_is_read_and_the_result_is_written() {
    let folder = folder("ckks_input");
    std::fs::write(folder.join("net.toml"), RELU).expect("writable");
    std::fs::write(folder.join("x.npy"), npy::write(&ramp(3.0))).expect("writable");
    let batch = ramp(3.0).reshaped(&[1, 1, 4, 4]);
    std::fs::write(folder.join("x.npz"), npz::write([("image".to_string(), &batch)]).expect("an archive"))
        .expect("writable");
    // Values up to 24: averages of 2x2 of what is positive.
    let wanted = [0.0, 0.0, 7.5, 13.5];
    for file in ["x.npy", "x.npz"] {
        let made = folder.join("y.npy");
        let report = simulated(&folder, &["net.toml", "--slots", "64", "--input", file, "--output", "y.npy"]);
        assert!(report["approximation"].as_f64().expect("a number") < 0.01, "{report}");
        let made = npy::read(&std::fs::read(made).expect("it is written"), None).expect("an array");
        assert_eq!(made.shape, [1, 2, 2]);
        let partita_interp::Data::F64(values) = &made.data else { panic!("{made:?}") };
        for (value, wanted) in values.iter().zip(wanted) {
            assert!((value - wanted).abs() < 0.2, "{values:?}");
        }
    }
    simulated(&folder, &["net.toml", "--slots", "64", "--input", "x.npy", "--output", "y.npz"]);
    assert!(npz::is_archive(&std::fs::read(folder.join("y.npz")).expect("it is written")));
}

#[test]
fn invalid_inputs_are_errors() {
    let folder = folder("ckks_no_input");
    let write = |name: &str, bytes: &[u8]| std::fs::write(folder.join(name), bytes).expect("writable");
    write("net.toml", RELU.as_bytes());
    write("flat.npy", &npy::write(&ramp(1.0).reshaped(&[16])));
    write("two.npy", &npy::write(&Tensor::f32(&[2, 1, 4, 4], vec![0.5; 32])));
    write("nan.npy", &npy::write(&Tensor::f32(&[1, 4, 4], vec![f32::NAN; 16])));
    write("bad.npy", b"what");
    let both = [("a".to_string(), &ramp(1.0)), ("b".to_string(), &ramp(2.0))];
    write("both.npz", &npz::write(both).expect("an archive"));
    let net = |option: &'static str, file: &'static str| ["net.toml", "--slots", "64", option, file];
    refused(&folder, &net("--input", "flat.npy"), 1, &["PA0560", "[16]", "[1, 4, 4]"]);
    refused(&folder, &net("--input", "two.npy"), 1, &["PA0560", "expected one input, found 2"]);
    refused(&folder, &net("--input", "nan.npy"), 1, &["PA0560", "finite"]);
    refused(&folder, &net("--input", "bad.npy"), 1, &["PA0560", "not an npy"]);
    refused(&folder, &net("--input", "both.npz"), 1, &["PA0560", "expected one tensor, found 2"]);
    refused(&folder, &net("--calibrate", "bad.npy"), 1, &["PA0560"]);
    refused(&folder, &net("--input", "missing.npy"), 2, &["missing.npy"]);
}

#[test]
fn ranges_are_given_or_found() {
    let folder = folder("ckks_ranges");
    let write = |name: &str, bytes: &[u8]| std::fs::write(folder.join(name), bytes).expect("writable");
    write("net.toml", RELU.as_bytes());
    write("x.npy", &npy::write(&ramp(3.0)));
    write("small.npy", &npy::write(&ramp(0.01)));
    let both: Vec<f32> = [0.01, 4.0].iter().flat_map(|s| (0..16).map(move |n| (n - 8) as f32 * s)).collect();
    write("samples.npy", &npy::write(&Tensor::f32(&[2, 1, 4, 4], both)));
    let run = |more: &[&str]| simulated(&folder, &[&["net.toml", "--slots", "64"], more].concat());
    run(&["--input", "x.npy", "--range", "24"]);
    run(&["--input", "x.npy", "--calibrate", "samples.npy"]);
    let [fine, coarse] = [&["--input", "small.npy"][..], &["--input", "small.npy", "--margin", "100"]]
        .map(|more| run(more)["approximation"].as_f64().expect("a number"));
    assert!(fine < coarse, "{fine} {coarse}");
    let tried = |more: &[&'static str], words: &[&str]| {
        refused(&folder, &[&["net.toml", "--slots", "64"], more].concat(), 1, words);
    };
    tried(&["--input", "x.npy", "--range", "8"], &["PA0714", "`activation1`", "24.0"]);
    tried(&["--input", "x.npy", "--calibrate", "small.npy"], &["PA0714", "`activation1`"]);
    tried(&["--margin", "0.5"], &["PA0714", "0.5"]);
    // Values that are added to their own squares cannot be held divided by a number.
    let mixed = RELU.replacen(
        "[[layer]]",
        "[[layer]]\nop = \"activation\"\n[[layer]]\nop = \"add\"\nof = [\"input\", \"activation1\"]\n[[layer]]",
        1,
    );
    write("mixed.toml", mixed.as_bytes());
    let mixed = ["mixed.toml", "--slots", "64", "--input", "x.npy"];
    refused(&folder, &mixed, 1, &["PA0714", "`activation3`", "linear layer"]);
}

/// A matrix product whose weights lie in a file.
fn external(file: &str, offset: u64) -> String {
    let info = |name: &str, size: u64| {
        format!(
            "{{ name: \"{name}\" type {{ tensor_type {{ elem_type: 1 shape {{ dim {{ dim_value: 1 }} \
             dim {{ dim_value: {size} }} }} }} }} }}"
        )
    };
    format!(
        "ir_version: 10 opset_import {{ version: 21 }} graph {{ name: \"g\"
         node {{ input: [\"x\", \"w\"] output: \"y\" op_type: \"MatMul\" }}
         initializer {{ name: \"w\" dims: [4, 2] data_type: 1 data_location: EXTERNAL
           external_data {{ key: \"location\" value: \"{file}\" }}
           external_data {{ key: \"offset\" value: \"{offset}\" }} }}
         input {} output {} }}",
        info("x", 4),
        info("y", 2)
    )
}

#[test]
fn relu_of_a_model_reads_large_values() {
    let folder = folder("ckks_relu_model");
    let write = |name: &str, bytes: &[u8]| std::fs::write(folder.join(name), bytes).expect("writable");
    write("w.bin", &(0..8).flat_map(|n| (n as f32 * 100.0).to_le_bytes()).collect::<Vec<u8>>());
    write("x.npy", &npy::write(&Tensor::f32(&[1, 4], vec![-10.0, 1.0, 1.0, 0.0])));
    let model = external("w.bin", 0).replace("output: \"y\" op", "output: \"h\" op");
    let relu = "node { input: \"h\" output: \"y\" op_type: \"Relu\" }\n initializer";
    write("net.textproto", model.replacen("initializer", relu, 1).as_bytes());
    let arguments = ["net.textproto", "--slots", "16", "--input", "x.npy", "--output", "y.npy"];
    let report = simulated(&folder, &[&arguments[..], &["--activation", "relu"]].concat());
    assert!(report["approximation"].as_f64().expect("a number") < 1e-3, "{report}");
    let made = npy::read(&std::fs::read(folder.join("y.npy")).expect("written"), None).expect("an array");
    let partita_interp::Data::F64(values) = &made.data else { panic!("{made:?}") };
    // 0 + 200 + 400, and the positive part of -1000 + 300 + 500.
    assert!((values[0] - 600.0).abs() < 1.0 && values[1].abs() < 1.0, "{values:?}");
}

#[test]
fn weights_beside_a_model_are_read() {
    let folder = folder("ckks_external");
    let write = |name: &str, bytes: &[u8]| std::fs::write(folder.join(name), bytes).expect("writable");
    let weights: Vec<u8> = (0..10).flat_map(|n| (n as f32).to_le_bytes()).collect();
    write("w.bin", &weights);
    write("x.npy", &npy::write(&Tensor::f32(&[1, 4], vec![1.0, -1.0, 2.0, 0.5])));
    write("net.textproto", external("w.bin", 8).as_bytes());
    let arguments = ["net.textproto", "--slots", "16", "--input", "x.npy", "--output", "y.npy"];
    simulated(&folder, &arguments);
    let made = npy::read(&std::fs::read(folder.join("y.npy")).expect("written"), None).expect("an array");
    let partita_interp::Data::F64(values) = &made.data else { panic!("{made:?}") };
    // Rows (2, 3), (4, 5), (6, 7), (8, 9).
    assert!((values[0] - 14.0).abs() < 1e-9 && (values[1] - 16.5).abs() < 1e-9, "{values:?}");
    for (file, offset, words) in [
        ("missing.bin", 0, ["PA0606", "missing.bin"]),
        ("w.bin", 16, ["PA0606", "too early"]),
        ("../w.bin", 0, ["PA0605", "../w.bin"]),
    ] {
        write("bad.textproto", external(file, offset).as_bytes());
        refused(&folder, &["bad.textproto", "--slots", "16"], 1, &words);
    }
}

#[test]
fn several_inputs_have_names() {
    let folder = folder("several");
    let list = "input = [2, 4, 4]\n[[layer]]\nop = \"conv\"\nname = \"left\"\nfeatures = 3\nkernel = 1\n\
                [[layer]]\nop = \"input\"\nname = \"mask\"\nshape = [3, 4, 4]\n\
                [[layer]]\nop = \"multiply\"\nof = [\"left\", \"mask\"]\n";
    std::fs::write(folder.join("two.toml"), list).expect("writable");
    let values = |count: usize| (0..count).map(|n| (n % 7) as f32 / 7.0).collect::<Vec<f32>>();
    let write = |name: &str, shape: &[usize]| {
        let tensor = Tensor::f32(shape, values(shape.iter().product()));
        std::fs::write(folder.join(name), npy::write(&tensor)).expect("writable");
    };
    write("x.npy", &[2, 4, 4]);
    write("mask.npy", &[1, 3, 4, 4]);
    write("stack.npy", &[2, 3, 4, 4]);
    let network = ["two.toml", "--slots", "64"];
    let with = |more: &[&'static str]| [network.as_slice(), more].concat();
    simulated(&folder, &network);
    let report = simulated(&folder, &with(&["--input", "mask=mask.npy", "--input", "input=x.npy"]));
    assert_eq!(report["equal"], true);
    simulated(
        &folder,
        &with(&[
            "--calibrate",
            "input=x.npy",
            "--calibrate",
            "mask=mask.npy",
            "--seed",
            "2",
            "--margin",
            "2",
        ]),
    );
    let refused =
        |more: &[&'static str], exit: i32, words: &[&str]| refused(&folder, &with(more), exit, words);
    refused(&["--input", "x.npy"], 2, &["input=FILE and mask=FILE"]);
    refused(&["--input", "input=x.npy"], 2, &["0 files of the input `mask`"]);
    refused(&["--input", "input=x.npy", "--input", "gate=mask.npy"], 2, &["unknown input `gate`"]);
    refused(&["--input", "input=x.npy", "--input", "input=x.npy"], 2, &["2 files of the input `input`"]);
    refused(
        &["--input", "input=x.npy", "--input", "mask=stack.npy"],
        2,
        &["equally many samples", "1 and 2"],
    );
    refused(
        &["--input", "input=mask.npy", "--input", "mask=x.npy"],
        1,
        &["PA0560", "expected shape [2, 4, 4]"],
    );
    refused(&["--input", "=x.npy"], 2, &["expected NAME=FILE"]);
    refused(&["--input", "input=", "--input", "mask=mask.npy"], 2, &["expected NAME=FILE"]);
    // A file whose name has the sign.
    write("a=b.npy", &[2, 4, 4]);
    refused(&["--input", "a=b.npy"], 2, &["input=FILE and mask=FILE"]);
}
