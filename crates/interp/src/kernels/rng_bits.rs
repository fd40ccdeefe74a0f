//! `rng_bit_generator`: the counter-based generators Threefry 2×32 and Philox 4×32, with XLA's layout of keys, counters
//! and results.

use crate::{Element, EvalError, EvalResult, Tensor, checked_count};

/// The generator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// Whatever suits the device; [`Algorithm::Philox`] here, as on XLA's CPU.
    Default,
    /// Threefry with 20 rounds. The state is a key and a counter of 64 bits.
    ThreeFry,
    /// Philox with 10 rounds. The state is a key and a counter of 64 or 128 bits.
    Philox,
}

/// Random bits of the given element type and shape, and the next state: `(state, bits)`.
///
/// Elements narrower than 32 bits are the low bits of a 32-bit number each.
pub fn rng_bit_generator(
    state: &Tensor,
    algorithm: Algorithm,
    element: Element,
    shape: &[usize],
) -> EvalResult<(Tensor, Tensor)> {
    let count = checked_count(shape)?;
    let words: Vec<u64> = state.ints()?.iter().map(|&x| x as u64).collect();
    let wide = match element.bits() {
        _ if element == Element::Bool || element.is_complex() => {
            return Err(EvalError::Unsupported(format!("random bits of {}", element.name())));
        }
        64 => true,
        _ => false,
    };
    let (next, bits) = match (algorithm, &words[..]) {
        _ if state.element != Element::U64 || state.rank() != 1 => {
            return Err(EvalError::Unsupported("a state that is not a vector of ui64".into()));
        }
        (Algorithm::ThreeFry, &[key, counter]) => {
            let (counter, bits) =
                if wide { threefry_64(key, counter, count) } else { threefry_32(key, counter, shape) };
            (vec![key, counter], bits)
        }
        (Algorithm::Philox | Algorithm::Default, &[key, low]) => {
            // A short state uses its key as the upper half of the counter.
            let (counter, bits) = philox(key, u128::from(low) | u128::from(key) << 64, count, wide);
            (vec![key, counter as u64], bits)
        }
        (Algorithm::Philox | Algorithm::Default, &[key, low, high]) => {
            let (counter, bits) = philox(key, u128::from(low) | u128::from(high) << 64, count, wide);
            (vec![key, counter as u64, (counter >> 64) as u64], bits)
        }
        _ => {
            return Err(EvalError::Unsupported(format!(
                "{algorithm:?} with a state of {} words",
                words.len()
            )));
        }
    };
    let next = Tensor::new(
        Element::U64,
        state.shape.clone(),
        next.into_iter().map(|x| x as i64).collect::<Vec<_>>(),
    );
    let bits: Vec<u128> = bits.into_iter().map(u128::from).collect();
    Ok((next, Tensor::from_bits(element, shape, &bits)))
}

/// One block of Threefry.
fn threefry(key: u64, counter: u64) -> [u32; 2] {
    const ROTATIONS: [[u32; 4]; 2] = [[13, 15, 26, 6], [17, 29, 16, 24]];
    let (k0, k1) = (key as u32, (key >> 32) as u32);
    let keys = [k0, k1, 0x1bd1_1bda ^ k0 ^ k1];
    let mut x = [(counter as u32).wrapping_add(k0), ((counter >> 32) as u32).wrapping_add(k1)];
    for group in 0..5 {
        for rotation in ROTATIONS[group % 2] {
            x[0] = x[0].wrapping_add(x[1]);
            x[1] = x[1].rotate_left(rotation) ^ x[0];
        }
        x[0] = x[0].wrapping_add(keys[(group + 1) % 3]);
        x[1] = x[1].wrapping_add(keys[(group + 2) % 3]).wrapping_add(group as u32 + 1);
    }
    x
}

/// One block per number.
fn threefry_64(key: u64, counter: u64, count: usize) -> (u64, Vec<u64>) {
    let block = |at: u64| {
        let [low, high] = threefry(key, counter.wrapping_add(at));
        u64::from(low) | u64::from(high) << 32
    };
    (counter.wrapping_add(count as u64), (0..count as u64).map(block).collect())
}

/// One block for two numbers, which are neighbours along the first even dimension, or else the largest one.
fn threefry_32(key: u64, counter: u64, shape: &[usize]) -> (u64, Vec<u64>) {
    let largest = || (0..shape.len()).rev().max_by_key(|&dim| shape[dim]);
    let Some(split) = shape.iter().position(|size| size % 2 == 0).or_else(largest) else {
        return (counter.wrapping_add(1), vec![threefry(key, counter)[0].into()]);
    };
    let (outer, size, inner) = super::layout::around(shape, split);
    let half = size.div_ceil(2);
    let mut bits = Vec::with_capacity(outer * size * inner);
    for before in 0..outer {
        for at in 0..size {
            for after in 0..inner {
                let block = (before * half + at / 2) * inner + after;
                bits.push(threefry(key, counter.wrapping_add(block as u64))[at % 2].into());
            }
        }
    }
    (counter.wrapping_add((outer * half * inner) as u64), bits)
}

/// One block of Philox.
fn philox_block(key: u64, counter: u128) -> [u32; 4] {
    let mut x = [0, 32, 64, 96].map(|shift| (counter >> shift) as u32);
    let mut key = [key as u32, (key >> 32) as u32];
    for _ in 0..10 {
        let first = u64::from(x[0]) * 0xd251_1f53;
        let second = u64::from(x[2]) * 0xcd9e_8d57;
        x = [
            (second >> 32) as u32 ^ x[1] ^ key[0],
            second as u32,
            (first >> 32) as u32 ^ x[3] ^ key[1],
            first as u32,
        ];
        key = [key[0].wrapping_add(0x9e37_79b9), key[1].wrapping_add(0xbb67_ae85)];
    }
    x
}

/// Numbers in the order of blocks: four narrow or two wide ones each.
pub(crate) fn philox(key: u64, counter: u128, count: usize, wide: bool) -> (u128, Vec<u64>) {
    let blocks = count.div_ceil(if wide { 2 } else { 4 });
    let mut bits = Vec::with_capacity(blocks * 4);
    for block in 0..blocks as u128 {
        let words = philox_block(key, counter.wrapping_add(block)).map(u64::from);
        if wide {
            bits.extend([words[0] | words[1] << 32, words[2] | words[3] << 32]);
        } else {
            bits.extend(words);
        }
    }
    bits.truncate(count);
    (counter.wrapping_add(blocks as u128), bits)
}
