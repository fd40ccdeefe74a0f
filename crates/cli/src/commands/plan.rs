//! `partita auto` for programs and ONNX models

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use partita::FileKind;
use partita::auto::{Progress, Watch};
use partita::hlo::{self, Arguments, Machine, PrintOptions, Program};
use partita::mesh::Mesh;
use partita::onnx::{Inference, Model};
use partita::plans::Given;
use partita::report::{ShardingPlanView, View};
use partita::search::{FoundModelPlan, FoundPlan, SearchOptions, find_model_plan, find_plan};

use super::cost::read_machine;
use super::onnx::{dimension_sizes, load_model, write_segments};
use super::{load_input, parse_options, write};
use crate::args::{Common, Input, OutputFormat};
use crate::exit::{Exit, Outcome};
use crate::interrupt::stop_flag;
use crate::onnx_args::ModelFile;
use crate::output::{self, Timing};
use crate::tool_args::Auto;
use crate::{flags, input, progress, reading};

pub(super) fn run_plan(file: &Path, arguments: &Auto, common: &Common) -> Exit {
    Exit::of(plan(file, arguments, common))
}

/// What a plan is for.
enum PlanInput {
    Program(Box<Program>),
    Model(Box<Model>),
}

/// A plan, and the program or the model that it annotates.
enum PlanAnswer {
    Program(FoundPlan),
    Model(FoundModelPlan),
}

impl PlanAnswer {
    fn view(&mut self) -> &mut ShardingPlanView {
        match self {
            PlanAnswer::Program(found) => &mut found.view,
            PlanAnswer::Model(found) => &mut found.view,
        }
    }
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
    let sizes = dimension_sizes(&arguments.sizes)?;
    let mut timing = Timing::default();
    let planned = read_planned(file, arguments, common, &mut timing)?;
    let mut find = |options: &SearchOptions<'_>, timing: &mut Timing, shown: &mut Shown| match &planned {
        PlanInput::Program(program) => find_plan(program, options, timing, shown).map(PlanAnswer::Program),
        PlanInput::Model(model) => {
            find_model_plan(model, &sizes, options, timing, shown).map(PlanAnswer::Model)
        }
    };
    let best = best_of(&meshes, &machine, arguments, &mut timing, &mut find);
    let mut best = best.map_err(|error| input::report_error(&error, common))?;
    if to_stdout {
        output::eprint_text(&flags::with_flags(&best.view().text()));
    } else {
        output::print_view_with_flags(best.view(), common);
    }
    if let Some(path) = &arguments.output {
        write_answer(path, best, &mut timing, common)?;
    }
    timing.report(common);
    Ok(Exit::Fine)
}

/// Reads a program, or a model if the file begins like one.
fn read_planned(
    file: &Path,
    arguments: &Auto,
    common: &Common,
    timing: &mut Timing,
) -> Result<PlanInput, Exit> {
    let kind = FileKind::recognise(&reading::first_bytes(file));
    let is_named = |ending: &str| file.extension().is_some_and(|own| own == ending);
    let is_text = kind == Some(FileKind::OnnxText) && is_named("textproto");
    if is_named("onnx") || is_text || kind == Some(FileKind::OnnxModel) {
        let model = ModelFile { file: file.to_path_buf() };
        let model = timing.stage("read", || load_model(&model, common))?;
        return Ok(PlanInput::Model(Box::new(model)));
    }
    if !arguments.sizes.dim.is_empty() || !arguments.sizes.shape.is_empty() {
        output::print_error("`--dim` and `--shape` are for ONNX models; a program states all sizes");
        return Err(Exit::Usage);
    }
    let loaded = load_input(&Input::of_file(file), common)?;
    let reading = parse_options(false, common);
    let program = input::read_module(&loaded, loaded.parts[0].clone(), reading, timing);
    Ok(PlanInput::Program(Box::new(program)))
}

/// Writes the program or the model with the annotations of the plan.
fn write_answer(path: &Path, best: PlanAnswer, timing: &mut Timing, common: &Common) -> Result<(), Exit> {
    match best {
        PlanAnswer::Program(found) => {
            let text = hlo::print_text(found.program.module(), PrintOptions::default().debug_info(true));
            write(Some(path), text)
        }
        PlanAnswer::Model(found) => {
            let inference = Inference::default().on(Some(found.on));
            let completed = found.model.infer(&inference, timing);
            let segments = completed.and_then(|completed| completed.file());
            write_segments(path, &segments.map_err(|error| input::report_error(&error, common))?)
        }
    }
}

