//! `partita onnx partition`

use std::cell::Cell;
use std::path::Path;
use std::rc::Rc;

use partita::onnx::{FilePart, Ranks};
use partita::report::{RanksView, View as _};

use super::load::load_model;
use super::print_error;
use super::ranks::{print_warnings, rank_partition};
use crate::args::Common;
use crate::exit::{Exit, Outcome};
use crate::files::{self, Chunk, FileOut};
use crate::flags::findings_with_flags;
use crate::onnx_args::Partition;
use crate::output::{self, Timing};
use crate::{input, progress};

pub(super) fn run_onnx_partition(arguments: &Partition, common: &Common) -> Outcome {
    let Partition { model, partition, output: folder, external_data, written } = arguments;
    let mut timing = Timing::default();
    let loaded = timing.stage("read", || load_model(model, common))?;
    let ranks = timing.stage("partition", || {
        // Weights are copied when the files are written, and not read for a report.
        let settings = rank_partition(&loaded, partition, common)?.defer_weights(true);
        loaded.partition(&settings).map(Rc::new).map_err(|error| print_error(&error, common))
    })?;
    print_warnings(&loaded.name, &ranks, common);
    let mut view = ranks.view();
    view.notation = written.notation();
    view.warnings = findings_with_flags(&ranks.warnings);
    if let Some(folder) = folder {
        view.has_external_data = *external_data || ranks.needs_external_data();
        timing.stage("write", || write(folder, &ranks, &mut view, common))?;
    }
    output::print_view(&view, common);
    timing.report(common);
    Ok(Exit::Fine)
}

/// Writes the files of all ranks, all or none, and lists them in the view.
fn write(folder: &Path, ranks: &Rc<Ranks>, view: &mut RanksView<'_>, common: &Common) -> Result<(), Exit> {
    let made = ranks.output(view.has_external_data).map_err(|error| input::report_error(&error, common))?;
    let all_parts = || made.files.iter().flat_map(|file| &file.parts);
    let total: u64 = all_parts().map(FilePart::bytes).sum();
    view.files = Some(made.views);
    let done = Rc::new(Cell::new(0));
    let mut out = Vec::new();
    for file in made.files {
        let chunks = file.parts.into_iter().map(|part| lazily(part, ranks, &done, total)).collect();
        out.push(FileOut::from_all_chunks(folder.join(&file.name), chunks));
    }
    out.push(FileOut::new(folder.join("partition.json"), view.json()));
    files::write_files_in(folder, &out)
}

/// A part of a file that is read when it is written. Adds its bytes to `done`, which the progress line shows.
fn lazily(part: FilePart, ranks: &Rc<Ranks>, done: &Rc<Cell<u64>>, total: u64) -> Chunk {
    let (ranks, done) = (Rc::clone(ranks), Rc::clone(done));
    Chunk::Lazy(Box::new(move |write| {
        ranks.write_part(&part, &mut |bytes| {
            done.set(done.get() + bytes.len() as u64);
            // The size of an entire model is known only about.
            let shown = done.get().min(total);
            progress::set_count((shown >> 20) as usize, (total >> 20) as usize, "MiB");
            write(bytes)
        })
    }))
}
