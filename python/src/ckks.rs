//! Networks on CKKS ciphertexts: everything that `partita.ckks` asks.

use std::path::PathBuf;
use std::sync::Arc;

use partita::ckks::{
    self, Activation, Bootstraps, CostTable, Encryption, LattigoSettings, Passes, Plan, PlanOptions, Ring,
    SlotProgram, relative_error,
};
use partita::report::{Agreement, CountView, PlanParts, PlanView, SimulationView, View};
use partita::{Error, onnx};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::worker::work;

/// A text for people and the same as JSON.
type Shown = (String, String);

/// The largest relative error of a simulation: rounding only.
const TOLERANCE: f64 = 1e-9;

/// A network with its plan.
#[pyclass(frozen, module = "partita._native")]
pub(crate) struct Network(Arc<PlannedNetwork>);

struct PlannedNetwork {
    name: String,
    network: ckks::Network,
    plan: Plan,
    bootstraps: Bootstraps,
    has_limited_levels: bool,
    costs: CostTable,
}

/// What a network is read from.
enum NetworkFile {
    /// The name of a built-in network.
    Known(String),
    /// A TOML list of layers.
    Toml(String),
    /// The bytes of an ONNX model, and its path if it has one.
    Onnx(Vec<u8>, Option<PathBuf>),
}

impl NetworkFile {
    fn read(self, activation: &Activation, name: &str) -> Result<Option<ckks::Network>, Error> {
        match self {
            NetworkFile::Known(known) => ckks::known_network(&known, activation),
            NetworkFile::Toml(text) => ckks::read_network(&text).map(Some),
            NetworkFile::Onnx(bytes, path) => {
                let mut model = onnx::read_model(name, bytes)?;
                model.folder = path.map(|path| onnx::ModelFolder::of(&path));
                ckks::from_onnx(model, activation).map(Some)
            }
        }
    }
}

impl PlannedNetwork {
    fn parts(&self) -> PlanParts<'_> {
        let Self { name, network, plan, bootstraps, costs, .. } = self;
        PlanParts { model: name, network, plan, bootstraps, costs, unit: "rotations" }
    }

    fn lower(&self) -> Result<SlotProgram, Error> {
        ckks::lower(&self.network, &self.plan, &self.bootstraps, &Passes::default())
    }

    fn input(&self, given: Option<Vec<f64>>) -> Vec<f64> {
        given.unwrap_or_else(|| self.network.seeded_input(0))
    }
}

#[pymethods]
impl Network {
    /// Reads and plans a network: a built-in one, a TOML list of layers, or an ONNX model. Weights that it lacks are drawn.
    #[new]
    #[pyo3(signature = (name, slots, levels, activation, *, known=None, toml=None, onnx=None, path=None))]
    #[allow(clippy::too_many_arguments, reason = "keyword arguments of Python")]
    fn new(
        py: Python<'_>,
        name: String,
        slots: usize,
        levels: Option<u32>,
        activation: String,
        known: Option<String>,
        toml: Option<String>,
        onnx: Option<Vec<u8>>,
        path: Option<PathBuf>,
    ) -> PyResult<Self> {
        let origin = match (known, toml, onnx) {
            (Some(known), ..) => NetworkFile::Known(known),
            (_, Some(text), _) => NetworkFile::Toml(text),
            (.., Some(bytes)) => NetworkFile::Onnx(bytes, path),
            _ => return Err(PyValueError::new_err("expected a network")),
        };
        let unknown =
            format!("unknown network {name:?}; use one of {}, or a file", ckks::NETWORKS.join(", "));
        let state = work(py, move |_| {
            let activation = ckks::activation_by_name(&activation)?;
            let Some(network) = origin.read(&activation, &name)? else { return Ok(None) };
            let mut network = network.with_seeded_weights(0)?;
            if network.has_intervals() {
                // Exponentials and inverses are for the values of an input.
                let input = network.seeded_input(0);
                network.calibrate(&[input], ckks::DEFAULT_MARGIN)?;
            }
            let plan = ckks::plan(&network, slots, &PlanOptions::default().explain(true))?;
            let bootstraps = match levels {
                Some(levels) => plan.place_bootstraps(&network, levels)?,
                None => plan.without_bootstraps(),
            };
            let has_limited_levels = levels.is_some();
            let costs = CostTable::default();
            Ok(Some(PlannedNetwork { name, network, plan, bootstraps, has_limited_levels, costs }))
        })?;
        Ok(Self(Arc::new(state.ok_or_else(|| PyValueError::new_err(unknown))?)))
    }

    /// The plan, as text and as JSON.
    fn plan(&self, py: Python<'_>) -> PyResult<Shown> {
        let state = self.0.clone();
        work(py, move |_| {
            let ring = ckks::ring_of_plan(&Ring::default(), &state.plan, &state.bootstraps)?;
            let view = PlanView::new(state.parts(), ring)?;
            Ok((view.text(), view.json()))
        })
    }

    /// Its counts, as text and as JSON.
    fn count(&self, py: Python<'_>) -> PyResult<Shown> {
        let state = self.0.clone();
        work(py, move |_| {
            let ring = ckks::ring_of_plan(&Ring::default(), &state.plan, &state.bootstraps)?;
            let has_limited_levels = state.has_limited_levels;
            let view = CountView { parts: state.parts(), ring, has_limited_levels };
            Ok((view.text(), view.json()))
        })
    }

    /// The number of values that the network takes.
    fn input_size(&self) -> usize {
        self.0.network.seeded_input(0).len()
    }

    /// The network in plain numbers.
    fn plain(&self, py: Python<'_>, input: Option<Vec<f64>>) -> PyResult<Vec<f64>> {
        let state = self.0.clone();
        work(py, move |_| Ok(state.network.run(&state.input(input))?))
    }

    /// The slot program on plain numbers: its values, and how they differ from those of the network.
    fn simulate(&self, py: Python<'_>, input: Option<Vec<f64>>) -> PyResult<(Vec<f64>, String, String)> {
        let state = self.0.clone();
        work(py, move |watch| {
            let program = state.lower()?;
            let input = state.input(input);
            let simulated = program.simulate(&input, watch)?;
            let direct = state.network.run(&input)?;
            let error = relative_error(&state.network, &simulated.values, &direct);
            let planned = state.plan.rotations();
            let equal = error <= TOLERANCE && program.rotations == planned;
            let view = SimulationView {
                model: &state.name,
                slots: state.plan.slots,
                planned,
                counters: &simulated.counters,
                agreement: Agreement { error, equal, approximation: None },
            };
            let (text, json) = (view.text(), view.json());
            Ok((simulated.values, text, json))
        })
    }

    /// The slot program on encrypted numbers, by the Lattigo library that `program` serves: its values and their relative error.
    fn run(
        &self,
        py: Python<'_>,
        input: Option<Vec<f64>>,
        library: PathBuf,
        program: PathBuf,
    ) -> PyResult<(Vec<f64>, f64)> {
        let state = self.0.clone();
        work(py, move |watch| {
            let lowered = state.lower()?;
            let input = state.input(input);
            let encryption = Encryption::new(LattigoSettings::new(library, program));
            let encrypted = lowered.run_encrypted(&input, &encryption, watch)?;
            let direct = state.network.run(&input)?;
            let error = relative_error(&state.network, &encrypted.values, &direct);
            Ok((encrypted.values.to_vec(), error))
        })
    }
}
