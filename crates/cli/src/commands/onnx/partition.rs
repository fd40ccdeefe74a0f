//! `partita onnx partition`

use std::path::Path;

use partita::onnx::Ranks;
use serde_json::{Value, json};

use super::load::load;
use super::spread::ranks;
use super::write::external_file;
use crate::args::{Common, OutputFormat};
use crate::exit::{Exit, Outcome};
use crate::files::{self, FileOut};
use crate::input;
use crate::onnx_args::Partition;
use crate::output::{self, Timing};

pub(super) fn run(arguments: &Partition, common: &Common) -> Outcome {
    let Partition { model, spreading, output: folder, external_data } = arguments;
    let mut timing = Timing::default();
    let loaded = timing.stage("read", || load(model, common))?;
    let ranks = timing.stage("partition", || ranks(&loaded, spreading, common))?;
    let mut report = ranks.json();
    let mut external = false;
    if let Some(folder) = folder {
        external = *external_data || ranks.needs_external_data();
        timing.stage("write", || write(folder, &ranks, external, &mut report, common))?;
    }
    match common.format {
        OutputFormat::Json => output::print_json(&report),
        OutputFormat::Text => {
            output::print(&ranks.text());
            if external {
                output::print("  large weights are in rankN.onnx.data beside rankN.onnx\n");
            }
        }
    }
    timing.report(common);
    Ok(Exit::Fine)
}

/// Writes the files of all ranks, all or none, and lists them in the report.
fn write(
    folder: &Path,
    ranks: &Ranks,
    external: bool,
    report: &mut Value,
    common: &Common,
) -> Result<(), Exit> {
    let (mut listed, mut out) = (Vec::new(), Vec::new());
    for rank in 0..ranks.made.models.len() {
        let files = ranks.files(rank, external).map_err(|error| input::refuse(&error, common))?;
        let mut entry = json!({"model": files.name});
        if let Some((name, contents)) = &files.data {
            out.push(external_file(&folder.join(name), contents));
            entry["data"] = json!(name);
            entry["data_bytes"] = json!(contents.length);
        }
        out.push(FileOut::new(folder.join(&files.name), files.model));
        listed.push(entry);
    }
    report["files"] = Value::from(listed);
    out.push(FileOut::new(folder.join("partition.json"), format!("{report:#}\n")));
    files::write_in(folder, &out)
}
