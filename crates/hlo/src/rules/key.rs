//! Deriving each distinct rule of a module once.
//!
//! A model consists of few kinds of op, each repeated many times: a module of 13,000 ops has about 160 keys.

use partita_base::{Id, IdVec, Interner, Memo, Symbol, ids};
use partita_ir::{FormId, Module, Op, OpId, ValueId, names};
use rustc_hash::FxHashSet;

use super::view::{self, Facts};
use super::{OpRule, RuleOptions, table};

ids! {
    /// One distinct rule of a [`RuleTable`]. Ops with equal rules share it.
    RuleId;
    /// Everything that the rule of an op depends on: ops of one module with equal keys have equal rules. Among the rest
    /// are its name, the types of its values and the attributes that belong to ops of the name.
    OpKey;
}

/// The number of results is stored in 12 bits of a key; this value means that it is in the list instead.
const MANY: usize = (1 << 12) - 1;

/// Writes everything that the rule of an op depends on: into the number that is returned, and into the list.
#[inline]
fn write_key(list: &mut Vec<u32>, module: &Module, op: &Op, facts: Facts) -> u64 {
    list.clear();
    for &operand in &op.operands {
        list.push(module.type_of(operand).index() as u32);
    }
    for result in op.results() {
        list.push(module.type_of(result).index() as u32);
    }
    for &(name, attr) in &op.attrs {
        // Rules do not depend on shardings.
        if name != names::SDY_SHARDING && (name == names::SDY_SHARDING_RULE || matters(op, name)) {
            list.push(name.index() as u32 + 1);
            list.push(attr.index() as u32);
        }
    }
    // An op that is not in the table has no rule except a written one, whatever its name.
    let name = op.name.code().map_or(0, |code| code as u64 + 1) << 1 | u64::from(facts.0);
    // A number of results that does not fit is the first entry of the list.
    let few = op.result_count().min(MANY);
    if few == MANY {
        list.insert(0, op.result_count() as u32);
    }
    (name << 12 | few as u64) << 32 | op.operands.len() as u64
}

/// Whether the rule of an op may depend on an attribute: on one that belongs to ops of this name.
fn matters(op: &Op, name: Symbol) -> bool {
    match op.name.code() {
        // The rule of a constant does not depend on its value, and most values differ.
        None => false,
        Some(code) if code.is_constant() => false,
        Some(code) => code.info().attrs.iter().any(|inherent| inherent.symbol == name),
    }
}

/// The rules of one module, each derived once.
///
/// Keys are made of the ids that the module's context gives to types and attributes, so a table serves one
/// module. The module may change between calls, but which values are states of random generators is
/// remembered from the first time that it matters.
pub struct RuleTable<'a> {
    options: RuleOptions<'a>,
    keys: Memo,
    /// The keys of ops of known forms.
    by_form: IdVec<FormId, Option<OpKey>>,
    /// The list of the last key, kept for its allocation.
    list: Vec<u32>,
    by_key: IdVec<OpKey, RuleId>,
    rules: Interner<RuleId, OpRule>,
    rng_states: Option<FxHashSet<ValueId>>,
}

impl<'a> RuleTable<'a> {
    /// An empty table.
    pub fn new(options: RuleOptions<'a>) -> Self {
        Self {
            options,
            keys: Memo::default(),
            by_form: IdVec::new(),
            list: Vec::new(),
            by_key: IdVec::new(),
            rules: Interner::default(),
            rng_states: None,
        }
    }

    /// The rule of an op, by id: equal ids mean equal rules.
    pub fn id(&mut self, module: &Module, op: OpId) -> RuleId {
        match self.key(module, op) {
            Some(key) => self.by_key[key],
            None => self.rules.intern(OpRule::None),
        }
    }

    /// The rule of ops with a key.
    pub fn of_key(&self, key: OpKey) -> &OpRule {
        self.get(self.by_key[key])
    }

    /// The key of an op, unless ops of its name never have a rule. Keys are numbered in the order of first use.
    pub fn key(&mut self, module: &Module, op: OpId) -> Option<OpKey> {
        let Some(form) = module.form(op).filter(|_| !view::depends_on_surroundings(module.code(op))) else {
            return self.key_anew(module, op);
        };
        if let Some(&Some(key)) = self.by_form.get(form) {
            debug_assert_eq!(self.key_anew(module, op), Some(key), "ops of one form have one rule");
            return Some(key);
        }
        let key = self.key_anew(module, op)?;
        *self.by_form.grow(form, None) = Some(key);
        Some(key)
    }

    /// The key of an op of any form.
    fn key_anew(&mut self, module: &Module, op: OpId) -> Option<OpKey> {
        let data = module.op(op);
        if data.name.code().is_some_and(table::has_none) && data.attr(names::SDY_SHARDING_RULE).is_none() {
            return None;
        }
        let states = &mut self.rng_states;
        let mut feeds_rng =
            |value| states.get_or_insert_with(|| view::rng_states(module).collect()).contains(&value);
        let facts = view::rule_facts(module, op, &mut feeds_rng);
        let first = write_key(&mut self.list, module, data, facts);
        let place = self.keys.key(first, &self.list);
        let known = self.keys.get(place).map(|known| OpKey::from_index(known as usize));
        Some(known.unwrap_or_else(|| {
            let id = self.rules.intern(table::derive_rule(module, op, facts, &self.options));
            let key = self.by_key.push(id);
            self.keys.insert(place, key.index() as u32);
            key
        }))
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

    /// The number of distinct rules, including the absence of one.
    pub fn len(&self) -> usize {
        self.rules.len()
    }

    /// Whether no rule was requested yet.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }
}
