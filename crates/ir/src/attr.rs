//! Attributes, interned and compared by [`AttrId`].

use partita_base::{Symbol, ids};
use partita_mesh::spec::{AxisSpec, DimSpec, MeshAxisSpec, MeshSpec, ShardingSpec, SubAxis};
use partita_rule::edges::{AxisToPropagationDetails, EdgeValueRef, PropagationEdges, PropagationOneStep};
use partita_rule::{DimMapping, RuleSpec, TensorMapping};

use crate::{ConvDims, Dim, Elements, EnumAttr, LocId, RecordAttr, TypeId};

ids! {
    /// An interned [`Attr`].
    AttrId;
}

/// Names and attributes, sorted by name.
pub type NamedAttrs = Box<[(Symbol, AttrId)]>;

/// The elements of a dense constant as little-endian bytes.
///
/// Every element occupies a multiple of a byte: an `i1` or `i4` takes one byte. A complex element is its real part
/// followed by its imaginary part.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum DenseData {
    /// All elements equal this one.
    Splat(Elements),
    /// Every element, in row-major order.
    Full(Elements),
}

/// One move of an `sdy.all_to_all`: axes leave one dimension and join another.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AllToAllMove {
    /// The axes that move.
    pub axes: Vec<AxisSpec>,
    /// The dimension they leave.
    pub source: i64,
    /// The dimension they join.
    pub target: i64,
}

/// An attribute of the `sdy` dialect.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SdyAttr {
    /// `#sdy.mesh<…>`
    Mesh(MeshSpec),
    /// `#sdy.sharding<…>`
    Sharding(ShardingSpec),
    /// `#sdy.sharding_per_value<[…]>`
    ShardingPerValue(Vec<ShardingSpec>),
    /// `#sdy<dimension_sharding{…}>`
    DimSharding(DimSpec),
    /// `#sdy<axis_ref"a">`
    AxisRef(AxisSpec),
    /// `#sdy<axis_ref_list{…}>`
    AxisRefs(Vec<AxisSpec>),
    /// `#sdy<list_of_axis_ref_lists[…]>`
    AxisRefLists(Vec<Vec<AxisSpec>>),
    /// `#sdy<manual_axes{…}>`
    ManualAxes(Vec<Box<str>>),
    /// `#sdy<all_to_all_param_list[…]>`
    AllToAll(Vec<AllToAllMove>),
    /// `#sdy<all_to_all_param{…}: 0->1>`
    AllToAllMove(AllToAllMove),
    /// `#sdy<mesh_axis"a"=2>`
    MeshAxis(MeshAxisSpec),
    /// `#sdy<sub_axis_info(1)2>`
    SubAxis(SubAxis),
    /// `#sdy<dim_mapping ij>`
    DimMapping(DimMapping),
    /// `#sdy<tensor_mapping[i, jk]>`
    TensorMapping(TensorMapping),
    /// `#sdy<edge_value_ref operand-0>`
    EdgeValueRef(EdgeValueRef),
    /// `#sdy<axis_to_propagation_details{…}>`
    AxisDetails(AxisToPropagationDetails),
    /// `#sdy<propagation_one_step{…}>`
    OneStep(PropagationOneStep),
    /// `#sdy.op_sharding_rule<…>`
    Rule(RuleSpec),
    /// `#sdy.propagation_edges<…>`
    Edges(PropagationEdges),
}

/// An attribute.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Attr {
    /// `unit`, or a dictionary key without a value.
    Unit,
    /// `3 : i64`, `true`. Held sign-extended for signless and signed types, zero-extended for
    /// unsigned ones; `i1` holds 0 or 1.
    Integer {
        /// The number.
        value: i128,
        /// Its type, an integer or `index`.
        ty: TypeId,
    },
    /// `1.5 : f32`
    Float {
        /// The bit pattern in the format of the type.
        bits: u64,
        /// A float type, which determines the format of `bits`.
        ty: TypeId,
    },
    /// `"text"`; MLIR strings are bytes.
    String(Box<[u8]>),
    /// `"text" : type`
    TypedString {
        /// The bytes.
        text: Box<[u8]>,
        /// The type after the colon.
        ty: TypeId,
    },
    /// A type as a value.
    Type(TypeId),
    /// `[a, b]`
    Array(Box<[AttrId]>),
    /// `{a = b}`
    Dict(NamedAttrs),
    /// `@root::@nested`
    SymbolRef(Box<[Symbol]>),
    /// `array<i64: 1, 2>`: raw bits of each element.
    DenseArray {
        /// The element type: an integer of 1, 8, 16, 32 or 64 bits, `f32` or `f64`.
        element: TypeId,
        /// Integers sign-extended, floats as bit patterns.
        values: Box<[i64]>,
    },
    /// `dense<…> : type`
    Dense {
        /// A ranked tensor (or vector) type with static shape.
        ty: TypeId,
        /// The elements.
        data: DenseData,
    },
    /// `dense<["a", "b"]> : type`
    DenseStrings {
        /// A tensor type of static shape.
        ty: TypeId,
        /// The elements in row-major order, or a single one for all.
        values: Box<[Box<[u8]>]>,
    },
    /// `dense_resource<key> : type`
    DenseResource {
        /// The type of the constant, written after the colon.
        ty: TypeId,
        /// The key into the module's resources.
        key: Symbol,
    },
    /// `sparse<indices, values> : type`
    Sparse {
        /// A tensor type of static shape.
        ty: TypeId,
        /// A dense attribute with the indices.
        indices: AttrId,
        /// A dense attribute with the values.
        values: AttrId,
    },
    /// A location as an attribute, `loc(…)`.
    Loc(LocId),
    /// A builtin attribute with a grammar of its own (`strided<…>`), kept as text.
    Verbatim(Symbol),
    /// An attribute of another dialect: `#dialect.body` or, with quotes, `#dialect<"body">`.
    Opaque {
        /// The dialect, without `#`.
        dialect: Symbol,
        /// The rest of the attribute, as written.
        body: Symbol,
    },
    /// `#stablehlo<comparison_direction LT>`
    Enum(EnumAttr),
    /// `#stablehlo.dot<…>` and other attributes made of named fields.
    Record(RecordAttr),
    /// `#stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]>`
    Conv(ConvDims),
    /// `#stablehlo.bounds<4, ?>`
    Bounds(Box<[Dim]>),
    /// `#stablehlo.mesh<axes = [<name = "x", size = 2>], device_ids = dense<[1, 0]> : tensor<2xi64>>`
    HloMesh {
        /// A record of kind [`RecordKind::MeshAxis`](crate::RecordKind::MeshAxis) for each axis.
        axes: Box<[AttrId]>,
        /// The devices in mesh order, if they are not 0, 1, ….
        device_ids: Option<AttrId>,
    },
    /// An attribute of the `sdy` dialect.
    Sdy(Box<SdyAttr>),
}
