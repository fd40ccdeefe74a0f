//! Scales values into the range of the polynomials for ReLU, maxima and smooth functions.
//!
//! ReLU, maxima, sums, concatenations and plane averages commute with positive factors. So ciphertexts may hold
//! a tensor divided by a power of two, its [`divisor`](super::Layer::divisor), at no cost: tensors that such
//! layers connect share one, a square has the square of its operand's, and linear layers and polynomials fold
//! both divisors into their weights and coefficients, as do smooth functions, whose polynomials are fitted to
//! the divisor of their argument. The factors of a product share a divisor, of which the product has the square, unless
//! all readers of the product fold its divisor in. Only tensors that are connected with their own square are
//! held undivided, and so are the operand and result of a polynomial if dividing would lose nearly all of their
//! precision.

use partita_base::{Id, code};

use super::{Layer, LayerId, LayerOp, Network};
use crate::kernels::{Activation, Smooth};
use crate::linear::LinearOp;
use crate::{CkksError, CkksResult};

/// The default factor by which other inputs may exceed the values seen in calibration.
pub const DEFAULT_MARGIN: f64 = 1.25;

/// The most bits of a divisor, in either direction. It is large because squares of squares are.
const MAX_BITS: f64 = 400.0;

/// Values this many bits smaller than 1 lose too much precision.
const LOST_BITS: f64 = 12.0;

/// The most bits, in either direction, of a given range.
const RANGE_BITS: f64 = 40.0;

impl Network {
    /// Chooses divisors such that every tensor is within [-1, 1] for these inputs, and within the range of the
    /// layers that read it. With a margin, other inputs may produce values larger by that factor.
    pub fn calibrate(&mut self, inputs: &[Vec<f64>], margin: f64) -> CkksResult<()> {
        if !(1.0..=1e6).contains(&margin) {
            return Err(CkksError::new(code::VALUE_RANGE, format!("invalid margin {margin}"))
                .help("use a factor from 1 to 1000000"));
        }
        // The smallest and the largest value of each layer's result.
        let mut seen = vec![[f64::INFINITY, f64::NEG_INFINITY]; self.layers.len()];
        for input in inputs {
            for ([low, high], values) in seen.iter_mut().zip(self.exact_values(input)?) {
                for value in values {
                    // `min` and `max` ignore NaN, which is found below.
                    let value = if value.is_nan() { f64::INFINITY } else { value };
                    (*low, *high) = (low.min(value), high.max(value));
                }
            }
        }
        if !inputs.is_empty() {
            self.choose_intervals(&mut seen, margin)?;
        }
        let largest: Vec<f64> =
            seen.iter().map(|[low, high]| if low > high { 0.0 } else { low.abs().max(high.abs()) }).collect();
        if let Some(id) = self.layers.ids().find(|id| !largest[id.index()].is_finite()) {
            let message = format!("the values of `{}` are not finite", self.layers[id].name);
            return Err(CkksError::new(code::VALUE_RANGE, message).help("check the input and the weights"));
        }
        self.divide(&largest, margin)
    }

    /// Chooses divisors for values up to `range` everywhere.
    pub fn set_range(&mut self, range: f64) -> CkksResult<()> {
        if !(RANGE_BITS.exp2().recip()..=RANGE_BITS.exp2()).contains(&range) {
            return Err(CkksError::new(code::VALUE_RANGE, format!("invalid range {range}"))
                .help("use the largest value that occurs, from 2^-40 to 2^40"));
        }
        if let Some(id) = self.needs_calibration() {
            let message =
                format!("`{}` needs the values that occur, not only their range", self.layers[id].name);
            return Err(
                CkksError::new(code::VALUE_RANGE, message).help("calibrate with actual inputs instead")
            );
        }
        // Whether the values of an undivided tensor are small enough can only be checked with actual values.
        let links = self.links();
        let bound = |id: LayerId| if links.is_fixed(id) { 0.0 } else { range };
        let largest: Vec<f64> = self.layers.ids().map(bound).collect();
        self.divide(&largest, 1.0)
    }

    /// The layer whose result has the largest scaled value for an input, and that value.
    pub fn largest_held(&self, input: &[f64]) -> CkksResult<(LayerId, f64)> {
        let values = self.exact_values(input)?;
        let held = self.layers.iter().zip(&values).map(|((id, layer), values)| {
            (id, values.iter().fold(0.0f64, |most, value| most.max(value.abs())) / layer.divisor)
        });
        Ok(held.fold((self.input(), 0.0), |most, next| if next.1 > most.1 { next } else { most }))
    }

