//! Deriving each distinct rule of a module once.
//!
//! A model is few kinds of op seen many times: a module of 13,000 ops has some 160 keys.

use partita_base::{Interner, Symbol, ids};
use partita_ir::{AttrId, Module, OpCode, OpId, OpName, TypeId, ValueId, names};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::view::{self, Facts};
use super::{OpRule, RuleOptions, table};

ids! {
    /// One distinct rule of a [`RuleTable`]. Ops with equal rules share it.
    RuleId;
}

/// Everything that the rule of an op depends on. Ops of one module with equal keys have equal rules.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RuleKey {
    name: OpName,
    operands: u32,
    types: SmallVec<[TypeId; 6]>,
    attrs: SmallVec<[(Symbol, AttrId); 4]>,
    facts: Facts,
}

/// The key of an op's rule. For a custom call of target `X64Combine` it looks through the whole module.
pub fn rule_key(module: &Module, op: OpId) -> RuleKey {
    let facts = view::facts(module, op, &mut |value| view::feeds_rng(module, value));
    key_with(module, op, facts)
}

fn key_with(module: &Module, id: OpId, facts: Facts) -> RuleKey {
    let op = module.op(id);
    let values = op.operands.iter().copied().chain(op.results());
    let types = values.map(|value| module.type_of(value)).collect();
    let attrs: SmallVec<[(Symbol, AttrId); 4]> = match op.attr(names::SDY_SHARDING_RULE) {
        Some(rule) => SmallVec::from_slice(&[(names::SDY_SHARDING_RULE, rule)]),
        None => match op.name.code() {
            // The value of a constant says nothing, and there may be many.
            None | Some(OpCode::Constant | OpCode::SdyConstant) => SmallVec::new(),
            Some(code) => {
                let inherent = &code.info().attrs;
                op.attrs
                    .iter()
                    .copied()
                    .filter(|(name, _)| inherent.iter().any(|attr| attr.symbol == *name))
                    .collect()
            }
        },
    };
    RuleKey { name: op.name, operands: op.operands.len() as u32, types, attrs, facts }
}

/// The rules of one module, each derived once.
///
/// Keys are made of the ids that the module's context gives to types and attributes, so a table serves one
/// module. The module may change between calls, but which values are states of random generators is
/// remembered from the first time that it matters.
pub struct RuleTable<'a> {
    options: RuleOptions<'a>,
    by_key: FxHashMap<RuleKey, RuleId>,
    rules: Interner<RuleId, OpRule>,
    rng_states: Option<FxHashSet<ValueId>>,
}

impl<'a> RuleTable<'a> {
    /// An empty table.
    pub fn new(options: RuleOptions<'a>) -> Self {
        Self { options, by_key: FxHashMap::default(), rules: Interner::default(), rng_states: None }
    }

    /// The rule of an op, by id: equal ids mean equal rules.
    pub fn id(&mut self, module: &Module, op: OpId) -> RuleId {
        let states = &mut self.rng_states;
        let mut feeds_rng =
            |value| states.get_or_insert_with(|| view::rng_states(module).collect()).contains(&value);
        let facts = view::facts(module, op, &mut feeds_rng);
        let key = key_with(module, op, facts);
        if let Some(&id) = self.by_key.get(&key) {
            return id;
        }
        let id = self.rules.intern(table::derive(module, op, facts, &self.options));
        self.by_key.insert(key, id);
        id
    }

    /// The rule behind an id.
    pub fn get(&self, id: RuleId) -> &OpRule {
        self.rules.get(id)
    }

    /// The rule of an op.
    pub fn rule(&mut self, module: &Module, op: OpId) -> &OpRule {
        let id = self.id(module, op);
        self.get(id)
    }

    /// How many distinct rules there are, those of ops without one included.
    pub fn len(&self) -> usize {
        self.rules.len()
    }

    /// Whether nothing was asked yet.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// How many distinct ops were asked about.
    pub fn key_count(&self) -> usize {
        self.by_key.len()
    }
}
