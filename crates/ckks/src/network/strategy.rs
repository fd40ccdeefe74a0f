//! How ops and tensors are cut into ciphertexts, before layouts are chosen.
//!
//! [`Network::analyse`] gives every op a strategy of its own, the closed form of [`greedy_mesh`]; where a tensor is annotated,
//! that counts. [`Strategy::propagate`] spreads the annotations, or without any the cut of the input, through the whole
//! network in both directions. What spreads from annotations is offered to the plan, which keeps a cut or changes it, whichever
//! costs less; the rest is there to be compared with, since the plan knows as good or better on its own.

use std::sync::Arc;

use partita_base::IdVec;
use partita_mesh::Mesh;

use super::{Layer, LayerId, LayerOp, Network};
use crate::CkksResult;
use crate::baseline::{GreedyMesh, greedy_mesh};
use crate::sharding::{ArraySharding, OpSharding, ShardingMap, ciphertext_mesh};

/// Why a tensor would be cut like this.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// It has to be.
    Given,
    /// What is given for another tensor spreads to it.
    Spread,
    /// Nothing is given, and the cut of the input spreads to it.
    Input,
    /// The op that makes it would do so on its own.
    Own,
}

/// A way to cut a tensor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    /// The way.
    pub sharding: ArraySharding,
    /// Where it comes from.
    pub origin: Origin,
}

impl Cut {
    /// Whether somebody asked for it, here or elsewhere.
    pub fn is_asked(&self) -> bool {
        matches!(self.origin, Origin::Given | Origin::Spread)
    }

    /// Groups of channels and parts of rows.
    pub fn blocks(&self) -> [usize; 2] {
        [0, 1].map(|dim| self.sharding.parts(dim) as usize)
    }
}

/// How the ops of a network run on meshes of ciphertexts, and how its tensors may be cut.
#[derive(Clone, Debug, Default)]
pub struct Strategy {
    /// How each op runs.
    pub map: ShardingMap,
    /// The ways to cut each tensor, the most binding first.
    pub cuts: IdVec<LayerId, Vec<Cut>>,
}

impl Network {
    /// A strategy for every op on its own: annotated ones as they are, others by a closed form.
    pub fn analyse(&self, slots: usize) -> CkksResult<Strategy> {
        let mut strategy = Strategy::default();
        for (_, layer) in self.layers.iter() {
            let mut cuts = Vec::new();
            if let Some(sharding) = &layer.sharding {
                let shape = layer.shape.map(|n| n as u64);
                sharding.distribute(&shape)?.check_slots(slots)?;
                cuts.push(Cut { sharding: sharding.clone(), origin: Origin::Given });
                strategy.map.set(&*layer.name, OpSharding::new(Vec::new(), vec![sharding.clone()])?);
            } else if let Some(own) = self.own(layer, slots)? {
                cuts.push(Cut { sharding: own.outputs()[0].clone(), origin: Origin::Own });
                strategy.map.set(&*layer.name, own);
            }
            strategy.cuts.push(cuts);
        }
        Ok(strategy)
    }

    /// What the closed form does with a layer; `None` where it has no answer.
    fn own(&self, layer: &Layer, slots: usize) -> CkksResult<Option<OpSharding>> {
        let shape = layer.inputs.first().map_or(layer.shape, |&input| self.layers[input].shape);
        let [c, h, w] = shape.map(|n| n as u64);
        let Ok(GreedyMesh { mesh: [x, y, z], .. }) =
            greedy_mesh(layer.shape[0] as u64, c, h, w, slots as u64)
        else {
            return Ok(None);
        };
        let op = match &layer.op {
            LayerOp::Linear { op, .. } if !op.is_pool() => OpSharding::conv([x, y, z])?,
            LayerOp::Concat => return Ok(None),
            _ => {
                let mesh = ciphertext_mesh(&[("y", y), ("z", z)])?;
                let cut = ArraySharding::new(&mesh, &[Some("y"), Some("z"), None])?;
                let left = match layer.op {
                    LayerOp::GlobalPool => ArraySharding::new(&mesh, &[Some("y"), None, None])?,
                    _ => cut.clone(),
                };
                OpSharding::new(vec![cut; layer.inputs.len()], vec![left])?
            }
        };
        let made = layer.shape.map(|n| n as u64);
        let fits = op.outputs()[0].distribute(&made).is_ok_and(|blocks| blocks.check_slots(slots).is_ok());
        Ok(fits.then_some(op))
    }
}

