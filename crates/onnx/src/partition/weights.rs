//! Slices of constants.

use std::ops::Range;

use bytes::Bytes;

/// The slice of a row-major tensor given by `ranges`, all within `shape`; `element` is the size of an element in bytes.
/// A contiguous slice is not copied.
pub(crate) fn slice_tensor(
    raw: &Bytes,
    shape: &[u64],
    element: usize,
    ranges: &[Range<u64>],
) -> Option<Bytes> {
    let expected = shape.iter().try_fold(element as u64, |bytes, &size| bytes.checked_mul(size))?;
    if raw.len() as u64 != expected || ranges.iter().any(|range| range.is_empty()) {
        return (raw.len() as u64 == expected).then(Bytes::new);
    }
    if shape.iter().zip(ranges).all(|(size, range)| *range == (0..*size)) {
        return Some(raw.clone());
    }
    let mut runs = slice_runs(shape, element as u64, ranges);
    let slice = |run: Range<u64>| run.start as usize..run.end as usize;
    let first = runs.next()?;
    let Some(second) = runs.next() else { return Some(raw.slice(slice(first))) };
    let mut part = Vec::new();
    for run in [first, second].into_iter().chain(runs) {
        part.extend_from_slice(&raw[slice(run)]);
    }
    Some(part.into())
}

/// The slice of a row-major tensor whose elements have `bits` bits each, packed as in files: the first element in the lowest bits of a
/// byte, and elements of less than a byte continue across rows.
pub(crate) fn slice_elements(raw: &Bytes, shape: &[u64], bits: u64, ranges: &[Range<u64>]) -> Option<Bytes> {
    if let Some((shape, ranges)) = in_bytes(shape, bits, ranges) {
        return slice_tensor(raw, &shape, 1, &ranges);
    }
    let count = shape.iter().try_fold(1u64, |count, &size| count.checked_mul(size))?;
    if raw.len() as u64 != count.checked_mul(bits)?.div_ceil(8) {
        return None;
    }
    let (each, mask) = (8 / bits, (1u16 << bits) as u8 - 1);
    let unpacked: Vec<u8> =
        (0..count).map(|at| raw[(at / each) as usize] >> (at % each * bits) & mask).collect();
    let part = slice_tensor(&unpacked.into(), shape, 1, ranges)?;
    let pack = |group: &[u8]| group.iter().rev().fold(0u8, |byte, &element| byte << bits | element);
    Some(part.chunks(each as usize).map(pack).collect())
}

/// A slice in bytes instead of elements: the shape of the tensor and the ranges. `None` if rows of the slice begin or end within a byte.
pub(crate) fn in_bytes(
    shape: &[u64],
    bits: u64,
    ranges: &[Range<u64>],
) -> Option<(Vec<u64>, Vec<Range<u64>>)> {
    // Trailing dimensions that are selected entirely form one row with the dimension before them.
    let full = shape.iter().zip(ranges).rev().take_while(|(size, range)| **range == (0..**size)).count();
    let rows = (shape.len() - full).saturating_sub(1);
    let (mut sizes, mut slices) = (shape[..rows].to_vec(), ranges[..rows].to_vec());
    let Some(row) = ranges.get(rows) else {
        return bits.is_multiple_of(8).then(|| (vec![bits / 8], std::iter::once(0..bits / 8).collect()));
    };
    let stride = shape[rows + 1..].iter().try_fold(bits, |stride, &size| stride.checked_mul(size))?;
    let bytes =
        |count: u64| count.checked_mul(stride).filter(|bits| bits.is_multiple_of(8)).map(|bits| bits / 8);
    sizes.push(bytes(shape[rows])?);
    slices.push(bytes(row.start)?..bytes(row.end)?);
    Some((sizes, slices))
}

/// The contiguous byte ranges of a slice of a row-major tensor, ascending; none for an empty slice. The size of the tensor in bytes must not
/// overflow.
pub(crate) fn slice_runs(
    shape: &[u64],
    element: u64,
    ranges: &[Range<u64>],
) -> impl Iterator<Item = Range<u64>> {
    // Trailing dimensions that are selected entirely form one run, together with the last dimension that is not.
    let full = shape.iter().zip(ranges).rev().take_while(|(size, range)| **range == (0..**size)).count();
    let outer = (shape.len() - full).saturating_sub(1);
    let stride: u64 = shape[(outer + 1).min(shape.len())..].iter().product::<u64>() * element;
    let last = ranges.get(outer).cloned().unwrap_or(0..1);
    let (run, row_bytes) =
        (last.start * stride..last.end * stride, shape.get(outer).copied().unwrap_or(1) * stride);
    let dims: Vec<(u64, Range<u64>)> =
        shape[..outer].iter().copied().zip(ranges[..outer].iter().cloned()).collect();
    let count = match run.is_empty() {
        true => 0,
        false => dims.iter().map(|(_, range)| range.end.saturating_sub(range.start)).product(),
    };
    (0..count).map(move |at: u64| {
        let (mut rest, mut row, mut rows) = (at, 0, 1);
        for (size, range) in dims.iter().rev() {
            let length = range.end - range.start;
            row += (range.start + rest % length) * rows;
            rest /= length;
            rows *= size;
        }
        row * row_bytes + run.start..row * row_bytes + run.end
    })
}

