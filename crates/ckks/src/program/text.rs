//! Slot programs as text.
//!
//! ```text
//! slots 1024
//! %0 = input 0 : 2
//! %1 = rotate %0, 64
//! %2 = mul_plain %1, diagonal @0[0, 1][64, 128]
//! %3 = rescale %2
//! %4 = add_plain %3, addend @1[0]
//! return %4
//! ```

use std::fmt;

use partita_base::{Cursor, Id, SyntaxError, SyntaxResult, code};

use super::{CtId, Plain, Program, SlotStep, SourceId};
use crate::tokens::{self, read_float};

struct Name(CtId);

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "%{}", self.0.index())
    }
}

impl fmt::Display for Plain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Plain::Constant(value) => write!(f, "{value:?}"),
            Plain::Diagonal { source, pair, steps } => {
                write!(
                    f,
                    "diagonal @{}[{}, {}][{}, {}]",
                    source.index(),
                    pair[0],
                    pair[1],
                    steps[0],
                    steps[1]
                )
            }
            Plain::Addend { source, output } => write!(f, "addend @{}[{output}]", source.index()),
        }
    }
}

impl fmt::Display for SlotStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            SlotStep::Input { index, level } => write!(f, "input {index} : {level}"),
            SlotStep::Rotate { of, by } => write!(f, "rotate {}, {by}", Name(of)),
            SlotStep::MulPlain { of, by } => write!(f, "mul_plain {}, {by}", Name(of)),
            SlotStep::AddPlain { of, by } => write!(f, "add_plain {}, {by}", Name(of)),
            SlotStep::Add(a, b) => write!(f, "add {}, {}", Name(a), Name(b)),
            SlotStep::Sub(a, b) => write!(f, "sub {}, {}", Name(a), Name(b)),
            SlotStep::Mul(a, b) => write!(f, "mul {}, {}", Name(a), Name(b)),
            SlotStep::Rescale(of) => write!(f, "rescale {}", Name(of)),
            SlotStep::Drop { of, to } => write!(f, "drop {} : {to}", Name(of)),
            SlotStep::Bootstrap { of, to } => write!(f, "bootstrap {} : {to}", Name(of)),
        }
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "slots {}", self.slots)?;
        for (number, step) in self.steps.iter().enumerate() {
            writeln!(f, "%{number} = {step}")?;
        }
        f.write_str("return")?;
        for (n, output) in self.outputs.iter().enumerate() {
            write!(f, "{} {}", if n == 0 { "" } else { "," }, Name(*output))?;
        }
        writeln!(f)
    }
}

impl Program {
    /// Reads a program. [`Program::types`] checks whether it is well formed.
    pub fn parse(text: &str) -> SyntaxResult<Program> {
        let mut cursor = Cursor::new(text);
        let program = Self::parse_from(&mut cursor)?;
        if !cursor.at_end() {
            return Err(cursor.expected("the end of the program"));
        }
        Ok(program)
    }

    /// Reads a program at the end of a longer text.
    pub(crate) fn parse_from(cursor: &mut Cursor<'_>) -> SyntaxResult<Program> {
        cursor.expect_word("slots")?;
        let slots = number(cursor, "the number of slots")? as usize;
        let mut steps = Vec::new();
        while cursor.eat(b'%') {
            let start = cursor.start();
            if number(cursor, "a value")? as usize != steps.len() {
                let message = format!("expected %{}, the next value", steps.len());
                return Err(Box::new(SyntaxError::new(code::SYNTAX, cursor.span_from(start), message)));
            }
            cursor.expect(b'=')?;
            steps.push(step(cursor)?);
        }
        cursor.expect_word("return")?;
        let mut outputs = Vec::new();
        while cursor.peek() == b'%' {
            outputs.push(value(cursor)?);
            if !cursor.eat(b',') {
                break;
            }
        }
        Ok(Program { slots, steps, outputs })
    }
}

fn step(cursor: &mut Cursor<'_>) -> SyntaxResult<SlotStep> {
    let word = cursor.peek_word();
    if !matches!(
        word,
        "input"
            | "rotate"
            | "mul_plain"
            | "add_plain"
            | "add"
            | "sub"
            | "mul"
            | "rescale"
            | "drop"
            | "bootstrap"
    ) {
        return Err(cursor.expected("an operation on ciphertexts"));
    }
    cursor.word();
    if word == "input" {
        let index = number(cursor, "the number of an input")?;
        cursor.expect(b':')?;
        return Ok(SlotStep::Input { index, level: number(cursor, "a level")? });
    }
    let of = value(cursor)?;
    match word {
        "rescale" => Ok(SlotStep::Rescale(of)),
        "drop" | "bootstrap" => {
            cursor.expect(b':')?;
            let to = number(cursor, "a level")?;
            Ok(if word == "drop" { SlotStep::Drop { of, to } } else { SlotStep::Bootstrap { of, to } })
        }
        _ => {
            cursor.expect(b',')?;
            Ok(match word {
                "rotate" => SlotStep::Rotate { of, by: number(cursor, "an amount")? },
                "mul_plain" => SlotStep::MulPlain { of, by: plain(cursor)? },
                "add_plain" => SlotStep::AddPlain { of, by: plain(cursor)? },
                "add" => SlotStep::Add(of, value(cursor)?),
                "sub" => SlotStep::Sub(of, value(cursor)?),
                _ => SlotStep::Mul(of, value(cursor)?),
            })
        }
    }
}

fn plain(cursor: &mut Cursor<'_>) -> SyntaxResult<Plain> {
    if cursor.eat_word("diagonal") {
        let source = source(cursor)?;
        let [pair, steps] = [pair(cursor)?, pair(cursor)?];
        return Ok(Plain::Diagonal { source, pair, steps });
    }
    if cursor.eat_word("addend") {
        let source = source(cursor)?;
        cursor.expect(b'[')?;
        let output = number(cursor, "a ciphertext")?;
        cursor.expect(b']')?;
        return Ok(Plain::Addend { source, output });
    }
    read_float(cursor, "a plaintext").map(Plain::Constant)
}

fn pair(cursor: &mut Cursor<'_>) -> SyntaxResult<[u32; 2]> {
    cursor.expect(b'[')?;
    let first = number(cursor, "a number")?;
    cursor.expect(b',')?;
    let second = number(cursor, "a number")?;
    cursor.expect(b']')?;
    Ok([first, second])
}

fn source(cursor: &mut Cursor<'_>) -> SyntaxResult<SourceId> {
    cursor.expect(b'@')?;
    Ok(SourceId::from_index(number(cursor, "a source of plaintexts")? as usize))
}

fn value(cursor: &mut Cursor<'_>) -> SyntaxResult<CtId> {
    cursor.expect(b'%')?;
    Ok(CtId::from_index(number(cursor, "a value")? as usize))
}

fn number(cursor: &mut Cursor<'_>, what: &str) -> SyntaxResult<u32> {
    tokens::read_number(cursor, what).map(|number| number as u32)
}
