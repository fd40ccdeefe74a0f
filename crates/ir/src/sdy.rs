//! Typed access to a module's meshes and shardings.

use partita_mesh::spec::ShardingSpec;
use partita_mesh::{Mesh, Meshes, Subject, TensorSharding};

use crate::{Attr, AttrId, Module, OpCode, OpId, ResultShardingAttr, SdyAttr, Type, TypeId, ValueId, names};

impl Module {
    /// The meshes that the module defines; invalid and duplicate ones are omitted.
    pub fn meshes(&self) -> Meshes {
        let mut meshes = Meshes::default();
        for &op in &self.block(self.body()).ops {
            if self.op(op).name.code() != Some(OpCode::SdyMesh) {
                continue;
            }
            if let (Some(name), Some(SdyAttr::Mesh(spec))) =
                (self.symbol_name(op), self.sdy_attr(op, names::MESH))
                && let Ok(mesh) = Mesh::from_spec(spec)
            {
                meshes.define(name, mesh);
            }
        }
        meshes
    }

    /// The functions that the module defines, in text order.
    pub fn functions(&self) -> impl Iterator<Item = OpId> + '_ {
        let ops = self.block(self.body()).ops.iter().copied();
        ops.filter(|&op| self.op(op).name.code() == Some(OpCode::FuncFunc))
    }

    /// An attribute of an op, if it is an `sdy` attribute.
    pub fn sdy_attr(&self, op: OpId, name: partita_base::Symbol) -> Option<&SdyAttr> {
        match self.attr(op, name)? {
            Attr::Sdy(attr) => Some(attr),
            _ => None,
        }
    }

    /// The shardings in an attribute of an op; empty if it is not a list of shardings.
    pub fn sharding_list(&self, op: OpId, name: partita_base::Symbol) -> &[ShardingSpec] {
        match self.sdy_attr(op, name) {
            Some(SdyAttr::ShardingPerValue(specs)) => specs,
            _ => &[],
        }
    }

    /// The dictionary of one argument or result of a function.
    pub fn value_attrs(
        &self,
        func: OpId,
        lists: partita_base::Symbol,
        index: usize,
    ) -> &[(partita_base::Symbol, AttrId)] {
        let Some(Attr::Array(dicts)) = self.attr(func, lists) else { return &[] };
        match dicts.get(index).map(|&dict| self.context.attr_of(dict)) {
            Some(Attr::Dict(entries)) => entries,
            _ => &[],
        }
    }

    /// The sharding of an argument (`names::ARG_ATTRS`) or result (`names::RES_ATTRS`) of a function, as
    /// written.
    pub fn func_sharding(
        &self,
        func: OpId,
        lists: partita_base::Symbol,
        index: usize,
    ) -> Option<&ShardingSpec> {
        self.sharding_spec(self.func_sharding_attr(func, lists, index)?)
    }

    /// The attribute that [`Module::func_sharding`] reads.
    pub fn func_sharding_attr(
        &self,
        func: OpId,
        lists: partita_base::Symbol,
        index: usize,
    ) -> Option<AttrId> {
        let entries = self.value_attrs(func, lists, index);
        entries.iter().find(|(name, _)| *name == names::SDY_SHARDING).map(|(_, attr)| *attr)
    }

    /// The sharding in an attribute, if it is one.
    pub fn sharding_spec(&self, attr: AttrId) -> Option<&ShardingSpec> {
        match self.context.attr_of(attr) {
            Attr::Sdy(attr) => match &**attr {
                SdyAttr::Sharding(spec) => Some(spec),
                _ => None,
            },
            _ => None,
        }
    }

    /// The shardings of the results of an op, as written.
    pub fn result_shardings(&self, op: OpId) -> &[ShardingSpec] {
        self.sharding_list(op, names::SDY_SHARDING)
    }

    /// The sharding of a result of an op, as written, in whichever attribute ops of its kind keep it.
    pub fn result_sharding(&self, op: OpId, index: usize) -> Option<&ShardingSpec> {
        match self.op(op).name.result_sharding_attr() {
            ResultShardingAttr::Single(name) => self.sharding_spec(self.op(op).attr(name)?),
            ResultShardingAttr::List(name) => self.sharding_list(op, name).get(index),
        }
    }

    /// What a sharding of a value of this type is checked against.
    pub fn subject(&self, ty: TypeId) -> Subject {
        match self.context.type_of(ty) {
            Type::Tensor(tensor) => Subject::Ranked(tensor.rank()),
            Type::UnrankedTensor(_) => Subject::Unranked,
            Type::Tuple(types) => Subject::Tuple(types.len()),
            _ => Subject::NotShaped,
        }
    }

    /// The resolved sharding of a value, if it is valid.
    pub fn resolve_sharding(
        &self,
        meshes: &mut Meshes,
        spec: &ShardingSpec,
        ty: TypeId,
    ) -> Option<TensorSharding> {
        meshes.resolve(spec, self.subject(ty)).ok()
    }

    /// The width of an element of a tensor in bits; `None` for types without a size.
    pub fn element_bits(&self, ty: TypeId) -> Option<u64> {
        match self.context.type_of(ty) {
            Type::Integer { width, .. } => Some(u64::from(*width).max(1)),
            Type::Index => Some(64),
            Type::Float(kind) => Some(kind.bits().into()),
            Type::Complex(part) => Some(2 * self.element_bits(*part)?),
            _ => None,
        }
    }

    /// The arguments of a function's body; empty for a declaration.
    pub fn func_args(&self, func: OpId) -> &[ValueId] {
        let region = self.op(func).regions.first();
        match region.and_then(|&region| self.region(region).blocks.first()) {
            Some(&block) => &self.block(block).args,
            None => &[],
        }
    }

    /// The argument and result types of a function.
    pub fn func_type(&self, func: OpId) -> (&[TypeId], &[TypeId]) {
        if let Some(Attr::Type(ty)) = self.attr(func, names::FUNCTION_TYPE)
            && let Type::Function { inputs, results } = self.context.type_of(*ty)
        {
            return (inputs, results);
        }
        (&[], &[])
    }
}
