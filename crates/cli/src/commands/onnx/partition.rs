//! `partita onnx partition`

use std::path::Path;

use bytes::Bytes;
use partita::onnx::Ranks;
use prost::Message as _;
use serde_json::Value;

use super::load::load;
use super::spread::ranks;
use super::write::write_pieces;
use crate::args::{Common, OutputFormat};
use crate::onnx_args::{Model, Spreading};
use crate::output::{self, Timing};
use crate::{FINE, USAGE};

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
    std::fs::create_dir_all(folder).map_err(|error| {
        output::error(&format!("cannot make {}: {error}", folder.display()));
        USAGE
    })?;
    for (rank, model) in ranks.made.models.iter().enumerate() {
        write_pieces(&folder.join(format!("rank{rank}.onnx")), &[Bytes::from(model.encode_to_vec())])?;
    }
    write_pieces(&folder.join("partition.json"), &[Bytes::from(format!("{report:#}\n"))])
}
