//! The messages of the format as data: names, numbers and kinds of fields.
//!
//! Code that works on bytes uses this table: the scan before decoding, the printers and the text parser. The types in
//! [`proto`](crate::proto) have the same fields for code that works on values; a test compares the two.

/// The type of a field.
#[derive(Clone, Copy)]
pub(crate) enum FieldKind {
    Int32,
    Int64,
    Uint64,
    Float,
    Double,
    Text,
    Bytes,
    /// An integer with named values.
    Enum(&'static [(i32, &'static str)]),
    Message(&'static Message),
}

/// One field of a message.
pub(crate) struct Field {
    pub(crate) number: u32,
    pub(crate) name: &'static str,
    pub(crate) kind: FieldKind,
    pub(crate) is_repeated: bool,
}

/// A message type.
pub(crate) struct Message {
    pub(crate) name: &'static str,
    pub(crate) fields: &'static [Field],
}

impl Message {
    /// Looks up a field by its number. Relies on `fields` being sorted.
    pub(crate) fn field(&self, number: u32) -> Option<&'static Field> {
        let at = self.fields.binary_search_by_key(&number, |field| field.number).ok()?;
        Some(&self.fields[at])
    }

    /// Looks up a field by its name.
    pub(crate) fn field_named(&self, name: &str) -> Option<&'static Field> {
        self.fields.iter().find(|field| field.name == name)
    }
}

const fn one(number: u32, name: &'static str, kind: FieldKind) -> Field {
    Field { number, name, kind, is_repeated: false }
}

const fn many(number: u32, name: &'static str, kind: FieldKind) -> Field {
    Field { number, name, kind, is_repeated: true }
}

const ATTRIBUTE_TYPES: &[(i32, &str)] = &[
    (0, "UNDEFINED"),
    (1, "FLOAT"),
    (2, "INT"),
    (3, "STRING"),
    (4, "TENSOR"),
    (5, "GRAPH"),
    (6, "FLOATS"),
    (7, "INTS"),
    (8, "STRINGS"),
    (9, "TENSORS"),
    (10, "GRAPHS"),
    (11, "SPARSE_TENSOR"),
    (12, "SPARSE_TENSORS"),
    (13, "TYPE_PROTO"),
    (14, "TYPE_PROTOS"),
];

const DATA_LOCATIONS: &[(i32, &str)] = &[(0, "DEFAULT"), (1, "EXTERNAL")];

/// The message that a file contains.
pub(crate) static MODEL: Message = Message {
    name: "ModelProto",
    fields: &[
        one(1, "ir_version", FieldKind::Int64),
        one(2, "producer_name", FieldKind::Text),
        one(3, "producer_version", FieldKind::Text),
        one(4, "domain", FieldKind::Text),
        one(5, "model_version", FieldKind::Int64),
        one(6, "doc_string", FieldKind::Text),
        one(7, "graph", FieldKind::Message(&GRAPH)),
        many(8, "opset_import", FieldKind::Message(&OPERATOR_SET_ID)),
        many(14, "metadata_props", FieldKind::Message(&STRING_STRING_ENTRY)),
        many(20, "training_info", FieldKind::Message(&TRAINING_INFO)),
        many(25, "functions", FieldKind::Message(&FUNCTION)),
        many(26, "configuration", FieldKind::Message(&DEVICE_CONFIGURATION)),
    ],
};

static OPERATOR_SET_ID: Message = Message {
    name: "OperatorSetIdProto",
    fields: &[one(1, "domain", FieldKind::Text), one(2, "version", FieldKind::Int64)],
};

static GRAPH: Message = Message {
    name: "GraphProto",
    fields: &[
        many(1, "node", FieldKind::Message(&NODE)),
        one(2, "name", FieldKind::Text),
        many(5, "initializer", FieldKind::Message(&TENSOR)),
        one(10, "doc_string", FieldKind::Text),
        many(11, "input", FieldKind::Message(&VALUE_INFO)),
        many(12, "output", FieldKind::Message(&VALUE_INFO)),
        many(13, "value_info", FieldKind::Message(&VALUE_INFO)),
        many(14, "quantization_annotation", FieldKind::Message(&TENSOR_ANNOTATION)),
        many(15, "sparse_initializer", FieldKind::Message(&SPARSE_TENSOR)),
        many(16, "metadata_props", FieldKind::Message(&STRING_STRING_ENTRY)),
    ],
};

