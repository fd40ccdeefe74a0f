//! Kernels against values from outside: XLA's CPU back end (jaxlib of jax 0.10.2) where bits matter, scipy for special functions.

use num_complex::Complex;
use partita_interp::kernels::{Algorithm, Unary, cholesky, rng_bit_generator, top_k, unary};
use partita_interp::{Data, Element, Tensor};

const U8: Element = Element::Int { bits: 8, signed: false };
const U16: Element = Element::Int { bits: 16, signed: false };

/// Checks the bits and the next state.
fn bits(
    algorithm: Algorithm,
    state: &[u64],
    (element, shape): (Element, &[usize]),
    next: &[u64],
    want: &[u64],
) {
    let words = |words: &[u64]| words.iter().map(|&x| x as i64).collect::<Vec<_>>();
    let state = Tensor::new(Element::U64, vec![state.len()], words(state));
    let (state, got) = rng_bit_generator(&state, algorithm, element, shape).unwrap();
    assert_eq!(state.ints().unwrap(), words(next), "{algorithm:?} {shape:?}");
    assert_eq!(got, Tensor::new(element, shape.to_vec(), words(want)), "{algorithm:?}");
}

#[test]
fn threefry_bit_for_bit() {
    let t = Algorithm::ThreeFry;
    bits(t, &[1, 2], (Element::U32, &[3]), &[1, 4], &[43444564, 2150618427, 3979645651]);
    bits(t, &[1, 2], (Element::U32, &[]), &[1, 3], &[43444564]);
    bits(t, &[1, 2], (U8, &[3]), &[1, 4], &[84, 59, 211]);
    let wide = [9236835810183407956, 16087790271692313299, 18212823393184779219];
    bits(t, &[1, 2], (Element::U64, &[3]), &[1, 5], &wide);
    // The first dimension is even: blocks run along the second, and the counter carries into its upper half.
    let rows = [3471380051, 984047233, 3970367506, 2754705569, 2109584972, 2549180757];
    bits(t, &[7, 4294967295], (Element::U32, &[2, 3]), &[7, 4294967298], &rows);
    // No dimension is even: the largest is rounded up, and the counter wraps.
    let odd = [
        2754706343, 569486026, 1593802813, 1289978105, 961273596, 1379882886, 1076419981, 1430061416,
        3815015690, 523829269, 2165775106, 1106935068, 2207507590, 2177532566, 1354277001,
    ];
    let key = 0x1234_5678_9abc_def0;
    bits(t, &[key, u64::MAX], (Element::U32, &[3, 5]), &[key, 8], &odd);
}

#[test]
fn philox_bit_for_bit() {
    let p = Algorithm::Philox;
    let five = [2100602697, 2847456232, 2074354647, 800269529, 1828267006];
    bits(p, &[1, 2], (Element::U32, &[5]), &[1, 4], &five);
    let carried = [3023135040, 2618764561, 763147620, 1543521082, 3140572256];
    bits(p, &[1, u64::MAX, 3], (Element::U32, &[5]), &[1, 1, 4], &carried);
    let wide = [5869932932755744586, 13107052260063114245, 8234580641674714347];
    bits(p, &[1, 2, 3], (Element::U64, &[3]), &[1, 4, 3], &wide);
    bits(Algorithm::Default, &[1, 2], (U16, &[3]), &[1, 3], &[42825, 48104, 9175]);
}

#[test]
fn states_of_another_form_are_refused() {
    let state = Tensor::new(Element::U64, vec![3], vec![1i64, 2, 3]);
    assert!(rng_bit_generator(&state, Algorithm::ThreeFry, Element::U32, &[1]).is_err());
    let state = Tensor::new(Element::U32, vec![2], vec![1i64, 2]);
    assert!(rng_bit_generator(&state, Algorithm::Philox, Element::U32, &[1]).is_err());
}

