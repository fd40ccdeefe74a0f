//! The frame of a page: its head, its style, and the escaping of text.

use crate::visible::is_unprintable;

/// A self-contained page without scripts. `body` is HTML.
pub(super) fn page_with_body(title: &str, body: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n{POLICY}\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{0}</title>\n<style>\n{STYLE}</style>\n</head>\n\
         <body>\n<h1>{0}</h1>\n{body}</body>\n</html>\n",
        escape_html(title)
    )
}

/// The content security policy: a page uses its own style, but loads nothing, runs nothing and sends nothing, even if some text is
/// not escaped by mistake.
pub(crate) const POLICY: &str = "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; \
base-uri 'none'; form-action 'none'\">";

/// Escapes text for HTML. Unprintable characters are written as `\u{202e}`.
pub(crate) fn escape_html(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' | '\t' => out.push(c),
            c if is_unprintable(c) => out.extend(c.escape_default()),
            c => out.push(c),
        }
    }
    out
}

/// Renders a table. Headings are text, cells are HTML; columns whose heading starts with `#` contain numbers.
pub(super) fn html_table(headings: &[&str], rows: &[Vec<String>]) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let class = |column: usize| match headings.get(column) {
        Some(heading) if heading.starts_with('#') => " class=\"n\"",
        _ => "",
    };
    let mut out = String::from("<div class=\"wide\"><table>\n<tr>");
    for (column, heading) in headings.iter().enumerate() {
        out += &format!("<th{}>{}</th>", class(column), escape_html(heading.trim_start_matches('#')));
    }
    out += "</tr>\n";
    for row in rows {
        out += "<tr>";
        for (column, cell) in row.iter().enumerate() {
            out += &format!("<td{}>{cell}</td>", class(column));
        }
        out += "</tr>\n";
    }
    out + "</table></div>\n"
}

/// A number with its noun: `1 op`, `2 ops`.
pub(super) fn count_text(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

const STYLE: &str = "\
:root{color-scheme:light dark;--back:#fff;--text:#1c2024;--soft:#5c6670;--line:#d9dee3;--tint:#f3f5f7;--link:#0b5cad;--bad:#b3261e;
--warn:#8a5a00;--a0:#0072b2;--a1:#b8500a;--a2:#00745a;--a3:#8f3a84;--a4:#6b6100;--a5:#3f51b5}
@media(prefers-color-scheme:dark){:root{--back:#14171a;--text:#e3e7ea;--soft:#98a2ac;--line:#343b42;--tint:#1e2327;--link:#7ab8ff;
--bad:#ff8a80;--warn:#f0b849;--a0:#5cb8f2;--a1:#ff9a5c;--a2:#4fd0ac;--a3:#e08fd5;--a4:#d9cf45;--a5:#9fa8ff}}
body{font:15px/1.5 system-ui,sans-serif;background:var(--back);color:var(--text);margin:0 auto;padding:1.5em;max-width:110em}
h1{font-size:1.5em;margin:0 0 .3em}h2{font-size:1.2em;margin:2em 0 .5em;border-bottom:1px solid var(--line)}h3{font-size:1em;margin:1.2em 0 .3em}
a{color:var(--link);text-decoration:none}a:hover{text-decoration:underline}
code,pre,.code{font:13px/1.5 ui-monospace,monospace}pre{background:var(--tint);padding:.7em 1em;overflow:auto;margin:.5em 0}
p{margin:.4em 0}.soft{color:var(--soft)}.bad{color:var(--bad);font-weight:600}.warn{color:var(--warn);font-weight:600}
nav a{margin-right:1.2em}.wide{overflow-x:auto}
table{border-collapse:collapse}th,td{padding:.15em .8em .15em 0;text-align:left;vertical-align:top;border-bottom:1px solid var(--line)}
th{color:var(--soft);font-weight:500}td.n,th.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.code{table-layout:fixed;width:100%}.code td{border-bottom:0;padding:0 .6em 0 0}.code tr:hover td{background:var(--tint)}
.code .l{width:4.5em;text-align:right;color:var(--soft)}.code .t{white-space:pre-wrap;overflow-wrap:anywhere}
.code .v{width:36%;overflow-wrap:anywhere;border-left:1px solid var(--line);padding-left:.8em}
tr:target td,.why:target{background:var(--tint);outline:1px solid var(--link)}
i{font-style:normal;color:var(--soft);font-size:.9em}b{font-weight:600}
.a0{color:var(--a0)}.a1{color:var(--a1)}.a2{color:var(--a2)}.a3{color:var(--a3)}.a4{color:var(--a4)}.a5{color:var(--a5)}
details{margin:.15em 0}summary{cursor:pointer}.why{padding:.1em 0 .5em 1.4em}.why p{margin:.3em 0 0}ol{margin:0;padding-left:1.6em}
svg{width:100%;max-width:72em;height:auto;display:block}svg text{fill:var(--soft);font:12px system-ui,sans-serif}
svg .area{fill:var(--a0);fill-opacity:.25;stroke:var(--a0)}svg .grid{stroke:var(--line)}svg .peak{fill:var(--bad)}
@media(max-width:60em){.code,.code tr,.code td{display:block;width:auto}.code .l,.code .v{width:auto;text-align:left;border-left:0}}
@media print{.wide{overflow:visible}}
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_cannot_become_tags() {
        assert_eq!(escape_html("<a b=\"c\">&'"), "&lt;a b=&quot;c&quot;&gt;&amp;&#39;");
        assert_eq!(escape_html("a\u{0}\u{1b}\tb"), "a\\u{0}\\u{1b}\tb");
        assert_eq!(escape_html("\u{202e}evil\u{9b}"), "\\u{202e}evil\\u{9b}");
        assert!(page_with_body("</title><script>", "").contains("<h1>&lt;/title&gt;&lt;script&gt;</h1>"));
    }
}
