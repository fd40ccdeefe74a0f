//! Shardings in short notation, with coloured axes.

use std::collections::BTreeMap;

use super::frame::escape_html;
use crate::ModuleView;

/// The colour of each axis, by name.
#[derive(Default)]
pub(super) struct Colors<'a>(BTreeMap<&'a str, usize>);

/// The number of colours in the style sheet.
const COLORS: usize = 6;

impl<'a> Colors<'a> {
    pub(super) fn new(module: &'a ModuleView) -> Self {
        let mut colors = BTreeMap::new();
        for (name, _) in module.meshes.iter().flat_map(|mesh| &mesh.axes) {
            let next = colors.len() % COLORS;
            colors.entry(name.as_str()).or_insert(next);
        }
        Self(colors)
    }

    /// The name of an axis or sub-axis as HTML.
    pub(super) fn axis(&self, name: &str) -> String {
        self.colored(name.split(':').next().unwrap_or(name), name)
    }

    fn colored(&self, axis: &str, text: &str) -> String {
        match self.0.get(axis) {
            Some(color) => format!("<b class=\"a{color}\">{}</b>", escape_html(text)),
            None => format!("<b>{}</b>", escape_html(text)),
        }
    }

    /// A type in short notation, `f32[16@x,8@(y,z)]`, as HTML. Axes with quoted names are not coloured.
    pub(super) fn short(&self, short: &str) -> String {
        let mut out = String::new();
        let mut rest = short;
        while let Some(at) = rest.find('@') {
            let (before, axes) = rest.split_at(at);
            let end = end_of_axes(axes);
            out += &escape_html(before);
            let first = axes[1..end].trim_start_matches('(');
            let first = &first[..first.find([',', ':', ')']).unwrap_or(first.len())];
            out += &self.colored(first, &axes[..end]);
            rest = &axes[end..];
        }
        out + &escape_html(rest)
    }
}

/// The end of the axes of a dimension: a comma or bracket outside parentheses, or the mark of an open dimension.
fn end_of_axes(text: &str) -> usize {
    let mut depth = 0usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            ',' | ']' | '?' if depth == 0 => return at,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_are_coloured() {
        let colors = Colors(BTreeMap::from([("x", 0), ("y", 1)]));
        let html = colors.short("f32[16@x,8@(y,x:(1)2),4@y?,<]");
        let expected =
            "f32[16<b class=\"a0\">@x</b>,8<b class=\"a1\">@(y,x:(1)2)</b>,4<b class=\"a1\">@y</b>?,&lt;]";
        assert_eq!(html, expected);
        assert_eq!(colors.short("f32[8@\"<"), "f32[8<b>@&quot;&lt;</b>");
    }
}
