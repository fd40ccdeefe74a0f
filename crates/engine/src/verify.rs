//! A program as it is and partitioned, on the same inputs.
//!
//! Two right programs differ by rounding, and a program may magnify that without bound. So a difference that is more
//! than usual is looked at again: both programs run in `f64`, where a mistake is as large as before and rounding is
//! not. What is still apart there is compared with what the last digits of the inputs change in the reference alone.

use partita_interp::{Limits, Mismatch, Tensor};
use partita_ir::Module;
use partita_partition::Partitioned;

use crate::judge::{Allowance, distance, flips, judge, tolerance};
use crate::perturb::perturbed;
use crate::promote::{is_narrow, promoted, promoted_tensor};
use crate::{Engine, Failure, Interpreter, Program, draw};

/// Which inputs to try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seeds {
    /// The first seed.
    pub first: u64,
    /// How many.
    pub count: u64,
}

/// What two right programs may differ by.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Allowed {
    /// What rounding explains, as found out by further runs.
    #[default]
    Rounding,
    /// For every element, `absolute` and a share `relative` of the largest element of its result.
    Within {
        /// The share of the largest element.
        relative: f64,
        /// What is allowed on top.
        absolute: f64,
    },
}

/// What to compare.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Check {
    /// The inputs.
    pub seeds: Seeds,
    /// The differences that do not count.
    pub allowed: Allowed,
}

partita_base::setters! { Check { allowed: Allowed } }

impl From<Seeds> for Check {
    fn from(seeds: Seeds) -> Self {
        Check { seeds, allowed: Allowed::default() }
    }
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
    /// The largest difference as a share of the result's largest element; infinite where only one number is finite.
    pub share: f64,
}

/// The largest difference among results that are right.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Largest {
    /// Which result.
    pub result: usize,
    /// The difference as a share of the result's largest element.
    pub share: f64,
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
    /// The largest difference of a result that is right, if any element differs.
    pub largest: Option<Largest>,
    /// The largest rounding error of the reference itself, as a share of the result's largest element, where it was
    /// looked at.
    pub own_rounding: Option<f64>,
    /// Results that rounding changes as much as a mistake might: they cannot be compared.
    pub unstable: Vec<usize>,
    /// What differs: at most one entry per result and seed.
    pub differences: Vec<Difference>,
}

impl Report {
    /// How many results differ with some inputs.
    pub fn wrong_results(&self) -> usize {
        let mut results: Vec<usize> = self.differences.iter().map(|each| each.result).collect();
        results.sort_unstable();
        results.dedup();
        results.len()
    }

    fn note_distance(&mut self, result: usize, share: f64) {
        if share > self.largest.map_or(0.0, |largest| largest.share) {
            self.largest = Some(Largest { result, share });
        }
    }

    fn note_rounding(&mut self, share: f64) {
        if share.is_finite() {
            self.own_rounding = Some(self.own_rounding.map_or(share, |known| known.max(share)));
        }
    }
}

/// Runs both programs in the interpreter and compares what every device holds of every result.
///
/// `global` is the program as it was before partitioning.
pub fn verify(global: &Module, local: &Partitioned, seeds: Seeds, limits: Limits) -> Result<Report, Failure> {
    let program = Program::new(global, local)?;
    let mut interpreter = Interpreter { limits };
    verify_on(&program, seeds, &mut interpreter.clone(), &mut interpreter, &mut |_| ())
}

/// Runs the partitioned program on one engine and the program as it was on another, and compares what every device
/// holds of every result. `watch` is called after every set of inputs with how many are done.
pub fn verify_on(
    program: &Program<'_>,
    check: impl Into<Check>,
    engine: &mut dyn Engine,
    reference: &mut dyn Engine,
    watch: &mut dyn FnMut(u64),
) -> Result<Report, Failure> {
    let mut report = Report { devices: program.devices, results: program.outputs.len(), ..Report::default() };
    let Check { seeds, allowed } = check.into();
    reference.check_global(program)?;
    engine.check_local(program)?;
    for seed in seeds.first..seeds.first + seeds.count {
        let mut trial = Trial { program, seed, engine: &mut *engine, reference: &mut *reference };
        trial.run(allowed, &mut report)?;
        watch(seed - seeds.first + 1);
    }
    Ok(report)
}

