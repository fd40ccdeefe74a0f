//! Deriving each distinct rule of a module once.
//!
//! A model is few kinds of op seen many times: a module of 13,000 ops has some 160 keys.

use partita_base::{Id, Interner, Memo, Symbol, ids};
use partita_ir::{Module, OpCode, OpId, OpName, ValueId, names};
use rustc_hash::FxHashSet;

use super::view::{self, Facts};
use super::{OpRule, RuleOptions, table};

ids! {
    /// One distinct rule of a [`RuleTable`]. Ops with equal rules share it.
    RuleId;
}

/// Writes down everything that the rule of an op depends on. Ops of one module with equal keys have equal rules.
fn write_key(module: &Module, id: OpId, facts: Facts, key: &mut Vec<u32>) {
    let op = module.op(id);
    let number = |symbol: Symbol| symbol.index() as u32;
    key.clear();
    let (kind, name) = match op.name {
        OpName::Known(code) => (0, code as u32),
        OpName::Other(name) => (1, number(name)),
    };
    let first = [name, kind | u32::from(facts.0) << 1, op.operands.len() as u32, op.result_count() as u32];
    key.extend_from_slice(&first);
    for &operand in &op.operands {
        key.push(module.type_of(operand).index() as u32);
    }
    for result in op.results() {
        key.push(module.type_of(result).index() as u32);
    }
    if op.attrs.is_empty() {
        return;
    }
    match (op.attr(names::SDY_SHARDING_RULE), op.name.code()) {
        (Some(rule), _) => key.extend([number(names::SDY_SHARDING_RULE), rule.index() as u32]),
        // The value of a constant says nothing, and there may be many.
        (None, None | Some(OpCode::Constant | OpCode::SdyConstant)) => {}
        (None, Some(code)) => {
            let inherent = &code.info().attrs;
            for &(name, attr) in &op.attrs {
                if inherent.iter().any(|inherent| inherent.symbol == name) {
                    key.extend([number(name), attr.index() as u32]);
                }
            }
        }
    }
}

/// The rules of one module, each derived once.
///
/// Keys are made of the ids that the module's context gives to types and attributes, so a table serves one
/// module. The module may change between calls, but which values are states of random generators is
/// remembered from the first time that it matters.
pub struct RuleTable<'a> {
    options: RuleOptions<'a>,
    by_key: Memo,
    /// The key at hand.
    key: Vec<u32>,
    rules: Interner<RuleId, OpRule>,
    rng_states: Option<FxHashSet<ValueId>>,
}

impl<'a> RuleTable<'a> {
    /// An empty table.
    pub fn new(options: RuleOptions<'a>) -> Self {
        Self {
            options,
            by_key: Memo::default(),
            key: Vec::new(),
            rules: Interner::default(),
            rng_states: None,
        }
    }

    /// The rule of an op, by id: equal ids mean equal rules.
    pub fn id(&mut self, module: &Module, op: OpId) -> RuleId {
        let states = &mut self.rng_states;
        let mut feeds_rng =
            |value| states.get_or_insert_with(|| view::rng_states(module).collect()).contains(&value);
        let facts = view::facts(module, op, &mut feeds_rng);
        write_key(module, op, facts, &mut self.key);
        if let Some(known) = self.by_key.get(&self.key) {
            return RuleId::from_index(known as usize);
        }
        let id = self.rules.intern(table::derive(module, op, facts, &self.options));
        self.by_key.insert(&self.key, id.index() as u32);
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
