//! Finds linear maps in programs: sums of products of one value, rotated in many ways, with plaintexts.
//!
//! The library computes such a sum in one call, with one decomposition for all rotations of the value and without a
//! ciphertext for every product. Rotations of a sum of products belong to it: the plaintexts are rotated instead.
//! Maps replace ops where they are cheaper; a program that shares rotations between many results can be cheaper
//! without.

use std::collections::{BTreeMap, BTreeSet};

use super::packing::Packing;
use super::params::CkksParams;
use super::split::{PRODUCT, StepSplit};
use super::stream::{Action, MapId, Op, PlainId, Reg, Stream, normal_steps};

/// A linear map: for each of its diagonals, the rotation of its operand, the plaintexts whose sum it is, each rotated
/// by some steps.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct LinearMap {
    /// The level of its operand.
    pub(super) level: u32,
    /// By the steps of the program.
    pub(super) diagonals: BTreeMap<u32, Vec<(PlainId, u32)>>,
    /// In steps of the ciphertext.
    pub(super) split: StepSplit,
}

/// A program with linear maps.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Fused {
    pub(super) stream: Stream,
    /// By [`MapId`].
    pub(super) maps: Vec<LinearMap>,
    /// For every op, the index of the op of the original program that computed the same.
    pub(super) places: Vec<usize>,
}

impl Fused {
    /// A program without maps.
    pub(super) fn plain(stream: &Stream) -> Self {
        let places = (0..stream.ops.len()).collect();
        Self { stream: stream.clone(), maps: Vec::new(), places }
    }

    /// The program with maps of at most `room` bytes of encoded plaintexts, and `keys` keys, each.
    pub(super) fn new(
        stream: &Stream,
        params: &CkksParams,
        packing: &Packing,
        room: u64,
        keys: usize,
    ) -> Self {
        Fuser::new(stream, params, packing, (room, keys)).finish()
    }

    /// The rotations of ciphertexts that need a key for maps.
    pub(super) fn map_keys(&self) -> BTreeSet<u32> {
        self.maps.iter().flat_map(|map| map.split.keys.iter().copied()).collect()
    }
}

/// Bytes of the encoded diagonals of a map.
pub(super) fn map_bytes(map: &LinearMap, params: &CkksParams) -> u64 {
    map.diagonals.len() as u64 * diagonal_bytes(map.level, params)
}

/// An encoded diagonal also has a part for each prime of key switching. Copies of its values take as much as one more
/// while it is encoded.
fn diagonal_bytes(level: u32, params: &CkksParams) -> u64 {
    (u64::from(level) + 2 + params.p_bits.len() as u64) * params.degree() as u64 * 8
}

/// A product within a sum.
#[derive(Clone, Debug)]
struct Term {
    /// The number of the value that is rotated.
    source: usize,
    steps: u32,
    plain: PlainId,
    /// The rotation of the plaintext.
    turn: u32,
    /// The op that rotates the value, if one does.
    baby: Option<usize>,
}

/// A sum of products of which no part has another use.
#[derive(Clone, Debug, Default)]
struct Sum {
    terms: Vec<Term>,
    /// The ops that compute it.
    ops: Vec<usize>,
    /// Its rotations of sums.
    giants: usize,
}

struct Fuser<'s> {
    stream: &'s Stream,
    params: &'s CkksParams,
    packing: &'s Packing,
    /// The most bytes of encoded plaintexts, and keys, of a map.
    most: (u64, usize),
    /// For every op, the numbers of the values that it reads: inputs come first, then the results of ops.
    reads: Vec<[Option<usize>; 2]>,
    /// For every value, how many ops read it; an output is read once more.
    uses: Vec<usize>,
    /// For every value, its level.
    levels: Vec<u32>,
    /// For every op, the sum that it computes, unless that is part of another sum.
    sums: Vec<Option<Sum>>,
}

