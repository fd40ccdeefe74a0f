//! Parses and prints meshes and shardings as sdy text.
//!
//! Reading starts after the attribute's name: [`parse_sharding`] reads `<@mesh, [{"x"}]>`, which
//! is the body of `#sdy.sharding<…>` and also the bare form used inside ops. Printing is `Display`
//! on the [`spec`](crate::spec) types and gives what MLIR prints, byte for byte.

mod read;
mod spans;
mod write;

pub use read::{
    parse_axis, parse_axis_list, parse_axis_lists, parse_dim, parse_int, parse_mesh, parse_mesh_spans,
    parse_sharding, parse_sharding_per_value, parse_sharding_spans,
};
pub use spans::{DimSpans, MeshSpans, ShardingSpans};
pub use write::{AxisList, AxisLists, Quoted, ShardingPerValue, SymbolName};