/// Finds a plan on one mesh.
type Find<'f> =
    dyn FnMut(&SearchOptions<'_>, &mut Timing, &mut Shown) -> Result<PlanAnswer, partita::Error> + 'f;

/// The plan on the mesh that is fastest.
fn best_of(
    meshes: &[Mesh],
    machine: &Machine,
    arguments: &Auto,
    timing: &mut Timing,
    find: &mut Find<'_>,
) -> Result<PlanAnswer, partita::Error> {
    let mut best: Option<(f64, PlanAnswer)> = None;
    let mut failed = None;
    let mut tried = Vec::new();
    let stop = stop_flag();
    for mesh in meshes {
        let mut options = SearchOptions::new(mesh, machine);
        options.memory = arguments.memory;
        options.given = if arguments.keep_annotations { Given::Kept } else { Given::Removed };
        options.arguments = if arguments.donate { Arguments::Donated } else { Arguments::Kept };
        options.seed = arguments.seed;
        options.time_limit =
            arguments.time_limit.map(|seconds| Duration::from_secs_f64(seconds / meshes.len() as f64));
        options.stop = Some(Arc::clone(&stop));
        options.rounds = arguments.rounds;
        match find(&options, timing, &mut Shown { started: Instant::now() }) {
            Ok(mut planned) => {
                let step = planned.view().figures.step_seconds;
                tried.push((planned.view().mesh.clone(), step));
                if best.as_ref().is_none_or(|(least, _)| step < *least) {
                    best = Some((step, planned));
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
        (Some((_, mut best)), _) => {
            if meshes.len() > 1 {
                tried.sort_by(|a, b| a.1.total_cmp(&b.1));
                best.view().meshes = tried;
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
    factorisations(count).iter().map(|axes| read(axes)).collect()
}

/// The most meshes of three axes that are tried: all of up to 256 devices whose number is a power of two.
const MOST_CUBES: usize = 24;

/// All meshes of one and two axes with a number of devices, and those of three as far as there are few of them: the ones with the
/// smallest minor axes, which have the fastest links.
fn factorisations(count: u64) -> Vec<String> {
    let inner = |of: u64| (2..of).filter(move |factor| of.is_multiple_of(*factor));
    let mut all = vec![format!("data={count}")];
    all.extend(inner(count).map(|model| format!("data={},model={model}", count / model)));
    let cubes = inner(count).flat_map(|expert| {
        let rest = count / expert;
        inner(rest).map(move |model| format!("data={},model={model},expert={expert}", rest / model))
    });
    all.extend(cubes.take(MOST_CUBES));
    all
}

/// Shows the gap while the solver runs.
struct Shown {
    started: Instant,
}

impl Watch for Shown {
    fn progress(&mut self, state: &Progress) -> ControlFlow<()> {
        progress::set_count(self.started.elapsed().as_secs() as usize, 0, "s");
        if let Some(gap) = state.gap() {
            progress::set_count((gap.min(1.0) * 1e4) as usize, 10_000, "of the gap left");
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_of_devices_has_meshes_of_up_to_three_axes() {
        assert_eq!(factorisations(2), ["data=2"]);
        assert_eq!(factorisations(6), ["data=6", "data=3,model=2", "data=2,model=3"]);
        let eight = ["data=8", "data=4,model=2", "data=2,model=4", "data=2,model=2,expert=2"];
        assert_eq!(factorisations(8), eight);
        // 2 to the 8th: seven ways in two factors, and 21 in three.
        assert_eq!(factorisations(256).len(), 1 + 7 + 21);
        for count in [12, 720, 1 << 20] {
            let product = |axes: &String| -> u64 {
                axes.split(',').map(|axis| axis.split_once('=').unwrap().1.parse::<u64>().unwrap()).product()
            };
            let all = factorisations(count);
            assert!(all.iter().all(|axes| product(axes) == count));
            assert!(all.iter().filter(|axes| axes.contains("expert")).count() <= MOST_CUBES);
        }
    }
}
