//! What the arguments of a program are, found from its data flow alone: parameters, state and data, the dimension that is the
//! batch, and the products with weights.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use partita_base::Id;
use partita_hlo::propagation::{Propagated, Settings};
use partita_hlo::rules::{Compat, RuleOptions};
use partita_ir::{Definition, Module, OpCode, OpId, ValueId};
use partita_place::Factors;
use partita_propagate::{ProblemOp, RuleId, Slot};

use super::data_flow::{DataFlow, FlowArgument, FlowOp, FlowTensor};
use super::dim_classes::{DimClass, DimClasses};
use super::{Annotations, Given};
use crate::Error;
use crate::hlo::Program;

/// The roles of a program's arguments and dimensions.
pub struct Structure {
    pub(super) classes: DimClasses,
    pub(super) arguments: Vec<Argument>,
    /// The argument whose next value each result is.
    pub(super) updates: Vec<Option<usize>>,
    /// The class that is the batch, if one is in most of the work.
    pub(super) batch: Option<DimClass>,
    /// The products with weights, in program order.
    pub(super) weight_products: Vec<WeightProduct>,
}

/// An argument of the entry function.
pub(super) struct Argument {
    pub(super) shape: Vec<u64>,
    pub(super) dims: Vec<DimClass>,
}

/// A product of an activation and a weight.
pub(super) struct WeightProduct {
    /// The classes of the weight's dimensions that are summed over.
    pub(super) contracted: Vec<DimClass>,
    /// The classes of the weight's dimensions that are in the result and not in the activation.
    pub(super) free: Vec<DimClass>,
}

/// A product or a convolution.
struct AnyProduct<'f> {
    op: &'f FlowOp,
    work: f64,
    classes: BTreeSet<DimClass>,
    /// The operands that are multiplied, and the arguments that they are.
    sides: [usize; 2],
    arguments: [Option<usize>; 2],
}

impl std::fmt::Debug for Structure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Structure").field("updates", &self.updates).finish_non_exhaustive()
    }
}

impl Structure {
    /// The argument whose next value each result is, by position.
    pub(crate) fn updates(&self) -> &[Option<usize>] {
        &self.updates
    }

    /// Finds the structure of a program; its annotations are ignored.
    pub fn new(program: &Program) -> Result<Self, Error> {
        let bare = Annotations::none(program).apply(program, Given::Removed);
        let refused = |found| {
            let mut program = program.clone();
            program.add(found);
            Error::in_text(&program.source, program.found)
        };
        let prepared =
            partita_partition::prepare(bare.module, Compat::Full).map_err(|found| refused(found.found))?;
        let rules = RuleOptions::default().compat(Compat::Full);
        let propagated = prepared.propagate(&Settings::default().rules(rules));
        Ok(Self::of_flow(&read_flow(program, &propagated)))
    }

    /// Finds the structure of a data flow.
    pub(crate) fn of_flow(flow: &DataFlow) -> Self {
        let classes = DimClasses::new(flow);
        let argument = |argument: &FlowArgument| Argument {
            shape: argument.shape.clone(),
            dims: argument.tensor.map_or_else(Vec::new, |tensor| classes.of_all(tensor)),
        };
        let arguments: Vec<Argument> = flow.arguments.iter().map(argument).collect();
        let products = find_products(flow, &classes);
        let updates = flow.updates.clone();
        let mut found = Self { classes, arguments, updates, batch: None, weight_products: Vec::new() };
        found.batch = found.find_batch(flow, &products);
        found.weight_products = products.iter().filter_map(|product| found.weight_product(product)).collect();
        found
    }

    /// Whether an argument has the batch dimension.
    pub(super) fn is_data(&self, argument: usize) -> bool {
        self.batch.is_some_and(|batch| self.arguments[argument].dims.contains(&batch))
    }

