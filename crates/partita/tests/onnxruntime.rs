//! The models of ranks on onnxruntime, whose library an environment variable names; `cargo xtask onnx-engine` sets it.
//!
//! The engine starts this program again as the process that loads the library, so it has its own `main`.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a test with its own main talks to its developer"
)]

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use partita::notation;
use partita::onnx::{
    Arrays, ComparisonLimits, Model, OnMesh, OnnxRuntime, OnnxRuntimeSettings, RankExchange, RankPartition,
    RankProcesses, Ranks, Runtime, SERVE_ARGUMENT, draw_inputs, proto, read_text, serve_onnxruntime,
};
use partita_base::code;

/// The environment variables with the library, and with a Python that has the package onnxruntime.
const LIBRARY: &str = "PARTITA_ONNXRUNTIME";
const PYTHON: &str = "PARTITA_PYTHON";

const TIME: Duration = Duration::from_secs(60);
const MEMORY: u64 = 1 << 30;

/// Files whose models onnxruntime does not run, and why.
const NOT_RUN: &[(&str, &str)] = &[
    ("declared_shape_kept", "it has no op Gelu of a name space of its own"),
    ("grouped_attention", "its lengths are for a batch of 4, and this test chooses the batch"),
];

/// A run with fewer files fails.
const ENOUGH: usize = 95;

/// Files whose ranks also run as processes: groups along each axis of a 2x2 mesh, and stages.
const AS_PROCESSES: &[&str] = &["heads_of_one_axis", "halos_with_corners", "batch_between_meshes"];

