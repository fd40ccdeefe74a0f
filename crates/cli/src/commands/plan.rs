//! `partita auto` for programs

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use partita::auto::{Progress, Watch};
use partita::hlo::{self, Machine, PrintOptions, Program};
use partita::mesh::Mesh;
use partita::plans::Given;
use partita::report::View;
use partita::search::{FoundPlan, SearchOptions, find_plan};

use super::cost::read_machine;
use super::{load_input, parse_options, write};
use crate::args::{Common, Input, OutputFormat};
use crate::exit::{Exit, Outcome};
use crate::interrupt::stop_flag;
use crate::output::{self, Timing};
use crate::tool_args::Auto;
use crate::{input, progress};

pub(super) fn run_plan(file: &Path, arguments: &Auto, common: &Common) -> Exit {
    Exit::of(plan(file, arguments, common))
}

fn plan(file: &Path, arguments: &Auto, common: &Common) -> Outcome {
    let to_stdout = arguments.output.as_deref().is_some_and(|path| path.as_os_str() == "-");
    if to_stdout && common.format == OutputFormat::Json {
        output::print_error("the program and its JSON report cannot both go to standard output");
        output::print_help("write the program to a file with `-o FILE`");
        return Err(Exit::Usage);
    }
    let machine = read_machine(&arguments.hardware, common)?;
    let meshes = read_meshes(arguments.mesh.as_deref().unwrap_or_default(), common)?;
    if let Some(mesh) = meshes.iter().find(|mesh| !machine.fits(mesh.device_count())) {
        let (devices, own) = (mesh.device_count(), machine.devices.unwrap_or(0));
        output::print_error(&format!("the mesh has {devices} devices, and {} has {own}", machine.name));
        return Err(Exit::Usage);
    }
    let loaded = load_input(&Input::of_file(file), common)?;
    let mut timing = Timing::default();
    let reading = parse_options(false, common);
    let program = input::read_module(&loaded, loaded.parts[0].clone(), reading, &mut timing);
    let planned = best_of(&program, &meshes, &machine, arguments, &mut timing);
    let planned = planned.map_err(|error| input::report_error(&error, common))?;
    if to_stdout {
        output::eprint_text(&planned.view.text());
    } else {
        output::print_view(&planned.view, common);
    }
    if let Some(path) = &arguments.output {
        let text = hlo::print_text(planned.program.module(), PrintOptions::default().debug_info(true));
        write(Some(path), text)?;
    }
    timing.report(common);
    Ok(Exit::Fine)
}

/// The plan on the mesh that is fastest.
fn best_of(
    program: &Program,
    meshes: &[Mesh],
    machine: &Machine,
    arguments: &Auto,
    timing: &mut Timing,
) -> Result<FoundPlan, partita::Error> {
    let mut best: Option<FoundPlan> = None;
    let mut failed = None;
    let mut tried = Vec::new();
    let stop = stop_flag();
    for mesh in meshes {
        let mut options = SearchOptions::new(mesh, machine);
        options.memory = arguments.memory;
        options.given = if arguments.keep_annotations { Given::Kept } else { Given::Removed };
        options.seed = arguments.seed;
        options.time_limit =
            arguments.time_limit.map(|seconds| Duration::from_secs_f64(seconds / meshes.len() as f64));
        options.stop = Some(Arc::clone(&stop));
        if let Some(rounds) = arguments.rounds {
            options.rounds = rounds;
        }
        let mut shown = Shown { started: Instant::now() };
        match find_plan(program, &options, timing, &mut shown) {
            Ok(planned) => {
                tried.push((planned.view.mesh.clone(), planned.view.figures.step_seconds));
                let step = |planned: &FoundPlan| planned.view.figures.step_seconds;
                if best.as_ref().is_none_or(|best| step(&planned) < step(best)) {
                    best = Some(planned);
                }
            }
            Err(error) => failed = Some(error),
        }
        // Another mesh would only be priced with the plans that need no search.
        if stop.load(Ordering::Relaxed) && best.is_some() {
            break;
        }
    }
    match (best, failed) {
        (Some(mut best), _) => {
            if meshes.len() > 1 {
                tried.sort_by(|a, b| a.1.total_cmp(&b.1));
                best.view.meshes = tried;
            }
            Ok(best)
        }
        (None, Some(error)) => Err(error),
        (None, None) => unreachable!("there is at least one mesh"),
    }
}

/// The mesh of the command line, or all with a number of devices.
fn read_meshes(text: &str, common: &Common) -> Result<Vec<Mesh>, Exit> {
    let read = |axes: &str| {
        partita::notation::parse_mesh(axes, None).map_err(|error| input::report_error(&error, common))
    };
    let count = text.strip_prefix("auto=").and_then(|count| count.parse::<u64>().ok());
    let Some(count) = count.filter(|count| (2..=1 << 20).contains(count)) else {
        return Ok(vec![read(text)?]);
    };
    let mut meshes = vec![read(&format!("data={count}"))?];
    for model in (2..count).filter(|model| count.is_multiple_of(*model)) {
        meshes.push(read(&format!("data={},model={model}", count / model))?);
    }
    Ok(meshes)
}

/// Shows the gap while the solver runs.
struct Shown {
    started: Instant,
}

impl Watch for Shown {
    fn progress(&mut self, state: &Progress) -> ControlFlow<()> {
        progress::set_count(self.started.elapsed().as_secs() as usize, 0, "s");
        if let Some(gap) = state.gap() {
            progress::set_count((gap * 1e4) as usize, 10_000, "of the gap left");
        }
        ControlFlow::Continue(())
    }
}
