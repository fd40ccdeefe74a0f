//! Deriving each distinct rule of a module once.
//!
//! A model is few kinds of op seen many times: a module of 13,000 ops has some 160 keys.

use partita_base::{Id, Interner, Key, Memo, Symbol, ids};
use partita_ir::{Module, Op, OpCode, OpId, ValueId, names};
use rustc_hash::FxHashSet;

use super::view::{self, Facts};
use super::{OpRule, RuleOptions, table};

ids! {
    /// One distinct rule of a [`RuleTable`]. Ops with equal rules share it.
    RuleId;
}

/// Looks up an op by everything that its rule depends on: ops of one module with equal keys have equal rules.
fn find(memo: &mut Memo, module: &Module, op: &Op, facts: Facts) -> Result<u32, Key> {
    let mut list = memo.list();
    // Of an op that is not in the table, the name says nothing.
    let name = op.name.code().map_or(0, |code| code as u32 + 1);
    list.push(name << 1 | u32::from(facts.0));
    list.push(op.operands.len() as u32);
    list.push(op.result_count() as u32);
    op.operands.iter().for_each(|&operand| list.push(module.type_of(operand).index() as u32));
    op.results().for_each(|result| list.push(module.type_of(result).index() as u32));
    for &(name, attr) in &op.attrs {
        // The sharding is what comes of the rule, not what it depends on.
        if name != names::SDY_SHARDING && (name == names::SDY_SHARDING_RULE || matters(op, name)) {
            list.push(name.index() as u32);
            list.push(attr.index() as u32);
        }
    }
    list.find()
}

/// Whether the rule of an op may depend on an attribute: on one that belongs to ops of this name.
fn matters(op: &Op, name: Symbol) -> bool {
    match op.name.code() {
        // The value of a constant says nothing, and there may be many.
        None | Some(OpCode::Constant | OpCode::SdyConstant) => false,
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
    by_key: Memo,
    rules: Interner<RuleId, OpRule>,
    /// What ops have that never have a rule.
    none: Option<RuleId>,
    rng_states: Option<FxHashSet<ValueId>>,
}

impl<'a> RuleTable<'a> {
    /// An empty table.
    pub fn new(options: RuleOptions<'a>) -> Self {
        Self { options, by_key: Memo::default(), rules: Interner::default(), none: None, rng_states: None }
    }

    /// The rule of an op, by id: equal ids mean equal rules.
    pub fn id(&mut self, module: &Module, op: OpId) -> RuleId {
        let data = module.op(op);
        if data.name.code().is_some_and(table::has_none) && data.attr(names::SDY_SHARDING_RULE).is_none() {
            return *self.none.get_or_insert_with(|| self.rules.intern(OpRule::None));
        }
        let states = &mut self.rng_states;
        let mut feeds_rng =
            |value| states.get_or_insert_with(|| view::rng_states(module).collect()).contains(&value);
        let facts = view::facts(module, op, &mut feeds_rng);
        let key = match find(&mut self.by_key, module, data, facts) {
            Ok(known) => return RuleId::from_index(known as usize),
            Err(key) => key,
        };
        let id = self.rules.intern(table::derive(module, op, facts, &self.options));
        self.by_key.insert(key, id.index() as u32);
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
}
