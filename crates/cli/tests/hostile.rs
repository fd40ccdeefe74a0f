//! No input of a few kilobytes exhausts the machine: every command ends by itself, within 5 seconds of CPU time and about 1 GB of
//! memory, with exit code 0, 1 or 2. The system enforces both limits, so a command that exceeds them is killed and the test fails.

#![cfg(target_os = "linux")]

mod command;
mod hostile_inputs;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;

use hostile_inputs::{Hostile, InputKind};

/// CPU seconds of a process.
const SECONDS: u32 = 5;

/// KiB of address space: 1 GB, plus the space that stacks and the allocator reserve without using it.
const KIBIBYTES: u32 = 2_800_000;

/// The maximum number of bytes on standard output.
const PRINTED: usize = 64 << 20;

/// The number of concurrent processes.
const WORKERS: usize = 2;

/// All commands and subcommands, such as `onnx check`, as listed by the help text.
fn commands() -> Vec<String> {
    let listed = |inside: &[&str]| {
        let output = command::partita().args(inside).arg("--help").output().expect("the command starts");
        let text = String::from_utf8(output.stdout).expect("help is text");
        let (_, list) = text.split_once("Commands:\n").expect("help lists commands");
        let names = list.lines().take_while(|line| !line.is_empty());
        // Continuation lines of a description have a deeper indentation.
        let names = names.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
        let names = names.filter_map(|line| line.split_whitespace().next().map(str::to_string));
        names.filter(|name| name != "help").collect::<Vec<_>>()
    };
    let mut all = Vec::new();
    for name in listed(&[]) {
        match name.as_str() {
            "onnx" | "ckks" | "rules" | "checkpoint" => {
                all.extend(listed(&[name.as_str()]).into_iter().map(|inner| format!("{name} {inner}")));
            }
            _ => all.push(name),
        }
    }
    all
}

/// Options for commands that run the input or partition it many times, which may take as long as the limits allow.
const BOUNDED: &[&str] = &["--timeout", "1", "--max-memory", "0.5"];

