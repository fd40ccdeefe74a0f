//! `partita demo`: the bundled examples of all front ends through every stage there is.

mod hlo;

use std::path::Path;

use crate::args::{Common, OutputFormat};
use crate::exit::Exit;
use crate::files::{self, FileOut};
use crate::{output, progress};

/// What came of an example.
pub(super) struct Verdict {
    pub(super) pass: bool,
    /// For the terminal.
    pub(super) shown: String,
    /// More of the same, for a file.
    pub(super) details: String,
    /// Further files: how their names end, and what is in them.
    pub(super) files: Vec<(String, String)>,
}

impl Verdict {
    /// An example that a stage stopped at.
    pub(super) fn failed(why: impl Into<String>) -> Verdict {
        let shown = why.into();
        Verdict { pass: false, details: shown.clone(), shown, files: Vec::new() }
    }
}

/// An example with what came of it.
struct Judged {
    name: &'static str,
    about: &'static str,
    verdict: Verdict,
}

fn judged() -> Vec<Judged> {
    let mut all: Vec<Judged> = Vec::new();
    let count = |done| progress::count(done, hlo::EXAMPLES.len() + 2, "examples");
    for example in hlo::EXAMPLES {
        count(all.len());
        all.push(Judged { name: example.name, about: example.about, verdict: hlo::judge(example) });
    }
    count(all.len());
    let text = include_str!("../../../../../examples/mlp.textproto");
    let about = "an ONNX perceptron, its second dimension of weights over two devices";
    all.push(Judged { name: "mlp_onnx", about, verdict: super::onnx::judge_example(text) });
    count(all.len());
    let text = include_str!("../../../../../examples/mnist.toml");
    let about = "a small convolutional network on CKKS ciphertexts";
    all.push(Judged { name: "mnist_ckks", about, verdict: super::ckks::judge_example(text) });
    all
}

pub(super) fn run(out: Option<&Path>, common: &Common) -> Exit {
    let judged = progress::stage("demo", judged);
    let failed = judged.iter().filter(|each| !each.verdict.pass).count();
    if let Some(folder) = out
        && let Err(code) = write_all(folder, &judged)
    {
        return code;
    }
    match common.format {
        OutputFormat::Text => {
            for Judged { name, about, verdict } in &judged {
                let mark = if verdict.pass { "PASS" } else { "FAIL" };
                output::print(&format!("{mark}  {name:<12} {about}\n"));
                output::print(&indent(&verdict.shown));
            }
            output::print(&format!("{} examples, {failed} failed\n", judged.len()));
            if let Some(folder) = out {
                output::print(&format!("written to {}\n", folder.display()));
            }
        }
        OutputFormat::Json => {
            let one = |each: &Judged| {
                serde_json::json!({
                    "name": each.name, "pass": each.verdict.pass, "details": each.verdict.details,
                })
            };
            let list: Vec<_> = judged.iter().map(one).collect();
            output::print_json(&serde_json::Value::from(list));
        }
    }
    Exit::checked(failed == 0)
}

fn write_all(folder: &Path, judged: &[Judged]) -> Result<(), Exit> {
    let mut files = Vec::new();
    for Judged { name, verdict, .. } in judged {
        files.push(FileOut::new(folder.join(format!("{name}.txt")), verdict.details.clone()));
        let further = verdict.files.iter();
        files.extend(
            further.map(|(ending, text)| FileOut::new(folder.join(format!("{name}{ending}")), text.clone())),
        );
    }
    files::write_in(folder, &files)
}

fn indent(text: &str) -> String {
    text.lines().map(|line| if line.is_empty() { "\n".into() } else { format!("      {line}\n") }).collect()
}
