//! A plan as annotations: arguments and results first, then constraints where propagation decides otherwise.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use partita_base::{Id, Symbol};
use partita_hlo::propagation::{Propagated, Settings};
use partita_hlo::rules::RuleOptions;
use partita_ir::{Definition, Module, Use, ValueId, names};
use partita_mesh::{AxisRef, DimSharding, Mesh, MeshId, ShardingParts, TensorSharding};
use partita_partition::PlannedProgram;
use partita_place::plan::{PlanAxes, PlanLayout, PlanOrigin, PlanPoint, PlanReshard};

use super::evaluate::{Evaluator, propagate};
use super::limits::{SearchLimits, Trials};
use super::solving::PricedPlan;
use super::versions::NewVersions;
use crate::Error;
use crate::hlo::{Program, Propagation};
use crate::plans::{Annotations, Given};

/// The name of a value in the text, which passes keep.
type Name = (u32, Option<u32>);

/// The program to annotate, and its mesh.
#[derive(Clone, Copy)]
pub(super) struct PlanTarget<'a> {
    pub(super) program: &'a Program,
    pub(super) mesh: MeshId,
    pub(super) axes: &'a PlanAxes,
    pub(super) given: Given,
    pub(super) versions: &'a NewVersions,
}

impl PlanTarget<'_> {
    fn mesh(&self) -> Mesh {
        self.program.module.meshes().get(self.mesh).clone()
    }

    fn sharding(&self, mesh: &Mesh, layout: &PlanLayout) -> Option<TensorSharding> {
        let dims = (0..layout.rank()).map(|dim| DimSharding::closed(self.dim(layout, dim))).collect();
        TensorSharding::new(self.mesh, mesh, ShardingParts { dims, ..ShardingParts::default() }).ok()
    }

    fn dim(&self, layout: &PlanLayout, dim: usize) -> Vec<AxisRef> {
        layout.axes(dim).map(|axis| self.axes.axes[axis]).collect()
    }

    fn dims(&self, layout: &PlanLayout) -> Vec<Vec<AxisRef>> {
        (0..layout.rank()).map(|dim| self.dim(layout, dim)).collect()
    }

    /// Whether an argument or a result has an annotation that stays.
    pub(super) fn is_given(&self, lists: Symbol, index: usize) -> bool {
        is_given(self.program, self.given, lists, index)
    }

    /// Annotations of all arguments and results, but those that the program has.
    fn interface(&self, plan: &ChosenPlan<'_>, mesh: &Mesh) -> Annotations {
        let mut annotations = Annotations::none(self.program);
        for point in plan.points {
            let (lists, index) = match point.origin {
                PlanOrigin::Argument(at) => match plan.argument(at) {
                    Some(index) => (names::ARG_ATTRS, index),
                    None => continue,
                },
                PlanOrigin::Result(at) => (names::RES_ATTRS, at),
                PlanOrigin::Op(_) => continue,
            };
            if self.is_given(lists, index) {
                continue;
            }
            let list =
                if lists == names::ARG_ATTRS { &mut annotations.arguments } else { &mut annotations.results };
            if let Some(place) = list.get_mut(index) {
                *place = self.sharding(mesh, &point.layout);
            }
        }
        annotations
    }
}

/// Whether an argument or a result of a program has an annotation that stays.
pub(super) fn is_given(program: &Program, given: Given, lists: Symbol, index: usize) -> bool {
    let module = &program.module;
    let entry = module.entry_function().filter(|_| given == Given::Kept);
    entry.is_some_and(|entry| module.func_sharding(entry, lists, index).is_some())
}

/// The layouts that the solver chose, for the prepared program.
pub(super) struct ChosenPlan<'a> {
    pub(super) prepared: &'a Module,
    pub(super) planned: &'a PlannedProgram,
    pub(super) points: &'a [PlanPoint],
    /// Tensors with the layouts of other points.
    pub(super) followers: &'a [PlanPoint],
    /// The operands that ops read in other layouts.
    pub(super) reshards: &'a [PlanReshard],
    /// What they cost in the model.
    pub(super) seconds: f64,
    /// The most bytes that a device may use.
    pub(super) memory: u64,
}

