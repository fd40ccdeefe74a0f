//! What removes collectives, for the groups by source line.

use serde::Serialize;

use super::model::ExplorerView;
use crate::suggestions::PriceView;
use crate::{By, CommsFixView, CommsView};

/// The answer for one group.
#[derive(Clone, Debug, Serialize)]
struct FixText {
    /// Whether an annotation removes all collectives of the group, or some.
    found: &'static str,
    /// The annotation, in the notation that the user writes.
    code: Option<u32>,
    /// Where it belongs and what it changes, or why there is none.
    lines: Vec<u32>,
}

/// The answers that were searched for.
#[derive(Clone, Debug, Serialize)]
pub(super) struct FixData {
    /// The group by source line of each collective.
    group_of: Vec<usize>,
    /// For each of the largest groups, in their order.
    fixes: Vec<FixText>,
    tried: usize,
}

impl ExplorerView {
    /// Adds what `partita comms --fix` finds. The costs are added before.
    pub fn add_fixes(&mut self, comms: &CommsView, price: PriceView, fixes: &[CommsFixView]) {
        let mut group_of = vec![0; comms.collectives.len()];
        for (group, (_, members)) in comms.groups_with_members(By::Source).iter().enumerate() {
            members.iter().for_each(|&member| group_of[member] = group);
        }
        let mut texts = Vec::new();
        for fix in fixes {
            let found = match (&fix.removed_by, &fix.reduced_by) {
                (Some(_), _) => "removed",
                (None, Some(_)) => "reduced",
                (None, None) => "none",
            };
            let code = fix.annotation().map(|code| self.strings.add(code));
            let lines = fix.explanation(price);
            texts.push(FixText {
                found,
                code,
                lines: lines.iter().map(|line| self.strings.add(line)).collect(),
            });
        }
        let tried = fixes.iter().map(|fix| fix.tried).sum();
        if let Some(costs) = &mut self.costs {
            costs.fixes = Some(FixData { group_of, fixes: texts, tried });
        }
    }
}
