//! Attributes that consist of named fields: one row per attribute.

use crate::{AttrId, TypeId};

/// The kind of value that a field holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldKind {
    /// A list of integers such as `[0, 1]`.
    Ints,
    /// An integer such as `3`.
    Int,
    /// `true` or `false`.
    Bool,
    /// A number such as `1.000000e-05`, an `f64`.
    Float,
    /// A string such as `"name"`.
    Text,
    /// Any type.
    Type,
    /// Any attribute.
    Attr,
    /// A list of attributes, `[attr, attr]`.
    Attrs,
    /// Pre-size and size of a sub-axis, `(1)2`.
    SubAxis,
}

/// When a field is omitted from the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Omit {
    /// It is always written, and must be given.
    Never,
    /// It is omitted if it is empty, zero or absent.
    WhenEmpty,
}

/// One field of a record.
#[derive(Clone, Copy, Debug)]
pub struct FieldInfo {
    /// The name before `=`.
    pub name: &'static str,
    /// The kind of its value.
    pub kind: FieldKind,
    /// When it is omitted.
    pub omit: Omit,
}

/// The value of a field.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Field {
    /// The field is not given.
    Absent,
    /// A list of integers.
    Ints(Box<[i64]>),
    /// An integer.
    Int(i64),
    /// A flag.
    Bool(bool),
    /// The bits of an `f64`.
    Float(u64),
    /// A string.
    Text(Box<[u8]>),
    /// A type, interned.
    Type(TypeId),
    /// An attribute.
    Attr(AttrId),
    /// A list of attributes.
    Attrs(Box<[AttrId]>),
    /// Pre-size and size of a sub-axis.
    SubAxis(i64, i64),
}

impl Field {
    /// Whether the field is absent, empty or zero.
    pub fn is_empty(&self) -> bool {
        match self {
            Field::Absent | Field::Int(0) | Field::Bool(false) => true,
            Field::Float(bits) => f64::from_bits(*bits) == 0.0,
            Field::Ints(list) => list.is_empty(),
            Field::Attrs(list) => list.is_empty(),
            Field::Int(_)
            | Field::Bool(_)
            | Field::Text(_)
            | Field::Type(_)
            | Field::Attr(_)
            | Field::SubAxis(..) => false,
        }
    }
}

macro_rules! records {
    ($($(#[$doc:meta])* $kind:ident $dialect:literal $mnemonic:literal { $($field:ident $ty:ident $omit:ident,)* };)+) => {
        /// The record of a [`RecordAttr`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum RecordKind { $($(#[$doc])* $kind,)+ }

        impl RecordKind {
            /// Every record.
            pub const ALL: &[RecordKind] = &[$(RecordKind::$kind),+];

            /// The dialect it belongs to.
            pub fn dialect(self) -> &'static str {
                match self { $(RecordKind::$kind => $dialect),+ }
            }

            /// Its name within the dialect.
            pub fn mnemonic(self) -> &'static str {
                match self { $(RecordKind::$kind => $mnemonic),+ }
            }

            /// Its fields, in the order they are written.
            pub fn fields(self) -> &'static [FieldInfo] {
                match self { $(RecordKind::$kind => &[$(FieldInfo {
                    name: stringify!($field), kind: FieldKind::$ty, omit: Omit::$omit,
                }),*]),+ }
            }

            /// The name used in op rows.
            pub fn from_name(name: &str) -> Option<RecordKind> {
                match name { $(stringify!($kind) => Some(RecordKind::$kind),)+ _ => None }
            }
        }
    };
}

