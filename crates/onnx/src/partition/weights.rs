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
            let mut again = vec![0xff; raw.len()];
            write_slice(&mut again, &shape, 2, &ranges, &part).unwrap();
            let back = slice_tensor(&again.into(), &shape, 2, &ranges).unwrap();
            prop_assert_eq!(back, part);
        }
    }
}
