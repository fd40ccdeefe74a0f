//! Evaluates custom calls of linear algebra: stacks of matrices in, stacks of factors out.
//!
//! Results that a routine overwrites with meaningless values are returned unchanged, or as zeros. A routine that reports failure per matrix
//! does so with the number that LAPACK calls `info`.

use num_complex::Complex;

use crate::custom_call::Call;
use crate::kernels::field::Field;
use crate::kernels::linalg::{self, Matrix};
use crate::kernels::{self, Transpose, TriangularSolve, cholesky_factor};
use crate::{Element, EvalError, EvalResult, Tensor};

fn misfit(tensor: &Tensor) -> EvalError {
    EvalError::Argument(format!("expected a stack of matrices, found a tensor of shape {:?}", tensor.shape))
}

/// The last two dimensions of a tensor as matrices.
fn matrices<T: Field>(tensor: &Tensor) -> EvalResult<Vec<Matrix<T>>> {
    let [outer @ .., rows, columns] = &tensor.shape[..] else { return Err(misfit(tensor)) };
    let (rows, columns) = (*rows, *columns);
    if rows * columns == 0 {
        return Ok(vec![Matrix::zeros(rows, columns); outer.iter().product()]);
    }
    Ok(T::read(tensor)?.chunks(rows * columns).map(|chunk| Matrix::new(rows, columns, chunk)).collect())
}

fn squares<T: Field>(tensor: &Tensor) -> EvalResult<Vec<Matrix<T>>> {
    let matrices = matrices(tensor)?;
    if matrices.iter().any(|matrix: &Matrix<T>| matrix.rows != matrix.columns) {
        return Err(misfit(tensor));
    }
    Ok(matrices)
}

impl Call<'_, '_> {
    /// A result that consists of the numbers of all matrices.
    fn numbers<T: Field>(
        &self,
        result: usize,
        values: impl IntoIterator<Item = Vec<T>>,
    ) -> EvalResult<Tensor> {
        let (element, shape) = self.view.result(result)?;
        let values: Vec<T> = values.into_iter().flatten().collect();
        if crate::element_count(&shape) != Some(values.len()) || element.is_complex() && !T::IS_COMPLEX {
            return Err(EvalError::Argument(format!(
                "the shape of result {result} does not match the factors"
            )));
        }
        Ok(T::write(element, shape, values))
    }

    /// A result that consists of integers.
    fn ints(&self, result: usize, values: impl IntoIterator<Item = usize>) -> EvalResult<Tensor> {
        let (element, shape) = self.view.result(result)?;
        let values: Vec<i64> = values.into_iter().map(|value| value as i64).collect();
        if crate::element_count(&shape) != Some(values.len()) || !matches!(element, Element::Int { .. }) {
            return Err(EvalError::Argument(format!(
                "the shape of result {result} does not match the factors"
            )));
        }
        Ok(Tensor::new(element, shape, values))
    }

    /// A result whose value has no meaning.
    fn zeros(&self, result: usize) -> EvalResult<Tensor> {
        let (element, shape) = self.view.result(result)?;
        Tensor::zeros(element, &shape)
    }

    /// Whether the lower triangle is selected, by LAPACK's letter or by a flag.
    fn lower(&self) -> bool {
        self.is("uplo", 'L') || self.option("lower") == Some(1)
    }
}

/// Copies one triangle to the other and makes the diagonal real.
fn hermitian<T: Field>(mut a: Matrix<T>, lower: bool) -> Matrix<T> {
    for i in 0..a.rows {
        a[(i, i)] = T::real(a[(i, i)].re());
        for j in 0..i {
            if lower { a[(j, i)] = a[(i, j)].conj() } else { a[(i, j)] = a[(j, i)].conj() }
        }
    }
    a
}

/// `potrf`: leaves the other triangle unchanged.
pub(crate) fn cholesky<T: Field>(call: &Call<'_, '_>) -> EvalResult<Vec<Tensor>> {
    let lower = call.lower();
    let mut factors = Vec::new();
    let mut infos = Vec::new();
    for a in squares::<T>(call.operand(0)?)? {
        let mut factor = if lower { a } else { a.adjoint() };
        let n = factor.rows;
        infos.push(cholesky_factor(&mut factor.data, n));
        factors.push(if lower { factor.data } else { factor.adjoint().data });
    }
    Ok(vec![call.numbers(0, factors)?, call.ints(1, infos)?])
}

/// `getrf`: pivots count from one.
pub(crate) fn lu<T: Field>(call: &Call<'_, '_>) -> EvalResult<Vec<Tensor>> {
    let (mut factors, mut pivots, mut infos) = (Vec::new(), Vec::new(), Vec::new());
    for mut a in matrices::<T>(call.operand(0)?)? {
        let exchanged = linalg::lu(&mut a);
        factors.push(a.data);
        pivots.extend(exchanged.rows.iter().map(|row| row + 1));
        infos.push(exchanged.info);
    }
    Ok(vec![call.numbers(0, factors)?, call.ints(1, pivots)?, call.ints(2, infos)?])
}

