//! Runs models, unpartitioned and as ranks.

use partita_engine::EngineError;
use partita_engine::onnx::{
    ArrayDifference, Arrays, Comparison, ComparisonLimits, Embedded, Precision, RankProcesses, Runtime,
    assemble_outputs, compare_outputs, draw_array, run_model, run_ranks, shard_inputs,
};
use partita_onnx::{TensorType, proto};
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
            differences: differences.collect(),
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
        let Comparison { differences, largest } =
            compare_outputs(&expected, &got, &Precision::of_outputs(model), limits)?;
        Ok(Verified { expected, differences, largest })
    }

    /// Runs the source model and the ranks on the embedded runtime, with generated inputs, and compares the outputs.
    ///
    /// The runtime is in this process, without limits on time and memory. For untrusted models, use [`Ranks::compare`]
    /// with an
    /// [`EmbeddedProcess`](super::EmbeddedProcess), which needs the path of the `partita` command.
    pub fn verify(&self, model: &Model, seed: u64) -> Result<Verified, Error> {
        let compare = || {
            let mut inputs = Arrays::new();
            draw_inputs(&mut inputs, &self.inputs(), seed, partita_base::Limits::default().memory)?;
            self.compare(&model.with_contents()?, &inputs, &Embedded::new(), ComparisonLimits::default())
        };
        compare().map_err(|error| run_error(&model.name, &error))
    }
}

/// Generates the inputs that are missing, in at most `memory` bytes.
pub fn draw_inputs(
    arrays: &mut Arrays,
    types: &[(String, TensorType)],
    seed: u64,
    memory: u64,
) -> Result<(), EngineError> {
    let mut left = memory;
    for (at, (name, ty)) in types.iter().enumerate() {
        if !arrays.contains_key(name) {
            let seed = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(at as u64 * 2);
            let array = draw_array(ty, seed, left).map_err(|error| error.about(format!("input `{name}`")))?;
            left = left.saturating_sub(array.data().len() as u64);
            arrays.insert(name.clone(), array);
        }
    }
    Ok(())
}