impl<'s> Fuser<'s> {
    fn new(stream: &'s Stream, params: &'s CkksParams, packing: &'s Packing, most: (u64, usize)) -> Self {
        let (inputs, ops) = (stream.inputs.len(), stream.ops.len());
        let mut holds: BTreeMap<Reg, usize> =
            stream.inputs.iter().enumerate().map(|(number, input)| (input.to, number)).collect();
        let mut levels: Vec<u32> =
            stream.inputs.iter().map(|input| input.level.unwrap_or(params.levels())).collect();
        let (mut reads, mut uses) = (Vec::new(), vec![0; inputs + ops]);
        for (number, op) in stream.ops.iter().enumerate() {
            let read = op.action.operands().map(|reg| reg.and_then(|reg| holds.get(&reg).copied()));
            read.iter().flatten().for_each(|&value| uses[value] += 1);
            let lowest = read.iter().flatten().map(|&value| levels[value]).min();
            levels.push(op.action.level_after(lowest.unwrap_or_default(), params.levels()));
            reads.push(read);
            holds.insert(op.to, inputs + number);
        }
        stream.outputs.iter().filter_map(|reg| holds.get(reg)).for_each(|&value| uses[value] += 1);
        Self { stream, params, packing, most, reads, uses, levels, sums: vec![None; ops] }
    }

    fn finish(mut self) -> Fused {
        for number in 0..self.stream.ops.len() {
            self.sums[number] = self.sum_of(number);
        }
        let mut emitted = Emitted::new(&self);
        for number in 0..self.stream.ops.len() {
            if let Some(sum) = self.sums[number].take()
                && let Some(maps) = self.maps_of(&sum, number)
            {
                emitted.replace(number, &sum, maps);
            }
        }
        emitted.finish()
    }

    /// The op whose result a value is.
    fn op_of(&self, value: usize) -> Option<usize> {
        value.checked_sub(self.stream.inputs.len())
    }

    /// Takes the sum that a value is, if only one op reads it.
    fn take_sum(&mut self, value: usize) -> Option<Sum> {
        let op = self.op_of(value).filter(|_| self.uses[value] == 1)?;
        self.sums[op].take()
    }

    fn sum_of(&mut self, number: usize) -> Option<Sum> {
        let slots = self.stream.slots;
        match (self.stream.ops[number].action, self.reads[number]) {
            (Action::MulPlain(_, plain), [Some(value), _]) => {
                let rotation = self.op_of(value).filter(|&op| self.sums[op].is_none());
                let rotated = rotation.and_then(|op| match (self.stream.ops[op].action, self.reads[op][0]) {
                    (Action::Rotate(_, steps), Some(source)) => {
                        Some((source, normal_steps(steps, slots), Some(op)))
                    }
                    _ => None,
                });
                let (source, steps, baby) = rotated.unwrap_or((value, 0, None));
                let terms = vec![Term { source, steps, plain, turn: 0, baby }];
                Some(Sum { terms, ops: vec![number], giants: 0 })
            }
            (Action::Rotate(_, steps), [Some(value), _]) => {
                let mut sum = self.take_sum(value)?;
                let turn = |by: u32| normal_steps(i64::from(by) + steps, slots);
                for term in &mut sum.terms {
                    (term.steps, term.turn) = (turn(term.steps), turn(term.turn));
                }
                sum.ops.push(number);
                sum.giants += 1;
                Some(sum)
            }
            (Action::Add(..), [Some(a), Some(b)]) if a != b && self.levels[a] == self.levels[b] => {
                let mut sum = self.take_sum(a)?;
                match self.take_sum(b) {
                    Some(mut other) => {
                        if other.terms.len() > sum.terms.len() {
                            std::mem::swap(&mut sum, &mut other);
                        }
                        sum.terms.append(&mut other.terms);
                        sum.ops.append(&mut other.ops);
                        sum.ops.push(number);
                        sum.giants += other.giants;
                        Some(sum)
                    }
                    None => {
                        // It stays a result of its own.
                        let op = self.op_of(a)?;
                        self.sums[op] = Some(sum);
                        None
                    }
                }
            }
            _ => None,
        }
    }

