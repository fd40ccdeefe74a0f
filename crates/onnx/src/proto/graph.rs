//! Models, graphs, nodes and their attributes.

use super::{DeviceConfiguration, NodeDeviceConfiguration, SparseTensor, Tensor, Type};
use bytes::Bytes;

/// A model file.
#[derive(Clone, PartialEq, prost::Message)]
pub struct Model {
    /// The version of the format; required.
    #[prost(int64, optional, tag = "1")]
    pub ir_version: Option<i64>,
    /// The tool that wrote the file.
    #[prost(string, optional, tag = "2")]
    pub producer_name: Option<String>,
    /// The version of that tool.
    #[prost(string, optional, tag = "3")]
    pub producer_version: Option<String>,
    /// The name space of the model.
    #[prost(string, optional, tag = "4")]
    pub domain: Option<String>,
    /// A version number that the author of the model chose.
    #[prost(int64, optional, tag = "5")]
    pub model_version: Option<i64>,
    /// Free text for readers.
    #[prost(string, optional, tag = "6")]
    pub doc_string: Option<String>,
    /// The main graph.
    #[prost(message, optional, tag = "7")]
    pub graph: Option<Graph>,
    /// The versions of the op sets that are used.
    #[prost(message, repeated, tag = "8")]
    pub opset_import: Vec<OperatorSet>,
    /// Metadata properties.
    #[prost(message, repeated, tag = "14")]
    pub metadata_props: Vec<StringEntry>,
    /// How the model is trained.
    #[prost(message, repeated, tag = "20")]
    pub training_info: Vec<TrainingInfo>,
    /// Functions that nodes call.
    #[prost(message, repeated, tag = "25")]
    pub functions: Vec<Function>,
    /// Sets of devices.
    #[prost(message, repeated, tag = "26")]
    pub configuration: Vec<DeviceConfiguration>,
}

/// A version of an op set.
#[derive(Clone, PartialEq, prost::Message)]
pub struct OperatorSet {
    /// The name space; absent and empty mean the default one.
    #[prost(string, optional, tag = "1")]
    pub domain: Option<String>,
    /// The number of the version, from 1.
    #[prost(int64, optional, tag = "2")]
    pub version: Option<i64>,
}

/// A metadata property.
#[derive(Clone, PartialEq, prost::Message)]
pub struct StringEntry {
    /// The name of the property.
    #[prost(string, optional, tag = "1")]
    pub key: Option<String>,
    /// The value of the property.
    #[prost(string, optional, tag = "2")]
    pub value: Option<String>,
}

impl StringEntry {
    /// The value of the property `key` among `entries`.
    pub fn find<'a>(entries: &'a [StringEntry], key: &str) -> Option<&'a str> {
        let entry = entries.iter().find(|entry| entry.key.as_deref() == Some(key))?;
        entry.value.as_deref()
    }
}

/// How a model is trained.
#[derive(Clone, PartialEq, prost::Message)]
pub struct TrainingInfo {
    /// Computes initial values.
    #[prost(message, optional, tag = "1")]
    pub initialization: Option<Graph>,
    /// Computes one step.
    #[prost(message, optional, tag = "2")]
    pub algorithm: Option<Graph>,
    /// Which results of the initialisation set which initialisers.
    #[prost(message, repeated, tag = "3")]
    pub initialization_binding: Vec<StringEntry>,
    /// Which results of a step set which initialisers.
    #[prost(message, repeated, tag = "4")]
    pub update_binding: Vec<StringEntry>,
}

/// Nodes and the values they use and define.
#[derive(Clone, PartialEq, prost::Message)]
pub struct Graph {
    /// The nodes, each after those it depends on.
    #[prost(message, repeated, tag = "1")]
    pub node: Vec<Node>,
    /// The name of the graph.
    #[prost(string, optional, tag = "2")]
    pub name: Option<String>,
    /// Constants, and default values of inputs.
    #[prost(message, repeated, tag = "5")]
    pub initializer: Vec<Tensor>,
    /// Free text for readers.
    #[prost(string, optional, tag = "10")]
    pub doc_string: Option<String>,
    /// The inputs, in the order of the call.
    #[prost(message, repeated, tag = "11")]
    pub input: Vec<ValueInfo>,
    /// The outputs, in the order of the call.
    #[prost(message, repeated, tag = "12")]
    pub output: Vec<ValueInfo>,
    /// Declared types of other values.
    #[prost(message, repeated, tag = "13")]
    pub value_info: Vec<ValueInfo>,
    /// Quantisation parameters of tensors.
    #[prost(message, repeated, tag = "14")]
    pub quantization_annotation: Vec<TensorAnnotation>,
    /// Constants that are mostly zero.
    #[prost(message, repeated, tag = "15")]
    pub sparse_initializer: Vec<SparseTensor>,
    /// Metadata properties.
    #[prost(message, repeated, tag = "16")]
    pub metadata_props: Vec<StringEntry>,
}

