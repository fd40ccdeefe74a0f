//! Compares a program before and after partitioning, on the same inputs.
//!
//! Two correct programs differ by rounding, and a program may amplify rounding without bound. An unusually large difference
//! is therefore checked again: both programs run in `f64`, where an error is as large as before and rounding is
//! not. Remaining differences are compared with the effect of changing the last digits of the inputs of the reference.

use partita_interp::{Limits, Mismatch, Tensor};
use partita_ir::Module;
use partita_partition::Partitioned;

use crate::perturb::perturb_last_digits;
use crate::promote::{is_narrow, promote_tensor, promote_to_f64};
use crate::shard_comparison::{
    Allowance, compare_shards, count_flips, default_tolerance, largest_difference,
};
use crate::{Engine, Failure, Interpreter, RunnableProgram, random_tensor};

/// The sets of inputs to try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seeds {
    /// The first seed.
    pub first: u64,
    /// The number of sets.
    pub count: u64,
}

/// The allowed differences between two correct programs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Allowed {
    /// Differences due to rounding, as determined by further runs.
    #[default]
    Rounding,
    /// For every element, `absolute` plus `relative` times the largest element of its result.
    Within {
        /// The difference relative to the largest element.
        relative: f64,
        /// The additional absolute difference.
        absolute: f64,
    },
}

/// The parameters of a comparison.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Check {
    /// The sets of inputs.
    pub seeds: Seeds,
    /// The allowed differences.
    pub allowed: Allowed,
}

partita_base::setters! { Check { allowed: Allowed } }

impl From<Seeds> for Check {
    fn from(seeds: Seeds) -> Self {
        Check { seeds, allowed: Allowed::default() }
    }
}

/// A wrong result.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// The seed of the inputs.
    pub seed: u64,
    /// The index of the result.
    pub result: usize,
    /// The device with the wrong result.
    pub device: usize,
    /// The element and the expected value.
    pub mismatch: Mismatch,
    /// The largest difference relative to the largest element of the result; infinite if only one number is finite.
    pub share: f64,
}

/// The largest difference among correct results.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Largest {
    /// The index of the result.
    pub result: usize,
    /// The difference relative to the largest element of the result.
    pub share: f64,
}

/// The result of a comparison.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// The number of devices that ran the partitioned program.
    pub devices: usize,
    /// The number of results compared per seed.
    pub results: usize,
    /// The total number of compared elements.
    pub elements: u64,
    /// The largest difference of a correct result, if any element differs.
    pub largest: Option<Largest>,
    /// The largest rounding error of the reference itself, relative to the largest element of the result, if it was
    /// measured.
    pub own_rounding: Option<f64>,
    /// Results that cannot be compared, because rounding changes them as much as an error might.
    pub unstable: Vec<usize>,
    /// The wrong results, at most one entry per result and seed.
    pub differences: Vec<Difference>,
}

