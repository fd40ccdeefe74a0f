//! `partita suggest`

use std::time::{Duration, Instant};

use partita::hlo::{self, PrintOptions, SuggestOptions};
use partita::report::View;

use super::partition::Given;
use super::{load_input, parse_options, write};
use crate::args::{Common, OutputFormat};
use crate::exit::{Exit, Outcome};
use crate::input;
use crate::output::{self, Timing};
use crate::tool_args::Suggest;

pub(super) fn run_suggest(arguments: &Suggest, common: &Common) -> Exit {
    Exit::of(suggest(arguments, common))
}

fn suggest(arguments: &Suggest, common: &Common) -> Outcome {
    let Suggest { input: file, partition, max_trials, time_limit, margin, output: target, written } =
        arguments;
    if file.split_input_file {
        output::print_error("`partita suggest` reads one module");
        output::print_help("remove `--split-input-file`");
        return Err(Exit::Usage);
    }
    let to_stdout = target.as_deref().is_some_and(|path| path.as_os_str() == "-");
    if to_stdout && common.format == OutputFormat::Json {
        output::print_error("the program and its JSON report cannot both go to standard output");
        output::print_help("write the program to a file with `-o FILE`");
        return Err(Exit::Usage);
    }
    let given = Given::read(partition, common)?;
    let loaded = load_input(file, common)?;
    let mut timing = Timing::default();
    let reading = parse_options(file.deny_unknown_dialects, common);
    let program = input::read_module(&loaded, loaded.parts[0].clone(), reading, &mut timing);
    given.note_module(program.module());
    let options = SuggestOptions::default().max_trials(*max_trials).margin(margin / 100.0);
    let end =
        time_limit.and_then(|seconds| Instant::now().checked_add(Duration::try_from_secs_f64(seconds).ok()?));
    let is_over = || end.is_some_and(|end| Instant::now() >= end);
    let propagation = given.propagation().notation(written.notation());
    let partitioning = given.partitioning(partition);
    let suggested = program.suggest(&propagation, &partitioning, options, &is_over, &mut timing);
    let suggested = suggested.map_err(|error| input::report_error(&error, common))?;
    if to_stdout {
        output::eprint_text(&suggested.view.text());
    } else {
        output::print_view(&suggested.view, common);
    }
    if let Some(path) = target {
        let text = hlo::print_text(suggested.program.module(), PrintOptions::default().debug_info(true));
        write(Some(path), text)?;
    }
    given.warn(common);
    timing.report(common);
    Ok(Exit::Fine)
}