fn main() {
    let arguments: Vec<_> = std::env::args_os().collect();
    if arguments.get(1).is_some_and(|argument| argument == SERVE_ARGUMENT) {
        serve_onnxruntime(arguments[2].as_ref());
        return;
    }
    let Some(library) = std::env::var_os(LIBRARY).filter(|value| !value.is_empty()) else {
        eprintln!("note: {LIBRARY} is not set, nothing was run on onnxruntime");
        return;
    };
    let runtime = OnnxRuntime::start(OnnxRuntimeSettings::new(library, TIME)).expect("the library loads");
    let files = files();
    let (mut run, mut failures) = (0, Vec::new());
    for file in &files {
        let missing = NOT_RUN.iter().find(|(name, _)| *name == file.name);
        // Two sizes for dimensions that are known at run time only.
        let found = [1, 3].into_iter().try_for_each(|size| file.compare(&runtime, size, None));
        match (found, missing) {
            (Ok(()), None) => run += 1,
            (Err(_), Some(_)) => {}
            (Ok(()), Some((name, why))) => {
                failures.push(format!("{name} runs, but is listed as not run: {why}"));
            }
            (Err(why), None) => failures.push(format!("{}: {why}", file.name)),
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
    assert!(run >= ENOUGH, "{run} files");
    println!("the ranks of {run} files compute on onnxruntime what their models compute");
    if let Some(python) = std::env::var_os(PYTHON).filter(|_| cfg!(unix)) {
        let processes =
            RankProcesses::new(PathBuf::from(python), TIME).exchange(Some(RankExchange::SharedMemory));
        for name in AS_PROCESSES {
            let file = files.iter().find(|file| file.name == *name).expect("the file is there");
            assert!(file.has_smaller_groups(), "{name}");
            file.compare(&runtime, 3, Some(&processes)).unwrap_or_else(|why| panic!("{name}: {why}"));
        }
        ranks_that_disagree_are_reported(&files, &processes);
        println!("and so do the ranks of {} of them as processes", AS_PROCESSES.len());
    }
}

/// A file of `testdata/onnx/ranks`, partitioned as its comments say.
struct RankFile {
    name: String,
    model: Model,
    ranks: Ranks,
}

fn files() -> Vec<RankFile> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/onnx/ranks");
    let mut paths: Vec<PathBuf> = fs::read_dir(&folder)
        .expect("the folder is there")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    paths.iter().map(|path| RankFile::read(path)).collect()
}

impl RankFile {
    fn read(path: &Path) -> Self {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let text = fs::read_to_string(path).expect("it is text");
        let model = read_text(&name, &text).unwrap_or_else(|error| panic!("{error}"));
        let all = |key: &str| -> Vec<&str> {
            text.lines().filter_map(|line| line.strip_prefix("# ")?.strip_prefix(key)).collect()
        };
        let on = all("mesh: ").first().map(|axes| {
            let mut on = OnMesh::new(notation::parse_mesh(axes, None).expect("a mesh"));
            for written in all("shard: ") {
                let (tensor, sharding) = written.split_once('=').expect("a sharding");
                on = on.shard(tensor, sharding.parse().expect("a sharding"));
            }
            on
        });
        let propagates = on.is_some();
        let partition = RankPartition::default().on(on).propagate(propagates);
        let ranks = model.partition(&partition).unwrap_or_else(|error| panic!("{name}: {error}"));
        Self { name, model, ranks }
    }

    fn has_smaller_groups(&self) -> bool {
        let made = &self.ranks.made;
        made.collectives.iter().any(|each| each.group_size < made.models.len() as u64)
    }

    /// Inputs in which dimensions of unknown size have this one.
    fn inputs(&self, size: u64) -> Result<Arrays, String> {
        let mut types = self.ranks.inputs();
        self.model.set_optional_types(&mut types);
        let names = types.iter().flat_map(|(_, ty)| ty.dims.iter().flatten()).map(ToString::to_string);
        // Sums such as `past+seq` follow from their names.
        let names = names.filter(|name| !name.contains('+'));
        let sizes = names.map(|name| (name, size)).collect();
        let types: Vec<_> = types
            .into_iter()
            .map(|(name, ty)| {
                let ty = partita::onnx::Bindings::bind(&sizes, &ty);
                (name, ty)
            })
            .collect();
        let mut inputs = Arrays::new();
        draw_inputs(&mut inputs, &types, &self.model.integer_ranges(), 1, MEMORY)
            .map_err(|error| error.to_string())?;
        Ok(inputs)
    }

    /// Compares the ranks with the model, in one process or in one for each.
    fn compare(
        &self,
        runtime: &dyn Runtime,
        size: u64,
        processes: Option<&RankProcesses>,
    ) -> Result<(), String> {
        let inputs = self.inputs(size)?;
        let full = self.model.with_contents().map_err(|error| error.to_string())?;
        let limits = ComparisonLimits::default();
        let verified = match processes {
            Some(processes) => self.ranks.compare_as_processes(&full, &inputs, runtime, limits, processes),
            None => self.ranks.compare(&full, &inputs, runtime, limits),
        };
        let verified = verified.map_err(|error| format!("with size {size}: {error} {:?}", error.output))?;
        match verified.differences.first() {
            Some(difference) => Err(format!("with size {size}: {difference}")),
            None => Ok(()),
        }
    }
}

/// Ranks whose collectives do not match are an error that names them, not a hang.
fn ranks_that_disagree_are_reported(files: &[RankFile], processes: &RankProcesses) {
    let mut file = RankFile::read(&rank_path(AS_PROCESSES[0]));
    let inputs = files.iter().find(|other| other.name == file.name).expect("the file is there").inputs(3);
    let graph = file.ranks.made.models[3].graph.as_mut().expect("a graph");
    let is_collective = |node: &&mut proto::Node| node.name_space() == "com.microsoft";
    let collective = graph.node.iter_mut().find(is_collective).expect("rank 3 exchanges");
    collective.name = Some("another".into());
    let error = file.ranks.run_as_processes(&inputs.expect("inputs"), processes);
    let error = error.expect_err("rank 3 waits for a collective of its own");
    assert_eq!(error.code, code::ONNX_COLLECTIVE, "{error}");
    assert!(error.output.iter().any(|line| line.contains("another")), "{error} {:?}", error.output);
}

fn rank_path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../testdata/onnx/ranks/{name}.textproto"))
}
