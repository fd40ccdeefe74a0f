//! The command line of `cargo xtask`.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

/// Developer tasks of Partita
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", disable_version_flag = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) task: Task,
}

/// The tasks; their documentation is their help.
#[derive(Subcommand)]
pub(crate) enum Task {
    /// Everything: tidy, lints, tests, comparison with jaxlib and onnxruntime, mutated inputs
    Test(Test),
    /// The unit, integration and golden tests alone
    Tests {
        /// Try only one in this many of the runs with hostile inputs
        #[arg(long, value_name = "N")]
        one_in: Option<std::num::NonZeroUsize>,
    },
    /// Rules of the repository that no compiler checks
    Tidy,
    /// Make the Python environment and the programs that the comparisons share
    Programs,
    /// Comparison with jaxlib: the programs, then random graphs from a seed
    Differential {
        #[command(flatten)]
        only: Only,
        #[command(flatten)]
        random: RandomGraphs,
    },
    /// Comparison with jaxlib: random graphs alone, from a new seed unless one is given
    Graphs(RandomGraphs),
    /// Costs of redistribution plans against Shardy's; a new seed for the sampled pairs unless one is given
    Reshard {
        #[command(flatten)]
        seed: Seed,
    },
    /// Collectives of all small reshards, and of random ones, against Shardy's; a new seed unless one is given
    Reshards {
        /// Number of random reshards
        #[arg(long, default_value_t = 100_000)]
        count: usize,
        #[command(flatten)]
        seed: Seed,
    },
    /// Partitioned programs against the programs as they are, in the interpreter
    Partition {
        #[command(flatten)]
        only: Only,
        /// Only random programs
        #[arg(long = "random", conflicts_with = "only")]
        random_only: bool,
        #[command(flatten)]
        random: RandomGraphs,
    },
    /// The Python package, with the native module of the workspace's build
    Python(Python),
    /// Build a wheel of the Python package, and test it in a fresh environment
    Wheel,
    /// The Python code of the README and the book, and the examples that Python lowers
    ReadmeJax,
    /// Programs of every kind, partitioned, in the interpreter and on XLA
    Kinds,
    /// Compares the modules read from bytecode that jaxlib writes with those that it prints
    Bytecode {
        /// Compare all programs, not only one in twelve
        #[arg(long)]
        all: bool,
    },
    /// Programs of JAX libraries: read, printed, propagated, partitioned and run
    ThirdParty(Only),
    /// Small programs lowered with the pinned and the newest jax, propagated as the jaxlib of each does
    ///
    /// The newest needs Python 3.12, found on PATH or in PYENV_ROOT, or named by PARTITA_PYTHON_NEW.
    Versions,
    /// The sizes of arguments and results of partitioned programs against XLA's
    Memory,
    /// Comparison of the interpreter with XLA
    Interp(Only),
    /// Partitioned programs on XLA's devices, in one process and in two
    Engine {
        #[command(flatten)]
        only: Only,
        /// Run the programs of this folder instead
        #[arg(long, value_name = "DIR")]
        programs: Option<PathBuf>,
    },
    /// ONNX models as text and JSON, against Google's protobuf
    OnnxText,
    /// Sharding vectors of a file in the format of testdata/onnx/vectors.json
    OnnxVectors {
        /// JSON with one object per vector
        file: PathBuf,
    },
    /// Signatures and types of ONNX ops on onnx's test cases, sharded and run with onnxruntime
    OnnxRules(Only),
    /// ONNX models and test cases of single ops on onnxruntime and on the embedded runtime
    OnnxEngine(Only),
    /// Partitioned ONNX models against the models as they are, on onnxruntime
    OnnxPartition {
        #[command(flatten)]
        only: Only,
        /// The seed of random inputs and shardings
        #[arg(long, value_name = "N", default_value_t = 1)]
        seed: u64,
        /// Random shardings per model
        #[arg(long, value_name = "N", default_value_t = 1)]
        trials: u64,
        /// Shard networks in more ways
        #[arg(long)]
        thorough: bool,
    },
    /// What partitioned ONNX models exchange, against the plans of an expert; makes an environment of 6 GB with PyTorch
    OnnxPlans(Only),
    /// The explorer page in Chromium, from PATH or named by CHROMIUM; skipped if there is none
    Browser(Browser),
    /// Fetch the library of Lattigo and print its path
    Lattigo(Lattigo),
    /// Make a Python with SEAL, for the steps of client and server, and print its path
    Seal {
        /// Run the tests that need it
        #[arg(long)]
        test: bool,
    },
    /// Run small networks encrypted, against plain numbers
    Ckks {
        /// Also a large one, which takes minutes
        #[arg(long)]
        slow: bool,
    },
    /// Mutate texts and models and read them, from a new seed unless one is given
    Mutate {
        /// Stop after N seconds [default: 60]
        #[arg(long, value_name = "N", conflicts_with = "inputs")]
        seconds: Option<u64>,
        /// Stop after N inputs instead
        #[arg(long, value_name = "N")]
        inputs: Option<u64>,
        #[command(flatten)]
        seed: Seed,
    },
    /// Coverage-guided fuzzing of every reader and what follows it; corpora grow under target/fuzz
    Fuzz {
        /// Minutes in total, divided among the targets
        #[arg(long, value_name = "N", default_value_t = 20.0)]
        minutes: f64,
        #[command(flatten)]
        only: Only,
        /// Number of targets that run at a time
        #[arg(long, value_name = "N", default_value_t = 1)]
        jobs: u64,
    },
    /// Build the book in target/book: the pages of docs/book, those generated from the code, and HTML
    ///
    /// Uses `mdbook` from PATH, or installs a pinned version under target/tools.
    Book {
        /// Only assemble the pages, without mdBook
        #[arg(long)]
        pages: bool,
    },
    /// Measure against jaxlib and rewrite BENCHMARKS.md
    Bench {
        /// Measure against another build of the command instead, in turn, and fail if a row is more than 3 % slower
        #[arg(long, value_name = "PROGRAM")]
        against: Option<PathBuf>,
    },
    /// Count the bytes that devices send, against XLA and Shardy, and rewrite that section of BENCHMARKS.md
    Comms,
    /// Accept the current output of the golden tests
    Bless,
}

