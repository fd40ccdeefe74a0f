//! Writes the local program, op by op, from a global program in which every value has a sharding.

use std::rc::Rc;

use partita_base::{Diagnostic, Diagnostics, Id, Interrupt, Symbol, code};
use partita_cost::Hardware;
use partita_hlo::rules::{Compat, RuleOptions};
use partita_ir::{
    Attr, AttrId, BlockId, Definition, Loc, LocId, Module, NewOp, OpCode, OpId, RegionId, ResultShardingAttr,
    Type, TypeId, Value, ValueId, names,
};
use partita_mesh::axis_list::shard_count;
use partita_mesh::{MeshId, Meshes};
use partita_place::{Abilities, Factors};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::cause::Cause;
use crate::choose::{Chooser, Ruled, Surroundings};
use crate::emit::Emitter;
use crate::local_layout::{Axes, LocalLayout, Shape, SharedLayout, can_join};
use crate::local_values::{FreeValue, LocalValues, shape_and_bits};
use crate::manual::manual_axes_of_functions;
use crate::ops::{How, SAME, Written, op_row};
use crate::partition::LocalizeOptions;
use crate::planner::Planner;
use crate::sums::{SumRecord, SumSchedule, TakenSums};

/// The layouts of a function's arguments and results.
#[derive(Clone, Debug, Default)]
pub(crate) struct Signature {
    pub(crate) inputs: Vec<LocalLayout>,
    pub(crate) results: Vec<LocalLayout>,
}

/// How many ops of a block are written between two questions whether the result is still wanted.
const OPS_PER_QUESTION: usize = 32;

/// Writes the local program.
pub(crate) struct Localizer<'m> {
    /// The global program.
    pub(crate) module: &'m Module,
    pub(crate) emit: Emitter,
    pub(crate) values: LocalValues,
    pub(crate) planner: Planner,
    pub(crate) warnings: Diagnostics,
    /// The mesh of values without a sharding.
    pub(crate) mesh: MeshId,
    pub(crate) signatures: FxHashMap<Symbol, Signature>,
    /// The locations of the calls whose bodies are being inlined, outermost first.
    pub(crate) call_sites: Vec<LocId>,
    pub(crate) chooser: Chooser<'m>,
    /// The layouts of results by the list of shardings, the place in it, and the type. Layers repeat.
    targets: FxHashMap<(Option<AttrId>, u32, TypeId), SharedLayout>,
    /// How many ops of the global program have been written. A function that is inlined twice is written twice.
    pub(crate) visit: usize,
    /// What is known about partial sums when the program is written for the first time.
    pub(crate) record: SumRecord,
    /// Where sums are finished, if the program is written again.
    pub(crate) schedule: Option<SumSchedule>,
    interrupt: Interrupt<'m>,
}

impl<'m> Localizer<'m> {
    /// Creates an empty local program with the attributes of the global one.
    pub(crate) fn new(
        module: &'m Module,
        meshes: Meshes,
        mesh: MeshId,
        options: &LocalizeOptions<'m>,
    ) -> Self {
        let mut out = Module::new(module.context.clone());
        out.source = module.source.clone();
        out.resources = module.resources.clone();
        let top = out.top();
        out.op_mut(top).attrs = module.op(module.top()).attrs.clone();
        out.op_mut(top).loc = module.op(module.top()).loc;
        let links = options.links(&meshes, mesh);
        let hardware = links.map_or_else(Hardware::counting_bytes, Hardware::with_links);
        let planner = Planner::new(hardware);
        let interrupt = options.interrupt;
        let options = RuleOptions::default().conservative(false).compat(Compat::Full).user(options.user);
        let mut emit = Emitter::new(out, meshes, has_long_dims(module));
        emit.reserve_channels(highest_channel(module));
        Self {
            module,
            emit,
            values: LocalValues::new(module),
            planner,
            warnings: Diagnostics::default(),
            mesh,
            signatures: FxHashMap::default(),
            call_sites: Vec::new(),
            chooser: Chooser::new(options),
            targets: FxHashMap::default(),
            visit: 0,
            record: SumRecord::default(),
            schedule: None,
            interrupt,
        }
    }