/// `LuDecomposition`: pivots from zero, and the resulting permutation.
pub(crate) fn tpu_lu<T: Field>(call: &Call<'_, '_>) -> EvalResult<Vec<Tensor>> {
    let (mut factors, mut pivots, mut orders) = (Vec::new(), Vec::new(), Vec::new());
    for mut a in matrices::<T>(call.operand(0)?)? {
        let exchanged = linalg::lu(&mut a);
        orders.extend(linalg::permutation(&exchanged.rows, a.rows));
        factors.push(a.data);
        pivots.extend(exchanged.rows);
    }
    Ok(vec![call.numbers(0, factors)?, call.ints(1, pivots)?, call.ints(2, orders)?])
}

/// The permutation that results from pivots counted from zero.
pub(crate) fn pivots_to_permutation<T: Field>(call: &Call<'_, '_>) -> EvalResult<Vec<Tensor>> {
    let pivots = call.operand(0)?;
    let rows = call.view.result(0)?.1.last().copied().unwrap_or(0);
    let count = pivots.shape.last().copied().unwrap_or(0);
    let wrong = || EvalError::Argument("a pivot is out of range".into());
    let mut orders = Vec::new();
    for list in pivots.ints()?.chunks(count.max(1)) {
        let list = list.iter().map(|&row| usize::try_from(row).ok().filter(|&row| row < rows));
        let list: Vec<usize> = list.collect::<Option<_>>().ok_or_else(wrong)?;
        if list.len() > rows {
            return Err(wrong());
        }
        orders.extend(linalg::permutation(&list, rows));
    }
    Ok(vec![call.ints(0, orders)?])
}

/// `geqrf`: `R`, and reflectors below it.
pub(crate) fn qr<T: Field>(call: &Call<'_, '_>) -> EvalResult<Vec<Tensor>> {
    let (mut factors, mut scales) = (Vec::new(), Vec::new());
    for mut a in matrices::<T>(call.operand(0)?)? {
        scales.push(linalg::qr(&mut a));
        factors.push(a.data);
    }
    Ok(vec![call.numbers(0, factors)?, call.numbers(1, scales)?])
}

/// `orgqr`: the product of reflectors.
pub(crate) fn householder_product<T: Field>(call: &Call<'_, '_>) -> EvalResult<Vec<Tensor>> {
    let (a, scales) = (matrices::<T>(call.operand(0)?)?, T::read(call.operand(1)?)?);
    let count = call.operand(1)?.shape.last().copied().unwrap_or(0);
    if a.iter().any(|a| count > a.rows.min(a.columns)) || scales.len() != a.len() * count {
        return Err(misfit(call.operand(1)?));
    }
    let products = a
        .iter()
        .enumerate()
        .map(|(index, a)| linalg::householder_product(a, &scales[index * count..][..count]).data);
    Ok(vec![call.numbers(0, products)?])
}

/// `gehrd`, of full matrices.
pub(crate) fn hessenberg<T: Field>(call: &Call<'_, '_>) -> EvalResult<Vec<Tensor>> {
    let a = call.operand(0)?;
    let n = a.shape.last().copied().unwrap_or(0) as i64;
    if call.option("low").is_some_and(|low| low != 1) || call.option("high").is_some_and(|high| high != n) {
        return Err(EvalError::Unsupported("the Hessenberg form of a submatrix".into()));
    }
    let (mut forms, mut scales, mut infos) = (Vec::new(), Vec::new(), Vec::new());
    for mut a in squares::<T>(a)? {
        scales.push(linalg::hessenberg(&mut a));
        forms.push(a.data);
        infos.push(0);
    }
    Ok(vec![call.numbers(0, forms)?, call.numbers(1, scales)?, call.ints(2, infos)?])
}

/// The numbers of each matrix of a stack.
type Stack<T> = Vec<Vec<T>>;

/// Eigenvectors and eigenvalues of each matrix.
fn eigen<T: Field>(a: &Tensor, lower: bool) -> EvalResult<(Stack<T>, Stack<f64>)> {
    let (mut vectors, mut values) = (Vec::new(), Vec::new());
    for a in squares::<T>(a)? {
        let (own_values, own_vectors) = linalg::eigh(hermitian(a, lower));
        vectors.push(own_vectors.data);
        values.push(own_values);
    }
    Ok((vectors, values))
}

/// `syevd` and `heevd`.
pub(crate) fn eigh<T: Field>(call: &Call<'_, '_>) -> EvalResult<Vec<Tensor>> {
    let (vectors, values) = eigen::<T>(call.operand(0)?, call.lower())?;
    let infos = vec![0; values.len()];
    Ok(vec![call.numbers(0, vectors)?, call.numbers(1, values)?, call.ints(2, infos)?])
}

/// `Eigh`: its configuration is a text that starts with 1 for the lower triangle.
pub(crate) fn tpu_eigh<T: Field>(call: &Call<'_, '_>) -> EvalResult<Vec<Tensor>> {
    let lower = call.view.text("backend_config").is_ok_and(|text| text.starts_with('1'));
    let (vectors, values) = eigen::<T>(call.operand(0)?, lower)?;
    Ok(vec![call.numbers(0, vectors)?, call.numbers(1, values)?])
}