    fn divide(&mut self, largest: &[f64], margin: f64) -> CkksResult<()> {
        let mut needed: Vec<f64> = largest.iter().map(|value| value * margin).collect();
        // Layers with a range, the tensors they read, and their range.
        let reads =
            |(id, layer): (LayerId, &Layer)| layer.op.reach().map(|reach| (id, layer.inputs[0], reach));
        let readers: Vec<(LayerId, LayerId, f64)> = self.layers.iter().filter_map(reads).collect();
        let mut is_read = vec![false; self.layers.len()];
        for &(_, read, reach) in &readers {
            needed[read.index()] = needed[read.index()].max(largest[read.index()] / reach * margin);
            is_read[read.index()] = true;
        }
        // An interval has its margin already; its arguments are held as they are.
        for id in self.layers.ids().filter(|&id| self.is_interval_argument(id)) {
            needed[id.index()] = 1.0;
        }
        let mut links = self.links();
        let free = self.free_products();
        let bits = loop {
            let mut bits = links.bits(&needed, &is_read);
            self.set_product_bits(&free, &mut bits);
            match self.lost(&links, &bits) {
                Some(ends) => ends.iter().for_each(|&end| links.fix(end)),
                None => break bits,
            }
        };
        for id in self.layers.ids().collect::<Vec<_>>() {
            self.layers[id].divisor = bits[id.index()].exp2();
        }
        self.fit(largest)?;
        for (reader, read, reach) in readers {
            let name = &self.layers[reader].name;
            let (value, most) = (largest[read.index()], reach * self.layers[read].divisor);
            if value > most {
                let message = format!("`{name}` reads values up to {value:.4}, but accepts at most {most}");
                return Err(CkksError::new(code::VALUE_RANGE, message).help(
                    "values are added to or joined with squares of themselves, so they cannot be divided by a \
                     number: put a linear layer between them, or use smaller weights",
                ));
            }
        }
        Ok(())
    }

    /// Fits smooth functions to the divisors of their arguments.
    fn fit(&mut self, largest: &[f64]) -> CkksResult<()> {
        for id in self.layers.ids().collect::<Vec<_>>() {
            let Layer { name, op, inputs, .. } = &self.layers[id];
            let LayerOp::Activation(Activation::Smooth(smooth)) = op else { continue };
            let (read, value) = (self.layers[inputs[0]].divisor, largest[inputs[0].index()]);
            if let Some(own) = smooth.function().own_range().filter(|&own| value > own) {
                let message =
                    format!("`{name}` reads values up to {value:.4}, its polynomial is meant for {own}");
                return Err(CkksError::new(code::VALUE_RANGE, message)
                    .help("use a polynomial for a larger range, or smaller weights before it"));
            }
            let fitted: CkksResult<Smooth> = smooth.fitted(read);
            let fitted = fitted.map_err(|error| {
                let message = format!("`{name}`: {}", error.message);
                CkksError { message, ..error }
            })?;
            self.layers[id].op = LayerOp::Activation(Activation::Smooth(fitted));
        }
        Ok(())
    }

    /// The operand and result of a polynomial whose coefficients, after folding in the divisors, are so large that
    /// terms cancel and little precision is left.
    fn lost(&self, links: &Links, bits: &[f64]) -> Option<[LayerId; 2]> {
        self.layers.iter().find_map(|(id, layer)| {
            let LayerOp::Activation(Activation::Polynomial(polynomial)) = &layer.op else { return None };
            let ends = [layer.inputs[0], id];
            let [read, made] = ends.map(|end| bits[end.index()].exp2());
            let held = polynomial.stretched(read, 1.0 / made);
            let size: f64 = held.coefficients().iter().map(|c| c.abs()).sum();
            let is_free = ends.iter().any(|&end| !links.is_fixed(end));
            (is_free && size > LOST_BITS.exp2()).then_some(ends)
        })
    }

    /// Products whose divisor is of no interest to their readers, which fold it into weights or coefficients. Their
    /// factors need not share a divisor: that of the product is the product of theirs.
    fn free_products(&self) -> Vec<bool> {
        let mut free = vec![true; self.layers.len()];
        for id in self.layers.ids().collect::<Vec<_>>().into_iter().rev() {
            let is_free = |user: LayerId| match &self.layers[user].op {
                // A view passes the divisor on.
                LayerOp::Linear { op, .. } => !op.is_placement() || free[user.index()],
                LayerOp::Activation(Activation::Polynomial(_) | Activation::Smooth(_)) => true,
                LayerOp::Multiply => free[user.index()],
                _ => false,
            };
            free[id.index()] = self.users(id).into_iter().all(is_free);
        }
        for (id, layer) in self.layers.iter() {
            free[id.index()] &= matches!(layer.op, LayerOp::Multiply);
        }
        free
    }

