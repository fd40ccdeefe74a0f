//! Applies the edits of diagnostics to a text.

use partita_base::{Diagnostics, Fix};

/// The text with all fixes, and their number. Of edits that overlap, the first in the text is applied.
///
/// ```
/// use partita::{apply_fixes, hlo};
///
/// let text = "func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {\n  %0 = stablehlo.ad %a, %a : tensor<4xf32>\n  \
///     return %0 : tensor<4xf32>\n}\n";
/// let error = hlo::read("a.mlir", text).unwrap_err();
/// let partita::Error::Text { found, .. } = error else { panic!("{error}") };
/// let (fixed, count) = apply_fixes(text, &found);
/// assert!(fixed.contains("stablehlo.add %a"));
/// assert_eq!(count, 1);
/// ```
pub fn apply_fixes(text: &str, found: &Diagnostics) -> (String, usize) {
    let mut fixes: Vec<&Fix> = found.iter().filter_map(|each| each.fix.as_deref()).collect();
    fixes.sort_by_key(|fix| (fix.span.start, fix.span.end));
    let (mut out, mut at, mut count) = (String::new(), 0, 0);
    let mut last: Option<&Fix> = None;
    for fix in fixes {
        let range = fix.span.range();
        // Several diagnostics may have the same fix.
        if range.start < at || last == Some(fix) || text.get(range.clone()).is_none() {
            continue;
        }
        out.push_str(&text[at..range.start]);
        out.push_str(&fix.replacement);
        (at, count, last) = (range.end, count + 1, Some(fix));
    }
    out.push_str(&text[at..]);
    (out, count)
}
