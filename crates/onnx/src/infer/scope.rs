//! Values of graphs around a graph.

use partita_base::IdVec;

use crate::graph::{ValueId, ValueSource};
use crate::layout::DeviceLayout;
use crate::typing::TypedGraph;

/// The layouts of one graph that are known so far. `None` is a value of which nothing can be said.
pub(super) type Values = IdVec<ValueId, Option<DeviceLayout>>;

/// A graph around another one.
#[derive(Clone, Copy)]
pub(super) struct Scope<'s, 'm> {
    pub(super) typed: &'s TypedGraph<'m>,
    pub(super) values: &'s Values,
    pub(super) parent: Option<&'s Scope<'s, 'm>>,
}

impl Scope<'_, '_> {
    /// The layout of a value of that name in the graphs around, innermost first.
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
