//! Partitioned ONNX models against the models as they are, on onnxruntime.
//!
//! Models take the way of the command, through the façade: complete networks are sharded as in practice, along the batch, along weights,
//! along images; those under `testdata/onnx/ranks` as they state; every backend case of onnx at random tensors. The backend cases are also
//! partitioned with a random layout for every use of a tensor, which no program asks for.

mod cases;
mod networks;
mod rank_tests;

use std::path::Path;
use std::time::Duration;

use partita::onnx::{Model, RankPartition, Ranks, read_model};
use partita_engine::EngineError;
use partita_engine::onnx::{
    Arrays, ComparisonLimits, OnnxRuntime, OnnxRuntimeSettings, Precision, Runtime, compare_outputs,
    find_onnxruntime, run_model,
};
use partita_mesh::Mesh;
use partita_mesh::spec::MeshSpec;
use partita_onnx::partition::Partitioned;
use partita_onnx::proto;
use prost::Message;

use crate::Outcome;
use crate::confirmed::{Confirmation, Confirmed, Digest};
use crate::onnx_checker::Checker;
use crate::onnx_engine::OnnxCase;
use crate::oracle;

/// The communication of a partitioned model.
#[derive(Clone, Copy, Default)]
struct Sent {
    collectives: usize,
    /// Bytes that the first rank sends.
    bytes: u64,
}

impl Sent {
    fn of(made: &Partitioned) -> Self {
        let bytes = made.collectives.iter().map(|each| each.bytes).sum();
        Self { collectives: made.collectives.len(), bytes }
    }
}

impl std::ops::AddAssign for Sent {
    fn add_assign(&mut self, other: Self) {
        self.collectives += other.collectives;
        self.bytes += other.bytes;
    }
}

/// The oracles that check partitioned models.
struct Tools<'t> {
    runtime: &'t dyn Runtime,
    checker: Checker,
    python: &'t Path,
    /// Whether weights in a file beside the model were tried; once is enough.
    has_read_external: bool,
    confirmed: Confirmed,
    /// How many partitioned models were checked.
    count: usize,
}

/// The results of the global model, computed when they are first needed.
struct Expected<'c> {
    case: &'c OnnxCase,
    results: Option<Result<Arrays, String>>,
}

impl<'c> Expected<'c> {
    fn of(case: &'c OnnxCase) -> Self {
        Self { case, results: None }
    }

    fn get(&mut self, runtime: &dyn Runtime) -> Result<&Arrays, String> {
        let run =
            || run_model(&self.case.model, &self.case.inputs, runtime).map_err(|error| error.to_string());
        self.results.get_or_insert_with(run).as_ref().map_err(String::clone)
    }
}

/// The verdict on a partitioned model.
enum Judged {
    Equal,
    /// The global model does not run.
    NotRun(String),
    Wrong(String),
}

/// Runs all ranks of a partitioned model on the inputs of the global one, and assembles their outputs.
type RunRanks<'r> = dyn Fn(&Arrays, &dyn Runtime) -> Result<Arrays, EngineError> + 'r;

impl Tools<'_> {
    /// Whether ranks of the façade compute the results of the global model.
    fn judge(&mut self, ranks: &Ranks, expected: &mut Expected<'_>) -> Result<Judged, String> {
        self.judge_run(&ranks.made, expected, &|inputs, runtime| ranks.run(inputs, runtime))
    }

    /// Whether the models of all ranks are valid and compute the results of the global model; confirmed before, or
    /// checked now.
    fn judge_run(
        &mut self,
        made: &Partitioned,
        expected: &mut Expected<'_>,
        run: &RunRanks<'_>,
    ) -> Result<Judged, String> {
        let case = expected.case;
        let digest = digest(&case.model, &case.inputs, made)?;
        self.count += 1;
        if self.confirmed.get_run(&digest, self.count).is_some() {
            return Ok(Judged::Equal);
        }
        let expected = match expected.get(self.runtime) {
            Ok(expected) => expected,
            Err(why) => return Ok(Judged::NotRun(why)),
        };
        let outcome = compare(case, expected, self.runtime, run);
        if let Err(why) = outcome.and_then(|()| self.check(&case.model, made)) {
            return Ok(Judged::Wrong(why));
        }
        self.confirmed.keep(&digest, Confirmation { passed: 1, lost: 0 });
        Ok(Judged::Equal)
    }

    /// The fault that onnx finds in the models of ranks. A global model that has a fault itself is not checked.
    fn check(&mut self, source: &proto::Model, made: &Partitioned) -> Outcome {
        if self.checker.fault(source)?.is_some() {
            return Ok(());
        }
        for rank in 0..made.models.len() {
            if let Some(fault) = self.checker.fault(&made.declared_model(rank))? {
                return Err(format!("onnx.checker, rank {rank}: {fault}"));
            }
        }
        Ok(())
    }
}