    /// The class that is in most of the work and is the batch rather than a width: not a dimension of anything that is
    /// trained or stored, and else of the fewest arguments.
    fn find_batch(&self, flow: &DataFlow, products: &[AnyProduct<'_>]) -> Option<DimClass> {
        let total: f64 = products.iter().map(|product| product.work).sum();
        let covered = |class: DimClass| -> f64 {
            let with = products.iter().filter(|product| product.classes.contains(&class));
            with.map(|product| product.work).sum()
        };
        let updated: BTreeSet<usize> = self.updates.iter().flatten().copied().collect();
        let multiplied: BTreeSet<usize> =
            products.iter().flat_map(|product| product.arguments).flatten().collect();
        // Most of what is multiplied is updated: the program is a training step. In others, a result may have the type of
        // an input by chance.
        let is_training = multiplied.intersection(&updated).count() * 2 > multiplied.len();
        let returned: BTreeSet<DimClass> =
            flow.results.iter().flat_map(|&tensor| self.classes.of_all(tensor)).collect();
        let mut candidates: BTreeSet<DimClass> = BTreeSet::new();
        for argument in &self.arguments {
            let sized = argument.dims.iter().zip(&argument.shape).filter(|(_, size)| **size > 1);
            candidates.extend(sized.map(|(class, _)| *class));
        }
        let most = candidates.iter().map(|&class| covered(class)).fold(0.0, f64::max);
        if most * 2.0 < total || total == 0.0 {
            return None;
        }
        let candidates = candidates.into_iter().filter(|&class| covered(class) >= most * 0.99);
        candidates.min_by_key(|&class| {
            let holders = || self.arguments.iter().enumerate().filter(|(_, each)| each.dims.contains(&class));
            let is_weight =
                |index: usize| flow.arguments[index].is_stored || is_training && updated.contains(&index);
            let is_of_weight = holders().any(|(index, _)| is_weight(index));
            let is_inner = !is_training && !returned.contains(&class);
            let is_twice =
                holders().any(|(_, each)| each.dims.iter().filter(|dim| **dim == class).count() > 1);
            let dim = holders().filter_map(|(_, each)| each.dims.iter().position(|dim| *dim == class)).min();
            (is_of_weight, is_inner, is_twice, holders().count(), dim)
        })
    }

    /// A product of an activation, which has the batch, and something that comes from an argument without it.
    fn weight_product(&self, product: &AnyProduct<'_>) -> Option<WeightProduct> {
        let is_weight =
            |side: &usize| product.arguments[*side].is_some_and(|argument| !self.is_data(argument));
        let weight = (0..2).find(is_weight)?;
        let [weight, other] = [product.sides[weight], product.sides[1 - weight]];
        let (op, factors) = (product.op, &product.op.factors);
        let (mut contracted, mut free) = (Vec::new(), Vec::new());
        for (dim, own) in factors.tensors[weight].iter().enumerate() {
            let Some(&major) = own.first() else { continue };
            let in_result = factors.tensors.len() > factors.operands && factors.has(factors.operands, major);
            let class = self.classes.of(op.tensors[weight].tensor, dim);
            match (factors.has(other, major), in_result) {
                (true, false) => contracted.push(class),
                (false, true) => free.push(class),
                _ => {}
            }
        }
        Some(WeightProduct { contracted, free })
    }
}

/// The products and convolutions of a program, with the work of each and the classes of its dimensions.
fn find_products<'f>(flow: &'f DataFlow, classes: &DimClasses) -> Vec<AnyProduct<'f>> {
    let product = |op: &'f FlowOp| {
        let arguments = op.product.as_ref().filter(|operands| operands.len() > 1)?;
        let sizes = op.factors.sizes.iter().filter(|&&size| size > 0);
        let work = sizes.map(|&size| size as f64).product();
        let classes = op.tensors.iter().flat_map(|slot| classes.of_all(slot.tensor)).collect();
        let sides = op.sides();
        Some(AnyProduct { op, work, classes, sides, arguments: sides.map(|side| arguments[side]) })
    };
    flow.ops.iter().filter_map(product).collect()
}

/// The data flow of a StableHLO program.
fn read_flow(program: &Program, propagated: &Propagated) -> DataFlow {
    let (module, run) = (&propagated.module, &propagated.run.problem);
    let problem = &run.problem;
    let entry = program.module.entry_function().and_then(|entry| program.module.symbol_name(entry));
    let entry = entry.and_then(|entry| module.find_function(entry));
    let values: &[ValueId] = entry.map_or(&[], |entry| module.func_args(entry));
    let indices: BTreeMap<ValueId, usize> =
        values.iter().enumerate().map(|(index, &value)| (value, index)).collect();
    let tensor_of = |value: ValueId| Some(run.tensors[value.index()]?.index());
    let mut shapes = vec![Vec::new(); problem.tensors.len()];
    for index in 0..run.tensors.len() {
        let value = ValueId::from_index(index);
        if let Some(tensor) = tensor_of(value) {
            shapes[tensor] = shape_of(module, value);
        }
    }
    let mut rules: BTreeMap<RuleId, Rc<Factors>> = BTreeMap::new();
    let mut flow_op = |op: &ProblemOp, product: Option<Vec<Option<usize>>>| {
        let rule = op.rule?;
        let factors = rules.entry(rule).or_insert_with(|| Rc::new(Factors::new(problem.rule_of(rule))));
        let slots = problem.slots(op).iter();
        let tensor = |slot: &Slot| FlowTensor { tensor: slot.tensor.index(), is_view: slot.view.is_some() };
        Some(FlowOp { factors: Rc::clone(factors), tensors: slots.map(tensor).collect(), product })
    };
    let mut ops = Vec::with_capacity(problem.ops.len());
    for (&id, (_, op)) in run.ops.iter().zip(problem.ops.iter()) {
        let product = is_product(module, id).then(|| operand_arguments(module, id, &indices));
        ops.extend(flow_op(op, product));
    }
    problem.boundary.iter().for_each(|op| ops.extend(flow_op(op, None)));
    let argument = |&value: &ValueId| FlowArgument {
        tensor: tensor_of(value),
        shape: shape_of(module, value),
        is_stored: false,
    };
    DataFlow {
        shapes,
        ops,
        arguments: values.iter().map(argument).collect(),
        results: run.results.iter().map(|tensor| tensor.index()).collect(),
        updates: entry.map_or_else(Vec::new, |entry| find_updates(module, entry, &indices)),
    }
}

