//! Networks: layers by shape, with or without weights.
//!
//! A [`Network`] is a list of [`Layer`]s, each after the layers that it reads, with one or several inputs. It is built by [`Builder`], read
//! from a TOML list ([`layer_list`]) or an ONNX model, or one of the [`builtin`] ones. [`Network::run`]
//! evaluates it on plain tensors, which is the reference for everything else.

pub mod builtin;
mod compose;
mod direct;
pub mod layer_list;
mod maximum;
pub mod onnx;
mod ports;
mod propagate;
mod ranges;
mod strategy;
mod text;
mod weights;

use std::sync::Arc;

use partita_base::{Id, IdVec, code, ids};
use partita_mesh::Mesh;

pub use compose::{SumOver, SumShape};
pub use ports::{NATURAL_ORDER, from_natural_order, into_natural_order, shape_in_order};
pub use propagate::PropagatedShardings;
pub use ranges::DEFAULT_MARGIN;
pub use strategy::{ShardingOption, ShardingOrigin, Strategy};
pub use text::NetworkText;

use crate::kernels::{Activation, Sign};
use crate::linear::{LinearOp, Window};
use crate::sharding::ArraySharding;
use crate::slot_layout::SlotLayout;
use crate::{CkksError, CkksResult};

ids! {
    /// A layer of a [`Network`], and the tensor it computes.
    LayerId;
}

/// The operation of a layer.
#[derive(Clone, Debug)]
pub enum LayerOp {
    /// The encrypted input.
    Input,
    /// A convolution, matrix product or average pool.
    Linear {
        /// The op with its shapes.
        op: LinearOp,
        /// One number per output channel.
        bias: Option<Arc<[f64]>>,
    },
    /// The average over entire planes.
    GlobalPool,
    /// The maximum of every window, compared by polynomials.
    MaxPool {
        /// Kernel, stride and padding.
        window: Window,
        /// The sign that compares values.
        sign: Sign,
    },
    /// A function of every value.
    Activation(Activation),
    /// The sum of two tensors.
    Add,
    /// The difference of two tensors.
    Subtract,
    /// The elementwise product of two tensors.
    Multiply,
    /// The concatenation of tensors along channels.
    Concat,
}

impl LayerOp {
    /// The linear op, if it is one.
    pub fn linear(&self) -> Option<&LinearOp> {
        match self {
            LayerOp::Linear { op, .. } => Some(op),
            _ => None,
        }
    }

    /// The largest value, in scaled form, that its polynomials accept; `None` if there is no limit.
    pub fn reach(&self) -> Option<f64> {
        match self {
            LayerOp::Activation(Activation::Relu(_) | Activation::Smooth(_)) => Some(1.0),
            // Differences of two values are compared.
            LayerOp::MaxPool { .. } => Some(0.5),
            _ => None,
        }
    }

    /// Whether it combines two tensors of one shape, value by value.
    pub fn is_pairwise(&self) -> bool {
        matches!(self, LayerOp::Add | LayerOp::Subtract | LayerOp::Multiply)
    }

    /// Its name in tables.
    pub fn kind(&self) -> &'static str {
        match self {
            LayerOp::Input => "input",
            LayerOp::Linear { op, .. } if op.as_view().is_some() => "move",
            LayerOp::Linear { op, .. } if op.is_sum() => "sum",
            LayerOp::Linear { op, .. } if op.is_pool() => "average_pool",
            LayerOp::Linear { op, .. }
                if op.output()[1..] == [1, 1] && op.window().kernel == op.input()[1..] =>
            {
                "gemm"
            }
            LayerOp::Linear { .. } => "conv",
            LayerOp::GlobalPool => "global_pool",
            LayerOp::MaxPool { .. } => "max_pool",
            LayerOp::Activation(Activation::Square) => "square",
            LayerOp::Activation(Activation::Polynomial(_)) => "polynomial",
            LayerOp::Activation(Activation::Relu(_)) => "relu",
            LayerOp::Activation(Activation::Smooth(smooth)) => smooth.function().name(),
            LayerOp::Add => "add",
            LayerOp::Subtract => "subtract",
            LayerOp::Multiply => "multiply",
            LayerOp::Concat => "concat",
        }
    }
}

