//! The program as data: modules of ops, values, blocks and regions; interned types, attributes and
//! locations; and the op table of the registered dialects.

mod attr;
mod calls;
mod context;
mod edit;
mod elements;
mod enums;
mod facts;
mod loc;
mod module;
pub mod names;
mod ops;
mod optable;
pub mod pass;
mod record;
mod replica_groups;
mod sdy;
mod types;
mod walk;

pub use attr::{AllToAllMove, Attr, AttrId, DenseData, NamedAttrs, SdyAttr};
pub use calls::FunctionTable;
pub use context::Context;
pub use edit::{Copies, Replacements, Use, Uses};
pub use elements::{Elements, FloatFacts, hex_bytes, is_hex};
pub use enums::{EnumAttr, EnumKind};
pub use facts::{
    BlockEnd, Computed, DataFlow, Dialect, Effect, Effort, Infinite, Linear, OpKind, Regions, SdyCollective,
    Traits,
};
pub use loc::{FilePosition, Loc, LocId};
pub use module::{
    Block, BlockId, Definition, FormId, Module, NewOp, Op, OpId, OpName, OpSpans, Region, RegionId, Resource,
    ResourceValue, Value, ValueId, ValueName,
};
pub use optable::{
    Arity, AttrInfo, AttrKind, CustomElement, Default, Format, FormatElement, Need, OpCode, OpInfo,
    ResultShardingAttr, SpecialForm, TypeForm, ValueGroup, dialect_of, is_registered_dialect,
};
pub use record::{ConvDims, Field, FieldInfo, FieldKind, Omit, RecordAttr, RecordKind};
pub use replica_groups::{ReplicaGroups, device_groups, hlo_mesh_spec};
pub use types::{Dim, FloatKind, Signedness, Specials, TensorType, Type, TypeId};
pub use walk::{Steps, Walk, inner_first};