fn is_product(module: &Module, op: OpId) -> bool {
    matches!(module.op(op).name.code(), Some(OpCode::DotGeneral | OpCode::Dot | OpCode::Convolution))
}

fn shape_of(module: &Module, value: ValueId) -> Vec<u64> {
    let tensor = module.context.tensor(module.type_of(value));
    tensor.and_then(|tensor| tensor.static_shape()).unwrap_or_default()
}

/// The arguments that the operands of a product are, up to their layout and element type.
fn operand_arguments(module: &Module, op: OpId, arguments: &BTreeMap<ValueId, usize>) -> Vec<Option<usize>> {
    let of = |&operand: &ValueId| {
        let mut value = operand;
        loop {
            if let Some(&at) = arguments.get(&value) {
                return Some(at);
            }
            let Definition::Result { op, .. } = module.value(value).definition else { return None };
            let code = module.op(op).name.code()?;
            if !is_layout(code) {
                return None;
            }
            value = *module.op(op).operands.first()?;
        }
    };
    module.op(op).operands.iter().map(of).collect()
}

/// Whether the result of an op is its first operand in another layout, or a part of it, such as one layer of a stack.
fn is_layout(code: OpCode) -> bool {
    matches!(
        code,
        OpCode::Transpose
            | OpCode::Reshape
            | OpCode::Convert
            | OpCode::BroadcastInDim
            | OpCode::Slice
            | OpCode::DynamicSlice
            | OpCode::OptimizationBarrier
            | OpCode::SdyDataFlowEdge
            | OpCode::SdyShardingConstraint
    )
}

/// The argument whose next value each result of a function is: the closest one of the same type from which elementwise
/// ops, or an update of a slice, lead to the result.
fn find_updates(module: &Module, func: OpId, arguments: &BTreeMap<ValueId, usize>) -> Vec<Option<usize>> {
    let region = module.op(func).regions.first();
    let block = region.and_then(|&region| module.region(region).blocks.first());
    let Some(&last) = block.and_then(|&block| module.block(block).ops.last()) else { return Vec::new() };
    let mut taken: BTreeSet<usize> = BTreeSet::new();
    let mut updates = Vec::new();
    for &result in &module.op(last).operands {
        let update = closest_argument(module, result, arguments, &taken);
        taken.extend(update);
        updates.push(update);
    }
    updates
}

fn closest_argument(
    module: &Module,
    result: ValueId,
    arguments: &BTreeMap<ValueId, usize>,
    taken: &BTreeSet<usize>,
) -> Option<usize> {
    /// Updates are short; a long chain of elementwise ops is something else.
    const MOST: usize = 200;
    let ty = module.type_of(result);
    let mut queue = vec![result];
    let mut seen: BTreeSet<ValueId> = BTreeSet::new();
    let mut at = 0;
    while at < queue.len() && at < MOST {
        let value = queue[at];
        at += 1;
        if module.type_of(value) == ty
            && let Some(&argument) = arguments.get(&value)
            && !taken.contains(&argument)
        {
            return Some(argument);
        }
        let Definition::Result { op, .. } = module.value(value).definition else { continue };
        let code = module.op(op).name.code();
        let operands = &module.op(op).operands;
        let sources = match code {
            Some(OpCode::DynamicUpdateSlice | OpCode::Scatter) => &operands[..1],
            Some(OpCode::SdyDataFlowEdge | OpCode::SdyShardingConstraint) => &operands[..],
            _ if partita_hlo::is_elementwise(module, op) => &operands[..],
            _ => &[],
        };
        let same_shape = |value: &ValueId| shape_of(module, *value) == shape_of(module, result);
        queue.extend(sources.iter().copied().filter(same_shape).filter(|value| seen.insert(*value)));
    }
    None
}
