//! Reading and writing the shardings of a module's values.
//!
//! A value's sharding is in one of several places: in the dictionary of a function's argument or
//! result, in `sdy.sharding` of the op that defines it, or in an inherent attribute of an sdy op. A value of
//! a region has the sharding of the op that owns the data-flow edge it is a target of.

use std::borrow::Cow;

use partita_base::{Id, Symbol};
use partita_ir::{
    Attr, AttrId, Definition, Dim, Module, OpCode, OpId, RegionId, Replacements, ResultShardingAttr, SdyAttr,
    Type, TypeId, ValueId, names,
};
use partita_mesh::axis_list::shard_count;
use partita_mesh::spec::{AxisSpec, DimSpec, MeshOrRef, Openness, ShardingSpec};
use partita_mesh::{AxisRef, Mesh, Meshes};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// The code of an op; `None` for an op that is not in the table.
pub(super) fn op_code(module: &Module, op: OpId) -> Option<OpCode> {
    module.code(op)
}

/// The sharding that an attribute of an op holds.
pub(super) fn sharding_in_attr(module: &Module, op: OpId, name: Symbol) -> Option<&ShardingSpec> {
    match module.sdy_attr(op, name)? {
        SdyAttr::Sharding(spec) => Some(spec),
        _ => None,
    }
}

/// The list of shardings that an attribute of an op holds; empty when there is none.
pub(super) fn shardings_in_attr(module: &Module, op: OpId, name: Symbol) -> &[ShardingSpec] {
    module.sharding_list(op, name)
}

/// The shardings that an attribute lists; none when it is not a list of shardings.
pub(super) fn shardings_of_list(module: &Module, attr: AttrId) -> &[ShardingSpec] {
    match module.context.attr_of(attr) {
        Attr::Sdy(sdy) => match &**sdy {
            SdyAttr::ShardingPerValue(specs) => specs,
            _ => &[],
        },
        _ => &[],
    }
}

/// Attributes of shardings derived from other such attributes, each derived once: programs have few distinct ones.
#[derive(Default)]
pub(super) struct ListAttrs {
    filled: FxHashMap<Members, Option<AttrId>>,
    singles: FxHashMap<(AttrId, usize), Option<AttrId>>,
    dicts: FxHashMap<(AttrId, usize), Option<AttrId>>,
}

/// The sharding of each of some values, where it has one, and the value's type.
pub(super) type Members = SmallVec<[(Option<AttrId>, TypeId); 4]>;

impl ListAttrs {
    /// The attribute that lists shardings of values; values without one are open. `None` when all are without.
    pub(super) fn filled(&mut self, module: &mut Module, members: Members) -> Option<AttrId> {
        if let Some(&known) = self.filled.get(&members) {
            return known;
        }
        let specs = members.iter().map(|(attr, _)| module.sharding_spec((*attr)?).cloned()).collect();
        let types: Vec<TypeId> = members.iter().map(|(_, ty)| *ty).collect();
        let attr = fill_open(module, specs, &types).map(|specs| list_attr(module, specs));
        self.filled.insert(members, attr);
        attr
    }

    /// The attribute of one of the shardings that another attribute lists.
    pub(super) fn single(&mut self, module: &mut Module, list: AttrId, index: usize) -> Option<AttrId> {
        *self.singles.entry((list, index)).or_insert_with(|| {
            let spec = shardings_of_list(module, list).get(index).cloned()?;
            Some(single_attr(module, spec))
        })
    }

    /// The dictionaries of a function whose first `count` arguments have the shardings that an attribute lists, and
    /// nothing else. `None` when it lists none.
    pub(super) fn func_dicts(&mut self, module: &mut Module, list: AttrId, count: usize) -> Option<AttrId> {
        if let Some(&known) = self.dicts.get(&(list, count)) {
            return known;
        }
        let attrs: Vec<Option<AttrId>> = (0..count).map(|index| self.single(module, list, index)).collect();
        let dict = |attr: &Option<AttrId>| {
            let entries = attr.iter().map(|&attr| (names::SDY_SHARDING, attr)).collect();
            module.context.attr(Attr::Dict(entries))
        };
        let dicts = attrs.iter().map(dict).collect();
        let any = attrs.iter().any(Option::is_some);
        let made = any.then(|| module.context.attr(Attr::Array(dicts)));
        self.dicts.insert((list, count), made);
        made
    }

