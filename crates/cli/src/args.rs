//! The command line: subcommands, options and their help texts.

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
    /// Output format of results
    #[arg(long = "format", global = true, value_enum, value_name = "FORMAT", default_value_t = FormatChoice::Text)]
    pub(crate) format_choice: FormatChoice,

    /// The format of results; set before the command runs
    #[arg(skip)]
    pub(crate) format: OutputFormat,

    /// The format of findings, if they are all that is printed; set before the command runs
    #[arg(skip)]
    pub(crate) log: Option<LogFormat>,

    /// When to use colours; `auto` respects NO_COLOR
    #[arg(long, global = true, value_enum, default_value_t = ColorChoice::Auto)]
    pub(crate) color: ColorChoice,

    /// Print the CPU milliseconds of each stage to standard error, as one line of JSON
    #[arg(long, global = true)]
    pub(crate) timing: bool,

    #[command(flatten)]
    pub(crate) budget: Budget,

    /// The limits that follow from the options and the machine; set before the command runs
    #[arg(skip)]
    pub(crate) limits: Limits,
}

/// The resources that a command may use; docs/limits.md lists all limits.
#[derive(clap::Args, Debug, Clone, Copy)]
#[command(next_help_heading = "Limits")]
pub(crate) struct Budget {
    /// Use at most GIB of memory [default: three quarters of the free memory]
    #[arg(long, global = true, value_name = "GIB", value_parser = parse_non_negative)]
    pub(crate) max_memory: Option<f64>,

    /// Stop the command after SECONDS [default: no limit, but at most 600 seconds for each run on XLA or of an ONNX model]
    #[arg(long, global = true, value_name = "SECONDS", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) timeout: Option<u32>,

    /// Evaluate at most N ops per run of the interpreter, on all devices together [default: 268435456]
    #[arg(long, global = true, value_name = "N")]
    pub(crate) max_ops: Option<u64>,

    /// Add at most N ops to a module by copying functions, and expand aliases to at most 64 N bytes [default: 65536, or 16
    /// times the size of the input if that is more]
    #[arg(long, global = true, value_name = "N")]
    pub(crate) max_expansion: Option<u64>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum OutputFormat {
    #[default]
    Text,
    Json,
}

/// The values of `--format`.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FormatChoice {
    /// Text for people
    Text,
    /// JSON for programs
    Json,
    /// SARIF 2.1.0, for code hosts and editors; `check` and `onnx check` only
    Sarif,
    /// Annotations of a GitHub workflow; `check` and `onnx check` only
    Github,
}

/// A format for findings only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LogFormat {
    Sarif,
    Github,
}

impl FormatChoice {
    /// The format of results, and that of findings if they are all that is printed. What would be text for people is then left out.
    pub(crate) fn split(self) -> (OutputFormat, Option<LogFormat>) {
        match self {
            FormatChoice::Text => (OutputFormat::Text, None),
            FormatChoice::Json => (OutputFormat::Json, None),
            FormatChoice::Sarif => (OutputFormat::Json, Some(LogFormat::Sarif)),
            FormatChoice::Github => (OutputFormat::Json, Some(LogFormat::Github)),
        }
    }
}

impl LogFormat {
    /// Its name on the command line.
    pub(crate) fn name(self) -> &'static str {
        match self {
            LogFormat::Sarif => "sarif",
            LogFormat::Github => "github",
        }
    }
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ColorChoice {
    Auto,
    Always,
    Never,
}

/// The input file and how to parse it.
#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Input {
    /// File with MLIR text or bytecode, or of `jax.export`, or `-` for standard input
    pub(crate) file: PathBuf,

    /// Split the input at lines `// -----` and read each section as a separate module
    #[arg(long)]
    pub(crate) split_input_file: bool,

    /// Reject ops, attributes and types of unknown dialects instead of keeping them
    #[arg(long)]
    pub(crate) deny_unknown_dialects: bool,

    /// Replace the sizes of the mesh, such as `data=16,model=4`; all axes must be given. Annotations that no longer
    /// divide are listed on standard error
    #[arg(long, value_name = "AXES")]
    pub(crate) mesh: Option<String>,
}