/// Which steps a test run includes, and whether recorded confirmations are used.
#[derive(Args, Default)]
pub(crate) struct Test {
    /// Skip the steps that need Python
    #[arg(long, conflicts_with_all = ["long", "record"])]
    pub(crate) quick: bool,
    /// Also programs of JAX libraries, the newest jaxlib, and random programs from a new seed; ask oracles also about
    /// what they have confirmed before
    #[arg(long)]
    pub(crate) long: bool,
    /// Ask oracles about everything and rewrite oracle/confirmed
    #[arg(long)]
    pub(crate) record: bool,
}

/// A filter of programs, models or targets.
#[derive(Args)]
pub(crate) struct Only {
    /// Only those whose names contain this
    #[arg(long, value_name = "NAME")]
    pub(crate) only: Option<String>,
}

/// The seed of a task that draws random inputs.
#[derive(Args)]
pub(crate) struct Seed {
    /// Seed of the random inputs, to repeat a run
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
}

/// The random graphs of a task.
#[derive(Args)]
pub(crate) struct RandomGraphs {
    /// Number of random graphs
    #[arg(long, value_name = "N")]
    pub(crate) graphs: Option<u64>,
    /// Seed of the first graph; each graph adds one
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
}

impl RandomGraphs {
    /// The seed and the number of graphs; `seed` and `count` replace what the command line leaves out.
    pub(crate) fn or(&self, (seed, count): (u64, u64)) -> (u64, u64) {
        (self.seed.unwrap_or(seed), self.graphs.unwrap_or(count))
    }
}

/// What to do with the Lattigo library after fetching it.
#[derive(Args)]
#[group(multiple = false)]
pub(crate) struct Lattigo {
    /// Run the tests that need it
    #[arg(long)]
    pub(crate) test: bool,
    /// Measure the cost of each op, as JSON
    #[arg(long)]
    pub(crate) measure: bool,
    /// Measure the cost of a bootstrap in rings of these degrees, as JSON
    #[arg(long, value_name = "LOG_N", num_args = 1..)]
    pub(crate) measure_bootstrap: Vec<u32>,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn no_two_arguments_share_a_name() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn unknown_flags_are_refused() {
        for line in ["tests --long", "test --quik", "graphs --only x", "unknown", "mutate --seconds x"] {
            let words = ["xtask"].into_iter().chain(line.split(' '));
            assert!(Arguments::try_parse_from(words).is_err(), "{line}");
        }
        for line in ["test --quick", "lattigo --measure-bootstrap 14 15", "partition --random --seed 3"] {
            let words = ["xtask"].into_iter().chain(line.split(' '));
            assert!(Arguments::try_parse_from(words).is_ok(), "{line}");
        }
    }
}

/// What is done with the explorer page.
#[derive(Args)]
pub(crate) struct Browser {
    /// Write the training step of a transformer to this file instead
    #[arg(long, value_name = "FILE")]
    pub(crate) write: Option<PathBuf>,
    /// The number of its layers
    #[arg(long, value_name = "N", default_value_t = 48)]
    pub(crate) layers: usize,
    /// Also save a screenshot for the book
    #[arg(long)]
    pub(crate) screenshot: bool,
    /// Install Debian's package of Chromium first if there is no browser; needs root
    #[arg(long)]
    pub(crate) install: bool,
}

/// The tests of the Python package.
#[derive(Args)]
pub(crate) struct Python {
    #[command(flatten)]
    pub(crate) only: Only,
    /// Programs of JAX libraries instead: analysed, verified, compiled and compared with `jax.jit`
    #[arg(long, conflicts_with = "versions")]
    pub(crate) third_party: bool,
    /// With the oldest and the newest jax instead of the pinned one
    #[arg(long)]
    pub(crate) versions: bool,
}
