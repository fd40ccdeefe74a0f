//! `partita onnx partition`

use std::path::Path;

use partita::onnx::Ranks;
use partita_onnx::proto;
use prost::Message as _;
use serde_json::Value;

use super::load::load;
use super::spread::ranks;
use crate::FINE;
use crate::args::{Common, OutputFormat};
use crate::files::{self, FileOut};
use crate::onnx_args::{Model, Spreading};
use crate::output::{self, Timing};

pub(super) fn run(
    model: &Model,
    spreading: &Spreading,
    folder: Option<&Path>,
    common: &Common,
) -> Result<u8, u8> {
    let mut timing = Timing::default();
    let loaded = timing.stage("read", || load(model, common))?;
    let ranks = timing.stage("partition", || ranks(&loaded, spreading, common))?;
    let report = ranks.json();
    if let Some(folder) = folder {
        timing.stage("write", || write(folder, &ranks, &report))?;
    }
    match common.format {
        OutputFormat::Json => output::print(&format!("{report:#}\n")),
        OutputFormat::Text => output::print(&ranks.text()),
    }
    timing.report(common);
    Ok(FINE)
}

fn write(folder: &Path, ranks: &Ranks, report: &Value) -> Result<(), u8> {
    let rank = |(rank, model): (usize, &proto::Model)| {
        FileOut::new(folder.join(format!("rank{rank}.onnx")), model.encode_to_vec())
    };
    let mut files: Vec<FileOut> = ranks.made.models.iter().enumerate().map(rank).collect();
    files.push(FileOut::new(folder.join("partition.json"), format!("{report:#}\n")));
    files::write_in(folder, &files)
}
