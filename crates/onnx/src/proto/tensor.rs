//! Tensors with their contents.

use super::StringEntry;
use bytes::Bytes;

/// A tensor. Its contents are in exactly one of the data fields, or in another file.
#[derive(Clone, PartialEq, prost::Message)]
pub struct Tensor {
    /// The sizes of its dimensions.
    #[prost(int64, repeated, packed = "false", tag = "1")]
    pub dims: Vec<i64>,
    /// The element type, see [`ElementType`](crate::ElementType).
    #[prost(int32, optional, tag = "2")]
    pub data_type: Option<i32>,
    /// The range of a larger tensor that it contains.
    #[prost(message, optional, tag = "3")]
    pub segment: Option<Segment>,
    /// Elements of f32 and c64.
    #[prost(float, repeated, tag = "4")]
    pub float_data: Vec<f32>,
    /// Elements of small types, each in one integer.
    #[prost(int32, repeated, tag = "5")]
    pub int32_data: Vec<i32>,
    /// Elements of strings.
    #[prost(bytes = "bytes", repeated, tag = "6")]
    pub string_data: Vec<Bytes>,
    /// Elements of i64.
    #[prost(int64, repeated, tag = "7")]
    pub int64_data: Vec<i64>,
    /// The name of the initialiser; optional in attributes.
    #[prost(string, optional, tag = "8")]
    pub name: Option<String>,
    /// Elements in little-endian order, row-major.
    #[prost(bytes = "bytes", optional, tag = "9")]
    pub raw_data: Option<Bytes>,
    /// Elements of f64 and c128.
    #[prost(double, repeated, tag = "10")]
    pub double_data: Vec<f64>,
    /// Elements of u32 and u64.
    #[prost(uint64, repeated, tag = "11")]
    pub uint64_data: Vec<u64>,
    /// Free text for readers.
    #[prost(string, optional, tag = "12")]
    pub doc_string: Option<String>,
    /// Where external contents are stored: `location`, `offset`, `length`, `checksum`.
    #[prost(message, repeated, tag = "13")]
    pub external_data: Vec<StringEntry>,
    /// Whether the contents are in another file.
    #[prost(enumeration = "DataLocation", optional, tag = "14")]
    pub data_location: Option<i32>,
    /// Metadata properties.
    #[prost(message, repeated, tag = "16")]
    pub metadata_props: Vec<StringEntry>,
}

impl Tensor {
    /// Whether the contents are in another file.
    pub fn is_external(&self) -> bool {
        self.data_location == Some(DataLocation::External as i32)
    }
}

/// Where the contents of a tensor are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, prost::Enumeration)]
#[repr(i32)]
pub enum DataLocation {
    /// In the tensor.
    Default = 0,
    /// In another file.
    External = 1,
}

/// A range of elements of a larger tensor.
#[derive(Clone, PartialEq, prost::Message)]
pub struct Segment {
    /// The first element of the range.
    #[prost(int64, optional, tag = "1")]
    pub begin: Option<i64>,
    /// The end of the range, exclusive.
    #[prost(int64, optional, tag = "2")]
    pub end: Option<i64>,
}

/// A tensor that is mostly zero.
#[derive(Clone, PartialEq, prost::Message)]
pub struct SparseTensor {
    /// The elements that are not zero.
    #[prost(message, optional, tag = "1")]
    pub values: Option<Tensor>,
    /// Their positions.
    #[prost(message, optional, tag = "2")]
    pub indices: Option<Tensor>,
    /// The sizes of the dimensions.
    #[prost(int64, repeated, packed = "false", tag = "3")]
    pub dims: Vec<i64>,
}
