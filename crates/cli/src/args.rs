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