/// The command lines of a command for inputs of one kind, with `FILE` for the input and `OUT` for a file to write; none if the command does not read this kind.
fn lines(command: &str, kind: InputKind) -> Vec<String> {
    let sharded = "--mesh x=2 --shard x=x";
    let (reads, lines): (InputKind, Vec<String>) = match command {
        // These commands do not read a file of the user, or do not end by themselves; `serve` reads it as `report` does.
        "demo" | "explain" | "completions" | "man" | "reshard" | "auto" | "lsp" | "serve"
        | "checkpoint reshard" | "ckks measure" => {
            return Vec::new();
        }
        "show" => (InputKind::Mlir, vec!["show FILE".into(), "show FILE --format json".into()]),
        "check" => (
            InputKind::Mlir,
            vec![
                "check FILE".into(),
                "check FILE --format json".into(),
                "check FILE --lint --format github --write-budget - --hardware h200".into(),
            ],
        ),
        "fmt" => (InputKind::Mlir, vec!["fmt FILE".into(), "fmt FILE --generic --debug-info".into()]),
        "opt" => {
            (InputKind::Mlir, vec!["opt FILE --sdy-propagation-pipeline --allow-unregistered-dialect".into()])
        }
        "propagate" => (InputKind::Mlir, vec!["propagate FILE".into(), "propagate FILE --conflicts".into()]),
        "why" => (InputKind::Mlir, vec!["why FILE %0".into(), "why FILE %x --table".into()]),
        "draw" => (InputKind::Mlir, vec!["draw FILE %x --format json".into()]),
        "diff" => (InputKind::Mlir, vec!["diff FILE FILE --format json".into()]),
        "suggest" => (InputKind::Mlir, vec![format!("suggest FILE --max-trials 8 {}", BOUNDED.join(" "))]),
        "steps" => (InputKind::Mlir, vec!["steps FILE --value %0 --format json".into()]),
        "why-not" => (InputKind::Mlir, vec!["why-not FILE %0 --dim 0 --axis x".into()]),
        "partition" => (
            InputKind::Mlir,
            vec!["partition FILE".into(), "partition FILE --replica-groups lists --pad-io".into()],
        ),
        "report" => (
            InputKind::Mlir,
            vec!["report FILE".into(), "report FILE --hardware h200 --fix --time-limit 1".into()],
        ),
        "comms" | "memory" | "cost" | "lit" => (InputKind::Mlir, vec![format!("{command} FILE")]),
        "export" => (InputKind::Mlir, ["dot", "perfetto"].map(|to| format!("export FILE --to {to}")).into()),
        "reduce" => (InputKind::Mlir, vec!["reduce FILE --keep-code PA0406 --timeout 1".into()]),
        "rules check" => {
            (InputKind::Mlir, vec!["rules check examples/book/rules.toml FILE --timeout 1".into()])
        }
        "verify" | "run" => (InputKind::Mlir, vec![format!("{command} FILE {}", BOUNDED.join(" "))]),
        "onnx check" | "onnx show" | "onnx mesh" => (InputKind::Onnx, vec![format!("{command} FILE")]),
        "onnx export" => (InputKind::Onnx, vec!["onnx export FILE --full".into()]),
        "onnx strip" => (InputKind::Onnx, vec!["onnx strip FILE -o -".into()]),
        "onnx annotate" => (InputKind::Onnx, vec!["onnx annotate FILE --specs SPECS -o -".into()]),
        "onnx infer" => (
            InputKind::Onnx,
            vec![
                format!("{command} FILE {sharded}"),
                format!("{command} FILE --mesh x=1048576 --shard x=x"),
                format!("{command} FILE --mesh x=1099511627776 --shard x=x"),
            ],
        ),
        "onnx partition" => (
            InputKind::Onnx,
            vec![
                format!("{command} FILE {sharded} --whole-outputs"),
                format!("{command} FILE --mesh x=2,y=2 --shard x=x.y,_"),
                format!("{command} FILE --mesh x=1048576 --shard x=x"),
            ],
        ),
        "onnx report" | "onnx memory" => (InputKind::Onnx, vec![format!("{command} FILE {sharded}")]),
        "onnx why" | "onnx draw" => (InputKind::Onnx, vec![format!("{command} FILE x {sharded}")]),
        "onnx verify" => (InputKind::Onnx, vec![format!("{command} FILE {sharded} {}", BOUNDED.join(" "))]),
        "onnx run" => (
            InputKind::Onnx,
            vec![
                format!("{command} FILE {}", BOUNDED.join(" ")),
                format!("{command} FILE {sharded} {}", BOUNDED.join(" ")),
            ],
        ),
        "ckks count" | "ckks plan" | "ckks report" | "ckks lower" => {
            (InputKind::Ckks, vec![format!("{command} FILE {}", BOUNDED.join(" "))])
        }
        "ckks simulate" => {
            (InputKind::Ckks, vec![format!("{command} FILE --slots 4096 {}", BOUNDED.join(" "))])
        }
        // The library does not exist, which is detected after planning.
        "ckks run" => {
            (InputKind::Ckks, vec![format!("{command} FILE --lattigo missing {}", BOUNDED.join(" "))])
        }
        "ckks compile" => {
            let line = format!("{command} FILE --slots 4096 --range 1 -o OUT {}", BOUNDED.join(" "));
            (InputKind::Ckks, vec![line])
        }
        // None of the inputs is a file of a deployment.
        "ckks keygen" => (InputKind::Ckks, vec![format!("{command} FILE -o OUT --evaluation-keys OUT.keys")]),
        "ckks encrypt" | "ckks decrypt" => {
            (InputKind::Ckks, vec![format!("{command} FILE --key FILE -o OUT")])
        }
        "ckks evaluate" => (InputKind::Ckks, vec![format!("{command} FILE FILE --keys FILE -o OUT")]),
        other => panic!("`partita {other}` is new: add its command lines here"),
    };
    if reads == kind { lines } else { Vec::new() }
}

/// Command lines that are hostile by themselves.
const ALONE: &[&str] = &[
    "reshard a.b.c.d.e.f.g.h,_ _,h.g.f.e.d.c.b.a --mesh a=2,b=2,c=2,d=2,e=2,f=2,g=2,h=2 --type f32[65536,65536]",
    "reshard a.b.c.d,e.f.g.h,i.j.k.l l.k.j.i,d.c.b.a,h.g.f.e --mesh a=2,b=2,c=2,d=2,e=2,f=2,g=2,h=2,i=2,j=2,k=2,l=2 --type f32[65536,65536,65536]",
    "reshard a,b,c c,a,b --mesh a=1021,b=1019,c=1013 --type f32[1073741824,1073741824,4]",
    "reshard x,_ _,x --mesh x=1099511627776 --type f32[4,4]",
    "draw x,_ --mesh x=1099511627776 --type f32[4,4]",
    "draw x.y,z,w --mesh x=256,y=256,z=256,w=256 --type f32[4611686018427387904,3,18446744073709551615]",
    "reshard x,_ _,x --mesh x=4294967296 --type f32[4611686018427387904,4]",
    "reshard x,_ _,x --mesh x=1048576 --to-mesh x=1024,y=1024 --type f32[1048576,1048576]",
    "reshard a.b,_ _,b.a --mesh a=1099511627776,b=1048576 --type f32[4,4] --hardware tpu-v5e",
    "reshard x _ --mesh x=16777216 --type f32[18446744073709551615]",
    "ckks count resnet50 --slots 4611686018427387904 --timeout 1",
    "ckks count resnet18 --slots 1 --timeout 1",
    "ckks plan resnet18 --mesh x=1099511627776 --shard conv1=[x,-,-] --timeout 1",
    "check /dev/zero",
    "fmt /dev/zero",
    "onnx check /dev/zero",
    "run examples/conflict.mlir --arg /dev/zero",
    "propagate examples/conflict.mlir --rules /dev/zero",
    "reshard x _ --mesh x=2 --type f32[4] --topology /dev/zero",
    "reshard x _ --mesh x=2 --type f32[4] --hardware /dev/zero",
    "ckks plan /dev/zero",
    "auto --iopddl /dev/zero",
    "auto /dev/zero --mesh x=2",
    "auto examples/mlp.mlir --mesh x=1099511627776 --timeout 1",
    "cost examples/mlp.mlir --hardware /dev/zero",
    "rules check /dev/zero",
    "lit /dev/zero",
    "demo",
    "explain",
    "completions bash",
];

