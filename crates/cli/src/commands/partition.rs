//! `partita partition`, and the code that it shares with other commands that need a partitioned program.

use std::path::Path;

use partita::hlo::{self, InterfaceView, Machine, Partitioned, PrintOptions};

use super::cost::{check_fit, read_machine};
use super::{joined, load_input, parse_options};
use crate::args::{Common, GroupFormName, Input, OutputFormat, Partition, Partitioning};
use crate::companion::CompanionFile;
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
    let given = Given::read(options, common)?;
    let (propagation, partitioning) = (given.propagation(), given.partitioning(options));
    let loaded = load_input(arguments, common)?;
    let mut timing = Timing::default();
    let mut worst = Exit::Fine;
    for part in loaded.parts.iter().cloned() {
        let reading = parse_options(arguments.deny_unknown_dialects, common);
        let program = input::read_module(&loaded, part, reading, &mut timing);
        given.note_module(program.module());
        let propagated = program.propagate(&propagation, &mut timing);
        let partitioned = propagated.and_then(|propagated| propagated.partition(&partitioning, &mut timing));
        let code = match partitioned {
            Ok(partitioned) => {
                if common.format == OutputFormat::Text {
                    input::print_findings(&loaded.source, partitioned.found(), common);
                }
                let fits = given.machine.as_ref().map_or(Ok(()), |machine| check_fit(&partitioned, machine));
                fits.err().unwrap_or_else(|| body(&partitioned, &mut timing))
            }
            Err(error) => input::report_error(&error, common),
        };
        worst = worst.max(code);
    }
    given.warn(common);
    timing.report(common);
    Ok(worst)
}

/// The files that the options of partitioning name.
pub(super) struct Given {
    rules: Option<CompanionFile<hlo::RuleFile>>,
    topology: Option<CompanionFile<hlo::Topology>>,
    machine: Option<Machine>,
}

impl Given {
    pub(super) fn read(options: &Partitioning, common: &Common) -> Result<Self, Exit> {
        let rules = options.rules.as_deref().map(|path| companion::read_rules(path, common)).transpose()?;
        let topology = options.local_program.topology.as_deref();
        let topology = topology.map(|path| companion::read_topology(path, common)).transpose()?;
        let machine = options.hardware.as_deref().map(|name| read_machine(name, common)).transpose()?;
        Ok(Self { rules, topology, machine })
    }

    /// The settings of propagation. These commands explain no shardings, so there is no trace.
    pub(super) fn propagation(&self) -> hlo::Propagation<'_> {
        let mut propagation = hlo::Propagation::default();
        propagation.rules = self.rules.as_ref().map(|rules| &rules.content);
        propagation.options.trace = false;
        propagation
    }

    /// The settings of partitioning.
    pub(super) fn partitioning(&self, options: &Partitioning) -> hlo::Partitioning<'_> {
        let mut partitioning = hlo::Partitioning::default();
        partitioning.topology = self.topology.as_ref().map(|topology| &topology.content);
        partitioning.machine = self.machine.as_ref();
        partitioning.pad_io = options.local_program.pad_io;
        partitioning.groups = match options.replica_groups {
            GroupFormName::Axes => hlo::GroupForm::Axes,
            GroupFormName::Lists => hlo::GroupForm::Lists,
        };
        partitioning
    }

    /// Records what a module uses of the files.
    pub(super) fn note_module(&self, module: &hlo::Module) {
        self.rules.iter().for_each(|rules| rules.note_module(module));
        self.topology.iter().for_each(|topology| topology.note_module(module));
    }

    /// Warns about entries that no module used.
    pub(super) fn warn(&self, common: &Common) {
        self.rules.iter().for_each(|rules| rules.warn(common));
        self.topology.iter().for_each(|topology| topology.warn(common));
    }
}