    /// The maps whose sum it is, each with the number of its operand, if that is possible and cheaper.
    fn maps_of(&self, sum: &Sum, number: usize) -> Option<Vec<(usize, LinearMap)>> {
        let mut by_source: BTreeMap<usize, BTreeMap<u32, Vec<(PlainId, u32)>>> = BTreeMap::new();
        for term in &sum.terms {
            let diagonals = by_source.entry(term.source).or_default();
            diagonals.entry(term.steps).or_default().push((term.plain, term.turn));
        }
        let real = self.packing.real() as u32;
        let maps: Vec<(usize, LinearMap)> = by_source
            .into_iter()
            .map(|(source, diagonals)| {
                let steps = diagonals.keys().map(|&steps| self.packing.steps(steps.into())).collect();
                let split = StepSplit::cheapest(&steps, real);
                (source, LinearMap { level: self.levels[source], diagonals, split })
            })
            .collect();
        let is_possible = maps.iter().all(|(source, map)| {
            // The library counts values in 31 bits.
            map.level > 0
                && map.diagonals.len() < (1 << 30) / real as usize
                && map_bytes(map, self.params) <= self.most.0
                && map.split.keys.len() <= self.most.1
                && self.is_held(*source, number)
        });
        let in_maps: f64 = maps.iter().map(|(_, map)| map.split.cost).sum();
        (is_possible && in_maps < self.cost_of_ops(sum)).then_some(maps)
    }

    /// The cost of a sum in single ops. A rotation that others share counts in part.
    fn cost_of_ops(&self, sum: &Sum) -> f64 {
        let shares: BTreeMap<usize, usize> =
            sum.terms.iter().filter_map(|term| term.baby).fold(BTreeMap::new(), |mut shares, baby| {
                *shares.entry(baby).or_default() += 1;
                shares
            });
        let inputs = self.stream.inputs.len();
        let babies: f64 =
            shares.iter().map(|(&op, &here)| here as f64 / self.uses[inputs + op].max(1) as f64).sum();
        babies + sum.giants as f64 + PRODUCT * sum.terms.len() as f64
    }

    /// The register that a value is written to.
    fn register(&self, value: usize) -> Reg {
        match self.op_of(value) {
            Some(op) => self.stream.ops[op].to,
            None => self.stream.inputs[value].to,
        }
    }

    /// Whether the register of a value still holds it before an op.
    fn is_held(&self, value: usize, before: usize) -> bool {
        let (reg, first) = (self.register(value), self.op_of(value).map_or(0, |op| op + 1));
        self.stream.ops[first..before].iter().all(|op| op.to != reg)
    }
}

/// The ops of the program with maps.
struct Emitted<'f> {
    stream: &'f Stream,
    registers: Vec<Reg>,
    uses: Vec<usize>,
    /// For every op, whether it is gone, or what replaces it.
    replaced: Vec<Option<Vec<Action>>>,
    maps: Vec<LinearMap>,
}

impl<'f> Emitted<'f> {
    fn new(fuser: &Fuser<'f>) -> Self {
        let (inputs, ops) = (fuser.stream.inputs.len(), fuser.stream.ops.len());
        Self {
            stream: fuser.stream,
            registers: (0..inputs + ops).map(|value| fuser.register(value)).collect(),
            uses: fuser.uses.clone(),
            replaced: vec![None; ops],
            maps: Vec::new(),
        }
    }

    /// Replaces the ops of a sum, of which `last` is the last, by maps.
    fn replace(&mut self, last: usize, sum: &Sum, maps: Vec<(usize, LinearMap)>) {
        sum.ops.iter().for_each(|&op| self.replaced[op] = Some(Vec::new()));
        let inputs = self.stream.inputs.len();
        for baby in sum.terms.iter().filter_map(|term| term.baby) {
            let uses = &mut self.uses[inputs + baby];
            *uses -= 1;
            if *uses == 0 {
                self.replaced[baby] = Some(Vec::new());
            }
        }
        let actions = maps.into_iter().map(|(source, map)| {
            self.maps.push(map);
            Action::Map(self.registers[source], MapId(self.maps.len() as u32 - 1))
        });
        self.replaced[last] = Some(actions.collect());
    }

