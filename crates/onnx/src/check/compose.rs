//! Derives the layouts of a node's outputs from those of its inputs.
//!
//! Every factor of the signature is split into digits, so fine that the shards of all inputs depend on digits only. One combination of
//! the sharded digits is a cell: a block of the computation that runs on the devices that hold all of its operands. A shard of an output is
//! computed by the cells it covers, and resides on all of their devices.

use partita_base::Id;
use partita_rule::{FactorId, TensorMapping};

use super::fault::{AxisUse, OpFault, ShardUse};
use crate::layout::axis::{BoundAxis, SimpleSharding};
use crate::layout::chain::{Chain, ChainDigit};
use crate::layout::grid::{for_each_cell, lcm};
use crate::layout::{Axis, DeviceLayout, DeviceSet};
use crate::signature::{FactorKind, Signature};
use crate::types::Dim;

/// How strictly the shardings of a node's inputs must agree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Corresponding dimensions must be sharded the same way.
    Strict,
    /// A device may use a subset of the elements it holds.
    #[default]
    Lenient,
}

/// A sharded factor that requires communication.
#[derive(Clone, Debug, PartialEq)]
pub struct Exchange {
    /// Its position in the signature.
    pub factor: FactorId,
    /// What sharding the factor means.
    pub kind: FactorKind,
    /// The devices that communicate with each other.
    pub groups: Vec<DeviceSet>,
}

/// What follows from the layouts of a node's inputs.
#[derive(Clone, Debug)]
pub struct Composition {
    /// The layouts of the outputs, in their order.
    pub outputs: Vec<DeviceLayout>,
    /// The factors along which devices communicate.
    pub exchanges: Vec<Exchange>,
}

/// Upper bound on the number of cells, and thereby on the memory of one composition.
const MAX_CELLS: u64 = 1 << 18;

/// Derives the layouts of the outputs. An omitted input has no layout; `all` are the devices of a node without inputs.
pub fn compose_layouts(
    signature: &Signature,
    inputs: &[Option<&DeviceLayout>],
    all: &DeviceSet,
    mode: Mode,
) -> Result<Composition, OpFault> {
    let space = Space::new(signature, inputs, mode)?;
    let cells = Cells::new(&space, all)?;
    let outputs = signature.outputs.iter().map(|output| {
        let unknown = vec![Dim::Unknown; output.mapping.dims.len()];
        let dims = output.ty.dims.as_deref().filter(|dims| dims.len() == unknown.len()).unwrap_or(&unknown);
        cells.layout(&output.mapping, dims)
    });
    Ok(Composition { outputs: outputs.collect::<Result<_, _>>()?, exchanges: cells.exchanges() })
}

/// The layouts that the other inputs need to match input `leader`: every device holds exactly what it uses.
pub fn fit_inputs(
    signature: &Signature,
    inputs: &[Option<&DeviceLayout>],
    leader: usize,
) -> Option<Vec<Option<DeviceLayout>>> {
    let only: Vec<Option<&DeviceLayout>> =
        inputs.iter().enumerate().map(|(i, layout)| layout.filter(|_| i == leader)).collect();
    let devices = inputs.get(leader)?.as_ref()?.devices();
    let space = Space::new(signature, &only, Mode::Lenient).ok()?;
    let cells = Cells::new(&space, &devices).ok()?;
    let fit = |(mapping, layout): (&TensorMapping, &Option<&DeviceLayout>)| {
        let layout = (*layout)?;
        let dims: Vec<Dim> =
            layout.axes().iter().map(|axis| axis.size().map_or(Dim::Unknown, Dim::Known)).collect();
        (dims.len() == mapping.dims.len()).then(|| cells.layout(mapping, &dims).ok()).flatten()
    };
    Some(signature.inputs.iter().zip(inputs).map(fit).collect())
}

/// The factors with concrete sizes, and how each input shards them.
struct Space<'a> {
    signature: &'a Signature,
    /// The layouts in use: as given, or without redundant shardings.
    inputs: Vec<Option<(DeviceLayout, Vec<BoundAxis>)>>,
    sizes: Vec<u64>,
    /// Whether the size of a factor differs from that of its dimensions, so that only the number of shards matters.
    is_virtual: Vec<bool>,
    /// How each input shards each of its factors.
    own: Vec<Vec<(FactorId, Chain)>>,
    /// The common refinement of all shardings of a factor.
    chains: Vec<Chain>,
}

