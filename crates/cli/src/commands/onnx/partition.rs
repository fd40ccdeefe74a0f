//! `partita onnx partition`

use std::path::Path;

use partita::onnx::Ranks;
use partita::report::{RanksView, View as _};

use super::load::load_model;
use super::ranks::partition_ranks;
use super::write::external_file;
use crate::args::Common;
use crate::exit::{Exit, Outcome};
use crate::files::{self, FileOut};
use crate::input;
use crate::onnx_args::Partition;
use crate::output::{self, Timing};

pub(super) fn run_onnx_partition(arguments: &Partition, common: &Common) -> Outcome {
    let Partition { model, partition, output: folder, external_data, written } = arguments;
    let mut timing = Timing::default();
    let loaded = timing.stage("read", || load_model(model, common))?;
    let ranks = timing.stage("partition", || partition_ranks(&loaded, partition, common))?;
    let mut view = ranks.view();
    view.notation = written.notation();
    if let Some(folder) = folder {
        view.has_external_data = *external_data || ranks.needs_external_data();
        timing.stage("write", || write(folder, &ranks, &mut view, common))?;
    }
    output::print_view(&view, common);
    timing.report(common);
    Ok(Exit::Fine)
}

/// Writes the files of all ranks, all or none, and lists them in the view.
fn write(folder: &Path, ranks: &Ranks, view: &mut RanksView<'_>, common: &Common) -> Result<(), Exit> {
    let (mut listed, mut out) = (Vec::new(), Vec::new());
    for rank in 0..ranks.made.models.len() {
        let files =
            ranks.files(rank, view.has_external_data).map_err(|error| input::report_error(&error, common))?;
        listed.push(files.view());
        if let Some((name, contents)) = &files.data {
            out.push(external_file(&folder.join(name), contents));
        }
        out.push(FileOut::new(folder.join(&files.name), files.model));
    }
    view.files = Some(listed);
    out.push(FileOut::new(folder.join("partition.json"), view.json()));
    files::write_files_in(folder, &out)
}