#[test]
fn special_functions_in_single_precision() {
    // From scipy in double precision at the same arguments: XLA itself is up to eight units off here.
    let table: [(Unary, &[f32], &[f32]); 10] = [
        (Unary::Erf, &[0.3, 2.5, -1.7, 8.0], &[0.32862678, 0.999593, -0.98379046, 1.0]),
        (Unary::Erfc, &[0.3, 2.5, -1.7, 8.0], &[0.67137325, 0.00040695202, 1.9837905, 1.1224297e-29]),
        (Unary::BesselI1e, &[0.3, 2.5, -1.7, 8.0], &[0.11237756, 0.20658465, -0.21855281, 0.13414249]),
        (Unary::Digamma, &[0.3, 2.5, -1.7, 8.0], &[-3.5025241, 0.70315665, -1.4857183, 2.0156415]),
        (Unary::Lgamma, &[0.3, 2.5, -1.7, 8.0], &[1.0957979, 0.28468287, 0.9218448, 8.525162]),
        (Unary::Asinh, &[0.3, 2.5, -1.7, 8.0], &[0.29567307, 1.6472311, -1.3008205, 2.7764723]),
        (Unary::Sinh, &[0.3, 2.5, -1.7], &[0.3045203, 6.0502043, -2.645632]),
        (Unary::Cosh, &[0.3, 2.5, -1.7], &[1.0453385, 6.1322894, 2.8283155]),
        (Unary::ErfInv, &[0.3, -0.75, 0.01], &[0.27246273, -0.8134198, 0.008862501]),
        (Unary::Atanh, &[0.3, -0.75, 0.01], &[0.30951962, -0.97295505, 0.010000333]),
    ];
    for (function, arguments, want) in table {
        let got = unary(function, &Tensor::f32(&[arguments.len()], arguments.to_vec())).unwrap();
        let Data::F32(got) = got.data else { unreachable!("floats") };
        for (got, want) in got.iter().zip(want) {
            let units = (got - want).abs() / (want.abs() * f32::EPSILON);
            assert!(units <= 1.0, "{function:?}: {got} is not {want}");
        }
    }
}

#[test]
fn complex_functions_in_single_precision() {
    let c = Complex::<f32>::new;
    let z = Tensor::new(Element::Complex64, vec![1], vec![c(1.5, -0.5)]);
    let table = [
        (Unary::Exponential, c(3.933052, -2.148636)),
        (Unary::ExponentialMinusOne, c(2.933052, -2.148636)),
        (Unary::Log, c(0.45814535, -0.32175055)),
        (Unary::LogPlusOne, c(0.9359011, -0.19739556)),
        (Unary::Sqrt, c(1.2411968, -0.2014185)),
        (Unary::Rsqrt, c(0.7850017, 0.12738824)),
        (Unary::Tanh, c(0.94437295, -0.079324454)),
        (Unary::Tan, c(0.25514925, -2.1247993)),
        (Unary::Sine, c(1.1248013, -0.03686082)),
        (Unary::Cosine, c(0.0797651, 0.51978993)),
        (Unary::Logistic, c(0.82961065, -0.07421467)),
        (Unary::Sign, c(0.94868326, -0.31622776)),
        (Unary::Asin, c(1.1711574, -1.069311)),
        (Unary::Acosh, c(1.069311, -0.39963904)),
        (Unary::Atan, c(1.0172219, -0.14694665)),
    ];
    for (function, want) in table {
        let Data::C64(got) = unary(function, &z).unwrap().data else { unreachable!("complex") };
        assert!(
            (got[0] - want).norm() <= 4.0 * f32::EPSILON * want.norm(),
            "{function:?}: {} is not {want}",
            got[0]
        );
    }
    // On the branch line, XLA ignores the sign of a zero.
    let z = Tensor::new(Element::Complex64, vec![1], vec![c(-1.0, -0.0)]);
    assert_eq!(unary(Unary::Sqrt, &z).unwrap().data, vec![c(0.0, 1.0)].into());
}

#[test]
fn an_indefinite_matrix_becomes_nan_entirely() {
    let a = Tensor::f32(&[2, 2, 2], vec![1.0, 0.5, 0.5, 2.0, 1.0, 5.0, 5.0, 2.0]);
    let Data::F32(got) = cholesky(&a, true).unwrap().data else { unreachable!("floats") };
    assert_eq!(got[..4], [1.0, 0.0, 0.5, 1.3228756]);
    assert!(got[4..].iter().all(|x| x.is_nan()));
}

#[test]
fn top_k_is_in_total_order() {
    let x = vec![1.0, f32::NAN, -0.0, 0.0, f32::INFINITY, f32::NEG_INFINITY, f32::NAN, -f32::NAN, 1.0];
    let (_, indices) = top_k(&Tensor::f32(&[9], x), 9).unwrap();
    assert_eq!(indices.ints().unwrap(), [1, 6, 4, 0, 8, 3, 2, 5, 7]);
}