static NODE: Message = Message {
    name: "NodeProto",
    fields: &[
        many(1, "input", FieldKind::Text),
        many(2, "output", FieldKind::Text),
        one(3, "name", FieldKind::Text),
        one(4, "op_type", FieldKind::Text),
        many(5, "attribute", FieldKind::Message(&ATTRIBUTE)),
        one(6, "doc_string", FieldKind::Text),
        one(7, "domain", FieldKind::Text),
        one(8, "overload", FieldKind::Text),
        many(9, "metadata_props", FieldKind::Message(&STRING_STRING_ENTRY)),
        many(10, "device_configurations", FieldKind::Message(&NODE_DEVICE_CONFIGURATION)),
    ],
};

static ATTRIBUTE: Message = Message {
    name: "AttributeProto",
    fields: &[
        one(1, "name", FieldKind::Text),
        one(2, "f", FieldKind::Float),
        one(3, "i", FieldKind::Int64),
        one(4, "s", FieldKind::Bytes),
        one(5, "t", FieldKind::Message(&TENSOR)),
        one(6, "g", FieldKind::Message(&GRAPH)),
        many(7, "floats", FieldKind::Float),
        many(8, "ints", FieldKind::Int64),
        many(9, "strings", FieldKind::Bytes),
        many(10, "tensors", FieldKind::Message(&TENSOR)),
        many(11, "graphs", FieldKind::Message(&GRAPH)),
        one(13, "doc_string", FieldKind::Text),
        one(14, "tp", FieldKind::Message(&TYPE)),
        many(15, "type_protos", FieldKind::Message(&TYPE)),
        one(20, "type", FieldKind::Enum(ATTRIBUTE_TYPES)),
        one(21, "ref_attr_name", FieldKind::Text),
        one(22, "sparse_tensor", FieldKind::Message(&SPARSE_TENSOR)),
        many(23, "sparse_tensors", FieldKind::Message(&SPARSE_TENSOR)),
    ],
};

static TENSOR: Message = Message {
    name: "TensorProto",
    fields: &[
        many(1, "dims", FieldKind::Int64),
        one(2, "data_type", FieldKind::Int32),
        one(3, "segment", FieldKind::Message(&TENSOR_SEGMENT)),
        many(4, "float_data", FieldKind::Float),
        many(5, "int32_data", FieldKind::Int32),
        many(6, "string_data", FieldKind::Bytes),
        many(7, "int64_data", FieldKind::Int64),
        one(8, "name", FieldKind::Text),
        one(9, "raw_data", FieldKind::Bytes),
        many(10, "double_data", FieldKind::Double),
        many(11, "uint64_data", FieldKind::Uint64),
        one(12, "doc_string", FieldKind::Text),
        many(13, "external_data", FieldKind::Message(&STRING_STRING_ENTRY)),
        one(14, "data_location", FieldKind::Enum(DATA_LOCATIONS)),
        many(16, "metadata_props", FieldKind::Message(&STRING_STRING_ENTRY)),
    ],
};

static TENSOR_SEGMENT: Message = Message {
    name: "TensorProto.Segment",
    fields: &[one(1, "begin", FieldKind::Int64), one(2, "end", FieldKind::Int64)],
};

static STRING_STRING_ENTRY: Message = Message {
    name: "StringStringEntryProto",
    fields: &[one(1, "key", FieldKind::Text), one(2, "value", FieldKind::Text)],
};

static SPARSE_TENSOR: Message = Message {
    name: "SparseTensorProto",
    fields: &[
        one(1, "values", FieldKind::Message(&TENSOR)),
        one(2, "indices", FieldKind::Message(&TENSOR)),
        many(3, "dims", FieldKind::Int64),
    ],
};

static TYPE: Message = Message {
    name: "TypeProto",
    fields: &[
        one(1, "tensor_type", FieldKind::Message(&TYPE_TENSOR)),
        one(4, "sequence_type", FieldKind::Message(&TYPE_SEQUENCE)),
        one(5, "map_type", FieldKind::Message(&TYPE_MAP)),
        one(6, "denotation", FieldKind::Text),
        one(7, "opaque_type", FieldKind::Message(&TYPE_OPAQUE)),
        one(8, "sparse_tensor_type", FieldKind::Message(&TYPE_SPARSE_TENSOR)),
        one(9, "optional_type", FieldKind::Message(&TYPE_OPTIONAL)),
    ],
};

