//! How ops and tensors are sharded over ciphertexts, before slot layouts are chosen.
//!
//! [`Network::analyse`] gives every op its own strategy, by the closed form of [`greedy_mesh`]; annotations
//! take precedence. [`Strategy::propagate`] propagates the annotations or, if there are none, the sharding of
//! the input through the entire network in both directions. Propagated annotations are offered to the planner,
//! which keeps or replaces them, whichever costs less. All others serve only for comparison, because the
//! planner finds options that are as good or better on its own.

use std::sync::Arc;

use partita_base::IdVec;
use partita_mesh::Mesh;

use super::{Layer, LayerId, LayerOp, Network};
use crate::CkksResult;
use crate::baseline::{GreedyMesh, greedy_mesh};
use crate::sharding::{ArraySharding, OpSharding, ShardingMap, ciphertext_mesh};

/// Where a sharding comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShardingOrigin {
    /// It is required by the user.
    Given,
    /// It is propagated from another tensor that the user annotated.
    Propagated,
    /// It is propagated from the input, because there are no annotations.
    Input,
    /// The op that computes the tensor would choose it.
    Own,
}

/// A possible sharding of a tensor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShardingOption {
    /// The sharding over a mesh of ciphertexts.
    pub sharding: ArraySharding,
    /// Where it comes from.
    pub origin: ShardingOrigin,
}

impl ShardingOption {
    /// Whether the user requested it, for this tensor or another.
    pub fn is_requested(&self) -> bool {
        matches!(self.origin, ShardingOrigin::Given | ShardingOrigin::Propagated)
    }

    /// The numbers of channel groups and row parts.
    pub fn blocks(&self) -> [usize; 2] {
        [0, 1].map(|dim| self.sharding.parts(dim) as usize)
    }
}

/// How the ops of a network are sharded, and the possible shardings of its tensors.
#[derive(Clone, Debug, Default)]
pub struct Strategy {
    /// The sharding of each op.
    pub map: ShardingMap,
    /// The possible shardings of each tensor, the most binding first.
    pub options: IdVec<LayerId, Vec<ShardingOption>>,
}

impl Network {
    /// A strategy for each op separately: annotations as they are, all others by a closed form.
    pub fn analyse(&self, slots: usize) -> CkksResult<Strategy> {
        let mut strategy = Strategy::default();
        for (_, layer) in self.layers.iter() {
            let mut options = Vec::new();
            if let Some(sharding) = &layer.sharding {
                let shape = layer.shape.map(|n| n as u64);
                sharding.distribute(&shape)?.check_slots(slots)?;
                options.push(ShardingOption { sharding: sharding.clone(), origin: ShardingOrigin::Given });
                strategy.map.set(&*layer.name, OpSharding::new(Vec::new(), vec![sharding.clone()])?);
            } else if let Some(own) = self.own(layer, slots)? {
                options
                    .push(ShardingOption { sharding: own.outputs()[0].clone(), origin: ShardingOrigin::Own });
                strategy.map.set(&*layer.name, own);
            }
            strategy.options.push(options);
        }
        Ok(strategy)
    }

    /// The choice of the closed form for a layer; `None` if it has none.
    fn own(&self, layer: &Layer, slots: usize) -> CkksResult<Option<OpSharding>> {
        let shape = layer.inputs.first().map_or(layer.shape, |&input| self.layers[input].shape);
        let [c, h, w] = shape.map(|n| n as u64);
        let Ok(GreedyMesh { mesh: [x, y, z], .. }) =
            greedy_mesh(layer.shape[0] as u64, c, h, w, slots as u64)
        else {
            return Ok(None);
        };
        let op = match &layer.op {
            LayerOp::Linear { op, .. } if op.as_view().is_some() => return Ok(None),
            LayerOp::Linear { op, .. } if !op.is_pool() => OpSharding::conv([x, y, z])?,
            LayerOp::Concat => return Ok(None),
            _ => {
                let mesh = ciphertext_mesh(&[("y", y), ("z", z)])?;
                let sharding = ArraySharding::new(&mesh, &[Some("y"), Some("z"), None])?;
                let left = match layer.op {
                    LayerOp::GlobalPool => ArraySharding::new(&mesh, &[Some("y"), None, None])?,
                    _ => sharding.clone(),
                };
                OpSharding::new(vec![sharding; layer.inputs.len()], vec![left])?
            }
        };
        let made = layer.shape.map(|n| n as u64);
        let fits = op.outputs()[0].distribute(&made).is_ok_and(|blocks| blocks.check_slots(slots).is_ok());
        Ok(fits.then_some(op))
    }
}

impl Strategy {
    /// Propagates the annotations, or the sharding of the input, through the network; each mesh separately.
    pub fn propagate(mut self, network: &Network) -> CkksResult<Strategy> {
        let mut given: Vec<(LayerId, ArraySharding)> = Vec::new();
        for (id, options) in self.options.iter() {
            let is_given = |option: &&ShardingOption| option.origin == ShardingOrigin::Given;
            given.extend(options.iter().find(is_given).map(|option| (id, option.sharding.clone())));
        }
        let origin = if given.is_empty() { ShardingOrigin::Input } else { ShardingOrigin::Propagated };
        if given.is_empty() {
            let input = network.input();
            given.extend(self.options[input].first().map(|option| (input, option.sharding.clone())));
        }
        let mut meshes: Vec<Arc<Mesh>> = Vec::new();
        for (_, sharding) in &given {
            if !meshes.contains(sharding.mesh()) {
                meshes.push(Arc::clone(sharding.mesh()));
            }
        }
        for mesh in meshes {
            let of_mesh: Vec<_> =
                given.iter().filter(|(_, sharding)| *sharding.mesh() == mesh).cloned().collect();
            self.propagate_on_mesh(network, &mesh, &of_mesh, origin)?;
        }
        Ok(self)
    }

