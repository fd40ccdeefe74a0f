//! The command line of `partita onnx`.

use std::path::PathBuf;

use clap::Subcommand;

/// A model to read.
#[derive(clap::Args, Debug, Clone)]
pub(crate) struct ModelFile {
    /// A model: a .onnx file, its text in a .textproto file, or `-` for standard input
    pub(crate) file: PathBuf,
}

/// The only configuration to consider.
#[derive(clap::Args, Debug, Clone)]
pub(crate) struct OnlyConfiguration {
    /// Consider only this configuration of devices
    #[arg(long, value_name = "NAME")]
    pub(crate) configuration: Option<String>,
}

/// The inputs of a run.
#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Inputs {
    /// An input of the model as a .npy file, or as a tensor in a .pb file; the others are generated from the seed
    #[arg(long, value_name = "NAME=FILE")]
    pub(crate) input: Vec<String>,
    /// The seed of generated inputs
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
}

/// How a model is run: partitioned, on a runtime, with inputs.
#[derive(clap::Args, Debug, Clone)]
pub(crate) struct RunSetup {
    #[command(flatten)]
    pub(crate) partition: RankPartition,
    #[command(flatten)]
    pub(crate) runtime: RuntimeChoice,
    #[command(flatten)]
    pub(crate) process: ProcessChoice,
    #[command(flatten)]
    pub(crate) inputs: Inputs,
}

/// Where a changed model is written.
#[derive(clap::Args, Debug, Clone)]
pub(crate) struct ModelOutput {
    /// Where to write, or `-` for standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
}

/// How specs are checked against ops.
#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Rules {
    /// Require corresponding axes to be sharded alike, as the format demands; the default of infer
    #[arg(long, conflicts_with = "lenient")]
    pub(crate) strict: bool,
    /// Allow a device to use a part of the data it holds; the default of check
    #[arg(long)]
    pub(crate) lenient: bool,
    #[command(flatten)]
    pub(crate) only: OnlyConfiguration,
}

