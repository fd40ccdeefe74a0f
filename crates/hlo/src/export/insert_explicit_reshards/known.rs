//! The resolved shardings of values, each distinct one resolved once.

use std::rc::Rc;

use partita_base::Id;
use partita_ir::{
    Attr, AttrId, Definition, Module, OpCode, OpId, ResultShardingAttr, SdyAttr, ValueId, names,
};
use partita_mesh::spec::ShardingSpec;
use partita_mesh::{MeshId, Meshes, Subject, TensorSharding};
use rustc_hash::FxHashMap;

use super::super::shardings;

/// A resolved sharding; `None` if there is none or it is invalid.
pub(super) type Known = Option<Rc<TensorSharding>>;

/// The meshes of a module and the shardings resolved so far.
pub(super) struct KnownShardings {
    pub(super) meshes: Meshes,
    by_attr: FxHashMap<SpecPosition, Known>,
    by_spec: FxHashMap<ShardingSpec, Known>,
}

impl KnownShardings {
    pub(super) fn new(module: &Module) -> Self {
        Self { meshes: module.meshes(), by_attr: FxHashMap::default(), by_spec: FxHashMap::default() }
    }

    /// The sharding of a value.
    pub(super) fn of(&mut self, module: &Module, value: ValueId) -> Known {
        let Some(place) = sharding_position(module, value) else {
            // The shardings of region arguments are not attributes; they follow from those of the op.
            let spec = shardings::of_value(module, value)?;
            return self.resolve(&spec);
        };
        let (attr, index) = place?;
        if let Some(known) = self.by_attr.get(&(attr, index)) {
            return known.clone();
        }
        let known = shardings::of_value(module, value).and_then(|spec| self.resolve(&spec));
        self.by_attr.insert((attr, index), known.clone());
        known
    }

    /// Resolves a sharding.
    pub(super) fn resolve(&mut self, spec: &ShardingSpec) -> Known {
        if let Some(known) = self.by_spec.get(spec) {
            return known.clone();
        }
        let known = self.meshes.resolve(spec, Subject::Unknown).ok().map(Rc::new);
        self.by_spec.insert(spec.clone(), known.clone());
        known
    }

    /// Whether two shardings place the data in the same way. Openness, replicated and unreduced axes and
    /// priorities do not matter; no sharding counts as replicated, as does, as in Shardy, one on a single device.
    pub(super) fn same_placement(&self, a: Option<&TensorSharding>, b: Option<&TensorSharding>) -> bool {
        let is_replicated = |sharding: Option<&TensorSharding>| {
            sharding.is_none_or(|sharding| sharding.dims().iter().all(|dim| dim.axes.is_empty()))
        };
        match (a, b) {
            _ if is_replicated(a) && is_replicated(b) => true,
            (Some(a), Some(b)) => {
                self.same_mesh(a.mesh(), b.mesh())
                    && a.dims().len() == b.dims().len()
                    && a.dims().iter().zip(b.dims()).all(|(a, b)| a.axes == b.axes)
            }
            _ => false,
        }
    }

    /// Whether two meshes are equal, whatever their names.
    pub(super) fn same_mesh(&self, a: MeshId, b: MeshId) -> bool {
        a == b || self.meshes.get(a) == self.meshes.get(b)
    }

    /// The written form of a sharding.
    pub(super) fn spec(&self, sharding: &TensorSharding) -> ShardingSpec {
        self.meshes.to_spec(sharding)
    }
}

/// An attribute and the index of a sharding in it.
pub(super) type SpecPosition = (AttrId, usize);

/// The position of the sharding of a value, if a single attribute determines it; `Some(None)`
/// when the value has no sharding.
pub(super) fn sharding_position(module: &Module, value: ValueId) -> Option<Option<SpecPosition>> {
    match module.value(value).definition {
        Definition::Result { op, index } => {
            let code = shardings::op_code(module, op)?;
            let ResultShardingAttr::List(name) = code.info().result_sharding_attr else { return None };
            if code.kind().is_identity() {
                return None;
            }
            Some(module.op(op).attr(name).map(|attr| (attr, index as usize)))
        }
        Definition::Argument { block, index } => {
            let op = module.block_parent(block);
            if shardings::op_code(module, op) != Some(OpCode::FuncFunc) {
                return None;
            }
            let entries = module.value_attrs(op, names::ARG_ATTRS, index as usize);
            let entry = entries.iter().find(|(name, _)| *name == names::SDY_SHARDING);
            Some(entry.map(|&(_, attr)| (attr, 0)))
        }
    }
}

/// Whether any value of the module is partial. Most programs have none, and need
/// not be searched op by op.
pub(super) fn any_unreduced(module: &Module, ops: &[OpId]) -> bool {
    // A module has far fewer attributes than ops, but some of them may belong to ops that are gone.
    if !module.context.attrs().any(|attr| mentions_unreduced(module, attr)) {
        return false;
    }
    let mut seen: Vec<bool> = Vec::new();
    let lists = [
        names::SDY_SHARDING,
        names::SHARDING,
        names::OUT_SHARDING,
        names::IN_SHARDINGS,
        names::OUT_SHARDINGS,
        names::ARG_ATTRS,
        names::RES_ATTRS,
    ];
    ops.iter().any(|&op| {
        let mut attrs = module.op(op).attrs.iter().filter(|(name, _)| lists.contains(name));
        attrs.any(|&(_, attr)| {
            if seen.len() <= attr.index() {
                seen.resize(attr.index() + 1, false);
            }
            !std::mem::replace(&mut seen[attr.index()], true)
                && mentions_unreduced(module, module.context.attr_of(attr))
        })
    })
}

fn mentions_unreduced(module: &Module, attr: &Attr) -> bool {
    let within = |&attr: &AttrId| mentions_unreduced(module, module.context.attr_of(attr));
    match attr {
        Attr::Sdy(sdy) => match &**sdy {
            SdyAttr::Sharding(spec) => !spec.unreduced.is_empty(),
            SdyAttr::ShardingPerValue(specs) => specs.iter().any(|spec| !spec.unreduced.is_empty()),
            _ => false,
        },
        Attr::Array(items) => items.iter().any(within),
        Attr::Dict(entries) => entries.iter().any(|(_, attr)| within(attr)),
        _ => false,
    }
}
