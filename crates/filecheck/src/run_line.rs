//! The commands of a test file: `// RUN: sdy_opt %s -pass | FileCheck %s`.

use crate::TestFileError;

/// A command of a pipeline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestCommand {
    /// The line of the test file, from 1.
    pub line: usize,
    /// Whether the command is expected to fail: `not` in front of it.
    pub fails: bool,
    /// The program and its arguments, without redirections.
    pub words: Vec<String>,
    /// Whether its errors go where its output goes: `2>&1`.
    pub merges_errors: bool,
    /// Whether its output is the input of the next command.
    pub pipes: bool,
}

/// The commands of a test file in order. `%s` is the test file, and `%t` a file for its own use.
pub fn test_commands(text: &str, file: &str, scratch: &str) -> Result<Vec<TestCommand>, TestFileError> {
    let mut commands = Vec::new();
    for (line, run) in run_lines(text) {
        let mut words = Vec::new();
        let mut is_end = true;
        for word in split_words(&run).map_err(|message| TestFileError::at(line, message))? {
            match word {
                Word::Operator("|") => push(&mut commands, &mut words, line, true)?,
                Word::Operator("&&") => push(&mut commands, &mut words, line, false)?,
                Word::Operator(other) => {
                    return Err(TestFileError::at(line, format!("`{other}` in a command is not supported")));
                }
                Word::Text(word) => words.push(substituted(&word, file, scratch)),
            }
            is_end = words.is_empty();
        }
        if is_end {
            return Err(TestFileError::at(line, "expected a command"));
        }
        push(&mut commands, &mut words, line, false)?;
    }
    if commands.is_empty() {
        return Err(TestFileError::at(1, "expected a line with `RUN:`, found none"));
    }
    Ok(commands)
}

/// The commands after `RUN:`; a line that ends in `\` continues in the next one.
fn run_lines(text: &str) -> Vec<(usize, String)> {
    let mut lines: Vec<(usize, String)> = Vec::new();
    let mut continues = false;
    for (index, line) in text.lines().enumerate() {
        let Some((_, run)) = line.split_once("RUN:") else { continue };
        let run = run.trim();
        let (run, goes_on) = match run.strip_suffix('\\') {
            Some(run) => (run.trim_end(), true),
            None => (run, false),
        };
        match lines.last_mut().filter(|_| continues) {
            Some((_, before)) => *before = format!("{before} {run}"),
            None => lines.push((index + 1, run.to_string())),
        }
        continues = goes_on;
    }
    lines
}

fn push(
    commands: &mut Vec<TestCommand>,
    words: &mut Vec<String>,
    line: usize,
    pipes: bool,
) -> Result<(), TestFileError> {
    let mut words = std::mem::take(words);
    let before = words.len();
    words.retain(|word| word != "2>&1");
    let merges_errors = words.len() < before;
    if let Some(word) = words.iter().find(|word| word.starts_with('>') || word.starts_with('<')) {
        return Err(TestFileError::at(line, format!("the redirection `{word}` is not supported")));
    }
    let fails = words.first().is_some_and(|word| word == "not");
    if fails {
        words.remove(0);
    }
    if words.is_empty() {
        return Err(TestFileError::at(line, "expected a command"));
    }
    commands.push(TestCommand { line, fails, words, merges_errors, pipes });
    Ok(())
}

fn substituted(word: &str, file: &str, scratch: &str) -> String {
    let mut out = String::new();
    let mut rest = word;
    while let Some(at) = rest.find('%') {
        out.push_str(&rest[..at]);
        let (value, length) = match rest[at + 1..].chars().next() {
            Some('s') => (file, 2),
            Some('t') => (scratch, 2),
            Some('%') => ("%", 2),
            _ => ("%", 1),
        };
        out.push_str(value);
        rest = &rest[at + length..];
    }
    out + rest
}

enum Word {
    Text(String),
    Operator(&'static str),
}

/// The words of a command line, as a shell splits them.
fn split_words(line: &str) -> Result<Vec<Word>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '\'' | '"' => {
                let word = word.get_or_insert_default();
                loop {
                    match letters.next() {
                        None => return Err(format!("expected another {letter} in a command")),
                        Some(end) if end == letter => break,
                        Some('\\')
                            if letter == '"'
                                && letters.peek().is_some_and(|next| matches!(next, '"' | '\\')) =>
                        {
                            word.extend(letters.next());
                        }
                        Some(inner) => word.push(inner),
                    }
                }
            }
            '\\' => word.get_or_insert_default().extend(letters.next()),
            letter if letter.is_whitespace() => words.extend(word.take().map(Word::Text)),
            '|' | ';' => {
                words.extend(word.take().map(Word::Text));
                let is_double = letter == '|' && letters.next_if_eq(&'|').is_some();
                words.push(Word::Operator(if is_double {
                    "||"
                } else if letter == '|' {
                    "|"
                } else {
                    ";"
                }));
            }
            // An ampersand within a word is a part of it: `2>&1`.
            '&' if word.is_none() && letters.next_if_eq(&'&').is_some() => words.push(Word::Operator("&&")),
            other => word.get_or_insert_default().push(other),
        }
    }
    words.extend(word.take().map(Word::Text));
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_split_and_substituted() {
        let text =
            "// RUN: sdy_opt %s -a='b=c d' 2>&1 \\\n// RUN:   | FileCheck %s\n// RUN: not sdy_opt %t.x";
        let commands = test_commands(text, "f.mlir", "scratch").expect("valid");
        let words: Vec<String> = commands.iter().map(|command| command.words.join("·")).collect();
        assert_eq!(words, ["sdy_opt·f.mlir·-a=b=c d", "FileCheck·f.mlir", "sdy_opt·scratch.x"]);
        let flags: Vec<_> =
            commands.iter().map(|each| (each.line, each.fails, each.merges_errors, each.pipes)).collect();
        assert_eq!(flags, [(1, false, true, true), (1, false, false, false), (3, true, false, false)]);
    }

    #[test]
    fn mistakes_in_commands_are_reported() {
        for (text, message) in [
            ("none", "expected a line with `RUN:`, found none"),
            ("RUN: a |", "expected a command"),
            ("RUN: a > b", "the redirection `>` is not supported"),
            ("RUN: a || b", "`||` in a command is not supported"),
            ("RUN: 'a", "expected another ' in a command"),
        ] {
            assert_eq!(test_commands(text, "f", "t").unwrap_err().message, message);
        }
    }
}
