//! Client and server with files between them: results, what the server holds, what is refused. Without SEAL most of it is left
//! out, which is said.

mod command;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use partita::ckks::deploy::CompiledModel;
use partita::ckks::{self, Network};
use partita_base::Sha256;
use partita_engine::ckks::{CkksFile, CkksFileKind, SEAL_VARIABLE, SealSettings};
use serde_json::Value;

/// A Python with SEAL, where there is one. If the environment variable names one, it must work.
fn python() -> Option<PathBuf> {
    let python = SealSettings::find(None).python;
    let works = Command::new(&python).args(["-c", "import tenseal.sealapi"]).output();
    if works.is_ok_and(|ended| ended.status.success()) {
        return Some(python);
    }
    assert!(std::env::var_os(SEAL_VARIABLE).is_none(), "{} has no tenseal", python.display());
    let note = "left out: no Python with tenseal; `cargo xtask seal` makes one\n";
    let _ = std::io::Write::write_all(&mut std::io::stderr(), note.as_bytes());
    None
}

/// A folder for the files of a test, emptied.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("partita-deploy-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a temporary folder can be created");
    folder
}

/// Runs a step in a folder; `@` is the path of the repository.
fn step(folder: &Path, python: &Path, arguments: &str) -> Output {
    let root = command::root().display().to_string();
    let mut command = command::partita();
    command.arg("ckks").args(arguments.split_whitespace().map(|word| word.replace('@', &root)));
    command.current_dir(folder).env(SEAL_VARIABLE, python).output().expect("the command ends")
}

/// The report of a step that succeeds.
fn done(folder: &Path, python: &Path, arguments: &str) -> Value {
    let output = step(folder, python, &format!("{arguments} --format json"));
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments}: {}{stderr}", String::from_utf8_lossy(&output.stdout));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// Checks that a step fails with a code, and that its message has some words.
fn fails(folder: &Path, python: &Path, arguments: &str, code: &str, words: &str) {
    let output = step(folder, python, arguments);
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{arguments}: {text}");
    assert!(text.contains(&format!("error[{code}]")) && text.contains(words), "{arguments}: {text}");
}

fn largest(values: &[f64]) -> usize {
    (0..values.len()).max_by(|&a, &b| values[a].total_cmp(&values[b])).expect("there are values")
}

/// The numbers of an array of doubles or of half-precision numbers.
fn numbers(path: &Path) -> Vec<f64> {
    let bytes = fs::read(path).expect("the array was written");
    let tensor = partita::tensor::npy::read(&bytes, None).expect("it is an array");
    match &tensor.data {
        partita::tensor::Data::F32(values) => values.iter().map(|&value| f64::from(value)).collect(),
        partita::tensor::Data::F64(values) => values.to_vec(),
        _ => panic!("they are real numbers"),
    }
}

fn write_array(path: &Path, shape: &[usize], values: Vec<f64>) {
    let tensor = partita::tensor::Tensor::new(partita::tensor::Element::F64, shape.to_vec(), values);
    fs::write(path, partita::tensor::npy::write(&tensor)).expect("writable");
}

/// The network of a model file.
fn network(folder: &Path) -> Network {
    CompiledModel::read(&fs::read(folder.join("model.ckks")).expect("it was written"))
        .expect("it is valid")
        .network
}

/// Searches the memory of a server for the key of its client.
const SEARCH: &str = include_str!("deploy/search.py");

/// A model with two inputs: each sample has both, and files name them.
#[test]
fn two_inputs_are_encrypted_by_name() {
    let Some(python) = &python() else { return };
    let folder = &folder("two");
    done(folder, python, "compile @/testdata/ckks/attention/towers.textproto --slots 64 -o model.ckks");
    done(folder, python, "keygen model.ckks -o secret.key --evaluation-keys evaluation.keys");
    let values =
        |count: usize, by: usize| (0..count).map(|n| (n * by % 19) as f64 / 19.0 - 0.5).collect::<Vec<_>>();
    let (a, b) = (values(30, 7), values(18, 5));
    write_array(&folder.join("a.npy"), &[3, 10], a.clone());
    write_array(&folder.join("b.npy"), &[3, 6], b.clone());
    done(folder, python, "encrypt a=a.npy b=b.npy --key secret.key --model model.ckks -o x.enc");
    done(folder, python, "evaluate model.ckks x.enc --keys evaluation.keys -o y.enc");
    done(folder, python, "decrypt y.enc --key secret.key -o y.npy");
    let made = numbers(&folder.join("y.npy"));
    let network = network(folder);
    for sample in 0..3 {
        let input = [&a[sample * 10..][..10], &b[sample * 6..][..6]].concat();
        let direct = network.run(&input).expect("it is in range");
        let off = direct.iter().zip(&made[sample * 2..]).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(off < 1e-3, "sample {sample}: {off}");
    }
    let output = step(folder, python, "encrypt a.npy --key secret.key -o z.enc");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("expected a=FILE and b=FILE"));
    assert!(!folder.join("z.enc").exists());
    fs::remove_dir_all(folder).expect("it can be removed");
}

