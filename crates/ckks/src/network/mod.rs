//! Networks: layers by shape, with or without weights.
//!
//! A [`Network`] is a list of [`Layer`]s, each after those it reads. It is made by [`Builder`], from a list in TOML
//! ([`layer_list`]), from an ONNX model or is one of those known by name ([`builtin`]). [`Network::run`] computes
//! it on plain tensors: what everything else is compared with.

pub mod builtin;
mod direct;
pub mod layer_list;
mod maximum;
pub mod onnx;
mod propagate;
mod ranges;
mod strategy;
mod weights;

use std::sync::Arc;

use partita_base::{Id, IdVec, code, ids};

pub use propagate::Spread;
pub use ranges::DEFAULT_MARGIN;
pub use strategy::{Cut, Origin, Strategy};

use crate::kernels::{Activation, Sign};
use crate::layout::Layout;
use crate::linear::{LinearOp, Window};
use crate::sharding::ArraySharding;
use crate::{CkksError, CkksResult};

ids! {
    /// A layer of a [`Network`], and the tensor it makes.
    LayerId;
}

/// What a layer computes.
#[derive(Clone, Debug)]
pub enum LayerOp {
    /// The input that is encrypted.
    Input,
    /// A convolution, matrix product or average pool.
    Linear {
        /// The op.
        op: LinearOp,
        /// One number per output channel.
        bias: Option<Arc<[f64]>>,
    },
    /// The average over whole planes.
    GlobalPool,
    /// The largest value of every window, compared by polynomials.
    MaxPool {
        /// The windows.
        window: Window,
        /// How values are compared.
        sign: Sign,
    },
    /// A function of every value.
    Activation(Activation),
    /// The sum of two tensors.
    Add,
    /// Tensors one after the other along channels.
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

    /// The largest value, as it is held, that its polynomials may read; `None` if any will do.
    pub fn reach(&self) -> Option<f64> {
        match self {
            LayerOp::Activation(Activation::Relu(_)) => Some(1.0),
            // Differences are compared.
            LayerOp::MaxPool { .. } => Some(0.5),
            _ => None,
        }
    }

    /// What it is called in tables.
    pub fn kind(&self) -> &'static str {
        match self {
            LayerOp::Input => "input",
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
            LayerOp::Add => "add",
            LayerOp::Concat => "concat",
        }
    }
}

/// A layer.
#[derive(Clone, Debug)]
pub struct Layer {
    /// What people call it; no two have one name.
    pub name: String,
    /// What it computes.
    pub op: LayerOp,
    /// What it reads.
    pub inputs: Vec<LayerId>,
    /// The shape it makes: channels, height, width.
    pub shape: [usize; 3],
    /// Where its result has to lie, if that is not free.
    pub pin: Option<Layout>,
    /// How its result has to be cut into ciphertexts, if that is not free.
    pub sharding: Option<ArraySharding>,
    /// Ciphertexts hold its result divided by this power of two.
    pub divisor: f64,
}

impl Layer {
    /// A layer that is free to lie anywhere.
    fn new(name: &str, op: LayerOp, inputs: Vec<LayerId>, shape: [usize; 3]) -> Layer {
        Layer { name: name.into(), op, inputs, shape, pin: None, sharding: None, divisor: 1.0 }
    }
}

/// A network with one input and one output, the last layer.
#[derive(Clone, Debug)]
pub struct Network {
    /// The layers, each after those it reads.
    pub layers: IdVec<LayerId, Layer>,
    /// Whether every linear layer has its weights.
    pub has_weights: bool,
}

impl Network {
    /// The input.
    pub fn input(&self) -> LayerId {
        LayerId::from_index(0)
    }

    /// What the network computes.
    pub fn output(&self) -> LayerId {
        LayerId::from_index(self.layers.len() - 1)
    }

    /// The layers that read a layer.
    pub fn users(&self, of: LayerId) -> Vec<LayerId> {
        self.layers.ids().filter(|&id| self.layers[id].inputs.contains(&of)).collect()
    }

    /// Whether what reads a layer can take a factor of it into its weights, or give it out beside the result.
    pub(crate) fn takes_factors(&self, of: LayerId) -> bool {
        self.users(of).into_iter().all(|user| self.layers[user].op.linear().is_some())
    }

    /// Says where the result of a layer has to lie.
    pub fn pin(&mut self, id: LayerId, layout: Layout) -> CkksResult<()> {
        pin(&mut self.layers[id], layout)
    }

    /// Says how the result of a layer has to be cut into ciphertexts.
    pub fn shard(&mut self, id: LayerId, sharding: ArraySharding) -> CkksResult<()> {
        let layer = &mut self.layers[id];
        sharding.distribute(&layer.shape.map(|n| n as u64))?;
        if sharding.parts(2) > 1 {
            let message = format!("the sharding {sharding} of `{}` cuts columns", layer.name);
            return Err(CkksError::new(code::CIPHERTEXT_AXIS, message)
                .help("columns are kept whole in a ciphertext: cut channels or rows"));
        }
        layer.sharding = Some(sharding);
        Ok(())
    }

    /// The layer of that name.
    pub fn find(&self, name: &str) -> Option<LayerId> {
        self.layers.ids().find(|&id| self.layers[id].name == name)
    }
}

