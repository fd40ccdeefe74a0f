//! `sdy-constant-or-scalar-splitter`: every use of a constant has a constant of its own.
//!
//! Users of one constant may need different shardings; with copies, no shardings propagate between them. The
//! same holds for entire computations on constants, and for scalars broadcast to a shape. Scalars themselves
//! stay shared. `stablehlo.constant` becomes `sdy.constant`, which MLIR does not merge again.

use partita_base::{Diagnostics, Id};
use partita_ir::pass::{Anchor, PassInfo, PassOptions};
use partita_ir::{Copies, Module, OpCode, OpId, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

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
    let mut groups: FxHashMap<ValueId, Vec<OpId>> = FxHashMap::default();
    let mut renamed = vec![false; module.op_count()];
    for &op in &module.walk(module.top()) {
        match module.code(op) {
            Some(OpCode::Constant) => {
                module.rename(op, OpCode::SdyConstant);
                renamed[op.index()] = true;
            }
            Some(OpCode::SdyShardingGroup) => {
                let value = module.op(op).operands[0];
                let list = groups.entry(value).or_default();
                // MLIR lists the last use first; Shardy replaces a constant by a new op, which reverses the list.
                let at = match defining_op(module, value) {
                    Some(def) if renamed[def.index()] => list.len(),
                    _ => 0,
                };
                list.insert(at, op);
            }
            _ => {}
        }
    }
    let has_computations = !module.landmarks(|code| code == OpCode::SdyNamedComputation).is_empty();
    let mut functions = Functions::new(module);
    let order = functions.callees_first(module);
    let called: FxHashSet<OpId> = functions.all_calls(module).map(|(_, callee)| *callee).collect();
    let never_called = |func| !called.contains(&func);
    let bodies = ConstantBodies::new(module, &functions, &order, never_called, has_computations);
    let mut copier = FunctionCopier::new(module, &mut functions);
    let mut split = Split {
        constants: Constants::default(),
        groups: &groups,
        copier: &mut copier,
        placement: Placement::default(),
        uses: vec![0; module.value_count()],
    };
    for func in order {
        let ops = module.walk(func);
        bodies.find_constants(module, split.copier.functions(), &ops, &mut split.constants);
        split.function(module, &ops)?;
    }
    copier.place(module);
    Ok(())
}

fn is_group(module: &Module, op: OpId) -> bool {
    module.op(op).name.code() == Some(OpCode::SdyShardingGroup)
}

/// Whether an `sdy.return` is that of a named computation.
fn ends_computation(module: &Module, op: OpId) -> bool {
    let parent = module.parent(op);
    parent.is_some_and(|parent| module.op(parent).name.code() == Some(OpCode::SdyNamedComputation))
}

struct Split<'a, 'b> {
    constants: Constants,
    /// The sharding groups of each value, in the order in which they are copied.
    groups: &'a FxHashMap<ValueId, Vec<OpId>>,
    copier: &'a mut FunctionCopier<'b>,
    placement: Placement,
    /// The number of uses of each value by ops other than sharding groups.
    uses: Vec<u32>,
}

impl Split<'_, '_> {
    /// Splits the constants that the ops of one function use.
    ///
    /// The body of a named computation is finished at its `sdy.return`, before anything copies the
    /// computation: a copy must have the constants that the body was given.
    fn function(&mut self, module: &mut Module, ops: &[OpId]) -> Result<(), Diagnostics> {
        // The ops that may be copied, of the function, then of each computation around the current op.
        let mut bodies: Vec<Vec<OpId>> = vec![Vec::new()];
        for &op in ops {
            self.visit(module, op)?;
            if self.constants.contains(op) {
                bodies.last_mut().expect("the function's own list stays").push(op);
            }
            match module.code(op) {
                Some(OpCode::SdyNamedComputation) => bodies.push(Vec::new()),
                Some(OpCode::SdyReturn) if bodies.len() > 1 && ends_computation(module, op) => {
                    let body = bodies.pop().unwrap_or_default();
                    self.finish_body(module, &body);
                }
                _ => {}
            }
        }
        // Not later: another function may copy this one.
        bodies.drain(..).for_each(|body| self.finish_body(module, &body));
        Ok(())
    }

