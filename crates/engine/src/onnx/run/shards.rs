//! Shards the inputs of a model for its ranks, and assembles their results.

use partita_mesh::Mesh;
use partita_onnx::partition::{Partitioned, Port};
use partita_onnx::{ElementType, IntegerRange, TensorType};

use super::{Array, Arrays, ComparisonLimits, Precision, compare_outputs};
use crate::EngineError;

/// The inputs of each rank, from those of the unpartitioned model.
pub fn shard_inputs(made: &Partitioned, mesh: &Mesh, inputs: &Arrays) -> Result<Vec<Arrays>, EngineError> {
    (0..made.models.len() as u64)
        .map(|rank| {
            let ports = made.inputs.iter().filter(|port| port.is_on(rank));
            let ports = ports.filter_map(|port| Some((port, inputs.get(&port.name)?)));
            ports
                .map(|(port, array)| Ok((port.name.clone(), shard_input(port, mesh, rank, array)?)))
                .collect()
        })
        .collect()
}

fn shard_input(port: &Port, mesh: &Mesh, rank: u64, array: &Array) -> Result<Array, EngineError> {
    if port.layout.is_replicated() {
        return Ok(array.clone());
    }
    let Some((shape, data)) = port.shard(mesh, rank, &sizes(array), array.data()) else {
        let message = format!("`{}`: expected {}, found shape {:?}", port.name, port.ty, array.shape());
        return Err(EngineError::inputs(message));
    };
    Array::new(array.element(), shape.iter().map(|&size| size as usize).collect(), data)
}

/// The shape of an array.
fn sizes(array: &Array) -> Vec<u64> {
    array.shape().iter().map(|&size| size as u64).collect()
}

/// The outputs of the unpartitioned model, assembled from those of all ranks. Replicated outputs must be the same on
/// all ranks.
pub fn assemble_outputs(made: &Partitioned, mesh: &Mesh, results: &[Arrays]) -> Result<Arrays, EngineError> {
    let mut outputs = Arrays::new();
    let precision = made.models.first().map(Precision::of_outputs).unwrap_or_default();
    for port in &made.outputs {
        let on = results.iter().enumerate().filter(|(rank, _)| port.is_on(*rank as u64));
        let shards: Option<Vec<(usize, &Array)>> =
            on.map(|(rank, result)| Some((rank, result.get(&port.name)?))).collect();
        let Some((shards, &(first_rank, first))) =
            shards.as_ref().and_then(|shards| Some((shards, shards.first()?)))
        else {
            return Err(EngineError::model(format!("not all ranks return `{}`", port.name)));
        };
        let array = if port.layout.is_replicated() {
            let only = |shard: &Array| Arrays::from([(port.name.clone(), shard.clone())]);
            for &(rank, shard) in shards {
                let compared =
                    compare_outputs(&only(first), &only(shard), &precision, ComparisonLimits::default())?;
                if !compared.differences.is_empty() {
                    let message = format!(
                        "ranks {first_rank} and {rank} return different values of the replicated output `{}`",
                        port.name
                    );
                    return Err(EngineError::model(message));
                }
            }
            first.clone()
        } else {
            let parts = shards.iter().map(|(rank, shard)| (*rank as u64, sizes(shard), shard.data().clone()));
            let parts: Vec<_> = parts.collect();
            let (shape, data) = port.assemble(mesh, &parts).ok_or_else(|| {
                let shapes: Vec<_> = shards.iter().map(|(_, shard)| shard.shape()).collect();
                EngineError::model(format!("the shards of `{}` do not cover it: {shapes:?}", port.name))
            })?;
            Array::new(first.element(), shape.iter().map(|&size| size as usize).collect(), data)?
        };
        outputs.insert(port.name.clone(), array);
    }
    Ok(outputs)
}

/// Pseudo-random numbers for an input, which depend on the seed only: floats between -1 and 1, integers of a range, and booleans; strings are
/// short words. Fails before anything is allocated if that takes more than `memory` bytes.
pub fn draw_array(
    ty: &TensorType,
    range: IntegerRange,
    seed: u64,
    memory: u64,
) -> Result<Array, EngineError> {
    let (Some(element), Some(shape)) = (ty.element, ty.shape()) else {
        return Err(EngineError::inputs(format!(
            "cannot generate inputs of type {ty}: the element type or a size is unknown"
        )));
    };
    let shape: Vec<usize> = shape.iter().map(|&size| size as usize).collect();
    let size = Array::size(element, &shape)?;
    if size as u64 > memory {
        let message =
            format!("an input of type {ty} takes {size} bytes of memory, of which {memory} are left");
        return Err(EngineError::memory(message));
    }
    let count = size / Array::element_bytes(element).max(1);
    // Xorshift64*; its state must not be zero.
    let mut state = seed | 1;
    let mut next = || {
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        state.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 40
    };
    if element == ElementType::String {
        const WORDS: &[&str] = &["a", "b", "the", "Cat", "dog", "one two", "1", ""];
        return Array::strings(shape, (0..count).map(|_| WORDS[next() as usize % WORDS.len()]));
    }
    let mut data = Vec::with_capacity(count * Array::element_bytes(element));
    for _ in 0..count {
        let number = next();
        // 24 random bits become a float in [-1, 1) that `f32` represents exactly.
        let float = number as f64 / f64::from(1u32 << 23) - 1.0;
        match element {
            ElementType::Float => data.extend((float as f32).to_le_bytes()),
            ElementType::Double => data.extend(float.to_le_bytes()),
            ElementType::Float16 => data.extend(half::f16::from_f64(float).to_le_bytes()),
            ElementType::Bfloat16 => data.extend(half::bf16::from_f64(float).to_le_bytes()),
            _ if element.is_integer() => {
                let count = range.high.saturating_sub(range.low).max(0) as u64 + 1;
                let integer = range.low.wrapping_add_unsigned(number % count);
                let bytes = Array::element_bytes(element);
                data.extend(&integer.to_le_bytes()[..bytes]);
                if let Some(last) = data.last_mut().filter(|_| element.bits() < 8) {
                    *last &= (1 << element.bits()) - 1;
                }
            }
            _ => {
                data.push((number & 1) as u8);
                data.resize(data.len() + Array::element_bytes(element).saturating_sub(1), 0);
            }
        }
    }
    Array::new(element, shape, data)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawn_integers_are_in_their_range_and_reach_its_ends() {
        let drawn = |element, low, high| {
            let ty = TensorType::new(element, &[400]);
            let array = draw_array(&ty, IntegerRange { low, high }, 3, 1 << 20).unwrap();
            assert_eq!(draw_array(&ty, IntegerRange { low, high }, 3, 1 << 20).unwrap(), array);
            array.data().to_vec()
        };
        let bytes = drawn(ElementType::Int8, -3, 2);
        let bytes: Vec<i8> = bytes.into_iter().map(|byte| byte as i8).collect();
        assert_eq!((bytes.iter().min(), bytes.iter().max()), (Some(&-3), Some(&2)));
        let words = drawn(ElementType::Int64, -2, 5);
        let words = words.chunks(8).map(|word| i64::from_le_bytes(word.try_into().unwrap()));
        let words: Vec<i64> = words.collect();
        assert_eq!((words.iter().min(), words.iter().max()), (Some(&-2), Some(&5)));
        // Upper bits of narrow types are zero.
        let narrow = drawn(ElementType::Int4, -8, 7);
        assert_eq!(narrow.iter().max(), Some(&15));
    }
}
