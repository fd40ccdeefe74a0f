//! Partitioned programs on XLA's devices, in one process and in several.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use partita_base::Source;
use partita_engine::{
    Engine, EngineError, Failure, Interpreter, RunnableProgram, Seeds, XlaEngine, XlaSettings, verify_on,
    without_shardings,
};
use partita_interp::Tensor;
use partita_ir::Module;
use partita_mlir::{ParseOptions, PrintOptions, parse, print};
use partita_partition::PartitionOptions;

use crate::confirmed::{Confirmation, Confirmed, Digest};
use crate::differential::{file_name, mlir_files};
use crate::kinds;
use crate::oracle::{self, report_verdict};
use crate::partition;
use crate::{Outcome, root, run, target};

/// How many devices the meshes have.
pub(crate) const DEVICES: usize = 8;

/// Runs the programs whose names contain `only`.
pub(crate) fn runs_what_is_partitioned(only: Option<&str>) -> Outcome {
    let python = oracle::python()?;
    let folder = target().join("engine");
    run(Command::new(&python).arg(root().join("oracle/engine_programs.py")).arg(&folder))?;
    let settings = XlaSettings::default().python(python);
    let mut engine = start_engine(settings.clone(), DEVICES)?;
    let mut single = start_engine(settings.clone(), 1)?;
    let seeds = Seeds { first: 0, count: 2 };
    let mut known = Known::new()?;
    jax_programs_on_three_meshes(&mut engine, &mut single, &mut known, only)?;
    every_kind(&mut engine, &mut single, &mut known, only)?;
    check_all("programs on 8 devices of XLA", &folder.join("small"), only, |text, module| {
        known.confirm(text, module, || {
            check_equal(module, &mut |program| {
                verify_on(program, seeds, &mut engine, &mut single, &mut |_| ())
            })?;
            let interpreted = check_equal(module, &mut |program| {
                verify_on(program, seeds, &mut engine, &mut Interpreter::default(), &mut |_| ())
            });
            interpreted.map_err(|message| format!("against the interpreter: {message}"))
        })
    })?;
    if only.is_none() {
        known.confirmed.finish("partitioned programs on XLA")?;
    }

    let mut engine = start_engine(settings.clone().processes(2), DEVICES)?;
    let seeds = Seeds { first: 0, count: 1 };
    check_all("training steps on 2 processes of 4 devices", &folder.join("train"), only, |_, module| {
        check_equal(module, &mut |program| verify_on(program, seeds, &mut engine, &mut single, &mut |_| ()))
    })?;
    recovers_from_a_program_without_end(settings)
}

/// The partitioned programs that XLA is known to run as expected.
struct Known {
    confirmed: Confirmed,
    count: usize,
}

impl Known {
    fn new() -> Result<Self, String> {
        Ok(Self { confirmed: Confirmed::of("engine")?, count: 0 })
    }

    /// Runs `check` on a program, unless its local program passed before.
    fn confirm(&mut self, text: &str, module: &Module, check: impl FnOnce() -> Outcome) -> Outcome {
        let mut digest = Digest::new()?;
        digest.add(text);
        if let Ok(local) = partita_partition::partition(module, &PartitionOptions::default()) {
            digest.add(&print(&local.module, PrintOptions::default()));
            digest.add(&format!("{:?}", local.interface));
        }
        self.count += 1;
        if self.confirmed.get_run(&digest, self.count).is_some() {
            return Ok(());
        }
        check()?;
        self.confirmed.keep(&digest, Confirmation { passed: 1, lost: 0 });
        Ok(())
    }
}

/// Programs with longer texts, in bytes, take XLA too long to compile.
const LONGEST: usize = 40_000;

/// A run with fewer JAX programs, each on three meshes, fails: too many of them were skipped.
const ENOUGH: usize = 80;

/// Valid programs that XLA's CPU devices do not run.
const REFUSED_BY_XLA: &[(&str, &str)] = &[];

/// Programs with more than one correct result; XLA is compared with itself instead of with the interpreter.
const NOT_UNIQUE: &[(&str, &str)] = &[("eigh_batched", "an eigenvector times -1 is one, too")];

