//! Sliding windows over a tensor, shared by convolution, `reduce_window` and `select_and_scatter`.

use crate::{EvalError, EvalResult};

/// The extent and movement of a window along one dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WindowDim {
    /// Elements of the window.
    pub size: usize,
    /// Distance between windows.
    pub stride: usize,
    /// Padding before the first element; negative padding removes elements.
    pub low: i64,
    /// Padding after the last element.
    pub high: i64,
    /// Distance of neighbours of the operand after inserting holes between them.
    pub base_dilation: usize,
    /// Distance of neighbours within the window.
    pub window_dilation: usize,
    /// Whether the window is read from its end.
    pub reversed: bool,
}

impl WindowDim {
    /// A window of `size` without strides, padding or dilation.
    pub fn plain(size: usize) -> Self {
        WindowDim { size, stride: 1, low: 0, high: 0, base_dilation: 1, window_dilation: 1, reversed: false }
    }

    /// The number of windows over an operand of `size` elements.
    pub(crate) fn count(&self, size: usize) -> EvalResult<usize> {
        if self.stride == 0 || self.base_dilation == 0 || self.window_dilation == 0 {
            return Err(EvalError::Argument("expected strides and dilations of at least 1".into()));
        }
        let dilated = |size: usize, by: usize| match size {
            0 => Some(0),
            _ => (size as i64 - 1).checked_mul(i64::try_from(by).ok()?)?.checked_add(1),
        };
        let count = || {
            let padded = dilated(size, self.base_dilation)?.checked_add(self.low)?.checked_add(self.high)?;
            let window = dilated(self.size, self.window_dilation)?;
            if padded <= 0 || padded < window {
                return Some(0);
            }
            usize::try_from((padded - window) / i64::try_from(self.stride).ok()? + 1).ok()
        };
        count().ok_or_else(|| EvalError::Limit("a window exceeds the supported size".into()))
    }

    /// For every window, in order, the element of the operand at each of its positions: `table[window * size + place]`,
    /// [`HOLE`] for padding.
    pub(crate) fn table(&self, size: usize) -> EvalResult<Vec<usize>> {
        let count = self.count(size)?;
        crate::checked_count(&[count, self.size])?;
        let mut table = Vec::with_capacity(count * self.size);
        for window in 0..count {
            for place in 0..self.size {
                let place = if self.reversed { self.size - 1 - place } else { place };
                // Both products are below the padded size, which `count` found to fit.
                let at = (window * self.stride + place * self.window_dilation) as i64 - self.low;
                let step = self.base_dilation as i64;
                let inside = at >= 0 && at % step == 0 && ((at / step) as usize) < size;
                table.push(if inside { (at / step) as usize } else { HOLE });
            }
        }
        Ok(table)
    }
}

/// The entry of a position of a window at which the operand has no element.
pub(crate) const HOLE: usize = usize::MAX;

/// All windows of all dimensions.
pub(crate) struct Windows {
    /// The number of windows along each dimension.
    pub counts: Vec<usize>,
    /// The size of a window along each dimension.
    pub sizes: Vec<usize>,
    tables: Vec<Vec<usize>>,
    strides: Vec<usize>,
}

impl Windows {
    /// The windows over an operand of the given shape and strides.
    pub(crate) fn new(dims: &[WindowDim], shape: &[usize], strides: &[usize]) -> EvalResult<Self> {
        if dims.len() != shape.len() {
            return Err(EvalError::Argument(format!(
                "expected a window of the rank of {shape:?}, found rank {}",
                dims.len()
            )));
        }
        let counts: Vec<usize> =
            dims.iter().zip(shape).map(|(dim, &size)| dim.count(size)).collect::<EvalResult<_>>()?;
        let sizes: Vec<usize> = dims.iter().map(|dim| dim.size).collect();
        crate::checked_count(&counts)?;
        crate::checked_count(&sizes)?;
        let tables = dims.iter().zip(shape).map(|(dim, &size)| dim.table(size)).collect::<EvalResult<_>>()?;
        Ok(Windows { counts, sizes, tables, strides: strides.to_vec() })
    }

    /// The offset in the operand of the element at `place` of `window`, or [`HOLE`].
    pub(crate) fn source(&self, window: &[usize], place: &[usize]) -> usize {
        let mut at = 0;
        for dim in 0..window.len() {
            match self.tables[dim][window[dim] * self.sizes[dim] + place[dim]] {
                HOLE => return HOLE,
                index => at += index * self.strides[dim],
            }
        }
        at
    }

    /// [`Windows::source`] of one position for every window, in row-major order.
    pub(crate) fn sources(&self, place: &[usize]) -> Vec<usize> {
        let mut indices = crate::Indices::new(&self.counts);
        let mut sources = Vec::with_capacity(self.counts.iter().product());
        while let Some(window) = indices.next() {
            sources.push(self.source(window, place));
        }
        sources
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn padding_dilation_and_reversal() {
        let dim = WindowDim { stride: 2, low: 1, base_dilation: 2, reversed: true, ..WindowDim::plain(2) };
        // a . b . c padded to . a . b . c: windows at 0, 2, 4, each read backwards.
        assert_eq!(dim.table(3).unwrap(), [0, HOLE, 1, HOLE, 2, HOLE]);
        let trimmed = WindowDim { low: -1, high: -1, ..WindowDim::plain(1) };
        assert_eq!(trimmed.table(4).unwrap(), [1, 2]);
        assert_eq!(WindowDim { low: -3, ..WindowDim::plain(1) }.count(2).unwrap(), 0);
    }

    #[test]
    fn huge_numbers_are_limits() {
        let wide = WindowDim { window_dilation: usize::MAX, ..WindowDim::plain(3) };
        assert!(matches!(wide.count(5), Err(EvalError::Limit(_))));
        let padded = WindowDim { high: i64::MAX, ..WindowDim::plain(1) };
        assert!(matches!(padded.table(5), Err(EvalError::Limit(_))));
    }
}
