//! Propagates shardings over a mesh of ciphertexts through a network, with the core's propagation.
//!
//! Some tensors are annotated. The factor rules in [`rules`](crate::rules) relate the dimensions of a layer's
//! operands and result, and the core's propagation, which is independent of layers, carries axes in both
//! directions.

use std::sync::Arc;

use partita_base::{Id, IdVec, code};
use partita_mesh::{Mesh, Meshes};
use partita_propagate::{OpTraits, Options, PassThrough, ProblemBuilder, TensorId, propagate};

use super::{LayerId, LayerOp, Network};
use crate::linear::LinearOp;
use crate::sharding::ArraySharding;
use crate::{CkksError, CkksResult, rules};

/// The shardings of tensors over ciphertexts; `None` where propagation finds none.
#[derive(Clone, Debug, Default)]
pub struct PropagatedShardings {
    /// The result of each layer.
    pub tensors: IdVec<LayerId, Option<ArraySharding>>,
    /// The weights of each layer that has some, `[F, C / groups, kh, kw]`.
    pub weights: IdVec<LayerId, Option<ArraySharding>>,
}

impl Network {
    /// Propagates the shardings of some tensors to all others.
    pub fn propagate(
        &self,
        mesh: &Arc<Mesh>,
        given: &[(LayerId, ArraySharding)],
    ) -> CkksResult<PropagatedShardings> {
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
                let message = format!("expected a sharding of `{name}` with three dimensions on this mesh");
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
                LayerOp::Linear { op, .. } if op.as_view().is_some() => rules::view(op),
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
                LayerOp::Activation(_) | LayerOp::Add | LayerOp::Subtract | LayerOp::Multiply => {
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
        // If several axes shard one dimension, it has no sharding over ciphertexts.
        let found =
            |tensor: TensorId| ArraySharding::from_tensor_sharding(mesh, solution.sharding(tensor)?).ok();
        let mut propagated = PropagatedShardings::default();
        for layer in self.layers.ids() {
            propagated.tensors.push(found(tensor(layer)));
            propagated.weights.push(weights[layer].and_then(found));
        }
        Ok(propagated)
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
        let sharding = ArraySharding::new(&mesh, &[Some("x"), Some("z"), None]).unwrap();
        let found = network.propagate(&mesh, &[(sum, sharding.clone())]).unwrap().tensors;
        let names = |id: LayerId| {
            let sharding = found[id].as_ref().expect("it has a sharding");
            sharding.names().map(|name| name.map(str::to_string)).collect::<Vec<_>>()
        };
        let (x, z) = (Some("x".to_string()), Some("z".to_string()));
        // Operands of an addition are sharded alike, channels and rows; inputs of convolutions by rows only.
        assert_eq!(names(b), [x.clone(), z.clone(), None]);
        assert_eq!(names(down), [x.clone(), z.clone(), None]);
        assert_eq!(names(s), [None, z.clone(), None]);
        assert_eq!(names(a), names(s));
        assert_eq!(names(network.input()), [None, z, None]);
        assert_eq!(names(pool), [x, None, None]);
        let other = conv_mesh([2, 2, 2]).unwrap();
        assert_eq!(network.propagate(&other, &[(sum, sharding)]).unwrap_err().code.to_string(), "PA0706");
    }
}
