//! `// test: rules`: the factor rule of every op, against Shardy's, once as usual and once for conservative propagation.

use partita_mlir::{PrintOptions, print};

use super::{Author, Chunking, Expected, Test, TestKind, everything, find_pass, module};
use crate::file::Chunk;
use crate::found::Found;

/// The pass that writes them.
pub(crate) const PASS: &str = "sdy-populate-op-sharding-rules";

const JAXLIB: Author = Author::Oracle(
    "jaxlib's answer; ask `oracle/serve.py` for `sdy-populate-op-sharding-rules` (`passes`) and put what it prints there",
);

pub(super) const KIND: TestKind = TestKind {
    word: "rules",
    chunking: Chunking::Separated,
    tests: &[
        Test {
            run: |chunk| populated(chunk, false),
            expected: Expected::Beside("out"),
            author: JAXLIB,
            compared: everything,
        },
        Test {
            run: |chunk| populated(chunk, true),
            expected: Expected::Beside("conservative.out"),
            author: JAXLIB,
            compared: everything,
        },
    ],
    fewest: 28,
};

fn populated(chunk: &Chunk, conservative: bool) -> Result<Found, String> {
    let pass = find_pass(PASS).ok_or("the pass is missing")?;
    let mut module = module::read_module(chunk)?;
    let options = [("conservative-propagation".to_string(), conservative.to_string())];
    (pass.run)(&mut module, &options).map_err(|found| module::error_messages(&found))?;
    Ok(print(&module, PrintOptions::default()).into())
}