/// `gesdd` and `gesvd`: the overwritten operand, the values, both factors, `info`.
pub(crate) fn svd<T: Field>(call: &Call<'_, '_>) -> EvalResult<Vec<Tensor>> {
    let a = call.operand(0)?;
    let (u_shape, v_shape) = (call.view.result(2)?.1, call.view.result(3)?.1);
    let u_columns = u_shape.last().copied().unwrap_or(0);
    let v_rows = v_shape.len().checked_sub(2).map_or(0, |dim| v_shape[dim]);
    let wants_factors = !call.is("mode", 'N');
    let (mut left, mut values, mut right, mut infos) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for a in matrices::<T>(a)? {
        let least = a.rows.min(a.columns);
        if u_columns < least || u_columns > a.rows || v_rows < least || v_rows > a.columns {
            return Err(misfit(call.operand(0)?));
        }
        let (u, own, v) = linalg::svd(&a, u_columns, v_rows);
        left.push(u.data);
        values.push(own);
        right.push(v.data);
        infos.push(0);
    }
    let (u, v) = if wants_factors {
        (call.numbers(2, left)?, call.numbers(3, right)?)
    } else {
        (call.zeros(2)?, call.zeros(3)?)
    };
    Ok(vec![call.zeros(0)?, call.numbers(1, values)?, u, v, call.ints(4, infos)?])
}

/// `trsm`.
pub(crate) fn triangular_solve<T: Field>(call: &Call<'_, '_>) -> EvalResult<Vec<Tensor>> {
    let transpose_a = if call.is("trans_x", 'T') {
        Transpose::Transpose
    } else if call.is("trans_x", 'C') {
        Transpose::Adjoint
    } else {
        Transpose::No
    };
    let op = TriangularSolve {
        left_side: call.is("side", 'L'),
        lower: call.lower(),
        unit_diagonal: call.is("diag", 'U'),
        transpose_a,
    };
    Ok(vec![kernels::triangular_solve(call.operand(0)?, call.operand(1)?, op)?])
}

/// `gtsv`: diagonals that are returned have no meaning.
pub(crate) fn tridiagonal_solve<T: Field>(call: &Call<'_, '_>) -> EvalResult<Vec<Tensor>> {
    let [lower, diagonal, upper] = [0, 1, 2].map(|index| T::read(call.operand(index)?));
    let (lower, diagonal, upper) = (lower?, diagonal?, upper?);
    let b = call.operand(3)?;
    let mut solutions = Vec::new();
    let mut infos = Vec::new();
    let n = call.operand(1)?.shape.last().copied().unwrap_or(0);
    for (index, mut b) in matrices::<T>(b)?.into_iter().enumerate() {
        let part = |list: &'_ [T]| list.get(index * n..(index + 1) * n).map(<[T]>::to_vec);
        let (Some(lower), Some(diagonal), Some(upper)) = (part(&lower), part(&diagonal), part(&upper)) else {
            return Err(misfit(call.operand(1)?));
        };
        if b.rows != n {
            return Err(misfit(call.operand(3)?));
        }
        let columns = b.columns;
        infos.push(linalg::tridiagonal_solve([&lower, &diagonal, &upper], &mut b.data, columns));
        solutions.push(b.data);
    }
    if call.view.op.result_count() == 1 {
        return Ok(vec![call.numbers(0, solutions)?]);
    }
    let same = |index: usize| call.operand(index).cloned();
    Ok(vec![same(0)?, same(1)?, same(2)?, call.numbers(3, solutions)?, call.ints(4, infos)?])
}

/// `geev` without left eigenvectors. For real matrices, the real and imaginary parts of the values are two results.
pub(crate) fn eig<T: Field>(call: &Call<'_, '_>) -> EvalResult<Vec<Tensor>> {
    if call.is("compute_left", 'V') {
        return Err(EvalError::Unsupported("left eigenvectors of a general matrix".into()));
    }
    let (mut values, mut vectors, mut infos) = (Vec::new(), Vec::new(), Vec::new());
    for a in squares::<Complex<f64>>(call.operand(0)?)? {
        let n = a.rows;
        let nan = Complex::new(f64::NAN, f64::NAN);
        let (own_values, own_vectors) = match linalg::eig(a) {
            Some((own_values, own_vectors)) => (own_values, own_vectors.data),
            None => (vec![nan; n], vec![nan; n * n]),
        };
        infos.push(usize::from(own_values.iter().any(|x| x.is_nan())));
        values.push(own_values);
        vectors.push(own_vectors);
    }
    let parts =
        |part: fn(&Complex<f64>) -> f64| values.iter().map(move |list| list.iter().map(part).collect());
    let mut results = if T::IS_COMPLEX {
        vec![call.numbers(0, values.clone())?]
    } else {
        vec![call.numbers::<f64>(0, parts(|x| x.re))?, call.numbers::<f64>(1, parts(|x| x.im))?]
    };
    let next = results.len();
    results.extend([call.zeros(next)?, call.numbers(next + 1, vectors)?, call.ints(next + 2, infos)?]);
    Ok(results)
}