    /// The layout that a sharding in the program describes; replicated if there is none.
    pub(crate) fn layout_of(
        &mut self,
        spec: Option<&partita_mesh::spec::ShardingSpec>,
        ty: TypeId,
    ) -> LocalLayout {
        let rank = self.module.context.tensor(ty).map_or(0, |tensor| tensor.rank());
        let replicated = LocalLayout::replicated(self.mesh, rank);
        let Some(spec) = spec else { return replicated };
        let resolved = self.module.resolve_sharding(&mut self.emit.meshes, spec, ty);
        match resolved {
            Some(sharding) if self.emit.mesh(sharding.mesh()).axes().is_empty() => replicated,
            Some(sharding) => LocalLayout::from_sharding(&sharding, rank),
            None => replicated,
        }
    }

    /// The layout that a value is wanted in, from its sharding.
    pub(crate) fn target(&mut self, value: ValueId) -> SharedLayout {
        let Value { ty, definition, .. } = *self.module.value(value);
        let listed = match definition {
            Definition::Result { op, index } => {
                let data = self.module.op(op);
                match data.name.result_sharding_attr() {
                    ResultShardingAttr::List(name) => Some((data.attr(name), index, ty)),
                    _ => None,
                }
            }
            _ => None,
        };
        if let Some(known) = listed.and_then(|key| self.targets.get(&key)) {
            return known.clone();
        }
        let spec = partita_hlo::sharding_of(self.module, value);
        let layout = self.layout_of(spec.as_ref(), ty);
        let layout = self.values.share(layout);
        self.targets.extend(listed.map(|key| (key, layout.clone())));
        layout
    }

    /// The type on one device of a global value in a layout.
    pub(crate) fn local_type(&mut self, ty: TypeId, layout: &LocalLayout) -> TypeId {
        let Type::Tensor(tensor) = self.module.context.type_of(ty) else { return ty };
        let Some(shape) = tensor.static_shape() else { return ty };
        let local = layout.local_shape(&shape);
        if local[..] == shape[..] {
            return ty;
        }
        let element = tensor.element;
        self.emit.tensor(&local, element)
    }

    /// The layout that a value is wanted in, with nothing left to combine.
    pub(crate) fn settled(&mut self, value: ValueId) -> LocalLayout {
        self.target(value).combined()
    }

    /// The layout in which every device holds the entire value.
    pub(crate) fn replicated(&self, value: ValueId) -> LocalLayout {
        LocalLayout::replicated(self.mesh, self.shape(value).len())
    }

    /// The global shape of a value.
    pub(crate) fn shape(&self, value: ValueId) -> Shape {
        shape_and_bits(self.module, value).0
    }

    /// The local value that holds a global value in a layout, resharded if necessary.
    pub(crate) fn demand(&mut self, value: ValueId, layout: &LocalLayout) -> ValueId {
        self.values.demand(&mut self.emit, &mut self.planner, self.module, value, layout)
    }

    /// The local value that holds an entire global value on every device.
    pub(crate) fn demand_replicated(&mut self, value: ValueId) -> ValueId {
        let layout = self.replicated(value);
        self.demand(value, &layout)
    }

    /// Records that a local value holds a global one. Partial values are combined right away unless they are
    /// wanted partial.
    pub(crate) fn define(&mut self, value: ValueId, layout: LocalLayout, local: ValueId) {
        let target = (!layout.partial.is_empty()).then(|| self.target(value));
        let unwanted =
            target.filter(|target| layout.partial.iter().any(|axis| !target.partial.contains(axis)));
        self.values.define(&self.emit, value, layout, local);
        if let Some(target) = unwanted {
            let local = self.demand(value, &target);
            self.values.define_shared(&self.emit, value, target, local);
        }
    }

    /// The local value that holds a global value in a layout, for an op that keeps partial sums.
    pub(crate) fn keep(&mut self, value: ValueId, layout: &LocalLayout) -> ValueId {
        self.values.reshard(&mut self.emit, &mut self.planner, self.module, value, layout)
    }

