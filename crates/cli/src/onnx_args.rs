//! The command line of `partita onnx`.

use std::path::PathBuf;

use clap::Subcommand;

/// A model to read.
#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Model {
    /// A model: a .onnx file, its text in a .textproto file, or `-` for standard input
    pub(crate) file: PathBuf,
}

/// The only configuration that is looked at.
#[derive(clap::Args, Debug, Clone)]
pub(crate) struct OnlyConfiguration {
    /// Look at this configuration of devices only
    #[arg(long, value_name = "NAME")]
    pub(crate) configuration: Option<String>,
}

/// What a model is run on.
#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Inputs {
    /// An input of the model as a .npy file, or as a tensor in a .pb file; others are made up from the seed
    #[arg(long, value_name = "NAME=FILE")]
    pub(crate) input: Vec<String>,
    /// Where made-up inputs begin
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
}

/// How a model is run: in ranks, by a runtime, on inputs.
#[derive(clap::Args, Debug, Clone)]
pub(crate) struct RunSetup {
    #[command(flatten)]
    pub(crate) partition: RankPartition,
    #[command(flatten)]
    pub(crate) runtime: RuntimeChoice,
    #[command(flatten)]
    pub(crate) inputs: Inputs,
}

/// Where a changed model is written.
#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Target {
    /// Where to write, or `-` for standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
}

/// How specs are checked against ops.
#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Rules {
    /// Corresponding axes must be cut alike, by the letter of the format
    #[arg(long, conflicts_with = "lenient")]
    pub(crate) strict: bool,
    /// A device may use a part of what it holds; the default
    #[arg(long)]
    pub(crate) lenient: bool,
    #[command(flatten)]
    pub(crate) only: OnlyConfiguration,
}

/// A mesh, and shardings of some tensors on it.
#[derive(clap::Args, Debug, Clone)]
pub(crate) struct OnMesh {
    /// The axes of a mesh, major to minor, such as `x=4,y=2`; by default one that the annotations of the model are on
    #[arg(long, value_name = "AXES")]
    pub(crate) mesh: Option<String>,
    /// The devices in the order of the mesh, such as `3,2,1,0`; 0, 1, 2, … by default
    #[arg(long, value_name = "IDS", requires = "mesh")]
    pub(crate) device_ids: Option<String>,
    /// How a tensor is sharded on the mesh, such as `w=[{"x"}, {}]` or `w=x,_`; spread through the whole model. May be given several times
    #[arg(long, value_name = "TENSOR=SHARDING", requires = "mesh")]
    pub(crate) shard: Vec<String>,
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Infer {
    #[command(flatten)]
    pub(crate) model: Model,
    /// Where to write the completed model, or `-` for standard output; only a report is printed without it
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) rules: Rules,
    /// Spread annotations both ways through the whole model
    #[arg(long)]
    pub(crate) propagate: bool,
    #[command(flatten)]
    pub(crate) on: OnMesh,
    /// Say for every spec where it comes from
    #[arg(long)]
    pub(crate) explain: bool,
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct MeshOf {
    #[command(flatten)]
    pub(crate) model: Model,
    #[command(flatten)]
    pub(crate) only: OnlyConfiguration,
}

/// How a model is spread over ranks. Inputs of the model that are given a sharding are handed to the ranks in parts.
#[derive(clap::Args, Debug, Clone)]
pub(crate) struct RankPartition {
    /// The configuration of devices, if the model has several
    #[arg(long, value_name = "NAME")]
    pub(crate) configuration: Option<String>,
    #[command(flatten)]
    pub(crate) on: OnMesh,
    /// Spread the annotations of the model both ways through it, instead of forward only
    #[arg(long)]
    pub(crate) propagate: bool,
    /// The size of a named dimension, such as `batch=8`; may be given several times
    #[arg(long, value_name = "NAME=SIZE")]
    pub(crate) dim: Vec<String>,
    /// Let every rank return whole outputs
    #[arg(long = "whole-outputs")]
    pub(crate) replicate_outputs: bool,
    /// A topology: latency and bandwidth of each axis
    #[arg(long, value_name = "FILE")]
    pub(crate) topology: Option<PathBuf>,
}

/// What runs models.
#[derive(clap::Args, Debug, Clone)]
pub(crate) struct RuntimeChoice {
    /// What runs the models
    #[arg(long, value_name = "RUNTIME", default_value = "embedded")]
    pub(crate) runtime: RuntimeName,
    /// The library of onnxruntime; by default the variable PARTITA_ONNXRUNTIME, or that of the Python package
    #[arg(long, value_name = "PATH")]
    pub(crate) onnxruntime: Option<PathBuf>,
    /// A Python with the package onnxruntime; the variable PARTITA_PYTHON or `python3` by default
    #[arg(long, value_name = "PATH")]
    pub(crate) python: Option<PathBuf>,
}

#[derive(clap::ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RuntimeName {
    /// One in this program, which needs nothing
    Embedded,
    /// The library of the Python package onnxruntime
    Onnxruntime,
}

