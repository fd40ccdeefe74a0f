//! Traces the values of a local program back to those of the global one.

use partita_ir::ValueId;
use partita_mesh::foreign_notation::{MeshSharding, Notation};
use partita_mesh::notation::axes_notation;
use partita_mesh::{DimSharding, ShardingParts, TensorSharding};

use crate::partition::Partitioned;

/// The global tensor that a local value is a shard of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShardOrigin {
    /// The value of the global program.
    pub value: ValueId,
    /// The global sizes with the axes that shard them: `32@data,64`.
    pub dims: String,
    /// The axes along which the value is partial, if there are any: `{U:x}`.
    pub partial: String,
    /// The global sizes.
    pub shape: Vec<u64>,
    /// How they are sharded, unless axes of the local layout cannot be written together.
    pub sharding: Option<TensorSharding>,
}

impl Partitioned {
    /// Type and sharding of an origin in a notation.
    pub fn origin_text(&self, origin: &ShardOrigin, notation: Notation, element: &str) -> String {
        match &origin.sharding {
            Some(sharding) if notation != Notation::Short => {
                MeshSharding::of(&self.meshes, sharding).tensor_text(notation, element, &origin.shape)
            }
            _ => format!("{element}[{}]{}", origin.dims, origin.partial),
        }
    }

    /// The origin of each value of the local program in [`Partitioned::sharded`], by value id. Intermediate
    /// values of a reshard and of a halo exchange have none.
    pub fn origins(&self) -> Vec<Option<ShardOrigin>> {
        let mut origins = vec![None; self.module.value_count()];
        for (value, layout, local) in self.values.versions() {
            let place = &mut origins[partita_base::Id::index(local)];
            // An alias comes after the value that it is an alias of, so the first entry wins.
            if place.is_some() {
                continue;
            }
            let mesh = self.meshes.get(layout.mesh);
            let (shape, _) = crate::local_values::shape_and_bits(self.sharded.module(), value);
            let dims = shape.iter().zip(&layout.dims).map(|(size, axes)| {
                if axes.is_empty() {
                    size.to_string()
                } else {
                    format!("{size}@{}", axes_notation(mesh, axes))
                }
            });
            let partial = if layout.partial.is_empty() {
                String::new()
            } else {
                format!("{{U:{}}}", axes_notation(mesh, &layout.partial))
            };
            let dims = dims.collect::<Vec<_>>().join(",");
            let parts = ShardingParts {
                dims: layout.dims.iter().map(|axes| DimSharding::closed(axes.to_vec())).collect(),
                unreduced: layout.partial.to_vec(),
                ..ShardingParts::default()
            };
            let sharding = TensorSharding::new(layout.mesh, mesh, parts.normalised()).ok();
            *place = Some(ShardOrigin { value, dims, partial, shape: shape.to_vec(), sharding });
        }
        origins
    }
}
