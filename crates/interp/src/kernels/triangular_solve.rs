//! `triangular_solve`.

use super::classes::{complex_doubles, doubles, from_complex_doubles, from_doubles};
use super::field::Field;
use crate::parallel::each_chunk;
use crate::{EvalError, EvalResult, Tensor};

/// How the matrix is transposed before solving.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transpose {
    /// Not at all.
    No,
    /// Rows become columns.
    Transpose,
    /// Transposed and conjugated.
    Adjoint,
}

/// The attributes of a triangular solve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TriangularSolve {
    /// Solve `op(a) x = b`, else `x op(a) = b`.
    pub left_side: bool,
    /// The lower triangle of `a` is read, else the upper one.
    pub lower: bool,
    /// The diagonal is assumed to be one and is not read.
    pub unit_diagonal: bool,
    /// The form `op` of the matrix.
    pub transpose_a: Transpose,
}

/// Solves stacks of triangular systems: matrices are the last two dimensions of `a` and `b`.
pub fn triangular_solve(a: &Tensor, b: &Tensor, op: TriangularSolve) -> EvalResult<Tensor> {
    let wrong = || {
        EvalError::Argument(format!(
            "a matrix of shape {:?} does not match a right-hand side of shape {:?}",
            a.shape, b.shape
        ))
    };
    let ([outer_a @ .., rows, columns], [outer_b @ .., m, n]) = (&a.shape[..], &b.shape[..]) else {
        return Err(wrong());
    };
    let size = if op.left_side { *m } else { *n };
    if outer_a != outer_b || rows != columns || *rows != size || a.element != b.element {
        return Err(wrong());
    }
    if b.is_empty() {
        return Ok(b.clone());
    }
    let (m, n) = (*m, *n);
    if a.element.is_complex() {
        let values = solve_all(&complex_doubles(a)?, complex_doubles(b)?, [m, n], op);
        Ok(from_complex_doubles(b.element, b.shape.clone(), values))
    } else {
        let values = solve_all(&doubles(a)?, doubles(b)?, [m, n], op);
        Ok(from_doubles(b.element, b.shape.clone(), values))
    }
}

fn solve_all<T: Field>(a: &[T], mut b: Vec<T>, [m, n]: [usize; 2], op: TriangularSolve) -> Vec<T> {
    let size = if op.left_side { m } else { n };
    each_chunk(&mut b, m * n, &|at, b: &mut [T]| {
        let a = &a[at * size * size..][..size * size];
        if op.left_side {
            solve(a, b, size, op);
        } else {
            // x op(a) = b is op(a)ᵀ xᵀ = bᵀ.
            let mut turned: Vec<T> = (0..m * n).map(|at| b[at % m * n + at / m]).collect();
            solve(a, &mut turned, size, op);
            b.iter_mut().enumerate().for_each(|(at, x)| *x = turned[at % n * m + at / n]);
        }
    });
    b
}

/// Solves by rows of `b`, in place.
fn solve<T: Field>(a: &[T], b: &mut [T], size: usize, op: TriangularSolve) {
    let turned = (op.transpose_a != Transpose::No) == op.left_side;
    let coefficient = |i: usize, j: usize| {
        let x = if turned { a[j * size + i] } else { a[i * size + j] };
        if op.transpose_a == Transpose::Adjoint { x.conj() } else { x }
    };
    let forward = op.lower != turned;
    let width = b.len() / size;
    for step in 0..size {
        let i = if forward { step } else { size - 1 - step };
        let (before, rest) = b.split_at_mut(i * width);
        let (row, after) = rest.split_at_mut(width);
        let known = if forward { 0..i } else { i + 1..size };
        for j in known {
            let solved = if forward { &before[j * width..] } else { &after[(j - i - 1) * width..] };
            let factor = coefficient(i, j);
            row.iter_mut().zip(solved).for_each(|(x, y)| *x = *x - factor * *y);
        }
        if !op.unit_diagonal {
            let pivot = coefficient(i, i);
            row.iter_mut().for_each(|x| *x = *x / pivot);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Data, Element};
    use num_complex::Complex;

    /// `op(a)` with only the named triangle, for checking by multiplication.
    fn matrix(a: &[Complex<f64>], n: usize, op: TriangularSolve) -> Vec<Complex<f64>> {
        let entry = |i: usize, j: usize| {
            if i == j && op.unit_diagonal {
                Complex::new(1.0, 0.0)
            } else if (j > i) == op.lower && i != j {
                Complex::new(0.0, 0.0)
            } else {
                a[i * n + j]
            }
        };
        (0..n * n)
            .map(|at| match op.transpose_a {
                Transpose::No => entry(at / n, at % n),
                Transpose::Transpose => entry(at % n, at / n),
                Transpose::Adjoint => entry(at % n, at / n).conj(),
            })
            .collect()
    }

    #[test]
    fn all_flags_by_multiplying_back() {
        let n = 3;
        let a: Vec<_> =
            (0..9).map(|k| Complex::new(f64::from(k % 4) + 1.0, f64::from(k % 3) - 1.5)).collect();
        let b: Vec<_> = (0..9).map(|k| Complex::new(f64::from(k) - 2.0, f64::from(k * k % 5))).collect();
        let tensor = |v: &Vec<Complex<f64>>| Tensor::new(Element::Complex128, vec![1, n, n], v.clone());
        for flags in 0..24 {
            let transpose_a = [Transpose::No, Transpose::Transpose, Transpose::Adjoint][flags / 8];
            let [left_side, lower, unit_diagonal] = [flags & 1 != 0, flags & 2 != 0, flags & 4 != 0];
            let op = TriangularSolve { left_side, lower, unit_diagonal, transpose_a };
            let Data::C128(x) = triangular_solve(&tensor(&a), &tensor(&b), op).unwrap().data else {
                unreachable!("complex")
            };
            let t = matrix(&a, n, op);
            for (at, want) in b.iter().enumerate() {
                let (i, j) = (at / n, at % n);
                let term = |k: usize| {
                    if left_side { t[i * n + k] * x[k * n + j] } else { x[i * n + k] * t[k * n + j] }
                };
                let got: Complex<f64> = (0..n).map(term).sum();
                assert!((got - want).norm() < 1e-12, "{op:?}: {got} is not {want}");
            }
        }
    }
}
