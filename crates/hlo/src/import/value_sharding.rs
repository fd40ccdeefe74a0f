//! Reads and sets the sharding of a value in the attribute that holds it.
//!
//! That is on the op for a result, on the function for an argument, and on the edge for targets of data flow,
//! or on the op that the data flows through as long as there is no edge.

use partita_base::Symbol;
use partita_ir::{
    Attr, AttrId, BlockId, Definition, Module, OpCode, OpId, OpKind, ResultShardingAttr, SdyAttr, TypeId,
    ValueId, names,
};
use partita_mesh::spec::{MeshOrRef, ShardingSpec};
use rustc_hash::FxHashMap;

use super::add_data_flow_edges::argument_sharding;
use super::open_shardings::open_sharding;

/// The attribute that holds the sharding of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum ShardingPlace {
    /// The `sharding` or `out_sharding` attribute of an op.
    Attribute(OpId, Symbol),
    /// One entry of a list: `sdy.sharding`, `in_shardings` or `out_shardings`.
    Entry(OpId, Symbol, usize),
    /// The dictionary of an argument of a function.
    FuncArgument(OpId, usize),
    /// An `sdy.data_flow_edge`.
    Edge(OpId),
}

/// The shardings of a module's values. [`ValueShardings::finish`] writes those that were set, each list once.
pub(crate) struct ValueShardings {
    /// The edges by their operand.
    edges: FxHashMap<ValueId, OpId>,
    set: FxHashMap<ShardingPlace, ShardingSpec>,
    /// The keys of `set` in order.
    order: Vec<ShardingPlace>,
    /// The mesh of each new list.
    lists: FxHashMap<(OpId, Symbol), MeshOrRef>,
}

impl ValueShardings {
    pub(crate) fn new(module: &Module) -> Self {
        let ops = module.walk(module.top()).into_iter();
        let edges = ops.filter(|&op| module.op(op).name.code() == Some(OpCode::SdyDataFlowEdge));
        Self {
            edges: edges.map(|op| (module.op(op).operands[0], op)).collect(),
            set: FxHashMap::default(),
            order: Vec::new(),
            lists: FxHashMap::default(),
        }
    }

    /// The place of the sharding of a value; `None` for arguments that cannot have one.
    pub(crate) fn place(&self, module: &Module, value: ValueId) -> Option<ShardingPlace> {
        match module.value(value).definition {
            Definition::Result { op, index } => Some(self.result(module, value, op, index as usize)),
            Definition::Argument { block, index } => self.argument(module, value, block, index as usize),
        }
    }

    fn result(&self, module: &Module, value: ValueId, op: OpId, index: usize) -> ShardingPlace {
        if let Some(&edge) = self.edges.get(&value) {
            return ShardingPlace::Edge(edge);
        }
        let name = module.op(op).name;
        match name.result_sharding_attr() {
            _ if name.code() == Some(OpCode::SdyDataFlowEdge) => ShardingPlace::Edge(op),
            ResultShardingAttr::Single(name) => ShardingPlace::Attribute(op, name),
            ResultShardingAttr::List(name) => ShardingPlace::Entry(op, name, index),
        }
    }

    fn argument(
        &self,
        module: &Module,
        value: ValueId,
        block: BlockId,
        index: usize,
    ) -> Option<ShardingPlace> {
        let op = module.block_parent(block);
        if module.region(module.block(block).region).blocks.first() != Some(&block) {
            return None;
        }
        match module.op(op).name.code()? {
            OpCode::FuncFunc => Some(ShardingPlace::FuncArgument(op, index)),
            OpCode::While if index < module.op(op).result_count() => {
                Some(self.result(module, module.op(op).result(index), op, index))
            }
            code if code.kind() == OpKind::Computation => match self.edges.get(&value) {
                Some(&edge) => Some(ShardingPlace::Edge(edge)),
                None => Some(ShardingPlace::Entry(op, names::IN_SHARDINGS, index)),
            },
            _ => None,
        }
    }

    /// The sharding at a place, as the users of the value see it.
    pub(crate) fn get(&self, module: &Module, place: ShardingPlace) -> Option<ShardingSpec> {
        if let Some(spec) = self.set.get(&place) {
            return Some(spec.clone());
        }
        match place {
            ShardingPlace::Attribute(op, name) => sharding(module.sdy_attr(op, name)?),
            ShardingPlace::Edge(op) => sharding(module.sdy_attr(op, names::SHARDING)?),
            ShardingPlace::FuncArgument(func, index) => {
                module.func_sharding(func, names::ARG_ATTRS, index).cloned()
            }
            ShardingPlace::Entry(op, name, index) => match self.lists.get(&(op, name)) {
                Some(mesh) => Some(open_sharding(module, mesh, entry_type(module, op, name, index)?)),
                None if name == names::IN_SHARDINGS => argument_sharding(module, op, index),
                None => match module.sdy_attr(op, name)? {
                    SdyAttr::ShardingPerValue(specs) => specs.get(index).cloned(),
                    _ => None,
                },
            },
        }
    }

