//! Changes that keep inputs close to valid: words and lines of texts. Half of all changes are libFuzzer's own, on
//! bytes.

use partita_onnx::file::{Detail, from_text, to_text};

use crate::targets::{Form, FuzzTarget};

/// Words that at least one of the grammars uses.
const WORDS: &[&str] = &[
    "0",
    "1",
    "2",
    "3",
    "4",
    "7",
    "8",
    "-1",
    "16",
    "64",
    "127",
    "1024",
    "65536",
    "2147483648",
    "4294967296",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551616",
    "0x7FC00000",
    "1.5e300",
    "-0.0",
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
    "?",
    "#",
    "@",
    "%",
    "!",
    "^bb0",
    "\n",
    "// -----\n",
    "\"x\"",
    "\"y\"",
    "{\"x\"}",
    "{?}",
    "{}",
    "{\"x\", ?}p1",
    "\"x\":(1)2",
    "\"x\":(2)2",
    "\"x\":(1)3",
    "x:(1)2",
    "unreduced={\"x\"}",
    "replicated={\"y\"}",
    "tensor<4xf32>",
    "tensor<8x8xf32>",
    "tensor<?x4xi1>",
    "tensor<f32>",
    "tensor<0x4xf32>",
    "tensor<4xcomplex<f32>>",
    "tensor<4xbf16>",
    "tensor<4xui8>",
    "tuple<>",
    "none",
    "dense<1>",
    "dense<\"0x00\">",
    "array<i64: 1>",
    "loc(unknown)",
    "stablehlo.add",
    "stablehlo.while",
    "stablehlo.reduce",
    "stablehlo.reshape",
    "stablehlo.slice",
    "stablehlo.concatenate",
    "sdy.manual_computation",
    "sdy.mesh",
    "sdy.sharding_constraint",
    "sdy.reshard",
    "sdy.sharding_group",
    "func.func",
    "call",
    "return",
    "attributes",
    "true",
    "false",
    "null",
    "nan",
    "inf",
    "weights",
    "plane",
    "slots",
    "gap",
    "times",
    "relu",
    "square",
    "same",
    "_",
    "é",
    "\u{202e}",
    "\u{0}",
];

/// Pseudo-random numbers from the seed that libFuzzer passes for each mutation.
struct MutationRng(u64);

impl MutationRng {
    /// Numbers below `limit`, by xorshift64*.
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % limit.max(1)
    }
}

/// Changes `data[..size]` in place, at most to `max_size` bytes; the new size.
pub(crate) fn mutate(target: &FuzzTarget, data: &mut [u8], size: usize, max_size: usize, seed: u32) -> usize {
    let mut random = MutationRng(u64::from(seed) << 1 | 1);
    random.below(1);
    if random.below(2) == 0
        && let Some(changed) = reworded(target, &data[..size], &mut random)
        && changed.len() <= max_size
    {
        data[..changed.len()].copy_from_slice(&changed);
        return changed.len();
    }
    libfuzzer_sys::fuzzer_mutate(data, size, max_size)
}

fn reworded(target: &FuzzTarget, input: &[u8], random: &mut MutationRng) -> Option<Vec<u8>> {
    match target.form {
        Form::Bytes => None,
        Form::Text => Some(change_text(std::str::from_utf8(input).ok()?, random).into_bytes()),
        Form::Model => from_text(&change_text(&to_text(input, Detail::Full), random)).ok(),
    }
}

fn change_text(text: &str, random: &mut MutationRng) -> String {
    let mut text = text.to_string();
    for _ in 0..=random.below(3) {
        text = match random.below(4) {
            0 => change_lines(&text, random),
            _ => change_words(&text, random),
        };
    }
    text
}

/// Repeats, moves or removes a line.
fn change_lines(text: &str, random: &mut MutationRng) -> String {
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    if lines.is_empty() {
        return text.to_string();
    }
    let line = lines[random.below(lines.len())];
    let at = random.below(lines.len());
    match random.below(3) {
        0 => drop(lines.remove(at)),
        1 => lines.insert(at, line),
        _ => lines[at] = line,
    }
    lines.concat()
}

/// Replaces, inserts or removes words, mostly by a word of the same kind.
fn change_words(text: &str, random: &mut MutationRng) -> String {
    let mut words = words(text);
    if words.is_empty() {
        return WORDS[random.below(WORDS.len())].to_string();
    }
    let at = random.below(words.len());
    let alike = |word: &&&str| kind(word) == kind(words[at]);
    let known: Vec<&str> = WORDS.iter().filter(alike).copied().collect();
    let here: Vec<&str> = words.iter().filter(alike).copied().collect();
    match random.below(8) {
        0 | 1 if !known.is_empty() => words[at] = known[random.below(known.len())],
        2 | 3 | 4 => words[at] = here[random.below(here.len())],
        5 => words.insert(at, WORDS[random.below(WORDS.len())]),
        6 => words[at] = WORDS[random.below(WORDS.len())],
        _ => {
            let end = (at + 1 + random.below(4)).min(words.len());
            words.drain(at..end);
        }
    }
    words.concat()
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '.')
}

/// Runs of letters and digits, and single other characters; together they are the text.
fn words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = match is_word(first) {
            true => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            false => first.len_utf8(),
        };
        let (word, after) = rest.split_at(end);
        words.push(word);
        rest = after;
    }
    words
}

/// Numbers, names, and the rest are kinds of words.
fn kind(word: &str) -> u8 {
    match word.chars().next() {
        Some(c) if c.is_ascii_digit() || (c == '-' && word.len() > 2) => 0,
        Some(c) if c.is_alphabetic() => 1,
        _ => 2,
    }
}