impl ChosenPlan<'_> {
    /// The position in the entry function of an argument of the planned program.
    fn argument(&self, at: usize) -> Option<usize> {
        let value = self.planned.values[*self.planned.program.arguments.get(at)?]?;
        let main = self.prepared.main_function()?;
        self.prepared.func_args(main).iter().position(|&argument| argument == value)
    }

    fn name(&self, point: &PlanPoint) -> Option<Name> {
        name_of(self.prepared, self.planned.values[point.tensor]?)
    }

    /// The layouts of named values. The values of a function that is called many times, once in each layer, have one name; its text
    /// has one annotation for all calls, so that the layout of most calls counts.
    fn layouts(&self) -> BTreeMap<Name, Votes<'_>> {
        let mut found: BTreeMap<Name, Votes<'_>> = BTreeMap::default();
        let points = self.points.iter().filter(|point| matches!(point.origin, PlanOrigin::Op(_)));
        for point in points.chain(self.followers) {
            if let Some(name) = self.name(point) {
                found.entry(name).or_default().add(&point.layout);
            }
        }
        found
    }

    /// The operands that ops read in other layouts, in the program with these named values.
    fn operands(
        &self,
        target: PlanTarget<'_>,
        values: &BTreeMap<Name, ValueId>,
        layouts: &BTreeMap<Name, Votes<'_>>,
    ) -> Vec<(Use, TensorSharding)> {
        let (module, mesh) = (&target.program.module, target.mesh());
        let of = |reshard: &PlanReshard| {
            let own = self.prepared.op(self.planned.ops[reshard.op]);
            let name = name_of(self.prepared, own.results().next()?)?;
            let Definition::Result { op: user, .. } = module.value(*values.get(&name)?).definition else {
                return None;
            };
            let written = module.op(user);
            // Preparing the program may have replaced the op.
            let is_same = written.name == own.name && written.operands.len() == own.operands.len();
            is_same.then_some(((user, reshard.operand as u32), name))
        };
        let mut found: BTreeMap<Use, (Name, Votes<'_>)> = BTreeMap::default();
        for reshard in self.reshards {
            let Some((read, name)) = of(reshard) else { continue };
            found.entry(read).or_insert((name, Votes::default())).1.add(&reshard.layout);
        }
        let operands = found.into_iter().filter_map(|(read, (name, votes))| {
            let (layout, count) = votes.most()?;
            let is_usual = layouts.get(&name).is_some_and(|all| 2 * count > all.total());
            Some((read, target.sharding(&mesh, layout).filter(|_| is_usual)?))
        });
        operands.collect()
    }
}

/// How many times layouts occur.
#[derive(Default)]
struct Votes<'a>(Vec<(&'a PlanLayout, usize)>);

impl<'a> Votes<'a> {
    fn add(&mut self, layout: &'a PlanLayout) {
        match self.0.iter_mut().find(|(known, _)| *known == layout) {
            Some((_, count)) => *count += 1,
            None => self.0.push((layout, 1)),
        }
    }

    /// The most frequent layout, of equally frequent ones the first.
    fn most(&self) -> Option<(&'a PlanLayout, usize)> {
        self.0.iter().copied().reduce(|most, next| if next.1 > most.1 { next } else { most })
    }

    fn total(&self) -> usize {
        self.0.iter().map(|(_, count)| count).sum()
    }
}

fn name_of(module: &Module, value: ValueId) -> Option<Name> {
    let name = module.value(value).name();
    (!name.span.is_empty()).then_some((name.span.start, name.number))
}

/// How much dearer than its model a program may be that carries out a plan.
const AGREEMENT: f64 = 1.02;

/// The best annotations that were tried, and what they cost.
pub(super) type AnnotatedPlan = PricedPlan<Annotations>;

