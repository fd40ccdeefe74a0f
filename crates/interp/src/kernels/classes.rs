//! Converts tensors between storage classes, for ops whose result type differs from the operands'.

use num_complex::Complex;

use crate::{Data, Element, EvalError, EvalResult, Tensor};

/// The element whose storage class can hold both: the class in which a mixed product is computed.
pub(crate) fn common(a: Element, b: Element) -> Element {
    let wide = |e: Element| matches!(e, Element::F64 | Element::Complex128);
    if a.is_complex() || b.is_complex() {
        return if wide(a) || wide(b) { Element::Complex128 } else { Element::Complex64 };
    }
    match (a, b) {
        _ if wide(a) || wide(b) => Element::F64,
        _ if a.is_float() || b.is_float() => Element::F32,
        (Element::Bool, Element::Bool) => Element::Bool,
        _ => Element::I64,
    }
}

/// The same numbers in the storage class of `element`, wrapped or rounded to it.
pub(crate) fn convert(tensor: &Tensor, element: Element) -> EvalResult<Tensor> {
    if tensor.element == element {
        return Ok(tensor.clone());
    }
    let unsigned = tensor.element == Element::U64;
    let real = |x: i64| if unsigned { x as u64 as f64 } else { x as f64 };
    let data = match (&tensor.data, element) {
        (Data::Bool(v), Element::Int { .. }) => v.iter().map(|&x| i64::from(x)).collect::<Vec<_>>().into(),
        (Data::Int(v), Element::Int { .. }) => v.iter().map(|&x| element.wrap(x)).collect::<Vec<_>>().into(),
        (Data::Int(v), Element::F64) => v.iter().map(|&x| real(x)).collect::<Vec<_>>().into(),
        (Data::Int(v), Element::Float(_)) => {
            v.iter().map(|&x| element.round_f64(real(x))).collect::<Vec<_>>().into()
        }
        (Data::F32(v), Element::F64) => v.iter().map(|&x| f64::from(x)).collect::<Vec<_>>().into(),
        (Data::F32(v), Element::Float(_)) => {
            v.iter().map(|&x| element.round_f32(x)).collect::<Vec<_>>().into()
        }
        (Data::F64(v), Element::Float(_)) => {
            v.iter().map(|&x| element.round_f64(x)).collect::<Vec<_>>().into()
        }
        (Data::F32(v), Element::Complex64) => {
            v.iter().map(|&x| Complex::new(x, 0.0)).collect::<Vec<_>>().into()
        }
        (Data::F32(v), Element::Complex128) => {
            v.iter().map(|&x| Complex::new(f64::from(x), 0.0)).collect::<Vec<_>>().into()
        }
        (Data::F64(v), Element::Complex128) => {
            v.iter().map(|&x| Complex::new(x, 0.0)).collect::<Vec<_>>().into()
        }
        (Data::C64(v), Element::Complex128) => {
            v.iter().map(|x| Complex::new(f64::from(x.re), f64::from(x.im))).collect::<Vec<_>>().into()
        }
        (Data::C128(v), Element::Complex64) => {
            v.iter().map(|x| Complex::new(x.re as f32, x.im as f32)).collect::<Vec<_>>().into()
        }
        _ => {
            let (from, to) = (tensor.element.name(), element.name());
            return Err(EvalError::Unsupported(format!("a result of {to} from operands of {from}")));
        }
    };
    Ok(Tensor { element, shape: tensor.shape.clone(), data })
}

/// Builds a result of 32-bit floats, rounded to `element`, which is of that class.
pub(crate) fn rounded(element: Element, shape: Vec<usize>, mut values: Vec<f32>) -> Tensor {
    if element != Element::F32 {
        values.iter_mut().for_each(|x| *x = element.round_f32(*x));
    }
    Tensor::new(element, shape, values)
}

/// The numbers of a tensor of real floats in double precision.
pub(crate) fn doubles(tensor: &Tensor) -> EvalResult<Vec<f64>> {
    match &tensor.data {
        Data::F32(v) => Ok(v.iter().map(|&x| x.into()).collect()),
        Data::F64(v) => Ok(v.to_vec()),
        _ => Err(EvalError::Unsupported(format!("elements of {}", tensor.element.name()))),
    }
}

/// The numbers of a tensor of floats or complex numbers in double precision.
pub(crate) fn complex_doubles(tensor: &Tensor) -> EvalResult<Vec<Complex<f64>>> {
    match &tensor.data {
        Data::C64(v) => Ok(v.iter().map(|z| Complex::new(z.re.into(), z.im.into())).collect()),
        Data::C128(v) => Ok(v.to_vec()),
        _ => Ok(doubles(tensor)?.into_iter().map(|x| Complex::new(x, 0.0)).collect()),
    }
}

/// A tensor of floats from doubles, each rounded once.
pub(crate) fn from_doubles(element: Element, shape: Vec<usize>, values: Vec<f64>) -> Tensor {
    if element == Element::F64 {
        return Tensor::new(element, shape, values);
    }
    Tensor::new(element, shape, values.into_iter().map(|x| element.round_f64(x)).collect::<Vec<_>>())
}

/// A tensor of complex numbers from doubles.
pub(crate) fn from_complex_doubles(element: Element, shape: Vec<usize>, values: Vec<Complex<f64>>) -> Tensor {
    if element == Element::Complex128 {
        return Tensor::new(element, shape, values);
    }
    let narrow = |z: Complex<f64>| Complex::new(z.re as f32, z.im as f32);
    Tensor::new(Element::Complex64, shape, values.into_iter().map(narrow).collect::<Vec<_>>())
}
