//! Tests a factor rule against a function that computes what the op computes.
//!
//! A rule claims that an op can be computed on shards. The function has the global shapes only, so each claim is turned into one
//! about global values, for every factor and the smallest number of shards that divides it:
//!
//! - Shards of a factor that passes through are independent and alike: to exchange the shards of all operands exchanges those
//!   of the results, and a shard of a result does not depend on the other shards of the operands.
//! - A reduction factor is summed over: the results of the shards, with zeros in place of the others, add up to the result.

use partita_base::{Id, Limits};
use partita_interp::{
    Binary, EvalResult, Fault, Mismatch, Tensor, Tolerance, binary, compare, run, tensor_type,
};
use partita_ir::{Module, OpId};
use partita_rule::{FactorId, RuleSpec, TensorMapping};

use crate::random_tensor::random_tensor;
use crate::shard_comparison::default_tolerance;

/// What was found about one factor of a rule.
#[derive(Clone, Debug, PartialEq)]
pub struct FactorTrial {
    /// Which factor of the rule was tested.
    pub factor: FactorId,
    /// The number of its indices.
    pub size: u64,
    /// The number of shards that were tried; 1 if it was not tested.
    pub shards: u64,
    /// What the results show.
    pub outcome: TrialOutcome,
}

/// The outcome of the test of a factor.
#[derive(Clone, Debug, PartialEq)]
pub enum TrialOutcome {
    /// The results are those that the rule claims.
    Holds,
    /// The rule makes no claim that can be tested; the reason.
    NotTested(&'static str),
    /// The function contradicts the rule.
    Refuted {
        /// The property that the rule promises.
        claim: &'static str,
        /// The index of the result.
        result: usize,
        /// The difference.
        mismatch: Mismatch,
    },
}

/// Tests every factor of a rule on random inputs.
pub fn test_rule(
    rule: &RuleSpec,
    module: &Module,
    function: OpId,
    seed: u64,
    limits: Limits,
) -> Result<Vec<FactorTrial>, Box<Fault>> {
    let name = module.symbol_name(function).unwrap_or_default();
    let span = module.op(function).span;
    let located = |error| Box::new(Fault::new(error, name, span));
    let inputs = |seed| random_inputs(module, function, seed).map_err(located);
    let tester = Tester {
        rule,
        arguments: inputs(seed)?,
        others: inputs(seed.wrapping_add(1 << 32))?,
        run: &|arguments: &[Tensor]| run(module, name, arguments, limits).map_err(Box::new),
        located: &located,
    };
    let expected = (tester.run)(&tester.arguments)?;
    let factors = (0..rule.factor_sizes.len()).map(FactorId::from_index);
    factors.map(|factor| tester.factor(factor, &expected)).collect()
}

fn random_inputs(module: &Module, function: OpId, seed: u64) -> EvalResult<Vec<Tensor>> {
    let types: Vec<_> = module
        .func_args(function)
        .iter()
        .map(|&value| tensor_type(module, module.type_of(value)))
        .collect::<EvalResult<_>>()?;
    let longest = types.iter().flat_map(|(_, shape)| shape).copied().max().unwrap_or(1);
    let draw = |(index, (element, shape)): (usize, &(_, Vec<usize>))| {
        random_tensor(*element, shape, longest, seed.wrapping_mul(1009).wrapping_add(index as u64))
    };
    types.iter().enumerate().map(draw).collect()
}

/// Evaluates the function.
type Run<'a> = dyn Fn(&[Tensor]) -> Result<Vec<Tensor>, Box<Fault>> + 'a;

struct Tester<'a> {
    rule: &'a RuleSpec,
    arguments: Vec<Tensor>,
    /// Other values, for shards that a result must not depend on.
    others: Vec<Tensor>,
    run: &'a Run<'a>,
    located: &'a dyn Fn(partita_interp::EvalError) -> Box<Fault>,
}

