//! A program as it is and partitioned, on the same inputs.

use partita_base::{Diagnostic, Span, code};
use partita_interp::{Data, Element, Fault, Limits, Mismatch, Tensor, Tolerance, compare};
use partita_ir::{FloatKind, Module};
use partita_partition::Partitioned;

use crate::promote::{promoted, promoted_tensor};
use crate::{Engine, EngineError, EngineErrorKind, Interpreter, PieceError, Program, draw};

/// Which inputs to try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seeds {
    /// The first seed.
    pub first: u64,
    /// How many.
    pub count: u64,
}

/// A result that is not what it should be.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// The seed of the inputs.
    pub seed: u64,
    /// Which result.
    pub result: usize,
    /// On which device.
    pub device: usize,
    /// Where, and what was expected.
    pub mismatch: Mismatch,
}

/// What came out of a comparison.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// Devices that ran the partitioned program.
    pub devices: usize,
    /// Results compared, per seed.
    pub results: usize,
    /// Elements compared in all.
    pub elements: u64,
    /// Whether results of some inputs were far apart by rounding alone: in wide floats they are equal.
    pub only_rounding: bool,
    /// What differs: at most one entry per result and seed.
    pub differences: Vec<Difference>,
}

/// Why there is nothing to compare.
#[derive(Clone, Debug)]
pub enum Failure {
    /// The program as it is does not run.
    Global(Box<Fault>),
    /// The partitioned program does not run.
    Local(Box<Fault>),
    /// The pieces of arguments and results are not known.
    Pieces(PieceError),
    /// There is no function to run.
    NoEntry,
    /// An engine outside does not answer.
    Engine(EngineError),
}

impl Failure {
    /// The failure as a diagnostic; `module` is where it is about no op.
    pub fn diagnostic(&self, module: Span) -> Diagnostic {
        let argument = |message: &str| Diagnostic::error(code::EVAL_ARGUMENT, module, message);
        match self {
            Failure::Global(fault) | Failure::Local(fault) => (**fault).clone().into(),
            Failure::Pieces(error) => argument(&error.0),
            Failure::NoEntry => argument("there is no function to run"),
            Failure::Engine(error) => {
                let said = error.said.iter();
                match error.kind {
                    EngineErrorKind::Absent => {
                        let found = Diagnostic::error(code::ENGINE_ABSENT, module, &error.message);
                        said.fold(found, |found, line| found.note(line))
                            .help("name a Python with jax by `--python` or the variable PARTITA_PYTHON")
                    }
                    EngineErrorKind::Failed => {
                        let found = Diagnostic::error(code::ENGINE_FAILED, module, &error.message);
                        said.fold(found, |found, line| found.note(line))
                    }
                }
            }
        }
    }
}

/// How far results of an element type may be apart: reductions in another order round differently.
pub fn tolerance(element: Element) -> Tolerance {
    let relative = match element {
        Element::Bool | Element::Int { .. } => return Tolerance::EXACT,
        Element::Complex64 => 1e-4,
        Element::Complex128 => 1e-9,
        Element::Float(kind) => match kind {
            FloatKind::F64 => 1e-9,
            FloatKind::F32 | FloatKind::Tf32 => 1e-4,
            FloatKind::F16 => 2e-2,
            FloatKind::Bf16 => 8e-2,
            _ => 0.5,
        },
    };
    Tolerance { absolute: relative, relative }
}

/// The same for programs run in wide floats because they blow up rounding: as if they were in `f32`, whatever they are
/// written in.
fn wide_tolerance(element: Element) -> Tolerance {
    match tolerance(element) {
        Tolerance::EXACT => Tolerance::EXACT,
        _ => tolerance(Element::F32),
    }
}

/// Runs both programs in the interpreter and compares what every device holds of every result.
///
/// `global` is the program as it was before partitioning.
pub fn verify(global: &Module, local: &Partitioned, seeds: Seeds, limits: Limits) -> Result<Report, Failure> {
    let program = Program::new(global, local)?;
    let mut interpreter = Interpreter { limits };
    verify_on(&program, seeds, &mut interpreter.clone(), &mut interpreter)
}

