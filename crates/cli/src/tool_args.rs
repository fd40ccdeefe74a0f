//! Options of the commands that look at shardings: `draw`, `export`, `diff`, `suggest`, `steps`, `rules`, `checkpoint`, `serve`, and of `auto`.

use std::path::PathBuf;

use crate::args::{Input, LocalProgramOptions, Partitioning, Propagation, parse_non_negative};
use crate::notation_args::WrittenAs;
use crate::onnx_args::ModelSizes;

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Draw {
    /// The sharding, or the file if a value is given
    #[arg(value_name = "SPEC|FILE")]
    pub(crate) subject: PathBuf,
    /// The value of the file, as for `partita why`
    #[arg(conflicts_with_all = ["device_ids", "tensor"], required_unless_present_all = ["mesh", "tensor"])]
    pub(crate) value: Option<String>,

    /// Axes of the mesh, major to minor, such as `x=4,y=2`; with a file, sizes that replace those of its mesh
    #[arg(long, value_name = "AXES")]
    pub(crate) mesh: Option<String>,

    /// Device ids in mesh order, such as `3,2,1,0` [default: 0, 1, 2, …]
    #[arg(long, value_name = "IDS", requires = "mesh")]
    pub(crate) device_ids: Option<String>,

    /// Element type and global shape of the tensor, such as `f32[16,16]`
    #[arg(long = "type", value_name = "TYPE", requires = "mesh")]
    pub(crate) tensor: Option<String>,

    #[command(flatten)]
    pub(crate) propagation: Propagation,
    #[command(flatten)]
    pub(crate) written: WrittenAs,
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Export {
    #[command(flatten)]
    pub(crate) input: Input,
    /// The format
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) to: ExportFormat,
    /// Output file [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Draw every layer, instead of one for all equal layers; for Graphviz
    #[arg(long)]
    pub(crate) all: bool,
    #[command(flatten)]
    pub(crate) partition: Partitioning,
}

/// A format of `partita export`.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExportFormat {
    /// A graph for Graphviz: `dot -Tsvg FILE`
    Dot,
    /// A trace for ui.perfetto.dev or chrome://tracing
    Perfetto,
    /// A graph for Model Explorer
    ModelExplorer,
    /// A record for `partita diff`
    Json,
}

impl ExportFormat {
    /// Whether the format is JSON.
    pub(crate) fn is_json(self) -> bool {
        self != ExportFormat::Dot
    }
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Diff {
    /// The first program or record, or `-` for standard input
    pub(crate) before: PathBuf,
    /// The second program or record
    pub(crate) after: PathBuf,
    /// Exit with code 1 if the programs differ
    #[arg(long)]
    pub(crate) exit_code: bool,
    /// List the N largest differences of each kind
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub(crate) top: usize,
    #[command(flatten)]
    pub(crate) partition: Partitioning,
    #[command(flatten)]
    pub(crate) written: WrittenAs,
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Suggest {
    #[command(flatten)]
    pub(crate) input: Input,
    #[command(flatten)]
    pub(crate) partition: Partitioning,
    /// Price at most N programs
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub(crate) max_trials: usize,
    /// End the search, and the running trial, after SECONDS; the program itself is always priced [default: no limit]
    #[arg(long, value_name = "SECONDS", value_parser = parse_non_negative)]
    pub(crate) time_limit: Option<f64>,
    /// Keep a constraint only if it improves the sum of sent bytes and peak memory, each relative to the original, by
    /// this percentage
    #[arg(long, value_name = "PERCENT", default_value_t = 1.0, value_parser = parse_non_negative)]
    pub(crate) margin: f64,
    /// Write the program with the annotations to FILE
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) written: WrittenAs,
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Auto {
    /// File with MLIR text or bytecode, of `jax.export`, or an ONNX model; `-` for MLIR from standard input
    #[arg(required_unless_present = "iopddl", requires = "mesh")]
    pub(crate) file: Option<PathBuf>,

    /// Mesh to shard the program for, such as `data=8,model=4`; `auto=32` tries all meshes of up to two axes with 32
    /// devices, and up to 24 of three
    #[arg(long, value_name = "AXES", requires = "file")]
    pub(crate) mesh: Option<String>,

    /// Hardware to minimise the time on: a preset, such as `h200x8`, or a TOML file. Where its links differ in speed along the axes of
    /// the mesh, `partition`, `cost` and the other commands need this option too, to write the program that was estimated
    #[arg(long, value_name = "NAME", default_value = "h200", requires = "file")]
    pub(crate) hardware: String,

    /// The most memory of a device to use, such as `70GiB` [default: that of the hardware]
    #[arg(long, value_name = "SIZE", value_parser = crate::args::parse_bytes, requires = "file", allow_negative_numbers = true)]
    pub(crate) memory: Option<u64>,

    /// Reuse the memory of every argument after its last use, not only of donated arguments; for programs of StableHLO
    #[arg(long, requires = "file")]
    pub(crate) donate: bool,

    /// Keep the shardings of the program: closed dimensions and priorities are respected
    #[arg(long, requires = "file")]
    pub(crate) keep_annotations: bool,

    /// Write the program with the annotations of the plan to FILE
    #[arg(short, long, value_name = "FILE", requires = "file")]
    pub(crate) output: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) sizes: ModelSizes,

    /// Contest instance: JSON, plain or gzipped; `-` for standard input
    #[arg(long, value_name = "FILE", conflicts_with = "file")]
    pub(crate) iopddl: Option<PathBuf>,

    /// Return the best found after SECONDS, or earlier if it is proven optimal [default: 60 for a contest instance, no
    /// limit for a program]
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds, allow_negative_numbers = true)]
    pub(crate) time_limit: Option<f64>,

    /// Search for N rounds of fixed work instead of a fixed time: the same choices on every machine
    #[arg(long, value_name = "N", conflicts_with = "time_limit")]
    pub(crate) rounds: Option<u64>,

    /// Seed of the random choices of the search
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
}

