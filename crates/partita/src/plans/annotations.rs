//! The annotations of a program as a value: read from a module, edited, and written into one.

use std::collections::BTreeMap;

use partita_base::Symbol;
use partita_ir::{Attr, AttrId, Definition, Module, OpCode, OpId, SdyAttr, Use, Uses, ValueId, names};
use partita_mesh::spec::ShardingSpec;
use partita_mesh::{Meshes, TensorSharding};

use crate::hlo::Program;

/// What happens to the annotations that a program has already.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GivenAnnotations {
    /// They are removed: the program has exactly the new ones. The shardings of manual computations remain, because they
    /// decide what the program computes.
    #[default]
    Removed,
    /// They stay. An argument or result that has a new annotation loses the given one.
    Kept,
}

/// Annotations of the entry function of a program, as final shardings on its meshes.
#[derive(Clone, Debug)]
pub struct Annotations {
    /// The meshes that the shardings refer to; those of the module come first.
    pub meshes: Meshes,
    /// The sharding of each argument, where it has one.
    pub arguments: Vec<Option<TensorSharding>>,
    /// The sharding of each result, where it has one.
    pub results: Vec<Option<TensorSharding>>,
    /// Values inside the program and the shardings that they are constrained to, in program order.
    pub constraints: Vec<(ValueId, TensorSharding)>,
    /// Operands of single ops and the shardings in which these read them, in program order. All other uses of the values stay as they
    /// are.
    pub operands: Vec<(Use, TensorSharding)>,
}

impl Annotations {
    /// No annotations, for a program with its meshes.
    pub fn none(program: &Program) -> Self {
        let module = &program.module;
        let entry = module.entry_function();
        let (inputs, results) = entry.map_or((0, 0), |entry| {
            let (inputs, results) = module.func_type(entry);
            (inputs.len(), results.len())
        });
        Self {
            meshes: module.meshes(),
            arguments: vec![None; inputs],
            results: vec![None; results],
            constraints: Vec::new(),
            operands: Vec::new(),
        }
    }

    /// The annotations that a program has: on arguments and results of the entry function, constraints, and shardings on
    /// the results of ops. Invalid ones are left out.
    pub fn read(program: &Program) -> Self {
        let module = &program.module;
        let mut read = Self::none(program);
        let Some(entry) = module.entry_function() else { return read };
        let (inputs, results) = module.func_type(entry);
        let mut resolved = |lists: Symbol, types: &[partita_ir::TypeId]| -> Vec<Option<TensorSharding>> {
            let of = |(index, &ty)| {
                let spec = module.func_sharding(entry, lists, index)?;
                module.resolve_sharding(&mut read.meshes, spec, ty)
            };
            types.iter().enumerate().map(of).collect()
        };
        let arguments = resolved(names::ARG_ATTRS, inputs);
        let results = resolved(names::RES_ATTRS, results);
        (read.arguments, read.results) = (arguments, results);
        for op in module.walk(module.top()) {
            read.read_op(module, op);
        }
        read
    }

    fn read_op(&mut self, module: &Module, op: OpId) {
        let data = module.op(op);
        if is_constraint(module, op) {
            let Some(SdyAttr::Sharding(spec)) = module.sdy_attr(op, names::SHARDING) else { return };
            self.add_constraint(module, data.operands[0], spec);
        } else {
            for (value, spec) in data.results().zip(module.result_shardings(op)) {
                self.add_constraint(module, value, spec);
            }
        }
    }

    fn add_constraint(&mut self, module: &Module, value: ValueId, spec: &ShardingSpec) {
        let ty = module.type_of(value);
        if let Some(sharding) = module.resolve_sharding(&mut self.meshes, spec, ty) {
            self.constraints.push((value, sharding));
        }
    }

    /// The number of annotated arguments, results, values and operands.
    pub fn count(&self) -> usize {
        let listed = self.arguments.iter().chain(&self.results).flatten().count();
        listed + self.constraints.len() + self.operands.len()
    }

    /// The program with these annotations. They must be made for this program, or read from one of the same text.
    pub fn apply(&self, program: &Program, given: GivenAnnotations) -> Program {
        let mut program = program.clone();
        let module = &mut program.module;
        let mut uses = None;
        let mut roots = BTreeMap::default();
        if given == GivenAnnotations::Removed {
            roots = remove_annotations(module, &mut uses);
        }
        if let Some(entry) = module.entry_function() {
            self.write_list(module, entry, names::ARG_ATTRS, &self.arguments);
            self.write_list(module, entry, names::RES_ATTRS, &self.results);
        }
        // The last constraint of a value is the one that its uses see.
        let mut last: BTreeMap<ValueId, ValueId> = BTreeMap::default();
        for (value, sharding) in &self.constraints {
            let root = root_of(&roots, *value);
            let uses = uses.get_or_insert_with(|| Uses::new(module));
            let attr = sharding_attr(module, self.meshes.to_spec(sharding));
            let constrained = constrain(module, uses, last.get(&root).copied().unwrap_or(root), attr);
            last.insert(root, constrained);
        }
        for (read, sharding) in &self.operands {
            let uses = uses.get_or_insert_with(|| Uses::new(module));
            let attr = sharding_attr(module, self.meshes.to_spec(sharding));
            constrain_operand(module, uses, *read, attr);
        }
        program
    }