#[test]
fn two_hundred_digits_on_a_server_that_never_holds_the_key() {
    let Some(python) = &python() else { return };
    let (client, server) = (&folder("client"), &folder("server"));
    // The commands are those of the book.
    let page = command::root().join("docs/book/src/how-to/encrypt-a-network.md");
    let page = fs::read_to_string(page).expect("readable");
    let shown = page.lines().filter_map(|line| line.strip_prefix("partita ckks "));
    let shown = shown.skip_while(|line| !line.starts_with("compile"));
    let shown: Vec<String> = shown.map(|line| line.replace("examples/", "@/examples/")).collect();
    let [compile, keygen, encrypt, evaluate, decrypt] = shown.as_slice() else {
        panic!("five steps: {shown:?}")
    };
    let made = done(server, python, compile);
    // 49 + 3 * 40 + 60 of 430 bits.
    assert_eq!(
        (&made["ring"], &made["modulus_bits"], &made["secure"]),
        (&16384.into(), &229.into(), &true.into())
    );
    fs::rename(server.join("contract.ckks"), client.join("contract.ckks")).expect("both are there");
    let sizes = done(client, python, keygen);
    let size = |at: usize| sizes["files"][at]["bytes"].as_u64().expect("a size");
    assert_eq!(size(1), fs::metadata(client.join("evaluation.keys")).expect("it was written").len());
    assert!(size(0) < 1 << 20 && size(1) < 34 << 20, "{sizes}");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = fs::metadata(client.join("secret.key")).expect("it was written").permissions().mode();
        assert_eq!(mode & 0o077, 0, "others may not read it");
    }
    let encrypted = done(client, python, encrypt);
    assert_eq!((&encrypted["samples"], &encrypted["ciphertexts"]), (&200.into(), &2.into()));
    for file in ["evaluation.keys", "images.enc"] {
        fs::rename(client.join(file), server.join(file)).expect("both are there");
    }
    // The folder of the server holds what it takes, and nothing of the key.
    let mut searched = Command::new(python);
    searched
        .args(["-c", SEARCH])
        .arg(client.join("secret.key"))
        .arg(env!("CARGO_BIN_EXE_partita"))
        .arg("ckks")
        .args(evaluate.split_whitespace());
    let searched = searched.current_dir(server).env(SEAL_VARIABLE, python).output().expect("the search ends");
    let text = String::from_utf8_lossy(&searched.stdout).into_owned();
    assert!(searched.status.success(), "{text}{}", String::from_utf8_lossy(&searched.stderr));
    if cfg!(target_os = "linux") {
        assert!(text.contains("the key is in no file and in no process of the server"), "{text}");
    }
    fs::rename(server.join("scores.enc"), client.join("scores.enc")).expect("both are there");
    done(client, python, decrypt);
    let (scores, images) =
        (numbers(&client.join("scores.npy")), numbers(&command::root().join("examples/digits/images.npy")));
    let network = network(server);
    let labels = fs::read(command::root().join("examples/digits/labels.npy")).expect("it is there");
    let mut right = 0;
    for (sample, (scores, image)) in scores.chunks(10).zip(images.chunks(64)).enumerate() {
        let plain = network.run(image).expect("it is in range");
        assert_eq!(largest(scores), largest(&plain), "image {sample}");
        assert!(ckks::relative_error(&network, scores, &plain) < 1e-5, "image {sample}");
        right += usize::from(largest(scores) == usize::from(labels[labels.len() - 200 + sample]));
    }
    assert_eq!((scores.len(), right), (2000, 198));
    let _ = fs::remove_dir_all(client).and(fs::remove_dir_all(server));
}