/// One op of a network and the constraints on its result.
#[derive(Clone, Debug)]
pub struct Layer {
    /// Its name, unique within the network.
    pub name: String,
    /// The operation.
    pub op: LayerOp,
    /// The layers that it reads.
    pub inputs: Vec<LayerId>,
    /// The shape of its result: channels, height, width.
    pub shape: [usize; 3],
    /// The required slot layout of its result, if any.
    pub pin: Option<SlotLayout>,
    /// The required sharding of its result over ciphertexts, if any.
    pub sharding: Option<ArraySharding>,
    /// The mesh of ciphertexts on which it must be computed, if any: groups of output channels, groups of input
    /// channels, and parts of rows.
    pub mesh: Option<[usize; 3]>,
    /// The power of two by which its result is divided in ciphertexts.
    pub divisor: f64,
    /// For each dimension of an input or of the result, as a caller orders them, the dimension of `shape` that it is.
    pub order: [usize; 3],
}

impl Layer {
    /// A layer without constraints.
    fn new(name: &str, op: LayerOp, inputs: Vec<LayerId>, shape: [usize; 3]) -> Layer {
        Layer {
            name: name.into(),
            op,
            inputs,
            shape,
            pin: None,
            sharding: None,
            mesh: None,
            divisor: 1.0,
            order: NATURAL_ORDER,
        }
    }
}

/// A network with one or several inputs, and one output: the last layer.
#[derive(Clone, Debug)]
pub struct Network {
    /// The layers, each after those that it reads.
    pub layers: IdVec<LayerId, Layer>,
    /// Whether every linear layer has weights.
    pub has_weights: bool,
}

impl Network {
    /// The first input, always the first layer.
    pub fn input(&self) -> LayerId {
        LayerId::from_index(0)
    }

    /// The output layer, always the last.
    pub fn output(&self) -> LayerId {
        LayerId::from_index(self.layers.len() - 1)
    }

    /// The layers that read a layer.
    pub fn users(&self, of: LayerId) -> Vec<LayerId> {
        self.layers.ids().filter(|&id| self.layers[id].inputs.contains(&of)).collect()
    }

    /// Whether the readers of a layer can fold a factor into their weights or pass it on beside the result.
    pub(crate) fn takes_factors(&self, of: LayerId) -> bool {
        let folds = |op: &LinearOp| !op.is_placement();
        self.users(of).into_iter().all(|user| self.layers[user].op.linear().is_some_and(folds))
    }

    /// Requires a slot layout of the result of a layer.
    pub fn pin(&mut self, id: LayerId, layout: SlotLayout) -> CkksResult<()> {
        pin(&mut self.layers[id], layout)
    }

    /// Requires a sharding of the result of a layer over ciphertexts.
    pub fn shard(&mut self, id: LayerId, sharding: ArraySharding) -> CkksResult<()> {
        let layer = &mut self.layers[id];
        sharding.distribute(&layer.shape.map(|n| n as u64))?;
        if sharding.parts(2) > 1 {
            let message = format!("the sharding {sharding} of `{}` shards columns", layer.name);
            return Err(CkksError::new(code::CIPHERTEXT_AXIS, message)
                .help("columns cannot be sharded over ciphertexts: shard channels or rows"));
        }
        layer.sharding = Some(sharding);
        Ok(())
    }

    /// Requires that a linear layer is computed on a mesh of ciphertexts, whose axes are `x` for groups of output
    /// channels, `y` for groups of input channels and `z` for parts of rows; other axes have no meaning. Its result may be repacked
    /// afterwards.
    pub fn compute_on(&mut self, id: LayerId, mesh: &Mesh) -> CkksResult<()> {
        let name = self.layers[id].name.clone();
        let refused = |code, message: String| Err(CkksError::new(code, message));
        let Some(op) = self.layers[id].op.linear() else {
            let message = format!("`{name}` is not a linear layer, so it has no mesh of its own");
            return refused(code::CIPHERTEXT_AXIS, message);
        };
        let sizes = ["x", "y", "z"].map(|axis| mesh.find(axis).map_or(1, |axis| mesh.mesh_axis(axis).size()));
        let named = ["x", "y", "z"].iter().filter(|axis| mesh.find(axis).is_some()).count();
        if named != mesh.axes().len() {
            let message = format!("the mesh of `{name}` has axes other than x, y and z");
            return refused(code::CIPHERTEXT_AXIS, message);
        }
        let divided = [
            ("x", op.output()[0], "output channels"),
            ("y", op.input()[0], "input channels"),
            ("z", op.input()[1], "input rows"),
            ("z", op.output()[1], "output rows"),
        ];
        for (axis, count, what) in divided {
            let size = sizes[["x", "y", "z"].iter().position(|&known| known == axis).unwrap_or(0)];
            if !(count as u64).is_multiple_of(size) {
                let message = format!("axis {axis}={size} does not divide the {count} {what} of `{name}`");
                return refused(code::AXIS_DOES_NOT_DIVIDE, message);
            }
        }
        self.layers[id].mesh = Some(sizes.map(|size| size as usize));
        Ok(())
    }

