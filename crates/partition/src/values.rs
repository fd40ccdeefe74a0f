//! Where the values of the global program are in the local one.

use partita_base::Id;
use partita_ir::{BlockId, Module, OpCode, TypeId, ValueId};
use smallvec::SmallVec;

use crate::emit::Emitter;
use crate::layout::{Layout, Shape};
use crate::plan::Planner;

/// A value that can be made anew in any layout, without a collective.
#[derive(Clone, Debug)]
pub(crate) enum Source {
    /// All elements have these bytes.
    Splat(Box<[u8]>),
    /// Elements count along a dimension.
    Iota(usize),
}

/// What stands for one global value.
#[derive(Clone)]
struct Entry {
    /// How to make it anew, if that is free.
    source: Option<Source>,
    /// The block of the local program it is defined in.
    home: BlockId,
    /// The layouts it was brought into, the first being that of its definition.
    versions: SmallVec<[(Layout, ValueId); 1]>,
}

/// The local stand-ins of global values.
pub(crate) struct Values {
    entries: Vec<Option<Entry>>,
}

impl Values {
    pub(crate) fn new(module: &Module) -> Self {
        Self { entries: std::iter::repeat_with(|| None).take(module.value_count()).collect() }
    }

    /// Lets a local value of the block at hand stand for a global one.
    pub(crate) fn define(&mut self, emit: &Emitter, value: ValueId, layout: Layout, local: ValueId) {
        let versions = SmallVec::from_iter([(layout, local)]);
        self.entries[value.index()] = Some(Entry { source: None, home: emit.block, versions });
    }

    /// Lets a global value be made wherever it is needed.
    pub(crate) fn define_source(&mut self, emit: &Emitter, value: ValueId, source: Source) {
        let entry = Entry { source: Some(source), home: emit.block, versions: SmallVec::new() };
        self.entries[value.index()] = Some(entry);
    }

    /// How a value can be made anew.
    pub(crate) fn source(&self, value: ValueId) -> Option<Source> {
        self.entry(value).source.clone()
    }

    /// Whether a value can be made anew in any layout.
    pub(crate) fn is_free(&self, value: ValueId) -> bool {
        self.entry(value).source.is_some()
    }

    /// Lets a global value be the same as another.
    pub(crate) fn alias(&mut self, value: ValueId, other: ValueId) {
        self.entries[value.index()] = Some(self.entry(other).clone());
    }

    /// Takes over the layouts that an alias of a value was brought into.
    pub(crate) fn learn(&mut self, value: ValueId, alias: ValueId) {
        let versions = self.entry(alias).versions.clone();
        let Some(entry) = self.entries[value.index()].as_mut() else { return };
        for version in versions {
            if entry.versions.iter().all(|(known, _)| *known != version.0) {
                entry.versions.push(version);
            }
        }
    }

    /// All global values with their layouts and the local values that stand for them.
    pub(crate) fn versions(&self) -> impl Iterator<Item = (ValueId, &Layout, ValueId)> {
        let entries = self.entries.iter().enumerate();
        entries.filter_map(|(index, entry)| Some((ValueId::from_index(index), entry.as_ref()?))).flat_map(
            |(value, entry)| entry.versions.iter().map(move |(layout, local)| (value, layout, *local)),
        )
    }

    fn entry(&self, value: ValueId) -> &Entry {
        self.entries[value.index()].as_ref().expect("values are defined before they are used")
    }

    /// The layouts that a value is available in; none for one that can be made anew.
    pub(crate) fn layouts(&self, value: ValueId) -> impl Iterator<Item = &Layout> {
        let entry = self.entry(value);
        let versions = if entry.source.is_some() { &[][..] } else { &entry.versions[..] };
        versions.iter().map(|(layout, _)| layout)
    }

    /// The value in a layout. What has to be done for it is done where the value is defined, once, so that
    /// nothing is repeated in a loop.
    pub(crate) fn demand(
        &mut self,
        emit: &mut Emitter,
        planner: &mut Planner,
        module: &Module,
        value: ValueId,
        layout: &Layout,
    ) -> ValueId {
        let entry = self.entries[value.index()].as_mut().expect("values are defined before they are used");
        if let Some((_, local)) = entry.versions.iter().find(|(known, _)| known == layout) {
            return *local;
        }
        let (shape, bits) = facts(module, value);
        if let Some(source) = entry.source.clone() {
            let element = module.context.tensor(module.type_of(value)).map(|tensor| tensor.element);
            let element = element.expect("only tensors are made anew");
            // What is to be partial is made whole first.
            let made = layout.combined();
            let local = emit.within(entry.home, |emit| emit.make(&source, &made, &shape, element));
            entry.versions.push((made, local));
            if layout.partial.is_empty() {
                return local;
            }
        }
        let cheapest = (entry.versions.iter())
            .min_by_key(|(from, _)| planner.cost(&emit.meshes, [from, layout], &shape, bits));
        let (from, local) = cheapest.expect("a value that cannot be made anew has a version").clone();
        let plan = planner.plan(&emit.meshes, [&from, layout], &shape, bits);
        let local = emit.within(entry.home, |emit| emit.redistribute(local, &from, layout, &shape, plan));
        entry.versions.push((layout.clone(), local));
        local
    }
}

impl Emitter {
    /// Makes a value in a layout.
    fn make(&mut self, source: &Source, layout: &Layout, shape: &[u64], element: TypeId) -> ValueId {
        let local = layout.local_shape(shape);
        match source {
            Source::Splat(bytes) => self.splat(bytes, &local, element),
            Source::Iota(dim) => {
                let iota = self.iota(&local, *dim, element);
                if !layout.is_cut(*dim) {
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

/// The shape of a global value and the bits of an element; nothing for what is no tensor.
pub(crate) fn facts(module: &Module, value: ValueId) -> (Shape, u64) {
    let Some(tensor) = module.context.tensor(module.type_of(value)) else { return (Shape::new(), 0) };
    let shape = tensor.shape.iter().map(|dim| dim.size().unwrap_or(0)).collect();
    (shape, module.element_bits(tensor.element).unwrap_or(8))
}