    fn propagate_on_mesh(
        &mut self,
        network: &Network,
        mesh: &Arc<Mesh>,
        given: &[(LayerId, ArraySharding)],
        origin: ShardingOrigin,
    ) -> CkksResult<()> {
        let propagated = network.propagate(mesh, given)?;
        let unsharded = |rank: usize| ArraySharding::new(mesh, &vec![None; rank]);
        for (id, layer) in network.layers.iter() {
            let known = |of: LayerId| propagated.tensors[of].clone().map_or_else(|| unsharded(3), Ok);
            let made = &known(id)?;
            let made_is_sharded = (0..3).any(|dim| made.parts(dim) > 1);
            let is_listed = self.options[id]
                .iter()
                .any(|option| option.origin == ShardingOrigin::Given || option.sharding == *made);
            if made_is_sharded && !is_listed && made.distribute(&layer.shape.map(|n| n as u64)).is_ok() {
                let place = self.options[id]
                    .iter()
                    .position(|option| option.origin == ShardingOrigin::Own)
                    .unwrap_or(0);
                self.options[id].insert(place, ShardingOption { sharding: made.clone(), origin });
            }
            let mut inputs = Vec::new();
            for &input in &layer.inputs {
                inputs.push(known(input)?);
            }
            if layer.op.linear().is_some_and(|op| !op.is_pool() && op.as_view().is_none()) {
                inputs.push(propagated.weights[id].clone().map_or_else(|| unsharded(4), Ok)?);
            }
            let is_sharded = inputs.iter().chain([made]).any(|array| (0..3).any(|dim| array.parts(dim) > 1));
            if is_sharded {
                self.map.set(&*layer.name, OpSharding::new(inputs, vec![made.clone()])?);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linear::Window;
    use crate::network::Builder;

    fn network() -> Network {
        let mut net = Builder::new("image", [3, 224, 224]);
        let stem = net.conv("stem", net.input(), 64, Window::same(7, 2), 1).unwrap();
        let b = net.conv("b/1", stem, 64, Window::same(3, 1), 1).unwrap();
        net.add("sum", stem, b).unwrap();
        net.finish().unwrap()
    }

    #[test]
    fn ops_have_strategies_of_their_own_and_the_input_propagates() {
        let network = network();
        let own = network.analyse(32768).unwrap();
        let text = own.map.to_string();
        assert!(text.contains("image: mesh [y=3, z=2] () -> ([y, z, -])"), "{text}");
        assert!(
            text.contains("stem: mesh [x=64, y=3, z=2] ([y, z, -], [x, y, -, -]) -> ([x, z, -])"),
            "{text}"
        );
        assert!(text.contains("\"b/1\": mesh [x=32, y=32, z=1]"), "{text}");
        assert_eq!(ShardingMap::parse(&text).unwrap(), own.map);
        // Rows propagate through; channels end at the first convolution.
        let propagated = own.propagate(&network).unwrap();
        let text = propagated.map.to_string();
        assert!(text.contains("sum: mesh [y=3, z=2] ([-, z, -], [-, z, -]) -> ([-, z, -])"), "{text}");
        assert_eq!(ShardingMap::parse(&text).unwrap(), propagated.map);
        let sum = network.find("sum").unwrap();
        assert_eq!(propagated.options[sum][0].blocks(), [1, 2]);
        assert_eq!(propagated.options[sum][0].origin, ShardingOrigin::Input);
    }

    #[test]
    fn annotations_on_two_meshes_propagate_separately() {
        let mut network = network();
        let (stem, b) = (network.find("stem").unwrap(), network.find("b/1").unwrap());
        let sharding = |axes: &[(&str, u64)], spec: [Option<&str>; 3]| {
            ArraySharding::new(&ciphertext_mesh(axes).unwrap(), &spec).unwrap()
        };
        network.shard(b, sharding(&[("x", 64)], [Some("x"), None, None])).unwrap();
        network.shard(stem, sharding(&[("u", 32)], [Some("u"), None, None])).unwrap();
        let strategy = network.analyse(32768).unwrap().propagate(&network).unwrap();
        let sum = &strategy.options[network.find("sum").unwrap()];
        let blocks: Vec<_> = sum.iter().map(|option| (option.blocks(), option.origin)).collect();
        assert!(
            blocks.contains(&([64, 1], ShardingOrigin::Propagated))
                && blocks.contains(&([32, 1], ShardingOrigin::Propagated))
        );
        assert_eq!(strategy.options[b].len(), 1, "an annotation excludes all other options");
        let columns = sharding(&[("x", 2)], [None, None, Some("x")]);
        assert_eq!(network.shard(stem, columns).unwrap_err().code.to_string(), "PA0706");
        let uneven = sharding(&[("x", 3)], [Some("x"), None, None]);
        assert_eq!(network.shard(stem, uneven).unwrap_err().code.to_string(), "PA0702");
    }
}
