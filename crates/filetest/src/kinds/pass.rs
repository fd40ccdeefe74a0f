//! `// test: pass NAME{option=value}`: what a pass makes of a module, against Shardy's or MLIR's pass of that name.
//!
//! Nothing is verified after the pass, so that one step can be shown alone. A chunk may have a header of its own with other options.

use partita_ir::pass::{self, PassInfo};
use partita_mlir::{PipelineItem, PrintOptions, parse_pipeline, print};

use super::{Author, Chunking, Expected, Test, TestKind, everything, module};
use crate::file::Chunk;
use crate::found::Found;

pub(super) const KIND: TestKind = TestKind {
    word: "pass",
    chunking: Chunking::Separated,
    tests: &[Test {
        run,
        expected: Expected::Beside("out"),
        author: Author::Oracle(
            "jaxlib's answer; ask `oracle/serve.py` for the pass (`passes`, without the verifier) and put what it prints there",
        ),
        compared: everything,
    }],
    fewest: 508,
};

fn run(chunk: &Chunk) -> Result<Found, String> {
    let (name, options) = pass_of(&chunk.argument)?;
    let pass = find_pass(&name).ok_or_else(|| format!("unknown pass `{name}`"))?;
    let mut module = module::read_module(chunk)?;
    (pass.run)(&mut module, &options).map_err(|found| module::error_messages(&found))?;
    Ok(print(&module, PrintOptions::default()).into())
}

/// The pass of a name.
pub(crate) fn find_pass(name: &str) -> Option<&'static PassInfo> {
    pass::PASSES.iter().chain(partita_hlo::passes()).find(|pass| pass.name == name)
}

/// The pass and the options that a header names.
pub(crate) fn pass_of(argument: &str) -> Result<(String, Vec<(String, String)>), String> {
    let items = parse_pipeline(argument).map_err(|error| format!("`{argument}`: {error:?}"))?;
    match <[PipelineItem; 1]>::try_from(items) {
        Ok([PipelineItem::Pass { name, options, .. }]) => Ok((name, options)),
        _ => Err(format!("expected one pass, found `{argument}`")),
    }
}