impl<'a> Space<'a> {
    fn new(signature: &'a Signature, inputs: &[Option<&DeviceLayout>], mode: Mode) -> Result<Self, OpFault> {
        let (sizes, is_virtual) = factor_sizes(signature, inputs)?;
        let chains = sizes.iter().map(|&size| Chain::unsharded(size)).collect();
        let mut this = Space { signature, inputs: Vec::new(), sizes, is_virtual, own: Vec::new(), chains };
        for (i, mapping) in signature.inputs.iter().enumerate() {
            let Some(layout) = inputs.get(i).copied().flatten() else {
                this.inputs.push(None);
                this.own.push(Vec::new());
                continue;
            };
            let chains = match this.input_chains(i, mapping, layout) {
                Err(OpFault::NeedsReplication(..) | OpFault::UnitAxisSharded(_))
                    if layout.reduced().axes() != layout.axes() =>
                {
                    this.input_chains(i, mapping, &layout.reduced())?
                }
                chains => chains?,
            };
            this.inputs.push(Some((chains.0, chains.1)));
            this.own.push(chains.2);
        }
        if mode == Mode::Strict {
            this.check_alike()?;
        }
        for own in &this.own {
            for (factor, chain) in own {
                let common = &mut this.chains[factor.index()];
                *common = common.refined(chain);
            }
        }
        Ok(this)
    }

    fn dim_size(&self, factors: &[FactorId]) -> Result<u64, OpFault> {
        let product = factors.iter().try_fold(1u64, |product, f| product.checked_mul(self.sizes[f.index()]));
        let product = product.filter(|&product| product <= i64::MAX as u64);
        product.ok_or(OpFault::Unsupported("a dimension has too many elements"))
    }

    /// The digits that one input shards in each of its factors.
    #[expect(clippy::type_complexity, reason = "the three results are stored in different tables")]
    fn input_chains(
        &self,
        input: usize,
        mapping: &TensorMapping,
        layout: &DeviceLayout,
    ) -> Result<(DeviceLayout, Vec<BoundAxis>, Vec<(FactorId, Chain)>), OpFault> {
        if mapping.dims.len() != layout.rank() {
            // Without a mapping of its dimensions the input is a parameter.
            let sharded = layout.axes().iter().position(Axis::is_sharded);
            if let Some(dim) = sharded {
                let why = "the op has no rule for this input".to_string();
                return Err(OpFault::NeedsReplication(AxisUse::new(input, dim, layout), why));
            }
        }
        let (mut bounds, mut own): (Vec<BoundAxis>, Vec<(FactorId, Chain)>) = (Vec::new(), Vec::new());
        for (d, axis) in layout.axes().iter().enumerate() {
            let factors = mapping.dims.get(d).map_or(&[][..], |factors| factors);
            if factors.is_empty() && axis.is_sharded() {
                let at = AxisUse::new(input, d, layout);
                return Err(match axis.size() {
                    Some(1) => OpFault::UnitAxisSharded(at),
                    _ => OpFault::NeedsReplication(at, "the op reads all of the dimension".to_string()),
                });
            }
            let size = self.dim_size(factors)?;
            let bound = axis.bound(size).ok_or(OpFault::Unsupported(
                "a strided sharding of a dimension whose size changes is not supported",
            ))?;
            let strides = minor_strides(factors, &self.sizes);
            let chain = bound.chain().refined(&Chain::of_strides(size, strides.iter().copied()));
            for (&factor, &stride) in factors.iter().zip(&strides) {
                let part = match factors.len() {
                    1 => chain.clone(),
                    _ => chain.between(stride * self.sizes[factor.index()], stride),
                };
                if let FactorKind::NeedsReplication(why) = &self.signature.factor(factor).kind
                    && part.is_sharded()
                {
                    return Err(OpFault::NeedsReplication(
                        AxisUse::new(input, d, layout),
                        (*why).to_string(),
                    ));
                }
                own.push((factor, part));
            }
            bounds.push(bound);
        }
        Ok((layout.clone(), bounds, own))
    }