/// Annotates a program with a plan: adds constraints where propagation differs from the plan, in program order; in a
/// large program, of which few are tried, first where it differs in most layers. If the program is still slower than its
/// model, tensors that follow others are annotated too, and operands, so that every op uses them as in the plan:
/// partitioning chooses the axes of an op by the bytes that are sent, the plan by time, and they may differ. Returns the
/// programs on the way that were priced. The first is priced even if the time is over.
pub(super) fn annotate(
    target: PlanTarget<'_>,
    plan: &ChosenPlan<'_>,
    evaluator: &Evaluator<'_>,
    (limits, trials): (SearchLimits<'_>, Trials),
) -> Result<Vec<AnnotatedPlan>, Error> {
    let mesh = target.mesh();
    let mut annotations = target.interface(plan, &mesh);
    let (values, layouts) = (named_values(&target.program.module), plan.layouts());
    let (mut plans, mut failed) = (Vec::new(), None);
    let mut constrained: BTreeSet<Name> = BTreeSet::default();
    let (mut priced, mut is_full) = (0, false);
    for round in 0..=trials.groups + 2 {
        let program = annotations.apply(target.program, target.given);
        let propagated = propagate(program, &evaluator.propagation)?;
        let placed = placements(&propagated);
        let differs = |point: &&PlanPoint| {
            let name = plan.name(point).filter(|name| !constrained.contains(name));
            let Some(name) = name.filter(|name| values.contains_key(name)) else { return false };
            let is_usual =
                layouts.get(&name).and_then(Votes::most).is_some_and(|(most, _)| *most == point.layout);
            // A constraint would finish sums that wait.
            is_usual
                && point.layout.is_complete()
                && placed.get(&name).is_some_and(|dims| *dims != target.dims(&point.layout))
        };
        let points = plan.points.iter().filter(|point| matches!(point.origin, PlanOrigin::Op(_)));
        let all = |is_full: bool| points.clone().chain(plan.followers.iter().filter(move |_| is_full));
        let mut differing = all(is_full).filter(differs).map(|point| point.group);
        let first = if trials.is_large() { most_frequent(differing) } else { differing.next() };
        let is_complete = first.is_none() || round == trials.groups || round == trials.groups + 2;
        let mut is_slower = true;
        if priced < trials.priced || is_complete {
            priced += 1;
            match evaluator.price_propagated(propagated) {
                Ok(evaluated) => {
                    plans.push(AnnotatedPlan { annotations: annotations.clone(), evaluated });
                    is_slower = evaluated.serial > plan.seconds * AGREEMENT;
                    // More annotations of a large program take time, and the plan is carried out already.
                    if trials.is_large() && !is_slower && evaluated.figures.peak_bytes <= plan.memory {
                        break;
                    }
                }
                Err(found) => failed = Some(Error::in_text(&target.program.source, found)),
            }
        }
        if limits.is_over() {
            break;
        }
        if is_complete {
            if !is_slower || is_full {
                break;
            }
            is_full = true;
            annotations.operands = plan.operands(target, &values, &layouts);
        }
        // The last program carries out all of the plan. Not earlier: most differences are gone once some are.
        let is_next =
            |point: &&PlanPoint| is_full || round + 1 == trials.groups || Some(point.group) == first;
        let next: Vec<&PlanPoint> = all(is_full).filter(is_next).filter(differs).collect();
        for point in next {
            let Some(name) = plan.name(point) else { continue };
            if !constrained.insert(name) {
                continue;
            }
            if let (Some(&value), Some(sharding)) = (values.get(&name), target.sharding(&mesh, &point.layout))
            {
                annotations.constraints.push((value, sharding));
            }
        }
        annotations.constraints.sort_by_key(|(value, _)| *value);
    }
    match failed {
        Some(error) if plans.is_empty() => Err(error),
        _ => Ok(plans),
    }
}

/// The most frequent group, of equally frequent ones the first.
fn most_frequent(groups: impl Iterator<Item = (usize, u32)>) -> Option<(usize, u32)> {
    let mut counts: BTreeMap<(usize, u32), (usize, Reverse<usize>)> = BTreeMap::default();
    for (at, group) in groups.enumerate() {
        counts.entry(group).or_insert((0, Reverse(at))).0 += 1;
    }
    counts.into_iter().max_by_key(|(_, rank)| *rank).map(|(group, _)| group)
}

fn named_values(module: &Module) -> BTreeMap<Name, ValueId> {
    let mut named = BTreeMap::default();
    for value in (0..module.value_count()).map(ValueId::from_index) {
        let name = module.value(value).name();
        if !name.span.is_empty() {
            named.entry((name.span.start, name.number)).or_insert(value);
        }
    }
    named
}

/// The axes of every dimension of every named value after propagation.
fn placements(propagated: &Propagated) -> BTreeMap<Name, Vec<Vec<AxisRef>>> {
    let (module, run) = (&propagated.module, &propagated.run.problem);
    let mut found = BTreeMap::default();
    for (index, tensor) in run.tensors.iter().enumerate() {
        let value = module.value(ValueId::from_index(index));
        let (name, Some(tensor)) = (value.name(), tensor) else { continue };
        if name.span.is_empty() {
            continue;
        }
        let ty = module.type_of(ValueId::from_index(index));
        let rank = module.context.tensor(ty).map_or(0, |tensor| tensor.rank());
        let dims = match run.problem.tensors[*tensor].sharding {
            Some(id) => run.problem.sharding_of(id).dims().iter().map(|dim| dim.axes.clone()).collect(),
            None => vec![Vec::new(); rank],
        };
        found.entry((name.span.start, name.number)).or_insert(dims);
    }
    found
}

/// The settings of propagation that match the options of the façade.
pub(super) fn settings<'a>(propagation: &Propagation<'a>) -> Settings<'a> {
    let Propagation { compat, rules: user, options, interrupt, .. } = *propagation;
    let rules = RuleOptions::default().conservative(options.conservative).compat(compat).user(user);
    Settings::default().rules(rules).options(options.trace(false)).interrupt(interrupt)
}
