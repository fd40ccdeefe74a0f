//! Options of `partita reduce`.

use std::path::PathBuf;

use crate::args::Partitioning;

#[derive(clap::Args, Debug, Clone)]
#[command(group(clap::ArgGroup::new("property").required(true)))]
pub(crate) struct Reduce {
    /// File with MLIR text, or `-` for standard input
    pub(crate) file: PathBuf,

    /// Keep what makes this shell command succeed, that is, exit with code 0; `{}` in it is the name of a file with the program.
    /// Without `{}`, the program is its standard input
    #[arg(long, value_name = "COMMAND", group = "property")]
    pub(crate) keep: Option<String>,

    /// Keep what makes Partita report this code, such as PA0406, while it reads, propagates or partitions the program
    #[arg(long, value_name = "CODE", group = "property", value_parser = parse_code)]
    pub(crate) keep_code: Option<partita::Code>,

    /// Keep what makes the partitioned program compute other numbers, as `partita verify` finds
    #[arg(long, group = "property")]
    pub(crate) keep_different: bool,

    /// Output file [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Try at most N programs
    #[arg(long, value_name = "N", default_value_t = 5000)]
    pub(crate) max_trials: usize,

    #[command(flatten)]
    pub(crate) partition: Partitioning,
}

fn parse_code(text: &str) -> Result<partita::Code, String> {
    partita::Code::parse(text).ok_or_else(|| "expected an error code, such as PA0406".into())
}