    /// The layer of this name, if there is one.
    pub fn find(&self, name: &str) -> Option<LayerId> {
        self.layers.ids().find(|&id| self.layers[id].name == name)
    }
}

fn pin(layer: &mut Layer, layout: SlotLayout) -> CkksResult<()> {
    if layout.shape() != layer.shape {
        return Err(CkksError::shapes(format!(
            "`{}` has shape {:?}, its layout {:?}",
            layer.name,
            layer.shape,
            layout.shape()
        )));
    }
    layer.pin = Some(layout);
    Ok(())
}

/// Builds networks, checking shapes.
#[derive(Debug)]
pub struct Builder {
    layers: IdVec<LayerId, Layer>,
}

impl Builder {
    /// The most layers of a network.
    pub const MAX_LAYERS: usize = 4096;

    /// Starts a network with an input of this shape.
    pub fn new(name: &str, shape: [usize; 3]) -> Builder {
        let mut layers = IdVec::new();
        layers.push(Layer::new(name, LayerOp::Input, Vec::new(), shape));
        Builder { layers }
    }

    /// The input layer, always the first.
    pub fn input(&self) -> LayerId {
        LayerId::from_index(0)
    }

    /// Adds another input. The values of all inputs are given one after the other, in the order of the inputs.
    pub fn add_input(&mut self, name: &str, shape: [usize; 3]) -> CkksResult<LayerId> {
        self.push(name, LayerOp::Input, Vec::new(), shape)
    }

    /// States the order in which a caller has the dimensions of an input or of the result: for each of them, the
    /// dimension of the layer's shape that it is.
    pub fn set_order(&mut self, id: LayerId, order: [usize; 3]) -> CkksResult<()> {
        if (0..3).any(|dim| !order.contains(&dim)) {
            return Err(CkksError::shapes(format!("expected an order of three dimensions, found {order:?}")));
        }
        self.layers[id].order = order;
        Ok(())
    }

    /// The shape of a layer's result.
    pub fn shape(&self, id: LayerId) -> [usize; 3] {
        self.layers[id].shape
    }

    /// The layer of this name, if there is one.
    pub fn find(&self, name: &str) -> Option<LayerId> {
        self.layers.ids().find(|&id| self.layers[id].name == name)
    }

    /// The last layer so far.
    pub fn last(&self) -> LayerId {
        LayerId::from_index(self.layers.len() - 1)
    }

    /// Requires a slot layout of the result of a layer.
    pub fn pin(&mut self, id: LayerId, layout: SlotLayout) -> CkksResult<()> {
        pin(&mut self.layers[id], layout)
    }

    /// Adds a convolution, without weights.
    pub fn conv(
        &mut self,
        name: &str,
        of: LayerId,
        features: usize,
        window: Window,
        groups: usize,
    ) -> CkksResult<LayerId> {
        let op = LinearOp::conv(self.shape(of), features, window, groups)?;
        self.linear(name, of, op, None)
    }

    /// Adds any linear op.
    pub fn linear(
        &mut self,
        name: &str,
        of: LayerId,
        op: LinearOp,
        bias: Option<Arc<[f64]>>,
    ) -> CkksResult<LayerId> {
        if op.input() != self.shape(of) {
            return Err(CkksError::shapes(format!(
                "`{name}` expects shape {:?}, found {:?}",
                op.input(),
                self.shape(of)
            )));
        }
        let values = op.output().iter().fold(1usize, |n, &size| n.saturating_mul(size));
        if let Some(bias) = &bias
            && ![op.output()[0], values].contains(&bias.len())
        {
            return Err(CkksError::shapes(format!(
                "the bias of `{name}` has {} values, but there are {} channels",
                bias.len(),
                op.output()[0]
            )));
        }
        let shape = op.output();
        self.push(name, LayerOp::Linear { op, bias }, vec![of], shape)
    }