    fn write_list(
        &self,
        module: &mut Module,
        func: OpId,
        lists: Symbol,
        shardings: &[Option<TensorSharding>],
    ) {
        if shardings.iter().all(Option::is_none) {
            return;
        }
        let specs: Vec<Option<ShardingSpec>> =
            shardings.iter().map(|sharding| Some(self.meshes.to_spec(sharding.as_ref()?))).collect();
        edit_list(module, func, lists, |module, index, entries| {
            if let Some(spec) = specs.get(index).cloned().flatten() {
                entries.retain(|(name, _)| *name != names::SDY_SHARDING);
                entries.push((names::SDY_SHARDING, sharding_attr(module, spec)));
                module.sort_attrs(entries);
            }
        });
    }
}

fn sharding_attr(module: &mut Module, spec: ShardingSpec) -> AttrId {
    module.context.attr(Attr::Sdy(Box::new(SdyAttr::Sharding(spec))))
}

fn is_constraint(module: &Module, op: OpId) -> bool {
    matches!(module.op(op).name.code(), Some(OpCode::SdyShardingConstraint | OpCode::SdyReshard))
}

/// The value that remains of one whose constraint is removed.
fn root_of(roots: &BTreeMap<ValueId, ValueId>, mut value: ValueId) -> ValueId {
    while let Some(&root) = roots.get(&value) {
        value = root;
    }
    value
}

/// Removes all annotations; returns the operand of each removed constraint by its result.
fn remove_annotations(module: &mut Module, uses: &mut Option<Uses>) -> BTreeMap<ValueId, ValueId> {
    let mut roots = BTreeMap::default();
    for op in module.walk(module.top()) {
        let is_grouped = module.op(op).name.code() == Some(OpCode::SdyShardingGroup);
        if is_constraint(module, op) {
            let uses = uses.get_or_insert_with(|| Uses::new(module));
            let (operand, result) = (module.op(op).operands[0], module.op(op).result(0));
            uses.replace_all(module, result, operand);
            uses.remove_op(module, op);
            module.erase(op);
            roots.insert(result, operand);
        } else if is_grouped {
            if let Some(uses) = uses {
                uses.remove_op(module, op);
            }
            module.erase(op);
        } else if module.op(op).attr(names::SDY_SHARDING).is_some() {
            module.remove_attr(op, names::SDY_SHARDING);
        }
    }
    for func in module.functions().collect::<Vec<_>>() {
        for lists in [names::ARG_ATTRS, names::RES_ATTRS] {
            edit_list(module, func, lists, |_, _, entries| {
                entries.retain(|(name, _)| *name != names::SDY_SHARDING);
            });
        }
    }
    roots
}

/// Edits the dictionary of every argument or result of a function.
fn edit_list(
    module: &mut Module,
    func: OpId,
    lists: Symbol,
    mut edit: impl FnMut(&mut Module, usize, &mut Vec<(Symbol, AttrId)>),
) {
    let (inputs, results) = module.func_type(func);
    let count = if lists == names::ARG_ATTRS { inputs.len() } else { results.len() };
    let mut dicts = Vec::with_capacity(count);
    let mut is_empty = true;
    for index in 0..count {
        let mut entries = module.value_attrs(func, lists, index).to_vec();
        edit(module, index, &mut entries);
        is_empty &= entries.is_empty();
        dicts.push(module.context.attr(Attr::Dict(entries.into())));
    }
    if is_empty {
        module.remove_attr(func, lists);
    } else {
        let attr = module.context.attr(Attr::Array(dicts.into()));
        module.set_attr(func, lists, attr);
    }
}

/// Puts a constraint after the definition of a value, in front of all its uses; returns the constrained value.
fn constrain(module: &mut Module, uses: &mut Uses, value: ValueId, attr: AttrId) -> ValueId {
    let ty = module.type_of(value);
    let (loc, span) = match module.value(value).definition {
        Definition::Result { op, .. } => (module.op(op).loc, module.op(op).span),
        Definition::Argument { .. } => (module.value(value).loc, module.value(value).span),
    };
    let constraint =
        module.build(OpCode::SdyShardingConstraint, &[value], &[ty], &[(names::SHARDING, attr)], loc, span);
    uses.add_op(module, constraint);
    match module.value(value).definition {
        Definition::Result { op, .. } => module.insert_after(op, constraint),
        Definition::Argument { block, .. } => module.insert(block, 0, constraint),
    }
    let result = module.op(constraint).result(0);
    uses.replace(module, value, result, |_, (user, _)| user != constraint);
    result
}

/// Puts a constraint in front of an op, for one of its operands.
fn constrain_operand(module: &mut Module, uses: &mut Uses, (user, operand): Use, attr: AttrId) {
    let value = module.op(user).operands[operand as usize];
    let ty = module.type_of(value);
    let (loc, span) = (module.op(user).loc, module.op(user).span);
    let constraint =
        module.build(OpCode::SdyShardingConstraint, &[value], &[ty], &[(names::SHARDING, attr)], loc, span);
    uses.add_op(module, constraint);
    module.insert_before(user, constraint);
    let result = module.op(constraint).result(0);
    uses.replace(module, value, result, |_, each| each == (user, operand));
}
