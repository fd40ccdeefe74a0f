//! The command line of `partita ckks`.

use std::path::PathBuf;

use clap::{Subcommand, ValueEnum};

use crate::ckks_deploy_args::{Compile, Decrypt, Encrypt, Evaluate, Keygen};

/// A network and the ciphertexts it is computed in.
#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Network {
    /// resnet20, resnet18, resnet34 or resnet50; a .toml list of layers; or a .onnx model
    pub(crate) model: String,

    /// Slots per ciphertext, a power of two; by default all slots of the ring in which the plan takes the least time,
    /// or 32768 if no ring is secure without bootstraps
    #[arg(long, value_name = "S")]
    pub(crate) slots: Option<usize>,

    /// The activation of built-in networks, and the replacement of Relu in ONNX models: `square`, `relu`, a
    /// composition of polynomials of degrees 15, 15 and 27, or a smooth function: `sigmoid`, `tanh`, `erf`, `silu`,
    /// `gelu`, `gelu_tanh`, `softplus`
    #[arg(long, value_name = "FUNCTION", default_value = "square")]
    pub(crate) activation: String,

    /// Require a slot layout of a layer's result, written as `ckks plan` prints it; can be repeated
    #[arg(long, value_name = "LAYER=LAYOUT")]
    pub(crate) pin: Vec<String>,

    /// Axes of a mesh of ciphertexts for `--shard`, such as x=4,z=2
    #[arg(long, value_name = "AXES")]
    pub(crate) mesh: Option<String>,

    /// Shard a layer's result over axes of the mesh, with `-` for an unsharded dimension; propagates through
    /// the network; can be repeated
    #[arg(long, value_name = "LAYER=[x, z, -]", requires = "mesh")]
    pub(crate) shard: Vec<String>,

    /// Compute a convolution, matrix product or average pool on a mesh of ciphertexts: x groups of output channels, y
    /// groups of input channels, z parts of rows; can be repeated
    #[arg(long, value_name = "LAYER=x=2,y=8")]
    pub(crate) compute: Vec<String>,

    /// The same from a file, as `ckks lower --stage shardings` or `ckks lower --stage propagated` prints it
    #[arg(long, value_name = "FILE")]
    pub(crate) shardings: Option<PathBuf>,

    /// Required layouts, as `ckks lower --stage plan` prints them; lines can be changed or removed, the rest is
    /// chosen
    #[arg(long, value_name = "FILE")]
    pub(crate) plan: Option<PathBuf>,

    /// The most ciphertexts that may be live at once
    #[arg(long, value_name = "N")]
    pub(crate) max_ciphertexts: Option<usize>,

    /// What to minimise: milliseconds by a cost table, or rotations; by default time, for `ckks count` rotations
    #[arg(long, value_enum)]
    pub(crate) minimise: Option<Minimise>,

    /// A JSON file with the milliseconds of ops by level, as `ckks measure` writes it, for `--minimise time` and
    /// estimates; by default one measured in a ring of degree 2^16
    #[arg(long, value_name = "FILE")]
    pub(crate) costs: Option<PathBuf>,

    /// Levels of a fresh or bootstrapped ciphertext; bootstraps are placed where they run out. By default there
    /// are enough
    #[arg(long, value_name = "L")]
    pub(crate) levels: Option<u32>,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Minimise {
    Rotations,
    Time,
}

/// Options of the slot program.
#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Passes {
    /// Keep the program as the plan counts it: do not share steps, merge rotations or rescale late
    #[arg(long)]
    pub(crate) no_passes: bool,

    /// Remove products with plaintexts that are all zeros, as pruned weights produce them
    #[arg(long)]
    pub(crate) drop_zeros: bool,

    /// The most rotation keys; other rotations are composed of these. At least one for each power of two below
    /// the slots
    #[arg(long, value_name = "N")]
    pub(crate) max_keys: Option<usize>,
}

/// A stage between a network and its program.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LowerStage {
    /// The sharding of each op, as annotated or chosen for the op alone
    Shardings,
    /// The same after propagation through the entire network
    #[value(alias = "spread")]
    Propagated,
    /// The slot layout of every tensor
    Plan,
    /// Loops over meshes of ciphertexts
    Loops,
    /// Single operations on slots
    Program,
    /// The same in the `ckks` dialect of HEIR, whose tools write programs for OpenFHE and Lattigo
    Heir,
}

/// The engine for encrypted values.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CkksEngineName {
    /// The Lattigo library, in its own process
    Lattigo,
}

/// A file of values for an input: `x.npy`, or `name=x.npy`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct InputFile {
    pub(crate) name: Option<String>,
    pub(crate) path: PathBuf,
}

