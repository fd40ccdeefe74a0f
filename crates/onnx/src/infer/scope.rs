//! Values of graphs around a graph.

use partita_base::IdVec;

use crate::graph::{Source, ValueId};
use crate::layout::Layout;
use crate::typing::TypedGraph;

/// The layouts of one graph that are known so far. `None` is a value of which nothing can be said.
pub(super) type Values = IdVec<ValueId, Option<Layout>>;

/// A graph around another one.
#[derive(Clone, Copy)]
pub(super) struct Scope<'s, 'm> {
    pub(super) typed: &'s TypedGraph<'m>,
    pub(super) values: &'s Values,
    pub(super) parent: Option<&'s Scope<'s, 'm>>,
}

impl Scope<'_, '_> {
    /// The layout of a value of that name in the graphs around, innermost first.
    pub(super) fn find(&self, name: &str) -> Option<Layout> {
        let mut scope = Some(self);
        while let Some(Scope { typed, values, parent }) = scope {
            let found = typed.graph.find(name);
            match found
                .filter(|id| !matches!(typed.graph.values[*id].source, Source::Outer | Source::Missing))
            {
                Some(id) => return values[id].clone(),
                None => scope = *parent,
            }
        }
        None
    }
}