    /// Checks that inputs shard the factors they share in the same way.
    fn check_alike(&self) -> Result<(), OpFault> {
        let mut first: Vec<Option<usize>> = vec![None; self.sizes.len()];
        for (i, own) in self.own.iter().enumerate() {
            for (factor, chain) in own {
                let Some(other) = first[factor.index()] else {
                    first[factor.index()] = Some(i);
                    continue;
                };
                let same = self.runs(other, *factor) == Some(chain.sharded_runs())
                    || self.reduced_runs(other, *factor) == self.reduced_runs(i, *factor);
                if !same {
                    return Err(OpFault::AxisMismatch(
                        self.axis_use(other, *factor),
                        self.axis_use(i, *factor),
                    ));
                }
            }
        }
        Ok(())
    }

    fn runs(&self, input: usize, factor: FactorId) -> Option<Vec<(u64, u64)>> {
        self.own[input].iter().find(|(own, _)| *own == factor).map(|(_, chain)| chain.sharded_runs())
    }

    /// How an input shards a factor when redundant shardings are ignored.
    fn reduced_runs(&self, input: usize, factor: FactorId) -> Option<Vec<(u64, u64)>> {
        let (layout, _) = self.inputs[input].as_ref()?;
        let (_, _, own) = self.input_chains(input, &self.signature.inputs[input], &layout.reduced()).ok()?;
        own.iter().find(|(own, _)| *own == factor).map(|(_, chain)| chain.sharded_runs())
    }

    fn axis_use(&self, input: usize, factor: FactorId) -> AxisUse {
        let dims = &self.signature.inputs[input].dims;
        let dim = dims.iter().position(|factors| factors.contains(&factor)).unwrap_or(0);
        match &self.inputs[input] {
            Some((layout, _)) => AxisUse::new(input, dim, layout),
            None => AxisUse { input, dim, sharding: String::new() },
        }
    }
}

/// Concrete sizes of the factors, and whether each is a substitute for an unknown size.
fn factor_sizes(
    signature: &Signature,
    inputs: &[Option<&DeviceLayout>],
) -> Result<(Vec<u64>, Vec<bool>), OpFault> {
    let count = signature.factors.len();
    let mut known: Vec<Option<u64>> =
        signature.factors.iter().map(|factor| factor.size.known().filter(|&size| size > 0)).collect();
    let mut is_virtual: Vec<bool> = vec![false; count];
    // Every dimension with its size, if known.
    let mut dims: Vec<(&[FactorId], Option<u64>)> = Vec::new();
    for (mapping, layout) in signature.inputs.iter().zip(inputs) {
        if let Some(layout) = layout {
            dims.extend(mapping.dims.iter().zip(layout.axes()).map(|(f, axis)| (&f[..], axis.size())));
        }
    }
    for output in &signature.outputs {
        let sizes = output.ty.dims.iter().flatten().map(Dim::known);
        dims.extend(output.mapping.dims.iter().zip(sizes).map(|(f, size)| (&f[..], size)));
    }
    for &(factors, size) in &dims {
        if let ([factor], Some(size)) = (factors, size)
            && size > 0
        {
            known[factor.index()].get_or_insert(size);
        }
    }
    for &(factors, size) in &dims {
        let product = factors.iter().try_fold(1u64, |product, f| product.checked_mul(known[f.index()]?));
        if let Some(size) = size
            && product != Some(size)
        {
            factors.iter().for_each(|f| is_virtual[f.index()] = true);
        }
    }
    let mut sizes: Vec<u64> = vec![1; count];
    for (f, size) in known.iter().enumerate() {
        match size {
            Some(size) if !is_virtual[f] => sizes[f] = *size,
            _ => is_virtual[f] = true,
        }
    }
    let too_large = OpFault::Unsupported(
        "the shard counts of corresponding dimensions have no common multiple within the limit",
    );
    for (mapping, layout) in signature.inputs.iter().zip(inputs) {
        let Some(layout) = layout else { continue };
        for (factors, axis) in mapping.dims.iter().zip(layout.axes()) {
            let least = match axis.simple_shardings() {
                [sharding] => Some(sharding.shards),
                _ => axis.least_size(),
            };
            for factor in factors.iter().filter(|f| is_virtual[f.index()]) {
                let size = &mut sizes[factor.index()];
                *size = least.and_then(|least| lcm(*size, least)).ok_or_else(|| too_large.clone())?;
            }
        }
    }
    Ok((sizes, is_virtual))
}

/// For every factor of a dimension: the number of elements that one increment of the factor skips.
fn minor_strides(factors: &[FactorId], sizes: &[u64]) -> Vec<u64> {
    let mut strides = vec![1; factors.len()];
    for i in (1..factors.len()).rev() {
        strides[i - 1] = strides[i] * sizes[factors[i].index()];
    }
    strides
}

