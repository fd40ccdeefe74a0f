//! Bytes that every device sends, against XLA's and Shardy's partitioning of the same programs.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::built::Built;
use crate::{Outcome, confirmed, oracle, root, run, target};

/// The lines before and after the section of `BENCHMARKS.md`.
const BEGIN: &str = "<!-- comms: begin -->";
const END: &str = "<!-- comms: end -->";

/// How much more than XLA a program may send without an entry in [`EXPLAINED`].
const TOLERANCE: f64 = 1.05;

/// Programs that send more than that, and the reason.
const EXPLAINED: &[(&str, &str)] = &[
    (
        "callback_pure",
        "the result of a call that runs on one device is sent to all by an all-reduce; XLA's program has only the gathers of its argument",
    ),
    (
        "mesh_several",
        "its arguments are on different meshes, so that nothing propagates to the results and they are replicated; \
         XLA leaves them sharded",
    ),
    (
        "reduce_kinds",
        "XLA's CPU devices have no all-reduce by exclusive or of integers, so that shards are gathered and reduced again",
    ),
];

/// What one program sends, in bytes per device.
struct Row {
    name: String,
    ours: u64,
    xla: u64,
    /// Absent where Shardy's passes refuse the program.
    shardy: Option<u64>,
}

impl Row {
    fn is_above(&self) -> bool {
        self.ours as f64 > self.xla as f64 * TOLERANCE
    }

    fn reason(&self) -> Option<&'static str> {
        EXPLAINED.iter().find(|(name, _)| *name == self.name).map(|(_, reason)| *reason)
    }
}

/// Counts on all sides and rewrites the section.
pub(crate) fn run_all() -> Outcome {
    let built = Built::find()?;
    let corpus = oracle::corpus()?;
    let path = target().join("comms.json");
    let mut count = Command::new(oracle::python()?);
    count
        .arg(root().join("oracle/comms.py"))
        .arg(&corpus)
        .arg(confirmed::kept_answers("comms.json"))
        .arg(&path);
    run(&mut count)?;
    confirmed::record_answers(&path, "comms.json")?;
    let text = fs::read_to_string(&path).map_err(|error| error.to_string())?;
    let counted: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    let programs = counted.as_object().ok_or("expected an object of programs from oracle/comms.py")?;
    let (mut rows, mut refused) = (Vec::new(), Vec::new());
    for (name, sides) in programs {
        // Without a result of XLA there is nothing to compare with.
        let Some(xla) = sides["xla"].as_u64() else { continue };
        match ours(built.partita()?, &corpus.join(format!("{name}.mlir"))) {
            Ok(ours) => rows.push(Row { name: name.clone(), ours, xla, shardy: sides["shardy"].as_u64() }),
            Err(error) => refused.push(format!("{name}: {error}")),
        }
    }
    let section = section(&rows);
    println!("{section}");
    rewrite(&section)?;
    verdict(&rows, &refused)
}

fn ours(partita: &Path, path: &Path) -> Result<u64, String> {
    let output = Command::new(partita)
        .arg("comms")
        .arg(path)
        .args(["--format", "json"])
        .output()
        .map_err(|error| error.to_string())?;
    let value: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
    let message = || String::from_utf8_lossy(&output.stderr).lines().next().unwrap_or_default().to_string();
    // As the oracle counts: the body of a loop once, a function once per call, all permutations added up.
    let each = |each: &Value| Some(each["bytes"].as_u64()? * each["calls"].as_u64()?);
    let collectives = value["collectives"].as_array().ok_or_else(message)?;
    collectives.iter().map(each).sum::<Option<u64>>().ok_or_else(|| "a collective has no bytes".to_string())
}

fn sum(rows: &[Row], bytes: impl Fn(&Row) -> u64) -> u64 {
    rows.iter().map(bytes).sum()
}

/// Our bytes and Shardy's over the programs that Shardy's passes take.
fn against_shardy(rows: &[Row]) -> (usize, u64, u64) {
    let both = || rows.iter().filter_map(|row| Some((row.ours, row.shardy?)));
    (both().count(), both().map(|both| both.0).sum(), both().map(|both| both.1).sum())
}

