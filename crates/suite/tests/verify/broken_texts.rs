//! Broken texts are answered: mutants of the chunks of `testdata/verify/sdy_*.mlir` never make parser or verifier panic.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use partita_base::Source;
use partita_mlir::{ParseOptions, parse, split_chunks};
use partita_verify::verify;

fn chunks() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/verify");
    let is_wanted =
        |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("sdy_"));
    let entries = fs::read_dir(folder).expect("the folder exists");
    let mut paths: Vec<PathBuf> =
        entries.map(|entry| entry.expect("readable").path()).filter(is_wanted).collect();
    paths.sort();
    let texts = paths.iter().map(|path| fs::read_to_string(path).expect("readable"));
    texts
        .flat_map(|text| {
            split_chunks(&text).into_iter().map(|range| text[range].to_string()).collect::<Vec<_>>()
        })
        .collect()
}

/// A small generator of pseudo-random numbers (xorshift), so that a failure repeats.
struct Xorshift(u64);

impl Xorshift {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n.max(1) as u64) as usize
    }
}

/// The tokens of a text, white space and comments kept.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
        let end =
            if is_word(first) { rest.find(|c| !is_word(c)).unwrap_or(rest.len()) } else { first.len_utf8() };
        let (token, after) = rest.split_at(end);
        tokens.push(token);
        rest = after;
    }
    tokens
}

/// Deletes, doubles, swaps or replaces one token. Replacements come from the same file, so that many
/// mutants still read as `sdy`.
fn mutate<'a>(tokens: &mut Vec<&'a str>, pool: &[&'a str], random: &mut Xorshift) {
    let at = random.below(tokens.len());
    match random.below(5) {
        0 => {
            tokens.remove(at);
        }
        1 => tokens.insert(at, tokens[at]),
        2 => {
            let other = random.below(tokens.len());
            tokens.swap(at, other);
        }
        _ => tokens[at] = pool[random.below(pool.len())],
    }
}

#[test]
fn broken_texts_are_answered() {
    let chunks = chunks();
    let texts: Vec<Vec<&str>> = chunks.iter().map(|chunk| tokens(chunk)).collect();
    let pool: Vec<&str> = {
        let words: BTreeSet<&str> = texts.iter().flatten().copied().collect();
        words.into_iter().collect()
    };
    let rounds = std::env::var("MUTANTS").ok().and_then(|n| n.parse().ok()).unwrap_or(8);
    let mut random = Xorshift(0x9E37_79B9_7F4A_7C15);
    let (mut read, mut total) = (0, 0);
    for _ in 0..rounds {
        for text in &texts {
            let mut mutant = text.clone();
            for _ in 0..=random.below(3) {
                mutate(&mut mutant, &pool, &mut random);
            }
            let text = mutant.concat();
            let source = Source::new("mutant", &*text).expect("short");
            // The verifier has to cope with what the parser could not read, too.
            let parsed = parse(&source, ParseOptions::default());
            let found = verify(&parsed.module);
            for finding in found.iter() {
                let span = finding.span;
                assert!(
                    text.get(span.range()).is_some(),
                    "expected a span inside the text, found {span:?} in\n{text}"
                );
            }
            read += usize::from(!parsed.diagnostics.has_errors());
            total += 1;
        }
    }
    assert!(read * 10 > total, "only {read} of {total} mutants could be read");
}
