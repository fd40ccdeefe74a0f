//! Matrix products: a blocked, packed and threaded kernel for floats, a plain one for every other number.
//!
//! Both operands are split into blocks of the contracted dimension that fit the caches. Within a block the right
//! operand is packed once into panels of `NR` columns and each thread packs its rows of the left one into panels of
//! [`MR`]; the innermost loop then reads both sequentially and keeps an `MR × NR` tile of sums in registers. The
//! loops are written so that the compiler vectorises them. The order of additions depends on the sizes alone, never
//! on the number of threads, so that a program produces the same bits on every machine.

use crate::parallel::each_chunk;
use num_complex::Complex;
/// A matrix inside a slice: element `(i, j)` is `data[i * row + j * column]`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Matrix<'a, T> {
    /// The numbers, starting with element `(0, 0)`.
    pub data: &'a [T],
    /// Distance between neighbours of one column.
    pub row: usize,
    /// Distance between neighbours of one row.
    pub column: usize,
}

/// The extents of a product: `m × k` times `k × n`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extents {
    /// Rows of the left operand.
    pub m: usize,
    /// Columns of the left operand, which are summed over.
    pub k: usize,
    /// Columns of the right operand.
    pub n: usize,
}

impl Extents {
    fn is_large(self) -> bool {
        self.m.saturating_mul(self.n).saturating_mul(self.k) >= PARALLEL_FROM
    }
}

/// A number that a matrix product can consist of.
pub(crate) trait Number: Copy + Send + Sync {
    /// The empty sum.
    const ZERO: Self;

    /// The sum, `self + other`.
    fn plus(self, other: Self) -> Self;

    /// The sum of `self` and a product, `self + a * b`.
    fn multiply_add(self, a: Self, b: Self) -> Self;

    /// Adds the product of two matrices to `out`, which is row-major and not empty.
    fn gemm(size: Extents, a: Matrix<'_, Self>, b: Matrix<'_, Self>, out: &mut [Self]) {
        plain(size, a, b, out);
    }
}

/// Rows of a register tile.
const MR: usize = 4;
/// Extent of a block of the contracted dimension.
const KC: usize = 256;
/// The largest number of rows that a thread takes at once.
const MC: usize = 64;
/// Products with fewer multiplications stay on one thread.
const PARALLEL_FROM: usize = 1 << 17;

macro_rules! float {
    ($type:ty, $columns:literal) => {
        impl Number for $type {
            const ZERO: Self = 0.0;

            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self + other
            }

            #[inline(always)]
            fn multiply_add(self, a: Self, b: Self) -> Self {
                self + a * b
            }

            fn gemm(size: Extents, a: Matrix<'_, Self>, b: Matrix<'_, Self>, out: &mut [Self]) {
                if size.m < MR {
                    plain(size, a, b, out);
                } else {
                    blocked::<$type, $columns>(size, a, b, out);
                }
            }
        }

        impl Number for Complex<$type> {
            const ZERO: Self = Complex { re: 0.0, im: 0.0 };

            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self + other
            }

            #[inline(always)]
            fn multiply_add(self, a: Self, b: Self) -> Self {
                self + a * b
            }
        }
    };
}

float!(f32, 8);
float!(f64, 4);

impl Number for i64 {
    const ZERO: Self = 0;

    fn plus(self, other: Self) -> Self {
        self.wrapping_add(other)
    }

    #[inline(always)]
    fn multiply_add(self, a: Self, b: Self) -> Self {
        self.wrapping_add(a.wrapping_mul(b))
    }
}

impl Number for bool {
    const ZERO: Self = false;

    fn plus(self, other: Self) -> Self {
        self | other
    }

    #[inline(always)]
    fn multiply_add(self, a: Self, b: Self) -> Self {
        self | (a & b)
    }
}

/// One row of the result at a time: for thin products and for numbers other than floats.
fn plain<T: Number>(size: Extents, a: Matrix<'_, T>, b: Matrix<'_, T>, out: &mut [T]) {
    let row = |i: usize, out: &mut [T]| {
        for p in 0..size.k {
            let left = a.data[i * a.row + p * a.column];
            let right = &b.data[p * b.row..];
            if b.column == 1 {
                for (sum, right) in out.iter_mut().zip(right) {
                    *sum = sum.multiply_add(left, *right);
                }
            } else {
                for (sum, right) in out.iter_mut().zip(right.iter().step_by(b.column)) {
                    *sum = sum.multiply_add(left, *right);
                }
            }
        }
    };
    if size.is_large() {
        each_chunk(out, size.n, &row);
    } else {
        out.chunks_mut(size.n).enumerate().for_each(|(i, out)| row(i, out));
    }
}