    /// The attribute of the sharding of a value.
    pub(super) fn of_value(&mut self, module: &mut Module, value: ValueId) -> Option<AttrId> {
        if let Definition::Result { op, index } = module.value(value).definition
            && let ResultShardingAttr::List(name) = module.op(op).name.result_sharding_attr()
        {
            let list = module.op(op).attr(name)?;
            return self.single(module, list, index as usize);
        }
        let spec = of_value(module, value)?;
        Some(single_attr(module, spec))
    }
}

/// Interns a list of shardings.
pub(crate) fn list_attr(module: &mut Module, specs: Vec<ShardingSpec>) -> AttrId {
    module.context.attr(Attr::Sdy(Box::new(SdyAttr::ShardingPerValue(specs))))
}

/// Interns a sharding.
pub(crate) fn single_attr(module: &mut Module, spec: ShardingSpec) -> AttrId {
    module.context.attr(Attr::Sdy(Box::new(SdyAttr::Sharding(spec))))
}

/// The manual axes of a manual computation.
pub(crate) fn manual_axes(module: &Module, op: OpId) -> &[Box<str>] {
    match module.sdy_attr(op, names::MANUAL_AXES) {
        Some(SdyAttr::ManualAxes(axes)) => axes,
        _ => &[],
    }
}

/// The sharding of a value, in whichever attribute it is.
pub fn of_value(module: &Module, value: ValueId) -> Option<ShardingSpec> {
    match module.value(value).definition {
        Definition::Result { op, index } => module.result_sharding(op, index as usize).cloned(),
        Definition::Argument { block, index } => {
            of_argument(module, module.block(block).region, index as usize)
        }
    }
}

/// The sharding of an argument of a region's first block.
fn of_argument(module: &Module, region: RegionId, index: usize) -> Option<ShardingSpec> {
    let op = module.region(region).op;
    match op_code(module, op) {
        Some(OpCode::FuncFunc) => module.func_sharding(op, names::ARG_ATTRS, index).cloned(),
        Some(OpCode::While) => module.result_shardings(op).get(index).cloned(),
        Some(OpCode::SdyNamedComputation) => {
            shardings_in_attr(module, op, names::IN_SHARDINGS).get(index).cloned()
        }
        Some(OpCode::SdyManualComputation) => {
            let outer = shardings_in_attr(module, op, names::IN_SHARDINGS).get(index)?;
            Some(without_axes(outer, manual_axes(module, op)))
        }
        _ => None,
    }
}

/// A sharding as seen by code that is local along some axes.
pub(super) fn without_axes(spec: &ShardingSpec, manual: &[Box<str>]) -> ShardingSpec {
    let mut spec = spec.clone();
    let free = |axis: &AxisSpec| !manual.contains(&axis.name);
    for dim in &mut spec.dims {
        dim.axes.retain(free);
    }
    spec.replicated.retain(free);
    spec.unreduced.retain(free);
    spec
}

/// A sharding with some axes removed from its dimensions.
pub(super) fn without_axes_of_dims(spec: &ShardingSpec, manual: &[Box<str>]) -> ShardingSpec {
    let mut spec = spec.clone();
    for dim in &mut spec.dims {
        dim.axes.retain(|axis| !manual.contains(&axis.name));
    }
    spec
}

/// Adds to a sharding inside a manual computation the manual axes of the one outside.
pub(crate) fn add_manual_axes(spec: &mut ShardingSpec, outer: &ShardingSpec, manual: &[Box<str>]) {
    for (dim, outer) in spec.dims.iter_mut().zip(&outer.dims) {
        let local = outer.axes.iter().filter(|axis| manual.contains(&axis.name)).cloned();
        dim.axes = local.chain(std::mem::take(&mut dim.axes)).collect();
    }
    spec.replicated = outer.replicated.clone();
    spec.unreduced = outer.unreduced.clone();
    spec.reduction = outer.reduction;
}

/// The number of dimensions of a sharding of a value of this type.
pub(crate) fn sharding_rank(module: &Module, ty: TypeId) -> usize {
    module.context.tensor(ty).map_or(0, |tensor| tensor.rank())
}

/// The shape of a tensor type, if it is one of static shape.
pub(crate) fn static_shape(module: &Module, ty: TypeId) -> Option<Vec<u64>> {
    let Type::Tensor(tensor) = module.context.type_of(ty) else { return None };
    let size = |dim: &Dim| match dim {
        Dim::Static(size) => Some(*size),
        _ => None,
    };
    tensor.shape.iter().map(size).collect()
}