/// What both programs returned for one set of inputs.
struct Outcome {
    expected: Vec<Tensor>,
    /// By device.
    got: Vec<Vec<Tensor>>,
}

/// One set of inputs on both engines.
struct Trial<'a, 'e> {
    program: &'a Program<'a>,
    seed: u64,
    engine: &'e mut dyn Engine,
    reference: &'e mut dyn Engine,
}

/// In `f64`, what results may differ by, as a share of the largest element: far more than a program of usual condition
/// makes of its rounding, far less than a mistake makes of its numbers.
const WIDE_SHARE: f64 = 1e-7;

/// How many times the inputs are changed in their last digits.
const PERTURBATIONS: u64 = 8;

/// How many times what one such change makes of a result the partitioned program may be off.
const SAFETY: f64 = 16.0;

/// A result that may be off by this share of its largest element is not compared at all.
const UNSTABLE_SHARE: f64 = 0.1;

impl Trial<'_, '_> {
    fn run(&mut self, allowed: Allowed, report: &mut Report) -> Result<(), Failure> {
        let program = self.program;
        let arguments = self.arguments()?;
        let outcome = self.outcome(program, &arguments)?;
        report.elements += outcome.expected.iter().map(|tensor| tensor.len() as u64).sum::<u64>();
        let scales: Vec<f64> = outcome.expected.iter().map(Tensor::largest).collect();
        let mut suspects = Vec::new();
        for (result, &scale) in scales.iter().enumerate() {
            let distance = match allowed {
                Allowed::Rounding => tolerance(outcome.expected[result].element) * scale,
                Allowed::Within { relative, absolute } => absolute + relative * scale,
            };
            match self.difference(program, &outcome, result, scale, Allowance::distance(distance))? {
                Ok(share) => report.note_distance(result, share),
                Err(difference) => suspects.push(difference),
            }
        }
        if suspects.is_empty() {
            return Ok(());
        }
        // Devices that do not agree have no right answer to compare with.
        Interpreter::default().check_replication(program, &arguments)?;
        if allowed == Allowed::Rounding {
            suspects = self.second_opinion(&arguments, &outcome, &scales, suspects, report)?;
        }
        report.differences.extend(suspects);
        Ok(())
    }

    fn arguments(&self) -> Result<Vec<Tensor>, Failure> {
        let program = self.program;
        let drawn = program.inputs.iter().enumerate().map(|(index, (element, shape))| {
            let mixed = self.seed.wrapping_mul(1_000_003).wrapping_add(index as u64);
            draw(*element, shape, program.longest(), mixed).map_err(|error| program.global_failure(error))
        });
        drawn.collect()
    }

    fn outcome(&mut self, program: &Program<'_>, arguments: &[Tensor]) -> Result<Outcome, Failure> {
        let expected = self.reference.run_global(program, arguments)?;
        let got = program.run_devices(self.engine, arguments)?;
        Ok(Outcome { expected, got })
    }

    /// How far a result is off as a share of `scale`, or where it is off by more than allowed.
    fn difference(
        &self,
        program: &Program<'_>,
        outcome: &Outcome,
        result: usize,
        scale: f64,
        allowance: Allowance,
    ) -> Result<Result<f64, Difference>, Failure> {
        let (expected, pieces) = (&outcome.expected[result], &program.out_pieces[result]);
        let got: Vec<Tensor> = outcome.got.iter().filter_map(|device| device.get(result).cloned()).collect();
        let judgement =
            judge(expected, pieces, &got, allowance).map_err(|error| program.local_failure(error))?;
        let share = share(judgement.distance, scale);
        Ok(match judgement.mismatch {
            None => Ok(share),
            Some((device, mismatch)) => Err(Difference { seed: self.seed, result, device, mismatch, share }),
        })
    }

