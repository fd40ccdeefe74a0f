//! The messages of an ONNX file: names, numbers and types of fields as the format defines them, up to IR version 14.
//!
//! Absent and zero differ on the wire, so single fields are `Option`. Large contents are [`Bytes`](bytes::Bytes) that point into
//! the file. Decoding drops fields that are not listed here: a file that is changed is therefore edited in its
//! bytes, not encoded anew.

mod device;
mod graph;
mod tensor;
mod types;

pub use device::{
    DeviceConfiguration, GroupEntry, NodeDeviceConfiguration, ShardedDim, ShardingSpec, SimpleDim,
    SimpleShardedDim,
};
pub use graph::{
    Attribute, AttributeKind, Function, Graph, Model, Node, OperatorSet, StringEntry, TensorAnnotation,
    TrainingInfo, ValueInfo,
};
pub use tensor::{DataLocation, Segment, SparseTensor, Tensor};
pub use types::{
    DimValue, Dimension, MapType, OpaqueType, OptionalType, SequenceType, Shape, SparseTensorType,
    TensorShape, Type, TypeValue,
};
