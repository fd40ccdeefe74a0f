//! Rules by op, remembered.

use partita_ir::{Module, OpId, SdyAttr, names};
use partita_rule::RuleSpec;
use rustc_hash::FxHashMap;

/// Rules, each kept once.
#[derive(Default)]
pub struct RuleTable {
    rules: Vec<RuleSpec>,
    by_attr: FxHashMap<partita_ir::AttrId, usize>,
}

impl RuleTable {
    pub(super) fn rule_of(&mut self, module: &Module, op: OpId) -> Option<usize> {
        let attr = module.op(op).attr(names::SDY_SHARDING_RULE)?;
        if let Some(&known) = self.by_attr.get(&attr) {
            return Some(known);
        }
        let Some(SdyAttr::Rule(rule)) = module.sdy_attr(op, names::SDY_SHARDING_RULE) else { return None };
        self.rules.push(rule.clone());
        self.by_attr.insert(attr, self.rules.len() - 1);
        Some(self.rules.len() - 1)
    }

    pub(super) fn get(&self, rule: usize) -> &RuleSpec {
        &self.rules[rule]
    }
}