/// Every combination of values of sharded digits, with its devices.
struct Cells<'s, 'a> {
    space: &'s Space<'a>,
    /// The sharded digits: factor, digit, and the distance between neighbours in the list of cells.
    digits: Vec<(usize, ChainDigit, usize)>,
    sets: Vec<DeviceSet>,
    /// Whether any element falls into a cell.
    real: Vec<bool>,
}

impl<'s, 'a> Cells<'s, 'a> {
    fn new(space: &'s Space<'a>, all: &DeviceSet) -> Result<Self, OpFault> {
        let mut digits: Vec<(usize, ChainDigit, usize)> = (space.chains.iter().enumerate())
            .flat_map(|(f, chain)| {
                chain.digits.iter().filter(|digit| digit.is_sharded).map(move |&digit| (f, digit, 0))
            })
            .collect();
        let mut apart = 1usize;
        for digit in digits.iter_mut().rev() {
            digit.2 = apart;
            apart = apart.saturating_mul(digit.1.count as usize);
        }
        let (mut sets, mut real) = (Vec::new(), Vec::new());
        let mut fault = None;
        for_each_cell(&space.chains, MAX_CELLS, |positions| {
            let is_real = positions.iter().zip(&space.sizes).all(|(x, size)| x < size);
            let set = space.devices_at(positions, all);
            if is_real && set.is_empty() {
                fault = Some(OpFault::NotComposable(space.shards_at(positions)));
                return false;
            }
            sets.push(set);
            real.push(is_real);
            true
        })
        .ok_or(OpFault::Unsupported("the layouts combine to more cells than the limit"))?;
        match fault {
            Some(fault) => Err(fault),
            None => Ok(Self { space, digits, sets, real }),
        }
    }

    /// The layout of a tensor of these dimensions.
    fn layout(&self, mapping: &TensorMapping, dims: &[Dim]) -> Result<DeviceLayout, OpFault> {
        let unsupported = OpFault::Unsupported("the layout of an output has no sharding spec");
        let mut axes = Vec::with_capacity(dims.len());
        let mut sizes = Vec::with_capacity(dims.len());
        for (factors, dim) in mapping.dims.iter().zip(dims) {
            axes.push(self.axis(factors, dim.known()).ok_or_else(|| unsupported.clone())?);
            sizes.push(self.space.dim_size(factors)?);
        }
        let has = |factor: usize| mapping.factors().any(|own| own.index() == factor);
        let free: Vec<(u64, usize)> = self
            .digits
            .iter()
            .filter(|(f, _, _)| !has(*f))
            .map(|(_, digit, apart)| (digit.count, *apart))
            .collect();
        let free = offsets(&free);
        let layout = DeviceLayout::sampled(axes, &sizes, |position| {
            let mut base = 0;
            for (factors, &x) in mapping.dims.iter().zip(position) {
                let strides = minor_strides(factors, &self.space.sizes);
                for (i, (factor, stride)) in factors.iter().zip(strides).enumerate() {
                    let own = if i == 0 { x / stride } else { x / stride % self.space.sizes[factor.index()] };
                    base += self.cell_of(factor.index(), own)?;
                }
            }
            let real = || free.iter().map(|offset| base + offset).filter(|&cell| self.real[cell]);
            let any = real().next().is_some();
            let cells: Vec<usize> =
                if any { real().collect() } else { free.iter().map(|offset| base + offset).collect() };
            Some(union(cells.iter().map(|&cell| &self.sets[cell])))
        });
        layout.ok_or(unsupported)
    }

    /// The offset that a position in a factor adds to its cell index.
    fn cell_of(&self, factor: usize, mut position: u64) -> Option<usize> {
        let mut cell = 0;
        let mut own = self.digits.iter().filter(|(f, _, _)| *f == factor);
        for digit in &self.space.chains[factor].digits {
            if digit.is_sharded {
                let value = position / digit.stride;
                if value >= digit.count {
                    return None;
                }
                cell += value as usize * own.next()?.2;
            }
            position %= digit.stride;
        }
        Some(cell)
    }