    /// Gives an op that is not constant its own copies of its constant operands.
    fn visit(&mut self, module: &mut Module, op: OpId) -> Result<(), Diagnostics> {
        if is_group(module, op) {
            return Ok(());
        }
        let keeps_operands = self.constants.has_constant(op);
        for index in 0..module.op(op).operands.len() {
            let operand = module.op(op).operands[index];
            let def = if keeps_operands { None } else { self.splits(module, operand) };
            match def {
                Some(def) => {
                    let mut copies = Copies::default();
                    self.copy(module, def, operand, &mut copies)?;
                    module.set_operand(op, index, copies.value(operand));
                }
                None => self.count(operand),
            }
        }
        Ok(())
    }

    /// Removes the unused ones of the ops of a body that may be copied, and inserts the copies.
    fn finish_body(&mut self, module: &mut Module, ops: &[OpId]) {
        self.erase_unused(module, ops);
        std::mem::take(&mut self.placement).apply(module);
    }

    fn count(&mut self, value: ValueId) {
        if self.uses.len() <= value.index() {
            self.uses.resize(value.index() + 1, 0);
        }
        self.uses[value.index()] += 1;
    }

    /// Subtracts the uses of a removed op.
    fn uncount(&mut self, module: &Module, op: OpId) {
        for operand in &module.op(op).operands {
            if let Some(count) = self.uses.get_mut(operand.index()) {
                *count = count.saturating_sub(1);
            }
        }
    }

    fn is_used(&self, value: ValueId) -> bool {
        self.uses.get(value.index()).is_some_and(|&count| count > 0)
    }

    /// The op to copy for a use of a value.
    fn splits(&self, module: &Module, value: ValueId) -> Option<OpId> {
        let is_split = self.constants.defines(value) && !is_scalar(module, value);
        is_split.then(|| defining_op(module, value)).flatten()
    }

    /// Copies an op and the constant computation that leads to it, operands first. Each copy is inserted before
    /// its original, with copies of the sharding groups of the result that is used.
    fn copy(
        &mut self,
        module: &mut Module,
        root: OpId,
        wanted: ValueId,
        copies: &mut Copies,
    ) -> Result<(), Diagnostics> {
        let is_copied = |module: &Module, copies: &Copies, op: OpId| {
            module.op(op).results().next().is_some_and(|result| copies.value(result) != result)
        };
        let mut stack: SmallVec<[(OpId, ValueId, usize); 8]> = SmallVec::from_elem((root, wanted, 0), 1);
        while let Some((op, wanted, next)) = stack.last_mut() {
            let (op, wanted) = (*op, *wanted);
            let operand = module.op(op).operands.get(*next).copied();
            *next += 1;
            if let Some(operand) = operand {
                let def = self.splits(module, operand).filter(|_| self.constants.has_constant(op));
                if let Some(def) = def.filter(|def| !is_copied(module, copies, *def)) {
                    stack.push((def, operand, 0));
                }
                continue;
            }
            stack.pop();
            if !is_copied(module, copies, op) {
                self.copy_op(module, op, wanted, copies)?;
            }
        }
        Ok(())
    }

    fn copy_op(
        &mut self,
        module: &mut Module,
        op: OpId,
        wanted: ValueId,
        copies: &mut Copies,
    ) -> Result<(), Diagnostics> {
        let copy = module.clone_op(op, copies);
        self.placement.before(op, copy);
        for &operand in &module.op(copy).operands {
            self.count(operand);
        }
        for &group in self.groups.get(&wanted).map_or(&[][..], |groups| groups) {
            let mut member = Copies::default();
            member.add(wanted, copies.value(wanted));
            let group = module.clone_op(group, &mut member);
            self.placement.before(op, group);
        }
        if module.op(op).name.code() == Some(OpCode::FuncCall)
            && let Some(callee) = self.copier.functions().callee(module, copy)
        {
            self.copier.copy_callee(module, copy, callee)?;
        }
        Ok(())
    }

    /// Removes constant ops and expansions that only sharding groups use, and those groups.
    fn erase_unused(&mut self, module: &Module, ops: &[OpId]) {
        // As Shardy does: expansions first and in text order, so that one that only another uses stays; then constants
        // from the last to the first.
        let (constants, mut order): (Vec<OpId>, Vec<OpId>) =
            ops.iter().copied().partition(|&op| self.constants.has_constant(op));
        order.extend(constants.into_iter().rev());
        for op in order {
            if module.op(op).results().any(|result| self.is_used(result)) {
                continue;
            }
            self.placement.remove(op);
            self.uncount(module, op);
            if !module.op(op).regions.is_empty() {
                module.walk(op)[1..].iter().for_each(|&inner| self.uncount(module, inner));
            }
            for result in module.op(op).results() {
                for &group in self.groups.get(&result).into_iter().flatten() {
                    self.placement.remove(group);
                }
            }
        }
    }
}
