//! Arrays in messages between processes.

use bytes::Bytes;
use partita_onnx::ElementType;
use serde_json::{Value, json};

use super::{Array, Arrays};

/// The element type and the shape of an array.
pub(crate) type ArrayType = (ElementType, Vec<usize>);

/// The description of arrays for the JSON line of a message, and their bytes, concatenated, which follow the line.
pub(crate) fn describe_arrays(arrays: &Arrays) -> (Value, Vec<u8>) {
    let one = |(name, array): (&String, &Array)| json!({"name": name, "element": array.element() as i32, "shape": array.shape()});
    let described = arrays.iter().map(one).collect();
    let bytes: Vec<&[u8]> = arrays.values().map(|array| &array.data()[..]).collect();
    (described, bytes.concat())
}

/// The description of the outputs of a model for the JSON line of a message.
pub(crate) fn describe_outputs(outputs: &[(String, Option<ElementType>)]) -> Value {
    let one = |(name, element): &(String, Option<ElementType>)| {
        json!([name, element.map(|element| element as i32)])
    };
    outputs.iter().map(one).collect()
}

/// The outputs that [`describe_outputs`] described; `None` if the description is invalid.
pub(crate) fn read_outputs(described: &Value) -> Option<Vec<(String, Option<ElementType>)>> {
    let one = |one: &Value| {
        let element = match &one[1] {
            Value::Null => None,
            number => Some(ElementType::from_number(i32::try_from(number.as_i64()?).ok()?)?),
        };
        Some((one[0].as_str()?.to_owned(), element))
    };
    described.as_array()?.iter().map(one).collect()
}

/// The names, element types and shapes in a description of arrays; `None` if it is invalid.
pub(crate) fn read_array_types(described: &Value) -> Option<Vec<(String, ArrayType)>> {
    let one = |one: &Value| {
        let number = i32::try_from(one["element"].as_i64()?).ok()?;
        let sizes = one["shape"].as_array()?.iter();
        let shape = sizes.map(|size| size.as_u64()?.try_into().ok()).collect::<Option<_>>()?;
        Some((one["name"].as_str()?.to_owned(), (ElementType::from_number(number)?, shape)))
    };
    described.as_array()?.iter().map(one).collect()
}

/// The arrays that [`describe_arrays`] described; `None` if the description is invalid or does not match the bytes.
pub(crate) fn read_arrays(described: &Value, mut bytes: Bytes) -> Option<Arrays> {
    let mut arrays = Arrays::new();
    for (name, (element, shape)) in read_array_types(described)? {
        let size = Array::size(element, &shape).ok().filter(|&size| size <= bytes.len())?;
        let array = Array::new(element, shape, bytes.split_to(size)).ok()?;
        arrays.insert(name, array);
    }
    bytes.is_empty().then_some(arrays)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outputs_round_trip() {
        let outputs = vec![("a".to_string(), Some(ElementType::Bool)), ("b".to_string(), None)];
        assert_eq!(read_outputs(&describe_outputs(&outputs)), Some(outputs));
        assert_eq!(read_outputs(&json!([["a", 99]])), None);
        assert_eq!(read_outputs(&json!({})), None);
    }

    #[test]
    fn arrays_round_trip() {
        let arrays = Arrays::from([
            ("a".to_string(), Array::i64(&[2], &[1, -1]).unwrap()),
            ("b".to_string(), Array::f32(&[], &[0.5]).unwrap()),
            ("c".to_string(), Array::f32(&[0, 2], &[]).unwrap()),
        ]);
        let (described, bytes) = describe_arrays(&arrays);
        assert_eq!(read_arrays(&described, bytes.clone().into()), Some(arrays));
        assert_eq!(read_arrays(&described, bytes[1..].to_vec().into()), None);
        assert_eq!(read_arrays(&described, [bytes, vec![0]].concat().into()), None);
        assert_eq!(
            read_arrays(&json!([{"name": "x", "element": 1, "shape": [u64::MAX]}]), Bytes::new()),
            None
        );
        assert_eq!(read_arrays(&json!({}), Bytes::new()), None);
    }
}
