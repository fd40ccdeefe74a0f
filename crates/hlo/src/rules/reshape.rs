//! Reshapes: splitting two shapes of equal size into common factors.

use partita_mesh::gcd;
use partita_rule::{FactorKind, RuleSpec};

use super::draft::{At, Draft};
use super::view::OpView;

use FactorKind::{NeedReplication, PassThrough};

/// `reshape`: walks both shapes from the major end and splits off factors.
///
/// Where the products of the factors so far agree, the next factor is common to both: `8x4` to `2x16` is
/// `([ij, k])->([i, jk])` with `i=2, j=4, k=4`. Where nothing is common each side gets a factor of its own,
/// and the side that is behind gets more until the products agree again.
pub(super) fn reshape(view: &OpView<'_>) -> Option<RuleSpec> {
    let mut rule = view.draft();
    walk(&mut rule, view.operand(0)?, view.result(0)?)?;
    for (index, shape) in view.operands.iter().enumerate().skip(1) {
        for (dim, &size) in shape.iter().enumerate() {
            rule.add(NeedReplication, size, [At::Operand(index, dim)]);
        }
    }
    rule.finish()
}

/// One of the two shapes.
struct Side<'s> {
    shape: &'s [u64],
    place: fn(usize) -> At,
    /// The dimension being split.
    dim: usize,
    /// The size of the part of it that is not split off yet.
    rest: u64,
    /// The product of all factors split off so far.
    product: u128,
}

impl<'s> Side<'s> {
    fn new(shape: &'s [u64], place: fn(usize) -> At) -> Self {
        Side { shape, place, dim: 0, rest: shape.first().copied().unwrap_or(1), product: 1 }
    }

    fn done(&self) -> bool {
        self.dim >= self.shape.len()
    }

    fn here(&self) -> At {
        (self.place)(self.dim)
    }

    fn next_dim(&mut self) {
        self.dim += 1;
        self.rest = self.shape.get(self.dim).copied().unwrap_or(1);
    }

    /// Skips dimensions of size 1; each has a factor of its own.
    fn skip_ones(&mut self, rule: &mut Draft) {
        while !self.done() && self.shape[self.dim] == 1 {
            rule.add(PassThrough, 1, [self.here()]);
            self.next_dim();
        }
    }

    /// Splits a factor off the current dimension.
    fn split_off(&mut self, factor: u64) -> Option<()> {
        self.product = self.product.checked_mul(u128::from(factor))?;
        self.rest /= factor;
        if self.rest == 1 {
            self.next_dim();
        }
        Some(())
    }

    /// The next factor of this side, whose product is the smaller one: the missing factor if it divides the dimension,
    /// so that the products agree again; otherwise what the dimension does not share with the other side, as in Shardy.
    fn catch_up(&self, other: &Side<'_>) -> u64 {
        let rest = u128::from(self.rest);
        if other.product.is_multiple_of(self.product) {
            let missing = other.product / self.product;
            if rest.is_multiple_of(missing) {
                return missing as u64;
            }
        }
        match self.rest / gcd(self.rest, other.rest) {
            1 => self.rest,
            factor => factor,
        }
    }
}

fn walk(rule: &mut Draft, from: &[u64], to: &[u64]) -> Option<()> {
    let elements = |shape: &[u64]| shape.iter().try_fold(1u128, |n, &size| n.checked_mul(u128::from(size)));
    if elements(from)? == 0 || elements(from) != elements(to) {
        return None;
    }
    let mut a = Side::new(from, |dim| At::Operand(0, dim));
    let mut b = Side::new(to, |dim| At::Result(0, dim));
    loop {
        a.skip_ones(rule);
        b.skip_ones(rule);
        if a.done() && b.done() {
            return Some(());
        }
        if a.product == b.product {
            let common = gcd(a.rest, b.rest);
            if common > 1 {
                rule.add(PassThrough, common, [a.here(), b.here()]);
                a.split_off(common)?;
                b.split_off(common)?;
            } else {
                for side in [&mut a, &mut b] {
                    let rest = side.rest;
                    rule.add(PassThrough, rest, [side.here()]);
                    side.split_off(rest)?;
                }
            }
        } else {
            let (behind, ahead) = if a.product < b.product { (&mut a, &b) } else { (&mut b, &a) };
            let factor = behind.catch_up(ahead);
            rule.add(PassThrough, factor, [behind.here()]);
            behind.split_off(factor)?;
        }
    }
}
