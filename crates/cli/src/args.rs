//! The command line.

use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};
use partita::Limits;

/// Shard tensor programs: check, explain, partition.
#[derive(Parser, Debug)]
#[command(name = "partita", version, max_term_width = 100)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,

    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Common {
    /// How to print results
    #[arg(long, global = true, value_enum, default_value_t = OutputFormat::Text)]
    pub(crate) format: OutputFormat,

    /// When to use colours; NO_COLOR is honoured
    #[arg(long, global = true, value_enum, default_value_t = ColorChoice::Auto)]
    pub(crate) color: ColorChoice,

    /// Print one line of JSON with the CPU milliseconds of each stage on standard error
    #[arg(long, global = true)]
    pub(crate) timing: bool,

    #[command(flatten)]
    pub(crate) budget: Budget,

    /// What the command may use, from its options and the machine; filled before the command runs
    #[arg(skip)]
    pub(crate) limits: Limits,
}

/// What a command may use before it is stopped; docs/limits.md has all limits.
#[derive(clap::Args, Debug, Clone, Copy)]
#[command(next_help_heading = "Limits")]
pub(crate) struct Budget {
    /// Most memory to use, in GiB; three quarters of what is free by default
    #[arg(long, global = true, value_name = "GIB", value_parser = tolerance)]
    pub(crate) max_memory: Option<f64>,

    /// How long the command may take; without limit by default, but each run on XLA or of an ONNX model takes at most 600 seconds
    #[arg(long, global = true, value_name = "SECONDS", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) timeout: Option<u32>,

    /// Most ops that the interpreter evaluates in one run, on all devices together; 268435456 by default
    #[arg(long, global = true, value_name = "N")]
    pub(crate) max_ops: Option<u64>,

    /// Most ops that copies of functions add to a module, and a 64th of the bytes that aliases stand for; 65536 by default, or 16
    /// times the size of the input
    #[arg(long, global = true, value_name = "N")]
    pub(crate) max_expansion: Option<u64>,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OutputFormat {
    Text,
    Json,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ColorChoice {
    Auto,
    Always,
    Never,
}

/// How a file is read.
#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Input {
    /// A file of MLIR text, or `-` for standard input
    pub(crate) file: PathBuf,

    /// Read the parts between lines `// -----` as separate modules
    #[arg(long)]
    pub(crate) split_input_file: bool,

    /// Report ops, attributes and types of unknown dialects instead of keeping them
    #[arg(long)]
    pub(crate) deny_unknown_dialects: bool,
}

/// How shardings propagate.
#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Propagation {
    /// Whose factor rules to use: `full` also has rules for ops that Shardy does not know
    #[arg(long, value_enum, default_value_t = CompatChoice::Full)]
    pub(crate) compat: CompatChoice,

    /// A TOML file with the rules of your own custom calls
    #[arg(long, value_name = "FILE")]
    pub(crate) rules: Option<PathBuf>,

    /// How conflicts are treated
    #[arg(long, value_enum, default_value_t = StrategyChoice::Aggressive)]
    pub(crate) strategy: StrategyChoice,

    /// Split no axis into parts
    #[arg(long)]
    pub(crate) conservative: bool,

    /// Visit all ops alike, not pass-through ops first
    #[arg(long)]
    pub(crate) no_op_priorities: bool,

    /// Do everything so often; `--timing` prints medians
    #[arg(long, value_name = "N", default_value_t = 1, hide = true)]
    pub(crate) repeat: usize,

