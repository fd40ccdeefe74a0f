//! Contents of ONNX tensors: reads every encoding, writes one, raw data.

use bytes::Bytes;
use partita_onnx::ElementType;
use partita_onnx::proto::{self, DataLocation, StringEntry};

use super::Array;
use crate::EngineError;

impl Array {
    /// The contents of a tensor of a model or of a `.pb` file. External contents must have been loaded by
    /// [`load_external`].
    pub fn from_proto(tensor: &proto::Tensor) -> Result<Array, EngineError> {
        let name = tensor.name.as_deref().unwrap_or_default();
        contents(tensor).map_err(|error| error.about(format!("tensor `{name}`")))
    }

    /// An ONNX tensor with the elements as raw data.
    pub fn to_proto(&self, name: &str) -> proto::Tensor {
        let bits = self.element().bits() as usize;
        if let Some(strings) = self.as_strings() {
            return proto::Tensor {
                dims: self.shape().iter().map(|&size| size as i64).collect(),
                data_type: Some(ElementType::String as i32),
                name: Some(name.into()),
                string_data: strings.into_iter().map(Bytes::copy_from_slice).collect(),
                ..proto::Tensor::default()
            };
        }
        let raw = if bits < 8 { pack(self.data(), bits).into() } else { self.data().clone() };
        proto::Tensor {
            // A size that memory can hold is no more than i64::MAX.
            dims: self.shape().iter().map(|&size| size as i64).collect(),
            data_type: Some(self.element() as i32),
            name: Some(name.into()),
            raw_data: Some(raw),
            ..proto::Tensor::default()
        }
    }
}

fn contents(tensor: &proto::Tensor) -> Result<Array, EngineError> {
    let number = tensor.data_type.unwrap_or_default();
    let element = ElementType::from_number(number)
        .ok_or_else(|| EngineError::contents(format!("unknown element type {number}")))?;
    if tensor.is_external() {
        return Err(EngineError::contents("its contents are in an external file that was not read"));
    }
    if tensor.segment.is_some() {
        return Err(EngineError::unsupported("tensors in segments are not supported"));
    }
    let shape: Option<Vec<usize>> = tensor.dims.iter().map(|&size| size.try_into().ok()).collect();
    let shape = shape.ok_or_else(|| EngineError::contents(format!("invalid shape {:?}", tensor.dims)))?;
    if element == ElementType::String {
        return Array::strings(shape, &tensor.string_data);
    }
    let size = Array::size(element, &shape)?;
    let bits = element.bits() as usize;
    let data = match &tensor.raw_data {
        Some(raw) if bits < 8 => unpack(raw, bits, size)?.into(),
        Some(raw) if element == ElementType::Bool => truths(raw).into(),
        Some(raw) => raw.clone(),
        None => listed(tensor, element, size)?,
    };
    Array::new(element, shape, data)
}

/// Elements that are listed in a typed field: ONNX prescribes which field holds which element type.
fn listed(tensor: &proto::Tensor, element: ElementType, size: usize) -> Result<Bytes, EngineError> {
    use ElementType as E;
    let text = element.text();
    let misfit =
        |value: &dyn std::fmt::Display| EngineError::contents(format!("{value} is out of range for {text}"));
    let small = || tensor.int32_data.iter();
    let data: Vec<u8> = match element {
        E::Float | E::Complex64 => tensor.float_data.iter().flat_map(|value| value.to_le_bytes()).collect(),
        E::Double | E::Complex128 => {
            tensor.double_data.iter().flat_map(|value| value.to_le_bytes()).collect()
        }
        E::Int64 => tensor.int64_data.iter().flat_map(|value| value.to_le_bytes()).collect(),
        E::Uint64 => tensor.uint64_data.iter().flat_map(|value| value.to_le_bytes()).collect(),
        E::Uint32 => {
            let values = tensor.uint64_data.iter();
            let values = values.map(|value| u32::try_from(*value).map_err(|_| misfit(value)));
            values.collect::<Result<Vec<_>, _>>()?.into_iter().flat_map(u32::to_le_bytes).collect()
        }
        E::Int32 => small().flat_map(|value| value.to_le_bytes()).collect(),
        E::Bool => small().map(|&value| u8::from(value != 0)).collect(),
        E::Int8 => {
            let values = small().map(|value| i8::try_from(*value).map_err(|_| misfit(value)));
            values.collect::<Result<Vec<_>, _>>()?.into_iter().map(|value| value as u8).collect()
        }
        E::Int16 => {
            let values = small().map(|value| i16::try_from(*value).map_err(|_| misfit(value)));
            values.collect::<Result<Vec<_>, _>>()?.into_iter().flat_map(i16::to_le_bytes).collect()
        }
        E::Uint16 | E::Float16 | E::Bfloat16 => {
            let values = small().map(|value| u16::try_from(*value).map_err(|_| misfit(value)));
            values.collect::<Result<Vec<_>, _>>()?.into_iter().flat_map(u16::to_le_bytes).collect()
        }
        E::Uint8
        | E::Float8E4M3FN
        | E::Float8E4M3FNUZ
        | E::Float8E5M2
        | E::Float8E5M2FNUZ
        | E::Float8E8M0 => packed_bytes(tensor)?,
        E::Uint4 | E::Int4 | E::Float4E2M1 | E::Uint2 | E::Int2 => {
            unpack(&packed_bytes(tensor)?, element.bits() as usize, size)?
        }
        E::String => return Err(EngineError::unsupported("tensors of strings are not supported")),
    };
    Ok(data.into())
}

