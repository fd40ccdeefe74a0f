//! `cargo xtask test`: the steps, longest first, so that no long one is left to run alone at the end.

use crate::schedule::{BUILD, Step, Work, run_steps};
use crate::{Outcome, arguments, confirmed, fuzz, tidy};

/// How many random graphs and programs a long test compares, from a new seed each time.
const LONG_GRAPHS: u64 = 5000;
const LONG_PROGRAMS: u64 = 3000;

/// The steps that a run includes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extent {
    /// Without Python.
    Quick,
    /// What every change must pass.
    Normal,
    /// Also programs of JAX libraries, other versions of jaxlib, and random programs from seeds that were never tried;
    /// and oracles are asked about what they have confirmed before.
    Long,
}

impl Extent {
    fn of(wanted: &arguments::Test) -> Self {
        match (wanted.quick, wanted.long) {
            (true, _) => Extent::Quick,
            (_, true) => Extent::Long,
            _ => Extent::Normal,
        }
    }
}

/// How comparisons that an oracle has confirmed before are treated.
fn confirmed_mode(wanted: &arguments::Test) -> Option<&'static str> {
    match (wanted.record, wanted.long) {
        (true, _) => Some(confirmed::RECORD),
        (false, true) => Some(confirmed::ASK_ALL),
        (false, false) => None,
    }
}

/// Runs the steps, of which the first builds everything once.
pub(crate) fn run_all_tests(wanted: &arguments::Test) -> Outcome {
    let extent = Extent::of(wanted);
    // Building may replace the file of this program; the path then names the new one.
    let program = std::env::current_exe().map_err(|error| format!("this program has no path: {error}"))?;
    tidy::run()?;
    run_steps(&steps(extent), &program, confirmed_mode(wanted))
}

fn task(name: &'static str, arguments: &[&str], after: &'static [&'static str]) -> Step {
    let arguments = std::iter::once(name).chain(arguments.iter().copied());
    Step { name, work: Work::Task(arguments.map(String::from).collect()), after }
}

/// How many of the runs with hostile inputs are tried: each takes a process, and there are thousands.
fn sample(extent: Extent) -> &'static [&'static str] {
    match extent {
        Extent::Quick => &["--one-in", "5"],
        Extent::Normal => &["--one-in", "2"],
        Extent::Long => &[],
    }
}

fn steps(extent: Extent) -> Vec<Step> {
    const BUILT: &[&str] = &[BUILD];
    const PYTHON: &[&str] = &[BUILD, "programs"];
    let mut steps = vec![Step { name: BUILD, work: Work::Build, after: &[] }];
    if extent != Extent::Quick {
        // Installing packages and lowering programs needs nothing that is built, and cargo leaves a core idle at times.
        steps.push(task("programs", &[], &[]));
    }
    steps.extend([
        task("tests", sample(extent), BUILT),
        task("book", &["--pages"], BUILT),
        Step { name: "fmt", work: Work::Tool(&["fmt", "--all", "--check"]), after: &[] },
    ]);
    if extent != Extent::Quick {
        steps.push(task("browser", &[], BUILT));
    }
    let clippy = &["clippy", "--workspace", "--lib", "--bins", "--tests", "--quiet"];
    steps.push(Step { name: "clippy", work: Work::Tool(clippy), after: BUILT });
    // Cargo locks its target folder: two steps that start cargo at the same time would only wait for each other.
    steps.push(Step { name: "docs", work: Work::Docs, after: &["clippy"] });
    let examples = &["test", "--workspace", "--doc", "--quiet"];
    steps.push(Step { name: "doc examples", work: Work::Cargo(examples), after: &["docs"] });
    if extent != Extent::Quick {
        steps.push(Step { name: "features", work: Work::Features, after: &["doc examples"] });
    }
    if extent != Extent::Quick {
        steps.extend([
            task("graphs", &["--seed", "1", "--graphs", "1000"], PYTHON),
            task("differential", &["--graphs", "0"], PYTHON),
            task("engine", &[], PYTHON),
            task("python", &[], PYTHON),
            task("interp", &[], PYTHON),
            task("bytecode", if extent == Extent::Long { &["--all"] } else { &[] }, PYTHON),
            task("partition", &[], PYTHON),
            task("onnx-partition", &["--thorough"], PYTHON),
            task("comms", &[], PYTHON),
            task("readme-jax", &[], PYTHON),
            task("onnx-engine", &[], PYTHON),
            task("onnx-rules", &[], &[BUILD, "programs", "onnx-partition", "onnx-engine"]),
            task("lattigo", &["--test"], PYTHON),
            task("ckks", &[], &[BUILD, "programs", "lattigo"]),
            task("seal", &["--test"], &[BUILD, "programs", "lattigo"]),
            task("memory", &[], &[BUILD, "programs", "comms"]),
            task("reshard", &["--seed", "1"], PYTHON),
            task("reshards", &["--seed", "1", "--count", "20000"], PYTHON),
            task("onnx-text", &[], PYTHON),
        ]);
    }
    // Shorter tests try the first of the same texts.
    let texts = match extent {
        Extent::Quick => "25000",
        Extent::Normal => "50000",
        Extent::Long => "100000",
    };
    steps.push(task("mutate", &["--seed", "1", "--inputs", texts], BUILT));
    if extent == Extent::Long {
        let seed = (fuzz::fresh_seed() % 1_000_000_000).to_string();
        let (graphs, programs) = (LONG_GRAPHS.to_string(), LONG_PROGRAMS.to_string());
        let new = |name, task: &str, arguments: &[&str], after| Step {
            name,
            work: Work::Task(
                std::iter::once(task).chain(arguments.iter().copied()).map(String::from).collect(),
            ),
            after,
        };
        steps.extend([
            new("new graphs", "graphs", &["--seed", &seed, "--graphs", &graphs], &["graphs"]),
            new(
                "new programs",
                "partition",
                &["--random", "--seed", &seed, "--graphs", &programs],
                &["partition"],
            ),
            task("third-party", &[], PYTHON),
            new("python programs", "python", &["--third-party"], &["third-party"]),
            new("python versions", "python", &["--versions"], &["versions"]),
            task("versions", &[], PYTHON),
            task("onnx-plans", &[], &[BUILD, "onnx-partition"]),
        ]);
    }
    steps
}
