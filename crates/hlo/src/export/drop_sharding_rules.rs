//! `sdy-drop-sharding-rules`: drops rules that can be derived again.

use partita_base::Diagnostics;
use partita_ir::pass::{Anchor, PassInfo, PassOptions};
use partita_ir::{Attr, Module, SdyAttr, names};
use partita_rule::RuleOrigin;

pub(super) const PASS: PassInfo = PassInfo {
    name: "sdy-drop-sharding-rules",
    help: "drop derived sharding rules",
    anchor: Anchor::Func,
    options: &[],
    run,
};

fn run(module: &mut Module, _: &PassOptions) -> Result<(), Diagnostics> {
    // Most programs have no rules at all; there are far fewer attributes than ops.
    let is_derived = |sdy: &SdyAttr| matches!(sdy, SdyAttr::Rule(rule) if rule.origin == RuleOrigin::Derived);
    if !module.context.attrs().any(|attr| matches!(attr, Attr::Sdy(sdy) if is_derived(sdy))) {
        return Ok(());
    }
    for &op in &module.walk(module.top()) {
        if module.sdy_attr(op, names::SDY_SHARDING_RULE).is_some_and(is_derived) {
            module.remove_attr(op, names::SDY_SHARDING_RULE);
        }
    }
    Ok(())
}
