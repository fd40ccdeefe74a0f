//! Options of the commands that look at shardings: `draw`, `diff`, `suggest`, `steps`, `serve`.

use std::path::PathBuf;

use crate::args::{Input, LocalProgramOptions, Partitioning, Propagation, parse_non_negative};
use crate::notation_args::WrittenAs;

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
pub(crate) struct Diff {
    /// The first file, or `-` for standard input
    pub(crate) before: PathBuf,
    /// The second file
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
    #[command(flatten)]
    pub(crate) propagation: Propagation,
    #[command(flatten)]
    pub(crate) local_program: LocalProgramOptions,
}