/// One op of a graph.
#[derive(Clone, PartialEq, prost::Message)]
pub struct Node {
    /// The names of the values it uses; empty for an omitted optional input.
    #[prost(string, repeated, tag = "1")]
    pub input: Vec<String>,
    /// The names of the values it defines; empty for an unused output.
    #[prost(string, repeated, tag = "2")]
    pub output: Vec<String>,
    /// An optional name, for messages.
    #[prost(string, optional, tag = "3")]
    pub name: Option<String>,
    /// The name of the op.
    #[prost(string, optional, tag = "4")]
    pub op_type: Option<String>,
    /// Values fixed in the model, such as axes and strides.
    #[prost(message, repeated, tag = "5")]
    pub attribute: Vec<Attribute>,
    /// Free text for readers.
    #[prost(string, optional, tag = "6")]
    pub doc_string: Option<String>,
    /// The name space of the op; absent and empty mean the default one.
    #[prost(string, optional, tag = "7")]
    pub domain: Option<String>,
    /// Distinguishes functions of the same name.
    #[prost(string, optional, tag = "8")]
    pub overload: Option<String>,
    /// Metadata properties.
    #[prost(message, repeated, tag = "9")]
    pub metadata_props: Vec<StringEntry>,
    /// Its annotations, one per configuration.
    #[prost(message, repeated, tag = "10")]
    pub device_configurations: Vec<NodeDeviceConfiguration>,
}

impl Node {
    /// The name of the op; empty if it is missing.
    pub fn op(&self) -> &str {
        self.op_type.as_deref().unwrap_or_default()
    }

    /// The name space of the op; `ai.onnx` is the default one, which is empty.
    pub fn name_space(&self) -> &str {
        match self.domain.as_deref() {
            None | Some("ai.onnx") => "",
            Some(domain) => domain,
        }
    }

    /// The op, if it is of the standard; `None` for an op of another name space, whatever its name.
    pub fn standard_op(&self) -> Option<&str> {
        self.name_space().is_empty().then(|| self.op())
    }

    /// The tensor that a `Constant` holds in its attribute `value`.
    pub fn constant_tensor(&self) -> Option<&Tensor> {
        self.attribute("value").filter(|_| self.standard_op() == Some("Constant"))?.t.as_ref()
    }

    /// Looks up an attribute.
    pub fn attribute(&self, name: &str) -> Option<&Attribute> {
        self.attribute.iter().find(|attribute| attribute.name.as_deref() == Some(name))
    }
}

/// The type of an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, prost::Enumeration)]
#[repr(i32)]
pub enum AttributeKind {
    /// Not specified.
    Undefined = 0,
    /// One `f32`, in `f`.
    Float = 1,
    /// One `i64`, in `i`.
    Int = 2,
    /// Bytes, mostly UTF-8 text, in `s`.
    String = 3,
    /// One dense tensor, in `t`.
    Tensor = 4,
    /// One subgraph, in `g`.
    Graph = 5,
    /// A list, in `floats`.
    Floats = 6,
    /// A list, in `ints`.
    Ints = 7,
    /// A list, in `strings`.
    Strings = 8,
    /// A list, in `tensors`.
    Tensors = 9,
    /// A list, in `graphs`.
    Graphs = 10,
    /// One tensor in coordinate format, in `sparse_tensor`.
    SparseTensor = 11,
    /// A list, in `sparse_tensors`.
    SparseTensors = 12,
    /// A type.
    TypeProto = 13,
    /// Types.
    TypeProtos = 14,
}

