//! The explanation of every sharding, and the conflicts.

use std::collections::BTreeMap;

use super::frame::{count_text, escape_html};
use super::listing::place_link;
use super::notation::Colors;
use crate::explained_propagation::ExplainedPropagationView;
use crate::program::ProgramView;
use crate::why::{HopView, OriginView, WhyView};

/// Renders explanations and conflicts, with links between values.
pub(super) struct Explanations<'a> {
    propagation: &'a ExplainedPropagationView,
    program: &'a ProgramView,
    colors: &'a Colors<'a>,
    /// The prefix of the ids of explanations.
    anchor: &'a str,
    /// The index of the explanation of each value, by name.
    names: BTreeMap<&'a str, usize>,
}

impl<'a> Explanations<'a> {
    pub(super) fn new(
        propagation: &'a ExplainedPropagationView,
        program: &'a ProgramView,
        colors: &'a Colors<'a>,
        anchor: &'a str,
    ) -> Self {
        let mut names: BTreeMap<&str, usize> = BTreeMap::new();
        for value in &propagation.values {
            if let Some(number) = value.explanation {
                names.entry(&value.name).or_insert(number);
            }
        }
        Self { propagation, program, colors, anchor, names }
    }

    /// Renders all explanations.
    pub(super) fn html(&self) -> String {
        let all = self.propagation.explanations.iter().enumerate();
        let mut out: String = all.map(|(number, why)| self.explanation(number, why)).collect();
        if out.is_empty() {
            out += "<p>No value is sharded.</p>\n";
        }
        if self.propagation.unexplained > 0 {
            out += &format!(
                "<p class=\"warn\">{} more sharded values are not explained here: the page explains {}, starting with the main \
                 function first. <code>partita why FILE VALUE</code> explains any of them.</p>\n",
                self.propagation.unexplained,
                self.propagation.explanations.len()
            );
        }
        out
    }

    /// Renders the conflicts.
    pub(super) fn conflicts(&self) -> String {
        let ExplainedPropagationView { conflicts, conflicts_left_out: left_out, .. } = self.propagation;
        if conflicts.is_empty() {
            return "<p>No conflicts: the operands and results of all ops have compatible shardings.</p>\n"
                .into();
        }
        let mut out = format!(
            "<p>{}: an operand or result of an op is sharded along an axis, and another one cannot be. Such ops need communication.</p>\n<ul>\n",
            count_text(conflicts.len() + left_out, "conflict")
        );
        for blame in conflicts {
            out += &format!(
                "<li><code>{}</code> ({}), factor <code>{}</code>: {} has {} on dimension {}; {} does not on dimension {}: \
                 {}</li>\n",
                escape_html(&blame.op),
                place_link(self.program, &blame.place),
                escape_html(&blame.factor),
                self.value(&blame.from),
                self.colors.axis(&blame.axis),
                blame.from_dim,
                self.value(&blame.to),
                blame.to_dim,
                escape_html(&blame.reason)
            );
        }
        out += "</ul>\n";
        if *left_out > 0 {
            out += &format!("<p class=\"warn\">{left_out} more are omitted.</p>\n");
        }
        out
    }

    fn explanation(&self, number: usize, why: &WhyView) -> String {
        // The id is inside the details, so that a link to it opens them.
        let mut out = format!(
            "<details><summary><code>{} {}</code></summary><div class=\"why\" id=\"{}{number}\">\n",
            escape_html(&why.value),
            self.colors.short(&why.short),
            self.anchor
        );
        for dim in &why.dims {
            for origin in &dim.origins {
                out += &self.origin(&format!("dimension {} ({})", dim.dim, dim.size), origin);
            }
        }
        out + "</div></details>\n"
    }

    fn origin(&self, dim: &str, origin: &OriginView) -> String {
        let priority = match origin.priority {
            0 => String::new(),
            priority => format!(", priority {priority}"),
        };
        let mut out = format!(
            "<p>{dim}: {} given on {} dimension {} at {}{priority}</p>\n",
            self.colors.axis(&origin.axis),
            self.value(&origin.value),
            origin.dim,
            escape_html(&origin.place)
        );
        if origin.hops.is_empty() {
            return out;
        }
        // Omitted hops are after the first third, because those near the value matter most.
        let gap = origin.hops.len() / 3;
        out += "<ol>\n";
        for (index, hop) in origin.hops.iter().enumerate() {
            let mut number = String::new();
            if origin.hops_left_out > 0 && index == gap {
                let next = index + origin.hops_left_out + 1;
                number = format!(" value=\"{next}\"");
                out += &format!("<li class=\"soft\">… {} more</li>\n", origin.hops_left_out);
            }
            out += &format!("<li{number}>{}</li>\n", self.hop(hop));
        }
        out + "</ol>\n"
    }

    fn hop(&self, hop: &HopView) -> String {
        let factor = hop.factor.as_ref().map(|factor| format!(" along {factor}")).unwrap_or_default();
        format!(
            "{} dimension {} by <code>{}</code>{} <i>({}; {})</i>",
            self.value(&hop.value),
            hop.dim,
            escape_html(&hop.op),
            escape_html(&factor),
            place_link(self.program, &hop.place),
            escape_html(&hop.layer)
        )
    }

    /// The name of a value, linked to its explanation if there is one.
    fn value(&self, name: &str) -> String {
        match self.names.get(name) {
            Some(number) => format!("<a href=\"#{}{number}\">{}</a>", self.anchor, escape_html(name)),
            None => format!("<code>{}</code>", escape_html(name)),
        }
    }
}
