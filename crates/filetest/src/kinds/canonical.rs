//! `// test: canonical`: other spellings print as MLIR prints them.

use partita_mlir::{PrintOptions, print};

use super::{Author, Chunking, Expected, Test, TestKind, everything, module};
use crate::file::Chunk;
use crate::found::Found;

pub(super) const KIND: TestKind = TestKind {
    word: "canonical",
    chunking: Chunking::Separated,
    tests: &[Test {
        run,
        expected: Expected::Beside("out"),
        author: Author::Oracle(
            "as MLIR prints it; ask `oracle/serve.py` (`parse`) and put what it prints there",
        ),
        compared: everything,
    }],
    fewest: 351,
};

fn run(chunk: &Chunk) -> Result<Found, String> {
    Ok(print(&module::read_module(chunk)?, PrintOptions::default()).into())
}
