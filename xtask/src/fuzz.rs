//! Mutated texts through the parser, the verifier, the printer and propagation. Every text must yield diagnostics or a
//! module; a module that parses without error must print to a text that parses and prints to the same text.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use partita_base::Source;
use partita_hlo::propagation::{self, Purpose, Settings};
use partita_hlo::rules::{Compat, RuleOptions};
use partita_ir::Module;
use partita_mlir::{ParseOptions, PrintOptions, parse, print, split_chunks};
use partita_propagate::{Explainer, Options};

use crate::differential::mlir_files;
use crate::random::XorShift;
use crate::{Outcome, root, target};

/// The longest time that an input may take.
const PATIENCE: Duration = Duration::from_secs(5);

/// A new seed, from the clock.
pub(crate) fn fresh_seed() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |time| time.as_nanos() as u64)
}

/// Tries inputs until the time or their number is used up.
pub(crate) fn mutate_texts(seconds: u64, inputs: Option<u64>, seed: u64) -> Outcome {
    let seeds = seed_texts()?;
    println!("fuzzing from {} texts with seed {seed}", seeds.len());
    let mut random = XorShift::new(seed);
    let start = Instant::now();
    let (mut tried, mut valid) = (0u64, 0u64);
    while inputs.is_none_or(|most| tried < most) && start.elapsed().as_secs() < seconds {
        let text = mutate(&seeds, &mut random);
        tried += 1;
        let begun = Instant::now();
        let outcome = catch_unwind(AssertUnwindSafe(|| examine(&text)));
        let failure = match outcome {
            Ok(Ok(read)) => {
                valid += u64::from(read);
                (begun.elapsed() > PATIENCE).then(|| format!("took {:?}", begun.elapsed()))
            }
            Ok(Err(message)) => Some(message),
            Err(_) => Some("panicked".into()),
        };
        if let Some(message) = failure {
            let path = target().join(format!("fuzz-{seed}-{tried}.mlir"));
            fs::write(&path, &text).map_err(|error| error.to_string())?;
            return Err(format!("{message}; the input is {}", path.display()));
        }
    }
    println!("{tried} inputs, {valid} of them valid, no failure");
    Ok(())
}

/// Propagates through a valid module; any result without a panic is fine.
fn propagate(module: &Module) {
    let rules = RuleOptions::default().compat(Compat::Full);
    let options = Options::default().step_limit(100_000).trace(true);
    let Ok(prepared) = propagation::prepare(module.clone(), Compat::Full, Purpose::Annotate) else { return };
    let mut propagated = prepared.propagate(&Settings::default().rules(rules).options(options));
    if let Some(trace) = propagated.run.outcome.trace.take() {
        Explainer::new(&mut propagated.run.problem.problem, &trace).conflicts();
    }
    let _ = propagated.write().annotate();
}

/// Whether the text is valid; an error is a fault of Partita.
fn examine(text: &str) -> Result<bool, String> {
    let source = Source::new("fuzz", text).expect("mutated texts are short");
    let parsed = parse(&source, ParseOptions::default());
    let diagnostics = partita_verify::verify(&parsed.module);
    if parsed.diagnostics.has_errors() {
        return Ok(false);
    }
    if !diagnostics.has_errors() {
        propagate(&parsed.module);
    }
    for options in [PrintOptions::default(), PrintOptions::default().generic(true).debug_info(true)] {
        let printed = print(&parsed.module, options);
        let again = Source::new("again", printed.as_str()).map_err(|_| "the printed text is too large")?;
        let reread = parse(&again, ParseOptions::default());
        if let Some(error) = reread.diagnostics.iter().next() {
            // MLIR prints a few modules that it does not read either; they do not verify.
            if diagnostics.has_errors() || printed.contains(", , sizes = []") {
                continue;
            }
            return Err(format!("the printed text cannot be parsed: {}", error.message));
        }
        if print(&reread.module, options) != printed && !diagnostics.has_errors() {
            return Err("printing twice differs".into());
        }
    }
    Ok(!diagnostics.has_errors())
}

/// The chunks of all test data.
fn seed_texts() -> Result<Vec<String>, String> {
    let mut texts = Vec::new();
    for folder in ["testdata/roundtrip", "testdata/roundtrip/in", "testdata/verify", "examples"] {
        for path in mlir_files(&root().join(folder))? {
            let text = fs::read_to_string(&path).map_err(|error| error.to_string())?;
            texts.extend(split_chunks(&text).into_iter().map(|range| text[range].to_string()));
        }
    }
    texts.retain(|text| text.len() < 20_000);
    Ok(texts)
}

/// Tokens of the grammar.
const TOKENS: &[&str] = &[
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "<",
    ">",
    "->",
    ":",
    ",",
    "=",
    "\"",
    "%0",
    "%arg0",
    "#",
    "@mesh",
    "!",
    "^bb0",
    "?",
    "tensor<4xf32>",
    "tensor<?x4xi1>",
    "dense<1>",
    "dense<\"0x00\">",
    "{?}",
    "{\"x\"}",
    "\"x\":(1)2",
    "p1",
    "-1",
    "9223372036854775807",
    "99999999999999999999",
    "0x",
    "1.5e300",
    "loc(unknown)",
    "loc(#loc1)",
    "stablehlo.add",
    "stablehlo.while",
    "stablehlo.reduce",
    "sdy.manual_computation",
    "sdy.mesh",
    "func.func",
    "return",
    "// -----\n",
    "attributes",
    "\\",
    "\n",
    "\u{0}",
    "é",
    "unreduced={\"x\"}",
    "replicated={\"y\"}",
    "array<i64: 1>",
    "none",
    "tuple<>",
];

fn mutate(seeds: &[String], random: &mut XorShift) -> String {
    let mut text = seeds[random.below(seeds.len())].clone();
    for _ in 0..=random.below(4) {
        let at = boundary(&text, random.below(text.len() + 1));
        let other = boundary(&text, at + random.below(40));
        match random.below(6) {
            0 => text.replace_range(at..other, ""),
            1 => text.insert_str(at, TOKENS[random.below(TOKENS.len())]),
            2 => text.replace_range(at..other, TOKENS[random.below(TOKENS.len())]),
            3 => {
                let range = text[at..other].to_string();
                let to = boundary(&text, random.below(text.len() + 1));
                text.insert_str(to, &range);
            }
            4 => {
                let donor = &seeds[random.below(seeds.len())];
                let from = boundary(donor, random.below(donor.len() + 1));
                let to = boundary(donor, from + random.below(200));
                text.insert_str(at, &donor[from..to]);
            }
            _ => text.truncate(at),
        }
    }
    text
}

/// The nearest character boundary at or before `at`.
fn boundary(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}
