//! Models, graphs, nodes and their attributes.

use super::{DeviceConfiguration, NodeDeviceConfiguration, SparseTensor, Tensor, Type};
use bytes::Bytes;

/// A file.
#[derive(Clone, PartialEq, prost::Message)]
pub struct Model {
    /// The version of the format.
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
    /// The version of the model.
    #[prost(int64, optional, tag = "5")]
    pub model_version: Option<i64>,
    /// For people.
    #[prost(string, optional, tag = "6")]
    pub doc_string: Option<String>,
    /// What is computed.
    #[prost(message, optional, tag = "7")]
    pub graph: Option<Graph>,
    /// The versions of the op sets that are used.
    #[prost(message, repeated, tag = "8")]
    pub opset_import: Vec<OperatorSet>,
    /// Named texts.
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
    /// The version.
    #[prost(int64, optional, tag = "2")]
    pub version: Option<i64>,
}

/// A named text.
#[derive(Clone, PartialEq, prost::Message)]
pub struct StringEntry {
    /// The name.
    #[prost(string, optional, tag = "1")]
    pub key: Option<String>,
    /// The text.
    #[prost(string, optional, tag = "2")]
    pub value: Option<String>,
}

impl StringEntry {
    /// The text of that name among `entries`.
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

/// Nodes and the values they are about.
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
    /// For people.
    #[prost(string, optional, tag = "10")]
    pub doc_string: Option<String>,
    /// The inputs.
    #[prost(message, repeated, tag = "11")]
    pub input: Vec<ValueInfo>,
    /// The outputs.
    #[prost(message, repeated, tag = "12")]
    pub output: Vec<ValueInfo>,
    /// Types of other values.
    #[prost(message, repeated, tag = "13")]
    pub value_info: Vec<ValueInfo>,
    /// Quantisation parameters of tensors.
    #[prost(message, repeated, tag = "14")]
    pub quantization_annotation: Vec<TensorAnnotation>,
    /// Constants that are mostly zero.
    #[prost(message, repeated, tag = "15")]
    pub sparse_initializer: Vec<SparseTensor>,
    /// Named texts.
    #[prost(message, repeated, tag = "16")]
    pub metadata_props: Vec<StringEntry>,
}

/// One op of a graph.
#[derive(Clone, PartialEq, prost::Message)]
pub struct Node {
    /// The names of the values it reads; empty for an optional one that is left out.
    #[prost(string, repeated, tag = "1")]
    pub input: Vec<String>,
    /// The names of the values it makes; empty for one that is not wanted.
    #[prost(string, repeated, tag = "2")]
    pub output: Vec<String>,
    /// Its name, for people.
    #[prost(string, optional, tag = "3")]
    pub name: Option<String>,
    /// What it computes.
    #[prost(string, optional, tag = "4")]
    pub op_type: Option<String>,
    /// What is fixed about it.
    #[prost(message, repeated, tag = "5")]
    pub attribute: Vec<Attribute>,
    /// For people.
    #[prost(string, optional, tag = "6")]
    pub doc_string: Option<String>,
    /// The name space of the op; absent and empty mean the default one.
    #[prost(string, optional, tag = "7")]
    pub domain: Option<String>,
    /// Tells functions of one name apart.
    #[prost(string, optional, tag = "8")]
    pub overload: Option<String>,
    /// Named texts.
    #[prost(message, repeated, tag = "9")]
    pub metadata_props: Vec<StringEntry>,
    /// How it is spread over devices.
    #[prost(message, repeated, tag = "10")]
    pub device_configurations: Vec<NodeDeviceConfiguration>,
}

impl Node {
    /// What it computes.
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

    /// The attribute of that name.
    pub fn attribute(&self, name: &str) -> Option<&Attribute> {
        self.attribute.iter().find(|attribute| attribute.name.as_deref() == Some(name))
    }
}

