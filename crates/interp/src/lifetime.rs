//! The last uses of values.

use partita_base::IdVec;
use partita_ir::{Definition, Module, OpId, ValueId};
use rustc_hash::FxHashMap;

/// Which values die after which op; that op is in the block that defines them.
pub(crate) struct Lifetimes {
    deaths: FxHashMap<OpId, Vec<ValueId>>,
    used: IdVec<ValueId, bool>,
}

impl Lifetimes {
    pub(crate) fn new(module: &Module) -> Self {
        let order = module.walk(module.top());
        let mut position: IdVec<OpId, u32> = IdVec::filled(0, module.op_count());
        for (at, &op) in order.iter().enumerate() {
            position[op] = at as u32;
        }
        let mut last: IdVec<ValueId, Option<OpId>> = IdVec::filled(None, module.value_count());
        for &op in &order {
            for &value in &module.op(op).operands {
                let home = match module.value(value).definition {
                    Definition::Result { op, .. } => module.op(op).block,
                    Definition::Argument { block, .. } => Some(block),
                };
                // The op of the value's own block that contains this use.
                let mut user = op;
                while module.op(user).block != home {
                    match module.parent(user) {
                        Some(parent) => user = parent,
                        None => break,
                    }
                }
                if last[value].is_none_or(|other| position[other] < position[user]) {
                    last[value] = Some(user);
                }
            }
        }
        let mut deaths: FxHashMap<OpId, Vec<ValueId>> = FxHashMap::default();
        let mut used = IdVec::filled(false, module.value_count());
        for value in last.ids() {
            if let Some(op) = last[value] {
                used[value] = true;
                deaths.entry(op).or_default().push(value);
            }
        }
        Lifetimes { deaths, used }
    }

    /// The values that are not needed after `op`.
    pub(crate) fn deaths(&self, op: OpId) -> &[ValueId] {
        self.deaths.get(&op).map_or(&[], Vec::as_slice)
    }

    /// Whether a value has any use.
    pub(crate) fn is_used(&self, value: ValueId) -> bool {
        self.used[value]
    }
}
