//! Why every value is sharded as it is, and where values do not agree.

use std::collections::BTreeMap;

use super::frame::{count, escaped};
use super::listing::place_link;
use super::notation::Colors;
use crate::program::ProgramView;
use crate::spread::SpreadView;
use crate::why::{HopView, OriginView, WhyView};

/// Says why.
pub(super) struct Explanations<'a> {
    spread: &'a SpreadView,
    program: &'a ProgramView,
    colors: &'a Colors<'a>,
    /// Begins the names of explanations.
    anchor: &'a str,
    /// The explanations of values, by name.
    names: BTreeMap<&'a str, usize>,
}

impl<'a> Explanations<'a> {
    pub(super) fn new(
        spread: &'a SpreadView,
        program: &'a ProgramView,
        colors: &'a Colors<'a>,
        anchor: &'a str,
    ) -> Self {
        let mut names: BTreeMap<&str, usize> = BTreeMap::new();
        for value in &spread.values {
            if let Some(number) = value.explanation {
                names.entry(&value.name).or_insert(number);
            }
        }
        Self { spread, program, colors, anchor, names }
    }

    /// All explanations.
    pub(super) fn html(&self) -> String {
        let all = self.spread.explanations.iter().enumerate();
        let mut out: String = all.map(|(number, why)| self.explanation(number, why)).collect();
        if out.is_empty() {
            out += "<p>No value is sharded.</p>\n";
        }
        if self.spread.unexplained > 0 {
            out += &format!(
                "<p class=\"warn\">{} more sharded values are not explained here: the page explains {}, those of the main \
                 function first. <code>partita why FILE VALUE</code> explains any of them.</p>\n",
                self.spread.unexplained,
                self.spread.explanations.len()
            );
        }
        out
    }

    /// Where the tensors of an op want different things.
    pub(super) fn conflicts(&self) -> String {
        let SpreadView { conflicts, conflicts_left_out: left_out, .. } = self.spread;
        if conflicts.is_empty() {
            return "<p>All ops agree with their operands and results: no conflicts.</p>\n".into();
        }
        let mut out = format!(
            "<p>{}: an op has an axis on one side that the other side cannot take. Data has to move there.</p>\n<ul>\n",
            count(conflicts.len() + left_out, "conflict")
        );
        for blame in conflicts {
            out += &format!(
                "<li><code>{}</code> ({}), factor <code>{}</code>: {} has {} on dimension {}; {} does not on dimension {}: \
                 {}</li>\n",
                escaped(&blame.op),
                place_link(self.program, &blame.place),
                escaped(&blame.factor),
                self.value(&blame.from),
                self.colors.axis(&blame.axis),
                blame.from_dim,
                self.value(&blame.to),
                blame.to_dim,
                escaped(&blame.reason)
            );
        }
        out += "</ul>\n";
        if *left_out > 0 {
            out += &format!("<p class=\"warn\">{left_out} more are left out.</p>\n");
        }
        out
    }

    fn explanation(&self, number: usize, why: &WhyView) -> String {
        // The name is inside, so that a link to it opens the details.
        let mut out = format!(
            "<details><summary><code>{} {}</code></summary><div class=\"why\" id=\"{}{number}\">\n",
            escaped(&why.value),
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
            escaped(&origin.place)
        );
        if origin.hops.is_empty() {
            return out;
        }
        // The last stretches are those near the value.
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
            escaped(&hop.op),
            escaped(&factor),
            place_link(self.program, &hop.place),
            escaped(&hop.layer)
        )
    }

    /// The name of a value, which leads to its explanation.
    fn value(&self, name: &str) -> String {
        match self.names.get(name) {
            Some(number) => format!("<a href=\"#{}{number}\">{}</a>", self.anchor, escaped(name)),
            None => format!("<code>{}</code>", escaped(name)),
        }
    }
}
