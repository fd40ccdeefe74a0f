//! ONNX models: everything that `partita.onnx` asks.

use std::path::PathBuf;
use std::sync::Arc;

use partita::onnx::{
    self, CheckOptions, Finding, Inference, ModelFolder, OnMesh, RankPartition, has_errors, read_model,
    read_text,
};
use partita::report::{View, findings_json, render_findings};
use partita::{Error, notation, report::Color};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::search::SearchRequest;
use crate::worker::{work, work_in_pool};

/// A text for people and the same as JSON.
type Shown = (String, String);

/// The axes of a mesh as `x=2`, and pairs of the name of a tensor and its sharding.
type Placement = Option<(String, Vec<(String, String)>)>;

/// A model as it was read.
#[pyclass(frozen, module = "partita._native")]
pub(crate) struct Model(Arc<onnx::Model>);

/// The models of all ranks.
#[pyclass(frozen, module = "partita._native")]
pub(crate) struct Ranks {
    model: Arc<onnx::Model>,
    ranks: Arc<onnx::Ranks>,
}

fn on_mesh(placement: &Placement) -> Result<Option<OnMesh>, Error> {
    let Some((axes, shardings)) = placement else { return Ok(None) };
    let mut on = OnMesh::new(notation::parse_mesh(axes, None)?);
    for (tensor, sharding) in shardings {
        on = on.shard(tensor.clone(), sharding.parse()?);
    }
    Ok(Some(on))
}

fn shown_findings(name: &str, findings: &[Finding]) -> Shown {
    (render_findings(name, findings, Color::Off), findings_json(name, findings))
}

#[pymethods]
impl Model {
    /// Reads the bytes of a `.onnx` file, whose external data is in the folder of `path`.
    #[new]
    fn new(py: Python<'_>, name: String, data: Vec<u8>, path: Option<PathBuf>) -> PyResult<Self> {
        let model = work(py, move |_| {
            let mut model = read_model(&name, data)?;
            model.folder = path.map(|path| ModelFolder::of(&path));
            Ok(model)
        })?;
        Ok(Self(Arc::new(model)))
    }

    /// Reads protobuf text.
    #[staticmethod]
    fn of_text(py: Python<'_>, name: String, text: String) -> PyResult<Self> {
        Ok(Self(Arc::new(work(py, move |_| read_text(&name, &text))?)))
    }

    /// The findings about the model and its specs, rendered and as JSON, and whether one is an error.
    fn check(&self, py: Python<'_>, configuration: Option<String>) -> PyResult<(String, String, bool)> {
        let model = self.0.clone();
        work(py, move |_| {
            let mut findings = model.findings.clone();
            findings.extend(model.check(&CheckOptions::default().configuration(configuration)));
            let (text, json) = shown_findings(&model.name, &findings);
            Ok((text, json, has_errors(&findings)))
        })
    }

    /// The file with all specs, and a view of those that were inferred.
    fn infer<'py>(
        &self,
        py: Python<'py>,
        placement: Placement,
        configuration: Option<String>,
        propagate: bool,
    ) -> PyResult<(Bound<'py, PyBytes>, String, String)> {
        let model = self.0.clone();
        let (file, text, json) = work(py, move |watch| {
            let options = Inference::default()
                .configuration(configuration)
                .propagate(propagate)
                .on(on_mesh(&placement)?);
            let completed = onnx::Model::clone(&model).infer(&options, watch)?;
            let file: Vec<u8> = completed.file()?.concat();
            let view = completed.view(true);
            Ok((file, view.text(), view.json()))
        })?;
        Ok((PyBytes::new(py, &file), text, json))
    }

    /// One model per rank.
    fn partition(
        &self,
        py: Python<'_>,
        placement: Placement,
        configuration: Option<String>,
        propagate: bool,
        sizes: Vec<(String, u64)>,
        replicate_outputs: bool,
    ) -> PyResult<Ranks> {
        let model = self.0.clone();
        let ranks = work(py, move |_| {
            let partition = RankPartition::default()
                .configuration(configuration)
                .on(on_mesh(&placement)?)
                .propagate(propagate)
                .sizes(sizes.into_iter().collect())
                .replicate_outputs(replicate_outputs);
            model.partition(&partition)
        })?;
        Ok(Ranks { model: self.0.clone(), ranks: Arc::new(ranks) })
    }

    /// The sharding that takes the least time: as text and as JSON, the file with all specs, and the model to partition with the
    /// shardings.
    fn auto<'py>(
        &self,
        py: Python<'py>,
        request: SearchRequest,
        sizes: Vec<(String, u64)>,
    ) -> PyResult<(String, String, Bound<'py, PyBytes>, Self)> {
        let search = request.read(py)?;
        let model = self.0.clone();
        // The solver has two workers.
        let found = work_in_pool(py, move |watch| search.run_model(&model, sizes, watch))?;
        let (text, json) = found.shown;
        Ok((text, json, PyBytes::new(py, &found.file), Self(Arc::new(found.model))))
    }
}

#[pymethods]
impl Ranks {
    /// The number of ranks.
    fn count(&self) -> usize {
        self.ranks.made.models.len()
    }

    /// What each rank takes, returns and sends, as text and as JSON.
    fn view(&self) -> Shown {
        let view = self.ranks.view();
        (view.text(), view.json())
    }

    /// The encoded model of a rank.
    fn model<'py>(&self, py: Python<'py>, rank: usize) -> PyResult<Bound<'py, PyBytes>> {
        let ranks = self.ranks.clone();
        let files = work(py, move |_| ranks.files(rank, false))?;
        Ok(PyBytes::new(py, &files.model))
    }

    /// Runs the model and the ranks on the embedded runtime, and compares their outputs.
    fn verify(&self, py: Python<'_>, seed: u64) -> PyResult<Shown> {
        let (model, ranks) = (self.model.clone(), self.ranks.clone());
        work_in_pool(py, move |_| {
            let verified = ranks.verify(&model, seed)?;
            let view = verified.view(&ranks);
            Ok((view.text(), view.json()))
        })
    }
}
