//! The few annotations of a plan that suffice: propagation derives the others from them.

use std::collections::BTreeMap;

use partita_base::Id;
use partita_hlo::propagation::{Propagated, Settings};
use partita_hlo::rules::RuleOptions;
use partita_ir::{Module, OpCode, TypeId, ValueId};
use partita_mesh::{AxisRef, TensorSharding};
use partita_propagate::TensorId;

use super::{Annotations, Given};
use crate::Error;
use crate::hlo::{Program, Propagation};

/// Options of [`minimise`]. Start with the default and set individual fields.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct MinimiseOptions {
    /// The number of propagations to try at most.
    pub max_trials: usize,
}

partita_base::setters! { MinimiseOptions { max_trials: usize } }

impl Default for MinimiseOptions {
    fn default() -> Self {
        Self { max_trials: 64 }
    }
}

/// The annotations that are left of a plan.
#[derive(Clone, Debug)]
pub struct Minimised {
    /// What is left.
    pub annotations: Annotations,
    /// The number of propagations that were tried.
    pub trials: usize,
}

/// Drops annotations as long as propagation gives every value of the program the same placement. Constraints are dropped
/// before results, and results before arguments, which are easier to write. Annotations of one type and sharding, such as
/// those of the same weight in every layer, are dropped together, so that the number of trials does not depend on the
/// number of layers.
pub fn minimise(
    program: &Program,
    annotations: &Annotations,
    propagation: &Propagation<'_>,
    options: MinimiseOptions,
) -> Result<Minimised, Error> {
    let wanted = placements(program, annotations, propagation)?;
    let mut minimiser = Minimiser {
        program,
        propagation,
        wanted,
        annotations,
        dropped: Vec::new(),
        trials: 0,
        max_trials: options.max_trials,
    };
    let groups = groups(program.module(), annotations);
    // Usually all of the first kinds follow from the sharded arguments.
    let cheap: Vec<Item> = groups
        .iter()
        .filter(|group| group.rank < Rank::Sharded)
        .flat_map(|group| &group.items)
        .copied()
        .collect();
    let is_dropped = minimiser.try_drop(&cheap);
    for group in &groups {
        if group.rank == Rank::Sharded || !is_dropped {
            minimiser.reduce(&group.items);
        }
    }
    Ok(Minimised { annotations: without(annotations, &minimiser.dropped), trials: minimiser.trials })
}

/// One annotation, by its index in a list of [`Annotations`].
#[derive(Clone, Copy, PartialEq, Eq)]
enum Item {
    Argument(usize),
    Result(usize),
    Constraint(usize),
}

/// The order in which annotations are dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Constraint,
    Result,
    /// An argument that is replicated.
    Replicated,
    /// An argument that is sharded.
    Sharded,
}

struct Group {
    rank: Rank,
    items: Vec<Item>,
}

fn groups(module: &Module, annotations: &Annotations) -> Vec<Group> {
    let mut found: BTreeMap<(Rank, TypeId, String), Vec<Item>> = BTreeMap::new();
    let mut add = |rank, ty, sharding: &TensorSharding, item| {
        let text = annotations.meshes.to_spec(sharding).to_string();
        found.entry((rank, ty, text)).or_default().push(item);
    };
    for (index, (value, sharding)) in annotations.constraints.iter().enumerate() {
        add(Rank::Constraint, module.type_of(*value), sharding, Item::Constraint(index));
    }
    let entry = module.entry_function();
    let (inputs, results) = entry.map_or((&[][..], &[][..]), |entry| module.func_type(entry));
    for (index, (sharding, ty)) in annotations.results.iter().zip(results).enumerate() {
        if let Some(sharding) = sharding {
            add(Rank::Result, *ty, sharding, Item::Result(index));
        }
    }
    for (index, (sharding, ty)) in annotations.arguments.iter().zip(inputs).enumerate() {
        if let Some(sharding) = sharding {
            let is_replicated = sharding.is_fully_replicated();
            let rank = if is_replicated { Rank::Replicated } else { Rank::Sharded };
            add(rank, *ty, sharding, Item::Argument(index));
        }
    }
    let mut groups: Vec<Group> = found.into_iter().map(|((rank, ..), items)| Group { rank, items }).collect();
    groups.sort_by_key(|group| (group.rank, std::cmp::Reverse(group.items.len())));
    groups
}

