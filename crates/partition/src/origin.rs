//! What the values of a local program are in the global one.

use partita_ir::ValueId;
use partita_mesh::notation::axes_notation;

use crate::partition::Partitioned;

/// The tensor that a local value is a piece of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The value of the global program.
    pub value: ValueId,
    /// The sizes of the whole tensor with the axes that cut them: `32@data,64`.
    pub dims: String,
    /// The axes along which devices hold parts of sums, if there are any: `{U:x}`.
    pub partial: String,
}

impl Partitioned {
    /// Where the values of the local program come from in [`Partitioned::sharded`], by their number. Values that were made on the way
    /// to another layout, or at the borders of pieces, come from none.
    pub fn origins(&self) -> Vec<Option<Origin>> {
        let mut origins = vec![None; self.module.value_count()];
        for (value, layout, local) in self.values.versions() {
            let place = &mut origins[partita_base::Id::index(local)];
            // Aliases stand behind what they are aliases of.
            if place.is_some() {
                continue;
            }
            let mesh = self.meshes.get(layout.mesh);
            let (shape, _) = crate::values::facts(self.sharded.module(), value);
            let dims = shape.iter().zip(&layout.dims).map(|(size, axes)| match axes.is_empty() {
                true => size.to_string(),
                false => format!("{size}@{}", axes_notation(mesh, axes)),
            });
            let partial = match layout.partial.is_empty() {
                true => String::new(),
                false => format!("{{U:{}}}", axes_notation(mesh, &layout.partial)),
            };
            *place = Some(Origin { value, dims: dims.collect::<Vec<_>>().join(","), partial });
        }
        origins
    }
}