    /// How a dimension made of these factors is sharded.
    fn axis(&self, factors: &[FactorId], size: Option<u64>) -> Option<Axis> {
        let space = self.space;
        if let [factor] = factors
            && let Some(axis) = self.like_an_input(*factor, size)
        {
            return Some(axis);
        }
        let exact = factors.iter().all(|f| !space.is_virtual[f.index()]);
        let mut shardings: Vec<SimpleSharding> = Vec::new();
        for factor in factors {
            let mut chain = space.chains[factor.index()].clone();
            if factors.len() > 1 {
                chain.drop_empty();
            }
            let own = Axis::new(Some(space.sizes[factor.index()]), chain_shardings(&chain));
            match (own.simple_shardings(), space.is_virtual[factor.index()]) {
                ([], true) => shardings.push(SimpleSharding { size: None, shards: 1 }),
                ([sharding], true) => shardings.push(SimpleSharding { size: None, shards: sharding.shards }),
                (_, true) => return None,
                ([], false) => shardings.push(SimpleSharding { size: own.size(), shards: 1 }),
                (own, false) => shardings.extend_from_slice(own),
            }
        }
        if exact {
            return Some(Axis::new(Some(space.dim_size(factors).ok()?), shardings));
        }
        let axis = Axis::new(None, shardings);
        match axis.simple_shardings() {
            [] => Some(Axis::unsharded(size)),
            [sharding] => Some(Axis::blocks(size, sharding.shards)),
            shardings => {
                let unknown = shardings.iter().filter(|sharding| sharding.size.is_none()).count();
                (size.is_none() && unknown == 1).then_some(axis)
            }
        }
    }

    /// The sharding of an input whose digits are the common ones, for an output with the same dimension. It keeps the spelling of the input.
    fn like_an_input(&self, factor: FactorId, size: Option<u64>) -> Option<Axis> {
        let space = self.space;
        let common = space.chains[factor.index()].sharded_runs();
        for (i, own) in space.own.iter().enumerate() {
            let Some((_, chain)) = own.iter().find(|(own, _)| *own == factor) else { continue };
            let dim = space.signature.inputs[i].dims.iter().position(|factors| factors[..] == [factor])?;
            let axis = space.inputs[i].as_ref()?.0.axes().get(dim)?;
            if chain.sharded_runs() == common && chain.digits == space.chains[factor.index()].digits {
                return match axis.simple_shardings() {
                    [] => Some(Axis::unsharded(size)),
                    [sharding] => Some(Axis::blocks(size, sharding.shards)),
                    _ if axis.size() == size => Some(axis.clone()),
                    _ => None,
                };
            }
        }
        None
    }

    /// The factors along which devices communicate.
    fn exchanges(&self) -> Vec<Exchange> {
        let mut exchanges = Vec::new();
        for (f, factor) in self.space.signature.factors.iter().enumerate() {
            let own = |of: bool| -> Vec<(u64, usize)> {
                let digits = self.digits.iter().filter(|(other, _, _)| (*other == f) == of);
                digits.map(|(_, digit, apart)| (digit.count, *apart)).collect()
            };
            let talks = match &factor.kind {
                FactorKind::PassThrough
                | FactorKind::Generated
                | FactorKind::NeedsReplication(_)
                | FactorKind::Unread => false,
                FactorKind::Reduction(_)
                | FactorKind::Window(_)
                | FactorKind::Lookup
                | FactorKind::Statistics
                | FactorKind::Ordered(_) => true,
            };
            let along = own(true);
            if !talks || along.is_empty() {
                continue;
            }
            let along = offsets(&along);
            let mut groups: Vec<DeviceSet> = offsets(&own(false))
                .into_iter()
                .map(|base| {
                    union(
                        along
                            .iter()
                            .map(|offset| base + offset)
                            .filter(|&c| self.real[c])
                            .map(|c| &self.sets[c]),
                    )
                })
                .filter(|group| !group.is_empty())
                .collect();
            groups.sort_unstable();
            groups.dedup();
            // A device that holds all shards of the factor needs no communication.
            if groups.iter().any(|group| group.len() > 1) && !self.is_local(&along, &offsets(&own(false))) {
                exchanges.push(Exchange {
                    factor: FactorId::from_index(f),
                    kind: factor.kind.clone(),
                    groups,
                });
            }
        }
        exchanges
    }

    /// Whether all cells along a factor are on the same devices.
    fn is_local(&self, along: &[usize], bases: &[usize]) -> bool {
        bases.iter().all(|base| {
            let mut sets =
                along.iter().map(|offset| base + offset).filter(|&c| self.real[c]).map(|c| &self.sets[c]);
            let first = sets.next();
            sets.all(|set| Some(set) == first)
        })
    }
}

