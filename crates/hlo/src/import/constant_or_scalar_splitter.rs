//! `sdy-constant-or-scalar-splitter`: every use of a constant has a constant of its own.
//!
//! Users of one constant may want different shardings; split, none of them has a say in the others'. The
//! same goes for whole computations on constants, and for scalars broadcast to a shape. Scalars themselves
//! stay shared. `stablehlo.constant` becomes `sdy.constant`, which nothing merges again.

use partita_base::Diagnostics;
use partita_ir::pass::{Anchor, PassInfo, PassOptions};
use partita_ir::{Copies, Module, OpCode, OpId, OpName, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::call_graph::{FunctionCopier, Functions};
use super::constant_analysis::{ConstantBodies, Constants, defining_op, is_scalar};
use crate::placement::Placement;

pub(super) const PASS: PassInfo = PassInfo {
    name: "sdy-constant-or-scalar-splitter",
    help: "give every use of a constant computation or of a broadcast scalar its own copy",
    anchor: Anchor::Module,
    options: &[],
    run,
};

fn run(module: &mut Module, _: &PassOptions) -> Result<(), Diagnostics> {
    for op in module.walk(module.top()) {
        if module.op(op).name.code() == Some(OpCode::Constant) {
            module.op_mut(op).name = OpName::Known(OpCode::SdyConstant);
        }
    }
    let mut functions = Functions::new(module);
    let order = functions.callees_first(module);
    let bodies = ConstantBodies::new(module, &functions, &order);
    let mut copier = FunctionCopier::new(module, &mut functions);
    for func in order {
        let constants = bodies.find(module, copier.functions(), func);
        let groups = groups(module, func);
        let placement = Placement::default();
        let split = Split { constants, groups, copier: &mut copier, placement };
        split.function(module, func)?;
    }
    copier.place(module);
    Ok(())
}

/// The sharding groups of each value, in text order.
fn groups(module: &Module, func: OpId) -> FxHashMap<ValueId, Vec<OpId>> {
    let mut groups: FxHashMap<ValueId, Vec<OpId>> = FxHashMap::default();
    for op in module.walk(func) {
        if is_group(module, op) {
            groups.entry(module.op(op).operands[0]).or_default().push(op);
        }
    }
    groups
}

fn is_group(module: &Module, op: OpId) -> bool {
    module.op(op).name.code() == Some(OpCode::SdyShardingGroup)
}

struct Split<'a, 'b> {
    constants: Constants,
    groups: FxHashMap<ValueId, Vec<OpId>>,
    copier: &'a mut FunctionCopier<'b>,
    placement: Placement,
}

impl Split<'_, '_> {
    fn function(mut self, module: &mut Module, func: OpId) -> Result<(), Diagnostics> {
        for op in module.walk(func) {
            if self.constants.has_constant(op) || is_group(module, op) {
                continue;
            }
            for index in 0..module.op(op).operands.len() {
                let operand = module.op(op).operands[index];
                if let Some(def) = self.splits(module, operand) {
                    let mut copies = Copies::default();
                    self.copy(module, def, &mut copies)?;
                    module.op_mut(op).operands[index] = copies.value(operand);
                }
            }
        }
        self.placement.apply(module);
        erase_unused(module, func, &self.constants, &self.groups);
        Ok(())
    }

    /// The op to copy for a use of a value.
    fn splits(&self, module: &Module, value: ValueId) -> Option<OpId> {
        let def = defining_op(module, value)?;
        (self.constants.contains(def) && !is_scalar(module, value)).then_some(def)
    }

    /// Copies an op and the constant computation that leads to it, operands first. Each copy stands before
    /// its original, with copies of the original's sharding groups.
    fn copy(&mut self, module: &mut Module, root: OpId, copies: &mut Copies) -> Result<(), Diagnostics> {
        let mut copied: FxHashSet<OpId> = FxHashSet::default();
        let mut stack = vec![(root, 0)];
        while let Some((op, next)) = stack.last_mut() {
            let op = *op;
            let operand = module.op(op).operands.get(*next).copied();
            *next += 1;
            if let Some(operand) = operand {
                let def = self.splits(module, operand).filter(|_| self.constants.has_constant(op));
                if let Some(def) = def.filter(|def| !copied.contains(def)) {
                    stack.push((def, 0));
                }
                continue;
            }
            stack.pop();
            if copied.insert(op) {
                self.copy_op(module, op, copies)?;
            }
        }
        Ok(())
    }

    fn copy_op(&mut self, module: &mut Module, op: OpId, copies: &mut Copies) -> Result<(), Diagnostics> {
        let copy = module.clone_op(op, copies);
        self.placement.before(op, copy);
        for (from, to) in module.op(op).results().zip(module.op(copy).results()).collect::<Vec<_>>() {
            for &group in self.groups.get(&from).map_or(&[][..], |groups| groups) {
                let group = module.clone_op(
                    group,
                    &mut Copies { values: [(from, to)].into_iter().collect(), ..Copies::default() },
                );
                self.placement.before(op, group);
            }
        }
        match module.op(op).name.code() {
            Some(OpCode::FuncCall) => {
                if let Some(callee) = self.copier.functions().callee(module, copy) {
                    self.copier.copy_callee(module, copy, callee)?;
                }
            }
            Some(OpCode::SdyNamedComputation) => {
                // What is unused in the original body is unused in the copy.
                for (original, copy) in module.walk(op).into_iter().zip(module.walk(copy)).skip(1) {
                    self.constants.add_copy(original, copy);
                }
            }
            _ => {}
        }
        Ok(())
    }
}

/// Takes out constant ops and expansions that only sharding groups use, and those groups.
fn erase_unused(
    module: &mut Module,
    func: OpId,
    constants: &Constants,
    groups: &FxHashMap<ValueId, Vec<OpId>>,
) {
    let ops = module.walk(func);
    let mut uses: FxHashMap<ValueId, usize> = FxHashMap::default();
    for &op in &ops {
        if !is_group(module, op) {
            for &operand in &module.op(op).operands {
                *uses.entry(operand).or_default() += 1;
            }
        }
    }
    let mut placement = Placement::default();
    for &op in ops.iter().rev() {
        let used = module.op(op).results().any(|result| uses.get(&result).is_some_and(|&count| count > 0));
        if used || !constants.contains(op) {
            continue;
        }
        placement.remove(op);
        for inner in module.walk(op) {
            for operand in &module.op(inner).operands {
                if let Some(count) = uses.get_mut(operand) {
                    *count -= 1;
                }
            }
        }
        for result in module.op(op).results() {
            for &group in groups.get(&result).into_iter().flatten() {
                placement.remove(group);
            }
        }
    }
    placement.apply(module);
}
