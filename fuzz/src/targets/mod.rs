//! The table of targets: what each does with bytes, and the law that must hold.

mod auto;
pub(crate) mod ckks;
pub(crate) mod hlo;
mod onnx;
mod sharding;
mod tensors;

/// A law that does not hold for an input.
pub(crate) struct Broken {
    /// The name of the law; failures with the same name count as one.
    pub(crate) law: &'static str,
    /// The values that break it.
    pub(crate) detail: String,
}

impl Broken {
    pub(crate) fn new(law: &'static str, detail: impl Into<String>) -> Broken {
        Broken { law, detail: detail.into() }
    }
}

/// Nothing, or a broken law. An input that is refused is fine.
pub(crate) type Checked = Result<(), Broken>;

/// How inputs are mutated in addition to what libFuzzer does to bytes.
pub(crate) enum Form {
    /// Words and lines of a text.
    Text,
    /// The same, of the text form of a model.
    Model,
    /// As bytes only.
    Bytes,
}

/// A fuzz target: inputs of one form and the law that must hold for them.
pub(crate) struct FuzzTarget {
    /// The value of `--target`, and the name of the folder under `target/fuzz`.
    pub(crate) name: &'static str,
    /// Tries one input.
    pub(crate) check: fn(&[u8]) -> Checked,
    /// The first inputs.
    pub(crate) seeds: fn() -> std::io::Result<Vec<Vec<u8>>>,
    pub(crate) form: Form,
}

const fn row(
    name: &'static str,
    form: Form,
    check: fn(&[u8]) -> Checked,
    seeds: fn() -> std::io::Result<Vec<Vec<u8>>>,
) -> FuzzTarget {
    FuzzTarget { name, check, seeds, form }
}

/// All targets.
pub(crate) const TARGETS: &[FuzzTarget] = &[
    // name            changed as    law                                                             starts from
    row("mlir", Form::Text, hlo::prints_what_it_reads, crate::seeds::mlir),
    row("bytecode", Form::Bytes, hlo::decodes_what_it_prints, crate::seeds::bytecode),
    row("propagate", Form::Text, hlo::propagates, crate::seeds::mlir),
    row("partition", Form::Text, hlo::partitioned_computes_the_same, crate::seeds::mlir),
    row("opt", Form::Text, hlo::passes_keep_modules_valid, crate::seeds::pipelines),
    row("rules", Form::Text, sharding::rules_apply, crate::seeds::rules),
    row("topology", Form::Text, sharding::topology_prices, crate::seeds::topologies),
    row("reshard", Form::Text, sharding::plans_reach_their_target, crate::seeds::reshards),
    row("npy", Form::Bytes, tensors::arrays_write_what_they_read, crate::seeds::arrays),
    row("iopddl", Form::Text, auto::outcomes_are_what_they_claim, crate::seeds::instances),
    row("onnx", Form::Model, onnx::edits_what_it_reads, crate::seeds::models),
    row("onnx-partition", Form::Model, onnx::ranks_are_models, crate::seeds::models),
    row("onnx-text", Form::Text, onnx::text_prints_what_it_reads, crate::seeds::model_texts),
    row("onnx-specs", Form::Text, onnx::specs_apply, crate::seeds::specs),
    row("ckks", Form::Text, ckks::planned_computes_the_same, crate::seeds::networks),
    row("ckks-plan", Form::Text, ckks::plans_print_what_they_read, crate::seeds::plans),
    row("ckks-program", Form::Text, ckks::programs_print_what_they_read, crate::seeds::programs),
    row("ckks-loops", Form::Text, ckks::loops_print_what_they_read, crate::seeds::loops),
    row("ckks-shardings", Form::Text, ckks::shardings_print_what_they_read, crate::seeds::shardings),
    row("ckks-files", Form::Bytes, ckks::files_write_what_they_read, crate::seeds::deployed),
    row("ckks-costs", Form::Text, ckks::costs_price, crate::seeds::costs),
];

/// The input as text; nothing else is tried, as files that are not text are refused before.
fn text(input: &[u8]) -> Option<&str> {
    std::str::from_utf8(input).ok()
}