struct Minimiser<'s> {
    program: &'s Program,
    propagation: &'s Propagation<'s>,
    wanted: Placements,
    annotations: &'s Annotations,
    dropped: Vec<Item>,
    trials: usize,
    max_trials: usize,
}

impl Minimiser<'_> {
    /// Drops as much of a group as possible: all, all but one, a half, or single annotations of a small one.
    fn reduce(&mut self, items: &[Item]) {
        const FEW: usize = 4;
        if self.try_drop(items) || items.len() == 1 {
            return;
        }
        if items.len() <= FEW {
            for item in items {
                self.try_drop(&[*item]);
            }
            return;
        }
        if self.try_drop(&items[1..]) || self.try_drop(&items[..items.len() - 1]) {
            return;
        }
        // The state of an optimiser comes after the parameters, and follows from them.
        let (first, second) = items.split_at(items.len() / 2);
        if !self.try_drop(second) {
            self.try_drop(first);
        }
    }

    /// Drops annotations if that changes nothing.
    fn try_drop(&mut self, items: &[Item]) -> bool {
        if items.is_empty() || self.trials >= self.max_trials {
            return items.is_empty();
        }
        self.trials += 1;
        let before = self.dropped.len();
        self.dropped.extend(items);
        let trial = without(self.annotations, &self.dropped);
        let found = placements(self.program, &trial, self.propagation);
        let is_same = found.is_ok_and(|found| found == self.wanted);
        if !is_same {
            self.dropped.truncate(before);
        }
        is_same
    }
}

/// The annotations that are not dropped.
fn without(annotations: &Annotations, dropped: &[Item]) -> Annotations {
    let mut rest = annotations.clone();
    let mut is_kept = vec![true; rest.constraints.len()];
    for item in dropped {
        match *item {
            Item::Argument(index) => rest.arguments[index] = None,
            Item::Result(index) => rest.results[index] = None,
            Item::Constraint(index) => is_kept[index] = false,
        }
    }
    let mut is_kept = is_kept.into_iter();
    rest.constraints.retain(|_| is_kept.next().unwrap_or(true));
    rest
}

/// Where the data of every named value is, and what each effective constraint demands.
type Placements = Vec<(u32, Option<u32>, Option<Vec<Vec<AxisRef>>>)>;

/// The placements that propagation finds with these annotations.
fn placements(
    program: &Program,
    annotations: &Annotations,
    propagation: &Propagation<'_>,
) -> Result<Placements, Error> {
    let annotated = annotations.apply(program, Given::Removed);
    let prepared = partita_partition::prepare(annotated.module, propagation.compat).map_err(|refused| {
        let mut program = program.clone();
        program.add(refused.found);
        Error::in_text(&program.source, program.found)
    })?;
    let Propagation { compat, rules: user, options, interrupt, .. } = *propagation;
    let rules = RuleOptions::default().conservative(options.conservative).compat(compat).user(user);
    let settings = Settings::default().rules(rules).options(options.trace(false)).interrupt(interrupt);
    Ok(read_placements(&prepared.propagate(&settings)))
}

fn read_placements(propagated: &Propagated) -> Placements {
    let (module, run) = (&propagated.module, &propagated.run.problem);
    let of_tensor = |tensor: TensorId| {
        let sharding = run.problem.sharding_of(run.problem.tensors[tensor].sharding?);
        (!sharding.is_fully_replicated())
            .then(|| sharding.dims().iter().map(|dim| dim.axes.clone()).collect::<Vec<_>>())
    };
    let of = |value: ValueId| run.tensors[value.index()].and_then(of_tensor);
    let mut found: Placements = Vec::new();
    for index in 0..module.value_count() {
        let value = ValueId::from_index(index);
        let name = module.value(value).name();
        if !name.span.is_empty() && run.tensors[index].is_some() {
            found.push((name.span.start, name.number, of(value)));
        }
    }
    for op in module.walk(module.top()) {
        if module.op(op).name.code() == Some(OpCode::SdyShardingConstraint) {
            let (operand, result) = (module.op(op).operands[0], module.op(op).result(0));
            let (before, after) = (of(operand), of(result));
            if before != after {
                let name = module.value(operand).name();
                found.push((name.span.start, name.number, after));
            }
        }
    }
    found.extend(run.results.iter().map(|&result| (0, None, of_tensor(result))));
    found
}