static TYPE_TENSOR: Message = Message {
    name: "TypeProto.Tensor",
    fields: &[one(1, "elem_type", FieldKind::Int32), one(2, "shape", FieldKind::Message(&TENSOR_SHAPE))],
};

static TENSOR_SHAPE: Message = Message {
    name: "TensorShapeProto",
    fields: &[many(1, "dim", FieldKind::Message(&TENSOR_SHAPE_DIMENSION))],
};

static TENSOR_SHAPE_DIMENSION: Message = Message {
    name: "TensorShapeProto.Dimension",
    fields: &[
        one(1, "dim_value", FieldKind::Int64),
        one(2, "dim_param", FieldKind::Text),
        one(3, "denotation", FieldKind::Text),
    ],
};

static TYPE_SEQUENCE: Message =
    Message { name: "TypeProto.Sequence", fields: &[one(1, "elem_type", FieldKind::Message(&TYPE))] };

static TYPE_MAP: Message = Message {
    name: "TypeProto.Map",
    fields: &[one(1, "key_type", FieldKind::Int32), one(2, "value_type", FieldKind::Message(&TYPE))],
};

static TYPE_OPTIONAL: Message =
    Message { name: "TypeProto.Optional", fields: &[one(1, "elem_type", FieldKind::Message(&TYPE))] };

static TYPE_SPARSE_TENSOR: Message = Message {
    name: "TypeProto.SparseTensor",
    fields: &[one(1, "elem_type", FieldKind::Int32), one(2, "shape", FieldKind::Message(&TENSOR_SHAPE))],
};

static TYPE_OPAQUE: Message = Message {
    name: "TypeProto.Opaque",
    fields: &[one(1, "domain", FieldKind::Text), one(2, "name", FieldKind::Text)],
};

static NODE_DEVICE_CONFIGURATION: Message = Message {
    name: "NodeDeviceConfigurationProto",
    fields: &[
        one(1, "configuration_id", FieldKind::Text),
        many(2, "sharding_spec", FieldKind::Message(&SHARDING_SPEC)),
        one(3, "pipeline_stage", FieldKind::Int32),
    ],
};

static SHARDING_SPEC: Message = Message {
    name: "ShardingSpecProto",
    fields: &[
        one(1, "tensor_name", FieldKind::Text),
        many(2, "device", FieldKind::Int64),
        many(3, "index_to_device_group_map", FieldKind::Message(&INT_INT_LIST_ENTRY)),
        many(4, "sharded_dim", FieldKind::Message(&SHARDED_DIM)),
    ],
};

static INT_INT_LIST_ENTRY: Message = Message {
    name: "IntIntListEntryProto",
    fields: &[one(1, "key", FieldKind::Int64), many(2, "value", FieldKind::Int64)],
};

static SHARDED_DIM: Message = Message {
    name: "ShardedDimProto",
    fields: &[
        one(1, "axis", FieldKind::Int64),
        many(2, "simple_sharding", FieldKind::Message(&SIMPLE_SHARDED_DIM)),
    ],
};

static SIMPLE_SHARDED_DIM: Message = Message {
    name: "SimpleShardedDimProto",
    fields: &[
        one(1, "dim_value", FieldKind::Int64),
        one(2, "dim_param", FieldKind::Text),
        one(3, "num_shards", FieldKind::Int64),
    ],
};

static VALUE_INFO: Message = Message {
    name: "ValueInfoProto",
    fields: &[
        one(1, "name", FieldKind::Text),
        one(2, "type", FieldKind::Message(&TYPE)),
        one(3, "doc_string", FieldKind::Text),
        many(4, "metadata_props", FieldKind::Message(&STRING_STRING_ENTRY)),
    ],
};

static TENSOR_ANNOTATION: Message = Message {
    name: "TensorAnnotation",
    fields: &[
        one(1, "tensor_name", FieldKind::Text),
        many(2, "quant_parameter_tensor_names", FieldKind::Message(&STRING_STRING_ENTRY)),
    ],
};

