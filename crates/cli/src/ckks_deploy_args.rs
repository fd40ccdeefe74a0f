//! The command line of the steps of client and server: `partita ckks compile`, `keygen`, `encrypt`, `evaluate`, `decrypt`.

use std::path::PathBuf;

use crate::ckks_args::{InputFile, Network, Passes, Ranges, Ring};

/// The Python that runs SEAL.
#[derive(clap::Args, Debug, Clone)]
pub(crate) struct SealPython {
    /// A Python with tenseal; by default the variable PARTITA_SEAL_PYTHON, what `cargo xtask seal` made, or `python3`
    #[arg(long, value_name = "PATH")]
    pub(crate) python: Option<PathBuf>,
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Compile {
    #[command(flatten)]
    pub(crate) network: Network,
    #[command(flatten)]
    pub(crate) passes: Passes,
    #[command(flatten)]
    pub(crate) ring: Ring,
    /// Where to write the model
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// Also write what a client has to know, without the weights
    #[arg(long, value_name = "FILE")]
    pub(crate) contract: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) ranges: Ranges,
    /// The seed of missing weights, and of generated inputs
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Keygen {
    /// A model or a contract, from `ckks compile`
    pub(crate) model: PathBuf,
    /// Where to write the secret key, readable by its owner only; an existing file is kept
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// Where to write the evaluation keys, for the server
    #[arg(long, value_name = "FILE")]
    pub(crate) evaluation_keys: PathBuf,
    /// Accept a model with insecure parameters
    #[arg(long)]
    pub(crate) insecure_test: bool,
    #[command(flatten)]
    pub(crate) seal: SealPython,
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Encrypt {
    /// One sample, or several stacked in a first dimension, as .npy or .npz; each of several inputs by its name:
    /// `a=a.npy b=b.npy`
    #[arg(required = true, value_name = "[NAME=]FILE")]
    pub(crate) input: Vec<InputFile>,
    /// The secret key
    #[arg(long, value_name = "FILE")]
    pub(crate) key: PathBuf,
    /// Where to write the encrypted inputs
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// Check the ranges of inner layers too, by the network of this model
    #[arg(long, value_name = "FILE")]
    pub(crate) model: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) seal: SealPython,
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Evaluate {
    /// The model, from `ckks compile`
    pub(crate) model: PathBuf,
    /// The encrypted inputs, from `ckks encrypt`
    pub(crate) input: PathBuf,
    /// The evaluation keys, from `ckks keygen`
    #[arg(long, value_name = "FILE")]
    pub(crate) keys: PathBuf,
    /// Where to write the encrypted results
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    #[command(flatten)]
    pub(crate) seal: SealPython,
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Decrypt {
    /// The encrypted results, from `ckks evaluate`
    pub(crate) results: PathBuf,
    /// The secret key
    #[arg(long, value_name = "FILE")]
    pub(crate) key: PathBuf,
    /// Where to write the results, as .npy or .npz
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    #[command(flatten)]
    pub(crate) seal: SealPython,
}