    /// Warns about operands that must be gathered for an op, if there are any.
    pub(crate) fn warn_gathered(&mut self, op: OpId, cause: &str) {
        let data = self.module.op(op);
        let is_sharded = |value: &ValueId| {
            !self.values.is_free(*value) && self.values.layouts(*value).all(|layout| !layout.is_replicated())
        };
        // A value that is used twice is gathered once.
        let mut gathered: Vec<ValueId> = data.operands.iter().copied().filter(is_sharded).collect();
        gathered.sort_unstable();
        gathered.dedup();
        if gathered.is_empty() {
            return;
        }
        let bits = gathered.iter().fold(0u64, |all, &value| {
            let (shape, bits) = shape_and_bits(self.module, value);
            all.saturating_add(shape.iter().fold(bits, |bits, &size| bits.saturating_mul(size)))
        });
        let mut name = self.module.op_name(op).to_string();
        if let Some(Attr::String(target)) =
            self.module.context.find_symbol("call_target_name").and_then(|name| self.module.attr(op, name))
        {
            name = format!("{name} @{}", String::from_utf8_lossy(target));
        }
        let message = format!("`{name}` gathers {} bytes on every device: {cause}", bits.div_ceil(8));
        self.warnings.push(Diagnostic::warning(code::GATHERED, data.span, message));
    }

    /// Writes all functions of the module.
    pub(crate) fn module(&mut self) -> Result<(), Diagnostics> {
        let functions: Vec<OpId> = self.module.functions().collect();
        for &function in &functions {
            let signature = self.signature(function);
            if let Some(name) = self.module.symbol_of(function) {
                self.signatures.insert(name, signature);
            }
        }
        let manual = manual_axes_of_functions(self.module);
        for function in functions {
            let name = self.module.symbol_of(function);
            let axes = name.and_then(|name| manual.get(&name)).map_or(&[][..], Vec::as_slice);
            let reserved = self.planner.reserve(axes);
            self.function(function)?;
            self.planner.restore(reserved);
        }
        self.check_plans()
    }

    /// Rejects a module with a reshard that cannot be planned.
    fn check_plans(&self) -> Result<(), Diagnostics> {
        let span = self.module.op(self.module.top()).span;
        let mut diagnostics = Diagnostics::default();
        if self.planner.used_reserved_axes {
            let message = "a manual computation shards tensors over a mesh other than its own";
            let help = "use one mesh for all shardings of a manual computation";
            diagnostics.push(Diagnostic::error(code::NOT_PARTITIONED, span, message).help(help));
        }
        if self.planner.exceeded_limit {
            let message =
                "a tensor is too large to be resharded: padded to full shards, it has more than 2^60 bytes";
            let help = "shard small dimensions over fewer devices";
            diagnostics.push(Diagnostic::error(code::RESHARD_TOO_LARGE, span, message).help(help));
        }
        if diagnostics.is_empty() { Ok(()) } else { Err(diagnostics) }
    }

    fn signature(&mut self, function: OpId) -> Signature {
        let (inputs, results) = self.module.func_type(function);
        let mut layouts = |lists: Symbol, types: &[TypeId]| -> Vec<LocalLayout> {
            let each = types.iter().enumerate();
            each.map(|(index, &ty)| {
                let spec = self.module.func_sharding(function, lists, index);
                self.layout_of(spec, ty)
            })
            .collect()
        };
        Signature { inputs: layouts(names::ARG_ATTRS, inputs), results: layouts(names::RES_ATTRS, results) }
    }

