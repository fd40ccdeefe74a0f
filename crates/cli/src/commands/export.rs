//! `partita export`

use partita::hlo::Program;
use partita::report::{Folding, record_json};

use super::partition::Given;
use super::{load_input, parse_options, write};
use crate::args::Common;
use crate::exit::{Exit, Outcome};
use crate::input;
use crate::output::{self, Timing};
use crate::tool_args::{Export, ExportFormat};

pub(super) fn run_export(arguments: &Export, common: &Common) -> Exit {
    Exit::of(export(arguments, common))
}

fn export(arguments: &Export, common: &Common) -> Outcome {
    let Export { input: file, to, output: target, all, partition } = arguments;
    if file.split_input_file {
        output::print_error("`partita export` reads one module");
        output::print_help("remove `--split-input-file`");
        return Err(Exit::Usage);
    }
    if *all && *to != ExportFormat::Dot {
        output::print_error("`--all` is an option of `--to dot`; the other formats have all layers");
        output::print_help("remove `--all`");
        return Err(Exit::Usage);
    }
    let given = Given::read(partition, common)?;
    let loaded = load_input(file, common)?;
    let mut timing = Timing::default();
    let reading = parse_options(file.deny_unknown_dialects, common);
    let program = input::read_module(&loaded, loaded.parts[0].clone(), reading, &mut timing);
    given.note_module(program.module());
    let text = exported(program, arguments, &given, &mut timing);
    let text = text.map_err(|error| input::report_error(&error, common))?;
    write(target.as_deref(), text)?;
    given.warn(common);
    timing.report(common);
    Ok(Exit::Fine)
}

fn exported(
    program: Program,
    arguments: &Export,
    given: &Given,
    timing: &mut Timing,
) -> Result<String, partita::Error> {
    let (propagation, partitioning) = (given.propagation(), given.partitioning(&arguments.partition));
    Ok(match arguments.to {
        ExportFormat::Dot => {
            let folding = if arguments.all { Folding::Off } else { Folding::Layers };
            program.graph(&propagation, &partitioning, timing)?.dot(folding)
        }
        ExportFormat::ModelExplorer => program.graph(&propagation, &partitioning, timing)?.model_explorer(),
        ExportFormat::Json => record_json(&program.outline(&propagation, &partitioning, timing)?),
        ExportFormat::Perfetto => {
            let propagated = program.propagate(&propagation, timing)?;
            propagated.partition(&partitioning, timing)?.trace().perfetto()
        }
    })
}