/// JAX programs, partitioned for meshes 8, 2x4 and 2x2x2, against the interpreter's results of the global programs.
fn jax_programs_on_three_meshes(
    engine: &mut XlaEngine,
    single: &mut XlaEngine,
    known: &mut Known,
    only: Option<&str>,
) -> Outcome {
    let files = mlir_files(&oracle::corpus()?)?;
    let mut programs = partition::on_three_meshes(&files)?;
    programs.retain(|program| program.text.len() < LONGEST);
    let (mut passed, mut failures, mut not_run) = (0, Vec::new(), Vec::new());
    for program in programs.iter().filter(|program| only.is_none_or(|only| program.name.contains(only))) {
        let refused = REFUSED_BY_XLA.iter().find(|(name, _)| program.name.starts_with(name));
        let module = parse_program(&program.name, &program.text)?;
        let seeds = Seeds { first: 0, count: 1 };
        let mut interpreter = Interpreter::default();
        let is_unique = !NOT_UNIQUE.iter().any(|(name, _)| program.name.starts_with(name));
        let reference: &mut dyn Engine = if is_unique { &mut interpreter } else { single };
        let outcome = known.confirm(&program.text, &module, || {
            check_equal(&module, &mut |program| verify_on(program, seeds, engine, reference, &mut |_| ()))
        });
        match (outcome, refused) {
            (Ok(()), None) => passed += 1,
            (Ok(()), Some(_)) => {
                failures.push(format!("{}: listed as refused by XLA, but it runs", program.name))
            }
            (Err(_), Some((name, why))) => not_run.push(format!("{name} ({why})")),
            // The interpreter does not support the op.
            (Err(message), None) if message.starts_with("[PA055") => not_run.push(program.name.clone()),
            (Err(message), None) => failures.push(format!("{}: {message}", program.name)),
        }
    }
    println!("not run: {}", not_run.join(", "));
    report_verdict("JAX programs on three meshes, on XLA", passed, &failures)?;
    if only.is_none() && passed < 3 * ENOUGH {
        return Err(format!("only {passed} runs"));
    }
    Ok(())
}

/// Only the programs of every kind.
pub(crate) fn every_kind_alone() -> Outcome {
    let settings = XlaSettings::default().python(oracle::python()?);
    every_kind(
        &mut start_engine(settings.clone(), DEVICES)?,
        &mut start_engine(settings, 1)?,
        &mut Known::new()?,
        None,
    )
}

/// Programs of every kind on XLA's devices, against the global program on one of them. A manual computation has no form
/// for one device; there the interpreter runs the global program.
fn every_kind(
    engine: &mut XlaEngine,
    single: &mut XlaEngine,
    known: &mut Known,
    only: Option<&str>,
) -> Outcome {
    let seeds = Seeds { first: 0, count: 1 };
    kinds::check_all("on XLA", only, |programs| {
        let mut failures = Vec::new();
        for program in programs {
            let outcome = parse_program(&program.name, &program.text).and_then(|module| {
                let mut interpreter = Interpreter::default();
                let has_form = without_shardings(&module).is_some();
                let reference: &mut dyn Engine = if has_form { single } else { &mut interpreter };
                known.confirm(&program.text, &module, || {
                    check_equal(&module, &mut |program| {
                        verify_on(program, seeds, engine, reference, &mut |_| ())
                    })
                })
            });
            failures.extend(outcome.err().map(|message| format!("{}: {message}", program.name)));
        }
        failures
    })
}

/// Runs the programs of a folder, on any mesh, against one device of XLA; for programs that the tests do not cover.
pub(crate) fn runs_a_folder(folder: &Path, only: Option<&str>) -> Outcome {
    let settings = XlaSettings::default().python(oracle::python()?).timeout(Duration::from_secs(120));
    let mut engine = start_engine(settings.clone(), DEVICES)?;
    let mut single = start_engine(settings, 1)?;
    let seeds = Seeds { first: 0, count: 1 };
    let mut refused = 0;
    let outcome = check_all("programs on XLA", folder, only, |_, module| {
        let verify = &mut |program: &RunnableProgram<'_>| {
            verify_on(program, seeds, &mut engine, &mut single, &mut |_| ())
        };
        match check_equal(module, verify) {
            // The partitioner rejects the program with a diagnostic.
            Err(message) if message.contains("[PA0510]") => {
                refused += 1;
                Ok(())
            }
            outcome => outcome,
        }
    });
    println!("{refused} of those that passed were refused by the partitioner");
    outcome
}