impl Input {
    /// A file that is read as one module, with all dialects.
    pub(crate) fn of_file(file: &std::path::Path) -> Self {
        Self { file: file.into(), split_input_file: false, deny_unknown_dialects: false, mesh: None }
    }
}

/// Options of propagation.
#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Propagation {
    /// Factor rules to use: `full` includes rules for ops that Shardy does not support
    #[arg(long, value_enum, default_value_t = CompatChoice::Full)]
    pub(crate) compat: CompatChoice,

    /// TOML file with factor rules for custom calls
    #[arg(long, value_name = "FILE")]
    pub(crate) rules: Option<PathBuf>,

    /// How to resolve conflicts
    #[arg(long, value_enum, default_value_t = StrategyChoice::Aggressive)]
    pub(crate) strategy: StrategyChoice,

    /// Do not split axes into sub-axes
    #[arg(long)]
    pub(crate) conservative: bool,

    /// Visit all ops with equal priority, instead of pass-through ops first
    #[arg(long)]
    pub(crate) no_op_priorities: bool,

    /// Repeat the run N times; `--timing` prints medians
    #[arg(long, value_name = "N", default_value_t = 1, hide = true)]
    pub(crate) repeat: usize,

    /// Stop after N steps that change a sharding
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
        /// Also write the examples and their results to this folder
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
    },
    /// Show the contents of a file: meshes, functions, shardings, ops
    ///
    /// Repeated layers are one line, and only the largest arguments and results are listed. `--all` lists everything.
    Show(Show),
    /// Check a file and report all errors with their positions and codes
    ///
    /// With `--lint`, also partition the program and warn about what wastes memory or communication; `--deny` makes such a warning
    /// an error. With `--budget`, also compare what the program sends and holds with limits in a file.
    Check(Check),
    /// Print a file as canonical MLIR text
    ///
    /// The file may also be MLIR bytecode or a file of `jax.export`: `partita fmt model.jax -o model.mlir`.
    Fmt(Fmt),
    /// Run passes, with the names and options of sdy_opt
    ///
    /// Specify passes as a pipeline, `--pass-pipeline='builtin.module(symbol-dce)'`, or as flags, `--symbol-dce`.
    Opt(Opt),
    /// Propagate shardings to all tensors and print the annotated module
    ///
    /// Warnings and a summary go to standard error. `--format json` prints a report instead: every value with its
    /// sharding, and every conflict with its cause.
    Propagate(Propagate),
    /// Explain the sharding of a value: the annotation that each axis comes from, and the ops on the way
    Why(Why),
    /// Explain why a dimension of a value is not sharded along an axis
    WhyNot(WhyNot),
    /// Replay propagation: one line per step, with the op, the axes, the factors and the tensors that changed
    Steps(crate::tool_args::Steps),
    /// Plan the cheapest collectives from one sharding of a tensor to another
    ///
    /// Write a sharding as in sdy, `[{"x"}, {}, {"y"}]`, optionally followed by `, unreduced={"z"}`; or in short form, with commas
    /// between dimensions, dots between axes and `_` for none: `x.y,_,z` is `[{"x", "y"}, {}, {"z"}]`; or as in JAX:
    /// `P(('x', 'y'), None, 'z')`.
    /// Each output line shows a collective, the sharding after it, the bytes that each device sends, and the time. A plan marked
    /// `optimal` is the cheapest possible one; the README of partita-reshard describes the cost model.
    ///
    /// Example: partita reshard x.y,_ _,_ --mesh x=4,y=4 --type bf16[8192,8192] --hardware h200x16
    Reshard(Reshard),
    /// Work with checkpoints
    #[command(subcommand)]
    Checkpoint(crate::tool_args::CheckpointCommand),
    /// Find the sharding of a program that takes the least time within a memory limit
    ///
    /// Ignores the annotations of the program, unless `--keep-annotations` is given, and chooses a sharding for every
    /// argument, result and intermediate tensor on the given mesh. Prints what the plan costs beside the plans that people
    /// write by hand, a bound that no plan can be below in the model of the search, and the annotations that suffice. The
    /// program may be an ONNX model; its shardings are then options of `partita onnx`.
    ///
    /// With `--iopddl`, solves an instance of the IOPDDL contest: nodes with strategies, each with a cost and the memory
    /// it holds over an interval, and edges with a cost for every pair of strategies. `--format json` lists the choices,
    /// one strategy per node.
    ///
    /// Example: partita auto model.mlir --mesh data=2,model=4 --hardware h100x8 --memory 70GiB -o sharded.mlir
    /// Example: partita auto --iopddl examples/auto/contest.json --time-limit 5 --format json
    Auto(crate::tool_args::Auto),
    /// Draw which device holds which shard of a tensor
    ///
    /// Give a sharding, in any notation of `partita reshard`, with `--mesh` and `--type`; or a file and a value, as
    /// for `partita why`, which is drawn as propagation shards it. Two dimensions are drawn as boxes; every other
    /// sharded dimension repeats them. `--format json` lists the index ranges of every device.
    Draw(crate::tool_args::Draw),
    /// Write the local program that every device runs
    ///
    /// Shardings are propagated first, as in `partita propagate`. Tensors that must be gathered are reported on standard error.
    Partition(Partition),
    /// Run a program before and after partitioning on the same inputs and compare the results
    ///
    /// All devices of the mesh are simulated, or are CPU devices of XLA. Inputs are random: large and small numbers of both signs,
    /// indices in and out of range. Integers and booleans must be equal. Floats may differ by 1e-5 (f32), 1e-10 (f64), 4e-3 (f16) or
    /// 3e-2 (bf16) relative to the largest element of their result. Larger differences are checked again in f64 and with inputs
    /// changed in their last digits; a difference that proves to be rounding is not an error.
    Verify(Verify),
    /// Run the partitioned program
    ///
    /// Arguments and results are .npy files of global tensors, or one .npz file with all of them. Arguments are sharded before the
    /// run, and results are assembled after it. Missing arguments are random.
    Run(Run),
    /// Report the communication of the partitioned program: bytes sent, by line of the user's own program, and why
    ///
    /// Collectives are grouped by source line over all layers, in descending order of bytes. Bytes are those that each device sends,
    /// with the trip counts of loops. `--all` lists every collective.
    Comms(Comms),
    /// Write a program for other viewers: a graph for Graphviz or Model Explorer, a trace for Perfetto, or a record for `diff`
    ///
    /// Shardings are propagated and the program is partitioned first. `--to dot` draws ops in the colours of the mesh axes that shard
    /// them, and equal layers once. `--to model-explorer` has every op, grouped by scope and layer, with its sharding. `--to perfetto`
    /// shows the local program in program order, its collectives and the memory of a device. `--to json` is a record: all
    /// shardings, collectives and the peak memory, for `partita diff`.
    Export(crate::tool_args::Export),
    /// Compare two programs, or two annotations of one: shardings, collectives, bytes, memory
    ///
    /// Values are matched by their ops and types, arguments by their names, so added ops do not disturb the comparison. Each file is a
    /// program, or the record of one that `partita export --to json` has written, perhaps with another version of Partita.
    Diff(crate::tool_args::Diff),
    /// Suggest annotations that make the program send less and need less memory
    ///
    /// Tries a constraint at each conflict of propagation, largest tensors first, partitions the program with it, and
    /// compares the bytes that a device sends and its peak memory. The best constraint is kept, and the search is
    /// repeated with it until none improves the program by the margin.
    Suggest(crate::tool_args::Suggest),
    /// Find a small program with the same property, such as an error: for bug reports
    ///
    /// Removes results, ops, arguments and attributes and makes sizes smaller, as long as the program has the property: a command
    /// succeeds (`--keep 'my-tool {}'`), Partita reports a code (`--keep-code PA0406`), or partitioning changes the numbers
    /// (`--keep-different`). Every program that is tried is valid, or has no other errors than the first one. The result is the same
    /// in every run. Example: `partita reduce big.mlir --keep-code PA0511 -o small.mlir`.
    Reduce(crate::reduce_args::Reduce),
    /// Test the factor rules of a rule file
    #[command(subcommand)]
    Rules(crate::tool_args::RulesCommand),
    /// Run test files of MLIR tools: `// RUN: sdy_opt %s -pass | FileCheck %s`
    ///
    /// The commands run `partita opt` in place of sdy_opt, mlir-opt and stablehlo-opt; their output is compared with the checks: CHECK,
    /// CHECK-NEXT, -SAME, -NOT, -DAG, -LABEL, -EMPTY and -COUNT-n, with regular expressions and variables. Exit code 1 if a
    /// test fails. Example: `partita lit shardy/test/*.mlir`.
    Lit {
        /// The test files
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Work with the sharding annotations of ONNX models
    #[command(subcommand)]
    Onnx(crate::onnx_args::OnnxCommand),
    /// Plan and run networks on CKKS ciphertexts
    #[command(subcommand)]
    Ckks(crate::ckks_args::CkksCommand),
    /// Report the peak memory of each device: when it occurs, and which tensors cause it
    ///
    /// A tensor is in memory from the kernel that stores it to its last use; tensors inside fused kernels take none. A loop adds
    /// the peak of its body to the memory around it. The report also gives the peak of the unpartitioned program on one device.
    Memory(Memory),
    /// Estimate the time of a step and the peak memory on described hardware, and what they are made of
    ///
    /// Ops are fused into kernels as XLA fuses them. A kernel takes the longer of its arithmetic and its memory traffic, a collective
    /// the latency and bandwidth of its links, a loop its body times its trip count. Tasks are grouped by source line over all layers.
    ///
    /// Example: partita cost train_step.mlir --hardware h200x8
    Cost(Cost),
    /// Write an interactive HTML page about a file: listing, shardings with explanations, communication, memory
    ///
    /// The page is self-contained and loads nothing from the network. A file with errors also produces a page, with exit code 1.
    /// `--format json` prints data instead: for large modules it explains the first 3000 sharded values, those of the main function
    /// first, and reports how many it omits. For networks on CKKS ciphertexts, use `partita ckks plan --html`.
    Report(Report),
    /// Serve that page live on this machine: edit a sharding, and see what it changes
    ///
    /// Prints the address of the page and serves it until Ctrl-C. A change of an annotation on the page is propagated and
    /// partitioned at once; the page shows shardings, collectives and memory, and what changed. Edits are kept in memory: download
    /// the program, or write it with the button of `-o`. When the file changes, the page follows. Only this machine can connect,
    /// and only with the token in the address.
    ///
    /// Example: `partita serve examples/mlp.mlir --open`
    Serve(crate::tool_args::Serve),
    /// Explain an error code such as PA0203
    Explain {
        /// The code; without one, list all codes
        code: Option<String>,
    },
    /// Serve an editor: the Language Server Protocol on standard input and output
    ///
    /// For StableHLO with sdy: errors as you type; the sharding of every value after its definition, and on hover its notations, local
    /// shape and origin; definitions and uses, symbols, folding, formatting; actions that add or remove a sharding constraint. Editors
    /// start this command themselves; the book describes how to set them up. A copy of or link to this program with the name
    /// `mlir-lsp-server` needs no arguments. Arguments for other language servers, such as `--stdio`, are ignored.
    Lsp {
        /// Arguments for other language servers
        #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
        ignored: Vec<std::ffi::OsString>,
    },
    /// Serve the Lattigo library to the parent process
    #[command(name = partita::ckks::SERVE_COMMAND, hide = true)]
    ServeLattigo { library: PathBuf },
    /// Print the manual page of a command, or write the pages of all commands to a folder
    ///
    /// `partita man comms | man -l -` shows a page. To install all of them: `partita man --out ~/.local/share/man/man1`.
    Man {
        /// The command, such as `onnx check` [default: the page that lists all commands]
        #[arg(value_name = "COMMAND", conflicts_with = "out")]
        path: Vec<String>,
        /// Write all pages to this folder
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
    },
    /// Print a completion script for a shell
    Completions {
        /// The shell to complete commands for
        shell: clap_complete::Shell,
    },
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Show {
    #[command(flatten)]
    pub(crate) input: Input,
    /// List the N largest arguments and results of each function
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub(crate) top: usize,
    /// List every argument and result of every function
    #[arg(long)]
    pub(crate) all: bool,
    #[command(flatten)]
    pub(crate) written: crate::notation_args::WrittenAs,
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Check {
    #[command(flatten)]
    pub(crate) input: Input,
    /// Exit with code 1 for warnings too
    #[arg(long)]
    pub(crate) deny_warnings: bool,
    /// Apply the exact edits that findings have, such as the name that was meant, and write the file: to `-o`, or to the input
    /// with `--in-place`. Exit with code 1 if errors without such an edit remain
    #[arg(long, requires = "target")]
    pub(crate) fix: bool,
    /// With `--fix`, write the fixed file to FILE; `-` is standard output
    #[arg(short, long, value_name = "FILE", group = "target", requires = "fix")]
    pub(crate) output: Option<PathBuf>,
    /// With `--fix`, replace the input file
    #[arg(long, group = "target", requires = "fix")]
    pub(crate) in_place: bool,
    #[command(flatten)]
    pub(crate) lints: crate::lint_args::LintOptions,
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Fmt {
    #[command(flatten)]
    pub(crate) input: Input,
    /// Output file [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Print every op in generic form
    #[arg(long)]
    pub(crate) generic: bool,
    /// Print locations
    #[arg(long)]
    pub(crate) debug_info: bool,
    /// Print nothing; exit with code 1 if the file is not canonical
    #[arg(long, conflicts_with = "output")]
    pub(crate) check: bool,
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Propagate {
    #[command(flatten)]
    pub(crate) input: Input,
    #[command(flatten)]
    pub(crate) propagation: Propagation,
    /// Output file [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Print the conflicts and how each was resolved, instead of the module: by source line, those that cost the most bytes first
    #[arg(long)]
    pub(crate) conflicts: bool,
    /// With `--conflicts`, list the N most expensive groups
    #[arg(long, value_name = "N", default_value_t = 12)]
    pub(crate) top: usize,
    /// With `--conflicts`, list every conflict in program order
    #[arg(long)]
    pub(crate) all: bool,
    #[command(flatten)]
    pub(crate) written: crate::notation_args::WrittenAs,
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Why {
    #[command(flatten)]
    pub(crate) input: Input,
    /// The value, by its name in the file or in the output of `partita show`: `%5`, `%0#1`, `@f/%5` in function @f, `params['w']`,
    /// or `result#0` of the main function
    pub(crate) value: String,
    /// Explain only dimension D, counted from 0, or from the end with negative numbers
    #[arg(long, value_name = "D", allow_negative_numbers = true)]
    pub(crate) dim: Option<i64>,
    /// Also print the factor table of the op that defines the value: its tensors by factors, before and after propagation
    #[arg(long)]
    pub(crate) table: bool,
    /// Also print what the program would cost on this hardware if the value had another sharding: a preset such as
    /// `h200x8`, or a TOML file
    #[arg(long, value_name = "NAME")]
    pub(crate) hardware: Option<String>,
    #[command(flatten)]
    pub(crate) propagation: Propagation,
    #[command(flatten)]
    pub(crate) written: crate::notation_args::WrittenAs,
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct WhyNot {
    #[command(flatten)]
    pub(crate) input: Input,
    /// The value, by its name in the file or in the output of `partita show`: `%5`, `%0#1`, `@f/%5` in function @f, `params['w']`,
    /// or `result#0` of the main function
    pub(crate) value: String,
    /// The dimension, counted from 0, or from the end with negative numbers
    #[arg(long, value_name = "D", allow_negative_numbers = true)]
    pub(crate) dim: i64,
    /// The axis, or a sub-axis such as `x:(1)2`
    #[arg(long, value_name = "A")]
    pub(crate) axis: String,
    #[command(flatten)]
    pub(crate) propagation: Propagation,
    #[command(flatten)]
    pub(crate) written: crate::notation_args::WrittenAs,
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Partition {
    #[command(flatten)]
    pub(crate) input: Input,
    #[command(flatten)]
    pub(crate) partition: Partitioning,
    /// Output file of the program [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Write the shardings of arguments and results to FILE, as JSON in sdy notation: `{"mesh": …, "in": […], "out": […]}`
    #[arg(long, value_name = "FILE")]
    pub(crate) shardings: Option<PathBuf>,
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Verify {
    #[command(flatten)]
    pub(crate) input: Input,
    #[command(flatten)]
    pub(crate) partition: Partitioning,
    /// Try N sets of inputs
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seeds: u64,
    /// Seed of the first set
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// Allow differences of R times the largest element of a result; replaces the default tolerances
    #[arg(long, value_name = "R", value_parser = parse_non_negative)]
    pub(crate) rtol: Option<f64>,
    /// Allow absolute differences of A, in addition to `--rtol`; replaces the default tolerances
    #[arg(long, value_name = "A", value_parser = parse_non_negative)]
    pub(crate) atol: Option<f64>,
    /// Engine for the unpartitioned program
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
    /// The arguments, in order: one .npy file each, or one .npz file whose members are named `arg0`, `arr_0`, … or are in order
    #[arg(long = "arg", value_name = "FILE")]
    pub(crate) arguments: Vec<PathBuf>,
    /// Write result `i` to `DIR/i.npy`, or all results to one `.npz` file, as `arr_0`, `arr_1`, …
    #[arg(short, long, visible_alias = "out", value_name = "DIR|FILE.npz")]
    pub(crate) output: Option<PathBuf>,
    /// Seed of random arguments
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
    #[command(flatten)]
    pub(crate) list: List,
    /// For each of the N largest groups by source line, try annotations that remove it, and print the smallest one with what
    /// the program then sends, or the reason why none removes it
    #[arg(long)]
    pub(crate) fix: bool,
    /// With `--fix`, end the search after SECONDS
    #[arg(long, value_name = "SECONDS", default_value_t = 20.0, value_parser = parse_non_negative)]
    pub(crate) time_limit: f64,
    #[command(flatten)]
    pub(crate) written: crate::notation_args::WrittenAs,
}

/// How a long list is summarised.
#[derive(clap::Args, Debug, Clone)]
pub(crate) struct List {
    /// What the members of a group have in common
    #[arg(long, value_enum, value_name = "WHAT", default_value_t = ListBy::Source)]
    pub(crate) by: ListBy,

    /// List the N largest groups
    #[arg(long, value_name = "N", default_value_t = 12)]
    pub(crate) top: usize,

    /// List everything in program order, without groups
    #[arg(long)]
    pub(crate) all: bool,
}

/// What the members of a group have in common.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ListBy {
    /// The line of the user's own program, over all layers
    Source,
    /// The repeated block of the program that an op belongs to
    Layer,
    /// The mesh axes
    Axis,
    /// The kind of collective, or the role of a tensor
    Kind,
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Memory {
    #[command(flatten)]
    pub(crate) input: Input,
    #[command(flatten)]
    pub(crate) partition: Partitioning,
    #[command(flatten)]
    pub(crate) list: List,
    /// The memory of a device, such as `80GiB`; exit with code 1 if the peak exceeds it
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    pub(crate) hbm: Option<u64>,
    /// Reuse the memory of every argument after its last use, not only of donated arguments
    #[arg(long)]
    pub(crate) donate: bool,
    #[command(flatten)]
    pub(crate) written: crate::notation_args::WrittenAs,
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Cost {
    #[command(flatten)]
    pub(crate) input: Input,
    #[command(flatten)]
    pub(crate) partition: Partitioning,
    #[command(flatten)]
    pub(crate) list: List,
    /// How much communication runs at the same time as computation
    #[arg(long, value_enum, value_name = "WHAT", default_value_t = OverlapName::Streams)]
    pub(crate) overlap: OverlapName,
    /// Reuse the memory of every argument after its last use, not only of donated arguments
    #[arg(long)]
    pub(crate) donate: bool,
}

/// How much communication runs at the same time as computation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum OverlapName {
    /// None: collectives and kernels alternate
    None,
    /// Collectives have a stream of their own and wait for their operands
    Streams,
    /// All that is possible: the longer of the two totals
    Ideal,
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Report {
    #[command(flatten)]
    pub(crate) input: Input,
    /// Second file, to compare with: the page also shows what differs
    pub(crate) other: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) propagation: Propagation,
    #[command(flatten)]
    pub(crate) local_program: LocalProgramOptions,
    /// Output file [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Title of the page [default: the name of the file]
    #[arg(long, value_name = "TEXT")]
    pub(crate) title: Option<String>,
    /// Also show estimated times on this hardware: a preset such as `h200x8`, or a TOML file
    #[arg(long, value_name = "NAME|FILE")]
    pub(crate) hardware: Option<String>,
    /// Also try annotations for the largest groups of collectives, and show which of them removes each group, or why none does
    #[arg(long)]
    pub(crate) fix: bool,
    /// With `--fix`, end the search after SECONDS
    #[arg(long, value_name = "SECONDS", default_value_t = 20.0, value_parser = parse_non_negative)]
    pub(crate) time_limit: f64,
}

/// Options of partitioning.
#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Partitioning {
    #[command(flatten)]
    pub(crate) local_program: LocalProgramOptions,

    /// Hardware to partition for: a preset with an optional number of devices, such as `h200x8` or `tpu-v5p-4x4x4`, or a TOML
    /// file. Where its links differ in speed along the axes of the mesh, reshards are planned for them, unless there is a
    /// `--topology`; `comms` also estimates times. Presets: h100, h200, tpu-v4, tpu-v5e, tpu-v5p, tpu-v6e, cpu [default: none; h200 for `cost`]
    #[arg(long, value_name = "NAME|FILE")]
    pub(crate) hardware: Option<String>,

    /// TOML file with factor rules for custom calls
    #[arg(long, value_name = "FILE")]
    pub(crate) rules: Option<PathBuf>,

    /// How to write replica groups: as axes, in one line for any number of devices, or as lists, for tools that only read
    /// lists
    #[arg(long, value_name = "FORM", default_value = "axes")]
    pub(crate) replica_groups: GroupFormName,
}

/// The notation of replica groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum GroupFormName {
    /// As axes of a mesh that stays in the program, `#stablehlo.replica_group_mesh_axes<…>`
    Axes,
    /// As lists of device numbers, `dense<[[0, 1], [2, 3]]>`
    Lists,
}

/// Options that select one of several equivalent local programs.
#[derive(clap::Args, Debug, Clone, Default)]
pub(crate) struct LocalProgramOptions {
    /// TOML file with the latency and bandwidth of each axis; without one, plans minimise bytes
    #[arg(long, value_name = "FILE")]
    pub(crate) topology: Option<PathBuf>,

    /// Pad arguments and results that their sharding does not divide, instead of dropping axes
    #[arg(long)]
    pub(crate) pad_io: bool,
}

/// An engine that runs programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum EngineName {
    /// The built-in interpreter
    Interpreter,
    /// CPU devices of XLA, through a Python with jax
    Xla,
}

/// Parses a finite number that is not negative.
pub(crate) fn parse_non_negative(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(number) if number >= 0.0 && number.is_finite() => Ok(number),
        _ => Err("expected a non-negative number".into()),
    }
}

/// Parses a number of bytes with a unit, such as `80GiB` or `24 GB`.
pub(crate) fn parse_bytes(text: &str) -> Result<u64, String> {
    const UNITS: [&str; 5] = ["B", "K", "M", "G", "T"];
    let expected = || "expected a number of bytes with a unit, such as 80GiB or 24GB".to_string();
    let end = text.find(|c: char| c.is_ascii_alphabetic()).ok_or_else(expected)?;
    let (number, unit) = (text[..end].trim(), text[end..].trim());
    let exponent = UNITS.iter().position(|first| unit.to_ascii_uppercase().starts_with(first));
    let exponent = exponent.ok_or_else(expected)? as i32;
    let base: f64 = match &unit[1..] {
        "iB" if exponent > 0 => 1024.0,
        "B" if exponent > 0 => 1000.0,
        "" if exponent == 0 => 1.0,
        _ => return Err(expected()),
    };
    let number = parse_non_negative(number).map_err(|_| expected())?;
    Ok((number * base.powi(exponent)) as u64)
}

/// The engine for the partitioned program and its settings.
#[derive(clap::Args, Debug, Clone)]
pub(crate) struct EngineChoice {
    /// Engine for the partitioned program
    #[arg(long, value_name = "ENGINE", default_value = "interpreter")]
    pub(crate) engine: EngineName,

    /// Python with jax, for XLA [default: the variable PARTITA_PYTHON, or `python3`]
    #[arg(long, value_name = "PATH")]
    pub(crate) python: Option<PathBuf>,

    /// Distribute the devices of XLA over P processes [default: 1]
    #[arg(long, value_name = "P", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) processes: Option<u32>,
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Reshard {
    /// Sharding of the tensor
    pub(crate) source: String,

    /// Sharding to change it to
    pub(crate) target: String,

    /// Axes of the mesh, major to minor, such as `x=4,y=2`
    #[arg(long, value_name = "AXES")]
    pub(crate) mesh: String,

    /// Device ids in mesh order, such as `3,2,1,0` [default: 0, 1, 2, …]
    #[arg(long, value_name = "IDS")]
    pub(crate) device_ids: Option<String>,

    /// Mesh of the target, if it differs; it must have the same devices
    #[arg(long, value_name = "AXES")]
    pub(crate) to_mesh: Option<String>,

    /// Device ids in the order of the target mesh
    #[arg(long, value_name = "IDS")]
    pub(crate) to_device_ids: Option<String>,

    /// Element type and global shape of the tensor, such as `f32[16,16]`
    #[arg(long = "type", value_name = "TYPE")]
    pub(crate) tensor: String,

    /// TOML file with the link of each axis: `[axis.x]` with `latency_us` and `bandwidth_gb_s`, and `[default]` for the other axes
    /// [default: 1 µs and 100 GB/s]
    #[arg(long, value_name = "FILE")]
    pub(crate) topology: Option<PathBuf>,

    /// Links of this hardware: a preset such as `h200x16`, or a TOML file. Devices are numbered in mesh order; an axis that leaves
    /// a node has fast and slow links, and the slow ones carry the smallest data
    #[arg(long, value_name = "NAME|FILE", conflicts_with = "topology")]
    pub(crate) hardware: Option<String>,

    /// Hold at most BYTES per device for the input and output of one step
    #[arg(long, value_name = "BYTES")]
    pub(crate) memory: Option<u64>,

    /// What the plan minimises. The best plan for the other one is printed beside it where the two send different numbers of
    /// bytes
    #[arg(long, value_enum, value_name = "WHAT", default_value_t = Minimised::Time)]
    pub(crate) minimise: Minimised,
    #[command(flatten)]
    pub(crate) written: crate::notation_args::WrittenAs,
}

/// What a plan minimises.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Minimised {
    /// The time of all steps, with the latency and bandwidth of the topology
    Time,
    /// The bytes that each device sends
    Bytes,
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Opt {
    /// File with MLIR text or bytecode, or of `jax.export`, or `-` for standard input
    #[arg(default_value = "-")]
    pub(crate) file: PathBuf,

    /// Passes to run, such as `builtin.module(symbol-dce)`
    #[arg(long, value_name = "PIPELINE")]
    pub(crate) pass_pipeline: Option<String>,

    /// Passes given as flags, in order; set before the command line is parsed
    #[arg(long = "flag-pass", value_name = "PASS", hide = true, action = clap::ArgAction::Append)]
    pub(crate) flag_passes: Vec<String>,

    /// Output file [default: standard output]
    #[arg(short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Keep ops, attributes and types of unknown dialects
    #[arg(long)]
    pub(crate) allow_unregistered_dialect: bool,

    /// Split the input at lines `// -----` and treat each section as a separate module
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