/// A composition of polynomials, whose scales drift, and a residual sum, on one sample in several ciphertexts.
#[test]
fn deep_programs_agree_with_plain_numbers() {
    let Some(python) = &python() else { return };
    let folder = &folder("deep");
    let layer = |fields: &str| format!("[[layer]]\n{fields}\n");
    let conv = layer("op = 'conv'\nname = 'a'\nfeatures = 2\nkernel = 3\npad = 'same'");
    let relu = layer("op = 'activation'\nname = 'relu'\nfunction = 'relu'");
    let (sum, gemm) = (layer("op = 'add'\nof = ['a', 'relu']"), layer("op = 'gemm'\nfeatures = 4"));
    let net = ["input = [3, 4, 4]\n", &conv, &relu, &sum, &gemm];
    fs::write(folder.join("net.toml"), net.concat()).expect("writable");
    let made = done(
        folder,
        python,
        "compile net.toml --slots 16 --log-n 10 --insecure-test --margin 2 -o model.ckks",
    );
    assert_eq!((&made["secure"], &made["levels"], &made["lanes"]), (&false.into(), &16.into(), &32.into()));
    done(folder, python, "keygen model.ckks -o key --evaluation-keys keys --insecure-test");
    let network = network(folder);
    let input = network.seeded_input(9);
    write_array(&folder.join("x.npy"), &[3, 4, 4], input.clone());
    let encrypted = done(folder, python, "encrypt x.npy --key key --model model.ckks -o x.enc");
    assert_eq!(encrypted["ciphertexts"], 3);
    done(folder, python, "evaluate model.ckks x.enc --keys keys -o y.enc");
    // With memory for keys and ciphertexts alone, weights are encoded again in every run.
    let model =
        CompiledModel::read(&fs::read(folder.join("model.ckks")).expect("it is there")).expect("it is valid");
    let least = model.memory().expect("the program is valid") as f64 / f64::from(1 << 30);
    let tight = least + 1e-5;
    done(
        folder,
        python,
        &format!("evaluate model.ckks x.enc --keys keys -o again.enc --max-memory {tight:.7}"),
    );
    let less = least / 2.0;
    let less = format!("evaluate model.ckks x.enc --keys keys -o less.enc --max-memory {less:.7}");
    fails(folder, python, &less, "PA0738", "keys and ciphertexts need");
    let plain = network.run(&input).expect("it is in range");
    for results in ["y.enc", "again.enc"] {
        done(folder, python, &format!("decrypt {results} --key key -o y.npy"));
        let error = ckks::relative_error(&network, &numbers(&folder.join("y.npy")), &plain);
        assert!(error < 1e-4, "{results} is off by {error}");
    }
    let _ = fs::remove_dir_all(folder);
}

#[test]
fn bad_files_and_inputs_are_named_and_nothing_is_lost() {
    let Some(python) = &python() else { return };
    let folder = &folder("bad");
    let net = "input = [4, 1, 1]\n[[layer]]\nop = 'gemm'\nname = 'fc'\nfeatures = 3\n[[layer]]\nop = 'activation'\nfunction = 'square'\n";
    fs::write(folder.join("net.toml"), net).expect("writable");
    let compile = "compile net.toml --log-n 11 --insecure-test";
    done(folder, python, &format!("{compile} --slots 64 --range 8 -o model"));
    done(folder, python, &format!("{compile} --slots 32 --range 8 -o other"));
    let keygen = "keygen model --insecure-test";
    fails(folder, python, "keygen model -o key --evaluation-keys keys", "PA0583", "not secure");
    done(folder, python, &format!("{keygen} -o key --evaluation-keys keys"));
    done(folder, python, &format!("{keygen} -o key2 --evaluation-keys keys2"));
    let twice = step(folder, python, &format!("{keygen} -o key --evaluation-keys keys"));
    assert_eq!(twice.status.code(), Some(2), "a secret key is not overwritten");
    write_array(&folder.join("x.npy"), &[2, 4], vec![1.0, -1.0, 0.5, 0.0, 0.1, 0.2, 0.3, 0.4]);
    write_array(&folder.join("far.npy"), &[4], vec![0.0, 0.0, -9.0, 0.0]);
    write_array(&folder.join("long.npy"), &[5], vec![0.0; 5]);
    done(folder, python, "encrypt x.npy --key key -o x");
    done(folder, python, "evaluate model x --keys keys -o y");

    // Whatever fails, the old output stays.
    fs::write(folder.join("out"), "old").expect("writable");
    let evaluate = |model: &str, x: &str, keys: &str| format!("evaluate {model} {x} --keys {keys} -o out");
    let check = |arguments: &str, code: &str, words: &str| {
        fails(folder, python, arguments, code, words);
        assert_eq!(fs::read(folder.join("out")).expect("it is there"), b"old", "{arguments}");
    };
    check(
        "encrypt far.npy --key key -o out",
        "PA0714",
        "value 2 of sample 0 is -9, but the model takes at most 8",
    );
    check("encrypt long.npy --key key -o out", "PA0560", "expected shape");
    check(&evaluate("model", "x", "keys2"), "PA0591", "encrypted inputs belong to key");
    check("decrypt y --key key2 -o out", "PA0591", "encrypted results belong to key");
    check(&evaluate("other", "x", "keys"), "PA0590", "in 64 slots");
    check("encrypt x.npy --key key --model other -o out", "PA0590", "in 32 slots");
    check(&evaluate("model", "x", "key"), "PA0589", "expected evaluation keys, found a secret key");
    check(&evaluate("model", "net.toml", "keys"), "PA0589", "found a file of another format");
    for file in ["model", "key", "keys", "x", "y"] {
        let bytes = fs::read(folder.join(file)).expect("it is there");
        fs::write(folder.join("short"), &bytes[..bytes.len() / 2]).expect("writable");
        let replaced = |name: &str| if name == file { "short".to_string() } else { name.to_string() };
        let arguments = match file {
            "key" | "y" => format!("decrypt {} --key {} -o out", replaced("y"), replaced("key")),
            _ => evaluate(&replaced("model"), &replaced("x"), &replaced("keys")),
        };
        check(&arguments, "PA0589", "truncated");
    }
    // A digest that holds, around what SEAL did not write.
    let forge = |file: &str, kind: CkksFileKind, section: usize, change: &dyn Fn(&mut Vec<u8>)| {
        let bytes = fs::read(folder.join(file)).expect("it is there");
        let read = CkksFile::read(&bytes, &[kind]).expect("it is valid");
        let mut changed = read.sections[section].to_vec();
        change(&mut changed);
        let mut sections = read.sections.clone();
        sections[section] = &changed;
        fs::write(folder.join("forged"), CkksFile { sections, ..read }.to_bytes()).expect("writable");
    };
    forge("x", CkksFileKind::Inputs, 1, &|cipher| cipher.truncate(100));
    check(&evaluate("model", "forged", "keys"), "PA0589", "SEAL rejects a ciphertext");
    forge("x", CkksFileKind::Inputs, 1, &|cipher| cipher[200..].iter_mut().for_each(|byte| *byte ^= 0x5a));
    check(&evaluate("model", "forged", "keys"), "PA0589", "SEAL rejects a ciphertext");
    forge("x", CkksFileKind::Inputs, 0, &|samples| samples.fill(0xff));
    check(&evaluate("model", "forged", "keys"), "PA0589", "samples");
    forge("keys", CkksFileKind::EvaluationKeys, 2, &|key| key[..64].fill(0));
    check(&evaluate("model", "x", "forged"), "PA0589", "SEAL rejects the key of the rotation");
    forge("key", CkksFileKind::SecretKey, 0, &|key| key.clear());
    check("decrypt y --key forged -o out", "PA0589", "SEAL rejects the secret key");

    let absent = step(folder, Path::new("/nonexistent/python"), &evaluate("model", "x", "keys"));
    assert!(String::from_utf8_lossy(&absent.stderr).contains("error[PA0580]"));
    let _ = fs::remove_dir_all(folder);
}