    fn function(&mut self, function: OpId) -> Result<(), Diagnostics> {
        let signature = self.signature(function);
        let (inputs, results) = self.module.func_type(function);
        let local = |this: &mut Self, types: &[TypeId], layouts: &[LocalLayout]| -> Vec<TypeId> {
            types.iter().zip(layouts).map(|(&ty, layout)| this.local_type(ty, layout)).collect()
        };
        let inputs = local(self, inputs, &signature.inputs);
        let results = local(self, results, &signature.results);
        let ty = Type::Function { inputs: inputs.clone().into(), results: results.into() };
        let ty = self.emit.out.context.ty(ty);
        let ty = self.emit.out.context.attr(Attr::Type(ty));
        let old = self.module.op(function);
        let mut attrs: SmallVec<[(Symbol, AttrId); 2]> = SmallVec::new();
        for &(name, attr) in &old.attrs {
            let attr = match name {
                names::FUNCTION_TYPE => ty,
                names::ARG_ATTRS | names::RES_ATTRS => match self.without_shardings(attr) {
                    Some(attr) => attr,
                    None => continue,
                },
                _ => attr,
            };
            attrs.push((name, attr));
        }
        let new = self.emit.out.create_op(NewOp {
            name: old.name,
            operands: SmallVec::new(),
            result_types: &[],
            attrs,
            loc: old.loc,
            span: old.span,
        });
        let body = self.emit.out.body();
        self.emit.out.append(body, new);
        for &region in &old.regions {
            let target = self.emit.out.add_region(new);
            let Some(&block) = self.module.region(region).blocks.first() else { continue };
            let arguments = self.module.block(block).args.clone();
            let layouts: Vec<(ValueId, LocalLayout)> =
                arguments.into_iter().zip(signature.inputs.clone()).collect();
            self.block(block, target, &layouts, &signature.results)?;
        }
        Ok(())
    }

    /// Argument or result dictionaries without sharding attributes; `None` if nothing is left.
    fn without_shardings(&mut self, lists: AttrId) -> Option<AttrId> {
        let Attr::Array(dicts) = self.module.context.attr_of(lists) else { return Some(lists) };
        let mut any = false;
        let mut kept = Vec::new();
        for &dict in dicts {
            let Attr::Dict(entries) = self.module.context.attr_of(dict) else { return Some(lists) };
            let entries: Vec<_> = entries
                .iter()
                .copied()
                .filter(|(name, _)| !is_about_sharding(self.module.context.text(*name)))
                .collect();
            any |= !entries.is_empty();
            kept.push(self.emit.out.context.attr(Attr::Dict(entries.into())));
        }
        any.then(|| self.emit.out.context.attr(Attr::Array(kept.into())))
    }

    /// Writes a block whose arguments and returned values have these layouts.
    pub(crate) fn block(
        &mut self,
        block: BlockId,
        region: RegionId,
        arguments: &[(ValueId, LocalLayout)],
        returned: &[LocalLayout],
    ) -> Result<(), Diagnostics> {
        let new = self.emit.out.add_block(region, self.module.block(block).span);
        let outer = std::mem::replace(&mut self.emit.block, new);
        for (argument, layout) in arguments {
            let value = self.module.value(*argument);
            let ty = self.local_type(value.ty, layout);
            let local = self.emit.out.add_arg(new, ty, value.span, value.loc);
            self.values.define(&self.emit, *argument, layout.clone(), local);
        }
        let ops = &self.module.block(block).ops;
        for (index, &op) in ops.iter().enumerate() {
            if index % OPS_PER_QUESTION == 0 && self.interrupt.is_requested() {
                let mut found = Diagnostics::default();
                let message = "partitioning was interrupted";
                found.push(Diagnostic::error(code::TIME_LIMIT, self.module.op(op).span, message));
                return Err(found);
            }
            if index + 1 == ops.len() {
                self.start(op);
                let operands: Vec<ValueId> = (self.module.op(op).operands.iter())
                    .zip(returned)
                    .map(|(&value, layout)| self.return_value(op, value, layout))
                    .collect();
                self.copy_op(op, &operands, &[]);
            } else {
                self.op(op)?;
            }
        }
        self.emit.block = outer;
        Ok(())
    }

    /// From here on, ops are emitted because of this op.
    pub(crate) fn start(&mut self, op: OpId) {
        let data = self.module.op(op);
        (self.emit.loc, self.emit.span) = (self.located(data.loc), data.span);
        self.emit.cause = Cause::of_op(data.name.code());
    }

    /// A location of the global program with the calls around it, if it has no file position of its own.
    fn located(&mut self, loc: LocId) -> LocId {
        let context = &mut self.emit.out.context;
        let mut calls = self.call_sites.iter().rev();
        let mut found = loc;
        while context.file_position(found).is_none()
            && let Some(&caller) = calls.next()
        {
            found = context.loc(Loc::CallSite { callee: found, caller });
        }
        found
    }