#[derive(Subcommand, Debug)]
pub(crate) enum OnnxCommand {
    /// Check a model and its annotations; all errors, with their locations and codes
    ///
    /// The graph, the configurations, every sharding spec by itself, and the sizes of external data, which is not read.
    Check(Check),
    /// Work out the sharding specs that a model leaves out
    ///
    /// An input has the spec that its producer gives it, an input of the model and an initialiser are whole on every device, and an output
    /// follows from the inputs by the rule of the op. With --propagate, or with a mesh, annotations on a few tensors are spread both ways
    /// through the whole model. Nothing else in the file changes. Values that change their layouts between nodes are listed.
    Infer(Infer),
    /// Print the named mesh that all specs of a model are on, and the sharding of every tensor; or why there is none
    Mesh(MeshOf),
    /// Show what is in a model: op sets, ops, configurations, annotations
    Show {
        #[command(flatten)]
        model: Model,
    },
    /// Print a model as text: protobuf's text format, or its JSON with `--format json`
    Export(Export),
    /// Remove all annotations from a model and nothing else
    ///
    /// Every other byte of the file stays as it is.
    Strip(Strip),
    /// Add annotations to a model
    ///
    /// Every other byte of the file stays as it is, except that the version of the format is raised to 11 if it is lower. What is
    /// wrong with the annotations is reported, and then nothing is written.
    Annotate(Annotate),
    /// Write the model of every rank
    ///
    /// Weights are cut, shapes are local, and what ranks exchange are nodes AllReduce, AllGather and AllToAll of the domain com.microsoft,
    /// whose property `partita.group` lists the ranks that meet. The folder gets `rank0.onnx`, `rank1.onnx`, … and
    /// `partition.json`, which lists these files, how inputs are sharded and outputs put together, and every collective. Weights of 1 KiB
    /// and more are in `rank0.onnx.data`, `rank1.onnx.data`, … if the model had external data or if a rank's model is larger than 1 GiB:
    /// a .onnx file ends at 2 GiB.
    Partition(Partition),
    /// Run the model as it is and as ranks, and compare what they return
    Verify(Verify),
    /// Run a model, in ranks if it is spread; or the models of all ranks, one file each
    Run(Run),
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Check {
    #[command(flatten)]
    pub(crate) model: Model,
    /// Exit with 1 for warnings too
    #[arg(long)]
    pub(crate) deny_warnings: bool,
    /// How the specs of nodes are checked against their ops
    #[command(flatten)]
    pub(crate) rules: Rules,
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Export {
    #[command(flatten)]
    pub(crate) model: Model,
    /// Print large contents of tensors too
    #[arg(long)]
    pub(crate) full: bool,
    /// Where to write; standard output by default
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Strip {
    #[command(flatten)]
    pub(crate) model: Model,
    #[command(flatten)]
    pub(crate) target: Target,
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Annotate {
    #[command(flatten)]
    pub(crate) model: Model,
    /// The annotations as JSON: `{"configuration": {"name": "two", "num_devices": 2}, "specs": [{"node": 0, "tensor": "x", "spec":
    /// {"device": [0, 1], "sharded_dim": [{"axis": 0, "simple_sharding": [{"num_shards": 2}]}]}}], "inputs": […]}`
    #[arg(long, value_name = "FILE")]
    pub(crate) specs: PathBuf,
    #[command(flatten)]
    pub(crate) target: Target,
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Partition {
    #[command(flatten)]
    pub(crate) model: Model,
    #[command(flatten)]
    pub(crate) partition: RankPartition,
    /// The folder to write to, which is made if it is not there; only a report is printed without it
    #[arg(short, long, value_name = "FOLDER")]
    pub(crate) output: Option<PathBuf>,
    /// Keep weights beside the models, in `rank0.onnx.data`, …, also if they fit
    #[arg(long, requires = "output")]
    pub(crate) external_data: bool,
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Verify {
    #[command(flatten)]
    pub(crate) model: Model,
    #[command(flatten)]
    pub(crate) running: RunSetup,
    /// How far a number may be off, as a share of the expected number [default: 1e-4 for f32, 1e-10 for f64, 1e-2 for f16, 5e-2 for bf16,
    /// 0 for integers]
    #[arg(long, value_name = "SHARE", value_parser = tolerance)]
    pub(crate) rtol: Option<f64>,
    /// How far any number may be off besides [default: 1e-5 of the largest number of an output for f32, a tenth of --rtol for others; 1e-6 for
    /// f32 from a sigmoid or softmax; one step for what is quantised]
    #[arg(long, value_name = "NUMBER", value_parser = tolerance)]
    pub(crate) atol: Option<f64>,
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Run {
    /// A model, or those of ranks 0, 1, 2, …
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) running: RunSetup,
    /// A folder for the outputs, `NAME.npy` each; a summary is printed without it
    #[arg(short, long, value_name = "FOLDER")]
    pub(crate) output: Option<PathBuf>,
}

/// A number that is not negative.
fn tolerance(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(number) if number >= 0.0 => Ok(number),
        _ => Err("expected a number that is not negative, such as 1e-4".into()),
    }
}