/// A sharding without axes for a value of this type.
pub(super) fn unsharded_spec(
    module: &Module,
    mesh: &MeshOrRef,
    ty: TypeId,
    openness: Openness,
) -> ShardingSpec {
    let dim = DimSpec { axes: Vec::new(), openness, priority: None };
    ShardingSpec {
        mesh: mesh.clone(),
        dims: vec![dim; sharding_rank(module, ty)],
        replicated: Vec::new(),
        unreduced: Vec::new(),
        reduction: partita_mesh::ReductionOp::Sum,
    }
}

/// Completes a list with open shardings on the mesh of the first one in it. `None` when there is
/// none.
pub(super) fn fill_open(
    module: &Module,
    shardings: Vec<Option<ShardingSpec>>,
    types: &[TypeId],
) -> Option<Vec<ShardingSpec>> {
    let mesh = shardings.iter().flatten().next()?.mesh.clone();
    let fill = |(spec, &ty): (Option<ShardingSpec>, &TypeId)| {
        spec.unwrap_or_else(|| unsharded_spec(module, &mesh, ty, Openness::Open))
    };
    Some(shardings.into_iter().zip(types).map(fill).collect())
}

/// The shardings of a function's arguments or results.
pub(super) fn of_func(module: &Module, func: OpId, lists: Symbol) -> Vec<Option<ShardingSpec>> {
    let (inputs, results) = module.func_type(func);
    let count = if lists == names::ARG_ATTRS { inputs.len() } else { results.len() };
    (0..count).map(|index| module.func_sharding(func, lists, index).cloned()).collect()
}

/// The shardings of a function's arguments or results where some have one on a mesh of several devices; the
/// others are open on the first such mesh.
pub(super) fn list_of_func(
    module: &Module,
    meshes: &Meshes,
    func: OpId,
    lists: Symbol,
) -> Option<Vec<ShardingSpec>> {
    let given = of_func(module, func, lists);
    let mesh = first_mesh(meshes, given.iter().flatten())?;
    let types = func_types(module, func, lists);
    let fill = |(spec, ty): (Option<ShardingSpec>, TypeId)| {
        spec.unwrap_or_else(|| unsharded_spec(module, &mesh, ty, Openness::Open))
    };
    Some(given.into_iter().zip(types).map(fill).collect())
}

/// The first mesh that is not maximal.
pub(super) fn first_mesh<'a>(
    meshes: &Meshes,
    mut shardings: impl Iterator<Item = &'a ShardingSpec>,
) -> Option<MeshOrRef> {
    let is_maximal = |mesh: &MeshOrRef| match mesh {
        MeshOrRef::Symbol(name) => meshes.find(name).is_some_and(|id| meshes.get(id).is_maximal()),
        MeshOrRef::Inline(spec) => spec.axes.is_empty() && !spec.device_ids.is_empty(),
    };
    shardings.find(|spec| !is_maximal(&spec.mesh)).map(|spec| spec.mesh.clone())
}

/// The types of a function's arguments or results.
pub(crate) fn func_types(module: &Module, func: OpId, lists: Symbol) -> Vec<TypeId> {
    let (inputs, results) = module.func_type(func);
    if lists == names::ARG_ATTRS { inputs.to_vec() } else { results.to_vec() }
}

/// Changes the dictionaries of a function's arguments or results, each in turn.
pub(crate) fn edit_func_dicts(
    module: &mut Module,
    func: OpId,
    lists: Symbol,
    mut edit: impl FnMut(&mut Module, usize, &mut Vec<(Symbol, AttrId)>),
) {
    let count = func_types(module, func, lists).len();
    let mut dicts = Vec::with_capacity(count);
    let mut any = false;
    for index in 0..count {
        let mut entries = module.value_attrs(func, lists, index).to_vec();
        edit(module, index, &mut entries);
        module.sort_attrs(&mut entries);
        any |= !entries.is_empty();
        dicts.push(module.context.attr(Attr::Dict(entries.into())));
    }
    if any {
        let attr = module.context.attr(Attr::Array(dicts.into()));
        module.set_attr(func, lists, attr);
    } else {
        module.remove_attr(func, lists);
    }
}

/// Sets the shardings of a function's arguments or results; `None` removes one.
pub(super) fn set_of_func(
    module: &mut Module,
    func: OpId,
    lists: Symbol,
    shardings: Vec<Option<ShardingSpec>>,
) {
    let attrs: Vec<Option<AttrId>> =
        shardings.into_iter().map(|spec| spec.map(|spec| single_attr(module, spec))).collect();
    set_attrs_of_func(module, func, lists, &attrs);
}