impl Tester<'_> {
    fn factor(&self, factor: FactorId, expected: &[Tensor]) -> Result<FactorTrial, Box<Fault>> {
        let size = self.rule.size(factor).and_then(|size| size.known()).unwrap_or(0);
        let mut trial =
            FactorTrial { factor, size, shards: 1, outcome: TrialOutcome::NotTested("it has size 1") };
        let Some(shards) = (2..=size).find(|shards| size.is_multiple_of(*shards)) else { return Ok(trial) };
        trial.outcome = match self.reason_against(factor) {
            Some(reason) => TrialOutcome::NotTested(reason),
            None => {
                trial.shards = shards;
                let split = FactorShards { rule: self.rule, factor, size, shards };
                let refuted = if self.rule.reduction.contains(&factor) {
                    self.sum_of_shards(&split, expected)?
                } else {
                    match self.exchanged_shards(&split, expected)? {
                        None => self.independent_shards(&split, expected)?,
                        refuted => refuted,
                    }
                };
                refuted.unwrap_or(TrialOutcome::Holds)
            }
        };
        Ok(trial)
    }

    /// Why a factor has no claim that can be tested.
    fn reason_against(&self, factor: FactorId) -> Option<&'static str> {
        let rule = self.rule;
        let shapes = self.arguments.iter().map(Tensor::shape);
        if rule.need_replication.contains(&factor) {
            Some("it is never sharded")
        } else if rule.permutation.contains(&factor) {
            Some("devices exchange data along it")
        } else if !rule.operands.iter().zip(shapes).all(|(mapping, shape)| is_exact(rule, mapping, shape)) {
            Some("its size differs between tensors")
        } else {
            None
        }
    }

    fn exchanged_shards(
        &self,
        split: &FactorShards<'_>,
        expected: &[Tensor],
    ) -> Result<Option<TrialOutcome>, Box<Fault>> {
        let exchange = |tensors: &[Tensor], mappings: &[TensorMapping]| -> Vec<Tensor> {
            tensors.iter().zip(mappings).map(|(tensor, mapping)| split.exchanged(tensor, mapping)).collect()
        };
        let found = (self.run)(&exchange(&self.arguments, &self.rule.operands))?;
        let wanted = exchange(expected, &self.rule.results);
        Ok(first_mismatch(&wanted, &found, "exchanged shards of the operands exchange those of the result"))
    }

    fn independent_shards(
        &self,
        split: &FactorShards<'_>,
        expected: &[Tensor],
    ) -> Result<Option<TrialOutcome>, Box<Fault>> {
        let pairs = self.arguments.iter().zip(&self.others).zip(&self.rule.operands);
        let mixed: Vec<Tensor> =
            pairs.map(|((kept, other), mapping)| split.mixed(kept, other, mapping)).collect();
        let found = (self.run)(&mixed)?;
        // Only shard 0 must be equal: the others are taken from what was found.
        let pairs = expected.iter().zip(&found).zip(&self.rule.results);
        let wanted: Vec<Tensor> = pairs
            .map(|((expected, found), mapping)| match split.has(mapping) {
                true => split.mixed(expected, found, mapping),
                false => found.clone(),
            })
            .collect();
        Ok(first_mismatch(&wanted, &found, "a shard of the result depends on no other shard of the operands"))
    }

    fn sum_of_shards(
        &self,
        split: &FactorShards<'_>,
        expected: &[Tensor],
    ) -> Result<Option<TrialOutcome>, Box<Fault>> {
        let mut sums: Option<Vec<Tensor>> = None;
        for shard in 0..split.shards {
            let masked: Vec<Tensor> = self
                .arguments
                .iter()
                .zip(&self.rule.operands)
                .map(|(tensor, mapping)| split.only(tensor, mapping, shard))
                .collect();
            let results = (self.run)(&masked)?;
            sums = Some(match sums {
                None => results,
                Some(sums) => sums
                    .iter()
                    .zip(&results)
                    .map(|(sum, result)| binary(Binary::Add, sum, result))
                    .collect::<EvalResult<_>>()
                    .map_err(self.located)?,
            });
        }
        let sums = sums.unwrap_or_default();
        Ok(first_mismatch(expected, &sums, "the results of the shards add up to the result"))
    }
}

