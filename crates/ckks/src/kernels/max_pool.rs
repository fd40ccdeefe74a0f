//! Maxima over windows by polynomials: `max(a, b) = b + (a - b) * (1 + sign(a - b)) / 2`.
//!
//! Rows first, then columns. For each, the values under every tap are moved to the position of the output,
//! which uses a level, and then compared in pairs.

use std::sync::Arc;

use super::activation::half_step;
use super::minimax::Sign;
use crate::linear::{Choice, Cost, LinearMap, LinearOp, Window};
use crate::program::{Builder, CtId};
use crate::slot_layout::SlotLayout;
use crate::{CkksError, CkksResult};

/// A max pool of values in [-1/2, 1/2]. Padding counts as 0, so with padding values must not be negative.
#[derive(Clone, Debug)]
pub struct MaxPool {
    rows: Vec<Arc<LinearMap>>,
    columns: Vec<Arc<LinearMap>>,
    to: SlotLayout,
}

impl MaxPool {
    /// The pool from one layout to another, via a layout in which only the rows are pooled.
    pub fn new(
        window: Window,
        from: &SlotLayout,
        between: &SlotLayout,
        to: &SlotLayout,
    ) -> CkksResult<MaxPool> {
        let along = |d: usize| {
            let keep = |n: [usize; 2], one: usize| if d == 0 { [n[0], one] } else { [one, n[1]] };
            Window {
                kernel: keep(window.kernel, 1),
                stride: keep(window.stride, 1),
                before: keep(window.before, 0),
                after: keep(window.after, 0),
                dilation: keep(window.dilation, 1),
            }
        };
        let maps = |d: usize, from: &SlotLayout, to: &SlotLayout| {
            let tap = |n: usize| {
                let op = LinearOp::one_tap(from.shape(), along(d), if d == 0 { [n, 0] } else { [0, n] })?;
                LinearMap::new(&op, from, to, Choice::default()).map(Arc::new)
            };
            (0..window.kernel[d]).map(tap).collect::<CkksResult<Vec<_>>>()
        };
        let (rows, columns) = (maps(0, from, between)?, maps(1, between, to)?);
        Ok(MaxPool { rows, columns, to: to.clone() })
    }

    /// The layout of the maxima.
    pub fn to(&self) -> &SlotLayout {
        &self.to
    }

    /// The maps of every tap: rows, then columns.
    pub(crate) fn taps(&self) -> [&[Arc<LinearMap>]; 2] {
        [&self.rows, &self.columns]
    }

    /// The cost without comparisons.
    pub fn cost(&self) -> Cost {
        let sum = self.rows.iter().chain(&self.columns).map(|map| map.cost());
        sum.fold(Cost::default(), |sum, cost| sum.then(&cost))
    }
}

/// Adds the steps of a max pool with this sign.
pub fn lower_max_pool(
    builder: &mut Builder,
    inputs: &[CtId],
    pool: &MaxPool,
    sign: &Sign,
) -> CkksResult<Vec<CtId>> {
    let mut values = inputs.to_vec();
    for maps in [&pool.rows, &pool.columns] {
        let taps: CkksResult<Vec<Vec<CtId>>> = maps.iter().map(|map| map.lower(builder, &values)).collect();
        values = max_by_tournament(builder, taps?, sign)?;
    }
    Ok(values)
}

/// The maximum of several ciphertexts. They are compared in pairs, then the winners, and so on: every comparison uses
/// the levels of a sign, so `n` ciphertexts use `ceil(log2 n)` times as many, and not `n - 1` times as one after another.
pub(crate) fn max_by_tournament(
    builder: &mut Builder,
    mut taps: Vec<Vec<CtId>>,
    sign: &Sign,
) -> CkksResult<Vec<CtId>> {
    while taps.len() > 1 {
        let mut next = Vec::new();
        for pair in taps.chunks(2) {
            next.push(match pair {
                [a, b] => {
                    let larger = |(&a, &b): (&CtId, &CtId)| larger(builder, a, b, sign);
                    a.iter().zip(b).map(larger).collect::<CkksResult<Vec<_>>>()?
                }
                _ => pair[0].clone(),
            });
        }
        taps = next;
    }
    taps.pop().ok_or_else(|| CkksError::shapes("expected at least one value of a maximum, found none"))
}

fn larger(builder: &mut Builder, a: CtId, b: CtId, sign: &Sign) -> CkksResult<CtId> {
    let difference = builder.sub(a, b)?;
    let step = half_step(builder, difference, sign)?;
    let positive = builder.mul(difference, step)?;
    let positive = builder.settled(positive)?;
    builder.add(positive, b)
}
