//! Shardings over a mesh of ciphertexts, spread through a network by the core.
//!
//! Some tensors are annotated; the factor rules of [`rules`](crate::rules) say how the dimensions of what a layer reads and makes
//! correspond, and the core's propagation, which knows no layers, takes axes along in both directions.

use std::sync::Arc;

use partita_base::{Id, IdVec, code};
use partita_mesh::{Mesh, Meshes};
use partita_propagate::{OpTraits, Options, PassThrough, ProblemBuilder, TensorId, propagate};

use super::{LayerId, LayerOp, Network};
use crate::linear::LinearOp;
use crate::sharding::ArraySharding;
use crate::{CkksError, CkksResult, rules};

/// How tensors are cut into ciphertexts; `None` where nothing is known.
#[derive(Clone, Debug, Default)]
pub struct Spread {
    /// What each layer makes.
    pub tensors: IdVec<LayerId, Option<ArraySharding>>,
    /// The weights of each layer that has some, `[F, C / groups, kh, kw]`.
    pub weights: IdVec<LayerId, Option<ArraySharding>>,
}

impl Network {
    /// How every tensor is cut into ciphertexts, given how some are.
    pub fn propagate(&self, mesh: &Arc<Mesh>, given: &[(LayerId, ArraySharding)]) -> CkksResult<Spread> {
        let mut meshes = Meshes::default();
        let id = meshes.define("ciphertexts", (**mesh).clone()).expect("it is the only mesh");
        let mut problem = ProblemBuilder::new(meshes);
        for _ in self.layers.ids() {
            problem.add_tensor(None);
        }
        let tensor = |layer: LayerId| TensorId::from_index(layer.index());
        for (layer, sharding) in given {
            if sharding.mesh() != mesh || sharding.spec().len() != 3 {
                let name = &self.layers[*layer].name;
                let message = format!("the sharding of `{name}` is not one of three dimensions on this mesh");
                return Err(CkksError::new(code::CIPHERTEXT_AXIS, message));
            }
            let sharding = problem.sharding(sharding.to_tensor_sharding(id));
            problem.set_sharding(tensor(*layer), sharding);
        }
        let mut weights: IdVec<LayerId, Option<TensorId>> = IdVec::new();
        for (layer_id, layer) in self.layers.iter() {
            let mut operands: Vec<TensorId> = layer.inputs.iter().map(|&input| tensor(input)).collect();
            let input = layer.inputs.first().map_or(layer.shape, |&input| self.layers[input].shape);
            let mut is_elementwise = false;
            weights.push(None);
            let rule = match &layer.op {
                LayerOp::Input => continue,
                LayerOp::Linear { op, .. } if op.is_pool() => rules::pool(op),
                LayerOp::Linear { op, .. } => {
                    let weight = problem.add_tensor(None);
                    weights[layer_id] = Some(weight);
                    operands.push(weight);
                    rules::conv(op, false)
                }
                LayerOp::GlobalPool => rules::global_pool(input),
                LayerOp::MaxPool { window, .. } => {
                    rules::pool(&LinearOp::average_pool(input, *window, true)?)
                }
                LayerOp::Activation(_) | LayerOp::Add => {
                    is_elementwise = true;
                    rules::eltwise(operands.len(), layer.shape)
                }
                LayerOp::Concat => {
                    let channels: Vec<usize> =
                        layer.inputs.iter().map(|&input| self.layers[input].shape[0]).collect();
                    rules::concat(&channels, layer.shape[1], layer.shape[2])
                }
            };
            let rule = problem.rule(rule);
            let pass_through = if is_elementwise { PassThrough::Both } else { PassThrough::No };
            let traits = OpTraits { elementwise: is_elementwise, pass_through, ..OpTraits::default() };
            problem.add_op(rule, traits, operands, [tensor(layer_id)]);
        }
        let solution = propagate(problem.finish(), Options::default().conservative(true));
        // Where several axes meet in one dimension, there is no sharding of ciphertexts to speak of.
        let found =
            |tensor: TensorId| ArraySharding::from_tensor_sharding(mesh, solution.sharding(tensor)?).ok();
        let mut spread = Spread::default();
        for layer in self.layers.ids() {
            spread.tensors.push(found(tensor(layer)));
            spread.weights.push(weights[layer].and_then(found));
        }
        Ok(spread)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernels::Activation;
    use crate::linear::Window;
    use crate::network::Builder;
    use crate::sharding::conv_mesh;

    #[test]
    fn axes_go_through_a_residual_block_both_ways() {
        let mut net = Builder::new("image", [8, 16, 16]);
        let a = net.conv("a", net.input(), 8, Window::same(3, 1), 1).unwrap();
        let s = net.activation("s", a, Activation::Square).unwrap();
        let b = net.conv("b", s, 8, Window::same(3, 1), 1).unwrap();
        let down = net.conv("down", net.input(), 8, Window::same(1, 1), 1).unwrap();
        let sum = net.add("sum", b, down).unwrap();
        let pool = net.global_pool("pool", sum).unwrap();
        let network = net.finish().unwrap();
        let mesh = conv_mesh([4, 2, 2]).unwrap();
        let cut = ArraySharding::new(&mesh, &[Some("x"), Some("z"), None]).unwrap();
        let found = network.propagate(&mesh, &[(sum, cut.clone())]).unwrap().tensors;
        let names = |id: LayerId| {
            let sharding = found[id].as_ref().expect("it is known");
            sharding.names().map(|name| name.map(str::to_string)).collect::<Vec<_>>()
        };
        let (x, z) = (Some("x".to_string()), Some("z".to_string()));
        // What is added is cut alike, channels and rows; what convolutions read by rows only.
        assert_eq!(names(b), [x.clone(), z.clone(), None]);
        assert_eq!(names(down), [x.clone(), z.clone(), None]);
        assert_eq!(names(s), [None, z.clone(), None]);
        assert_eq!(names(a), names(s));
        assert_eq!(names(network.input()), [None, z, None]);
        assert_eq!(names(pool), [x, None, None]);
        let other = conv_mesh([2, 2, 2]).unwrap();
        assert_eq!(network.propagate(&other, &[(sum, cut)]).unwrap_err().code.to_string(), "PA0706");
    }
}