    /// A value that an op returns, in a layout.
    fn return_value(&mut self, op: OpId, value: ValueId, layout: &LocalLayout) -> ValueId {
        if self.emit.cause == Cause::ResultSharding {
            let shape = self.shape(value);
            let is_indivisible = |from: &LocalLayout| {
                let mut dims = from.dims.iter().zip(&layout.dims).zip(&shape);
                dims.any(|((from, to), size)| {
                    shard_count(from) > shard_count(to) && !size.is_multiple_of(shard_count(from))
                })
            };
            let indivisible = self.values.layouts(value).next().is_some_and(is_indivisible);
            let is_entry = self.module.parent(op) == self.module.entry_function();
            self.emit.cause = match (is_entry, indivisible) {
                (false, _) => Cause::Conflict,
                (true, true) => Cause::Indivisible,
                (true, false) => Cause::ResultSharding,
            };
            let returned = self.demand(value, layout);
            self.emit.cause = Cause::ResultSharding;
            return returned;
        }
        self.demand(value, layout)
    }

    /// Writes the local ops of a global op.
    pub(crate) fn op(&mut self, op: OpId) -> Result<(), Diagnostics> {
        self.visit += 1;
        self.start(op);
        let Some(code) = self.module.op(op).name.code() else {
            self.by_rule(op, SAME);
            return Ok(());
        };
        match op_row(code) {
            How::Own(write) => write(self, op),
            how => {
                self.by_rule(op, how);
                Ok(())
            }
        }
    }

    /// Writes an op by its factor rule, or on replicated tensors if it has none.
    pub(crate) fn by_rule(&mut self, op: OpId, how: How) {
        let (How::Same(abilities) | How::Rule(abilities, _, _)) = how else { unreachable!("handled before") };
        let Some(ruled) = self.chooser.factors_of(self.module, op, how) else {
            return self.run_replicated(op, "it has no factor rule");
        };
        let data = self.module.op(op);
        let tensors = data.operands.iter().copied().chain(data.results());
        let facts: SmallVec<[(Shape, u64); 4]> =
            tensors.map(|value| shape_and_bits(self.module, value)).collect();
        if facts.iter().any(|(shape, _)| shape.contains(&0)) {
            return self.without_elements(op);
        }
        let targets: SmallVec<[SharedLayout; 2]> = data.results().map(|value| self.target(value)).collect();
        let (mesh, assignment) = self.choose_axes(op, &ruled, abilities, (&facts, &targets));
        let factors = &*ruled.factors;
        let passed = self.passes_partial(op, &targets, &assignment).then(|| &*targets[0]);
        let placed = PlacedFactors { factors: &ruled.factors, assignment: &assignment, mesh };
        let linear = self.record_op(op, &targets, placed);
        let (assignment, taken) = match &self.schedule {
            Some(schedule) => schedule.taken(self.visit, factors, assignment),
            None => (assignment, Vec::new()),
        };
        let placed = PlacedFactors { factors: &ruled.factors, assignment: &assignment, mesh };
        let partial = PartialValues { passed, taken: &taken, is_linear: linear.is_some() };
        let operands = self.read_operands(op, &placed, &partial);
        let results: Vec<LocalLayout> =
            (0..data.result_count()).map(|index| partial.result_layout(&placed, index)).collect();
        self.emit.cause = Cause::of_op(data.name.code());
        let written = match how {
            How::Same(_) => self.same(op, &operands, &results),
            How::Rule(_, _, write) => {
                let placed = PlacedOp {
                    op,
                    factors,
                    assignment: &assignment,
                    mesh,
                    operands: &operands,
                    results: &results,
                };
                write(self, &placed)
            }
            How::Own(_) => unreachable!("handled before"),
        };
        for (index, (result, (local, layout))) in data.results().zip(written).enumerate() {
            self.define_sum(index, result, layout, local, linear.as_deref().unwrap_or_default());
        }
    }

