//! Checks factor rules on ops.

use partita_base::{Diagnostic, Diagnostics};
use partita_rule::{RuleError, RuleSpec};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use partita_ir::{AttrId, OpId, SdyAttr, ValueId, names};

use super::{Sdy, types};

/// Which rules are valid on their own.
#[derive(Default)]
pub(super) struct Memo {
    sound: FxHashMap<AttrId, bool>,
}

impl Sdy<'_> {
    /// Checks the rule of an op: on its own, and against the op's values.
    pub(super) fn check_rule(&mut self, id: OpId, sink: &mut Diagnostics) {
        let name = names::SDY_SHARDING_RULE;
        let Some(attr) = self.module.op(id).attr(name) else { return };
        let Some(SdyAttr::Rule(rule)) = self.module.sdy_attr(id, name) else {
            sink.push(self.wrong_kind(id, name, "`#sdy.op_sharding_rule<…>`"));
            return;
        };
        let sound = *self.rules.sound.entry(attr).or_insert_with(|| rule.check().is_empty());
        if !sound {
            self.report_rule(id, &rule.check(), sink);
        }
        self.report_rule(id, &self.check_rule_against(id, rule), sink);
    }

    fn check_rule_against(&self, id: OpId, rule: &RuleSpec) -> Vec<RuleError> {
        let op = self.module.op(id);
        let rank = |value: ValueId| types::static_rank(&self.module.context, self.module.type_of(value));
        let operands: SmallVec<[_; 4]> = op.operands.iter().map(|&value| rank(value)).collect();
        let results: SmallVec<[_; 4]> = op.results().map(rank).collect();
        rule.check_against(&operands, &results)
    }

    fn report_rule(&self, id: OpId, errors: &[RuleError], sink: &mut Diagnostics) {
        let span = self.module.attr_span(id, names::SDY_SHARDING_RULE);
        for error in errors {
            let fault = Diagnostic::error(error.code(), span, error.to_string());
            sink.push(fault.help(error.help()));
        }
    }
}