fn first_mismatch(wanted: &[Tensor], found: &[Tensor], claim: &'static str) -> Option<TrialOutcome> {
    wanted.iter().zip(found).enumerate().find_map(|(result, (wanted, found))| {
        // Sums in another order round differently, in proportion to the largest numbers.
        let absolute = 10.0 * default_tolerance(wanted.element) * wanted.largest().max(1.0);
        let mismatch = compare(wanted, found, Tolerance { absolute, relative: 0.0 }).err()?;
        Some(TrialOutcome::Refuted { claim, result, mismatch })
    })
}

/// Whether every dimension is the product of its factors.
fn is_exact(rule: &RuleSpec, mapping: &TensorMapping, shape: &[usize]) -> bool {
    mapping.dims.len() == shape.len()
        && mapping.dims.iter().zip(shape).all(|(factors, &size)| {
            let sizes = factors.iter().map(|&factor| rule.size(factor).and_then(|size| size.known()));
            sizes.flatten().try_fold(1u64, u64::checked_mul) == Some(size as u64)
        })
}

/// The shards of one factor.
struct FactorShards<'a> {
    rule: &'a RuleSpec,
    factor: FactorId,
    size: u64,
    shards: u64,
}

impl FactorShards<'_> {
    fn has(&self, mapping: &TensorMapping) -> bool {
        mapping.factors().any(|factor| factor == self.factor)
    }

    /// The strides, in elements of the tensor, of the factor: one for each dimension that has it.
    fn strides(&self, tensor: &Tensor, mapping: &TensorMapping) -> Vec<u64> {
        let mut strides = Vec::new();
        for (factors, stride) in mapping.dims.iter().zip(tensor.strides()) {
            let mut inner = stride as u64;
            for &factor in factors.iter().rev() {
                if factor == self.factor {
                    strides.push(inner);
                }
                inner *= self.rule.size(factor).and_then(|size| size.known()).unwrap_or(1).max(1);
            }
        }
        strides
    }

    /// The index of the factor at a position of the tensor.
    fn index(&self, position: u64, stride: u64) -> u64 {
        position / stride % self.size
    }

    /// Whether a position of the tensor is in a shard.
    fn is_in(&self, shard: u64, position: u64, strides: &[u64]) -> bool {
        strides.iter().all(|&stride| self.index(position, stride) / (self.size / self.shards) == shard)
    }

    /// The tensor with every shard in the place of the next one.
    fn exchanged(&self, tensor: &Tensor, mapping: &TensorMapping) -> Tensor {
        let strides = self.strides(tensor, mapping);
        let positions = (0..tensor.len() as u64).map(|position| {
            let moved = strides.iter().fold(position, |position, &stride| {
                let index = self.index(position, stride);
                let next = (index + self.size / self.shards) % self.size;
                position - index * stride + next * stride
            });
            moved as usize
        });
        tensor.pick(tensor.shape(), &positions.collect::<Vec<_>>())
    }

    /// Shard 0 of one tensor, and the other shards of another one.
    fn mixed(&self, kept: &Tensor, other: &Tensor, mapping: &TensorMapping) -> Tensor {
        if !self.has(mapping) {
            return kept.clone();
        }
        self.select(kept, &other.bits(), mapping, 0)
    }

    /// One shard of the tensor, and zeros.
    fn only(&self, tensor: &Tensor, mapping: &TensorMapping, shard: u64) -> Tensor {
        if !self.has(mapping) {
            return tensor.clone();
        }
        self.select(tensor, &vec![0; tensor.len()], mapping, shard)
    }

    fn select(&self, tensor: &Tensor, others: &[u128], mapping: &TensorMapping, shard: u64) -> Tensor {
        let strides = self.strides(tensor, mapping);
        let pairs = tensor.bits().into_iter().zip(others).enumerate();
        let bits: Vec<u128> = pairs
            .map(|(at, (own, other))| if self.is_in(shard, at as u64, &strides) { own } else { *other })
            .collect();
        Tensor::from_bits(tensor.element, tensor.shape(), &bits)
    }
}