    /// The axes of the factors of an op and their mesh: those of the first writing of the program, or the cheapest.
    fn choose_axes(
        &mut self,
        op: OpId,
        ruled: &Ruled,
        abilities: Abilities,
        (facts, targets): (&[(Shape, u64)], &[SharedLayout]),
    ) -> (MeshId, Rc<Vec<Axes>>) {
        if let Some(known) = self.schedule.as_ref().and_then(|schedule| schedule.choice(self.visit)) {
            return known;
        }
        let mesh = self.choose_mesh(op, targets);
        let (module, values) = (self.module, &self.values);
        let around = Surroundings { module, values, op, facts, targets, mesh };
        let choice = self.chooser.choose(ruled, abilities, &around, &mut self.planner, &self.emit.meshes);
        (mesh, choice)
    }

    /// The operands of an op, resharded to the layouts that follow from its factors.
    fn read_operands(
        &mut self,
        op: OpId,
        placed: &PlacedFactors<'_>,
        partial: &PartialValues<'_>,
    ) -> Vec<(ValueId, LocalLayout)> {
        let &PlacedFactors { factors, assignment, .. } = placed;
        let taken: FxHashMap<usize, &TakenSums> =
            partial.taken.iter().map(|sums| (sums.operand, sums)).collect();
        let operands = self.module.op(op).operands.iter().enumerate().map(|(index, &operand)| {
            let mut layout = partial.layout(placed, index);
            self.emit.cause = self.operand_cause(op, (factors, assignment), index, &layout);
            if let Some(sums) = taken.get(&index) {
                // One that is complete is first resharded as if the op needed it so.
                if !sums.is_partial {
                    self.demand(operand, &layout);
                }
                layout.partial.clone_from(&sums.axes);
            }
            // A sum of an outer block is finished there.
            let is_kept = partial.is_linear && self.values.sum_in_block(&self.emit, operand).is_some();
            let local = if is_kept { self.keep(operand, &layout) } else { self.demand(operand, &layout) };
            (local, layout)
        });
        operands.collect()
    }

    /// The reason for resharding an operand of an op.
    fn operand_cause(
        &self,
        op: OpId,
        factors: (&Factors, &[Axes]),
        index: usize,
        layout: &LocalLayout,
    ) -> Cause {
        let data = self.module.op(op);
        let Some(from) = self.values.layouts(data.operands[index]).next() else { return Cause::Conflict };
        Cause::of_operand(data.name.code(), factors, index, [from, layout])
    }

    /// Whether an op only moves partial elements, and its result is wanted partial along the same axes.
    fn passes_partial(&self, op: OpId, targets: &[SharedLayout], assignment: &[Axes]) -> bool {
        let data = self.module.op(op);
        let moves = matches!(data.name.code(), Some(OpCode::Transpose | OpCode::Reshape));
        let ([target], [operand]) = (targets, &data.operands[..]) else { return false };
        let same =
            |layout: &LocalLayout| layout.partial == target.partial && layout.combiner == target.combiner;
        let is_left = |axis: &partita_mesh::AxisRef| can_join(*axis, assignment.iter().flatten());
        moves
            && !target.partial.is_empty()
            && target.partial.iter().all(is_left)
            && self.values.layouts(*operand).any(same)
    }

    /// Writes an op that has an operand or result without elements.
    fn without_elements(&mut self, op: OpId) {
        let data = self.module.op(op);
        let is_empty = |value: ValueId| shape_and_bits(self.module, value).0.contains(&0);
        let code = data.name.code();
        let known = !matches!(code, None | Some(OpCode::CustomCall | OpCode::RngBitGenerator));
        if known && data.results().all(is_empty) {
            for result in data.results() {
                let bytes = vec![0; shape_and_bits(self.module, result).1.div_ceil(8) as usize];
                self.values.define_free(&self.emit, result, FreeValue::Splat(bytes.into()));
            }
            return;
        }
        let mut operands = data.operands.iter().filter(|&&operand| !is_empty(operand));
        if code == Some(OpCode::Concatenate)
            && let (Some(&only), None) = (operands.next(), operands.next())
        {
            return self.values.alias(data.result(0), only);
        }
        self.run_replicated(op, "it has no elements");
    }

    /// The mesh that an op is computed on: that of a sharded result, else of the first sharded operand.
    fn choose_mesh(&self, op: OpId, targets: &[SharedLayout]) -> MeshId {
        let placed = targets.iter().find(|layout| !layout.is_replicated());
        let operands = || {
            let operands = self.module.op(op).operands.iter();
            operands
                .flat_map(|&operand| self.values.shared_layouts(operand))
                .find(|layout| !layout.is_replicated())
        };
        placed.or_else(operands).map_or(self.mesh, |layout| layout.mesh)
    }