/// An attribute of a node. [`type`](Self::type) selects the field that contains the value.
#[derive(Clone, PartialEq, prost::Message)]
pub struct Attribute {
    /// The name, unique in the node.
    #[prost(string, optional, tag = "1")]
    pub name: Option<String>,
    /// A float value.
    #[prost(float, optional, tag = "2")]
    pub f: Option<f32>,
    /// An integer value.
    #[prost(int64, optional, tag = "3")]
    pub i: Option<i64>,
    /// A string value, in bytes.
    #[prost(bytes = "bytes", optional, tag = "4")]
    pub s: Option<Bytes>,
    /// A tensor value.
    #[prost(message, optional, tag = "5")]
    pub t: Option<Tensor>,
    /// A subgraph.
    #[prost(message, optional, tag = "6")]
    pub g: Option<Graph>,
    /// A list of floats.
    #[prost(float, repeated, packed = "false", tag = "7")]
    pub floats: Vec<f32>,
    /// A list of integers.
    #[prost(int64, repeated, packed = "false", tag = "8")]
    pub ints: Vec<i64>,
    /// A list of strings, in bytes.
    #[prost(bytes = "bytes", repeated, tag = "9")]
    pub strings: Vec<Bytes>,
    /// A list of tensors.
    #[prost(message, repeated, tag = "10")]
    pub tensors: Vec<Tensor>,
    /// A list of subgraphs.
    #[prost(message, repeated, tag = "11")]
    pub graphs: Vec<Graph>,
    /// Free text for readers.
    #[prost(string, optional, tag = "13")]
    pub doc_string: Option<String>,
    /// A type value.
    #[prost(message, optional, tag = "14")]
    pub tp: Option<Type>,
    /// A list of types.
    #[prost(message, repeated, tag = "15")]
    pub type_protos: Vec<Type>,
    /// The field that contains the value.
    #[prost(enumeration = "AttributeKind", optional, tag = "20")]
    pub r#type: Option<i32>,
    /// In a function: the attribute of the call that this one takes its value from.
    #[prost(string, optional, tag = "21")]
    pub ref_attr_name: Option<String>,
    /// A sparse value.
    #[prost(message, optional, tag = "22")]
    pub sparse_tensor: Option<SparseTensor>,
    /// A list of sparse values.
    #[prost(message, repeated, tag = "23")]
    pub sparse_tensors: Vec<SparseTensor>,
}

impl Attribute {
    /// All subgraphs: `g`, then `graphs`.
    pub fn subgraphs(&self) -> impl Iterator<Item = &Graph> {
        self.g.iter().chain(&self.graphs)
    }
}

/// A value of a graph and its type.
#[derive(Clone, PartialEq, prost::Message)]
pub struct ValueInfo {
    /// The name of the value.
    #[prost(string, optional, tag = "1")]
    pub name: Option<String>,
    /// Its declared type.
    #[prost(message, optional, tag = "2")]
    pub r#type: Option<Type>,
    /// Free text for readers.
    #[prost(string, optional, tag = "3")]
    pub doc_string: Option<String>,
    /// Metadata properties.
    #[prost(message, repeated, tag = "4")]
    pub metadata_props: Vec<StringEntry>,
}

/// Quantisation parameters of a tensor.
#[derive(Clone, PartialEq, prost::Message)]
pub struct TensorAnnotation {
    /// The name of the quantised value.
    #[prost(string, optional, tag = "1")]
    pub tensor_name: Option<String>,
    /// Which parameter is which tensor.
    #[prost(message, repeated, tag = "2")]
    pub quant_parameter_tensor_names: Vec<StringEntry>,
}

/// A function that nodes call by its name.
#[derive(Clone, PartialEq, prost::Message)]
pub struct Function {
    /// The name that nodes use as their op.
    #[prost(string, optional, tag = "1")]
    pub name: Option<String>,
    /// The names of its inputs.
    #[prost(string, repeated, tag = "4")]
    pub input: Vec<String>,
    /// The names of its outputs.
    #[prost(string, repeated, tag = "5")]
    pub output: Vec<String>,
    /// The names of its attributes.
    #[prost(string, repeated, tag = "6")]
    pub attribute: Vec<String>,
    /// The nodes of its body.
    #[prost(message, repeated, tag = "7")]
    pub node: Vec<Node>,
    /// Free text for readers.
    #[prost(string, optional, tag = "8")]
    pub doc_string: Option<String>,
    /// The versions of the op sets that the body uses.
    #[prost(message, repeated, tag = "9")]
    pub opset_import: Vec<OperatorSet>,
    /// Its name space.
    #[prost(string, optional, tag = "10")]
    pub domain: Option<String>,
    /// Attributes with default values.
    #[prost(message, repeated, tag = "11")]
    pub attribute_proto: Vec<Attribute>,
    /// Types of values of the body.
    #[prost(message, repeated, tag = "12")]
    pub value_info: Vec<ValueInfo>,
    /// Distinguishes functions of the same name.
    #[prost(string, optional, tag = "13")]
    pub overload: Option<String>,
    /// Metadata properties.
    #[prost(message, repeated, tag = "14")]
    pub metadata_props: Vec<StringEntry>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_op_of_another_name_space_is_not_that_of_the_standard() {
        let value =
            Attribute { name: Some("value".into()), t: Some(Tensor::default()), ..Default::default() };
        let node = |domain: Option<&str>| Node {
            op_type: Some("Constant".into()),
            domain: domain.map(str::to_owned),
            attribute: vec![value.clone()],
            ..Default::default()
        };
        for standard in [None, Some(""), Some("ai.onnx")] {
            assert_eq!(node(standard).standard_op(), Some("Constant"));
            assert!(node(standard).constant_tensor().is_some());
        }
        assert_eq!(node(Some("my.domain")).standard_op(), None);
        assert!(node(Some("my.domain")).constant_tensor().is_none());
    }
}
