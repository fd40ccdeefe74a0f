//! Maps the values of the global program to those of the local one.

use partita_base::Id;
use partita_ir::{BlockId, Module, OpCode, TypeId, ValueId};
use smallvec::SmallVec;

use crate::emit::Emitter;
use crate::local_layout::{LocalLayout, Shape, SharedLayout, SharedLayouts};
use crate::planner::Planner;

/// A value that can be rematerialised in any layout, without a collective.
#[derive(Clone, Debug)]
pub(crate) enum FreeValue {
    /// All elements have these bytes.
    Splat(Box<[u8]>),
    /// Elements count along this dimension.
    Iota(usize),
}

/// The local values that hold one global value.
#[derive(Clone)]
struct Entry {
    /// How to rematerialise it, if that is free.
    source: Option<FreeValue>,
    /// The block of the local program it is defined in.
    home: BlockId,
    /// Which of the recorded tensors with partial sums it is, if it is one.
    sum: Option<usize>,
    /// The layouts that it was resharded to; the first is that of its definition.
    versions: SmallVec<[(SharedLayout, ValueId); 1]>,
}

/// The local values that hold each global value, in one or more layouts.
pub(crate) struct LocalValues {
    entries: Vec<Option<Entry>>,
    shared: SharedLayouts,
    /// The recorded tensors with partial sums that were demanded otherwise than by an op that keeps the sums.
    needed_sums: Vec<usize>,
}

impl LocalValues {
    pub(crate) fn new(module: &Module) -> Self {
        let entries = std::iter::repeat_with(|| None).take(module.value_count()).collect();
        Self { entries, shared: SharedLayouts::default(), needed_sums: Vec::new() }
    }

    /// Records that a local value, defined in the emitter's current block, holds a global one.
    pub(crate) fn define(&mut self, emit: &Emitter, value: ValueId, layout: LocalLayout, local: ValueId) {
        let layout = self.shared.share(layout);
        self.define_shared(emit, value, layout, local);
    }

    /// Like [`LocalValues::define`].
    pub(crate) fn define_shared(
        &mut self,
        emit: &Emitter,
        value: ValueId,
        layout: SharedLayout,
        local: ValueId,
    ) {
        let versions = SmallVec::from_iter([(layout, local)]);
        self.entries[value.index()] = Some(Entry { source: None, home: emit.block, sum: None, versions });
    }

    /// The only copy of a layout.
    pub(crate) fn share(&mut self, layout: LocalLayout) -> SharedLayout {
        self.shared.share(layout)
    }

    /// Records that a global value can be rematerialised wherever it is used.
    pub(crate) fn define_free(&mut self, emit: &Emitter, value: ValueId, source: FreeValue) {
        let entry = Entry { source: Some(source), home: emit.block, sum: None, versions: SmallVec::new() };
        self.entries[value.index()] = Some(entry);
    }

    /// Records which tensor with partial sums a value is.
    pub(crate) fn record_sum(&mut self, value: ValueId, sum: usize) {
        if let Some(entry) = self.entries[value.index()].as_mut() {
            entry.sum = Some(sum);
        }
    }

    /// The recorded tensor with partial sums that a value is, if it is defined in the emitter's current block.
    pub(crate) fn sum_in_block(&self, emit: &Emitter, value: ValueId) -> Option<usize> {
        let entry = self.entry(value);
        entry.sum.filter(|_| entry.home == emit.block)
    }

    /// The recorded tensors whose sums some use needs.
    pub(crate) fn needed_sums(&self) -> &[usize] {
        &self.needed_sums
    }

    /// How a value can be rematerialised, if it can.
    pub(crate) fn source(&self, value: ValueId) -> Option<FreeValue> {
        self.entry(value).source.clone()
    }

    /// Whether a value can be rematerialised in any layout.
    pub(crate) fn is_free(&self, value: ValueId) -> bool {
        self.entry(value).source.is_some()
    }

    /// Records that a global value is the same as another.
    pub(crate) fn alias(&mut self, value: ValueId, other: ValueId) {
        self.entries[value.index()] = Some(self.entry(other).clone());
    }

    /// Takes over the layouts that an alias of a value was resharded to, so that later users find them.
    pub(crate) fn learn(&mut self, value: ValueId, alias: ValueId) {
        let versions = self.entry(alias).versions.clone();
        let Some(entry) = self.entries[value.index()].as_mut() else { return };
        for version in versions {
            if entry.versions.iter().all(|(known, _)| *known != version.0) {
                entry.versions.push(version);
            }
        }
    }