/// What kind of value an attribute has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, prost::Enumeration)]
#[repr(i32)]
pub enum AttributeKind {
    /// Not said.
    Undefined = 0,
    /// A float.
    Float = 1,
    /// An integer.
    Int = 2,
    /// Bytes, mostly text.
    String = 3,
    /// A tensor.
    Tensor = 4,
    /// A graph.
    Graph = 5,
    /// Floats.
    Floats = 6,
    /// Integers.
    Ints = 7,
    /// Texts.
    Strings = 8,
    /// Tensors.
    Tensors = 9,
    /// Graphs.
    Graphs = 10,
    /// A sparse tensor.
    SparseTensor = 11,
    /// Sparse tensors.
    SparseTensors = 12,
    /// A type.
    TypeProto = 13,
    /// Types.
    TypeProtos = 14,
}

/// A fixed property of a node.
#[derive(Clone, PartialEq, prost::Message)]
pub struct Attribute {
    /// Its name.
    #[prost(string, optional, tag = "1")]
    pub name: Option<String>,
    /// A float.
    #[prost(float, optional, tag = "2")]
    pub f: Option<f32>,
    /// An integer.
    #[prost(int64, optional, tag = "3")]
    pub i: Option<i64>,
    /// Bytes.
    #[prost(bytes = "bytes", optional, tag = "4")]
    pub s: Option<Bytes>,
    /// A tensor.
    #[prost(message, optional, tag = "5")]
    pub t: Option<Tensor>,
    /// A graph.
    #[prost(message, optional, tag = "6")]
    pub g: Option<Graph>,
    /// Floats.
    #[prost(float, repeated, packed = "false", tag = "7")]
    pub floats: Vec<f32>,
    /// Integers.
    #[prost(int64, repeated, packed = "false", tag = "8")]
    pub ints: Vec<i64>,
    /// Texts.
    #[prost(bytes = "bytes", repeated, tag = "9")]
    pub strings: Vec<Bytes>,
    /// Tensors.
    #[prost(message, repeated, tag = "10")]
    pub tensors: Vec<Tensor>,
    /// Graphs.
    #[prost(message, repeated, tag = "11")]
    pub graphs: Vec<Graph>,
    /// For people.
    #[prost(string, optional, tag = "13")]
    pub doc_string: Option<String>,
    /// A type.
    #[prost(message, optional, tag = "14")]
    pub tp: Option<Type>,
    /// Types.
    #[prost(message, repeated, tag = "15")]
    pub type_protos: Vec<Type>,
    /// Which of the fields holds the value.
    #[prost(enumeration = "AttributeKind", optional, tag = "20")]
    pub r#type: Option<i32>,
    /// In a function: the attribute of the call that this one takes its value from.
    #[prost(string, optional, tag = "21")]
    pub ref_attr_name: Option<String>,
    /// A sparse tensor.
    #[prost(message, optional, tag = "22")]
    pub sparse_tensor: Option<SparseTensor>,
    /// Sparse tensors.
    #[prost(message, repeated, tag = "23")]
    pub sparse_tensors: Vec<SparseTensor>,
}

impl Attribute {
    /// All graphs in it.
    pub fn subgraphs(&self) -> impl Iterator<Item = &Graph> {
        self.g.iter().chain(&self.graphs)
    }
}

/// A value of a graph and its type.
#[derive(Clone, PartialEq, prost::Message)]
pub struct ValueInfo {
    /// Its name.
    #[prost(string, optional, tag = "1")]
    pub name: Option<String>,
    /// Its type.
    #[prost(message, optional, tag = "2")]
    pub r#type: Option<Type>,
    /// For people.
    #[prost(string, optional, tag = "3")]
    pub doc_string: Option<String>,
    /// Named texts.
    #[prost(message, repeated, tag = "4")]
    pub metadata_props: Vec<StringEntry>,
}

/// Quantisation parameters of a tensor.
#[derive(Clone, PartialEq, prost::Message)]
pub struct TensorAnnotation {
    /// The tensor.
    #[prost(string, optional, tag = "1")]
    pub tensor_name: Option<String>,
    /// Which parameter is which tensor.
    #[prost(message, repeated, tag = "2")]
    pub quant_parameter_tensor_names: Vec<StringEntry>,
}

/// A function that nodes call by its name.
#[derive(Clone, PartialEq, prost::Message)]
pub struct Function {
    /// Its name.
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
    /// For people.
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
    /// Tells functions of one name apart.
    #[prost(string, optional, tag = "13")]
    pub overload: Option<String>,
    /// Named texts.
    #[prost(message, repeated, tag = "14")]
    pub metadata_props: Vec<StringEntry>,
}
