//! Networks on ciphertexts: encrypted with Lattigo where its library is, against plain numbers; and what is refused.

mod command;

use std::path::{Path, PathBuf};
use std::process::Output;

use partita_engine::ckks::{LIBRARY_FILE, LIBRARY_VARIABLE, locate_library};
use serde_json::Value;

/// Also runs what takes a minute.
const SLOW_VARIABLE: &str = "PARTITA_SLOW";

fn partita(arguments: &str) -> Output {
    let mut command = command::partita();
    command
        .args(arguments.split_whitespace())
        .current_dir(command::root())
        .output()
        .expect("the command ends")
}

/// The library where there is one. A library that is named must be there.
fn library() -> Option<PathBuf> {
    match locate_library(None) {
        Ok(library) => Some(library),
        Err(error) => {
            assert!(std::env::var_os(LIBRARY_VARIABLE).is_none(), "{error}");
            let note = format!("left out: no {LIBRARY_FILE}; `cargo xtask lattigo` fetches it\n");
            let _ = std::io::Write::write_all(&mut std::io::stderr(), note.as_bytes());
            None
        }
    }
}

/// Runs a network encrypted; gives the report.
fn encrypted(network: &str, options: &str) -> Option<Value> {
    let library = library()?;
    let command = format!("ckks run testdata/ckks/nets/{network} {options} --format json --lattigo");
    let output = partita(&format!("{command} {}", library.display()));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{network}: {text}{}", String::from_utf8_lossy(&output.stderr));
    let report: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(report["equal"], true, "{report}");
    assert!(report["error"].as_f64().expect("a number") < 1e-3, "{report}");
    Some(report)
}

#[test]
fn one_by_one_convolutions_of_the_worked_examples() {
    let Some(report) = encrypted("e1.toml", "--slots 1024") else { return };
    assert!(report["rotations"].as_u64().expect("a number") <= 11, "{report}");
    encrypted("e3.toml", "--slots 1024");
}

#[test]
fn constants_smooth_functions_and_products() {
    // Thirteen levels need a large ring to be secure, in which this would take ten seconds.
    encrypted("smooth.textproto", "--slots 256 --log-n 11 --insecure-test");
}

#[test]
fn attention_of_encrypted_queries_to_encrypted_keys() {
    // A block of an encoder, of 39 levels: only insecure parameters are small enough for a test.
    let options = "--slots 512 --log-n 11 --insecure-test";
    let Some(report) = encrypted("../attention/encoder_3.textproto", options) else { return };
    assert!(report["error"].as_f64().expect("a number") < 1e-5, "{report}");
    encrypted("../attention/attention_causal.textproto", options);
    // Two inputs of different length.
    encrypted("../attention/crossed.textproto", options);
}

