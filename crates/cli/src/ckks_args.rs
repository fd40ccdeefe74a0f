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

    /// Axes of a mesh of ciphertexts for `--shard`, such as x=4,z=2
    #[arg(long, value_name = "AXES")]
    pub(crate) mesh: Option<String>,

    /// Cut the result of a layer along axes of the mesh, `-` for a dimension that stays whole; spreads through the network; may
    /// be given several times
    #[arg(long, value_name = "LAYER=[x, z, -]", requires = "mesh")]
    pub(crate) shard: Vec<String>,

    /// The same from a file, as `ckks lower --stage shardings` or `spread` prints it
    #[arg(long, value_name = "FILE")]
    pub(crate) shardings: Option<PathBuf>,

    /// Layouts that are given, as `ckks lower --stage plan` prints them; lines may be changed or left out, then the best is found
    #[arg(long, value_name = "FILE")]
    pub(crate) plan: Option<PathBuf>,

    /// Most ciphertexts that may be alive at once
    #[arg(long, value_name = "N")]
    pub(crate) max_ciphertexts: Option<usize>,

    /// What is minimised: rotations, or milliseconds by a table of costs
    #[arg(long, value_enum, default_value_t = Minimise::Rotations)]
    pub(crate) minimise: Minimise,

    /// A JSON file with the milliseconds of ops by level, for `--minimise time` and estimates; a measured one by default
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

/// How the slot program comes about.
#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Passes {
    /// Leave the program as the plan counts it: do not share steps, merge rotations or rescale late
    #[arg(long)]
    pub(crate) no_passes: bool,

    /// Leave out products with plaintexts that are all zeros, as pruned weights make them
    #[arg(long)]
    pub(crate) drop_zeros: bool,

    /// Most keys for rotations; the others become sums of these. At least one for each power of two below the slots
    #[arg(long, value_name = "N")]
    pub(crate) max_keys: Option<usize>,
}

/// A stage of the way from a network to a program.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// How each op would be cut on its own, or is by what is given
    Shardings,
    /// The same after propagation through the whole network
    Spread,
    /// The layout of every tensor
    Plan,
    /// Loops over meshes of ciphertexts
    Loops,
    /// Single operations on slots
    Program,
}

/// What runs on encrypted values.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CkksEngineName {
    /// The library of Lattigo, in a process of its own
    Lattigo,
}

/// What a network is run on.
#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Values {
    /// The input, one tensor of channels, rows and columns as .npy or .npz; by default made from the seed
    #[arg(long, value_name = "FILE")]
    pub(crate) input: Option<PathBuf>,
    /// Write the result, as .npy or .npz
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// The seed of the input, and of weights that are not known
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// Inputs whose values say how large those may be that ReLU and maxima read; by default the input that is run
    #[arg(long, value_name = "FILE")]
    pub(crate) calibrate: Option<PathBuf>,
    /// How much larger values may be than those seen
    #[arg(long, value_name = "FACTOR", default_value_t = partita::ckks::DEFAULT_MARGIN)]
    pub(crate) margin: f64,
    /// The largest value that ReLU and maxima read, instead of calibration
    #[arg(long, value_name = "B", conflicts_with_all = ["calibrate", "margin"])]
    pub(crate) range: Option<f64>,
}

/// The ring that values are encrypted in.
#[derive(clap::Args, Debug, Clone, Default)]
pub(crate) struct Ring {
    /// The ring has degree 2^N; by default the smallest that is secure and has room
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(10..=17))]
    pub(crate) log_n: Option<u32>,
    /// Allow parameters that are not secure; the result says INSECURE
    #[arg(long)]
    pub(crate) insecure_test: bool,
}

/// A program that is run, and what it is run on.
#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Running {
    #[command(flatten)]
    pub(crate) network: Network,
    #[command(flatten)]
    pub(crate) values: Values,
    #[command(flatten)]
    pub(crate) passes: Passes,
    /// Run this program, as `ckks lower --stage program` prints it
    #[arg(long, value_name = "FILE", conflicts_with = "levels")]
    pub(crate) program: Option<PathBuf>,
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Run {
    #[command(flatten)]
    pub(crate) running: Running,
    /// What computes
    #[arg(long, value_enum, default_value_t = CkksEngineName::Lattigo)]
    pub(crate) engine: CkksEngineName,
    /// The library; by default the variable PARTITA_LATTIGO, or what `cargo xtask lattigo` fetched
    #[arg(long, value_name = "PATH")]
    pub(crate) lattigo: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) ring: Ring,
}

/// A network that is planned, and the ring it would be encrypted in.
#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Planning {
    #[command(flatten)]
    pub(crate) network: Network,
    #[command(flatten)]
    pub(crate) ring: Ring,
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Count {
    #[command(flatten)]
    pub(crate) planning: Planning,
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Plan {
    #[command(flatten)]
    pub(crate) planning: Planning,
    /// Also write one page that needs nothing else
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Lower {
    #[command(flatten)]
    pub(crate) network: Network,
    #[command(flatten)]
    pub(crate) passes: Passes,
    /// The seed of weights that are not known
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// Print only one stage; by default the loops and the program
    #[arg(long, value_enum)]
    pub(crate) stage: Option<Stage>,
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Simulate {
    #[command(flatten)]
    pub(crate) running: Running,
}

#[derive(Subcommand, Debug)]
pub(crate) enum CkksCommand {
    /// Count rotations from shapes alone
    ///
    /// `rotations` is for convolutions, pools and changes of layout, as others count; the matrix product at the end is
    /// counted apart.
    ///
    /// The keys of rotations, their memory and the ring are those of `ckks run`.
    Count(Count),
    /// Choose the layout of every tensor, and say why
    ///
    /// One line per layer: the mesh of ciphertexts (output groups, input groups, parts of rows), the layout of the result,
    /// ciphertexts, rotations, levels, and beside them the rotations that others would need for it. Changes of layout have lines
    /// of their own. `next best` is how much worse the best plan is in which the result lies differently. `sharding` is how the result
    /// is cut by what is given for it or spreads to it, with `not` in front where another cut is cheaper. `ms` is by the table of
    /// costs, on one core, in a ring of degree 2^16 unless `--costs` gives another.
    ///
    /// `greedy` is the mesh of a closed form with full-slot and half-slot kernels. `full` and `half` are the full-slot and the half-slot kernel on
    /// our mesh, for the latter cut until a block fills half a ciphertext; taps of a window are rolled once for every input.
    /// `utilisation` packs exact planes without padding, as many channels as fit, and uses our own kernel between those layouts; where rows
    /// or columns change the result stays where the window leaves it, and packing it again is not counted. `-`: does not fit.
    Plan(Plan),
    /// Print the program: loops over ciphertexts, then single operations on slots
    ///
    /// Every stage is a text that can be read back: `--shardings` takes shardings, `--plan` a plan, and `ckks simulate` and
    /// `ckks run` a program.
    Lower(Lower),
    /// Run the program on plain slots and compare with the plain network
    Simulate(Simulate),
    /// Run the program on encrypted slots and compare with the plain network
    ///
    /// This tries a program; it is not a service. One child process of this program makes the secret key, encrypts the input,
    /// computes, and decrypts the result; nothing encrypted and no key leaves it. The result is compared with that of the plain network,
    /// so the input is known here.
    Run(Run),
}