    /// Adds an average over entire planes.
    pub fn global_pool(&mut self, name: &str, of: LayerId) -> CkksResult<LayerId> {
        let [c, _, _] = self.shape(of);
        self.push(name, LayerOp::GlobalPool, vec![of], [c, 1, 1])
    }

    /// Adds a max pool.
    pub fn max_pool(&mut self, name: &str, of: LayerId, window: Window, sign: Sign) -> CkksResult<LayerId> {
        let shape = LinearOp::average_pool(self.shape(of), window, true)?.output();
        self.push(name, LayerOp::MaxPool { window, sign }, vec![of], shape)
    }

    /// Adds a function of every value.
    pub fn activation(&mut self, name: &str, of: LayerId, activation: Activation) -> CkksResult<LayerId> {
        self.push(name, LayerOp::Activation(activation), vec![of], self.shape(of))
    }

    /// Adds the sum of two tensors.
    pub fn add(&mut self, name: &str, a: LayerId, b: LayerId) -> CkksResult<LayerId> {
        self.pairwise(name, LayerOp::Add, "adds", [a, b])
    }

    /// Adds the difference of two tensors.
    pub fn subtract(&mut self, name: &str, a: LayerId, b: LayerId) -> CkksResult<LayerId> {
        self.pairwise(name, LayerOp::Subtract, "subtracts", [a, b])
    }

    /// Adds the elementwise product of two tensors. That of a tensor with itself is a square.
    pub fn multiply(&mut self, name: &str, a: LayerId, b: LayerId) -> CkksResult<LayerId> {
        if a == b {
            return self.activation(name, a, Activation::Square);
        }
        self.pairwise(name, LayerOp::Multiply, "multiplies", [a, b])
    }

    fn pairwise(&mut self, name: &str, op: LayerOp, does: &str, of: [LayerId; 2]) -> CkksResult<LayerId> {
        let [left, right] = of.map(|id| self.shape(id));
        if left != right {
            return Err(CkksError::shapes(format!(
                "`{name}` {does} tensors of different shapes {left:?} and {right:?}"
            )));
        }
        self.push(name, op, of.to_vec(), left)
    }

    /// Adds a concatenation along channels.
    pub fn concat(&mut self, name: &str, of: &[LayerId]) -> CkksResult<LayerId> {
        let shapes: Vec<[usize; 3]> = of.iter().map(|&id| self.shape(id)).collect();
        let Some(&[_, h, w]) = shapes.first() else {
            return Err(CkksError::shapes(format!("`{name}` has no tensors to join")));
        };
        if let Some(other) = shapes.iter().find(|shape| shape[1..] != [h, w]) {
            return Err(CkksError::shapes(format!(
                "`{name}` joins tensors of different rows or columns: {:?} and {other:?}",
                shapes[0]
            )));
        }
        let channels = shapes.iter().map(|shape| shape[0]).sum();
        self.push(name, LayerOp::Concat, of.to_vec(), [channels, h, w])
    }

    fn push(
        &mut self,
        name: &str,
        op: LayerOp,
        inputs: Vec<LayerId>,
        shape: [usize; 3],
    ) -> CkksResult<LayerId> {
        if self.layers.len() >= Self::MAX_LAYERS {
            let message = format!("the network has too many layers; the limit is {}", Self::MAX_LAYERS);
            return Err(CkksError::new(code::SLOT_LIMIT, message));
        }
        if self.layers.iter().any(|(_, layer)| layer.name == name) {
            return Err(CkksError::new(code::BAD_LAYER_LIST, format!("duplicate layer name `{name}`"))
                .help("give each layer a unique name"));
        }
        Ok(self.layers.push(Layer::new(name, op, inputs, shape)))
    }

    /// Finishes the network, whose result is the last layer. Any other layer without readers is an error: it
    /// would be computed for nothing.
    pub fn finish(self) -> CkksResult<Network> {
        let has_weights = self.layers.iter().all(|(_, layer)| match &layer.op {
            LayerOp::Linear { op, .. } => op.weights().is_some(),
            _ => true,
        });
        let network = Network { layers: self.layers, has_weights };
        compose::check_intervals(&network)?;
        for id in network.layers.ids() {
            if id != network.output() && network.users(id).is_empty() {
                let message =
                    format!("`{}` has no readers, and it is not the last layer", network.layers[id].name);
                return Err(CkksError::new(code::BAD_LAYER_LIST, message)
                    .help("remove it, or move the output layer to the end"));
            }
        }
        Ok(network)
    }
}
