//! The command line.

use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};

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
    Check {
        #[command(flatten)]
        input: Input,
        /// Exit with 1 for warnings too
        #[arg(long)]
        deny_warnings: bool,
    },
    /// Print a file as canonical MLIR text
    Fmt {
        #[command(flatten)]
        input: Input,
        /// Where to write; standard output by default
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
        /// Print every op in generic form
        #[arg(long)]
        generic: bool,
        /// Print locations
        #[arg(long)]
        debug_info: bool,
        /// Print nothing; exit with 1 if the file is not canonical already
        #[arg(long, conflicts_with = "output")]
        check: bool,
    },
    /// Run passes, with the names and options of sdy_opt
    ///
    /// Passes are given as a pipeline, `--pass-pipeline='builtin.module(symbol-dce)'`, or as flags, `--symbol-dce`.
    Opt(Opt),
    /// Work out how every tensor is sharded and print the annotated module
    ///
    /// Warnings and a summary go to standard error. With `--format json` a report is printed instead: every
    /// value with its sharding, and every conflict with its cause.
    Propagate {
        #[command(flatten)]
        input: Input,
        #[command(flatten)]
        propagation: Propagation,
        /// Where to write; standard output by default
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
        /// Print the conflicts, with who won and why, instead of the module
        #[arg(long)]
        conflicts: bool,
    },
    /// Say why a value is sharded as it is: which annotation each axis came from, and by which ops
    Why {
        #[command(flatten)]
        input: Input,
        /// The value as the file calls it: `%5`, `%0#1`, `@f/%5` in function @f, `result#0` of the main function
        value: String,
        /// Only this dimension, counted from 0
        #[arg(long, value_name = "D")]
        dim: Option<usize>,
        /// Also print what the op that makes the value saw and did: tensors by factors
        #[arg(long)]
        table: bool,
        #[command(flatten)]
        propagation: Propagation,
    },
    /// Say why a dimension of a value is not sharded along an axis
    WhyNot {
        #[command(flatten)]
        input: Input,
        /// The value as the file calls it: `%5`, `%0#1`, `@f/%5` in function @f, `result#0` of the main function
        value: String,
        /// The dimension, counted from 0
        #[arg(long, value_name = "D")]
        dim: usize,
        /// The axis, or a part of it written `x:(1)2`
        #[arg(long, value_name = "A")]
        axis: String,
        #[command(flatten)]
        propagation: Propagation,
    },
    /// Explain an error code such as PA0203
    Explain {
        /// The code; without one, all codes are listed
        code: Option<String>,
    },
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
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