/// The same for shardings that are attributes already.
pub(super) fn set_attrs_of_func(module: &mut Module, func: OpId, lists: Symbol, attrs: &[Option<AttrId>]) {
    edit_func_dicts(module, func, lists, |_, index, entries| {
        entries.retain(|(name, _)| *name != names::SDY_SHARDING);
        let attr = attrs.get(index).copied().flatten();
        entries.extend(attr.map(|attr| (names::SDY_SHARDING, attr)));
    });
}

/// The number of shards of each dimension; `None` if the mesh or one of its axes is unknown.
pub(super) fn shard_counts(meshes: &Meshes, spec: &ShardingSpec) -> Option<Vec<u64>> {
    let mesh = resolved_mesh(meshes, &spec.mesh)?;
    let of_dim = |dim: &DimSpec| {
        let axes: Option<Vec<AxisRef>> = dim.axes.iter().map(|axis| mesh.resolve_axis(axis)).collect();
        Some(shard_count(&axes?))
    };
    spec.dims.iter().map(of_dim).collect()
}

/// The mesh that a sharding refers to or contains.
pub(super) fn resolved_mesh<'m>(meshes: &'m Meshes, mesh: &MeshOrRef) -> Option<Cow<'m, Mesh>> {
    match mesh {
        MeshOrRef::Symbol(name) => meshes.find(name).map(|id| Cow::Borrowed(meshes.get(id))),
        MeshOrRef::Inline(spec) => Mesh::from_spec(spec).ok().map(Cow::Owned),
    }
}

/// Whether two shardings place the data in the same way: openness, replicated and unreduced axes and priorities
/// do not matter, and no sharding counts as replicated. As in Shardy, so does one on a single device.
pub(super) fn same_placement(meshes: &Meshes, a: Option<&ShardingSpec>, b: Option<&ShardingSpec>) -> bool {
    let replicated =
        |spec: Option<&ShardingSpec>| spec.is_none_or(|spec| spec.dims.iter().all(|dim| dim.axes.is_empty()));
    if replicated(a) && replicated(b) {
        return true;
    }
    let (Some(a), Some(b)) = (a, b) else { return false };
    same_mesh(meshes, &a.mesh, &b.mesh)
        && a.dims.len() == b.dims.len()
        && a.dims.iter().zip(&b.dims).all(|(a, b)| a.axes == b.axes)
}

/// Whether two references or inline meshes mean the same mesh.
pub(super) fn same_mesh(meshes: &Meshes, a: &MeshOrRef, b: &MeshOrRef) -> bool {
    let spec = |mesh: &MeshOrRef| match mesh {
        MeshOrRef::Symbol(name) => meshes.find(name).map(|id| meshes.get(id).to_spec()),
        MeshOrRef::Inline(spec) => Some(spec.clone()),
    };
    a == b || spec(a).is_some_and(|a| Some(a) == spec(b))
}

/// Ops that are in text order, outer before inner, with inner before outer.
pub(super) fn inner_first(module: &Module, ops: Vec<OpId>) -> Vec<OpId> {
    let mut order = Vec::with_capacity(ops.len());
    // Ops that may contain the next one. Those that do not are complete.
    let mut around: Vec<OpId> = Vec::new();
    for op in ops {
        let is_around = |outer: OpId| {
            std::iter::successors(module.parent(op), |&op| module.parent(op)).any(|parent| parent == outer)
        };
        while let Some(outer) = around.pop_if(|outer| !is_around(*outer)) {
            order.push(outer);
        }
        around.push(op);
    }
    order.extend(around.into_iter().rev());
    order
}

/// All ops below `root` and `root` itself, inner before outer, in text order.
pub(super) fn walk_inner_first(module: &Module, root: OpId) -> Vec<OpId> {
    let (walk, holders) = module.walk_with_insides(root);
    let mut order = Vec::with_capacity(walk.len());
    partita_ir::inner_first(&holders, walk.len(), |places| order.extend_from_slice(&walk[places]));
    order
}

/// Removes ops from their blocks and replaces the uses of their results by other values, in one sweep. A
/// replacement may itself be replaced. Only results of removed ops are replaced.
pub(crate) fn remove_ops(module: &mut Module, removed: &[OpId], replaced: &Replacements) {
    if removed.is_empty() {
        return;
    }
    let mut gone = vec![false; module.op_count()];
    let mut blocks = Vec::new();
    for &op in removed {
        gone[op.index()] = true;
        blocks.extend(module.op_mut(op).block.take());
    }
    blocks.sort_unstable();
    blocks.dedup();
    for block in blocks {
        module.block_mut(block).ops.retain(|op| !gone[op.index()]);
    }
    replaced.apply(module, module.op_count());
}
