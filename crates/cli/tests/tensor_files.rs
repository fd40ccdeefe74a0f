//! `partita run` with arguments and results in files.

mod command;

use std::path::{Path, PathBuf};
use std::process::Output;

const PROGRAM: &str = "sdy.mesh @mesh = <[\"x\"=2]>
func.func @main(%a: tensor<4x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"x\"}, {}]>}, %b: tensor<i32>) -> (tensor<2x4xf32>, tensor<i32>) {
  %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<4x2xf32>) -> tensor<2x4xf32>
  %1 = stablehlo.negate %b : tensor<i32>
  return %0, %1 : tensor<2x4xf32>, tensor<i32>
}
";

/// A folder for one test, with the program in it.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).expect("writable");
    std::fs::write(folder.join("program.mlir"), PROGRAM).expect("writable");
    folder
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = command::partita();
    command
        .args(["run", "program.mlir"])
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("the command runs")
}

#[track_caller]
fn fine(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Asserts the exit code, and that standard error contains all of `words`.
#[track_caller]
fn refused(output: &Output, code: i32, words: &[&str]) {
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{stderr}");
    words.iter().for_each(|word| assert!(stderr.contains(word), "`{word}` in {stderr}"));
}

#[test]
fn results_of_one_run_are_arguments_of_another() {
    let folder = folder("round-trip");
    fine(&run(&folder, &["--seed", "3", "-o", "."]));
    fine(&run(&folder, &["--seed", "3", "--out", "results.npz"]));
    // Twice transposed and negated, they are the random arguments again: as files, as an archive, and reversed.
    let swapped = PROGRAM
        .replace("tensor<4x2", "tensor<A")
        .replace("tensor<2x4", "tensor<4x2")
        .replace("tensor<A", "tensor<2x4");
    let swapped = swapped.replace("[{\"x\"}, {}]", "[{}, {\"x\"}]");
    std::fs::write(folder.join("program.mlir"), swapped).expect("writable");
    let printed = fine(&run(&folder, &["--arg", "0.npy", "--arg", "1.npy"]));
    assert_eq!(printed.lines().count(), 2);
    assert_eq!(fine(&run(&folder, &["--arg", "results.npz"])), printed);
    let other = fine(&run(&folder, &["--seed", "4"]));
    assert_ne!(other, printed);
}

#[test]
fn invalid_files_are_rejected() {
    let folder = folder("refused");
    fine(&run(&folder, &["--out", "results.npz"]));
    let archive = std::fs::read(folder.join("results.npz")).expect("it was written");
    let put = |name: &str, bytes: &[u8]| std::fs::write(folder.join(name), bytes).expect("writable");
    // The first result does not have the type of the first argument.
    let refusal = run(&folder, &["--arg", "results.npz"]);
    refused(
        &refusal,
        1,
        &["error[PA0560]", "results.npz: expected [4, 2] of f32 for argument 0, found [2, 4] of f32"],
    );
    for end in [5, 30, 200, archive.len() - 30, archive.len() - 1] {
        put("truncated.npz", &archive[..end]);
        refused(&run(&folder, &["--arg", "truncated.npz"]), 1, &["error[PA0560]: truncated.npz: "]);
    }
    // A member that claims a length of 4 GB, and one that does not match its checksum.
    let contents = archive.windows(4).position(|bytes| bytes == b"PK\x01\x02").expect("a table of contents");
    let mut hostile = archive.clone();
    hostile[contents + 24..contents + 28].copy_from_slice(&0xf000_0000u32.to_le_bytes());
    put("bomb.npz", &hostile);
    refused(&run(&folder, &["--arg", "bomb.npz"]), 1, &["error[PA0560]", "at most"]);
    let mut spoilt = archive.clone();
    spoilt[120] ^= 1;
    put("spoilt.npz", &spoilt);
    refused(&run(&folder, &["--arg", "spoilt.npz"]), 1, &["error[PA0560]", "checksum"]);
    put("text.npy", b"text");
    refused(&run(&folder, &["--arg", "text.npy"]), 1, &["error[PA0560]: text.npy: not an npy file"]);
}

#[test]
fn missing_and_surplus_files_are_usage_errors() {
    let folder = folder("usage");
    fine(&run(&folder, &["--out", "results.npz"]));
    refused(&run(&folder, &["--arg", "none.npy"]), 2, &["none.npy"]);
    let twice = ["--arg", "results.npz", "--arg", "results.npz"];
    refused(
        &run(&folder, &twice),
        2,
        &["results.npz is an archive of all arguments and must be the only file"],
    );
    refused(&run(&folder, &["--out", "no/such/folder.npz"]), 1, &["cannot write"]);
    fine(&run(&folder, &["-o", "."]));
    let three = ["--arg", "1.npy", "--arg", "1.npy", "--arg", "1.npy"];
    refused(&run(&folder, &three), 2, &["the program expects 2 arguments, found 3"]);
    // A wrong number of arguments is reported before a wrong shape.
    let longer = PROGRAM
        .replace("tensor<i32>) {", "tensor<i32>, tensor<i32>) {")
        .replace("return %0, %1 :", "return %0, %1, %1 :")
        .replace("tensor<i32>\n}", "tensor<i32>, tensor<i32>\n}");
    std::fs::write(folder.join("program.mlir"), longer).expect("writable");
    fine(&run(&folder, &["--out", "three.npz"]));
    std::fs::write(folder.join("program.mlir"), PROGRAM).expect("writable");
    let words = ["the program expects 2 arguments, found 3", "keep_unused=True"];
    refused(&run(&folder, &["--arg", "three.npz"]), 2, &words);
    std::fs::write(
        folder.join("program.mlir"),
        PROGRAM.replace("%b: tensor<i32>", "%b: tensor<i32>, %c: tensor<i32>"),
    )
    .expect("writable");
    let words = ["the program expects 3 arguments, found 2; expected [4, 2] of f32 for argument 0"];
    refused(&run(&folder, &["--arg", "results.npz"]), 1, &words);
    std::fs::write(folder.join("program.mlir"), PROGRAM).expect("writable");
    refused(&run(&folder, &three[..2]), 1, &["error[PA0560]: 1.npy: expected a file of f32, found i32"]);
}

/// Writes a file of `f32` tensors in the format of safetensors, by hand.
fn write_safetensors(path: &Path, tensors: &[(&str, &[u64], Vec<f32>)]) {
    let (mut header, mut data) = (Vec::new(), Vec::new());
    for (name, shape, values) in tensors {
        let start = data.len();
        values.iter().for_each(|value| data.extend(value.to_le_bytes()));
        header.push(format!(
            r#""{name}":{{"dtype":"F32","shape":{shape:?},"data_offsets":[{start},{}]}}"#,
            data.len()
        ));
    }
    let header = format!("{{{}}}", header.join(","));
    let bytes = [&(header.len() as u64).to_le_bytes()[..], header.as_bytes(), &data].concat();
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("writable");
    std::fs::write(path, bytes).expect("writable");
}

/// The values of a tensor in a file of safetensors.
fn read_safetensors(path: &Path, name: &str) -> Vec<f32> {
    let bytes = std::fs::read(path).expect("the file exists");
    let length = u64::from_le_bytes(bytes[..8].try_into().expect("8 bytes")) as usize;
    let header: serde_json::Value = serde_json::from_slice(&bytes[8..8 + length]).expect("JSON");
    let at = |index: usize| header[name]["data_offsets"][index].as_u64().expect("a number") as usize;
    let data = &bytes[8 + length..][at(0)..at(1)];
    data.chunks(4).map(|bytes| f32::from_le_bytes(bytes.try_into().expect("4 bytes"))).collect()
}

#[test]
fn a_checkpoint_is_resharded_and_back() {
    let folder = folder("checkpoint");
    // 5x4 over 2 devices: 3 and 2 rows. The bias is replicated.
    let row = |row: u64| (0..4).map(move |column| (row * 4 + column) as f32);
    for (device, rows) in [(0, 0..3), (1, 3..5)] {
        let values: Vec<f32> = rows.clone().flat_map(row).collect();
        let shape = [rows.end - rows.start, 4];
        let tensors = [("layer.w", &shape[..], values), ("b", &[2], vec![7.0, 8.0])];
        write_safetensors(&folder.join(format!("old/{device}.safetensors")), &tensors);
    }
    let reshard = |arguments: &[&str]| {
        let mut command = command::partita();
        command
            .args(["checkpoint", "reshard"])
            .args(arguments)
            .current_dir(&folder)
            .output()
            .expect("it runs")
    };
    let there = ["--mesh", "x=2", "--shard", "*.w=x,_", "--to-mesh", "a=2,b=2", "--to-shard", "layer.w=_,P"];
    let there = there.map(|word| if word.ends_with(",P") { "layer.w=P(None, 'b')" } else { word });
    let printed = fine(&reshard(&[&["old", "new/rank{}.safetensors"], &there[..]].concat()));
    assert!(
        printed.starts_with("2 tensors from 2 to 4 devices: 192 B read, 192 B written, at most 40 B"),
        "{printed}"
    );
    for device in 0..4 {
        let path = folder.join(format!("new/rank{device}.safetensors"));
        let wanted: Vec<f32> =
            (0..5).flat_map(row).filter(|value| (*value as u64 % 4 / 2) == device % 2).collect();
        assert_eq!(read_safetensors(&path, "layer.w"), wanted);
        assert_eq!(read_safetensors(&path, "b"), [7.0, 8.0]);
    }
    let back =
        ["--mesh", "a=2,b=2", "--shard", "layer.w=_,b", "--to-mesh", "x=2", "--to-shard", "layer.w=x,_"];
    fine(&reshard(&[&["new/rank{}.safetensors", "again"], &back[..]].concat()));
    for device in 0..2 {
        let file = |name: &str| folder.join(format!("{name}/{device}.safetensors"));
        assert_eq!(read_safetensors(&file("again"), "layer.w"), read_safetensors(&file("old"), "layer.w"));
    }
    // A wrong mesh, a name that does not exist, a missing file, a truncated one.
    let wrong = ["--mesh", "x=2", "--shard", "b=x", "--shard", "layer.w=x,_", "--to-mesh", "x=1"];
    fine(&reshard(&[&["old", "twice"], &wrong[..]].concat()));
    assert_eq!(read_safetensors(&folder.join("twice/0.safetensors"), "b"), [7.0, 8.0, 7.0, 8.0]);
    refused(&reshard(&["old", "none", "--mesh", "x=2", "--shard", "w=x,_", "--to-mesh", "x=1"]), 2, &["`w`"]);
    let unsharded = ["old", "none", "--mesh", "x=4", "--shard", "layer.w=x,_", "--to-mesh", "x=1"];
    refused(&reshard(&unsharded), 1, &["PA0560", "2.safetensors"]);
    let bytes = std::fs::read(folder.join("old/0.safetensors")).expect("written");
    std::fs::create_dir_all(folder.join("short")).expect("writable");
    std::fs::write(folder.join("short/0.safetensors"), &bytes[..bytes.len() - 1]).expect("writable");
    refused(&reshard(&["short", "none", "--mesh", "x=1", "--to-mesh", "x=1"]), 1, &["PA0560", "truncated"]);
    assert!(!folder.join("none").exists());
}