    /// Which suspects differ by more than rounding explains.
    fn second_opinion(
        &mut self,
        arguments: &[Tensor],
        outcome: &Outcome,
        scales: &[f64],
        suspects: Vec<Difference>,
        report: &mut Report,
    ) -> Result<Vec<Difference>, Failure> {
        let program = self.program;
        let narrow = [program.global, program.local].into_iter().any(is_narrow);
        if narrow
            && let (Some(global), Some(local)) = (promoted(program.global), promoted(program.local))
            && let Some(arguments) = arguments.iter().map(promoted_tensor).collect::<Option<Vec<_>>>()
            && let wide = program.wide(&global, &local)
            // Twice the bytes may be more than there is memory for.
            && self.reference.check_global(&wide).is_ok()
            && self.engine.check_local(&wide).is_ok()
        {
            let exact = self.outcome(&wide, &arguments)?;
            let mut left = Vec::new();
            for suspect in suspects {
                let result = suspect.result;
                // A result that is zero but for rounding has the size of the rounding of its program.
                let scale = scales[result].max(exact.expected[result].largest());
                let own = promoted_tensor(&outcome.expected[result])
                    .map_or(0.0, |rounded| distance(&rounded, &exact.expected[result]));
                report.note_rounding(share(own, scale));
                let allowance = Allowance::distance(WIDE_SHARE * scale);
                match self.difference(&wide, &exact, result, scale, allowance)? {
                    Ok(_) => report.note_distance(result, suspect.share),
                    Err(difference) => left.push((difference, scale)),
                }
            }
            return self.beyond_sensitivity(&wide, &arguments, &exact, WIDE_SHARE, left, report);
        }
        let left = suspects.into_iter().map(|suspect| (scales[suspect.result], suspect));
        let left = left.map(|(scale, suspect)| (suspect, scale)).collect();
        self.beyond_sensitivity(program, arguments, outcome, 0.0, left, report)
    }

    /// Which suspects differ by more than what the last digits of the inputs change in the reference. `suspects` come
    /// with the size of their result, of which a share `floor` is allowed in any case.
    fn beyond_sensitivity(
        &mut self,
        program: &Program<'_>,
        arguments: &[Tensor],
        outcome: &Outcome,
        floor: f64,
        suspects: Vec<(Difference, f64)>,
        report: &mut Report,
    ) -> Result<Vec<Difference>, Failure> {
        if suspects.is_empty() {
            return Ok(Vec::new());
        }
        let sensitivity = self.sensitivity(program, arguments, &outcome.expected)?;
        let mut left = Vec::new();
        for (suspect, scale) in suspects {
            let Sensitivity { distance, flips } = sensitivity[suspect.result];
            let expected = &outcome.expected[suspect.result];
            let floor = floor.max(tolerance(expected.element)) * scale;
            let allowance =
                Allowance { distance: floor + SAFETY * distance, flips: (SAFETY * flips as f64) as usize };
            report.note_rounding(share(distance, scale));
            let limit = UNSTABLE_SHARE * scale;
            let many = allowance.flips as f64 > UNSTABLE_SHARE * expected.len() as f64;
            if allowance.distance > limit && distance > 0.0 || flips > 0 && many {
                report.unstable.push(suspect.result);
                continue;
            }
            match self.difference(program, outcome, suspect.result, scale, allowance)? {
                Ok(_) => report.note_distance(suspect.result, suspect.share),
                Err(_) => left.push(suspect),
            }
        }
        report.unstable.sort_unstable();
        report.unstable.dedup();
        Ok(left)
    }

    /// What the last digits of the inputs change in each result of the reference.
    fn sensitivity(
        &mut self,
        program: &Program<'_>,
        arguments: &[Tensor],
        expected: &[Tensor],
    ) -> Result<Vec<Sensitivity>, Failure> {
        let mut most = vec![Sensitivity::default(); expected.len()];
        for turn in 0..PERTURBATIONS {
            let seeds = (turn * arguments.len() as u64 + 1..).zip(arguments);
            let changed: Vec<Tensor> = seeds.map(|(seed, argument)| perturbed(argument, seed)).collect();
            let results = self.reference.run_global(program, &changed)?;
            for (most, (result, expected)) in most.iter_mut().zip(results.iter().zip(expected)) {
                most.distance = most.distance.max(distance(expected, result));
                most.flips = most.flips.max(flips(expected, result));
            }
        }
        Ok(most)
    }
}

/// What the last digits of the inputs change in a result.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Sensitivity {
    /// The largest change of a float.
    distance: f64,
    /// The most integers or truth values that became others.
    flips: usize,
}

/// A difference as a share of the largest element.
fn share(distance: f64, scale: f64) -> f64 {
    if distance == 0.0 { 0.0 } else { distance / scale }
}