fn pin(layer: &mut Layer, layout: Layout) -> CkksResult<()> {
    if layout.shape() != layer.shape {
        return Err(CkksError::shapes(format!(
            "`{}` makes {:?}, its layout is of {:?}",
            layer.name,
            layer.shape,
            layout.shape()
        )));
    }
    layer.pin = Some(layout);
    Ok(())
}

/// Makes networks, checking shapes.
#[derive(Debug)]
pub struct Builder {
    layers: IdVec<LayerId, Layer>,
}

impl Builder {
    /// Most layers of a network.
    pub const MAX_LAYERS: usize = 4096;

    /// Starts with an input of this shape.
    pub fn new(name: &str, shape: [usize; 3]) -> Builder {
        let mut layers = IdVec::new();
        layers.push(Layer::new(name, LayerOp::Input, Vec::new(), shape));
        Builder { layers }
    }

    /// The input.
    pub fn input(&self) -> LayerId {
        LayerId::from_index(0)
    }

    /// The shape that a layer makes.
    pub fn shape(&self, id: LayerId) -> [usize; 3] {
        self.layers[id].shape
    }

    /// The last layer so far.
    pub fn last(&self) -> LayerId {
        LayerId::from_index(self.layers.len() - 1)
    }

    /// Says where the result of a layer has to lie.
    pub fn pin(&mut self, id: LayerId, layout: Layout) -> CkksResult<()> {
        pin(&mut self.layers[id], layout)
    }

    /// A convolution; its op has no weights yet.
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

    /// Any linear op.
    pub fn linear(
        &mut self,
        name: &str,
        of: LayerId,
        op: LinearOp,
        bias: Option<Arc<[f64]>>,
    ) -> CkksResult<LayerId> {
        if op.input() != self.shape(of) {
            return Err(CkksError::shapes(format!(
                "`{name}` takes {:?} and is given {:?}",
                op.input(),
                self.shape(of)
            )));
        }
        if let Some(bias) = &bias
            && bias.len() != op.output()[0]
        {
            return Err(CkksError::shapes(format!(
                "the bias of `{name}` has {} values for {} channels",
                bias.len(),
                op.output()[0]
            )));
        }
        let shape = op.output();
        self.push(name, LayerOp::Linear { op, bias }, vec![of], shape)
    }

    /// The average over whole planes.
    pub fn global_pool(&mut self, name: &str, of: LayerId) -> CkksResult<LayerId> {
        let [c, _, _] = self.shape(of);
        self.push(name, LayerOp::GlobalPool, vec![of], [c, 1, 1])
    }

    /// A max pool.
    pub fn max_pool(&mut self, name: &str, of: LayerId, window: Window, sign: Sign) -> CkksResult<LayerId> {
        let shape = LinearOp::average_pool(self.shape(of), window, true)?.output();
        self.push(name, LayerOp::MaxPool { window, sign }, vec![of], shape)
    }

    /// A function of every value.
    pub fn activation(&mut self, name: &str, of: LayerId, activation: Activation) -> CkksResult<LayerId> {
        self.push(name, LayerOp::Activation(activation), vec![of], self.shape(of))
    }

    /// The sum of two tensors.
    pub fn add(&mut self, name: &str, a: LayerId, b: LayerId) -> CkksResult<LayerId> {
        let (left, right) = (self.shape(a), self.shape(b));
        if left != right {
            return Err(CkksError::shapes(format!("`{name}` adds {left:?} and {right:?}")));
        }
        self.push(name, LayerOp::Add, vec![a, b], left)
    }

    /// Tensors one after the other along channels.
    pub fn concat(&mut self, name: &str, of: &[LayerId]) -> CkksResult<LayerId> {
        let shapes: Vec<[usize; 3]> = of.iter().map(|&id| self.shape(id)).collect();
        let Some(&[_, h, w]) = shapes.first() else {
            return Err(CkksError::shapes(format!("`{name}` joins nothing")));
        };
        if let Some(other) = shapes.iter().find(|shape| shape[1..] != [h, w]) {
            return Err(CkksError::shapes(format!("`{name}` joins {:?} and {other:?}", shapes[0])));
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
            let message = format!("a network has more than {} layers", Self::MAX_LAYERS);
            return Err(CkksError::new(code::SLOT_LIMIT, message));
        }
        if self.layers.iter().any(|(_, layer)| layer.name == name) {
            return Err(CkksError::new(code::BAD_LAYER_LIST, format!("two layers are called `{name}`"))
                .help("give each a name of its own"));
        }
        Ok(self.layers.push(Layer::new(name, op, inputs, shape)))
    }

    /// The network whose result is the last layer. Layers that nobody reads are refused: they would be computed for nothing.
    pub fn finish(self) -> CkksResult<Network> {
        let has_weights = self.layers.iter().all(|(_, layer)| match &layer.op {
            LayerOp::Linear { op, .. } => op.weights().is_some(),
            _ => true,
        });
        let network = Network { layers: self.layers, has_weights };
        for id in network.layers.ids() {
            if id != network.output() && network.users(id).is_empty() {
                let message =
                    format!("nobody reads `{}`, and it is not the last layer", network.layers[id].name);
                return Err(CkksError::new(code::BAD_LAYER_LIST, message)
                    .help("remove it, or put the layer that makes the result last"));
            }
        }
        Ok(network)
    }
}
