//! Chooses, for every op, the axes that shard its factors; rules and choices are cached.

use std::rc::Rc;

use partita_base::Id;
use partita_hlo::rules::{OpRule, RuleOptions, RuleTable};
use partita_ir::{Computed, Module, OpCode, OpId, OpKind, OpName};
use partita_mesh::{MeshId, Meshes};
use partita_place::{Abilities, Around, Factors, choose_placement};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::local_layout::{Axes, Shape, SharedLayout};
use crate::local_values::LocalValues;
use crate::ops::{How, has_windows, window_bits};
use crate::planner::Planner;
use crate::prices::{OpTensor, Prices};

/// Caches factor rules and the axes chosen for them.
pub(crate) struct Chooser<'m> {
    rules: RuleTable<'m>,
    factors: FxHashMap<(usize, bool), Option<Rc<Factors>>>,
    choices: FxHashMap<ChoiceKey, Rc<Vec<Axes>>>,
}

/// Everything that a choice depends on: ops with equal keys get the same axes.
type ChoiceKey = (usize, OpName, MeshId, SmallVec<[SharedLayout; 4]>, SmallVec<[u64; 4]>);

/// The factors of an op and the key of its rule.
#[derive(Clone)]
pub(crate) struct Ruled {
    /// Equal for ops whose factors are equal.
    rule: usize,
    pub(crate) factors: Rc<Factors>,
}

/// An op and the layouts of the tensors around it.
pub(crate) struct Surroundings<'a> {
    pub(crate) module: &'a Module,
    pub(crate) values: &'a LocalValues,
    pub(crate) op: OpId,
    /// Shape and element bits of each operand, then of each result.
    pub(crate) facts: &'a [(Shape, u64)],
    /// The layouts in which the results are wanted.
    pub(crate) targets: &'a [SharedLayout],
    pub(crate) mesh: MeshId,
}

impl<'m> Chooser<'m> {
    pub(crate) fn new(options: RuleOptions<'m>) -> Self {
        Self { rules: RuleTable::new(options), factors: FxHashMap::default(), choices: FxHashMap::default() }
    }

    /// The factors of an op; `None` if it has no rule.
    pub(crate) fn factors_of(&mut self, module: &Module, op: OpId, how: How) -> Option<Ruled> {
        let id = self.rules.id(module, op);
        if let How::Rule(_, Some(adjust), _) = how {
            // An adjusted rule also depends on the attributes of the op, so it is not shared between ops.
            let adjusted = adjust(module, op, self.rules.get(id).rule()?)?;
            return Some(Ruled { rule: usize::MAX - op.index(), factors: Rc::new(Factors::new(&adjusted)) });
        }
        let rules = &self.rules;
        let each = maps_elements(module.op(op).name.code());
        let factors = self.factors.entry((id.index(), each)).or_insert_with(|| match rules.get(id) {
            OpRule::Rule(rule) if each => Some(Rc::new(Factors::new(rule).with_single_elements())),
            OpRule::Rule(rule) => Some(Rc::new(Factors::new(rule))),
            OpRule::None | OpRule::Unknown => None,
        });
        Some(Ruled { rule: id.index(), factors: factors.clone()? })
    }

    /// Chooses the axes of every factor of an op.
    pub(crate) fn choose(
        &mut self,
        ruled: &Ruled,
        abilities: Abilities,
        around: &Surroundings<'_>,
        planner: &mut Planner,
        meshes: &Meshes,
    ) -> Rc<Vec<Axes>> {
        let key = around.key(ruled);
        if let Some(known) = self.choices.get(&key) {
            return known.clone();
        }
        let tensors = around.tensors();
        let offered: Vec<Around<'_>> = tensors.iter().map(OpTensor::around).collect();
        let Surroundings { module, values, op, mesh, .. } = *around;
        let factors = &*ruled.factors;
        let mut prices = Prices {
            planner,
            meshes,
            mesh,
            tensors: &tensors,
            operands: factors.operands,
            windows: &|assignment: &[Axes]| window_bits(module, values, op, factors, assignment),
        };
        let choice = Rc::new(choose_placement(factors, abilities, mesh, &offered, &mut prices));
        self.choices.insert(key, choice.clone());
        choice
    }
}

impl<'a> Surroundings<'a> {
    fn key(&self, ruled: &Ruled) -> ChoiceKey {
        let data = self.module.op(self.op);
        let mut layouts: SmallVec<[SharedLayout; 4]> = SmallVec::new();
        let mut sizes: SmallVec<[u64; 4]> = SmallVec::new();
        for (&operand, facts) in data.operands.iter().zip(self.facts) {
            let before = layouts.len();
            layouts.extend(self.values.shared_layouts(operand).cloned());
            sizes.extend([(layouts.len() - before) as u64, facts.1]);
        }
        layouts.extend(self.targets.iter().cloned());
        // The traffic of windows depends on the attributes of the op, not on its rule alone.
        let rule = if has_windows(self.module, self.op) { usize::MAX - self.op.index() } else { ruled.rule };
        (rule, data.name, self.mesh, layouts, sizes)
    }

    /// The operands with the layouts they are available in, then the results with the layout they are wanted
    /// in.
    fn tensors(&self) -> Vec<OpTensor<'a>> {
        let values = self.values;
        let operands = self.module.op(self.op).operands.iter();
        let operands = operands.map(|&operand| values.layouts(operand).collect());
        let layouts = operands.chain(self.targets.iter().map(|target| vec![&**target]));
        let tensor = |((shape, bits), layouts): (&'a (Shape, u64), _)| OpTensor {
            shape,
            element_bits: *bits,
            layouts,
        };
        self.facts.iter().zip(layouts).map(tensor).collect()
    }
}

/// Whether an op computes every element from one element of each operand, at the same position or in another order.
fn maps_elements(code: Option<OpCode>) -> bool {
    code.is_some_and(|code| {
        code.kind() == OpKind::Elementwise || code.traits().computed == Computed::Transposed
    })
}