impl std::str::FromStr for InputFile {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.split_once('=') {
            // A file may have such a name itself.
            Some((name, path)) if !std::path::Path::new(text).exists() => {
                if name.is_empty() || path.is_empty() {
                    return Err("expected NAME=FILE".into());
                }
                Ok(Self { name: Some(name.into()), path: path.into() })
            }
            _ => Ok(Self { name: None, path: text.into() }),
        }
    }
}

/// The values that a network runs on.
#[derive(clap::Args, Debug, Clone)]
pub(crate) struct CkksValues {
    /// The input, one tensor as .npy or .npz; by default generated from the seed. A network with several inputs takes
    /// each by its name: `--input a=a.npy --input b=b.npy`. `ckks run` also takes several samples, stacked in a first
    /// dimension, and creates keys once for all of them
    #[arg(long, value_name = "[NAME=]FILE")]
    pub(crate) input: Vec<InputFile>,
    /// Write the result, as .npy or .npz
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// The seed of the input, and of missing weights
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) ranges: Ranges,
}

/// The range of values that a network is computed for.
#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Ranges {
    /// Inputs that determine the range of values that ReLU and maxima read, stacked in a first dimension; by default the
    /// input of the run, for `ckks compile` generated ones in [-1, 1]. Each of several inputs by its name
    #[arg(long, value_name = "[NAME=]FILE")]
    pub(crate) calibrate: Vec<InputFile>,
    /// The factor by which values may exceed those seen in calibration
    #[arg(long, value_name = "FACTOR", default_value_t = partita::ckks::DEFAULT_MARGIN)]
    pub(crate) margin: f64,
    /// The largest value that ReLU and maxima read, and of inputs to `ckks compile`, instead of calibration
    #[arg(long, value_name = "B", conflicts_with_all = ["calibrate", "margin"])]
    pub(crate) range: Option<f64>,
}

/// The ring that values are encrypted in.
#[derive(clap::Args, Debug, Clone, Default)]
pub(crate) struct Ring {
    /// The ring has degree 2^N; by default the smallest that is secure and has room
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(10..=17))]
    pub(crate) log_n: Option<u32>,
    /// Allow insecure parameters; the result is marked INSECURE
    #[arg(long)]
    pub(crate) insecure_test: bool,
}

/// A program to run, and its values.
#[derive(clap::Args, Debug, Clone)]
pub(crate) struct CkksRunning {
    #[command(flatten)]
    pub(crate) network: Network,
    #[command(flatten)]
    pub(crate) values: CkksValues,
    #[command(flatten)]
    pub(crate) passes: Passes,
    /// Run this program, as `ckks lower --stage program` prints it
    #[arg(long, value_name = "FILE", conflicts_with = "levels")]
    pub(crate) program: Option<PathBuf>,
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct CkksRun {
    #[command(flatten)]
    pub(crate) running: CkksRunning,
    /// The engine that computes
    #[arg(long, value_enum, default_value_t = CkksEngineName::Lattigo)]
    pub(crate) engine: CkksEngineName,
    /// The library; by default the variable PARTITA_LATTIGO, or what `cargo xtask lattigo` fetched
    #[arg(long, value_name = "PATH")]
    pub(crate) lattigo: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) ring: Ring,
}

