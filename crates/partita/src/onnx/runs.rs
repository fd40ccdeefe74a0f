//! Runs models, unpartitioned and as ranks.

use std::collections::BTreeMap;

use partita_engine::EngineError;
use partita_engine::onnx::{
    ArrayDifference, Arrays, Comparison, ComparisonLimits, Embedded, Precision, RankProcesses, Runtime,
    assemble_outputs, compare_outputs, draw_array, drop_rounding, run_model, run_ranks, shard_inputs,
};
use partita_onnx::{Dim, IntegerRange, TensorType, infer_types, integer_ranges, proto};
use partita_report::RanksVerificationView;

use super::{Model, Ranks, run_error};
use crate::Error;

/// The result of a comparison.
#[derive(Clone, Debug)]
pub struct Verified {
    /// The outputs of the unpartitioned model.
    pub expected: Arrays,
    /// The outputs in which the ranks differ from it.
    pub differences: Vec<ArrayDifference>,
    /// The largest difference between two numbers, as a fraction of the largest number of their output.
    pub largest: f64,
    /// Whether some differences are as large only because the model rounds numbers to steps: those of the model itself with other last digits are
    /// as large.
    pub is_rounded: bool,
}

impl Verified {
    /// The number of compared elements.
    pub fn elements(&self) -> usize {
        self.expected.values().map(|array| array.shape().iter().product::<usize>()).sum()
    }
}

impl Verified {
    /// A view of the comparison; `ranks` are those that were compared.
    pub fn view<'r>(&self, ranks: &'r Ranks) -> RanksVerificationView<'r> {
        let differences = self.differences.iter().map(|each| (each.name.clone(), each.to_string()));
        RanksVerificationView {
            made: &ranks.made,
            outputs: self.expected.len(),
            elements: self.elements(),
            largest: self.largest,
            is_rounded: self.is_rounded,
            differences: differences.collect(),
            sizes: Vec::new(),
            warnings: ranks.warnings.clone(),
        }
    }
}

impl Ranks {
    /// The inputs of the model, with their types.
    pub fn inputs(&self) -> Vec<(String, TensorType)> {
        self.made.inputs.iter().map(|port| (port.name.clone(), port.ty.clone())).collect()
    }

    /// Runs all ranks. Inputs and outputs are those of the unpartitioned model: inputs are sharded, and outputs
    /// assembled.
    pub fn run(&self, inputs: &Arrays, runtime: &dyn Runtime) -> Result<Arrays, EngineError> {
        self.run_by(inputs, |models, inputs| run_ranks(models, inputs, runtime))
    }

    /// As [`Ranks::run`], with every rank in a process of its own.
    pub fn run_as_processes(
        &self,
        inputs: &Arrays,
        processes: &RankProcesses,
    ) -> Result<Arrays, EngineError> {
        self.run_by(inputs, |models, inputs| processes.run(models, inputs))
    }

    fn run_by(
        &self,
        inputs: &Arrays,
        run: impl FnOnce(&[proto::Model], &[Arrays]) -> Result<Vec<Arrays>, EngineError>,
    ) -> Result<Arrays, EngineError> {
        let parts = shard_inputs(&self.made, &self.mesh, inputs)?;
        let results = run(&self.made.models, &parts)?;
        assemble_outputs(&self.made, &self.mesh, &results)
    }

    /// Runs the unpartitioned model, which must contain all its external data, and the ranks on the same inputs, and
    /// compares the outputs within limits.
    pub fn compare(
        &self,
        model: &proto::Model,
        inputs: &Arrays,
        runtime: &dyn Runtime,
        limits: ComparisonLimits,
    ) -> Result<Verified, EngineError> {
        self.compare_with(model, inputs, runtime, limits, |inputs| self.run(inputs, runtime))
    }

    /// As [`Ranks::compare`], with every rank in a process of its own; the unpartitioned model runs on `runtime`.
    pub fn compare_as_processes(
        &self,
        model: &proto::Model,
        inputs: &Arrays,
        runtime: &dyn Runtime,
        limits: ComparisonLimits,
        processes: &RankProcesses,
    ) -> Result<Verified, EngineError> {
        self.compare_with(model, inputs, runtime, limits, |inputs| self.run_as_processes(inputs, processes))
    }

