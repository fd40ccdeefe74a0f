//! Activations as polynomials.

use super::minimax::{Sign, minimax_sign};
use super::polynomial::{Polynomial, evaluate_polynomial};
use super::smooth::{Function, Smooth};
use crate::program::{Builder, CtId, Plain};
use crate::{CkksError, CkksResult, Counters, count_steps};

/// A function applied to every value.
#[derive(Clone, Debug, PartialEq)]
pub enum Activation {
    /// `x * x`.
    Square,
    /// A polynomial on [-1, 1].
    Polynomial(Polynomial),
    /// `x * (1 + sign x) / 2` with the sign as a composition of polynomials, for values in [-1, 1].
    Relu(Sign),
    /// A smooth function, approximated on the range of its argument.
    Smooth(Smooth),
}

impl Activation {
    /// The composition of degrees 15, 15 and 27, accurate to about 2^-13 outside a margin of 2^-7.
    pub fn relu() -> CkksResult<Activation> {
        Ok(Activation::Relu(minimax_sign(&[15, 15, 27], 1.0 / 128.0)?))
    }

    /// A smooth function, for values in [-1, 1] until it is fitted to another range.
    pub fn smooth(function: Function) -> CkksResult<Activation> {
        Smooth::new(function).map(Activation::Smooth)
    }

    /// The levels that it uses.
    pub fn levels(&self) -> usize {
        match self {
            Activation::Square => 1,
            Activation::Polynomial(polynomial) => polynomial.levels(),
            Activation::Relu(sign) => sign.levels() + 1,
            Activation::Smooth(smooth) => smooth.polynomial().levels(),
        }
    }

    /// The cost for one ciphertext.
    pub fn cost(&self) -> CkksResult<Counters> {
        let mut builder = Builder::new(2);
        let inputs = builder.inputs(1, self.levels() as u32)?;
        let outputs = lower_activation(&mut builder, &inputs, self)?;
        count_steps(&builder.finish(&outputs)?.0)
    }

    /// The value at `x`.
    pub fn at(&self, x: f64) -> f64 {
        match self {
            Activation::Square => x * x,
            Activation::Polynomial(polynomial) => polynomial.at(x),
            Activation::Relu(sign) => x * (0.5 + 0.5 * sign.at(x)),
            Activation::Smooth(smooth) => smooth.at(x),
        }
    }

    /// Whether zero slots stay zero.
    pub fn keeps_zero(&self) -> bool {
        match self {
            Activation::Square | Activation::Relu(_) => true,
            Activation::Polynomial(polynomial) => polynomial.at(0.0) == 0.0,
            Activation::Smooth(smooth) => smooth.at(0.0) == 0.0,
        }
    }
}

/// Adds the steps that apply an activation to ciphertexts.
pub fn lower_activation(
    builder: &mut Builder,
    inputs: &[CtId],
    activation: &Activation,
) -> CkksResult<Vec<CtId>> {
    inputs.iter().map(|&x| apply(builder, x, activation)).collect()
}

fn apply(builder: &mut Builder, x: CtId, activation: &Activation) -> CkksResult<CtId> {
    let made = match activation {
        Activation::Square => builder.mul(x, x)?,
        Activation::Polynomial(polynomial) => evaluate_polynomial(builder, x, polynomial)?,
        Activation::Smooth(smooth) => evaluate_polynomial(builder, x, smooth.polynomial())?,
        Activation::Relu(sign) => {
            let step = half_step(builder, x, sign)?;
            builder.mul(x, step)?
        }
    };
    builder.settled(made)
}

/// `(1 + sign x) / 2`: 1 for positive, 0 for negative values.
pub(super) fn half_step(builder: &mut Builder, x: CtId, sign: &Sign) -> CkksResult<CtId> {
    sign.half_step()?.iter().try_fold(x, |x, polynomial| evaluate_polynomial(builder, x, polynomial))
}

/// Adds the steps of a residual connection: the sums of ciphertexts of one layout.
pub fn residual_add(builder: &mut Builder, a: &[CtId], b: &[CtId]) -> CkksResult<Vec<CtId>> {
    paired(builder, a, b, Builder::add)
}

/// Adds the steps of a difference of ciphertexts of one layout.
pub(crate) fn differences(builder: &mut Builder, a: &[CtId], b: &[CtId]) -> CkksResult<Vec<CtId>> {
    paired(builder, a, b, Builder::sub)
}

/// Adds the steps of a product of ciphertexts of one layout.
pub(crate) fn products(builder: &mut Builder, a: &[CtId], b: &[CtId]) -> CkksResult<Vec<CtId>> {
    paired(builder, a, b, Builder::mul)
}

fn paired(
    builder: &mut Builder,
    a: &[CtId],
    b: &[CtId],
    op: fn(&mut Builder, CtId, CtId) -> CkksResult<CtId>,
) -> CkksResult<Vec<CtId>> {
    if a.len() != b.len() {
        return Err(CkksError::shapes(format!(
            "expected equal numbers of ciphertexts in both operands, found {} and {}",
            a.len(),
            b.len()
        )));
    }
    a.iter().zip(b).map(|(&a, &b)| op(builder, a, b)).collect()
}

/// Multiplies ciphertexts by a number, for ranges other than [-1, 1]. Uses a level; fold the number into
/// weights instead if there are any.
pub fn scale_ciphertexts(builder: &mut Builder, inputs: &[CtId], by: f64) -> CkksResult<Vec<CtId>> {
    inputs
        .iter()
        .map(|&x| {
            let product = builder.mul_plain(x, Plain::Constant(by))?;
            builder.settled(product)
        })
        .collect()
}
