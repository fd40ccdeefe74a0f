//! A self-contained HTML page with one table.

use crate::page::{POLICY, escape_html};

/// Renders a page of a title, notes and a table. All text is escaped.
pub fn html_page(title: &str, notes: &[String], headings: &[&str], rows: &[Vec<String>]) -> String {
    let cells = |tag: &str, cells: &mut dyn Iterator<Item = &str>| {
        cells.map(|cell| format!("<{tag}>{}</{tag}>", escape_html(cell))).collect::<String>()
    };
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n{POLICY}\n<title>{0}</title>\n<style>{STYLE}</style>\n</head>\n\
         <body>\n<h1>{0}</h1>\n",
        escape_html(title)
    );
    for note in notes {
        page.push_str(&format!("<p>{}</p>\n", escape_html(note)));
    }
    page.push_str(&format!("<table>\n<tr>{}</tr>\n", cells("th", &mut headings.iter().copied())));
    for row in rows {
        page.push_str(&format!("<tr>{}</tr>\n", cells("td", &mut row.iter().map(String::as_str))));
    }
    page.push_str("</table>\n</body>\n</html>\n");
    page
}

const STYLE: &str = "body{font:14px/1.4 system-ui,sans-serif;margin:2em}table{border-collapse:collapse}\
th,td{padding:.2em .7em;text-align:left;border-bottom:1px solid #ddd;white-space:nowrap}th{position:sticky;top:0;background:#fff}\
td{font-variant-numeric:tabular-nums}";

#[cfg(test)]
mod tests {
    #[test]
    fn all_text_is_escaped() {
        let page = super::html_page("a<b>", &["x & y".into()], &["h"], &[vec!["<script>".into()]]);
        assert!(page.contains("a&lt;b&gt;") && page.contains("x &amp; y") && page.contains("&lt;script&gt;"));
        assert!(!page.contains("<script>"));
    }
}