    fn finish(self) -> Fused {
        let Self { stream, replaced, maps, .. } = self;
        let free =
            stream.ops.iter().map(|op| op.to.0).chain(stream.inputs.iter().map(|input| input.to.0)).max();
        let scratch = Reg(free.map_or(0, |most| most.saturating_add(1)));
        let (mut ops, mut places) = (Vec::new(), Vec::new());
        for (place, (op, replaced)) in stream.ops.iter().zip(replaced).enumerate() {
            match replaced {
                None => ops.push(*op),
                Some(actions) => {
                    // The result may have the register of an operand, so it is written last.
                    let count = actions.len();
                    for (number, action) in actions.into_iter().enumerate() {
                        let term = Reg(scratch.0.saturating_add(u32::from(number > 0)));
                        let to = if count == 1 { op.to } else { term };
                        ops.push(Op { to, action });
                        if number > 0 {
                            let to = if number + 1 == count { op.to } else { scratch };
                            ops.push(Op { to, action: Action::Add(scratch, term) });
                        }
                    }
                }
            }
            places.resize(ops.len(), place);
        }
        let (inputs, outputs) = (stream.inputs.clone(), stream.outputs.clone());
        Fused { stream: Stream { slots: stream.slots, inputs, ops, outputs }, maps, places }
    }
}

#[cfg(test)]
mod tests {
    use super::super::packing::SlotOrder;
    use super::super::params::{Safety, Secret};
    use super::super::stream::Input;
    use super::*;

    const SLOTS: usize = 512;

    fn params() -> CkksParams {
        let q_bits = vec![49, 40, 40, 40];
        CkksParams { log_n: 10, q_bits, p_bits: vec![49], scale_bits: 40, secret: Secret::Ternary }
    }

    fn fused(ops: Vec<Op>, outputs: &[u32]) -> Fused {
        let inputs = vec![Input { to: Reg(0), level: None }, Input { to: Reg(1), level: None }];
        let outputs = outputs.iter().map(|&reg| Reg(reg)).collect();
        let stream = Stream { slots: SLOTS, inputs, ops, outputs };
        stream.check().expect("registers are written first");
        params().check(Safety::InsecureTest).expect("supported");
        let packing = Packing::new(SLOTS, SLOTS, SlotOrder::Interleaved).expect("it divides");
        Fused::new(&stream, &params(), &packing, 1 << 30, usize::MAX)
    }

    /// Appends ops, each of which writes a register of its own.
    struct Ops(Vec<Op>);

    impl Ops {
        fn push(&mut self, action: Action) -> Reg {
            let to = Reg(self.0.len() as u32 + 2);
            self.0.push(Op { to, action });
            to
        }

        /// A matrix product of `of` with baby and giant steps.
        fn matrix(&mut self, of: Reg, babies: u32, giants: u32) -> Reg {
            let rotated: Vec<Reg> =
                (0..babies).map(|baby| self.push(Action::Rotate(of, baby.into()))).collect();
            let mut sum = None;
            for giant in 0..giants {
                let mut group = None;
                for &reg in &rotated {
                    let product = self.push(Action::MulPlain(reg, PlainId(self.0.len() as u32)));
                    group = Some(group.map_or(product, |group| self.push(Action::Add(group, product))));
                }
                let group = group.expect("there are baby steps");
                let turned = self.push(Action::Rotate(group, (giant * babies).into()));
                sum = Some(sum.map_or(turned, |sum| self.push(Action::Add(sum, turned))));
            }
            sum.expect("there are giant steps")
        }
    }