/// A command line and the file to substitute for `FILE`.
struct Job {
    line: String,
    file: PathBuf,
}

/// Runs a command within the limits. Returns a description if it does not end as required.
fn find_fault(job: &Job, specs: &Path) -> Option<String> {
    let limited =
        format!("ulimit -v {KIBIBYTES}; ulimit -t {SECONDS}; exec timeout -s KILL 90 \"$0\" \"$@\"");
    let mut shell = Command::new("sh");
    shell.args(["-c", &limited, env!("CARGO_BIN_EXE_partita")]).env("NO_COLOR", "1");
    for word in job.line.split_whitespace() {
        match word {
            "FILE" => shell.arg(&job.file),
            "SPECS" => shell.arg(specs),
            "OUT" | "OUT.keys" => shell.arg(Path::new(env!("CARGO_TARGET_TMPDIR")).join(word)),
            word => shell.arg(word),
        };
    }
    let shell = shell.current_dir(command::root()).stdin(Stdio::null());
    let output = shell.output().expect("the shell starts");
    let stderr = String::from_utf8_lossy(&output.stderr);
    let ending = match output.status.code() {
        _ if stderr.contains("panicked") => "it panics".to_string(),
        _ if output.stdout.len() > PRINTED => format!("it prints {} bytes", output.stdout.len()),
        Some(0..=2) => return None,
        _ => output.status.to_string(),
    };
    let name = job.file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let stderr: String = stderr.chars().take(300).collect();
    Some(format!("{} ({name}): {ending}\n    {}", job.line, stderr.replace('\n', "\n    ")))
}

/// Writes each input to a file.
fn files(inputs: &[Hostile]) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hostile");
    std::fs::create_dir_all(&folder).expect("writable");
    let write = |input: &Hostile| {
        let path = folder.join(format!("{}.{}", input.name, input.kind.ending()));
        std::fs::write(&path, &input.text).expect("writable");
        path
    };
    inputs.iter().map(write).collect()
}

/// The names of all passes of `partita opt`.
fn passes() -> Vec<String> {
    let output = command::partita().args(["opt", "--list-passes"]).output().expect("the command starts");
    let text = String::from_utf8(output.stdout).expect("a list is text");
    let names = text.lines().filter(|line| !line.starts_with(' '));
    names.filter_map(|line| line.split_whitespace().next().map(str::to_string)).collect()
}

fn jobs() -> Vec<Job> {
    let inputs = hostile_inputs::all();
    let files = files(&inputs);
    let mut jobs: Vec<Job> =
        ALONE.iter().map(|line| Job { line: line.to_string(), file: PathBuf::new() }).collect();
    for command in commands() {
        for (input, file) in inputs.iter().zip(&files) {
            jobs.extend(lines(&command, input.kind).into_iter().map(|line| Job { line, file: file.clone() }));
        }
    }
    for pass in passes() {
        for (input, file) in inputs.iter().zip(&files) {
            if ["calls-20", "constant-calls", "composites", "alias-in-copies"].contains(&input.name) {
                let line = format!("opt FILE --{pass} --allow-unregistered-dialect");
                jobs.push(Job { line, file: file.clone() });
            }
        }
    }
    jobs
}

/// Set by `cargo xtask test` to try one in N runs: all of them take a minute of processor time.
const ONE_IN: &str = "PARTITA_ONE_IN";

#[test]
fn every_command_ends_by_itself() {
    let step = std::env::var(ONE_IN).ok().and_then(|count| count.parse().ok()).unwrap_or(1);
    let jobs: Vec<Job> = jobs().into_iter().step_by(step).collect();
    let specs = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hostile-specs.json");
    let huge = r#"{"configuration": {"name": "c", "num_devices": 2147483647}, "specs": []}"#;
    std::fs::write(&specs, huge).expect("writable");
    let next = Mutex::new(jobs.iter());
    let faults = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(|| {
                loop {
                    let Some(job) = next.lock().expect("no test panics").next() else { return };
                    if let Some(found) = find_fault(job, &specs) {
                        faults.lock().expect("no test panics").push(found);
                    }
                }
            });
        }
    });
    let mut faults = faults.into_inner().expect("no test panics");
    faults.sort();
    assert!(faults.is_empty(), "{} of {} runs fail:\n{}", faults.len(), jobs.len(), faults.join("\n"));
}