impl Report {
    /// The number of results that are wrong for some inputs.
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

/// Runs both programs in the interpreter and compares the shards of every result.
///
/// `global` is the unpartitioned program.
pub fn verify(global: &Module, local: &Partitioned, seeds: Seeds, limits: Limits) -> Result<Report, Failure> {
    let program = RunnableProgram::new(global, local)?;
    let mut interpreter = Interpreter { limits };
    verify_on(&program, seeds, &mut interpreter.clone(), &mut interpreter, &mut |_| ())
}

/// Runs the partitioned program on one engine and the unpartitioned program on another, and compares the shards of every
/// result. `watch` is called after every set of inputs with the number of completed sets.
pub fn verify_on(
    program: &RunnableProgram<'_>,
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

/// The results of both programs for one set of inputs.
struct TrialResults {
    expected: Vec<Tensor>,
    /// One entry per device.
    got: Vec<Vec<Tensor>>,
}

/// One set of inputs on both engines.
struct Trial<'a, 'e> {
    program: &'a RunnableProgram<'a>,
    seed: u64,
    engine: &'e mut dyn Engine,
    reference: &'e mut dyn Engine,
}

/// The allowed difference in `f64`, relative to the largest element: far more than the rounding of a well-conditioned
/// program, far less than an error.
const WIDE_SHARE: f64 = 1e-7;

/// The number of runs with perturbed inputs.
const PERTURBATIONS: u64 = 8;

/// The allowed difference as a multiple of the largest effect of a perturbation. A few perturbations underestimate the
/// largest possible effect.
const SAFETY: f64 = 16.0;

/// A result whose allowed difference exceeds this fraction of its largest element is not compared.
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
                Allowed::Rounding => default_tolerance(outcome.expected[result].element) * scale,
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
        // If devices disagree on a replicated result, there is no correct result to compare with.
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
            random_tensor(*element, shape, program.longest(), mixed)
                .map_err(|error| program.global_failure(error))
        });
        drawn.collect()
    }

    fn outcome(
        &mut self,
        program: &RunnableProgram<'_>,
        arguments: &[Tensor],
    ) -> Result<TrialResults, Failure> {
        let expected = self.reference.run_global(program, arguments)?;
        let got = program.run_devices(self.engine, arguments)?;
        Ok(TrialResults { expected, got })
    }

    /// The difference of a result relative to `scale`, or the first difference beyond the allowance.
    fn difference(
        &self,
        program: &RunnableProgram<'_>,
        outcome: &TrialResults,
        result: usize,
        scale: f64,
        allowance: Allowance,
    ) -> Result<Result<f64, Difference>, Failure> {
        let (expected, shards) = (&outcome.expected[result], &program.out_shards[result]);
        let got: Vec<Tensor> = outcome.got.iter().filter_map(|device| device.get(result).cloned()).collect();
        let comparison = compare_shards(expected, shards, &got, allowance)
            .map_err(|error| program.local_failure(error))?;
        let share = share(comparison.distance, scale);
        Ok(match comparison.mismatch {
            None => Ok(share),
            Some((device, mismatch)) => Err(Difference { seed: self.seed, result, device, mismatch, share }),
        })
    }

    /// Returns the suspects whose differences are not due to rounding.
    fn second_opinion(
        &mut self,
        arguments: &[Tensor],
        outcome: &TrialResults,
        scales: &[f64],
        suspects: Vec<Difference>,
        report: &mut Report,
    ) -> Result<Vec<Difference>, Failure> {
        let program = self.program;
        let narrow = [program.global, program.local].into_iter().any(is_narrow);
        if narrow
            && let (Some(global), Some(local)) = (promote_to_f64(program.global), promote_to_f64(program.local))
            && let Some(arguments) = arguments.iter().map(promote_tensor).collect::<Option<Vec<_>>>()
            && let wide = program.wide(&global, &local)
            // The `f64` program needs up to twice the memory and may exceed the limit.
            && self.reference.check_global(&wide).is_ok()
            && self.engine.check_local(&wide).is_ok()
        {
            let exact = self.outcome(&wide, &arguments)?;
            let mut left = Vec::new();
            for suspect in suspects {
                let result = suspect.result;
                // A result that is zero up to rounding has the scale of the rounding errors.
                let scale = scales[result].max(exact.expected[result].largest());
                let own = promote_tensor(&outcome.expected[result])
                    .map_or(0.0, |rounded| largest_difference(&rounded, &exact.expected[result]));
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

    /// Returns the suspects whose differences exceed the effect of perturbed inputs on the reference. `suspects` come
    /// with the scale of their result; a difference of `floor` times the scale is always allowed.
    fn beyond_sensitivity(
        &mut self,
        program: &RunnableProgram<'_>,
        arguments: &[Tensor],
        outcome: &TrialResults,
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
            let floor = floor.max(default_tolerance(expected.element)) * scale;
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

    /// Measures the effect of perturbed inputs on each result of the reference.
    fn sensitivity(
        &mut self,
        program: &RunnableProgram<'_>,
        arguments: &[Tensor],
        expected: &[Tensor],
    ) -> Result<Vec<Sensitivity>, Failure> {
        let mut most = vec![Sensitivity::default(); expected.len()];
        for turn in 0..PERTURBATIONS {
            let seeds = (turn * arguments.len() as u64 + 1..).zip(arguments);
            let changed: Vec<Tensor> =
                seeds.map(|(seed, argument)| perturb_last_digits(argument, seed)).collect();
            let results = self.reference.run_global(program, &changed)?;
            for (most, (result, expected)) in most.iter_mut().zip(results.iter().zip(expected)) {
                most.distance = most.distance.max(largest_difference(expected, result));
                most.flips = most.flips.max(count_flips(expected, result));
            }
        }
        Ok(most)
    }
}

/// The effect of perturbed inputs on a result.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Sensitivity {
    /// The largest change of a float.
    distance: f64,
    /// The maximum number of integers or booleans that changed.
    flips: usize,
}

/// A difference relative to the largest element.
fn share(distance: f64, scale: f64) -> f64 {
    if distance == 0.0 { 0.0 } else { distance / scale }
}