    /// Sets the sharding at a place where there is none. The other entries of a new list are left open.
    pub(super) fn set(&mut self, module: &Module, place: ShardingPlace, spec: ShardingSpec) {
        if let ShardingPlace::Entry(op, name, _) = place
            && module.op(op).attr(name).is_none()
        {
            self.lists.entry((op, name)).or_insert_with(|| spec.mesh.clone());
        }
        if self.set.insert(place, spec).is_none() {
            self.order.push(place);
        }
    }

    /// Writes the shardings that were set.
    pub(super) fn finish(mut self, module: &mut Module) {
        self.order.sort_by_key(|place| match *place {
            ShardingPlace::Attribute(op, _) | ShardingPlace::Edge(op) => (op, names::SHARDING),
            ShardingPlace::FuncArgument(op, _) => (op, names::ARG_ATTRS),
            ShardingPlace::Entry(op, name, _) => (op, name),
        });
        let set = std::mem::take(&mut self.set);
        let list_of = |place: &ShardingPlace| match *place {
            ShardingPlace::FuncArgument(op, _) => Some((op, names::ARG_ATTRS)),
            ShardingPlace::Entry(op, name, _) => Some((op, name)),
            _ => None,
        };
        for places in self.order.chunk_by(|a, b| list_of(a).is_some() && list_of(a) == list_of(b)) {
            match places[0] {
                ShardingPlace::Attribute(op, name) => set_sharding(module, op, name, set[&places[0]].clone()),
                ShardingPlace::Edge(op) => set_sharding(module, op, names::SHARDING, set[&places[0]].clone()),
                ShardingPlace::FuncArgument(func, _) => set_arguments(module, func, places, &set),
                ShardingPlace::Entry(op, name, _) => self.set_entries(module, (op, name), places, &set),
            }
        }
    }

    fn set_entries(
        &self,
        module: &mut Module,
        (op, name): (OpId, Symbol),
        places: &[ShardingPlace],
        set: &FxHashMap<ShardingPlace, ShardingSpec>,
    ) {
        let mut specs = match (self.lists.get(&(op, name)), module.sdy_attr(op, name)) {
            (Some(mesh), _) => {
                let types = (0..).map_while(|index| entry_type(module, op, name, index));
                types.map(|ty| open_sharding(module, mesh, ty)).collect()
            }
            (None, Some(SdyAttr::ShardingPerValue(specs))) => specs.clone(),
            _ => Vec::new(),
        };
        for place in places {
            if let ShardingPlace::Entry(_, _, index) = *place
                && let Some(entry) = specs.get_mut(index)
            {
                *entry = set[place].clone();
            }
        }
        let attr = module.context.attr(Attr::Sdy(Box::new(SdyAttr::ShardingPerValue(specs))));
        module.set_attr(op, name, attr);
    }
}

fn sharding(attr: &SdyAttr) -> Option<ShardingSpec> {
    match attr {
        SdyAttr::Sharding(spec) => Some(spec.clone()),
        _ => None,
    }
}

/// The type of the value that an entry of a list is about.
fn entry_type(module: &Module, op: OpId, name: Symbol, index: usize) -> Option<TypeId> {
    let op = module.op(op);
    let value = match name {
        names::IN_SHARDINGS => op.operands.get(index).copied(),
        _ => op.results().nth(index),
    };
    value.map(|value| module.type_of(value))
}

fn set_sharding(module: &mut Module, op: OpId, name: Symbol, spec: ShardingSpec) {
    let attr = module.context.attr(Attr::Sdy(Box::new(SdyAttr::Sharding(spec))));
    module.set_attr(op, name, attr);
}

fn set_arguments(
    module: &mut Module,
    func: OpId,
    places: &[ShardingPlace],
    set: &FxHashMap<ShardingPlace, ShardingSpec>,
) {
    let count = module.func_type(func).0.len();
    let mut dicts: Vec<AttrId> = match module.attr(func, names::ARG_ATTRS) {
        Some(Attr::Array(dicts)) => dicts.to_vec(),
        _ => Vec::new(),
    };
    let empty = module.context.attr(Attr::Dict([].into()));
    dicts.resize(count, empty);
    for place in places {
        let ShardingPlace::FuncArgument(_, index) = *place else { continue };
        let mut entries = match module.context.attr_of(dicts[index]) {
            Attr::Dict(entries) => entries.to_vec(),
            _ => Vec::new(),
        };
        let sharding = module.context.attr(Attr::Sdy(Box::new(SdyAttr::Sharding(set[place].clone()))));
        entries.retain(|(name, _)| *name != names::SDY_SHARDING);
        entries.push((names::SDY_SHARDING, sharding));
        module.sort_attrs(&mut entries);
        dicts[index] = module.context.attr(Attr::Dict(entries.into()));
    }
    let attr = module.context.attr(Attr::Array(dicts.into()));
    module.set_attr(func, names::ARG_ATTRS, attr);
}