/// The digest of a question: a model, its inputs, and the models of its ranks.
fn digest(model: &proto::Model, inputs: &Arrays, made: &Partitioned) -> Result<Digest, String> {
    let mut digest = Digest::new()?;
    digest.add_bytes(&model.encode_to_vec());
    for (name, array) in inputs {
        digest.add(name);
        digest.add_bytes(array.data());
    }
    digest.add(&format!("{:?} {:?}", made.inputs, made.outputs));
    made.models.iter().for_each(|model| digest.add_bytes(&model.encode_to_vec()));
    Ok(digest)
}

/// Runs a partitioned model and compares.
fn compare(
    case: &OnnxCase,
    expected: &Arrays,
    runtime: &dyn Runtime,
    run: &RunRanks<'_>,
) -> Result<(), String> {
    // Steps of quantisation and saturated functions are not excused here: both sides run on one runtime.
    let narrowest =
        |precision: Precision| Precision { narrowest: precision.narrowest, ..Precision::default() };
    let precision = Precision::of_outputs(&case.model).into_iter();
    let precision = precision.map(|(name, precision)| (name, narrowest(precision))).collect();
    let compared = run(&case.inputs, runtime)
        .and_then(|got| compare_outputs(expected, &got, &precision, ComparisonLimits::default()))
        .map_err(|error| error.to_string())?;
    compared.differences.first().map_or(Ok(()), |first| Err(first.to_string()))
}

/// The model of a case as the façade reads it.
fn facade_model(case: &OnnxCase) -> Result<Model, String> {
    read_model(&case.name, case.model.encode_to_vec()).map_err(|error| error.to_string())
}

/// The settings under which the command partitions on a mesh.
fn settings(on: partita::onnx::OnMesh) -> RankPartition {
    RankPartition::default().on(Some(on))
}

fn mesh(axes: &[(&str, i64)]) -> Result<Mesh, String> {
    Mesh::from_spec(&MeshSpec::new(axes.iter().copied())).map_err(|errors| format!("{errors:?}"))
}

/// Checks all cases and networks whose names contain `only`; networks in more ways if `thorough`.
pub(crate) fn compare_models(only: Option<&str>, seed: u64, trials: u64, thorough: bool) -> Outcome {
    let python = oracle::python()?;
    let library = find_onnxruntime(None, &python).map_err(|error| error.to_string())?;
    let settings = OnnxRuntimeSettings::new(library, Duration::from_secs(120));
    let runtime = OnnxRuntime::start(settings).map_err(|error| error.to_string())?;
    let checker = Checker::start(&python)?;
    let confirmed = Confirmed::of("onnx-partition")?;
    let mut tools =
        Tools { runtime: &runtime, checker, python: &python, has_read_external: false, confirmed, count: 0 };
    rank_tests::compare_tests(only, &mut tools)?;
    networks::compare_networks(only, thorough, &mut tools)?;
    cases::compare_cases(only, seed, trials, &mut tools)?;
    println!("{} models of ranks and their sources checked by onnx", tools.checker.count);
    if only.is_none() { tools.confirmed.finish("partitioned ONNX models") } else { Ok(()) }
}