    /// All global values with their layouts and the local values that hold them.
    pub(crate) fn versions(&self) -> impl Iterator<Item = (ValueId, &LocalLayout, ValueId)> {
        let entries = self.entries.iter().enumerate();
        entries.filter_map(|(index, entry)| Some((ValueId::from_index(index), entry.as_ref()?))).flat_map(
            |(value, entry)| entry.versions.iter().map(move |(layout, local)| (value, &**layout, *local)),
        )
    }

    fn entry(&self, value: ValueId) -> &Entry {
        self.entries[value.index()].as_ref().expect("values are defined before they are used")
    }

    /// The layouts that a value is available in; none for one that can be rematerialised.
    pub(crate) fn layouts(&self, value: ValueId) -> impl Iterator<Item = &LocalLayout> {
        self.shared_layouts(value).map(|layout| &**layout)
    }

    /// Like [`LocalValues::layouts`].
    pub(crate) fn shared_layouts(&self, value: ValueId) -> impl Iterator<Item = &SharedLayout> {
        let entry = self.entry(value);
        let versions = if entry.source.is_some() { &[][..] } else { &entry.versions[..] };
        versions.iter().map(|(layout, _)| layout)
    }

    /// The value in a layout, for a use that needs complete sums.
    pub(crate) fn demand(
        &mut self,
        emit: &mut Emitter,
        planner: &mut Planner,
        module: &Module,
        value: ValueId,
        layout: &LocalLayout,
    ) -> ValueId {
        self.needed_sums.extend(self.entry(value).sum);
        self.reshard(emit, planner, module, value, layout)
    }

    /// The value in a layout. The reshard is emitted in the block that defines the value, and only once, so
    /// that a loop body never repeats it.
    pub(crate) fn reshard(
        &mut self,
        emit: &mut Emitter,
        planner: &mut Planner,
        module: &Module,
        value: ValueId,
        layout: &LocalLayout,
    ) -> ValueId {
        let entry = self.entries[value.index()].as_mut().expect("values are defined before they are used");
        if let Some((_, local)) = entry.versions.iter().find(|(known, _)| **known == *layout) {
            return *local;
        }
        let (shape, bits) = shape_and_bits(module, value);
        if let Some(source) = entry.source.clone() {
            let element = module.context.tensor(module.type_of(value)).map(|tensor| tensor.element);
            let element = element.expect("only tensors are rematerialised");
            // A partial layout is derived from the combined one: the neutral element is filled in by the plan
            // below.
            let made = layout.combined();
            let local = emit.within(entry.home, |emit| emit.make(&source, &made, &shape, element));
            entry.versions.push((self.shared.share(made), local));
            // Zeros on all devices already add up to zero.
            let is_neutral = match &source {
                FreeValue::Splat(bytes) => layout.combiner.neutral(module, element).as_deref() == Some(bytes),
                FreeValue::Iota(_) => false,
            };
            if layout.partial.is_empty() {
                return local;
            }
            if is_neutral {
                entry.versions.push((self.shared.share(layout.clone()), local));
                return local;
            }
        }
        let cheapest = (entry.versions.iter())
            .min_by_key(|(from, _)| planner.cost(&emit.meshes, [from, layout], &shape, bits));
        let (from, local) = cheapest.expect("a value that cannot be rematerialised has a version").clone();
        let plan = planner.plan(&emit.meshes, [&from, layout], &shape, bits);
        let local = emit.within(entry.home, |emit| emit.redistribute(local, &from, layout, &shape, plan));
        entry.versions.push((self.shared.share(layout.clone()), local));
        local
    }
}

impl Emitter {
    /// Emits a rematerialised value in a layout.
    fn make(&mut self, source: &FreeValue, layout: &LocalLayout, shape: &[u64], element: TypeId) -> ValueId {
        let local = layout.local_shape(shape);
        match source {
            FreeValue::Splat(bytes) => self.splat(bytes, &local, element),
            FreeValue::Iota(dim) => {
                let iota = self.iota(&local, *dim, element);
                if !layout.is_sharded(*dim) {
                    return iota;
                }
                let index = self.shard_index(layout.mesh, &layout.dims[*dim]);
                let start = self.times_constant(index, local[*dim] as i64);
                let ty = self.tensor(&[], element);
                let start = if self.element(start) == element {
                    start
                } else {
                    self.one(OpCode::Convert, &[start], ty, &[])
                };
                let start = self.broadcast(start, &local);
                self.like(OpCode::Add, &[iota, start])
            }
        }
    }
}

/// The shape of a global value and the bits of an element; an empty shape and 0 for values other than tensors.
pub(crate) fn shape_and_bits(module: &Module, value: ValueId) -> (Shape, u64) {
    let Some(tensor) = module.context.tensor(module.type_of(value)) else { return (Shape::new(), 0) };
    let shape = tensor.shape.iter().map(|dim| dim.size().unwrap_or(0)).collect();
    (shape, module.element_bits(tensor.element).unwrap_or(8))
}
