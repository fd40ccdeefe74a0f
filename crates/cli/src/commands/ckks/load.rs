//! Reads networks named on the command line.

use std::path::Path;

use partita::ckks::{
    ArraySharding, Bootstraps, CostTable, DEFAULT_MARGIN, LayerId, LayerOp, NETWORKS, Network, Objective,
    Plan, PlanOptions, Ring, ShardingMap, activation_by_name, known_network, parse_axes, parse_plan, plan,
    plan_with_ring, read_layout, read_network,
};
use partita::report::PlanParts;
use partita::{Diagnostics, FileKind, Source, Span, SyntaxError, SyntaxResult, code, suggest};

use super::print_ckks_error;
use crate::args::Common;
use crate::ckks_args::{Minimise, Network as Arguments};
use crate::exit::Exit;
use crate::output::Timing;
use crate::{input, output, reading};

/// A network and its plan.
pub(super) struct Planned<'n> {
    pub(super) network: &'n Network,
    pub(super) plan: Plan,
    pub(super) bootstraps: Bootstraps,
    pub(super) costs: CostTable,
    /// What was minimised.
    pub(super) minimised: Minimise,
}

impl Planned<'_> {
    /// The parts that a view shows.
    pub(super) fn parts<'p>(&'p self, model: &'p str) -> PlanParts<'p> {
        let Self { network, plan, bootstraps, costs, minimised } = self;
        let unit = match minimised {
            Minimise::Rotations => "rotations",
            Minimise::Time => "µs",
        };
        PlanParts { model, network, plan, bootstraps, costs, unit }
    }
}

/// Reads a network, or prints an error and returns the exit code.
pub(super) fn load_network(
    arguments: &Arguments,
    common: &Common,
    timing: &mut Timing,
) -> Result<Network, Exit> {
    let mut network = timing.stage("read", || read_named_network(arguments, common))?;
    // Exponentials and inverses have as many levels as their arguments need, which generated inputs show. If these do
    // not suit the network, its levels are those of usual arguments.
    if network.has_weights && network.has_intervals() {
        let mut calibrated = network.clone();
        let input = calibrated.seeded_input(0);
        if calibrated.calibrate(&[input], DEFAULT_MARGIN).is_ok() {
            network = calibrated;
        }
    }
    Ok(network)
}

fn read_named_network(arguments: &Arguments, common: &Common) -> Result<Network, Exit> {
    let refused = |error| input::report_error(&error, common);
    let activation = activation_by_name(&arguments.activation).map_err(refused)?;
    let path = Path::new(&arguments.model);
    let ending = path.extension().and_then(|ending| ending.to_str());
    let known = known_network(&arguments.model, &activation).map_err(refused)?;
    let mut network = match (known, ending) {
        (Some(network), _) => network,
        (None, Some("toml")) => {
            let text = read(path)?;
            other_kind(path, &text, common)?;
            read_network(&text).map_err(refused)?
        }
        (None, Some("onnx" | "textproto")) => super::super::onnx::ckks_network(path, &activation, common)?,
        _ => {
            let names = NETWORKS.join(", ");
            if let Ok(text) = reading::read_text(path) {
                other_kind(path, &text, common)?;
            }
            output::print_error(&format!("unknown network `{}`", arguments.model));
            output::print_help(&format!("use one of {names}, or a file whose name ends in .toml or .onnx"));
            return Err(Exit::Usage);
        }
    };
    for pin in &arguments.pin {
        let Some((name, text)) = pin.split_once('=') else {
            output::print_error(&format!("--pin: expected LAYER=LAYOUT, found {pin}"));
            return Err(Exit::Usage);
        };
        let layer = find(&network, name, "--pin")?;
        let layout = read_layout(text, name).map_err(refused)?;
        network.pin(layer, layout).map_err(|error| print_ckks_error(&error, common))?;
    }
    annotate(&mut network, arguments, common)?;
    Ok(network)
}

