//! Looks up values of enclosing graphs.

use partita_base::IdVec;

use crate::graph::{ValueId, ValueSource};
use crate::layout::DeviceLayout;
use crate::typing::TypedGraph;

/// The layouts of one graph's values so far. `None` for a value without a layout.
pub(super) type Values = IdVec<ValueId, Option<DeviceLayout>>;

/// An enclosing graph with the layouts of its values.
#[derive(Clone, Copy)]
pub(super) struct Scope<'s, 'm> {
    pub(super) typed: &'s TypedGraph<'m>,
    pub(super) values: &'s Values,
    pub(super) parent: Option<&'s Scope<'s, 'm>>,
}

impl Scope<'_, '_> {
    /// The layout of a value in the enclosing graphs, innermost first.
    pub(super) fn find(&self, name: &str) -> Option<DeviceLayout> {
        let mut scope = Some(self);
        while let Some(Scope { typed, values, parent }) = scope {
            let found = typed.graph.find(name);
            match found.filter(|id| {
                !matches!(typed.graph.values[*id].source, ValueSource::Outer | ValueSource::Missing)
            }) {
                Some(id) => return values[id].clone(),
                None => scope = *parent,
            }
        }
        None
    }
}
