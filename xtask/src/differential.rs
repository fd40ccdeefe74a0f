//! Comparison with the MLIR and Shardy inside jaxlib.

use std::fs;
use std::path::{Path, PathBuf};

use partita_base::Source;
use partita_mlir::{ParseOptions, Parsed, PrintOptions, parse, print, split_chunks};
use serde_json::{Value, json};

use crate::confirmed::{Confirmation, Confirmed, Digest};
use crate::oracle::{self, Jaxlib, report_verdict};
use crate::{Outcome, passes, registered, root};

/// Texts of the corpus that Partita rejects with a code, and the reason. None of them is written by JAX.
pub(crate) const UNSUPPORTED: &[(&str, &str)] =
    &[("text_attributes", "affine maps and distinct attributes (PA0015)")];

/// The seed and the number of the random graphs of a run without options.
pub(crate) const GRAPHS: (u64, u64) = (1, 1000);

pub(crate) fn compare_with_jaxlib(only: Option<&str>, (seed, count): (u64, u64)) -> Outcome {
    let corpus = oracle::corpus()?;
    let index: Value = read_json(&corpus.join("index.json"))?;
    let wanted = |path: &Path| only.is_none_or(|only| file_name(path).contains(only));
    let files: Vec<PathBuf> = mlir_files(&corpus)?.into_iter().filter(|path| wanted(path)).collect();
    programs_print_as_jaxlib_prints(&files, &index)?;
    if only.is_none() {
        verdicts_are_jaxlibs()?;
        registered::list_is_recorded()?;
    }
    passes::agree_with_jaxlib(&files)?;
    if only.is_some() || count == 0 { Ok(()) } else { passes::agree_on_random_graphs(seed, count) }
}

fn read_json(path: &Path) -> Result<Value, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))
}

pub(crate) fn file_name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

pub(crate) fn mlir_files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "mlir"));
    files.sort();
    Ok(files)
}

/// Every lowered program, in every form, before and after Shardy's passes, verifies and prints byte for
/// byte as jaxlib printed it; and from its generic form we print what jaxlib prints as its custom form.
fn programs_print_as_jaxlib_prints(files: &[PathBuf], index: &Value) -> Outcome {
    let mut failures = Vec::new();
    let mut passed = 0;
    for path in files {
        let file = file_name(path);
        let (program, form) = file.split_once('.').unwrap_or((&file, ""));
        let form = form.trim_end_matches("mlir").trim_end_matches('.');
        let unstable = index[program]["unstable"].get(format!(".{form}")).is_some();
        if unstable {
            // jaxlib itself does not read this text back unchanged.
            continue;
        }
        let text = fs::read_to_string(path).map_err(|error| error.to_string())?;
        let source = Source::new(&file, text.as_str()).map_err(|_| format!("{file} is too large"))?;
        let parsed = parse(&source, ParseOptions::default());
        if let Some((_, reason)) = UNSUPPORTED.iter().find(|(unsupported, _)| *unsupported == program) {
            match parsed.diagnostics.has_errors() {
                true => passed += 1,
                false => failures.push(format!("{file}: listed as unsupported ({reason}) but it reads")),
            }
            continue;
        }
        match check_program(path, &source, &parsed, form) {
            Ok(()) => passed += 1,
            Err(message) => failures.push(format!("{file}: {message}")),
        }
    }
    report_verdict("texts of JAX programs", passed, &failures)
}

pub(crate) fn check_program(path: &Path, source: &Source, parsed: &Parsed, form: &str) -> Outcome {
    let mut diagnostics = parsed.diagnostics.clone();
    diagnostics.append(partita_verify::verify(&parsed.module));
    if let Some(error) = diagnostics.iter().find(|d| d.severity == partita_base::Severity::Error) {
        let at = source.position(error.span.start);
        return Err(format!("{}:{}: [{}] {}", at.line, at.column, error.code, error.message));
    }
    let has = |part: &str| form.split('.').any(|word| word == part);
    let options = PrintOptions::default().generic(has("generic")).debug_info(has("debug"));
    check_same_text(source.text(), &print(&parsed.module, options))?;
    if options.generic {
        let custom = path.to_string_lossy().replace(".generic", "");
        let expected = fs::read_to_string(&custom).map_err(|error| format!("{custom}: {error}"))?;
        check_same_text(&expected, &print(&parsed.module, options.generic(false)))
            .map_err(|message| format!("from generic to custom form: {message}"))?;
    }
    Ok(())
}

pub(crate) fn check_same_text(expected: &str, printed: &str) -> Outcome {
    if expected == printed {
        return Ok(());
    }
    let differ = expected.lines().zip(printed.lines()).enumerate().find(|(_, (a, b))| a != b);
    match differ {
        Some((line, (a, b))) => {
            Err(format!("line {} differs:\n  jaxlib  {a:.300}\n  partita {b:.300}", line + 1))
        }
        None => Err("one text is longer".into()),
    }
}

/// The headers `// jaxlib: accept` and `// jaxlib: reject` of the hand-written files state the verdict of the installed
/// jaxlib. (A separate test, which needs no Python, checks that Partita gives the same verdict.)
fn verdicts_are_jaxlibs() -> Outcome {
    let mut confirmed = Confirmed::of("verdicts")?;
    let mut jaxlib = Jaxlib::default();
    let mut failures = Vec::new();
    let mut passed = 0;
    for path in mlir_files(&root().join("testdata/verify"))? {
        let text = fs::read_to_string(&path).map_err(|error| error.to_string())?;
        let mut digest = Digest::new()?;
        digest.add(&text);
        if let Some(before) = confirmed.get(&digest) {
            passed += before.passed;
            continue;
        }
        let (mut agreed, wrong) = (0, failures.len());
        for (number, range) in split_chunks(&text).into_iter().enumerate() {
            match chunk_matches_its_header(&text[range], &mut jaxlib)? {
                Ok(()) => agreed += 1,
                Err(message) => failures.push(format!("{} chunk {number}: {message}", file_name(&path))),
            }
        }
        passed += agreed;
        if failures.len() == wrong {
            confirmed.keep(&digest, Confirmation { passed: agreed, lost: 0 });
        }
    }
    report_verdict("verdicts of jaxlib", passed, &failures)?;
    confirmed.finish("files of texts to verify")
}

/// Whether jaxlib accepts or rejects a text as its header expects.
fn chunk_matches_its_header(chunk: &str, jaxlib: &mut Jaxlib) -> Result<Outcome, String> {
    let header = chunk.lines().find_map(|line| line.strip_prefix("// jaxlib: "));
    let Some(header) = header.and_then(|header| header.split_whitespace().next()) else {
        return Ok(Err("expected a line `// jaxlib:`, found none".into()));
    };
    if header == "crash" {
        return Ok(Ok(()));
    }
    let unregistered = chunk.contains("allow-unregistered-dialect");
    let question = json!({"cmd": "parse", "text": chunk, "allow_unregistered": unregistered});
    let answer = match jaxlib.server()?.ask(question)? {
        Some(answer) if answer["ok"] == true => "accept",
        Some(_) => "reject",
        None => "crash",
    };
    Ok(match answer == header {
        true => Ok(()),
        false => Err(format!("the header expects {header}, jaxlib answers {answer}")),
    })
}