/// Reads a network to be computed, with generated weights if it has none. The weights and all values must fit
/// into memory.
pub(super) fn with_weights(
    arguments: &Arguments,
    seed: u64,
    common: &Common,
    timing: &mut Timing,
) -> Result<Network, Exit> {
    let network = load_network(arguments, common, timing)?;
    let numbers = network.layers.iter().fold(0u64, |sum, (_, layer)| {
        let values = layer.shape.iter().fold(1u64, |count, &size| count.saturating_mul(size as u64));
        let weights = match &layer.op {
            LayerOp::Linear { op, .. } if op.weights().is_none() => op.weight_count() as u64,
            _ => 0,
        };
        sum.saturating_add(values).saturating_add(weights)
    });
    let bytes = numbers.saturating_mul(size_of::<f64>() as u64);
    if bytes > common.limits.memory {
        let message =
            format!("weights and values need {bytes} bytes of memory; the limit is {}", common.limits.memory);
        let help = "use smaller layers, or raise the limit by `--max-memory`, in GiB";
        input::print_finding(code::MEMORY_LIMIT, &message, help, common);
        return Err(Exit::Findings);
    }
    network.with_seeded_weights(seed).map_err(|error| print_ckks_error(&error, common))
}

/// The layer that an option names.
fn find(network: &Network, name: &str, option: &str) -> Result<LayerId, Exit> {
    network.find(name).ok_or_else(|| {
        output::print_error(&format!("{option}: unknown layer `{name}`"));
        let known: Vec<&str> = network.layers.iter().map(|(_, layer)| layer.name.as_str()).collect();
        suggest::help_for_name(name, &known).iter().for_each(|help| output::print_help(help));
        Exit::Usage
    })
}

/// Shards tensors as the command line requires.
fn annotate(network: &mut Network, arguments: &Arguments, common: &Common) -> Result<(), Exit> {
    let refused = |error| print_ckks_error(&error, common);
    let parse_mesh = |axes: &str, option: &str| {
        parse_axes(axes).map_err(|mut error| {
            error.help.get_or_insert_with(|| "write every axis with its size, such as x=4,z=2".into());
            refuse_text(&error, option, axes, common)
        })
    };
    if let Some(path) = &arguments.shardings {
        for (name, op) in parse_file(path, common, ShardingMap::parse)?.iter() {
            let layer = find(network, name, "--shardings")?;
            if let Some(sharding) = op.outputs().first() {
                network.shard(layer, sharding.clone()).map_err(refused)?;
            }
        }
    }
    for text in &arguments.compute {
        let Some((name, axes)) = text.split_once('=') else {
            output::print_error(&format!("--compute: expected LAYER=x=2,y=8, found {text}"));
            return Err(Exit::Usage);
        };
        let layer = find(network, name, "--compute")?;
        let mesh = parse_mesh(axes, "--compute")?;
        network.compute_on(layer, &mesh).map_err(refused)?;
    }
    let Some(axes) = &arguments.mesh else { return Ok(()) };
    let mesh = parse_mesh(axes, "--mesh")?;
    for text in &arguments.shard {
        let Some((name, sharding)) = text.split_once('=') else {
            output::print_error(&format!("--shard: expected LAYER=[x, z, -], found {text}"));
            return Err(Exit::Usage);
        };
        let layer = find(network, name, "--shard")?;
        let parsed = ArraySharding::parse(sharding, &mesh);
        let parsed = parsed.map_err(|error| refuse_text(&error, "--shard", sharding, common))?;
        network.shard(layer, parsed).map_err(refused)?;
    }
    Ok(())
}

/// The contents of a file; on errors, prints them and returns the exit code.
pub(super) fn parse_file<T>(
    path: &Path,
    common: &Common,
    parse: impl FnOnce(&str) -> SyntaxResult<T>,
) -> Result<T, Exit> {
    let text = read(path)?;
    parse(&text).map_err(|error| refuse_text(&error, &path.display().to_string(), &text, common))
}