records! {
    /// Batching and contracting dimensions of a product.
    Dot "stablehlo" "dot" {
        lhs_batching_dimensions Ints WhenEmpty,
        rhs_batching_dimensions Ints WhenEmpty,
        lhs_contracting_dimensions Ints WhenEmpty,
        rhs_contracting_dimensions Ints WhenEmpty,
    };
    /// Dimension numbers of a gather.
    Gather "stablehlo" "gather" {
        offset_dims Ints WhenEmpty,
        collapsed_slice_dims Ints WhenEmpty,
        operand_batching_dims Ints WhenEmpty,
        start_indices_batching_dims Ints WhenEmpty,
        start_index_map Ints WhenEmpty,
        index_vector_dim Int WhenEmpty,
    };
    /// Dimension numbers of a scatter.
    Scatter "stablehlo" "scatter" {
        update_window_dims Ints WhenEmpty,
        inserted_window_dims Ints WhenEmpty,
        input_batching_dims Ints WhenEmpty,
        scatter_indices_batching_dims Ints WhenEmpty,
        scatter_dims_to_operand_dims Ints WhenEmpty,
        index_vector_dim Int WhenEmpty,
    };
    /// The channel of a collective.
    ChannelHandle "stablehlo" "channel_handle" {
        handle Int Never,
        type Int Never,
    };
    /// An output of a custom call that shares the buffer of an operand.
    OutputOperandAlias "stablehlo" "output_operand_alias" {
        output_tuple_indices Ints Never,
        operand_index Int Never,
        operand_tuple_indices Ints Never,
    };
    /// How a product is computed from smaller types.
    DotAlgorithm "stablehlo" "dot_algorithm" {
        lhs_precision_type Type Never,
        rhs_precision_type Type Never,
        accumulation_type Type Never,
        lhs_component_count Int Never,
        rhs_component_count Int Never,
        num_primitive_operations Int Never,
        allow_imprecise_accumulation Bool Never,
    };
    /// The accuracy required of a transcendental op.
    ResultAccuracy "stablehlo" "result_accuracy" {
        atol Float WhenEmpty,
        rtol Float WhenEmpty,
        ulps Int WhenEmpty,
        mode Attr Never,
    };
    /// A mesh axis in a replica group.
    AxisRef "stablehlo" "axis_ref" {
        name Text Never,
        sub_axis_info SubAxis WhenEmpty,
    };
    /// A named axis of a StableHLO mesh.
    MeshAxis "stablehlo" "mesh_axis" {
        name Text Never,
        size Int Never,
    };
    /// Replica groups given by mesh axes.
    ReplicaGroupMeshAxes "stablehlo" "replica_group_mesh_axes" {
        mesh Attr Never,
        axes Attr Never,
    };
    /// Dimension numbers of a ragged product.
    RaggedDot "chlo" "ragged_dot" {
        lhs_batching_dimensions Ints WhenEmpty,
        rhs_batching_dimensions Ints WhenEmpty,
        lhs_contracting_dimensions Ints WhenEmpty,
        rhs_contracting_dimensions Ints WhenEmpty,
        lhs_ragged_dimensions Ints WhenEmpty,
        rhs_group_dimensions Ints WhenEmpty,
    };
}

/// A record with one value per field of its kind.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RecordAttr {
    kind: RecordKind,
    fields: Box<[Field]>,
}

impl RecordAttr {
    /// A record with these fields; there must be one per field of the kind, in its order.
    pub fn new(kind: RecordKind, fields: Vec<Field>) -> Self {
        assert_eq!(fields.len(), kind.fields().len(), "one value per field of {kind:?}");
        Self { kind, fields: fields.into() }
    }

    /// Which record this is; determines the fields.
    pub fn kind(&self) -> RecordKind {
        self.kind
    }

    /// The values, in the order of the kind's fields.
    pub fn fields(&self) -> &[Field] {
        &self.fields
    }

    fn field(&self, name: &str) -> &Field {
        let index = self.kind.fields().iter().position(|field| field.name == name);
        index.map_or(&Field::Absent, |index| &self.fields[index])
    }

    /// The value of a list field; empty if absent.
    pub fn ints(&self, name: &str) -> &[i64] {
        match self.field(name) {
            Field::Ints(list) => list,
            _ => &[],
        }
    }

    /// The value of an integer field; zero if absent.
    pub fn int(&self, name: &str) -> i64 {
        match self.field(name) {
            Field::Int(value) => *value,
            _ => 0,
        }
    }

    /// The value of an attribute field.
    pub fn attr(&self, name: &str) -> Option<AttrId> {
        match self.field(name) {
            Field::Attr(attr) => Some(*attr),
            _ => None,
        }
    }
}

/// Dimension numbers of a convolution.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct ConvDims {
    /// The batch dimension of the input.
    pub input_batch: i64,
    /// The feature dimension of the input.
    pub input_feature: i64,
    /// The spatial dimensions of the input.
    pub input_spatial: Box<[i64]>,
    /// The input-feature dimension of the kernel.
    pub kernel_input_feature: i64,
    /// The output-feature dimension of the kernel.
    pub kernel_output_feature: i64,
    /// The spatial dimensions of the kernel.
    pub kernel_spatial: Box<[i64]>,
    /// The batch dimension of the output.
    pub output_batch: i64,
    /// The feature dimension of the output.
    pub output_feature: i64,
    /// The spatial dimensions of the output.
    pub output_spatial: Box<[i64]>,
}
