//! The test of a rule file.

use serde::Serialize;

use crate::view::{View, json_as_declared};
use crate::{Table, visible_line};

/// What was found about a factor of a rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TestedFactorView {
    /// The name in the rule.
    pub factor: String,
    /// `pass-through`, `reduction`, `need_replication` or `permutation`.
    pub kind: &'static str,
    /// The number of its indices.
    pub size: u64,
    /// The number of shards that were tried; 1 if it was not tested.
    pub shards: u64,
    /// Whether the results are those that the rule claims; `None` if it was not tested.
    pub holds: Option<bool>,
    /// Why it was not tested, or the difference.
    pub note: String,
}

/// The test of the rule of a custom call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RuleTestView {
    /// The target of the call.
    pub target: String,
    /// The line of the call.
    pub line: usize,
    /// The rule for the shapes of the call.
    pub rule: String,
    /// The function that it was compared with; `None` if there is none.
    pub reference: Option<String>,
    /// The factors; empty without a reference.
    pub factors: Vec<TestedFactorView>,
}

impl RuleTestView {
    /// Whether another call has the same rule and the same outcome.
    pub fn is_same(&self, other: &Self) -> bool {
        (&self.target, &self.rule, &self.factors) == (&other.target, &other.rule, &other.factors)
    }
}

/// The test of a rule file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RuleTestsView {
    /// The rules of the file: target and rule as written.
    pub targets: Vec<String>,
    /// The calls of the program with a rule; equal calls once.
    pub calls: Vec<RuleTestView>,
}

impl View for RuleTestsView {
    fn text(&self) -> String {
        let plural = if self.targets.len() == 1 { "" } else { "s" };
        let mut out = format!("{} rule{plural}: {}\n", self.targets.len(), self.targets.join(", "));
        for call in &self.calls {
            let title = format!("{} in line {}: {}", call.target, call.line, call.rule);
            out += &format!("\n{}\n", visible_line(&title));
            if call.reference.is_none() {
                let name = visible_line(&call.target);
                out += &format!(
                    "  the rule fits; not compared: there is no function @{name} with these types\n"
                );
                continue;
            }
            let mut table = Table::default();
            for each in &call.factors {
                let verdict = match each.holds {
                    Some(true) => format!("holds on {} shards", each.shards),
                    Some(false) => format!("wrong on {} shards: {}", each.shards, each.note),
                    None => format!("not tested: {}", each.note),
                };
                table.row([format!("{}={}", each.factor, each.size), each.kind.to_string(), verdict]);
            }
            out += &table.render("  ");
        }
        out
    }

    fn json(&self) -> String {
        json_as_declared(self)
    }
}