static TRAINING_INFO: Message = Message {
    name: "TrainingInfoProto",
    fields: &[
        one(1, "initialization", FieldKind::Message(&GRAPH)),
        one(2, "algorithm", FieldKind::Message(&GRAPH)),
        many(3, "initialization_binding", FieldKind::Message(&STRING_STRING_ENTRY)),
        many(4, "update_binding", FieldKind::Message(&STRING_STRING_ENTRY)),
    ],
};

static FUNCTION: Message = Message {
    name: "FunctionProto",
    fields: &[
        one(1, "name", FieldKind::Text),
        many(4, "input", FieldKind::Text),
        many(5, "output", FieldKind::Text),
        many(6, "attribute", FieldKind::Text),
        many(7, "node", FieldKind::Message(&NODE)),
        one(8, "doc_string", FieldKind::Text),
        many(9, "opset_import", FieldKind::Message(&OPERATOR_SET_ID)),
        one(10, "domain", FieldKind::Text),
        many(11, "attribute_proto", FieldKind::Message(&ATTRIBUTE)),
        many(12, "value_info", FieldKind::Message(&VALUE_INFO)),
        one(13, "overload", FieldKind::Text),
        many(14, "metadata_props", FieldKind::Message(&STRING_STRING_ENTRY)),
    ],
};

static DEVICE_CONFIGURATION: Message = Message {
    name: "DeviceConfigurationProto",
    fields: &[
        one(1, "name", FieldKind::Text),
        one(2, "num_devices", FieldKind::Int32),
        many(3, "device", FieldKind::Text),
    ],
};

#[cfg(test)]
mod tests {
    use prost::Message as _;

    use super::*;
    use crate::file::wire::{WireType, put_bytes, put_tag};
    use crate::file::{Detail, to_text};

    /// Messages with one field each. Together they have every field that is reachable without recursion.
    fn samples(message: &'static Message, around: &mut Vec<&'static str>) -> Vec<Vec<u8>> {
        let mut all = vec![Vec::new()];
        if around.contains(&message.name) {
            return all;
        }
        around.push(message.name);
        for field in message.fields {
            let mut out = Vec::new();
            match field.kind {
                FieldKind::Message(inner) => {
                    for sample in samples(inner, around) {
                        let mut out = Vec::new();
                        put_bytes(field.number, &sample, &mut out);
                        all.push(out);
                    }
                    continue;
                }
                FieldKind::Text | FieldKind::Bytes => put_bytes(field.number, b"a", &mut out),
                FieldKind::Float => {
                    put_tag(field.number, WireType::Fixed32, &mut out);
                    out.extend([0, 0, 0x80, 0x3F]);
                }
                FieldKind::Double => {
                    put_tag(field.number, WireType::Fixed64, &mut out);
                    out.extend([0, 0, 0, 0, 0, 0, 0xF0, 0x3F]);
                }
                FieldKind::Int32 | FieldKind::Int64 | FieldKind::Uint64 | FieldKind::Enum(_) => {
                    put_tag(field.number, WireType::Varint, &mut out);
                    out.push(1);
                }
            }
            all.push(out);
        }
        around.pop();
        all
    }

    /// Decoding drops fields that the types lack, so they would be missing after encoding.
    #[test]
    fn the_types_have_the_same_fields() {
        let samples = samples(&MODEL, &mut Vec::new());
        assert!(samples.len() > 500, "{}", samples.len());
        for sample in samples {
            let model = crate::proto::Model::decode(&sample[..]).expect("it decodes");
            assert_eq!(to_text(&model.encode_to_vec(), Detail::Full), to_text(&sample, Detail::Full));
        }
    }

    #[test]
    fn fields_are_in_order() {
        fn check(message: &'static Message, around: &mut Vec<&'static str>) {
            if around.contains(&message.name) {
                return;
            }
            around.push(message.name);
            assert!(
                message.fields.windows(2).all(|pair| pair[0].number < pair[1].number),
                "{}",
                message.name
            );
            for field in message.fields {
                if let FieldKind::Message(inner) = field.kind {
                    check(inner, around);
                }
            }
        }
        check(&MODEL, &mut Vec::new());
    }
}