fn section(rows: &[Row]) -> String {
    let (ours, xla) = (sum(rows, |row| row.ours), sum(rows, |row| row.xla));
    let (count, ours_there, shardy) = against_shardy(rows);
    let order = |row: &&Row| row.ours.cmp(&row.xla);
    let number = |wanted| rows.iter().filter(|row| order(row) == wanted).count();
    let mut out = String::from(
        "## Bytes moved\n\nWritten by `cargo xtask comms`. Bytes that every device sends in one run of the local \
         program, counted from its collectives: the body\nof a loop once, a function once per call. XLA's are those \
         of its module right after `spmd-partitioning`, compiled for CPU with Shardy;\nShardy's those of its explicit \
         collectives, which leave out what slices, concatenations and the like need besides.\n\n| | programs | \
         Partita | other | ratio |\n|---|---|---|---|---|\n",
    );
    for (name, count, ours, other) in [("XLA", rows.len(), ours, xla), ("Shardy", count, ours_there, shardy)]
    {
        let _ = writeln!(out, "| {name} | {count} | {ours} | {other} | {:.3} |", ours as f64 / other as f64);
    }
    use std::cmp::Ordering::{Equal, Greater, Less};
    let _ = writeln!(
        out,
        "\nOf {} programs, {} send fewer bytes than XLA's, {} as many, {} more.",
        rows.len(),
        number(Less),
        number(Equal),
        number(Greater)
    );
    let above: Vec<&Row> = rows.iter().filter(|row| row.is_above()).collect();
    if !above.is_empty() {
        out.push_str("Those more than 5 % above:\n\n| program | Partita | XLA | why |\n|---|---|---|---|\n");
    }
    for row in above {
        let reason = row.reason().unwrap_or("not explained");
        let _ = writeln!(out, "| `{}` | {} | {} | {reason} |", row.name, row.ours, row.xla);
    }
    out
}

/// Replaces the section of `BENCHMARKS.md`, or appends it.
fn rewrite(section: &str) -> Outcome {
    let path = root().join("BENCHMARKS.md");
    let text = fs::read_to_string(&path).map_err(|error| error.to_string())?;
    let new = with_section(&text, &format!("{BEGIN}\n{section}{END}\n"));
    fs::write(&path, new).map_err(|error| error.to_string())
}

fn with_section(text: &str, section: &str) -> String {
    match kept(text) {
        Some(old) => text.replacen(old, section, 1),
        None => format!("{}\n\n{section}", text.trim_end()),
    }
}

/// The section and all that follows it, which `cargo xtask bench` keeps.
pub(crate) fn kept_by_bench(text: &str) -> Option<&str> {
    Some(&text[text.find(BEGIN)?..])
}

/// The section in a text, markers included.
fn kept(text: &str) -> Option<&str> {
    let begin = text.find(BEGIN)?;
    let end = begin + text[begin..].find(END)? + END.len();
    let end = end + usize::from(text[end..].starts_with('\n'));
    Some(&text[begin..end])
}

fn verdict(rows: &[Row], refused: &[String]) -> Outcome {
    let (ours, xla) = (sum(rows, |row| row.ours), sum(rows, |row| row.xla));
    let (_, ours_there, shardy) = against_shardy(rows);
    let mut failures: Vec<String> = refused.to_vec();
    if ours >= xla {
        failures.push(format!("the total of {ours} bytes is not below XLA's {xla}"));
    }
    if ours_there >= shardy {
        failures.push(format!("the total of {ours_there} bytes is not below Shardy's {shardy}"));
    }
    for row in rows.iter().filter(|row| row.is_above() && row.reason().is_none()) {
        failures.push(format!(
            "{}: {} bytes exceed XLA's {} without an explanation",
            row.name, row.ours, row.xla
        ));
    }
    for (name, _) in EXPLAINED {
        if !rows.iter().any(|row| row.name == *name && row.is_above()) {
            failures.push(format!("{name}: listed as explained, but it does not exceed XLA's bytes"));
        }
    }
    oracle::report_verdict("programs compared by bytes moved", rows.len(), &failures)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_section_is_replaced_and_all_else_stays() {
        let first = with_section("# A\n\ntext\n", &format!("{BEGIN}\nold\n{END}\n"));
        assert_eq!(first, format!("# A\n\ntext\n\n{BEGIN}\nold\n{END}\n"));
        let second = with_section(&format!("{first}more\n"), &format!("{BEGIN}\nnew\n{END}\n"));
        assert_eq!(second, format!("# A\n\ntext\n\n{BEGIN}\nnew\n{END}\nmore\n"));
    }
}