    /// Writes an op on replicated tensors, and warns about what this gathers.
    pub(crate) fn run_replicated(&mut self, op: OpId, cause: &str) {
        let data = self.module.op(op);
        self.warn_gathered(op, cause);
        self.emit.cause = Cause::NoRule;
        let operands: Vec<ValueId> =
            data.operands.iter().map(|&operand| self.demand_replicated(operand)).collect();
        let types: Vec<TypeId> = data.results().map(|result| self.module.type_of(result)).collect();
        let new = self.copy_op(op, &operands, &types);
        for (index, result) in data.results().enumerate() {
            let layout = self.replicated(result);
            let local = self.emit.out.op(new).result(index);
            self.define(result, layout, local);
        }
    }

    /// Writes the op itself, on local shapes.
    pub(crate) fn same(
        &mut self,
        op: OpId,
        operands: &[(ValueId, LocalLayout)],
        results: &[LocalLayout],
    ) -> Written {
        let operands: Vec<ValueId> = operands.iter().map(|(value, _)| *value).collect();
        let types: Vec<TypeId> = self
            .module
            .op(op)
            .results()
            .zip(results)
            .map(|(result, layout)| self.local_type(self.module.type_of(result), layout))
            .collect();
        let new = self.copy_op(op, &operands, &types);
        self.emit.out.op(new).results().zip(results.iter().cloned()).collect()
    }

    /// Copies an op with other operands and result types. Its regions are copied unchanged; sharding attributes
    /// are dropped.
    pub(crate) fn copy_op(&mut self, op: OpId, operands: &[ValueId], types: &[TypeId]) -> OpId {
        let new = self.create_copy(op, operands, types);
        for &region in &self.module.op(op).regions {
            self.copy_region(region, new);
        }
        self.emit.out.append(self.emit.block, new);
        new
    }

    /// Like [`Localizer::copy_op`], but detached and without regions.
    pub(crate) fn create_copy(&mut self, op: OpId, operands: &[ValueId], types: &[TypeId]) -> OpId {
        let data = self.module.op(op);
        let attrs = data
            .attrs
            .iter()
            .copied()
            .filter(|(name, _)| !is_about_sharding(self.module.context.text(*name)))
            .collect();
        let loc = self.located(data.loc);
        let new = self.emit.out.create_op(NewOp {
            name: data.name,
            operands: operands.into(),
            result_types: types,
            attrs,
            loc,
            span: data.span,
        });
        self.emit.out.op_mut(new).properties = data.properties;
        new
    }

    /// Copies a region whose ops work on scalars, such as the body of a reduction.
    pub(crate) fn copy_region(&mut self, region: RegionId, new: OpId) {
        let target = self.emit.out.add_region(new);
        for &block in &self.module.region(region).blocks {
            let copy = self.emit.out.add_block(target, self.module.block(block).span);
            let outer = std::mem::replace(&mut self.emit.block, copy);
            for &argument in &self.module.block(block).args {
                let value = self.module.value(argument);
                let local = self.emit.out.add_arg(copy, value.ty, value.span, value.loc);
                let layout = self.replicated(argument);
                self.values.define(&self.emit, argument, layout, local);
            }
            for &op in &self.module.block(block).ops {
                self.copy_inner(op);
            }
            self.emit.block = outer;
        }
    }

    /// Copies an op of such a region. Ops that only describe the sharding of scalars are dropped.
    fn copy_inner(&mut self, op: OpId) {
        let data = self.module.op(op);
        match data.name.code() {
            Some(OpCode::SdyShardingGroup) => {}
            Some(OpCode::SdyManualComputation) => self.copy_manual_body(op),
            Some(code) if code.kind().is_identity() => {
                data.results().for_each(|result| self.values.alias(result, data.operands[0]));
            }
            _ => {
                let operands: Vec<ValueId> =
                    data.operands.iter().map(|&value| self.demand_replicated(value)).collect();
                let types: Vec<TypeId> = data.results().map(|result| self.module.type_of(result)).collect();
                let new = self.copy_op(op, &operands, &types);
                for (index, result) in data.results().enumerate() {
                    let layout = self.replicated(result);
                    let local = self.emit.out.op(new).result(index);
                    self.values.define(&self.emit, result, layout, local);
                }
            }
        }
    }