fn check_all(
    what: &str,
    folder: &Path,
    only: Option<&str>,
    mut check: impl FnMut(&str, &Module) -> Outcome,
) -> Outcome {
    let (mut passed, mut failures) = (0, Vec::new());
    for path in mlir_files(folder)? {
        let file = file_name(&path);
        if only.is_some_and(|only| !file.contains(only)) {
            continue;
        }
        let text = fs::read_to_string(&path).map_err(|error| error.to_string())?;
        match parse_program(&file, &text).and_then(|module| check(&text, &module)) {
            Ok(()) => passed += 1,
            Err(message) => failures.push(format!("{file}: {message}")),
        }
    }
    report_verdict(what, passed, &failures)
}

pub(crate) fn parse_program(name: &str, text: &str) -> Result<Module, String> {
    let source = Source::new(name, text).map_err(|_| "the text is too large".to_string())?;
    let parsed = parse(&source, ParseOptions::default());
    match parsed.diagnostics.iter().next() {
        Some(error) => Err(format!("[{}] {}", error.code, error.message)),
        None => Ok(parsed.module),
    }
}

/// Partitions a program and fails where a comparison finds a difference.
pub(crate) fn check_equal(
    global: &Module,
    compare: &mut dyn FnMut(&RunnableProgram<'_>) -> Result<partita_engine::Report, Failure>,
) -> Outcome {
    let local = partita_partition::partition(global, &PartitionOptions::default()).map_err(|found| {
        found.iter().map(|each| format!("[{}] {}", each.code, each.message)).collect::<String>()
    })?;
    let said = |failure: Failure| {
        let found = failure.diagnostic(global.op(global.top()).span);
        format!("[{}] {} {}", found.code, found.message, found.notes.join("\n"))
    };
    let program = RunnableProgram::new(global, &local).map_err(said)?;
    if program.devices > DEVICES {
        return Err(format!("expected at most {DEVICES} devices, found {}", program.devices));
    }
    let report = compare(&program).map_err(said)?;
    match report.differences.first() {
        Some(first) => {
            Err(format!("result {} on device {} differs: {}", first.result, first.device, first.mismatch))
        }
        None => Ok(()),
    }
}

/// A run that does not end is stopped, and the engine serves the next one.
fn recovers_from_a_program_without_end(settings: XlaSettings) -> Outcome {
    const ENDLESS: &str = "func.func @main(%arg0: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.while(%iterArg = %arg0) : tensor<f32>
  cond {
    %1 = stablehlo.compare EQ, %arg0, %arg0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.sine %iterArg : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }
  return %0 : tensor<f32>
}";
    const REFUSED: &str = "func.func @main(%arg0: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.custom_call @unregistered_target(%arg0) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}";
    const IDENTITY: &str =
        "func.func @main(%arg0: tensor<f32>) -> tensor<f32> { return %arg0 : tensor<f32> }";
    // The limit holds for the start too, which takes long on a busy machine.
    let begin = Instant::now();
    drop(start_engine(settings.clone(), 2)?);
    let timeout = Duration::from_secs(4.max(4 * begin.elapsed().as_secs()));
    let mut engine = start_engine(settings.timeout(timeout), 2)?;
    let arguments = [1.0, 2.0].map(|value| vec![Tensor::f32(&[], vec![value])]);
    let begin = Instant::now();
    let failed = |outcome: Result<_, EngineError>, why: &str| match outcome {
        Err(error) if error.code == partita_base::code::ENGINE_FAILED && error.message.contains(why) => {
            Ok(())
        }
        Err(error) => Err(format!("expected `{why}`: {}", shown(&error))),
        Ok::<Vec<Vec<Tensor>>, _>(_) => Err(format!("expected `{why}`, but it runs")),
    };
    let why = format!("took longer than {} seconds", timeout.as_secs());
    failed(engine.run(ENDLESS, &arguments), &why)?;
    if begin.elapsed() > 2 * timeout {
        return Err(format!("stopped only after {:?}", begin.elapsed()));
    }
    failed(engine.run(REFUSED, &arguments), "unregistered_target")?;
    // More devices than it was started with.
    let arguments = [1.0, 2.0, 3.0].map(|value| vec![Tensor::f32(&[], vec![value])]);
    let results = engine.run(IDENTITY, &arguments).map_err(|error| shown(&error))?;
    if results == arguments { Ok(()) } else { Err(format!("the identity returned {results:?}")) }
}

pub(crate) fn start_engine(settings: XlaSettings, devices: usize) -> Result<XlaEngine, String> {
    XlaEngine::start(settings, devices).map_err(|error| shown(&error))
}

fn shown(error: &EngineError) -> String {
    format!("{}\n{}", error.message, error.output.join("\n"))
}