/// One byte from each integer. Some writers extend the sign, so -128 to -1 are accepted as well.
fn packed_bytes(tensor: &proto::Tensor) -> Result<Vec<u8>, EngineError> {
    let byte = |value: &i32| match value {
        -128..=255 => Ok(*value as u8),
        _ => Err(EngineError::contents(format!("{value} does not fit in a byte"))),
    };
    tensor.int32_data.iter().map(byte).collect()
}

/// Booleans as 0 or 1, so that equal arrays have equal bytes.
fn truths(raw: &[u8]) -> Vec<u8> {
    raw.iter().map(|&byte| u8::from(byte != 0)).collect()
}

/// Elements of `bits` bits each, the first in the lowest bits of a byte, as one byte each.
fn unpack(packed: &[u8], bits: usize, count: usize) -> Result<Vec<u8>, EngineError> {
    let each = 8 / bits;
    if packed.len() != count.div_ceil(each) {
        return Err(EngineError::contents(format!(
            "expected {} bytes for {count} elements, found {}",
            count.div_ceil(each),
            packed.len()
        )));
    }
    let mask = (1u8 << bits) - 1;
    Ok((0..count).map(|i| packed[i / each] >> (i % each * bits) & mask).collect())
}

fn pack(elements: &[u8], bits: usize) -> Vec<u8> {
    let join = |group: &[u8]| group.iter().rev().fold(0u8, |byte, &element| byte << bits | element);
    elements.chunks(8 / bits).map(join).collect()
}

/// Where the contents of a tensor are in an external file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct External<'m> {
    /// The file, relative to the model's folder. It comes from the model and is not checked: the [`Loader`] decides
    /// what may be opened.
    pub location: &'m str,
    /// The position of the first byte in the file.
    pub offset: u64,
    /// The number of bytes; `None` if the model does not declare it, which means up to the end of the file.
    pub length: Option<u64>,
}

/// Reads the external contents of a tensor, or returns why it cannot.
pub type Loader<'l> = dyn FnMut(&External<'_>) -> Result<Bytes, String> + 'l;

/// Loads all external contents of a model into it: those of graphs, bodies, attributes and functions.
pub fn load_external(model: &mut proto::Model, loader: &mut Loader<'_>) -> Result<(), EngineError> {
    if let Some(graph) = &mut model.graph {
        load_graph(graph, loader)?;
    }
    model.functions.iter_mut().flat_map(|f| &mut f.node).try_for_each(|node| load_node(node, loader))
}

/// Loads the external contents of attributes and bodies of the main graph; its initialisers stay external.
pub fn load_external_in_nodes(model: &mut proto::Model, loader: &mut Loader<'_>) -> Result<(), EngineError> {
    let nodes = model.graph.iter_mut().flat_map(|graph| &mut graph.node);
    nodes.into_iter().try_for_each(|node| load_node(node, loader))
}

// The decoder of the model limits the nesting, so this recursion is bounded.
fn load_graph(graph: &mut proto::Graph, loader: &mut Loader<'_>) -> Result<(), EngineError> {
    graph.initializer.iter_mut().try_for_each(|tensor| load_tensor(tensor, loader))?;
    graph.node.iter_mut().try_for_each(|node| load_node(node, loader))
}

fn load_node(node: &mut proto::Node, loader: &mut Loader<'_>) -> Result<(), EngineError> {
    for attribute in &mut node.attribute {
        attribute.t.iter_mut().chain(&mut attribute.tensors).try_for_each(|t| load_tensor(t, loader))?;
        attribute.g.iter_mut().chain(&mut attribute.graphs).try_for_each(|g| load_graph(g, loader))?;
    }
    Ok(())
}