/// A positive number of seconds, at most a day.
fn parse_seconds(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(seconds) if seconds > 0.0 && seconds <= 86_400.0 => Ok(seconds),
        _ => Err("expected a number of seconds above 0 and at most 86400".into()),
    }
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Steps {
    #[command(flatten)]
    pub(crate) input: Input,
    /// Show step N, counted from 1, in detail
    #[arg(long, value_name = "N")]
    pub(crate) at: Option<usize>,
    /// Show only the steps that change this value, named as for `partita why`
    #[arg(long, value_name = "VALUE")]
    pub(crate) value: Option<String>,
    /// Print at most N steps
    #[arg(long, value_name = "N", default_value_t = 40)]
    pub(crate) limit: usize,
    #[command(flatten)]
    pub(crate) propagation: Propagation,
    #[command(flatten)]
    pub(crate) written: WrittenAs,
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Serve {
    #[command(flatten)]
    pub(crate) input: Input,
    /// Port on 127.0.0.1 and ::1 [default: any free one]
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub(crate) port: u16,
    /// Open the page in a browser
    #[arg(long)]
    pub(crate) open: bool,
    /// The file that the page can write the edited program to
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Also show estimated times on this hardware: a preset such as `h200x8`, or a TOML file
    #[arg(long, value_name = "NAME|FILE")]
    pub(crate) hardware: Option<String>,
    #[command(flatten)]
    pub(crate) propagation: Propagation,
    #[command(flatten)]
    pub(crate) local_program: LocalProgramOptions,
}

/// What to do with a rule file.
#[derive(clap::Subcommand, Debug, Clone)]
pub(crate) enum RulesCommand {
    /// Check a rule file: its syntax, whether its rules fit the calls of a program, and whether they are true
    ///
    /// A rule is compared with a function of the program that has the name of the call's target and computes the same with StableHLO
    /// ops. The function runs on random inputs: along a pass-through factor, shards must be independent and alike; along a
    /// reduction factor, the results of shards must add up. Exit code 1 if a rule does not fit or is wrong.
    /// Example: `partita rules check rules.toml program.mlir`.
    Check(RulesCheck),
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct RulesCheck {
    /// TOML file with factor rules for custom calls
    pub(crate) rules: PathBuf,
    /// Program with the custom calls and, for comparison, functions with the names of their targets
    pub(crate) file: Option<PathBuf>,
    /// Try N sets of inputs
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub(crate) seeds: u64,
}

/// What to do with a checkpoint.
#[derive(clap::Subcommand, Debug, Clone)]
pub(crate) enum CheckpointCommand {
    /// Write the files of a checkpoint for another mesh or other shardings
    ///
    /// A checkpoint has one `.safetensors` file for each device, with its shards. Each shard is read from one device that holds it.
    /// Files may be of any size: only one shard of one tensor is in memory.
    /// Example: `partita checkpoint reshard old new --mesh x=4 --shard '*.w=x,_' --to-mesh x=2,y=4 --to-shard '*.w=x,y'`.
    Reshard(CheckpointReshard),
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct CheckpointReshard {
    /// Folder with the files `0.safetensors`, `1.safetensors`, … or a path with `{}` for the number of the device
    pub(crate) from: PathBuf,
    /// Folder or path of the new files
    pub(crate) to: PathBuf,
    /// Axes of the mesh, major to minor, such as `x=4,y=2`; device numbers follow this order
    #[arg(long, value_name = "AXES")]
    pub(crate) mesh: String,
    /// Sharding of the tensors with this name, in which `*` matches any text; the first one that matches counts. Other tensors are
    /// replicated
    #[arg(long, value_name = "NAME=SHARDING")]
    pub(crate) shard: Vec<String>,
    /// Axes of the new mesh
    #[arg(long, value_name = "AXES")]
    pub(crate) to_mesh: String,
    /// New sharding of the tensors with this name
    #[arg(long, value_name = "NAME=SHARDING")]
    pub(crate) to_shard: Vec<String>,
}