/// Writes a slice back where [`slice_tensor`] took it from. Fails if its size does not match its ranges.
pub(crate) fn write_slice(
    full: &mut [u8],
    shape: &[u64],
    element: usize,
    ranges: &[Range<u64>],
    part: &[u8],
) -> Option<()> {
    let count: u64 = ranges.iter().map(|range| range.end - range.start).product();
    if part.len() as u64 != count * element as u64 {
        return None;
    }
    let Some((last, outer)) = ranges.split_last() else {
        full.copy_from_slice(part);
        return Some(());
    };
    let row = (last.end - last.start) as usize * element;
    if count == 0 {
        return Some(());
    }
    let mut at: Vec<u64> = outer.iter().map(|range| range.start).collect();
    for run in part.chunks_exact(row) {
        let index = at.iter().zip(shape).fold(0, |index, (at, size)| index * size + at);
        let start = (index * shape[outer.len()] + last.start) as usize * element;
        full.get_mut(start..start + row)?.copy_from_slice(run);
        for dim in (0..outer.len()).rev() {
            at[dim] += 1;
            if at[dim] < outer[dim].end {
                break;
            }
            at[dim] = outer[dim].start;
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_part_has_the_elements_of_its_ranges(
            dims in prop::collection::vec((1u64..5, 0u64..5, 0u64..5), 0..4),
        ) {
            let shape: Vec<u64> = dims.iter().map(|dim| dim.0).collect();
            let ranges: Vec<Range<u64>> =
                dims.iter().map(|&(size, a, b)| a.min(b).min(size)..a.max(b).min(size)).collect();
            let count: u64 = shape.iter().product();
            let raw: Bytes = (0..count as u16).flat_map(u16::to_le_bytes).collect::<Vec<u8>>().into();
            let expected: Vec<u8> = (0..count)
                .filter(|&element| {
                    let mut rest = element;
                    shape.iter().zip(&ranges).rev().all(|(size, range)| {
                        let index = rest % size;
                        rest /= size;
                        range.contains(&index)
                    })
                })
                .flat_map(|element| (element as u16).to_le_bytes())
                .collect();
            let part = slice_tensor(&raw, &shape, 2, &ranges).unwrap();
            prop_assert_eq!(part.as_ref(), &expected[..]);
            prop_assert_eq!(slice_elements(&raw, &shape, 16, &ranges).unwrap(), part.clone());
            let mut again = vec![0xff; raw.len()];
            write_slice(&mut again, &shape, 2, &ranges, &part).unwrap();
            let back = slice_tensor(&again.into(), &shape, 2, &ranges).unwrap();
            prop_assert_eq!(back, part);
        }
    }

    proptest! {
        /// Elements of four and of two bits: the slice of the packed tensor is the packed slice.
        #[test]
        fn narrow_elements_are_packed_again(
            dims in prop::collection::vec((1u64..5, 0u64..5, 0u64..5), 0..4),
            bits in prop::sample::select(vec![2u64, 4]),
        ) {
            let shape: Vec<u64> = dims.iter().map(|dim| dim.0).collect();
            let ranges: Vec<Range<u64>> =
                dims.iter().map(|&(size, a, b)| a.min(b).min(size)..a.max(b).min(size)).collect();
            let count: u64 = shape.iter().product();
            let elements: Bytes =
                (0..count).map(|at| (at * 7 % (1 << bits)) as u8).collect::<Vec<u8>>().into();
            let packed = |elements: &[u8]| -> Bytes {
                let mut bytes = vec![0u8; (elements.len() as u64 * bits).div_ceil(8) as usize];
                for (at, element) in elements.iter().enumerate() {
                    let bit = at * bits as usize;
                    bytes[bit / 8] |= element << (bit % 8);
                }
                bytes.into()
            };
            let expected = packed(&slice_tensor(&elements, &shape, 1, &ranges).unwrap());
            let found = slice_elements(&packed(&elements), &shape, bits, &ranges).unwrap();
            prop_assert_eq!(&found, &expected);
        }
    }
}