#[test]
fn several_inputs_share_their_keys() {
    let folder = std::env::temp_dir().join(format!("partita-several-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("writable");
    let [inputs, outputs] = ["x.npy", "y.npy"].map(|name| folder.join(name));
    let values: Vec<f32> = (0..6 * 64 * 49).map(|n| (n % 1009) as f32 / 1009.0 - 0.5).collect();
    let stack = partita_interp::Tensor::f32(&[6, 64, 7, 7], values);
    std::fs::write(&inputs, partita_npy::npy::write(&stack)).expect("writable");
    let options = format!("--slots 1024 --input {} --output {}", inputs.display(), outputs.display());
    let report = encrypted("e1.toml", &options);
    let read = report.map(|report| {
        assert_eq!(report["inputs"], 6, "{report}");
        // Four programs of 1024 slots fit into the ciphertexts of the ring.
        let runs: Vec<&Value> =
            report["runs"].as_array().expect("a list").iter().map(|run| &run["inputs"]).collect();
        assert_eq!(runs, [4, 2], "{report}");
        std::fs::read(&outputs).expect("it is written")
    });
    std::fs::remove_dir_all(&folder).expect("removable");
    let Some(read) = read else { return };
    let made = partita_npy::npy::read(&read, None).expect("an array");
    assert_eq!(made.shape, [6, 16, 7, 7]);
}

#[test]
fn rows_are_sharded_and_windows_reach_across() {
    // Two parts of 32 rows each.
    encrypted("halo.toml", "--slots 2048");
}

#[test]
fn a_gap_is_closed() {
    encrypted("strided.toml", "--slots 1024");
}

#[test]
fn a_residual_block() {
    // Found or named, the ring has the same primes.
    let Some(found) = encrypted("residual.toml", "--slots 1024") else { return };
    let log_n = found["ring"].as_u64().expect("a number").ilog2();
    let named = encrypted("residual.toml", &format!("--slots 1024 --log-n {log_n}")).expect("as before");
    for field in ["ring", "modulus_bits", "keys_bytes", "memory_bytes", "levels", "secure"] {
        assert_eq!(found[field], named[field], "{field}");
    }
    assert_eq!((&named["secure"], &named["security"]), (&true.into(), &"128 bits".into()));
    // Both sides of its sum have one scale.
    assert!(found["error"].as_f64().expect("a number") < 5e-7, "{found}");
}

#[test]
fn a_small_network_end_to_end() {
    let Some(report) = encrypted("mnist.toml", "--slots 4096") else { return };
    assert_eq!(report["ring"], 1 << 14);
}

#[test]
fn many_channels_in_a_large_ring() {
    if std::env::var_os(SLOW_VARIABLE).is_some() {
        let Some(report) = encrypted("e2.toml", "--slots 32768 --log-n 16") else { return };
        assert!(report["rotations"].as_u64().expect("a number") <= 91, "{report}");
    }
}

#[test]
fn a_network_deeper_than_its_levels_is_bootstrapped() {
    // Far from secure, and quick.
    let Some(report) = encrypted("deep.toml", "--slots 256 --log-n 12 --levels 3 --insecure-test") else {
        return;
    };
    assert_eq!(report["bootstraps"], 2, "{report}");
}

#[test]
fn relu_takes_many_levels() {
    // Scales drift apart in polynomials of polynomials, more in larger rings.
    let Some(report) = encrypted("relu.toml", "--slots 256 --log-n 12 --insecure-test") else { return };
    assert!(report["levels"].as_u64().expect("a number") > 30, "{report}");
    assert!(report["approximation"].as_f64().expect("a number") < 1e-2, "{report}");
    // With fewer levels than a ReLU has, it is bootstrapped between its polynomials.
    let options = "--slots 256 --log-n 10 --levels 10 --insecure-test";
    assert_eq!(encrypted("relu.toml", options).expect("the library is there")["bootstraps"], 3);
    if std::env::var_os(SLOW_VARIABLE).is_some() {
        let options = "--slots 256 --log-n 13 --levels 15 --insecure-test";
        assert_eq!(encrypted("relu.toml", options).expect("the library is there")["bootstraps"], 2);
    }
}

#[test]
fn maxima_are_bootstrapped() {
    if std::env::var_os(SLOW_VARIABLE).is_some() {
        let options = "--slots 128 --log-n 11 --levels 32 --insecure-test";
        let Some(report) = encrypted("max.toml", options) else { return };
        assert!(report["bootstraps"].as_u64().expect("a number") > 0, "{report}");
    }
}

#[test]
fn insecure_parameters_are_refused() {
    let refused =
        partita("ckks run testdata/ckks/nets/mnist.toml --slots 2048 --log-n 12 --lattigo Cargo.toml");
    let text = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert_eq!(refused.status.code(), Some(1), "{text}");
    assert!(text.contains("PA0583") && text.contains("--insecure-test"), "{text}");
    assert!(text.contains("at most 106 bits") && text.contains("`--levels`"), "{text}");
}

/// The parameters that a plan would be run with.
fn planned(network: &str, options: &str) -> Value {
    let output = partita(&format!("ckks count testdata/ckks/nets/{network} {options} --format json"));
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{output:?}"))
}

#[test]
fn a_ring_that_is_named_has_the_primes_of_one_that_is_found() {
    // log2 of the modulus that has 128 bits of security, by the guidelines of 2024.
    let most = [(10, 26), (11, 53), (12, 106), (13, 214), (14, 430), (15, 868), (16, 1747), (17, 3523)];
    for (network, slots) in [("e1.toml", 1024), ("mnist.toml", 4096), ("relu.toml", 256), ("halo.toml", 2048)]
    {
        let found = planned(network, &format!("--slots {slots}"));
        let ring = found["ring"].as_u64().expect("there is a ring").ilog2();
        for (log_n, most) in most {
            let named = planned(network, &format!("--slots {slots} --log-n {log_n}"));
            if log_n < ring {
                assert_eq!(named["diagnostics"][0]["code"], "PA0583", "{named}");
                continue;
            }
            assert!(named["modulus_bits"].as_u64() <= Some(most), "{named}");
            if log_n == ring {
                assert_eq!(named, found);
            }
        }
    }
}

#[test]
fn insecure_results_begin_with_that_word() {
    let options = "testdata/ckks/nets/e1.toml --slots 256 --log-n 10 --insecure-test";
    let mut commands = vec![format!("ckks count {options}"), format!("ckks plan {options}")];
    commands.extend(library().map(|library| format!("ckks run {options} --lattigo {}", library.display())));
    for command in commands {
        let text = String::from_utf8_lossy(&partita(&command).stdout).into_owned();
        let warning =
            "INSECURE (--insecure-test): a modulus of 138 bits is not secure in a ring of degree 1024";
        assert_eq!(text.matches("INSECURE").count(), 1, "{command}: {text}");
        assert!(text.starts_with(warning), "{command}: {text}");
        let report: Value =
            serde_json::from_slice(&partita(&format!("{command} --format json")).stdout).expect("JSON");
        assert_eq!(report["secure"], false, "{command}: {report}");
        assert!(report["security"].as_str().expect("a text").starts_with(warning), "{command}: {report}");
    }
    // The result carries the word whatever the ring is.
    let report = planned("e1.toml", "--slots 1024 --insecure-test");
    assert_eq!(report["secure"], false, "{report}");
    assert_eq!(planned("e1.toml", "--slots 1024")["secure"], true);
}

#[test]
fn costs_are_measured_and_read_back() {
    let Some(library) = library() else { return };
    let command = "ckks measure --log-n 13 --levels 2 --repeats 1 --timing --lattigo";
    let measured = partita(&format!("{command} {}", library.display()));
    let table: Value = serde_json::from_slice(&measured.stdout).expect("JSON");
    assert_eq!((&table["log_n"], &table["levels"]), (&13.into(), &2.into()), "{table}");
    assert!(String::from_utf8_lossy(&measured.stderr).contains("\"measure ops\":"), "{measured:?}");
    let times = ["rotate", "mul_plain", "mul", "add", "rescale"].map(|op| table["rows"][1][op].as_f64());
    assert!(times.iter().all(|time| time.is_some_and(|time| time > 0.0)), "{table}");
    let costs = written("costs.json", &measured.stdout);
    let costly = planned("mnist.toml", &format!("--minimise time --costs {}", costs.display()));
    assert_eq!(costly["rotations"], planned("mnist.toml", "")["rotations"]);
    let insecure = partita(&format!("ckks measure --log-n 12 --levels 9 --lattigo {}", library.display()));
    assert!(String::from_utf8_lossy(&insecure.stderr).contains("PA0583"), "{insecure:?}");
}

#[test]
fn slots_are_chosen_with_the_ring() {
    // The ring of the levels, all of its slots.
    let found = planned("mnist.toml", "");
    assert_eq!((&found["slots"], &found["ring"]), (&8192.into(), &16384.into()), "{found}");
    assert_eq!(planned("mnist.toml", "--log-n 15")["slots"], 16384);
    // Bootstraps need a large ring.
    assert_eq!(planned("relu.toml", "--levels 10")["slots"], 32768);
}

#[test]
fn a_layer_is_computed_on_the_mesh_that_is_required() {
    let net = "testdata/ckks/nets/e1.toml --slots 1024";
    let meshes = |options: &str| {
        let output = partita(&format!("ckks plan {net} {options} --format json"));
        let plan: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{output:?}"));
        let steps = plan["steps"].as_array().unwrap_or_else(|| panic!("{plan}")).clone();
        let conv = steps.iter().find(|step| step["op"] == "conv").expect("there is a convolution").clone();
        conv["mesh"].clone()
    };
    assert_eq!(meshes("--compute conv1=x=2,y=8"), "2x8x1");
    let simulated = partita(&format!("ckks simulate {net} --compute conv1=x=2,y=8 --format json"));
    assert!(simulated.status.success(), "{simulated:?}");
    for (options, code) in [("conv1=x=3", "PA0702"), ("conv1=u=2", "PA0706"), ("input=x=2", "PA0706")] {
        let refused = partita(&format!("ckks plan {net} --compute {options}"));
        assert!(String::from_utf8_lossy(&refused.stderr).contains(code), "{options}: {refused:?}");
    }
}

#[test]
fn memory_is_checked_before_keys_are_made() {
    // The library is none, which is found out when it is started.
    let command = "ckks run testdata/ckks/nets/mnist.toml --slots 4096 --lattigo Cargo.toml --max-memory";
    let refused = partita(&format!("{command} 0.1"));
    let text = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert_eq!(refused.status.code(), Some(1), "{text}");
    // Not even with one key in memory at a time.
    let words =
        ["PA0738", "the limit is 102.4 MiB", "18.0 MiB (20 rotations in a temporary file)", "--max-memory"];
    words.iter().for_each(|word| assert!(text.contains(word), "{word}: {text}"));
    let enough = partita(&format!("{command} 1"));
    assert!(String::from_utf8_lossy(&enough.stderr).contains("PA0580"), "{enough:?}");
}

/// The most memory that processes of a command took, where the system counts it.
fn measured_peak(arguments: &str) -> Option<u64> {
    let mut child = command::partita()
        .args(arguments.split_whitespace())
        .current_dir(command::root())
        .stdout(std::process::Stdio::null())
        .spawn()
        .expect("it starts");
    let children = format!("/proc/{0}/task/{0}/children", child.id());
    let mut most = None;
    while child.try_wait().expect("it can be asked").is_none() {
        let served = std::fs::read_to_string(&children).unwrap_or_default();
        for id in served.split_whitespace() {
            let status = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
            let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
            let kibibytes = peak.and_then(|rest| rest.split_whitespace().next()?.parse::<u64>().ok());
            most = most.max(kibibytes.map(|kibibytes| kibibytes * 1024));
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    most
}

#[test]
fn memory_is_as_estimated() {
    let Some(library) = library() else { return };
    for (network, slots) in [("mnist.toml", 4096), ("strided.toml", 1024)] {
        let estimate = planned(network, &format!("--slots {slots}"))["memory_bytes"].as_u64().expect("bytes");
        let command = format!("ckks run testdata/ckks/nets/{network} --slots {slots} --lattigo");
        let Some(measured) = measured_peak(&format!("{command} {}", library.display())) else { return };
        let ratio = estimate as f64 / measured as f64;
        assert!((0.8..1.25).contains(&ratio), "{network}: {estimate} are estimated, {measured} are taken");
    }
}

#[test]
fn a_plan_is_a_page_of_its_own() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("plan.html");
    let command = format!("ckks plan testdata/ckks/nets/mnist.toml --slots 2048 --html {}", path.display());
    assert!(partita(&command).status.success());
    let page = std::fs::read_to_string(&path).expect("it was written");
    assert!(page.starts_with("<!doctype html>") && page.contains("id=\"data\""), "{page}");
    // Addresses in scripts are names of XML namespaces.
    assert!(!page.contains("src=\"http") && !page.contains("href=\"http"), "{page}");
}

#[test]
fn a_model_is_simulated() {
    let output = partita("ckks simulate testdata/ckks/nets/small.textproto --slots 512 --format json");
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((output.status.code(), &report["equal"]), (Some(0), &Value::Bool(true)), "{report}");
    assert_eq!(report["rotations"], report["planned"]);
}

/// A file of this test, so that a stage can be read back.
fn written(name: &str, text: &[u8]) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).expect("writable");
    path
}

#[test]
fn every_stage_is_read_back() {
    let net = "testdata/ckks/nets/residual.toml";
    let lower = |options: &str| {
        let output = partita(&format!("ckks lower {net} {options}"));
        assert!(output.status.success(), "{options}: {}", String::from_utf8_lossy(&output.stderr));
        output.stdout
    };
    let simulated = |options: &str| {
        let output = partita(&format!("ckks simulate {net} --format json {options}"));
        let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(report["equal"], true, "{options}: {report}");
        report
    };
    let own = lower("--slots 256 --stage shardings");
    let propagated = lower("--slots 256 --mesh x=4 --shard input=[-,x,-] --stage propagated");
    assert!(
        String::from_utf8_lossy(&propagated)
            .contains("add4: mesh [x=4] ([-, x, -], [-, x, -]) -> ([-, x, -])")
    );
    for (name, text) in [("own", own), ("propagated", propagated)] {
        let path = written(&format!("{name}.shardings"), &text);
        // Propagated shardings that are given again do not change.
        let again = lower(&format!("--slots 256 --shardings {} --stage propagated", path.display()));
        if name == "propagated" {
            assert_eq!(String::from_utf8_lossy(&again), String::from_utf8_lossy(&text));
        }
        simulated(&format!("--slots 256 --shardings {}", path.display()));
    }
    let plan = written("residual.plan", &lower("--slots 1024 --stage plan"));
    let best = simulated("--slots 1024");
    assert_eq!(simulated(&format!("--plan {}", plan.display()))["rotations"], best["rotations"]);
    let program = written("residual.slots", &lower("--slots 1024 --stage program"));
    assert_eq!(simulated(&format!("--program {}", program.display())), best);
    let loops = lower("--slots 1024 --stage loops");
    let form = partita_ckks::loop_form::LoopForm::parse(&String::from_utf8_lossy(&loops)).expect("it reads");
    assert_eq!(form.to_string().as_bytes(), loops);
    // The program is made from the loops, so bootstraps are among them.
    let deep = partita("ckks lower testdata/ckks/nets/deep.toml --slots 256 --levels 3 --stage loops");
    assert_eq!(String::from_utf8_lossy(&deep.stdout).matches("= bootstrap %0").count(), 2, "{deep:?}");
}

#[test]
fn keys_and_room_are_limits() {
    let report = |options: &str| {
        let command =
            format!("ckks simulate testdata/ckks/nets/mnist.toml --slots 1024 --format json {options}");
        let output = partita(&command);
        serde_json::from_slice::<Value>(&output.stdout).unwrap_or_else(|_| panic!("{output:?}"))
    };
    let free = report("");
    let few = report("--max-keys 14");
    assert!(
        few["equal"] == true && few["keys"].as_u64() <= Some(14) && free["keys"].as_u64() > Some(14),
        "{few}"
    );
    assert!(few["rotations"].as_u64() > free["rotations"].as_u64(), "{few}");
    let planned = partita("ckks plan testdata/ckks/nets/mnist.toml --slots 1024 --format json");
    let planned: Value = serde_json::from_slice(&planned.stdout).expect("JSON");
    let peak = planned["peak"].as_u64().expect("a number");
    assert!(free["peak"].as_u64() <= Some(peak), "{free}");
    let small = report(&format!("--max-ciphertexts {}", peak - 1));
    assert_eq!(small["equal"], true, "{small}");
    assert!(small["peak"].as_u64() < Some(peak), "{small}");
    assert_eq!(report("--max-ciphertexts 2")["diagnostics"][0]["code"], "PA0737");
}

#[test]
fn others_are_summed_up_beside_a_plan() {
    let output = partita("ckks plan testdata/ckks/nets/e1.toml --slots 1024 --format json");
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let sum = |name: &str| report["baselines"][name]["rotations"].as_u64().expect("a number");
    // The published figures, and exact planes with steps shared as ours are.
    assert_eq!((sum("greedy"), sum("full"), sum("half")), (128, 128, 144), "{report}");
    assert!(sum("utilisation") > report["rotations"].as_u64().expect("a number"), "{report}");
    assert_eq!(report["steps"][1]["half"], "144");
    let output = partita("ckks plan testdata/ckks/nets/halo.toml --slots 2048 --format json");
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    // Two channels alone in two parts each, [2, 2, 2]: 8 cells of 2 rotations, and 8 taps for 4 inputs.
    assert_eq!(report["steps"][1]["full"], "48", "{report}");
}
