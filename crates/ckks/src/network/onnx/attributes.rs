//! Attributes and constants of nodes.

use partita_onnx::graph::Node;
use partita_onnx::proto;
use partita_onnx::types::ElementType;

use super::{not_flat, refused};
use crate::CkksResult;
use crate::linear::Window;

/// The shape and values of a float tensor.
pub(super) fn numbers(tensor: &proto::Tensor) -> Option<(Vec<usize>, Vec<f64>)> {
    let dims: Vec<usize> = tensor.dims.iter().map(|&n| usize::try_from(n).ok()).collect::<Option<_>>()?;
    let count = dims.iter().try_fold(1usize, |count, &n| count.checked_mul(n))?;
    if tensor.is_external() {
        return None;
    }
    let values: Vec<f64> = match (ElementType::from_number(tensor.data_type?)?, &tensor.raw_data) {
        (ElementType::Float, Some(raw)) => raw
            .chunks_exact(4)
            .map(|bytes| f64::from(f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])))
            .collect(),
        (ElementType::Float, None) => tensor.float_data.iter().map(|&value| f64::from(value)).collect(),
        (ElementType::Double, Some(raw)) => raw
            .chunks_exact(8)
            .map(|bytes| f64::from_le_bytes(bytes.try_into().unwrap_or_default()))
            .collect(),
        (ElementType::Double, None) => tensor.double_data.clone(),
        _ => return None,
    };
    (values.len() == count && values.iter().all(|value| value.is_finite())).then_some((dims, values))
}

/// One number for each feature, broadcast if there is only one, times a factor.
pub(super) fn broadcast_values(values: &[f64], features: usize, factor: f64) -> Option<Vec<f64>> {
    match values {
        [one] => Some(vec![one * factor; features]),
        _ if values.len() == features => Some(values.iter().map(|value| value * factor).collect()),
        _ => None,
    }
}

pub(super) fn attribute<'n>(node: &Node<'n>, name: &str) -> Option<&'n proto::Attribute> {
    node.proto.attribute.iter().find(|attribute| attribute.name.as_deref() == Some(name))
}

pub(super) fn integer(node: &Node<'_>, name: &str, default: i64) -> i64 {
    attribute(node, name).and_then(|attribute| attribute.i).unwrap_or(default)
}

pub(super) fn float(node: &Node<'_>, name: &str, default: f64) -> f64 {
    attribute(node, name).and_then(|attribute| attribute.f).map_or(default, f64::from)
}

pub(super) fn sizes(node: &Node<'_>, name: &str) -> Option<Vec<usize>> {
    attribute(node, name)?.ints.iter().map(|&n| usize::try_from(n).ok()).collect()
}

pub(super) fn pair(node: &Node<'_>, name: &str) -> Option<[usize; 2]> {
    sizes(node, name)?.try_into().ok()
}

pub(super) fn window(
    node: &Node<'_>,
    op: &str,
    name: &str,
    kernel: [usize; 2],
    [_, h, w]: [usize; 3],
) -> CkksResult<Window> {
    let either = |key: &str, default: [usize; 2]| match attribute(node, key) {
        None => Ok(default),
        Some(_) => pair(node, key).ok_or_else(|| not_flat(op, name)),
    };
    let (stride, dilation) = (either("strides", [1, 1])?, either("dilations", [1, 1])?);
    if integer(node, "ceil_mode", 0) != 0 {
        return Err(refused(op, name, "it rounds sizes up", "remove ceil_mode and pad instead"));
    }
    let auto = attribute(node, "auto_pad").and_then(|attribute| attribute.s.as_deref()).unwrap_or(b"NOTSET");
    let pads: [usize; 4] = match auto {
        b"NOTSET" | b"" => match attribute(node, "pads") {
            None => [0; 4],
            Some(_) => {
                sizes(node, "pads").and_then(|pads| pads.try_into().ok()).ok_or_else(|| not_flat(op, name))?
            }
        },
        b"VALID" => [0; 4],
        b"SAME_UPPER" | b"SAME_LOWER" => {
            let all = |d: usize, size: usize| {
                let reach = dilation[d].saturating_mul(kernel[d].saturating_sub(1)).saturating_add(1);
                let steps = size.div_ceil(stride[d].max(1)).saturating_sub(1);
                steps.saturating_mul(stride[d]).saturating_add(reach).saturating_sub(size)
            };
            let [rows, columns] = [all(0, h), all(1, w)];
            let less = [rows / 2, columns / 2];
            let more = [rows - less[0], columns - less[1]];
            match auto {
                b"SAME_UPPER" => [less[0], less[1], more[0], more[1]],
                _ => [more[0], more[1], less[0], less[1]],
            }
        }
        _ => return Err(refused(op, name, "its auto_pad is invalid", "use pads instead")),
    };
    let [top, left, bottom, right] = pads;
    Ok(Window { kernel, stride, before: [top, left], after: [bottom, right], dilation })
}
