//! Mutated models through the reader, the structural check, the editor and the printers. All bytes must yield a finding
//! or a model; an empty edit leaves the bytes unchanged, and an edited file reads as the edited model.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use bytes::Bytes;
use partita_onnx::annotate::strip_annotations;
use partita_onnx::file::{Detail, ReadLimits, check_external, from_text, read_model, to_json, to_text};
use partita_onnx::structure::check_structure;

use crate::random::XorShift;
use crate::{Outcome, root, target};

/// The longest time that an input may take.
const PATIENCE: Duration = Duration::from_secs(5);

/// Tries inputs until the time or their number is used up.
pub(crate) fn mutate_models(seconds: u64, inputs: Option<u64>, seed: u64) -> Outcome {
    let seeds = seed_models()?;
    println!("fuzzing from {} models with seed {seed}", seeds.len());
    let mut random = XorShift::new(seed);
    let start = Instant::now();
    let (mut tried, mut valid) = (0u64, 0u64);
    while inputs.is_none_or(|most| tried < most) && start.elapsed().as_secs() < seconds {
        let bytes = mutate(&seeds, &mut random);
        tried += 1;
        let begun = Instant::now();
        let failure = match catch_unwind(AssertUnwindSafe(|| examine(&bytes))) {
            Ok(Ok(is_valid)) => {
                valid += u64::from(is_valid);
                (begun.elapsed() > PATIENCE).then(|| format!("took {:?}", begun.elapsed()))
            }
            Ok(Err(message)) => Some(message),
            Err(_) => Some("panicked".into()),
        };
        if let Some(message) = failure {
            let path = target().join(format!("fuzz-{seed}-{tried}.onnx"));
            fs::write(&path, &bytes).map_err(|error| error.to_string())?;
            return Err(format!("{message}; the input is {}", path.display()));
        }
    }
    println!("{tried} models, {valid} of them readable, no failure");
    Ok(())
}

/// Whether the bytes are a model; an error is a fault of Partita.
fn examine(bytes: &Bytes) -> Result<bool, String> {
    let model = match read_model(bytes, &ReadLimits::default()) {
        Ok(read) => read.model,
        // The scan before decoding finds everything that decoding would stumble over.
        Err(finding) if finding.message.contains("cannot be decoded") => return Err(finding.message),
        Err(_) => return Ok(false),
    };
    check_structure(&model);
    check_external(&model, |location| Ok(location.len() as u64));
    let edits = strip_annotations(&model);
    let segments = edits.apply(bytes).map_err(|error| format!("not stripped: {error}"))?;
    let stripped = Bytes::from(segments.concat());
    if edits.is_empty() && stripped != *bytes {
        return Err("an empty edit changed the bytes".into());
    }
    let again = read_model(&stripped, &ReadLimits::default())
        .map_err(|finding| format!("stripped: {}", finding.message))?;
    let mut expected = model;
    edits.apply_to(&mut expected).map_err(|error| format!("not stripped: {error}"))?;
    // NaN is not equal to itself, so texts are compared.
    if format!("{:?}", again.model) != format!("{expected:?}") {
        return Err("the stripped file is not the stripped model".into());
    }
    to_json(bytes, Detail::Full);
    let text = to_text(bytes, Detail::Full);
    let reread = from_text(&text)
        .map_err(|finding| format!("the printed text cannot be parsed: {}", finding.message))?;
    if to_text(&reread, Detail::Full) != text {
        return Err("printing twice differs".into());
    }
    Ok(true)
}

/// The models of the error pages and of the test data.
fn seed_models() -> Result<Vec<Vec<u8>>, String> {
    let mut models = Vec::new();
    for path in paths("docs/errors", "md")? {
        let page = fs::read_to_string(&path).map_err(|error| error.to_string())?;
        for block in page.split("```textproto\n").skip(1) {
            models.extend(from_text(block.split("```").next().unwrap_or_default()));
        }
    }
    for path in paths("testdata/onnx", "onnx")? {
        models.push(fs::read(&path).map_err(|error| error.to_string())?);
    }
    Ok(models)
}

/// The files of a folder with an ending, in order; none if there is no such folder.
fn paths(folder: &str, ending: &str) -> Result<Vec<PathBuf>, String> {
    let Ok(entries) = fs::read_dir(root().join(folder)) else { return Ok(Vec::new()) };
    let all: Result<Vec<PathBuf>, _> = entries.map(|entry| entry.map(|entry| entry.path())).collect();
    let mut paths = all.map_err(|error| error.to_string())?;
    paths.retain(|path| path.extension().is_some_and(|e| e == ending));
    paths.sort();
    Ok(paths)
}

/// Numbers and names that matter to the check.
const WORDS: &[&str] = &[
    "0",
    "1",
    "2",
    "-1",
    "-2",
    "7",
    "99",
    "9223372036854775807",
    "-9223372036854775808",
    "\"x\"",
    "\"y\"",
    "\"a\"",
    "\"\"",
    "\"four\"",
    "\"F\"",
    "\"If\"",
    "EXTERNAL",
];

/// Changes words and lines of the text of a model, so that most results are still models.
fn mutate_text(seed: &[u8], random: &mut XorShift) -> Option<Vec<u8>> {
    let mut lines: Vec<String> = to_text(seed, Detail::Full).lines().map(String::from).collect();
    for _ in 0..=random.below(4) {
        let at = random.below(lines.len());
        let line = lines[at].clone();
        match (random.below(4), line.split_once(": ")) {
            (0, Some(_)) => drop(lines.remove(at)),
            (1, Some(_)) => lines.insert(at, line),
            (_, Some((name, _))) => lines[at] = format!("{name}: {}", random.pick(WORDS)),
            (_, None) => {
                // Inserts a copy of a complete message at another place, or deletes it.
                let depth = line.len() - line.trim_start().len();
                let close = format!("{}}}", " ".repeat(depth));
                let end = lines[at..].iter().position(|line| *line == close).map(|length| at + length)?;
                let block = lines[at..=end].to_vec();
                let twin = random.below(at + 1);
                if lines[twin].len() - lines[twin].trim_start().len() == depth && lines[twin].ends_with('{') {
                    lines.splice(twin..twin, block);
                } else {
                    lines.drain(at..=end);
                }
            }
        }
        if lines.is_empty() {
            return None;
        }
    }
    from_text(&lines.join("\n")).ok()
}

fn mutate(seeds: &[Vec<u8>], random: &mut XorShift) -> Bytes {
    let mut bytes = random.pick(seeds).clone();
    if random.percent(60)
        && let Some(changed) = mutate_text(&bytes, random)
    {
        return changed.into();
    }
    if random.percent(2) {
        bytes = (0..random.below(200)).map(|_| random.below(256) as u8).collect();
    }
    for _ in 0..=random.below(3) {
        let length = bytes.len();
        let at = random.below(length + 1);
        let end = (at + random.below(24)).min(length);
        match random.below(7) {
            0 => drop(bytes.drain(at..end)),
            1 if at < length => bytes[at] = random.below(256) as u8,
            2 if at < length => bytes[at] ^= 1 << random.below(8),
            3 => {
                let segment = bytes[at..end].to_vec();
                let to = random.below(length + 1);
                bytes.splice(to..to, segment);
            }
            4 => {
                let donor = random.pick(seeds);
                let from = random.below(donor.len() + 1);
                let to = (from + random.below(100)).min(donor.len());
                bytes.splice(at..at, donor[from..to].iter().copied());
            }
            5 => bytes.splice(at..at, [0xFF; 9]).for_each(drop),
            _ => bytes.truncate(at),
        }
    }
    bytes.into()
}