/// Runs the partitioned program on one engine and the program as it was on another, and compares what every device
/// holds of every result.
pub fn verify_on(
    program: &Program<'_>,
    seeds: Seeds,
    engine: &mut dyn Engine,
    reference: &mut dyn Engine,
) -> Result<Report, Failure> {
    verify_watched(program, seeds, engine, reference, &mut |_| ())
}

/// The same, and says after every set of inputs how many are done.
pub fn verify_watched(
    program: &Program<'_>,
    seeds: Seeds,
    engine: &mut dyn Engine,
    reference: &mut dyn Engine,
    watch: &mut dyn FnMut(u64),
) -> Result<Report, Failure> {
    let mut report = Report { devices: program.devices, results: program.outputs.len(), ..Report::default() };
    for seed in seeds.first..seeds.first + seeds.count {
        let mut arguments = Vec::new();
        for (index, (element, shape)) in program.inputs.iter().enumerate() {
            let mixed = seed.wrapping_mul(1_000_003).wrapping_add(index as u64);
            let drawn = draw(*element, shape, program.longest(), mixed);
            arguments.push(drawn.map_err(|error| program.global_failure(error))?);
        }
        let expected = reference.run_global(program, &arguments)?;
        let got = program.run_devices(engine, &arguments)?;
        report.elements += expected.iter().map(|tensor| tensor.len() as u64).sum::<u64>();
        let mut found = differences(program, seed, &expected, &got, tolerance)?;
        // Sums in another order round differently, and a program may blow that up. With wide floats it hardly
        // does, and a mistake does as before.
        if !found.is_empty()
            && let (Some(global), Some(local)) = (promoted(program.global), promoted(program.local))
            && let Some(arguments) = arguments.iter().map(promoted_tensor).collect::<Option<Vec<_>>>()
        {
            let wide = program.wide(&global, &local);
            let expected = reference.run_global(&wide, &arguments)?;
            let got = wide.run_devices(engine, &arguments)?;
            found = differences(&wide, seed, &expected, &got, wide_tolerance)?;
            report.only_rounding |= found.is_empty();
        }
        report.differences.extend(found);
        watch(seed - seeds.first + 1);
    }
    Ok(report)
}

fn differences(
    program: &Program<'_>,
    seed: u64,
    expected: &[Tensor],
    got: &[Vec<Tensor>],
    tolerance: fn(Element) -> Tolerance,
) -> Result<Vec<Difference>, Failure> {
    let mut found = Vec::new();
    for (result, (expected, pieces)) in expected.iter().zip(&program.out_pieces).enumerate() {
        let all: Vec<Tensor> = got.iter().filter_map(|device| device.get(result).cloned()).collect();
        let tolerance = scaled(tolerance(expected.element), expected);
        for device in 0..program.devices {
            let content = pieces.content(&all, device).map_err(|error| program.local_failure(error))?;
            if let Err(mismatch) = compare(&pieces.slice(expected, device), &content, tolerance) {
                found.push(Difference { seed, result, device, mismatch });
                break;
            }
        }
    }
    Ok(found)
}

/// Small elements of a result are as inexact as the large ones they were made with.
fn scaled(tolerance: Tolerance, expected: &Tensor) -> Tolerance {
    let most = |values: &mut dyn Iterator<Item = f64>| {
        values.filter(|value| value.is_finite()).fold(1.0, |most: f64, value| most.max(value.abs()))
    };
    let largest = match &expected.data {
        Data::F32(values) => most(&mut values.iter().map(|&value| value.into())),
        Data::F64(values) => most(&mut values.iter().copied()),
        Data::C64(values) => most(&mut values.iter().flat_map(|value| [value.re.into(), value.im.into()])),
        Data::C128(values) => most(&mut values.iter().flat_map(|value| [value.re, value.im])),
        Data::Bool(_) | Data::Int(_) => 1.0,
    };
    Tolerance { absolute: tolerance.absolute * largest, ..tolerance }
}
