//! `partita partition`, and what it shares with the commands that run a partitioned program.

use std::path::Path;

use partita::hlo::{self, Partitioned};

use super::propagate::rule_file;
use super::reshard::topology;
use super::{load, unknown_dialects, write};
use crate::args::{Common, Input, OutputFormat, Partitioning};
use crate::output::Timing;
use crate::{FINE, input};

pub(super) fn run(
    arguments: &Input,
    options: &Partitioning,
    out: Option<&Path>,
    shardings: Option<&Path>,
    common: &Common,
) -> u8 {
    each_module(arguments, options, common, |partitioned, timing| {
        let text = timing.stage("print", || partitioned.text());
        if let Some(path) = shardings {
            let interface = hlo::interface_json(partitioned.interface());
            if let Err(code) = write(Some(path), &format!("{interface:#}\n")) {
                return code;
            }
        }
        write(out, &text).err().unwrap_or(FINE)
    })
}

/// Partitions every module of a file and calls `body` for each. The result is the worst exit code.
pub(super) fn each_module(
    arguments: &Input,
    options: &Partitioning,
    common: &Common,
    mut body: impl FnMut(&Partitioned, &mut Timing) -> u8,
) -> u8 {
    match try_each_module(arguments, options, common, &mut body) {
        Ok(code) | Err(code) => code,
    }
}

fn try_each_module(
    arguments: &Input,
    options: &Partitioning,
    common: &Common,
    body: &mut dyn FnMut(&Partitioned, &mut Timing) -> u8,
) -> Result<u8, u8> {
    let rules = options.rules.as_deref().map(|path| rule_file(path, common)).transpose()?;
    let topology = options.placement.topology.as_deref().map(|path| topology(path, common)).transpose()?;
    let settings = hlo::Partitioning {
        rules: rules.as_ref(),
        topology: topology.as_ref(),
        pad_io: options.placement.pad_io,
        ..hlo::Partitioning::default()
    };
    let loaded = load(&arguments.file, arguments.split_input_file, common)?;
    let mut timing = Timing::default();
    let mut worst = FINE;
    for part in loaded.parts.iter().cloned() {
        let dialects = unknown_dialects(arguments.deny_unknown_dialects);
        let program = input::read_module(&loaded, part, dialects, &mut timing);
        let code = match program.partition(&settings, &mut timing) {
            Ok(partitioned) => {
                if common.format == OutputFormat::Text {
                    input::print_findings(&loaded.source, partitioned.found(), common);
                }
                body(&partitioned, &mut timing)
            }
            Err(error) => input::refuse(&error, common),
        };
        worst = worst.max(code);
    }
    timing.report(common);
    Ok(worst)
}
