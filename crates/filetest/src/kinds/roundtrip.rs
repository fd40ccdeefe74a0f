//! `// test: roundtrip`: canonical text prints back unchanged.

use partita_mlir::{PrintOptions, print};

use super::{Author, Chunking, Expected, Test, TestKind, everything, module};
use crate::file::Chunk;
use crate::found::Found;

pub(super) const KIND: TestKind = TestKind {
    word: "roundtrip",
    chunking: Chunking::Separated,
    tests: &[Test {
        run,
        expected: Expected::Chunk,
        author: Author::Oracle(
            "as MLIR prints it; ask `oracle/serve.py` (`parse`) and put what it prints there",
        ),
        compared: everything,
    }],
    fewest: 310,
};

fn run(chunk: &Chunk) -> Result<Found, String> {
    let module = module::read_module(chunk)?;
    let (comments, _) = chunk.split_comments();
    Ok(format!("{comments}{}", print(&module, PrintOptions::default())).into())
}