/// Prints an error with its position in a text.
fn refuse_text(error: &SyntaxError, name: &str, text: &str, common: &Common) -> Exit {
    let Ok(source) = Source::new(name, text.to_string()) else {
        output::print_error(&format!("{name} is longer than {} bytes", Source::MAX_BYTES));
        return Exit::Usage;
    };
    let mut found = Diagnostics::default();
    found.push(error.clone());
    input::print_findings(&source, &found, common);
    Exit::Findings
}

fn read(path: &Path) -> Result<String, Exit> {
    reading::read_text(path).map_err(|error| {
        output::print_error(&format!("cannot read {}: {error}", path.display()));
        Exit::Usage
    })
}

/// Rejects a file that begins like another kind of file.
fn other_kind(path: &Path, text: &str, common: &Common) -> Result<(), Exit> {
    match FileKind::recognise(text.as_bytes()) {
        None | Some(FileKind::Toml) => Ok(()),
        Some(kind) => {
            let found = kind.instead_of("a network in TOML", Span::default());
            let message = format!("{}: {}", path.display(), found.message);
            Err(super::finding(found.code, &message, &found.help.unwrap_or_default(), common))
        }
    }
}

/// How a network is planned.
pub(super) struct Planning<'a> {
    /// What is minimised unless the options name it.
    pub(super) minimise: Minimise,
    /// Whether the next best layouts are also computed.
    pub(super) explain: bool,
    /// The ring, which determines the slots unless the options name them.
    pub(super) ring: &'a Ring,
    /// The slots instead of those that the ring determines.
    pub(super) slots: Option<usize>,
}

impl Planning<'_> {
    /// The least time, in the ring that has it.
    pub(super) fn default_in(ring: &Ring) -> Planning<'_> {
        Planning { minimise: Minimise::Time, explain: false, ring, slots: None }
    }
}

/// Plans a network, or prints an error and returns the exit code.
pub(super) fn plan_network<'n>(
    network: &'n Network,
    arguments: &Arguments,
    planning: &Planning<'_>,
    common: &Common,
    timing: &mut Timing,
) -> Result<Planned<'n>, Exit> {
    let costs = match &arguments.costs {
        Some(path) => CostTable::parse(&read(path)?).map_err(|error| print_ckks_error(&error, common))?,
        None => CostTable::default(),
    };
    let minimised = arguments.minimise.unwrap_or(planning.minimise);
    let objective = match minimised {
        Minimise::Rotations => Objective::Rotations,
        Minimise::Time => Objective::Time(costs.clone()),
    };
    let mut slots = arguments.slots;
    let mut given = Vec::new();
    if let Some(path) = &arguments.plan {
        let (wanted, layouts) = parse_file(path, common, |text| parse_plan(text, network))?;
        if let Some(slots) = slots.filter(|&slots| slots != wanted) {
            output::print_error(&format!("--slots {slots}: the plan has {wanted} slots"));
            return Err(Exit::Usage);
        }
        (slots, given) = (Some(wanted), layouts);
    }
    let options = PlanOptions::default()
        .objective(objective)
        .explain(planning.explain)
        .given(given)
        .room(arguments.max_ciphertexts);
    // Layouts that are pinned have a number of slots.
    let pinned = network.layers.iter().find_map(|(_, layer)| Some(layer.pin.as_ref()?.slots()));
    let plan = timing.stage("plan", || match slots.or(pinned).or(planning.slots) {
        Some(slots) => plan(network, slots, &options),
        None => plan_with_ring(network, planning.ring, arguments.levels, &costs, &options),
    });
    let plan = plan.map_err(|error| input::report_error(&error, common))?;
    let bootstraps = match arguments.levels {
        Some(levels) => timing
            .stage("place bootstraps", || plan.place_bootstraps(network, levels))
            .map_err(|error| print_ckks_error(&error, common))?,
        None => plan.without_bootstraps(),
    };
    Ok(Planned { network, plan, bootstraps, costs, minimised })
}