/// A mesh, and shardings of some tensors on it.
#[derive(clap::Args, Debug, Clone)]
pub(crate) struct OnMesh {
    /// The axes of a mesh, major to minor, such as `x=4,y=2`; by default a mesh that fits the annotations of the model
    #[arg(long, value_name = "AXES")]
    pub(crate) mesh: Option<String>,
    /// The devices in the order of the mesh, such as `3,2,1,0`; 0, 1, 2, … by default
    #[arg(long, value_name = "IDS", requires = "mesh")]
    pub(crate) device_ids: Option<String>,
    /// The sharding of a tensor on the mesh, such as `w=[{"x"}, {}]` or `w=x,_`, which propagates through the model, or
    /// of all inputs and constants that match a pattern, such as `layers.*.q.weight=_,x`. May be given several times
    #[arg(long, value_name = "TENSOR=SHARDING", requires = "mesh")]
    pub(crate) shard: Vec<String>,
    /// A file with the sharding of a tensor or pattern on each line, as for --shard, and comments after `#`
    #[arg(long, value_name = "FILE", requires = "mesh")]
    pub(crate) shardings: Option<PathBuf>,
    /// A tensor-parallel plan as JSON, such as that of a Hugging Face model: `{"layers.*.self_attn.q_proj": "colwise",
    /// "layers.*.self_attn.o_proj": "rowwise"}`
    #[arg(long, value_name = "FILE", requires = "mesh")]
    pub(crate) tp_plan: Option<PathBuf>,
    /// The axis of the tensor-parallel plan; by default the only axis of the mesh, or the one named `tp`
    #[arg(long, value_name = "AXIS", requires = "tp_plan")]
    pub(crate) tp_axis: Option<String>,
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Infer {
    #[command(flatten)]
    pub(crate) model: ModelFile,
    /// Where to write the completed model, or `-` for standard output; without it, only a report is printed
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) rules: Rules,
    /// Propagate annotations forward and backward through the model
    #[arg(long)]
    pub(crate) propagate: bool,
    #[command(flatten)]
    pub(crate) on: OnMesh,
    /// Print the origin of every spec
    #[arg(long)]
    pub(crate) explain: bool,
    /// Also write sharded values as metadata, which viewers such as Netron show: `partita.layout.CONFIGURATION` of values
    /// that the model lists, and of nodes for their other outputs
    #[arg(long, requires = "output")]
    pub(crate) metadata: bool,
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct MeshOf {
    #[command(flatten)]
    pub(crate) model: ModelFile,
    #[command(flatten)]
    pub(crate) only: OnlyConfiguration,
}

/// The sizes that a model leaves open.
#[derive(clap::Args, Debug, Clone)]
pub(crate) struct ModelSizes {
    /// The size of a dimension, by name, such as `batch=8`, or by its place in an input, such as `x.0=8`; may be given
    /// several times
    #[arg(long, value_name = "NAME=SIZE")]
    pub(crate) dim: Vec<String>,
    /// The sizes of an input, such as `x=8,64`, with `_` for those that the model has; may be given several times
    #[arg(long, value_name = "INPUT=SIZES")]
    pub(crate) shape: Vec<String>,
}

/// How a model is partitioned into ranks. Each rank takes its shard of those inputs of the model that have a sharding.
#[derive(clap::Args, Debug, Clone)]
pub(crate) struct RankPartition {
    /// The configuration of devices, if the model has several
    #[arg(long, value_name = "NAME")]
    pub(crate) configuration: Option<String>,
    #[command(flatten)]
    pub(crate) on: OnMesh,
    /// Propagate annotations forward and backward through the model, instead of forward only
    #[arg(long)]
    pub(crate) propagate: bool,
    #[command(flatten)]
    pub(crate) sizes: ModelSizes,
    /// Make every rank return complete outputs instead of its shards
    #[arg(long = "whole-outputs")]
    pub(crate) replicate_outputs: bool,
    /// A topology: latency and bandwidth of each axis
    #[arg(long, value_name = "FILE")]
    pub(crate) topology: Option<PathBuf>,
    /// Hardware to partition for: a preset such as `h200x8`, or a TOML file. Where its links differ in speed along the axes of the mesh,
    /// reshards are planned for them, unless there is a `--topology`; `why` also prints what the model would cost if the tensor had another
    /// sharding
    #[arg(long, value_name = "NAME|FILE")]
    pub(crate) hardware: Option<String>,
}

/// The runtime, and where it is installed.
#[derive(clap::Args, Debug, Clone)]
pub(crate) struct RuntimeChoice {
    /// The runtime that runs the models [default: embedded, or onnxruntime with --processes]
    #[arg(long, value_name = "RUNTIME")]
    pub(crate) runtime: Option<RuntimeName>,
    /// The library of onnxruntime; by default the variable PARTITA_ONNXRUNTIME, or that of the Python package
    #[arg(long, value_name = "PATH")]
    pub(crate) onnxruntime: Option<PathBuf>,
    /// A Python with the package onnxruntime; the variable PARTITA_PYTHON or `python3` by default
    #[arg(long, value_name = "PATH")]
    pub(crate) python: Option<PathBuf>,
}

/// Ranks as processes.
#[derive(clap::Args, Debug, Clone)]
pub(crate) struct ProcessChoice {
    /// Run every rank in a process of its own, with the Python package onnxruntime; N is the number of ranks
    #[arg(long, value_name = "N")]
    pub(crate) processes: Option<usize>,
    /// How the processes exchange the arrays of collectives; by default MPI if Python has mpi4py and MPI has the
    /// launcher mpiexec.gforker, which opens no port, and shared memory otherwise
    #[arg(long, value_name = "BY", requires = "processes")]
    pub(crate) exchange: Option<ExchangeName>,
}

#[derive(clap::ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ExchangeName {
    /// The Python package mpi4py, started by mpiexec.gforker or mpiexec
    Mpi,
    /// Memory that all processes on this machine share
    SharedMemory,
}

