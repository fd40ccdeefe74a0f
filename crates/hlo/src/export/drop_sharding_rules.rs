//! `sdy-drop-sharding-rules`: drops rules that can be derived again.

use partita_base::Diagnostics;
use partita_ir::pass::{Anchor, PassInfo, PassOptions};
use partita_ir::{Module, SdyAttr, names};
use partita_rule::RuleOrigin;

pub(super) const PASS: PassInfo = PassInfo {
    name: "sdy-drop-sharding-rules",
    help: "drop derived sharding rules",
    anchor: Anchor::Func,
    options: &[],
    run,
};

fn run(module: &mut Module, _: &PassOptions) -> Result<(), Diagnostics> {
    for &op in &module.walk(module.top()) {
        if let Some(SdyAttr::Rule(rule)) = module.sdy_attr(op, names::SDY_SHARDING_RULE)
            && rule.origin == RuleOrigin::Derived
        {
            module.remove_attr(op, names::SDY_SHARDING_RULE);
        }
    }
    Ok(())
}