impl Strategy {
    /// Spreads what is given, or the cut of the input, through the network; each mesh on its own.
    pub fn propagate(mut self, network: &Network) -> CkksResult<Strategy> {
        let mut given: Vec<(LayerId, ArraySharding)> = Vec::new();
        for (id, cuts) in self.cuts.iter() {
            let is_given = |cut: &&Cut| cut.origin == Origin::Given;
            given.extend(cuts.iter().find(is_given).map(|cut| (id, cut.sharding.clone())));
        }
        let origin = if given.is_empty() { Origin::Input } else { Origin::Spread };
        if given.is_empty() {
            let input = network.input();
            given.extend(self.cuts[input].first().map(|cut| (input, cut.sharding.clone())));
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
            self.spread(network, &mesh, &of_mesh, origin)?;
        }
        Ok(self)
    }

    fn spread(
        &mut self,
        network: &Network,
        mesh: &Arc<Mesh>,
        given: &[(LayerId, ArraySharding)],
        origin: Origin,
    ) -> CkksResult<()> {
        let spread = network.propagate(mesh, given)?;
        let whole = |rank: usize| ArraySharding::new(mesh, &vec![None; rank]);
        for (id, layer) in network.layers.iter() {
            let known = |of: LayerId| spread.tensors[of].clone().map_or_else(|| whole(3), Ok);
            let made = &known(id)?;
            let is_cut = (0..3).any(|dim| made.parts(dim) > 1);
            let is_known =
                self.cuts[id].iter().any(|cut| cut.origin == Origin::Given || cut.sharding == *made);
            if is_cut && !is_known && made.distribute(&layer.shape.map(|n| n as u64)).is_ok() {
                let place = self.cuts[id].iter().position(|cut| cut.origin == Origin::Own).unwrap_or(0);
                self.cuts[id].insert(place, Cut { sharding: made.clone(), origin });
            }
            let mut inputs = Vec::new();
            for &input in &layer.inputs {
                inputs.push(known(input)?);
            }
            if layer.op.linear().is_some_and(|op| !op.is_pool()) {
                inputs.push(spread.weights[id].clone().map_or_else(|| whole(4), Ok)?);
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
    fn ops_have_strategies_of_their_own_and_the_input_spreads() {
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
        // Rows go through, channels end at the first convolution.
        let spread = own.propagate(&network).unwrap();
        let text = spread.map.to_string();
        assert!(text.contains("sum: mesh [y=3, z=2] ([-, z, -], [-, z, -]) -> ([-, z, -])"), "{text}");
        assert_eq!(ShardingMap::parse(&text).unwrap(), spread.map);
        let sum = network.find("sum").unwrap();
        assert_eq!(spread.cuts[sum][0].blocks(), [1, 2]);
        assert_eq!(spread.cuts[sum][0].origin, Origin::Input);
    }

    #[test]
    fn annotations_on_two_meshes_spread_each_on_its_own() {
        let mut network = network();
        let (stem, b) = (network.find("stem").unwrap(), network.find("b/1").unwrap());
        let cut = |axes: &[(&str, u64)], spec: [Option<&str>; 3]| {
            ArraySharding::new(&ciphertext_mesh(axes).unwrap(), &spec).unwrap()
        };
        network.shard(b, cut(&[("x", 64)], [Some("x"), None, None])).unwrap();
        network.shard(stem, cut(&[("u", 32)], [Some("u"), None, None])).unwrap();
        let strategy = network.analyse(32768).unwrap().propagate(&network).unwrap();
        let sum = &strategy.cuts[network.find("sum").unwrap()];
        let blocks: Vec<_> = sum.iter().map(|cut| (cut.blocks(), cut.origin)).collect();
        assert!(blocks.contains(&([64, 1], Origin::Spread)) && blocks.contains(&([32, 1], Origin::Spread)));
        assert_eq!(strategy.cuts[b].len(), 1, "what is given counts alone");
        let columns = cut(&[("x", 2)], [None, None, Some("x")]);
        assert_eq!(network.shard(stem, columns).unwrap_err().code.to_string(), "PA0706");
        let uneven = cut(&[("x", 3)], [Some("x"), None, None]);
        assert_eq!(network.shard(stem, uneven).unwrap_err().code.to_string(), "PA0702");
    }
}
