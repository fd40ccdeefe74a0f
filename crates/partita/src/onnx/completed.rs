//! Infers the specs that a model omits.

use std::fmt;

use bytes::Bytes;
use partita_base::code;
use partita_onnx::check::Mode;
use partita_onnx::file::{EditError, Edits};
use partita_onnx::infer::{
    GivenShardings, InferOptions, Inferred, complete_annotations, describe_layouts, infer_forward,
    propagate_specs,
};
use partita_onnx::structure::FIRST_IR;
use partita_onnx::{Finding, NodeLocation, TypedModel, infer_types, proto};
use partita_report::InferredView;

use super::on_mesh::{ReadShardings, read_shardings};
use super::{Model, OnMesh, add_configuration, refused};
use crate::watch::run_stage;
use crate::{Error, Watch};

/// How specs are inferred.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Inference {
    /// How much the inputs of a node may differ. Strict by default: the specs are for any tool that reads the format.
    pub mode: Mode,
    /// The only configuration of devices to consider; all by default.
    pub configuration: Option<String>,
    /// Propagate annotations forward and backward through the model, instead of forward only. Always done if a mesh is
    /// given.
    pub propagate: bool,
    /// A mesh, and shardings on it; by default a mesh that the annotations of the model are on.
    pub on: Option<OnMesh>,
    /// Also describe sharded values in metadata, for viewers that do not show annotations.
    pub metadata: bool,
}

impl Default for Inference {
    fn default() -> Self {
        Self { mode: Mode::Strict, configuration: None, propagate: false, on: None, metadata: false }
    }
}

partita_base::setters! { Inference { mode: Mode, configuration: Option<String>, propagate: bool, on: Option<OnMesh>, metadata: bool } }

/// A model with the specs that it omits.
pub struct Completed {
    /// The model as it was read.
    pub model: Model,
    /// The inferred specs of each configuration.
    pub answers: Vec<Inferred>,
    /// Whether a configuration for the mesh was added to the model.
    added: bool,
    /// Whether sharded values are described in metadata.
    metadata: bool,
}

impl fmt::Debug for Completed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Completed").field("model", &self.model).finish_non_exhaustive()
    }
}

impl Model {
    /// Infers the specs that the model omits. Stages: `types`, `infer`.
    pub fn infer(mut self, options: &Inference, watch: &mut dyn Watch) -> Result<Completed, Error> {
        let mesh = options.on.as_ref().map(|on| &on.mesh);
        let added = add_configuration(&mut self.model, mesh, options.configuration.as_deref());
        let typed = run_stage(watch, "types", || infer_types(&self.model));
        let answers = run_stage(watch, "infer", || infer(&self, &typed, options))?;
        Ok(Completed { model: self, answers, added, metadata: options.metadata })
    }
}

fn infer(model: &Model, typed: &TypedModel<'_>, options: &Inference) -> Result<Vec<Inferred>, Error> {
    let refuse = |finding: Finding| refused(&model.name, vec![finding]);
    let devices = options.on.as_ref().map(|on| on.mesh.device_count());
    let chosen: Vec<&proto::DeviceConfiguration> = (model.model.configuration.iter())
        .filter(|configuration| match &options.configuration {
            Some(name) => configuration.name.as_ref() == Some(name),
            None => {
                devices.is_none_or(|devices| configuration.num_devices.map(i64::from) == Some(devices as i64))
            }
        })
        .collect();
    if chosen.is_empty() {
        let message = match &options.configuration {
            Some(name) => format!("the model has no configuration '{name}'"),
            None => "the model has no configuration of devices".to_string(),
        };
        let help = "give a mesh with `OnMesh`, or add a configuration with `Model::annotate`";
        return Err(refuse(
            Finding::error(code::ONNX_NO_CONFIGURATION, NodeLocation::default(), message).help(help),
        ));
    }
    let inference = InferOptions::default().mode(options.mode);
    if !options.propagate && options.on.is_none() {
        let infer = |configuration| infer_forward(&model.model, typed, configuration, inference);
        return Ok(chosen.into_iter().map(infer).collect());
    }
    let ReadShardings { tensors: shardings, warnings } =
        read_shardings(options.on.as_ref(), typed, &model.name)?;
    let given = options.on.as_ref().map(|on| GivenShardings { mesh: on.mesh.clone(), shardings });
    if let Some(given) = &given
        && let Some(other) =
            chosen.iter().find(|c| c.num_devices.map(i64::from) != Some(given.mesh.device_count() as i64))
    {
        let expected = other.num_devices.unwrap_or_default();
        let message = format!("expected a mesh of {expected} devices, found {}", given.mesh.device_count());
        let location = NodeLocation { configuration: other.name.clone(), ..NodeLocation::default() };
        return Err(refuse(Finding::error(code::ONNX_SHARD_ARGUMENT, location, message)));
    }
    let propagate = |configuration| {
        let propagated = propagate_specs(&model.model, typed, configuration, given.as_ref(), inference);
        propagated.map(|propagated| propagated.inferred).map_err(|findings| refused(&model.name, findings))
    };
    let mut answers: Vec<Inferred> = chosen.into_iter().map(propagate).collect::<Result<_, _>>()?;
    if let Some(first) = answers.first_mut() {
        first.findings.splice(0..0, warnings);
    }
    Ok(answers)
}

impl Completed {
    /// The errors and warnings about the specs.
    pub fn findings(&self) -> Vec<Finding> {
        self.answers.iter().flat_map(|answer| answer.findings.iter().cloned()).collect()
    }

    /// The file with all specs, in segments to be written in order; no other byte changes.
    pub fn segments(&self) -> Result<Vec<Bytes>, EditError> {
        let mut edits = Edits::default();
        if self.added {
            edits.set_configurations(self.model.model.configuration.clone());
            if self.model.model.ir_version.unwrap_or(0) < FIRST_IR {
                edits.set_ir_version(FIRST_IR);
            }
        }
        for ((graph, node), annotations) in complete_annotations(&self.model.model, &self.answers) {
            edits.set_annotations(graph, node, annotations);
        }
        for answer in self.answers.iter().filter(|_| self.metadata) {
            describe_layouts(&self.model.model, answer, &mut edits);
        }
        edits.apply(&self.model.bytes)
    }

    /// The same, or the errors about the specs.
    pub fn file(&self) -> Result<Vec<Bytes>, Error> {
        let findings = self.findings();
        if super::has_errors(&findings) {
            return Err(refused(&self.model.name, findings));
        }
        self.segments().map_err(|error| {
            let finding = Finding::error(code::ONNX_BROKEN_FILE, NodeLocation::default(), error.to_string());
            refused(&self.model.name, vec![finding])
        })
    }

    /// A view of the inferred specs: a few lines per configuration, or with `explain` a line per spec with its origin.
    pub fn view(&self, explain: bool) -> InferredView<'_> {
        InferredView { name: &self.model.name, findings: self.findings(), answers: &self.answers, explain }
    }
}
