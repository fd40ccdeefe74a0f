//! `partita demo`: runs the bundled examples of all front ends through every stage.

mod hlo;

use std::path::Path;

use partita::report::{DemoView, ExampleView};

use crate::args::Common;
use crate::exit::Exit;
use crate::files::{self, FileOut};
use crate::{output, progress};

/// The result of an example.
pub(super) struct Verdict {
    pub(super) pass: bool,
    /// The text for the terminal.
    pub(super) shown: String,
    /// The detailed text, for a file.
    pub(super) details: String,
    /// Further files: the suffix of the name, and the content.
    pub(super) files: Vec<(String, String)>,
}

impl Verdict {
    /// An example that failed in some stage.
    pub(super) fn failed(why: impl Into<String>) -> Verdict {
        let shown = why.into();
        Verdict { pass: false, details: shown.clone(), shown, files: Vec::new() }
    }
}

/// An example with its result, and the files to write for it.
struct Judged {
    view: ExampleView,
    files: Vec<(String, String)>,
}

impl Judged {
    fn new(name: &'static str, about: &'static str, verdict: Verdict) -> Self {
        let Verdict { pass, shown, details, files } = verdict;
        Self { view: ExampleView { name, about, pass, shown, details }, files }
    }
}

fn judged() -> Vec<Judged> {
    let mut all: Vec<Judged> = Vec::new();
    let count = |done| progress::set_count(done, hlo::EXAMPLES.len() + 2, "examples");
    for example in hlo::EXAMPLES {
        count(all.len());
        all.push(Judged::new(example.name, example.about, hlo::judge_hlo_example(example)));
    }
    count(all.len());
    let text = include_str!("../../../../../examples/mlp.textproto");
    let about = "an ONNX perceptron with the second dimension of its weights sharded over two devices";
    all.push(Judged::new("mlp_onnx", about, super::onnx::judge_onnx_example(text)));
    count(all.len());
    let text = include_str!("../../../../../examples/mnist.toml");
    let about = "a small convolutional network on CKKS ciphertexts";
    all.push(Judged::new("mnist_ckks", about, super::ckks::judge_ckks_example(text)));
    all
}

pub(super) fn run_demo(out: Option<&Path>, common: &Common) -> Exit {
    let judged = progress::run_stage("demo", judged);
    if let Some(folder) = out
        && let Err(code) = write_all(folder, &judged)
    {
        return code;
    }
    let folder = out.map(|folder| folder.display().to_string());
    let view = DemoView { examples: judged.into_iter().map(|each| each.view).collect(), folder };
    output::print_view(&view, common);
    Exit::checked(view.failed() == 0)
}

fn write_all(folder: &Path, judged: &[Judged]) -> Result<(), Exit> {
    let mut files = Vec::new();
    for Judged { view: ExampleView { name, details, .. }, files: further } in judged {
        files.push(FileOut::new(folder.join(format!("{name}.txt")), details.clone()));
        files.extend(
            further
                .iter()
                .map(|(ending, text)| FileOut::new(folder.join(format!("{name}{ending}")), text.clone())),
        );
    }
    files::write_files_in(folder, &files)
}