/// A network to plan, and the ring it would be encrypted in.
#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Planning {
    #[command(flatten)]
    pub(crate) network: Network,
    #[command(flatten)]
    pub(crate) ring: Ring,
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct CkksCount {
    #[command(flatten)]
    pub(crate) planning: Planning,
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct CkksPlan {
    #[command(flatten)]
    pub(crate) planning: Planning,
    /// Also write a self-contained page
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Lower {
    #[command(flatten)]
    pub(crate) network: Network,
    #[command(flatten)]
    pub(crate) passes: Passes,
    /// The seed of missing weights
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// Print only one stage; by default the loops and the program
    #[arg(long, value_enum)]
    pub(crate) stage: Option<LowerStage>,
    /// With `--stage heir`: write the vectors of plaintexts to an .npz archive, `arr_0` for `%plain0`
    #[arg(long, value_name = "FILE", requires = "stage")]
    pub(crate) plaintexts: Option<PathBuf>,
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Simulate {
    #[command(flatten)]
    pub(crate) running: CkksRunning,
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct CkksReport {
    #[command(flatten)]
    pub(crate) planning: Planning,
    /// Where to write the page; standard output by default
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// The title of the page
    #[arg(long)]
    pub(crate) title: Option<String>,
}

#[derive(clap::Args, Debug, Clone)]
pub(crate) struct CkksMeasure {
    /// The ring that is measured has degree 2^N; 14 by default
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(10..=17))]
    pub(crate) log_n: Option<u32>,
    /// Levels of a ciphertext; 7 by default
    #[arg(long, value_name = "L", value_parser = clap::value_parser!(u32).range(1..=63))]
    pub(crate) levels: Option<u32>,
    /// How many times each op is run; the shortest time counts
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub(crate) repeats: u16,
    /// Measure bootstraps too, which takes gigabytes in large rings; otherwise their time is scaled from that of the
    /// default table
    #[arg(long)]
    pub(crate) bootstraps: bool,
    /// The library; by default the variable PARTITA_LATTIGO, or what `cargo xtask lattigo` fetched
    #[arg(long, value_name = "PATH")]
    pub(crate) lattigo: Option<PathBuf>,
    /// Where to write the table; standard output by default
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Subcommand, Debug)]
pub(crate) enum CkksCommand {
    /// Count rotations from shapes alone
    ///
    /// `rotations` covers convolutions, pools and repackings, as in publications; the matrix product at the end
    /// is counted separately.
    ///
    /// The rotation keys, their memory and the ring are those of `ckks run`.
    Count(CkksCount),
    /// Choose the slot layout of every tensor, and explain the choice
    ///
    /// One line per layer: the mesh of ciphertexts (output groups, input groups, row parts), the layout of the
    /// result, ciphertexts, rotations, levels, and the rotations of four baselines. Repackings have their own
    /// lines. `next best` is how much worse the best plan with another layout of the result is. `sharding` is
    /// the sharding of the result that was requested for it or propagated to it, with `not` in front if another
    /// one is cheaper. `ms` is by the cost table, on one core, in a ring of degree 2^16 unless `--costs` gives
    /// another.
    ///
    /// `greedy` is the mesh of a closed form with full-slot and half-slot kernels. `full` and `half` are the
    /// full-slot and the half-slot kernel on our mesh, for the latter split until a block fills half a
    /// ciphertext; taps of a window are rolled once for every input. `meta` is ANT-ACE's MetaKernel, with baby and
    /// giant steps in every cell, split as `half` is. `utilisation` packs exact planes without
    /// padding, as many channels as fit, and uses our own kernel between those layouts; if rows or columns
    /// change, the result stays where the window leaves it, and repacking it is not counted. `-`: does not fit.
    Plan(CkksPlan),
    /// Write a page to explore a plan: layers, slot layouts, what was compared, levels and bootstraps
    ///
    /// One HTML file that loads nothing and opens from disk; the data of `ckks plan` as JSON with `--format json`.
    ///
    /// partita ckks report resnet20 --levels 10 -o page.html
    Report(CkksReport),
    /// Print the program: loops over ciphertexts, then single operations on slots
    ///
    /// Every stage is a text that can be read back: `--shardings` takes shardings, `--plan` a plan, and `ckks
    /// simulate` and `ckks run` a program.
    Lower(Lower),
    /// Measure the time of ops with the library on this machine, as a table for `--costs`
    ///
    /// Processor time by level, as JSON. Plans scale a table to the ring that they are for.
    ///
    /// partita ckks measure --log-n 15 --levels 12 -o costs.json
    Measure(CkksMeasure),
    /// Run the program on plain slots and compare with the plain network
    Simulate(Simulate),
    /// Test the program: run it on encrypted slots and compare with the plain network
    ///
    /// This is a self-test; for a deployment use `ckks compile`, `keygen`, `encrypt`, `evaluate` and `decrypt`. A child
    /// process creates the secret key, encrypts the input, computes, and decrypts the result; no ciphertext and no key
    /// leaves it, except rotation keys, which are not secret, to a temporary file without a name if they exceed
    /// `--max-memory`. The result is compared with that of the plain network, so the input is visible to this process.
    Run(CkksRun),
    /// Compile a network to a model that a server evaluates on encrypted inputs, with SEAL
    ///
    /// The model holds the program, the parameters and the weights, but no secret. `--contract` also writes what a
    /// client has to know: parameters, layouts and the range of inputs, without weights.
    ///
    /// Samples share ciphertexts: fewer `--slots` leave room for more of them.
    Compile(Compile),
    /// Make keys for a model: a secret key for the client, evaluation keys for the server
    Keygen(Keygen),
    /// Encrypt inputs with the secret key
    ///
    /// Values beyond the range that the model is compiled for are refused. With `--model`, so are inputs that lead to
    /// values beyond the range of an inner layer, according to the plain network; a server cannot check this.
    Encrypt(Encrypt),
    /// Evaluate a model on encrypted inputs, without the secret key
    ///
    /// Keys are loaded once for all samples, and the weights are encoded once if memory permits.
    Evaluate(Evaluate),
    /// Decrypt results with the secret key
    Decrypt(Decrypt),
}