    fn compare_with(
        &self,
        model: &proto::Model,
        inputs: &Arrays,
        runtime: &dyn Runtime,
        limits: ComparisonLimits,
        run: impl FnOnce(&Arrays) -> Result<Arrays, EngineError>,
    ) -> Result<Verified, EngineError> {
        let expected = run_model(model, inputs, runtime)?;
        let got = run(inputs)?;
        let precision = Precision::of_outputs(model);
        if limits != ComparisonLimits::default() {
            let Comparison { differences, largest } = compare_outputs(&expected, &got, &precision, limits)?;
            return Ok(Verified { expected, differences, largest, is_rounded: false });
        }
        // That numbers are a step of quantisation off has to be explained by what rounding does to these numbers.
        let exact = |(name, each): (&String, &Precision)| (name.clone(), Precision { step: 0.0, ..*each });
        let unstepped: BTreeMap<String, Precision> = precision.iter().map(exact).collect();
        let mut comparison = compare_outputs(&expected, &got, &unstepped, limits)?;
        let outputs = [&expected, &got];
        let is_rounded = match drop_rounding(&mut comparison, model, inputs, outputs, &unstepped, runtime) {
            Ok(is_rounded) => is_rounded,
            // The runtime may be unable to run the changed model. Then every number may be a step off.
            Err(_) => {
                comparison = compare_outputs(&expected, &got, &precision, limits)?;
                false
            }
        };
        let Comparison { differences, largest } = comparison;
        Ok(Verified { expected, differences, largest, is_rounded })
    }

    /// Runs the source model and the ranks on the embedded runtime, with generated inputs, and compares the outputs.
    ///
    /// The runtime is in this process, without limits on time and memory. For untrusted models, use [`Ranks::compare`]
    /// with an
    /// [`EmbeddedProcess`](super::EmbeddedProcess), which needs the path of the `partita` command.
    pub fn verify(&self, model: &Model, seed: u64) -> Result<Verified, Error> {
        let compare = || {
            let mut inputs = Arrays::new();
            let memory = partita_base::Limits::default().memory;
            let mut types = self.inputs();
            model.set_optional_types(&mut types);
            draw_inputs(&mut inputs, &types, &model.integer_ranges(), seed, memory)?;
            self.compare(&model.with_contents()?, &inputs, &Embedded::new(), ComparisonLimits::default())
        };
        compare().map_err(|error| run_error(&model.name, &error))
    }
}

impl Model {
    /// The integers that generated inputs may have: rows of tables, and numbers to compute with.
    pub fn integer_ranges(&self) -> BTreeMap<String, IntegerRange> {
        integer_ranges(&infer_types(&self.model).main)
    }
}

/// The size of dimensions that nothing else determines.
const DRAWN_SIZE: u64 = 4;

/// Generates the inputs that are missing, in at most `memory` bytes; their integers are in these ranges, or 0 and 1. Dimensions whose size is unknown get size 4. Returns these dimensions: their
/// names, or their places in inputs, such as `x.0`, and their sizes.
pub fn draw_inputs(
    arrays: &mut Arrays,
    types: &[(String, TensorType)],
    ranges: &BTreeMap<String, IntegerRange>,
    seed: u64,
    memory: u64,
) -> Result<Vec<(String, u64)>, EngineError> {
    let mut left = memory;
    let mut sizes = Vec::new();
    for (at, (name, ty)) in types.iter().enumerate() {
        if !arrays.contains_key(name) {
            let seed = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(at as u64 * 2);
            let ty = choose_sizes(name, ty, &mut sizes);
            let range = ranges.get(name).copied().unwrap_or_default();
            let array =
                draw_array(&ty, range, seed, left).map_err(|error| error.about(format!("input `{name}`")))?;
            left = left.saturating_sub(array.data().len() as u64);
            arrays.insert(name.clone(), array);
        }
    }
    Ok(sizes)
}

/// The type of an input with all sizes. Adds those that it chooses to `sizes`.
fn choose_sizes(input: &str, ty: &TensorType, sizes: &mut Vec<(String, u64)>) -> TensorType {
    // Sums and products such as `past+seq` follow from their names.
    let is_name = |text: &str| !text.contains(['+', '*', '-', '/', '%', '^', '(', ',']);
    let choose = |(place, dim): (usize, &Dim)| {
        let bound = dim.bind(&|text: &str| is_name(text).then_some(DRAWN_SIZE));
        let size = bound.known().unwrap_or(DRAWN_SIZE);
        let chosen = match dim {
            Dim::Known(_) => return Dim::Known(size),
            Dim::Named(name) => (name.to_string(), size),
            Dim::Unknown => (format!("{input}.{place}"), size),
        };
        if !sizes.contains(&chosen) {
            sizes.push(chosen);
        }
        Dim::Known(size)
    };
    let dims = ty.dims.as_ref().map(|dims| dims.iter().enumerate().map(choose).collect());
    TensorType { element: ty.element, dims }
}
