//! Operations that are several layers: views, sums, functions of an interval, and products of two encrypted matrices.
//!
//! The product of two encrypted matrices is a sum over products of single values. Both operands are viewed as a tensor
//! with a value for each of these products, multiplied value by value, and added up by a linear layer. So its rotations
//! are those of three linear maps, chosen and counted like all others, and it takes three levels at most.

use std::sync::Arc;

use partita_base::code;

use super::{Builder, LayerId, LayerOp, Network};
use crate::kernels::{Activation, Function, Interval, IntervalFunction, Smooth};
use crate::linear::{LinearOp, View, Window};
use crate::{CkksError, CkksResult};

/// The dimension of a tensor over which is summed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SumOver {
    /// Channels, in this many groups.
    Channels {
        /// The groups, each of which has its own sum.
        groups: usize,
    },
    /// All rows of a column.
    Rows,
    /// All columns of a row.
    Columns,
}

/// Whether a sum appears once, or in place of each of its terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SumShape {
    /// The dimension has size 1 afterwards, or one channel per group.
    Once,
    /// The dimension keeps its size; all its values are the sum.
    Repeated,
}

impl Builder {
    /// Adds a view of a tensor.
    pub fn view(&mut self, name: &str, of: LayerId, shape: [usize; 3], view: View) -> CkksResult<LayerId> {
        let op = LinearOp::view(self.shape(of), shape, view)?;
        self.linear(name, of, op, None)
    }

    /// Adds the sum over a dimension, times a factor.
    pub fn sum(
        &mut self,
        name: &str,
        of: LayerId,
        over: SumOver,
        shape: SumShape,
        factor: f64,
    ) -> CkksResult<LayerId> {
        let input @ [c, h, w] = self.shape(of);
        let is_once = shape == SumShape::Once;
        let window = |dim: usize, size: usize| {
            let mut window = Window::valid([1, 1], [1, 1]);
            window.kernel[dim] = if is_once { size } else { 2 * size - 1 };
            if !is_once {
                (window.before[dim], window.after[dim]) = (size - 1, size - 1);
            }
            window
        };
        let op = match over {
            SumOver::Channels { groups } => {
                LinearOp::sum(input, if is_once { groups } else { c }, Window::same(1, 1), groups)?
            }
            SumOver::Rows => LinearOp::sum(input, c, window(0, h), c)?,
            SumOver::Columns => LinearOp::sum(input, c, window(1, w), c)?,
        };
        self.linear(name, of, op.scaled(factor), None)
    }

    /// Adds a function of an interval. It reads a linear layer that nothing else reads, because that layer changes with
    /// the interval.
    pub fn interval_function(
        &mut self,
        name: &str,
        of: LayerId,
        function: IntervalFunction,
    ) -> CkksResult<LayerId> {
        let interval = function.usual();
        recentre(&mut self.layers[of].op, Interval { centre: 0.0, half: 1.0 }, interval);
        self.activation(name, of, Activation::smooth(Function::Within { of: function, interval })?)
    }
}

/// Fails if a function of an interval does not read a linear layer of its own.
pub(super) fn check_intervals(network: &Network) -> CkksResult<()> {
    for (_, layer) in network.layers.iter() {
        let Some(_) = interval_of(&layer.op) else { continue };
        let read = layer.inputs[0];
        if network.layers[read].op.linear().is_none() || network.users(read).len() != 1 {
            let message = format!("`{}` does not read a linear layer of its own", layer.name);
            return Err(CkksError::new(code::BAD_LAYER_LIST, message)
                .help("put a linear layer before it that nothing else reads"));
        }
    }
    Ok(())
}

/// The function and the interval of a layer, if it has one.
pub(super) fn interval_of(op: &LayerOp) -> Option<(IntervalFunction, Interval)> {
    match op {
        LayerOp::Activation(Activation::Smooth(smooth)) => match *smooth.function() {
            Function::Within { of, interval } => Some((of, interval)),
            _ => None,
        },
        _ => None,
    }
}

/// Changes a linear layer from arguments of one interval to arguments of another.
fn recentre(op: &mut LayerOp, from: Interval, to: Interval) {
    let LayerOp::Linear { op, bias } = op else { return };
    *op = op.scaled(from.half / to.half);
    let features = op.output()[0];
    let before = bias.take().unwrap_or_else(|| Arc::from(vec![0.0; features]));
    let moved = |value: &f64| (value * from.half + from.centre - to.centre) / to.half;
    *bias = Some(before.iter().map(moved).collect());
}

impl Network {
    /// Chooses the interval of every function that has one, from the smallest and the largest value of each layer's
    /// result; these become what they are afterwards.
    pub(super) fn choose_intervals(&mut self, seen: &mut [[f64; 2]], margin: f64) -> CkksResult<()> {
        use partita_base::Id as _;
        for id in self.layers.ids().collect::<Vec<_>>() {
            let Some((function, old)) = interval_of(&self.layers[id].op) else { continue };
            let read = self.layers[id].inputs[0];
            let [low, high] = seen[read.index()].map(|value| old.centre + old.half * value);
            let new = function.interval(low, high, margin).ok_or_else(|| {
                let name = &self.layers[id].name;
                let message = format!("`{name}` reads values down to {low:.4}, but they have to be positive");
                CkksError::new(code::VALUE_RANGE, message).help("check the input and the weights")
            })?;
            let fitted = Smooth::new(Function::Within { of: function, interval: new }).map_err(|error| {
                let message = format!("`{}`: {}", self.layers[id].name, error.message);
                CkksError { message, ..error }
            })?;
            self.layers[id].op = LayerOp::Activation(Activation::Smooth(fitted));
            recentre(&mut self.layers[read].op, old, new);
            seen[read.index()] = [low, high].map(|value| (value - new.centre) / new.half);
        }
        Ok(())
    }

    /// Whether it has exponentials, inverses or roots, whose intervals calibration chooses.
    pub fn has_intervals(&self) -> bool {
        self.needs_calibration().is_some()
    }

    /// The first function of an interval, which only calibration can choose.
    pub(super) fn needs_calibration(&self) -> Option<LayerId> {
        self.layers.iter().find(|(_, layer)| interval_of(&layer.op).is_some()).map(|(id, _)| id)
    }

    /// Whether a layer computes arguments of an interval.
    pub(super) fn is_interval_argument(&self, id: LayerId) -> bool {
        self.users(id).into_iter().any(|user| interval_of(&self.layers[user].op).is_some())
    }
}