#[derive(clap::ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RuntimeName {
    /// The runtime in this program, which needs no installation
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
    /// Infer the sharding specs that a model omits
    ///
    /// An input of a node has the spec that its producer gives it, inputs of the model and initialisers are replicated,
    /// and outputs follow from the inputs by the rule of the op. With --propagate, or with a mesh, annotations on a few
    /// tensors propagate forward and backward through the model. Nothing else in the file changes. Values that are
    /// resharded between nodes are listed.
    Infer(Infer),
    /// Print the named mesh that fits all specs of a model, and the sharding of every tensor; or why there is none
    Mesh(MeshOf),
    /// Show the contents of a model: op sets, ops, configurations, annotations
    Show {
        #[command(flatten)]
        model: ModelFile,
    },
    /// Print a model as text: protobuf's text format, or its JSON with `--format json`
    Export(Export),
    /// Remove all annotations from a model and nothing else
    ///
    /// No other byte of the file changes.
    Strip(Strip),
    /// Add annotations to a model
    ///
    /// No other byte of the file changes, except that the version of the format is raised to 11 if it is lower. Errors
    /// in the annotations are reported, and then nothing is written.
    Annotate(Annotate),
    /// Write the model of every rank
    ///
    /// Weights are sharded, shapes are local, and the collectives are nodes AllReduce, AllGather and AllToAll of the
    /// domain com.microsoft, whose property `partita.group` lists the ranks that take part. The folder gets
    /// `rank0.onnx`, `rank1.onnx`, … and
    /// `partition.json`, which lists these files, the shardings of inputs and outputs, every collective, how much of the
    /// FLOPs and of the weights is sharded, and the first node where a sharding is lost. Weights of
    /// 1 KiB
    /// and more are in `rank0.onnx.data`, `rank1.onnx.data`, … if the model had external data or if a rank's model is larger than 1 GiB:
    /// a .onnx file holds at most 2 GiB. Those that several ranks have in common are there once, in `shared0.onnx.data`, …
    /// Weights are copied from file to file; memory does not depend on their size.
    Partition(Partition),
    /// Write a page to explore a model: nodes, shardings and why, collectives, memory, findings
    ///
    /// One HTML file that loads nothing and opens from disk; its data as JSON with `--format json`. A model with
    /// errors has a page too, with its findings.
    ///
    /// partita onnx report model.onnx --mesh x=4 --shard 'w=_,x' -o page.html
    Report(ModelReport),
    /// Explain why a tensor is sharded along its axes: where each axis was given, and the nodes that it came through
    ///
    /// partita onnx why model.onnx h --mesh x=4 --shard 'w=_,x'
    Why(ModelWhy),
    /// Draw which device holds which shard of a tensor
    ///
    /// partita onnx draw model.onnx h --mesh x=4 --shard 'w=_,x'
    Draw(ModelDraw),
    /// Estimate the peak memory of each rank: its size, the node at which it occurs, and its tensors
    ///
    /// partita onnx memory model.onnx --mesh x=4 --shard 'w=_,x'
    Memory(ModelMemory),
    /// Run the model unpartitioned and as ranks, and compare the outputs
    Verify(Verify),
    /// Run a model, as ranks if it is partitioned; or the models of all ranks, one file each
    Run(Run),
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Check {
    #[command(flatten)]
    pub(crate) model: ModelFile,
    /// Exit with 1 for warnings as well
    #[arg(long)]
    pub(crate) deny_warnings: bool,
    /// How the specs of nodes are checked against their ops
    #[command(flatten)]
    pub(crate) rules: Rules,
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Export {
    #[command(flatten)]
    pub(crate) model: ModelFile,
    /// Print large contents of tensors as well
    #[arg(long)]
    pub(crate) full: bool,
    /// Where to write; standard output by default
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Strip {
    #[command(flatten)]
    pub(crate) model: ModelFile,
    #[command(flatten)]
    pub(crate) target: ModelOutput,
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Annotate {
    #[command(flatten)]
    pub(crate) model: ModelFile,
    /// The annotations as JSON: `{"configuration": {"name": "two", "num_devices": 2}, "specs": [{"node": 0, "tensor": "x", "spec":
    /// {"device": [0, 1], "sharded_dim": [{"axis": 0, "simple_sharding": [{"num_shards": 2}]}]}}], "inputs": […]}`
    #[arg(long, value_name = "FILE")]
    pub(crate) specs: PathBuf,
    #[command(flatten)]
    pub(crate) target: ModelOutput,
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Partition {
    #[command(flatten)]
    pub(crate) model: ModelFile,
    #[command(flatten)]
    pub(crate) partition: RankPartition,
    /// The folder to write to, which is created if necessary; without it, only a report is printed
    #[arg(short, long, value_name = "FOLDER")]
    pub(crate) output: Option<PathBuf>,
    /// Keep weights beside the models, in `rank0.onnx.data`, …, even if they fit
    #[arg(long, requires = "output")]
    pub(crate) external_data: bool,
    #[command(flatten)]
    pub(crate) written: crate::notation_args::WrittenAs,
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct ModelReport {
    #[command(flatten)]
    pub(crate) model: ModelFile,
    #[command(flatten)]
    pub(crate) partition: RankPartition,
    /// Where to write the page; standard output by default
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// The title of the page
    #[arg(long)]
    pub(crate) title: Option<String>,
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct ModelWhy {
    #[command(flatten)]
    pub(crate) model: ModelFile,
    /// The name of a tensor
    pub(crate) tensor: String,
    /// Only this dimension, from 0, or from -1 at the end
    #[arg(long = "dimension", value_name = "N", allow_hyphen_values = true)]
    pub(crate) dimension: Option<i64>,
    #[command(flatten)]
    pub(crate) partition: RankPartition,
    #[command(flatten)]
    pub(crate) written: crate::notation_args::WrittenAs,
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct ModelDraw {
    #[command(flatten)]
    pub(crate) model: ModelFile,
    /// The name of a tensor
    pub(crate) tensor: String,
    #[command(flatten)]
    pub(crate) partition: RankPartition,
    #[command(flatten)]
    pub(crate) written: crate::notation_args::WrittenAs,
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct ModelMemory {
    #[command(flatten)]
    pub(crate) model: ModelFile,
    #[command(flatten)]
    pub(crate) partition: RankPartition,
    /// The number of tensors at the peak to list
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub(crate) top: usize,
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Verify {
    #[command(flatten)]
    pub(crate) model: ModelFile,
    #[command(flatten)]
    pub(crate) running: RunSetup,
    /// The allowed difference, as a fraction of the expected number [default: 1e-4 for f32, 1e-10 for f64, 1e-2 for
    /// f16, 5e-2 for bf16,
    /// 0 for integers]
    #[arg(long, value_name = "SHARE", value_parser = tolerance)]
    pub(crate) rtol: Option<f64>,
    /// The additional allowed difference of every number [default: 1e-5 of the largest number of an output for f32, a
    /// tenth of --rtol for other types; 1e-6 for f32 from a sigmoid or softmax; one step for quantised values]
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
    /// A folder for the outputs, `NAME.npy` each; without it, a summary is printed
    #[arg(short, long, value_name = "FOLDER")]
    pub(crate) output: Option<PathBuf>,
}

/// Parses a number that is not negative.
fn tolerance(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(number) if number >= 0.0 => Ok(number),
        _ => Err("expected a number that is not negative, such as 1e-4".into()),
    }
}
