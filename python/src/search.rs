//! The search for a sharding of a program or an ONNX model.

use std::ops::ControlFlow;
use std::time::Duration;

use partita::auto::{self, Progress};
use partita::hlo::{self, Machine, PrintOptions};
use partita::mesh::Mesh;
use partita::onnx::{Inference, Model};
use partita::plans::Given;
use partita::report::View;
use partita::search::{SearchOptions, find_model_plan, find_plan};
use partita::{Error, notation};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::failure;
use crate::hardware::{Hardware, read_machine};
use crate::worker::Stopper;

/// What to search for, as Python passes it.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct SearchRequest {
    mesh: String,
    hardware: Hardware,
    memory: Option<u64>,
    keep_annotations: bool,
    rounds: Option<u64>,
    seconds: Option<f64>,
    seed: u64,
}

/// The same, checked.
pub(crate) struct PlanSearch {
    mesh: Mesh,
    machine: Machine,
    memory: Option<u64>,
    given: Given,
    rounds: Option<u64>,
    time_limit: Option<Duration>,
    seed: u64,
}

/// The plan as text and as JSON, and the program with its annotations.
pub(crate) type Found = (String, String, String);

/// A plan for a model.
pub(crate) struct FoundForModel {
    /// The plan as text and as JSON.
    pub(crate) shown: (String, String),
    /// The encoded model with the specs of all nodes.
    pub(crate) file: Vec<u8>,
    /// The model that the shardings of the plan are for.
    pub(crate) model: Model,
}

impl SearchRequest {
    /// Reads the mesh and the hardware.
    pub(crate) fn read(self, py: Python<'_>) -> PyResult<PlanSearch> {
        let machine = read_machine(py, self.hardware)?;
        let mesh = notation::parse_mesh(&self.mesh, None).map_err(|error| failure::to_python(py, &error))?;
        let devices = mesh.device_count();
        if !machine.fits(devices) {
            let own = machine.devices.unwrap_or(0);
            let message = format!("the mesh has {devices} devices, and {} has {own}", machine.name);
            return Err(failure::unusable(
                py,
                &format!("{message}: pass hardware with more, or a smaller mesh"),
            ));
        }
        let time_limit = self.seconds.map(Duration::try_from_secs_f64).transpose();
        let time_limit = time_limit
            .map_err(|_| PyValueError::new_err("expected a positive number of seconds as the time limit"))?;
        let given = if self.keep_annotations { Given::Kept } else { Given::Removed };
        let Self { memory, rounds, seed, .. } = self;
        Ok(PlanSearch { mesh, machine, memory, given, rounds, time_limit, seed })
    }
}

impl PlanSearch {
    /// Finds the plan for a program.
    pub(crate) fn run(&self, program: &hlo::Program, watch: &mut Stopper) -> Result<Found, Error> {
        let mut solver = Interruptible(watch.clone());
        let planned = find_plan(program, &self.options(watch), watch, &mut solver)?;
        let text = hlo::print_as(planned.program.module(), PrintOptions::default().debug_info(true));
        Ok((planned.view.text(), planned.view.json(), text))
    }

    /// Finds the plan for a model. `sizes` are those of its open dimensions.
    pub(crate) fn run_model(
        &self,
        model: &Model,
        sizes: Vec<(String, u64)>,
        watch: &mut Stopper,
    ) -> Result<FoundForModel, Error> {
        let mut solver = Interruptible(watch.clone());
        let sizes = sizes.into_iter().collect();
        let found = find_model_plan(model, &sizes, &self.options(watch), watch, &mut solver)?;
        let inference = Inference::default().on(Some(found.on));
        let file = found.model.clone().infer(&inference, watch)?.file()?.concat();
        Ok(FoundForModel { shown: (found.view.text(), found.view.json()), file, model: found.model })
    }

    fn options(&self, watch: &Stopper) -> SearchOptions<'_> {
        let mut options = SearchOptions::new(&self.mesh, &self.machine);
        options.memory = self.memory;
        options.given = self.given;
        options.seed = self.seed;
        options.time_limit = self.time_limit;
        options.rounds = self.rounds;
        // The stages after the solver take time too.
        options.stop = Some(watch.flag());
        options
    }
}

/// Ends the solver after the call was interrupted; its answer is then dropped.
struct Interruptible(Stopper);

impl auto::Watch for Interruptible {
    fn progress(&mut self, _: &Progress) -> ControlFlow<()> {
        if self.0.is_interrupted() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
