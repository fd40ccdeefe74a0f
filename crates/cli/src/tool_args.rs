//! Options of the commands that look at shardings: `draw`, `diff`.

use std::path::PathBuf;

use crate::args::{Partitioning, Propagation};

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
}