    /// Sets the bits of free products, and of views of them.
    fn set_product_bits(&self, free: &[bool], bits: &mut [f64]) {
        let mut is_set = free.to_vec();
        for (id, layer) in self.layers.iter() {
            let of = |n: usize| layer.inputs[n].index();
            if free[id.index()] {
                bits[id.index()] = bits[of(0)] + bits[of(1)];
            } else if layer.op.linear().is_some_and(LinearOp::is_placement) && is_set[of(0)] {
                bits[id.index()] = bits[of(0)];
                is_set[id.index()] = true;
            }
        }
    }

    fn links(&self) -> Links {
        let mut links = Links::new(self.layers.len());
        let free = self.free_products();
        for (id, layer) in self.layers.iter() {
            let squarings = match &layer.op {
                LayerOp::Linear { op, .. } if op.is_placement() => 0,
                LayerOp::Linear { .. }
                | LayerOp::Activation(Activation::Polynomial(_) | Activation::Smooth(_)) => continue,
                LayerOp::Multiply if free[id.index()] => continue,
                LayerOp::Activation(Activation::Square) | LayerOp::Multiply => 1,
                _ => 0,
            };
            layer.inputs.iter().for_each(|&input| links.link(id, input, squarings));
        }
        links
    }
}

/// Tensors whose divisors depend on each other. In a class, the bits of each divisor are a common number,
/// doubled a fixed number of times.
struct Links {
    class: Vec<usize>,
    doublings: Vec<i32>,
    /// By class: whether the number has to be zero.
    fixed: Vec<bool>,
}

impl Links {
    fn new(count: usize) -> Links {
        Links { class: (0..count).collect(), doublings: vec![0; count], fixed: vec![false; count] }
    }

    fn is_fixed(&self, id: LayerId) -> bool {
        self.fixed[self.class[id.index()]]
    }

    fn fix(&mut self, id: LayerId) {
        self.fixed[self.class[id.index()]] = true;
    }

    /// Records that `a` has the bits of `b`, doubled this many times.
    fn link(&mut self, a: LayerId, b: LayerId, doublings: i32) {
        let (a, b) = (a.index(), b.index());
        let more = doublings + self.doublings[b] - self.doublings[a];
        let (from, to) = (self.class[a], self.class[b]);
        if from == to {
            self.fixed[to] |= more != 0;
            return;
        }
        self.fixed[to] |= self.fixed[from];
        for n in (0..self.class.len()).filter(|&n| self.class[n] == from).collect::<Vec<_>>() {
            self.class[n] = to;
            self.doublings[n] += more;
        }
    }

    /// The fewest bits for each divisor that make room for these values. In a class with squares, that could
    /// leave some values with too little precision; then the bits are chosen close to the values, with room
    /// only for what layers with a range read.
    fn bits(&self, needed: &[f64], read: &[bool]) -> Vec<f64> {
        let mut bits = vec![0.0; self.class.len()];
        for class in (0..self.class.len()).filter(|&class| !self.fixed[class]) {
            let members: Vec<usize> = (0..self.class.len()).filter(|&n| self.class[n] == class).collect();
            let least = members.iter().map(|&n| self.doublings[n]).min().unwrap_or(0);
            let weight = |n: usize| f64::from(self.doublings[n] - least).exp2();
            let known: Vec<usize> = members.iter().copied().filter(|&n| needed[n] > 0.0).collect();
            let room = |n: &usize| (needed[*n].log2().ceil() / weight(*n)).ceil();
            let Some(enough) = known.iter().map(room).reduce(f64::max) else { continue };
            let heaviest = members.iter().map(|&n| weight(n)).fold(1.0, f64::max);
            let most = (MAX_BITS / heaviest).floor();
            // The largest distance of any value from 1, in bits.
            let away = |number: f64| {
                let bits = known.iter().map(|&n| (number * weight(n) - needed[n].log2()).abs());
                bits.fold(0.0, f64::max)
            };
            let mut number = enough.clamp(-most, most);
            if heaviest > 1.0 && away(number) > LOST_BITS {
                let lowest = known.iter().filter(|&&n| read[n]).map(room).fold(-most, f64::max).min(most);
                let numbers = (lowest as i64..=most as i64).map(|number| number as f64);
                number = numbers.min_by(|a, b| away(*a).total_cmp(&away(*b))).unwrap_or(number);
            }
            members.iter().for_each(|&n| bits[n] = number * weight(n));
        }
        bits
    }
}