    #[test]
    fn a_matrix_product_is_one_map() {
        let mut ops = Ops(Vec::new());
        let product = ops.matrix(Reg(0), 4, 4);
        let rescaled = ops.push(Action::Rescale(product));
        let last = ops.0.len() - 2;
        let made = fused(ops.0, &[rescaled.0]);
        assert_eq!(made.maps.len(), 1);
        let map = &made.maps[0];
        assert_eq!(map.diagonals.keys().copied().collect::<Vec<_>>(), (0..16).collect::<Vec<_>>());
        // The plaintext of baby step 1 and giant step 12 is rotated by 12.
        assert_eq!(map.diagonals[&13].iter().map(|&(_, turn)| turn).collect::<Vec<_>>(), [12]);
        assert_eq!((map.level, made.places.as_slice()), (3, [last, last + 1].as_slice()));
        assert_eq!(made.stream.ops[0], Op { to: product, action: Action::Map(Reg(0), MapId(0)) });
        assert_eq!(made.map_keys(), map.split.keys);
    }

    #[test]
    fn several_operands_have_a_map_each() {
        let mut ops = Ops(Vec::new());
        let a = ops.matrix(Reg(0), 8, 2);
        let b = ops.matrix(Reg(1), 8, 2);
        let sum = ops.push(Action::Add(a, b));
        let made = fused(ops.0, &[sum.0]);
        let actions: Vec<Action> = made.stream.ops.iter().map(|op| op.action).collect();
        let [first, second] = [made.stream.ops[0].to, made.stream.ops[1].to];
        let maps = [Action::Map(Reg(0), MapId(0)), Action::Map(Reg(1), MapId(1))];
        assert_eq!(actions, [maps[0], maps[1], Action::Add(first, second)]);
        assert_eq!(made.stream.ops[2].to, sum);
        made.stream.check().expect("registers are written first");
    }

    #[test]
    fn values_with_other_uses_stay() {
        let mut ops = Ops(Vec::new());
        let product = ops.matrix(Reg(0), 8, 2);
        // The sum over copies reads the product twice, so it is not part of the map.
        let turned = ops.push(Action::Rotate(product, 256));
        let sum = ops.push(Action::Add(product, turned));
        let made = fused(ops.0, &[sum.0]);
        let actions: Vec<Action> = made.stream.ops.iter().map(|op| op.action).collect();
        let expected =
            [Action::Map(Reg(0), MapId(0)), Action::Rotate(product, 256), Action::Add(product, turned)];
        assert_eq!(actions, expected);
    }

    #[test]
    fn few_products_stay_single_and_registers_may_be_overwritten() {
        let mut ops = Ops(Vec::new());
        let turned = ops.push(Action::Rotate(Reg(0), 3));
        let product = ops.push(Action::MulPlain(turned, PlainId(0)));
        let made = fused(ops.0.clone(), &[product.0]);
        assert_eq!((made.maps.len(), &made.stream.ops), (0, &ops.0));
        // The operand is overwritten before the last op of the sum.
        let mut ops = Ops(Vec::new());
        let sum = ops.matrix(Reg(0), 8, 4);
        let last = ops.0.pop().expect("a sum");
        ops.0.push(Op { to: Reg(0), action: Action::Rotate(Reg(1), 1) });
        ops.0.push(last);
        let made = fused(ops.0.clone(), &[sum.0, 0]);
        assert_eq!((made.maps.len(), made.stream.ops.len()), (0, ops.0.len()));
    }

    #[test]
    fn rotations_of_several_results_stay_if_one_of_them_does() {
        let mut ops = Ops(Vec::new());
        let turned = ops.push(Action::Rotate(Reg(0), 3));
        let kept = ops.push(Action::Sub(turned, Reg(0)));
        let mut sum = ops.push(Action::MulPlain(turned, PlainId(900)));
        for steps in 4..20 {
            let other = ops.push(Action::Rotate(Reg(0), steps));
            let product = ops.push(Action::MulPlain(other, PlainId(steps as u32)));
            sum = ops.push(Action::Add(sum, product));
        }
        let made = fused(ops.0, &[sum.0, kept.0]);
        let actions: Vec<Action> = made.stream.ops.iter().map(|op| op.action).collect();
        let expected =
            [Action::Rotate(Reg(0), 3), Action::Sub(turned, Reg(0)), Action::Map(Reg(0), MapId(0))];
        assert_eq!(actions, expected);
        assert_eq!(made.maps[0].diagonals.len(), 17);
    }
}