    /// Stop after so many steps that changed something
    #[arg(long, value_name = "N")]
    pub(crate) step_limit: Option<u64>,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CompatChoice {
    Full,
    Shardy,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StrategyChoice {
    Basic,
    Aggressive,
    BasicThenAggressive,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Run the bundled examples through every stage
    Demo {
        /// Also write the examples and what came of them into this folder
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
    },
    /// Show what is in a file: meshes, functions, shardings, ops
    Show {
        #[command(flatten)]
        input: Input,
    },
    /// Verify a file; all errors, with their places and codes
    Check(Check),
    /// Print a file as canonical MLIR text
    Fmt(Fmt),
    /// Run passes, with the names and options of sdy_opt
    ///
    /// Passes are given as a pipeline, `--pass-pipeline='builtin.module(symbol-dce)'`, or as flags, `--symbol-dce`.
    Opt(Opt),
    /// Work out how every tensor is sharded and print the annotated module
    ///
    /// Warnings and a summary go to standard error. With `--format json` a report is printed instead: every
    /// value with its sharding, and every conflict with its cause.
    Propagate(Propagate),
    /// Say why a value is sharded as it is: which annotation each axis came from, and by which ops
    Why(Why),
    /// Say why a dimension of a value is not sharded along an axis
    WhyNot(WhyNot),
    /// Plan the cheapest collectives from one sharding of a tensor to another
    ///
    /// A sharding is written as in sdy, `[{"x"}, {}, {"y"}]`, after which `, unreduced={"z"}` may follow, or in short: dimensions
    /// with commas between them, their axes with dots, `_` for none. `x.y,_,z` is `[{"x", "y"}, {}, {"z"}]`. JAX's `P(('x', 'y'), None, 'z')` is
    /// the same.
    /// Each line of the answer is a collective, the sharding after it, the bytes that every device sends and the time. The plan is
    /// the cheapest there is if it says `optimal`; the README of partita-reshard has the model.
    Reshard(Reshard),
    /// Write the program that every device runs
    ///
    /// Shardings are spread first, as `partita propagate` does. What had to be gathered is reported on standard error.
    Partition(Partition),
    /// Run a program as it is and partitioned, on the same inputs, and compare
    ///
    /// Every device of the mesh is simulated, or is one of XLA's. Inputs are random: large and small numbers of both signs,
    /// indices in and out of range. Integers and truth values must be equal. Floats may differ by 1e-5 (f32), 1e-10 (f64), 4e-3 (f16) or
    /// 3e-2 (bf16) of the largest element of their result. What differs by more is run again in f64 and with inputs changed in their
    /// last digits: what these show to be rounding is not an error.
    Verify(Verify),
    /// Execute a program on partitioned arguments
    ///
    /// Arguments and results are .npy files of whole tensors, or one .npz file that holds them all; they are cut and put together
    /// here. Arguments that are not given are random.
    Run(Run),
    /// List the collectives of the partitioned program: what each moves, and because of which op
    Comms(Comms),
    /// Work with the sharding annotations of ONNX models
    #[command(subcommand)]
    Onnx(crate::onnx_args::OnnxCommand),
    /// Plan and run networks on CKKS ciphertexts
    #[command(subcommand)]
    Ckks(crate::ckks_args::CkksCommand),
    /// Say how much memory each device needs at once, when, and for which tensors
    ///
    /// A tensor is in memory from the op that makes it to the last that uses it; nothing is fused. Loops need the most that their body
    /// needs on top of what is there outside. Beside it stands what the program as it is would need on one device.
    Memory(Memory),
    /// Write one page about a file: its findings, every value's sharding and why, communication, memory
    ///
    /// The page needs no network and no other file. A file with errors gives a page too, with the findings, and exit code 1.
    /// With `--format json` the same is printed as data instead. Of large modules the page explains the first 3000 sharded values, the
    /// main function's first, and says what it leaves out. For networks on CKKS ciphertexts there is `partita ckks plan --html`.
    Report(Report),
    /// Explain an error code such as PA0203
    Explain {
        /// The code; without one, all codes are listed
        code: Option<String>,
    },
    /// Serve the library of Lattigo to the process that started this one
    #[command(name = partita::ckks::SERVE_COMMAND, hide = true)]
    ServeLattigo { library: PathBuf },
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Check {
    #[command(flatten)]
    pub(crate) input: Input,
    /// Exit with 1 for warnings too
    #[arg(long)]
    pub(crate) deny_warnings: bool,
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Fmt {
    #[command(flatten)]
    pub(crate) input: Input,
    /// Where to write; standard output by default
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Print every op in generic form
    #[arg(long)]
    pub(crate) generic: bool,
    /// Print locations
    #[arg(long)]
    pub(crate) debug_info: bool,
    /// Print nothing; exit with 1 if the file is not canonical already
    #[arg(long, conflicts_with = "output")]
    pub(crate) check: bool,
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Propagate {
    #[command(flatten)]
    pub(crate) input: Input,
    #[command(flatten)]
    pub(crate) propagation: Propagation,
    /// Where to write; standard output by default
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Print the conflicts, with who won and why, instead of the module
    #[arg(long)]
    pub(crate) conflicts: bool,
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Why {
    #[command(flatten)]
    pub(crate) input: Input,
    /// The value as the file or `partita show` calls it: `%5`, `%0#1`, `@f/%5` in function @f, `params['w']`, `result#0` of the
    /// main function
    pub(crate) value: String,
    /// Only this dimension, counted from 0, or from -1 at the end
    #[arg(long, value_name = "D", allow_negative_numbers = true)]
    pub(crate) dim: Option<i64>,
    /// Also print what the op that makes the value saw and did: tensors by factors
    #[arg(long)]
    pub(crate) table: bool,
    #[command(flatten)]
    pub(crate) propagation: Propagation,
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct WhyNot {
    #[command(flatten)]
    pub(crate) input: Input,
    /// The value as the file or `partita show` calls it: `%5`, `%0#1`, `@f/%5` in function @f, `params['w']`, `result#0` of the
    /// main function
    pub(crate) value: String,
    /// The dimension, counted from 0, or from -1 at the end
    #[arg(long, value_name = "D", allow_negative_numbers = true)]
    pub(crate) dim: i64,
    /// The axis, or a part of it written `x:(1)2`
    #[arg(long, value_name = "A")]
    pub(crate) axis: String,
    #[command(flatten)]
    pub(crate) propagation: Propagation,
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Partition {
    #[command(flatten)]
    pub(crate) input: Input,
    #[command(flatten)]
    pub(crate) partition: Partitioning,
    /// Where to write the program; standard output by default
    #[arg(short, long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Where to write how arguments and results lie, as JSON: `{"mesh": …, "in": […], "out": […]}` in sdy's notation
    #[arg(long, value_name = "FILE")]
    pub(crate) shardings: Option<PathBuf>,
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Verify {
    #[command(flatten)]
    pub(crate) input: Input,
    #[command(flatten)]
    pub(crate) partition: Partitioning,
    /// How many sets of inputs to try
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seeds: u64,
    /// The seed of the first set
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// Allow differences of this share of the largest element of a result, and nothing else
    #[arg(long, value_name = "R", value_parser = tolerance)]
    pub(crate) rtol: Option<f64>,
    /// Allow differences of this size, on top of `--rtol`, and nothing else
    #[arg(long, value_name = "A", value_parser = tolerance)]
    pub(crate) atol: Option<f64>,
    /// What runs the program as it is
    #[arg(long, value_name = "ENGINE", default_value = "interpreter")]
    pub(crate) reference: EngineName,
    #[command(flatten)]
    pub(crate) engine: EngineChoice,
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Run {
    #[command(flatten)]
    pub(crate) input: Input,
    #[command(flatten)]
    pub(crate) partition: Partitioning,
    /// The arguments, in order: a .npy file each, or one .npz file, whose members are called `arg0`, `arr_0`, … or are in order
    #[arg(long = "arg", value_name = "FILE")]
    pub(crate) arguments: Vec<PathBuf>,
    /// Write result `i` to `DIR/i.npy`, or all to a file that ends in `.npz`, as `arr_0`, `arr_1`, …
    #[arg(short, long, visible_alias = "out", value_name = "DIR|FILE.npz")]
    pub(crate) output: Option<PathBuf>,
    /// The seed of random arguments
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) engine: EngineChoice,
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Comms {
    #[command(flatten)]
    pub(crate) input: Input,
    #[command(flatten)]
    pub(crate) partition: Partitioning,
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Memory {
    #[command(flatten)]
    pub(crate) input: Input,
    #[command(flatten)]
    pub(crate) partition: Partitioning,
    /// How many of the tensors at the peak to list, the largest first
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub(crate) top: usize,
    /// Let the memory of all arguments be used again after their last use, not only of those that the program donates
    #[arg(long)]
    pub(crate) donate: bool,
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Report {
    #[command(flatten)]
    pub(crate) input: Input,
    #[command(flatten)]
    pub(crate) propagation: Propagation,
    #[command(flatten)]
    pub(crate) placement: Placement,
    /// Where to write; standard output by default
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// What to call the page; the name of the file by default
    #[arg(long, value_name = "TEXT")]
    pub(crate) title: Option<String>,
}

/// How a program is partitioned.
#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Partitioning {
    #[command(flatten)]
    pub(crate) placement: Placement,

    /// A TOML file with the rules of your own custom calls
    #[arg(long, value_name = "FILE")]
    pub(crate) rules: Option<PathBuf>,

    /// How the program of every device writes replica groups: one line whatever the number of devices, or for readers that know
    /// lists only
    #[arg(long, value_name = "FORM", default_value = "axes")]
    pub(crate) replica_groups: GroupFormName,
}

/// How replica groups are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum GroupFormName {
    /// As axes of a mesh that stays in the program, `#stablehlo.replica_group_mesh_axes<…>`
    Axes,
    /// As lists of device numbers, `dense<[[0, 1], [2, 3]]>`
    Lists,
}

/// How the program of every device is chosen among those that compute the same.
#[derive(clap::Args, Debug, Clone, Default)]
pub(crate) struct Placement {
    /// A TOML file with the latency and bandwidth of every axis; without one, bytes count
    #[arg(long, value_name = "FILE")]
    pub(crate) topology: Option<PathBuf>,

    /// Let devices hold padded pieces of arguments and results that a sharding does not divide, instead of dropping axes
    #[arg(long)]
    pub(crate) pad_io: bool,
}

/// What runs programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum EngineName {
    /// The interpreter in this command
    Interpreter,
    /// XLA's CPU devices, through a Python with jax
    Xla,
}

/// A number that is not negative.
pub(crate) fn tolerance(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(number) if number >= 0.0 && number.is_finite() => Ok(number),
        _ => Err("expected a number that is not negative".into()),
    }
}

/// What runs the partitioned program.
#[derive(clap::Args, Debug, Clone)]
pub(crate) struct EngineChoice {
    /// What runs the partitioned program
    #[arg(long, value_name = "ENGINE", default_value = "interpreter")]
    pub(crate) engine: EngineName,

    /// The Python with jax that XLA runs in; the variable PARTITA_PYTHON or `python3` by default
    #[arg(long, value_name = "PATH")]
    pub(crate) python: Option<PathBuf>,

    /// How many processes share the devices of XLA; one by default
    #[arg(long, value_name = "P", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) processes: Option<u32>,
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Reshard {
    /// How the tensor is sharded
    pub(crate) source: String,

    /// How it shall be sharded
    pub(crate) target: String,

    /// The axes, major to minor, such as `x=4,y=2`
    #[arg(long, value_name = "AXES")]
    pub(crate) mesh: String,

    /// The devices in the order of the mesh, such as `3,2,1,0`; 0, 1, 2, … by default
    #[arg(long, value_name = "IDS")]
    pub(crate) device_ids: Option<String>,

    /// The mesh of the target, where it is another one of the same devices
    #[arg(long, value_name = "AXES")]
    pub(crate) to_mesh: Option<String>,

    /// The devices in the order of the target's mesh
    #[arg(long, value_name = "IDS")]
    pub(crate) to_device_ids: Option<String>,

    /// The type of the whole tensor, such as `f32[16,16]`
    #[arg(long = "type", value_name = "TYPE")]
    pub(crate) tensor: String,

    /// A TOML file with the links of the axes: `[axis.x]` with `latency_us` and `bandwidth_gb_s`, `[default]` for the others.
    /// By default all have 1 µs and 100 GB/s
    #[arg(long, value_name = "FILE")]
    pub(crate) topology: Option<PathBuf>,

    /// Most bytes that a device may hold before and after a step together
    #[arg(long, value_name = "BYTES")]
    pub(crate) memory: Option<u64>,
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Opt {
    /// A file of MLIR text, or `-` for standard input
    #[arg(default_value = "-")]
    pub(crate) file: PathBuf,

    /// The passes to run, such as `builtin.module(symbol-dce)`
    #[arg(long, value_name = "PIPELINE")]
    pub(crate) pass_pipeline: Option<String>,

    /// Passes given as flags, in order; filled before the command line is read
    #[arg(long = "flag-pass", value_name = "PASS", hide = true, action = clap::ArgAction::Append)]
    pub(crate) flag_passes: Vec<String>,

    /// Where to write; standard output by default
    #[arg(short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Keep ops, attributes and types of unknown dialects
    #[arg(long)]
    pub(crate) allow_unregistered_dialect: bool,

    /// Treat the parts between lines `// -----` as separate modules
    #[arg(long)]
    pub(crate) split_input_file: bool,

    /// Print every op in generic form
    #[arg(long)]
    pub(crate) mlir_print_op_generic: bool,

    /// Print locations
    #[arg(long)]
    pub(crate) mlir_print_debuginfo: bool,

    /// Do not verify the module after each pass
    #[arg(long = "no-verify-each")]
    pub(crate) no_verify_each: bool,

    /// List the passes and their options
    #[arg(long)]
    pub(crate) list_passes: bool,
}
