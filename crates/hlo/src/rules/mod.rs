//! The factor rule of every op.
//!
//! [`rule_of`] is the meaning of StableHLO, CHLO and sdy for propagation: which dimensions of an op's operands and
//! results correspond, and how. `table.rs` names the rule of each op, one row per op; the rules themselves are
//! one file per topic, each a pure function of an `OpView`. [`RuleTable`] derives each distinct
//! rule of a module once. The pass `sdy-populate-op-sharding-rules` writes the rules down as attributes.

mod collective;
mod composite;
mod convolution;
mod custom_call;
mod dot;
mod draft;
mod einsum;
mod gather;
mod key;
mod linalg;
mod notation;
mod pointwise;
mod populate;
mod reduce;
mod reshape;
mod rule_file;
mod shape;
mod table;
mod view;
mod window;

use std::sync::Arc;

use partita_ir::pass::PassInfo;
use partita_ir::{Module, OpCode, OpId};
use partita_rule::RuleSpec;

pub use key::{OpKey, RuleId, RuleTable};
pub(crate) use populate::populate_rules;
pub use rule_file::{FileRule, NamedRule, RuleFile, parse_rule_file};
pub(crate) use view::body_reduction;

/// The passes of this module.
pub const PASSES: &[PassInfo] = &[populate::PASS];

/// The target of a custom call; `None` for other ops.
pub fn call_target(module: &Module, op: OpId) -> Option<&str> {
    custom_call::target_name(module, module.op(op))
        .filter(|_| module.op(op).name.code() == Some(OpCode::CustomCall))
}

/// The set of rules to use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Compat {
    /// Exactly Shardy's rules.
    #[default]
    Shardy,
    /// Shardy's rules, rules for ops for which it has none, and corrections where its rule is wrong.
    Full,
}

/// How rules are made.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct RuleOptions<'a> {
    /// Whether to give up factors along which a sharding may cost communication.
    pub conservative: bool,
    /// The set of rules to use.
    pub compat: Compat,
    /// Rules of the user's own custom calls; they take precedence over built-in ones.
    pub user: Option<&'a RuleFile>,
}

partita_base::setters! { RuleOptions<'a> { conservative: bool, compat: Compat, user: Option<&'a RuleFile> } }

/// The rule of an op, or why it has none.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum OpRule {
    /// The op has this rule.
    Rule(Arc<RuleSpec>),
    /// The op is known and has no rule.
    None,
    /// The behaviour of the op is unknown, which is reported by name: Shardy replicates such an op silently.
    Unknown,
}

impl OpRule {
    /// The rule, if there is one.
    pub fn rule(&self) -> Option<&Arc<RuleSpec>> {
        match self {
            OpRule::Rule(rule) => Some(rule),
            OpRule::None | OpRule::Unknown => None,
        }
    }
}

impl From<Option<RuleSpec>> for OpRule {
    fn from(rule: Option<RuleSpec>) -> Self {
        rule.map_or(OpRule::None, |rule| OpRule::Rule(Arc::new(rule)))
    }
}

/// The rule of an op. One that is written on the op as `sdy.sharding_rule` takes precedence.
///
/// An op with a value that is not a tensor of static shape has none. For many ops, use a [`RuleTable`].
pub fn rule_of(module: &Module, op: OpId, options: &RuleOptions<'_>) -> OpRule {
    let facts = view::rule_facts(module, op, &mut |value| view::feeds_rng(module, value));
    table::derive_rule(module, op, facts, options)
}
