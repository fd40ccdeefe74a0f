//! Which axes shard the factors of every op: rules and choices, remembered.

use std::rc::Rc;

use partita_base::Id;
use partita_hlo::rules::{OpRule, RuleOptions, RuleTable};
use partita_ir::{Module, OpCode, OpId, OpKind, OpName};
use partita_mesh::{MeshId, Meshes};
use partita_place::{Abilities, Around, Factors, place};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::layout::{Axes, Layout, Shape};
use crate::ops::{How, has_windows, window_bits};
use crate::plan::Planner;
use crate::prices::{Prices, Tensor};
use crate::values::Values;

/// Chooses the axes that shard the factors of ops.
pub(crate) struct Chooser<'m> {
    rules: RuleTable<'m>,
    factors: FxHashMap<(usize, bool), Option<Rc<Factors>>>,
    choices: FxHashMap<ChoiceKey, Rc<Vec<Axes>>>,
}

/// Everything that a choice of axes depends on.
type ChoiceKey = (usize, OpName, MeshId, SmallVec<[Layout; 4]>, SmallVec<[u64; 4]>);

/// The rule of an op as placement sees it.
#[derive(Clone)]
pub(crate) struct Ruled {
    /// Equal for ops whose factors are equal.
    rule: usize,
    pub(crate) factors: Rc<Factors>,
}

/// An op and where the tensors around it lie.
pub(crate) struct Surroundings<'a> {
    pub(crate) module: &'a Module,
    pub(crate) values: &'a Values,
    pub(crate) op: OpId,
    /// Shape and bits of an element: those of the operands, then those of the results.
    pub(crate) facts: &'a [(Shape, u64)],
    /// Where the results are wanted.
    pub(crate) targets: &'a [Layout],
    pub(crate) mesh: MeshId,
}

impl<'m> Chooser<'m> {
    pub(crate) fn new(options: RuleOptions<'m>) -> Self {
        Self { rules: RuleTable::new(options), factors: FxHashMap::default(), choices: FxHashMap::default() }
    }

    /// The factors of an op; `None` where it has no rule.
    pub(crate) fn factors_of(&mut self, module: &Module, op: OpId, how: How) -> Option<Ruled> {
        let id = self.rules.id(module, op);
        if let How::Rule(_, Some(adjust), _) = how {
            // A rule of our own depends on the op in more ways than the table's.
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

    /// The axes of every factor of an op.
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
        let offered: Vec<Around<'_>> = tensors.iter().map(Tensor::around).collect();
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
        let choice = Rc::new(place(factors, abilities, mesh, &offered, &mut prices));
        self.choices.insert(key, choice.clone());
        choice
    }
}

impl<'a> Surroundings<'a> {
    fn key(&self, ruled: &Ruled) -> ChoiceKey {
        let data = self.module.op(self.op);
        let mut layouts: SmallVec<[Layout; 4]> = SmallVec::new();
        let mut sizes: SmallVec<[u64; 4]> = SmallVec::new();
        for (&operand, facts) in data.operands.iter().zip(self.facts) {
            let before = layouts.len();
            layouts.extend(self.values.layouts(operand).cloned());
            sizes.extend([(layouts.len() - before) as u64, facts.1]);
        }
        layouts.extend(self.targets.iter().cloned());
        // Where windows lie depends on the op, not on its rule alone.
        let rule = if has_windows(self.module, self.op) { usize::MAX - self.op.index() } else { ruled.rule };
        (rule, data.name, self.mesh, layouts, sizes)
    }

    /// The operands with the layouts they are available in, then the results with the one they are wanted in.
    fn tensors(&self) -> Vec<Tensor<'a>> {
        let values = self.values;
        let operands = self.module.op(self.op).operands.iter();
        let operands = operands.map(|&operand| values.layouts(operand).collect());
        let layouts = operands.chain(self.targets.iter().map(|target| vec![target]));
        let tensor =
            |((shape, bits), layouts): (&'a (Shape, u64), _)| Tensor { shape, element_bits: *bits, layouts };
        self.facts.iter().zip(layouts).map(tensor).collect()
    }
}

/// Whether an op makes every element from one element of each operand.
fn maps_elements(code: Option<OpCode>) -> bool {
    code.is_some_and(|code| code.kind() == OpKind::Elementwise || code == OpCode::Transpose)
}
