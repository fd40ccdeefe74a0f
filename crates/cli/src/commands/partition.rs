//! `partita partition`, and the code that it shares with other commands that need a partitioned program.

use std::path::Path;

use partita::hlo::{self, InterfaceView, Partitioned, PrintOptions};

use super::{joined, load, parse_options};
use crate::args::{Common, GroupFormName, Input, OutputFormat, Partition, Partitioning};
use crate::exit::{Exit, Outcome};
use crate::files::{self, FileOut};
use crate::output::Timing;
use crate::{companion, input};

pub(super) fn run_partition(arguments: &Partition, common: &Common) -> Exit {
    let Partition { input, partition, out, shardings } = arguments;
    let (mut texts, mut interfaces) = (Vec::new(), Vec::new());
    let code = each_module(input, partition, common, |partitioned, timing| {
        texts.push(timing.stage("print", || hlo::print_text(partitioned.module(), PrintOptions::default())));
        interfaces.push(partitioned.interface_view());
        Exit::Fine
    });
    if texts.is_empty() {
        return code;
    }
    let mut files = Vec::new();
    if let Some(path) = shardings {
        files.push(FileOut::new(path, InterfaceView::json_of(&interfaces)));
    }
    let content = match common.format {
        OutputFormat::Text => joined(texts),
        OutputFormat::Json => {
            for (interface, text) in interfaces.iter_mut().zip(texts) {
                interface.program = Some(String::from(text));
            }
            InterfaceView::json_of(&interfaces).into()
        }
    };
    files.push(FileOut::new(out.as_deref().unwrap_or(Path::new("-")), content));
    files::write_files(&files).err().unwrap_or(code)
}

/// Partitions every module of a file and calls `body` for each one. Returns the most severe exit code.
pub(super) fn each_module(
    arguments: &Input,
    options: &Partitioning,
    common: &Common,
    mut body: impl FnMut(&Partitioned, &mut Timing) -> Exit,
) -> Exit {
    Exit::of(try_each_module(arguments, options, common, &mut body))
}

fn try_each_module(
    arguments: &Input,
    options: &Partitioning,
    common: &Common,
    body: &mut dyn FnMut(&Partitioned, &mut Timing) -> Exit,
) -> Outcome {
    let rules = options.rules.as_deref().map(|path| companion::read_rules(path, common)).transpose()?;
    let topology = options.local_program.topology.as_deref();
    let topology = topology.map(|path| companion::read_topology(path, common)).transpose()?;
    let mut propagation = hlo::Propagation::default();
    propagation.rules = rules.as_ref().map(|rules| &rules.content);
    // These commands explain no shardings, so the trace is not needed.
    propagation.options.trace = false;
    let mut partitioning = hlo::Partitioning::default();
    partitioning.topology = topology.as_ref().map(|topology| &topology.content);
    partitioning.pad_io = options.local_program.pad_io;
    partitioning.groups = match options.replica_groups {
        GroupFormName::Axes => hlo::GroupForm::Axes,
        GroupFormName::Lists => hlo::GroupForm::Lists,
    };
    let loaded = load(&arguments.file, arguments.split_input_file, common)?;
    let mut timing = Timing::default();
    let mut worst = Exit::Fine;
    for part in loaded.parts.iter().cloned() {
        let reading = parse_options(arguments.deny_unknown_dialects, common);
        let program = input::read_module(&loaded, part, reading, &mut timing);
        rules.iter().for_each(|rules| rules.note_module(program.module()));
        topology.iter().for_each(|topology| topology.note_module(program.module()));
        let propagated = program.propagate(&propagation, &mut timing);
        let partitioned = propagated.and_then(|propagated| propagated.partition(&partitioning, &mut timing));
        let code = match partitioned {
            Ok(partitioned) => {
                if common.format == OutputFormat::Text {
                    input::print_findings(&loaded.source, partitioned.found(), common);
                }
                body(&partitioned, &mut timing)
            }
            Err(error) => input::report_error(&error, common),
        };
        worst = worst.max(code);
    }
    rules.iter().for_each(|rules| rules.warn(common));
    topology.iter().for_each(|topology| topology.warn(common));
    timing.report(common);
    Ok(worst)
}