#[test]
fn programs_that_seal_cannot_run_are_refused() {
    let folder = &folder("refused");
    let compile = "compile @/testdata/ckks/nets/relu.toml --slots 1024 -o model";
    fails(folder, Path::new("unused"), &format!("{compile} --levels 16"), "PA0588", "SEAL has none");
    fails(folder, Path::new("unused"), &format!("{compile} --log-n 13"), "PA0583", "not secure");
    assert!(!folder.join("model").exists());
    let _ = fs::remove_dir_all(folder);
}

/// Models with changed bytes and a digest that holds: they are refused, or they are models.
#[test]
fn hostile_models_are_refused() {
    let folder = &folder("hostile");
    let compile = "compile @/examples/digits/digits.onnx --slots 64 --range 1 -o model.ckks";
    done(folder, Path::new("unused"), compile);
    let bytes = fs::read(folder.join("model.ckks")).expect("it was written");
    let file = CkksFile::read(&bytes, &[CkksFileKind::Model]).expect("it is valid");
    let mut random = 1u64;
    let mut below = |limit: usize| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as usize % limit.max(1)
    };
    let mut valid = 0;
    for _ in 0..120 {
        let section = below(3);
        let mut changed = file.sections[section].to_vec();
        for _ in 0..=below(3) {
            let (at, from) = (below(changed.len()), below(changed.len()));
            match below(4) {
                0 => changed[at] = b"0123456789[]%@:,x \n\xff"[below(20)],
                1 => changed.truncate(at),
                2 => drop(changed.drain(at..(at + below(9)).min(changed.len()))),
                _ => {
                    let slice = changed[from..(from + below(40)).min(changed.len())].to_vec();
                    changed.splice(at..at, slice);
                }
            }
        }
        let mut sections = file.sections.clone();
        sections[section] = &changed;
        let forged = CkksFile { sections, ..file.clone() }.to_bytes();
        match CompiledModel::read(&forged) {
            Ok(model) => {
                valid += 1;
                assert_eq!(model.contract.text(), file.contract);
            }
            Err(error) => assert!(!error.codes().is_empty(), "{error}"),
        }
    }
    assert!(valid < 100, "most changes are mistakes");
    // The digest names the contract too.
    let digest = Sha256::digest(file.contract.as_bytes());
    assert_eq!(bytes[12..44], digest);
    let _ = fs::remove_dir_all(folder);
}