fn load_tensor(tensor: &mut proto::Tensor, loader: &mut Loader<'_>) -> Result<(), EngineError> {
    if !tensor.is_external() {
        return Ok(());
    }
    let name = tensor.name.clone().unwrap_or_default();
    let entry = |key| StringEntry::find(&tensor.external_data, key);
    let number = |key| match entry(key).map(str::parse::<u64>) {
        None => Ok(None),
        Some(Ok(number)) => Ok(Some(number)),
        Some(Err(_)) => {
            Err(EngineError::contents(format!("tensor `{name}`: invalid {key}, expected a number of bytes")))
        }
    };
    let missing = || EngineError::contents(format!("tensor `{name}`: its external data has no location"));
    let external = External {
        location: entry("location").ok_or_else(missing)?,
        offset: number("offset")?.unwrap_or(0),
        length: number("length")?,
    };
    let raw = loader(&external);
    let raw = raw.map_err(|why| EngineError::contents(format!("tensor `{name}`: {why}")))?;
    tensor.raw_data = Some(raw);
    tensor.external_data.clear();
    tensor.data_location = Some(DataLocation::Default as i32);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tensor(element: ElementType, dims: &[i64]) -> proto::Tensor {
        let name = Some("w".into());
        proto::Tensor { dims: dims.to_vec(), data_type: Some(element as i32), name, ..Default::default() }
    }

    #[test]
    fn every_field_is_read() {
        use ElementType as E;
        let read = |t: proto::Tensor| Array::from_proto(&t).map(|a| a.data().to_vec());
        let small = |element, values: &[i32]| {
            read(proto::Tensor { int32_data: values.to_vec(), ..tensor(element, &[3]) })
        };
        assert_eq!(small(E::Uint8, &[1, 2, 255]), Ok(vec![1, 2, 255]));
        assert_eq!(small(E::Int8, &[1, -2, 3]), Ok(vec![1, 254, 3]));
        assert_eq!(small(E::Int16, &[1, -2, 3]), Ok(vec![1, 0, 254, 255, 3, 0]));
        assert_eq!(small(E::Float16, &[0x3c00, 0, 1]), Ok(vec![0, 0x3c, 0, 0, 1, 0]));
        assert_eq!(small(E::Bool, &[1, 0, 7]), Ok(vec![1, 0, 1]));
        assert_eq!(small(E::Int4, &[0x21, 0x0f]), Ok(vec![1, 2, 15]));
        assert_eq!(small(E::Uint2, &[0b11_10_01]), Ok(vec![1, 2, 3]));
        assert!(small(E::Int8, &[1, 300, 0]).is_err());
        assert!(small(E::Uint8, &[1, 300, 0]).is_err());
        assert!(small(E::Uint8, &[1, 2]).is_err());
        let long = proto::Tensor { int64_data: vec![-1], ..tensor(E::Int64, &[]) };
        assert_eq!(read(long), Ok(vec![255; 8]));
        let unsigned = proto::Tensor { uint64_data: vec![7], ..tensor(E::Uint32, &[1]) };
        assert_eq!(read(unsigned), Ok(vec![7, 0, 0, 0]));
        let complex = proto::Tensor { float_data: vec![1.0, 0.0], ..tensor(E::Complex64, &[1]) };
        assert_eq!(read(complex), Ok(vec![0, 0, 0x80, 0x3f, 0, 0, 0, 0]));
        let double = proto::Tensor { double_data: vec![0.0], ..tensor(E::Double, &[1]) };
        assert_eq!(read(double), Ok(vec![0; 8]));
        assert!(read(tensor(E::Float, &[-1])).is_err());
        assert!(read(tensor(E::Float, &[i64::MAX, i64::MAX])).is_err());
        assert_eq!(read(tensor(E::Float, &[0, 3])), Ok(vec![]));
        assert!(read(proto::Tensor { data_type: Some(99), ..Default::default() }).is_err());
    }

    #[test]
    fn what_is_written_reads_back() {
        for (element, bytes) in [
            (ElementType::Int4, vec![15, 1, 8]),
            (ElementType::Uint2, vec![3, 0, 2]),
            (ElementType::Bool, vec![1, 0, 1]),
            (ElementType::Bfloat16, vec![1, 2, 3, 4, 5, 6]),
        ] {
            let array = Array::new(element, vec![3, 1], bytes).unwrap();
            assert_eq!(Array::from_proto(&array.to_proto("w")), Ok(array));
        }
    }

    #[test]
    fn contents_are_brought_in_from_other_files() {
        let entry = |key: &str, value: &str| StringEntry { key: Some(key.into()), value: Some(value.into()) };
        let external = proto::Tensor {
            external_data: vec![entry("location", "w.bin"), entry("offset", "4")],
            data_location: Some(DataLocation::External as i32),
            ..tensor(ElementType::Uint8, &[2])
        };
        assert!(Array::from_proto(&external).is_err());
        let graph = proto::Graph { initializer: vec![external], ..Default::default() };
        let mut model = proto::Model { graph: Some(graph), ..Default::default() };
        let mut refusing = model.clone();
        let error = load_external(&mut refusing, &mut |_| Err("no such file".into())).unwrap_err();
        assert_eq!(error.message, "tensor `w`: no such file");
        load_external(&mut model, &mut |external| {
            assert_eq!((external.location, external.offset, external.length), ("w.bin", 4, None));
            Ok(Bytes::from_static(&[1, 2]))
        })
        .unwrap();
        let array = Array::from_proto(&model.graph.unwrap().initializer[0]).unwrap();
        assert_eq!(array.data()[..], [1, 2]);
    }
}