impl Space<'_> {
    /// The devices that hold every operand needed at one position of every factor.
    fn devices_at(&self, positions: &[u64], all: &DeviceSet) -> DeviceSet {
        let mut set: Option<DeviceSet> = None;
        for (i, input) in self.inputs.iter().enumerate() {
            let Some((layout, _)) = input else { continue };
            let Some(shards) = self.shard_at(i, positions) else { continue };
            let holder = layout.holder(shards);
            set = Some(set.map_or_else(|| holder.clone(), |set| set.intersection(holder)));
        }
        set.unwrap_or_else(|| all.clone())
    }

    /// The shard of an input that is needed at these positions; `None` beyond the end of the input.
    fn shard_at(&self, input: usize, positions: &[u64]) -> Option<Vec<u64>> {
        let (_, bounds) = self.inputs[input].as_ref()?;
        let mut shards = Vec::with_capacity(bounds.len());
        for (d, bound) in bounds.iter().enumerate() {
            let factors = self.signature.inputs[input].dims.get(d).map_or(&[][..], |factors| factors);
            let strides = minor_strides(factors, &self.sizes);
            let x = factors.iter().zip(strides).map(|(f, stride)| positions[f.index()] * stride).sum();
            shards.push(bound.shard_of(x)?);
        }
        Some(shards)
    }

    /// The shards of all inputs that are needed at these positions.
    fn shards_at(&self, positions: &[u64]) -> Vec<ShardUse> {
        let shard = |(i, input): (usize, &Option<(DeviceLayout, Vec<BoundAxis>)>)| {
            let (layout, _) = input.as_ref()?;
            let shard = self.shard_at(i, positions)?;
            Some(ShardUse { input: i, devices: layout.holder(shard.iter().copied()).clone(), shard })
        };
        self.inputs.iter().enumerate().filter_map(shard).collect()
    }
}

/// All sums of one multiple of each distance.
fn offsets(digits: &[(u64, usize)]) -> Vec<usize> {
    digits.iter().fold(vec![0], |offsets, &(count, apart)| {
        offsets
            .iter()
            .flat_map(|offset| (0..count as usize).map(move |digit| offset + digit * apart))
            .collect()
    })
}

fn union<'s>(sets: impl Iterator<Item = &'s DeviceSet>) -> DeviceSet {
    let sets: Vec<&DeviceSet> = sets.collect();
    match &sets[..] {
        [] => DeviceSet::default(),
        [first, rest @ ..] if rest.iter().all(|set| set == first) => (*first).clone(),
        sets => DeviceSet::new(sets.iter().flat_map(|set| set.devices().iter().copied())),
    }
}

/// The simple shardings that the sharded digits of a dimension correspond to.
pub(super) fn chain_shardings(chain: &Chain) -> Vec<SimpleSharding> {
    let mut shardings = Vec::new();
    let mut above = chain.size;
    let mut digits = chain.digits.iter().peekable();
    while let Some(digit) = digits.next() {
        if !digit.is_sharded {
            shardings.push(SimpleSharding { size: Some(above / digit.stride), shards: 1 });
            above = digit.stride;
            continue;
        }
        let (mut stride, mut count, mut single) = (digit.stride, digit.count, true);
        while let Some(next) = digits.next_if(|next| next.is_sharded && stride.is_multiple_of(next.stride)) {
            (stride, count, single) = (next.stride, 0, false);
        }
        let even = above.is_multiple_of(stride);
        if even && (!single || count == above / stride) {
            shardings.push(SimpleSharding { size: Some(above / stride), shards: above / stride });
            above = stride;
            continue;
        }
        // Blocks that do not divide the range extend down to the next digit. If that digit is sharded as well, blocks of different sizes
        // alternate, and only single elements are common to both.
        let rest = match digits.next() {
            Some(next) if next.is_sharded => {
                shardings.push(SimpleSharding { size: Some(above), shards: above });
                return shardings;
            }
            next => next.map_or(1, |next| next.stride),
        };
        let (size, block) = (above / rest, stride / rest);
        let fits = |shards: u64| shards > 0 && size.div_ceil(shards) == block;
        let shards = [count, size.div_ceil(block)].into_iter().find(|&shards| fits(shards)).unwrap_or(size);
        shardings.push(SimpleSharding { size: Some(size), shards });
        above = rest;
    }
    shardings
}