    /// Copies the body of a manual computation in place of the op: scalars are replicated, so the types of
    /// arguments and results are the same.
    fn copy_manual_body(&mut self, op: OpId) {
        let data = self.module.op(op);
        let blocks = data.regions.iter().flat_map(|&region| &self.module.region(region).blocks);
        for block in blocks.map(|&block| self.module.block(block)) {
            let Some((&last, body)) = block.ops.split_last() else { continue };
            block
                .args
                .iter()
                .zip(&data.operands)
                .for_each(|(&arg, &operand)| self.values.alias(arg, operand));
            body.iter().for_each(|&inner| self.copy_inner(inner));
            let returned = &self.module.op(last).operands;
            data.results().zip(returned).for_each(|(result, &value)| self.values.alias(result, value));
        }
    }
}

/// The axes chosen for the factors of an op.
pub(crate) struct PlacedFactors<'a> {
    pub(crate) factors: &'a Rc<Factors>,
    pub(crate) assignment: &'a Rc<Vec<Axes>>,
    pub(crate) mesh: MeshId,
}

/// The partial values around an op.
struct PartialValues<'a> {
    /// The layout of its result, if the op only moves elements that are partial and stay so.
    passed: Option<&'a LocalLayout>,
    /// The operands that the schedule leaves partial.
    taken: &'a [TakenSums],
    /// Whether the op keeps partial sums of some operand.
    is_linear: bool,
}

impl PartialValues<'_> {
    /// The layout of an operand or result that follows from the factors, operands first.
    fn layout(&self, placed: &PlacedFactors<'_>, tensor: usize) -> LocalLayout {
        let &PlacedFactors { factors, assignment, mesh } = placed;
        let mut layout = LocalLayout::placed(mesh, factors.layout(tensor, assignment));
        if let Some(passed) = self.passed {
            (layout.partial, layout.combiner) = (passed.partial.clone(), passed.combiner);
        }
        layout
    }

    /// The layout of a result, which is partial where operands are.
    fn result_layout(&self, placed: &PlacedFactors<'_>, index: usize) -> LocalLayout {
        let mut layout = self.layout(placed, placed.factors.operands + index);
        for axis in self.taken.iter().flat_map(|sums| &sums.axes) {
            if !layout.partial.contains(axis) {
                layout.partial.push(*axis);
            }
        }
        layout.partial.sort_unstable();
        layout
    }
}

/// An op with the axes chosen for its factors, and its operands in the layouts that follow.
pub(crate) struct PlacedOp<'a> {
    pub(crate) op: OpId,
    pub(crate) factors: &'a Factors,
    pub(crate) assignment: &'a [Axes],
    pub(crate) mesh: MeshId,
    /// Local operands and their layouts.
    pub(crate) operands: &'a [(ValueId, LocalLayout)],
    /// The layouts of the results that follow from the factors, partial axes included.
    pub(crate) results: &'a [LocalLayout],
}

/// Whether an attribute of this name only describes a sharding.
fn is_about_sharding(name: &str) -> bool {
    name.starts_with("sdy.") || name == "mhlo.sharding"
}

/// Whether a dimension is too long for 32-bit indices. The limit of 2^29 leaves room for what is added to an
/// index, such as padding and block offsets.
fn has_long_dims(module: &Module) -> bool {
    let is_long = |value: ValueId| shape_and_bits(module, value).0.iter().any(|&size| size > 1 << 29);
    (0..module.value_count()).any(|index| is_long(ValueId::from_index(index)))
}

/// The highest channel that collectives in the global program use.
fn highest_channel(module: &Module) -> i64 {
    let ops = module.walk(module.top());
    let channels = ops.iter().filter_map(|&op| crate::ops::view::record_attr(module, op, "channel_handle"));
    channels.map(|channel| channel.int("handle")).max().unwrap_or(0)
}
