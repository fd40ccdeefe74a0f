//! Whatever the content of a file, the command ends quickly with a diagnostic and exit code 1.

mod command;

use std::time::{Duration, Instant};

/// The maximum time for an invalid file, even in a build without optimisation.
const TIME_LIMIT: Duration = Duration::from_secs(20);

struct Ended {
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

fn check(command: &str, input: &[u8]) -> Ended {
    let start = Instant::now();
    let output = command::piped(command::partita().args([command, "-"]), input);
    assert!(start.elapsed() < TIME_LIMIT, "took {:?}", start.elapsed());
    Ended {
        code: output.status.code(),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// Asserts that several commands reject the file with this code.
#[track_caller]
fn assert_rejected(input: impl AsRef<[u8]>, code: &str) {
    for command in ["check", "show", "report"] {
        let ended = check(command, input.as_ref());
        let shown: String = ended.stderr.chars().take(2000).collect();
        assert_eq!(
            ended.code,
            Some(1),
            "{command}: {shown}{}",
            ended.stdout.chars().take(200).collect::<String>()
        );
        assert!(ended.stderr.contains(&format!("error[{code}]")), "{command}: {shown}");
        assert!(ended.stderr.len() < 4_000_000, "{command} prints {} bytes", ended.stderr.len());
    }
}

#[test]
fn truncated_file() {
    let text = include_str!("../../../examples/mlp.mlir");
    assert_rejected(&text[..text.len() / 2], "PA0029");
    assert_rejected("module {", "PA0029");
    assert_rejected("module @m attributes {a.b = \"unfinished", "PA0029");
    assert_rejected("module attributes {a.b = \"unfinished\n} {}", "PA0002");
}

#[test]
fn a_file_that_is_too_large_is_not_read() {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("large.mlir");
    // A sparse file: it takes no space on most file systems, but a long time to read.
    std::fs::File::create(&path).and_then(|file| file.set_len(6 << 30)).expect("the file is created");
    let start = Instant::now();
    let output = command::partita().arg("check").arg(&path).output().expect("it runs");
    std::fs::remove_file(&path).expect("the file is there");
    assert!(start.elapsed() < TIME_LIMIT / 4, "took {:?}", start.elapsed());
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("error[PA0007]"));
}

#[test]
fn every_prefix_of_a_file() {
    let text = include_str!("../../../examples/sub_axes.mlir");
    for end in (0..text.len()).step_by(97) {
        let ended = check("check", &text.as_bytes()[..end]);
        assert!(
            matches!(ended.code, Some(0 | 1)),
            "prefix of {end} bytes: {:?} {}",
            ended.code,
            ended.stderr
        );
    }
}

#[test]
fn binary_file() {
    let bytes: Vec<u8> = (0..100_000u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    assert_rejected(bytes, "PA0006");
    assert_rejected([0u8; 4096], "PA0001");
    assert_rejected(b"ML\xefR\x0dMLIR bytecode", "PA0034");
}

#[test]
fn invalid_utf8_inside_a_string() {
    assert_rejected(b"module attributes {a.b = \"\xff\"} {}", "PA0006");
}

#[test]
fn brackets_without_end() {
    for bracket in ["(", "[", "{", "<", "((", "tuple<", "[{a = ", "module {", "loc(callsite("] {
        let count = 10_000_000 / bracket.len();
        let ended = check("check", bracket.repeat(count).as_bytes());
        assert_eq!(ended.code, Some(1), "{bracket}");
    }
    assert_rejected(format!("module attributes {{a.b = {}}} {{}}", "[".repeat(100_000)), "PA0005");
    assert_rejected("module {".repeat(100_000), "PA0005");
    assert_rejected(format!("func.func private @f({})", "tuple<".repeat(100_000)), "PA0005");
}

#[test]
fn rank_of_a_million() {
    assert_rejected(format!("func.func private @f(tensor<{}f32>)", "1x".repeat(1_000_000)), "PA0017");
}

#[test]
fn sizes_beyond_63_bits() {
    assert_rejected("func.func private @f(tensor<9223372036854775808xf32>)", "PA0004");
    assert_rejected("func.func private @f(tensor<99999999999999999999999999xf32>)", "PA0004");
    assert_rejected("module attributes {a.b = 99999999999999999999 : i64} {}", "PA0004");
    assert_rejected("func.func private @f(i99999999)", "PA0004");
}

#[test]
fn sizes_with_an_overflowing_product_are_accepted() {
    let text = "func.func @f(%a: tensor<4294967296x4294967296xf32>) -> tensor<4294967296x4294967296xf32> {\n\
                %0 = stablehlo.add %a, %a : tensor<4294967296x4294967296xf32>\n\
                return %0 : tensor<4294967296x4294967296xf32> }";
    assert_eq!(check("check", text.as_bytes()).code, Some(0));
    assert_eq!(check("show", text.as_bytes()).code, Some(0));
}

#[test]
fn splat_of_astronomic_size_is_accepted() {
    let text = "func.func @f() -> tensor<1000000x1000000x1000000xf32> {\n\
                %0 = stablehlo.constant dense<0.0> : tensor<1000000x1000000x1000000xf32>\n\
                return %0 : tensor<1000000x1000000x1000000xf32> }";
    assert_eq!(check("check", text.as_bytes()).code, Some(0));
    assert_eq!(check("fmt", text.as_bytes()).code, Some(0));
}

#[test]
fn undefined_and_redefined_values() {
    assert_rejected("func.func @f() -> tensor<f32> { return %x : tensor<f32> }", "PA0101");
    let twice = "func.func @f(%a: tensor<f32>) { %a = stablehlo.abs %a : tensor<f32>\n return }";
    assert_rejected(twice, "PA0102");
}

#[test]
fn a_hundred_thousand_undefined_values() {
    let lines: String =
        (0..100_000).map(|n| format!("%r{n} = stablehlo.abs %u{n} : tensor<f32>\n")).collect();
    assert_rejected(format!("func.func @f() {{\n{lines}return }}"), "PA0101");
}

#[test]
fn a_mesh_of_two_to_the_40_devices() {
    assert_rejected("sdy.mesh @m = <[\"x\"=1099511627776]>", "PA0226");
    assert_rejected("sdy.mesh @m = <[\"x\"=4294967296, \"y\"=4294967296]>", "PA0226");
    assert_rejected("sdy.mesh @m = <[\"x\"=9223372036854775808]>", "PA0004");
}

#[test]
fn a_missing_file_is_a_usage_error() {
    let output = command::partita().args(["check", "no-such-file.mlir"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot read no-such-file.mlir"));
}

#[test]
fn all_errors_are_reported_in_one_run() {
    let text = "func.func @f(%a: tensor<4xf32>) {\n\
                %0 = stablehlo.add %a %a : tensor<4xf32>\n\
                %1 = stablehlo.nonsense %a : tensor<4xf32>\n\
                %2 = stablehlo.add %0, %1 : tensor<4xf32>\n\
                %3 = stablehlo.add %a, %missing : tensor<4xf32>\n\
                return }";
    let ended = check("check", text.as_bytes());
    for code in ["PA0001", "PA0010", "PA0101"] {
        assert!(ended.stderr.contains(code), "{code} in {}", ended.stderr);
    }
    assert!(ended.stderr.contains("3 errors"), "{}", ended.stderr);
}

#[test]
fn an_infinite_loop_is_stopped() {
    let text = "sdy.mesh @m = <[\"x\"=2]>\n\
                func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {\n\
                %0 = stablehlo.while(%b = %a) : tensor<4xf32>\n\
                cond { %c = stablehlo.constant dense<true> : tensor<i1>\nstablehlo.return %c : tensor<i1> }\n\
                do { stablehlo.return %b : tensor<4xf32> }\n\
                return %0 : tensor<4xf32> }";
    for command in ["verify", "run"] {
        let mut command_line = command::partita();
        let output = command::piped(command_line.args([command, "-", "--max-ops", "10000"]), text.as_bytes());
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{stderr}");
        assert!(stderr.contains("PA0553") && stderr.contains("more than 10000 ops"), "{stderr}");
    }
}