/// The packed product with tiles of `MR × NR`.
fn blocked<T: Number, const NR: usize>(size: Extents, a: Matrix<'_, T>, b: Matrix<'_, T>, out: &mut [T]) {
    let Extents { m, k, n } = size;
    let parallel = size.is_large();
    let rows = if parallel { m.div_ceil(2 * rayon::current_num_threads()) } else { m };
    let rows = rows.next_multiple_of(MR).min(MC);
    let mut panels = vec![T::ZERO; n.div_ceil(NR) * NR * k.min(KC)];
    for first in (0..k).step_by(KC) {
        let depth = KC.min(k - first);
        panels.truncate(n.div_ceil(NR) * NR * depth);
        let pack = |j: usize, panel: &mut [T]| pack_columns::<T, NR>(b, first, j * NR, n, panel);
        if parallel {
            each_chunk(&mut panels, NR * depth, &pack);
        } else {
            panels.chunks_mut(NR * depth).enumerate().for_each(|(j, panel)| pack(j, panel));
        }
        let multiply = |i: usize, out: &mut [T]| {
            let start = i * rows;
            let packed = pack_rows(a, first, depth, start, rows.min(m - start));
            for (j, panel) in panels.chunks(NR * depth).enumerate() {
                for (rows, out) in packed.chunks(MR * depth).zip(out.chunks_mut(MR * n)) {
                    add_tile::<T, NR>(&tile::<T, NR>(rows, panel), j * NR, n, out);
                }
            }
        };
        if parallel {
            each_chunk(out, rows * n, &multiply);
        } else {
            out.chunks_mut(rows * n).enumerate().for_each(|(i, out)| multiply(i, out));
        }
    }
}

/// Copies columns `column..` of `b` into one panel, rows `first..`; columns past `n` stay zero.
fn pack_columns<T: Number, const NR: usize>(
    b: Matrix<'_, T>,
    first: usize,
    column: usize,
    n: usize,
    panel: &mut [T],
) {
    let width = NR.min(n - column);
    for (p, line) in panel.chunks_mut(NR).enumerate() {
        let start = (first + p) * b.row + column * b.column;
        if b.column == 1 {
            line[..width].copy_from_slice(&b.data[start..start + width]);
        } else {
            line[..width].iter_mut().enumerate().for_each(|(j, x)| *x = b.data[start + j * b.column]);
        }
    }
}

/// Copies `count` rows of `a` from row `start` on, columns `first..first + depth`, into panels of `MR` rows.
fn pack_rows<T: Number>(a: Matrix<'_, T>, first: usize, depth: usize, start: usize, count: usize) -> Vec<T> {
    let mut packed = vec![T::ZERO; count.next_multiple_of(MR) * depth];
    for i in 0..count {
        let panel = &mut packed[i / MR * MR * depth..][..MR * depth];
        let offset = (start + i) * a.row + first * a.column;
        for (p, line) in panel.chunks_mut(MR).enumerate() {
            line[i % MR] = a.data[offset + p * a.column];
        }
    }
    packed
}

/// The product of one panel of rows with one panel of columns.
#[inline(always)]
fn tile<T: Number, const NR: usize>(rows: &[T], columns: &[T]) -> [[T; NR]; MR] {
    let mut sums = [[T::ZERO; NR]; MR];
    let (rows, _) = rows.as_chunks::<MR>();
    let (columns, _) = columns.as_chunks::<NR>();
    for (left, right) in rows.iter().zip(columns) {
        for i in 0..MR {
            for j in 0..NR {
                sums[i][j] = sums[i][j].multiply_add(left[i], right[j]);
            }
        }
    }
    sums
}

/// Adds a tile to the rows of the result that `out` holds, from `column` on.
fn add_tile<T: Number, const NR: usize>(sums: &[[T; NR]; MR], column: usize, n: usize, out: &mut [T]) {
    let width = NR.min(n - column);
    for (line, sums) in out.chunks_mut(n).zip(sums) {
        for (to, sum) in line[column..column + width].iter_mut().zip(sums) {
            *to = to.plus(*sum);
        }
    }
}
