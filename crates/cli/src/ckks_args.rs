//! The command line of `partita ckks`.

use std::path::PathBuf;

use clap::{Subcommand, ValueEnum};

/// A network and the ciphertexts it is computed in.
#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Network {
    /// resnet20, resnet18, resnet34 or resnet50; a .toml list of layers; or a .onnx model
    pub(crate) model: String,

    /// Slots of a ciphertext, a power of two
    #[arg(long, value_name = "S")]
    pub(crate) slots: Option<usize>,

    /// What stands for the activations of networks known by name, and for Relu in ONNX models: `square`, or `relu`, a composition
    /// of polynomials of degrees 15, 15 and 27
    #[arg(long, value_name = "FUNCTION", default_value = "square")]
    pub(crate) activation: String,

    /// Let the result of a layer lie in a given layout, written as `ckks plan` prints it; may be given several times
    #[arg(long, value_name = "LAYER=LAYOUT")]
    pub(crate) pin: Vec<String>,

    /// What is minimised: rotations, or milliseconds by a table of costs
    #[arg(long, value_enum, default_value_t = Minimise::Rotations)]
    pub(crate) minimise: Minimise,

    /// A JSON file with the milliseconds of ops by level, for `--minimise time`; a measured one by default
    #[arg(long, value_name = "FILE")]
    pub(crate) costs: Option<PathBuf>,

    /// Levels of a ciphertext, fresh or bootstrapped; bootstraps are placed where they run out. By default there are enough
    #[arg(long, value_name = "L")]
    pub(crate) levels: Option<u32>,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Minimise {
    Rotations,
    Time,
}

/// What runs on encrypted values.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CkksEngineName {
    /// The library of Lattigo, in a process of its own
    Lattigo,
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Run {
    #[command(flatten)]
    pub(crate) network: Network,
    /// What computes
    #[arg(long, value_enum, default_value_t = CkksEngineName::Lattigo)]
    pub(crate) engine: CkksEngineName,
    /// The library; by default the variable PARTITA_LATTIGO, or what `cargo xtask lattigo` fetched
    #[arg(long, value_name = "PATH")]
    pub(crate) lattigo: Option<PathBuf>,
    /// The ring has degree 2^N; by default the smallest that is secure and has room
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(10..=16))]
    pub(crate) log_n: Option<u32>,
    /// Allow parameters that are not secure
    #[arg(long)]
    pub(crate) insecure_test: bool,
    /// The seed of the input, and of weights that are not known
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
}

#[derive(Subcommand, Debug)]
pub(crate) enum CkksCommand {
    /// Count rotations from shapes alone
    ///
    /// `rotations` is for convolutions, pools and changes of layout, as others count; the matrix product at the end is
    /// counted apart.
    Count {
        #[command(flatten)]
        network: Network,
    },
    /// Choose the layout of every tensor, and say why
    ///
    /// One line per layer: the mesh of ciphertexts (output groups, input groups, parts of rows), the layout of the result,
    /// ciphertexts, rotations, levels, and beside them what others would need: a greedy mesh, full-slot and half-slot kernels on our
    /// mesh. Changes of layout have lines of their own. `next best` is how much worse the best plan is in which the result lies
    /// differently.
    Plan {
        #[command(flatten)]
        network: Network,
        /// Also write one page that needs nothing else
        #[arg(long, value_name = "FILE")]
        html: Option<PathBuf>,
    },
    /// Print the program: loops over ciphertexts, then single operations on slots
    Lower {
        #[command(flatten)]
        network: Network,
        /// The seed of weights that are not known
        #[arg(long, value_name = "N", default_value_t = 0)]
        seed: u64,
        /// Print only the loops
        #[arg(long)]
        loops: bool,
    },
    /// Run the program on plain slots and compare with the plain network
    Simulate {
        #[command(flatten)]
        network: Network,
        /// The seed of the input, and of weights that are not known
        #[arg(long, value_name = "N", default_value_t = 0)]
        seed: u64,
    },
    /// Run the program on encrypted slots and compare with the plain network
    Run(Run),
}
