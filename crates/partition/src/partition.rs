//! The entry of the crate: a sharded module in, the program of every device out.

use partita_base::{Diagnostic, Diagnostics, Symbol, code};
use partita_hlo::propagation::{self, Prepared, Purpose, Refused, Settings, Sharded};
use partita_hlo::rules::{Compat, RuleFile, RuleOptions};
use partita_ir::{Attr, Module, OpId, names};
use partita_mesh::spec::{MeshOrRef, MeshSpec, ShardingSpec};
use partita_mesh::{MeshId, Meshes};

use partita_cost::Topology;

use crate::comm_calls::{Talk, uncounted};
use crate::groups::{GroupForm, settle_groups};
use crate::localize::Localizer;
use crate::values::Values;

/// How to write the program of every device.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct Localizing<'a> {
    /// Rules of the user's own custom calls.
    pub user: Option<&'a RuleFile>,
    /// How fast devices talk to each other; when absent, bytes count and little else.
    pub topology: Option<&'a Topology>,
    /// How replica groups are written.
    pub groups: GroupForm,
}

partita_base::setters! { Localizing<'a> { user: Option<&'a RuleFile>, topology: Option<&'a Topology>, groups: GroupForm } }

/// How the arguments and results of the entry function lie.
#[derive(Clone, Debug)]
pub struct Interface {
    /// The mesh of the program.
    pub mesh: MeshSpec,
    /// The sharding of every argument, with its mesh written out; `None` where every device holds all of it.
    pub inputs: Vec<Option<ShardingSpec>>,
    /// The sharding of every result.
    pub results: Vec<Option<ShardingSpec>>,
}

/// A partitioned program.
pub struct Partitioned {
    /// What every device runs.
    pub module: Module,
    /// How to shard arguments and assemble results.
    pub interface: Interface,
    /// What is worth knowing.
    pub warnings: Diagnostics,
    /// The program that was partitioned.
    pub sharded: Sharded,
    /// What stands for the values of the global program.
    pub(crate) values: Values,
    pub(crate) meshes: Meshes,
}

/// The first stage: a verified module whose ops are rewritten to ones that can be partitioned well, in the form that propagation
/// works on. What propagates afterwards is what [`localize`] takes.
pub fn prepare(module: Module, compat: Compat) -> Result<Prepared, Box<Refused>> {
    let (module, aliases) = crate::simplify::simplify(module);
    let prepared = propagation::prepare(module, compat, Purpose::Partition)?;
    Ok(prepared.with_aliases(aliases))
}

/// The last stage: writes the program of every device.
pub fn localize(sharded: Sharded, options: &Localizing<'_>) -> Result<Partitioned, Diagnostics> {
    let module = sharded.module();
    // A program that brings half of what the passes put in may come out of them broken.
    let broken = partita_verify::verify(module);
    if broken.has_errors() {
        return Err(broken);
    }
    let mut warnings = crate::admit::admit(module)?;
    let meshes = module.meshes();
    let (meshes, mesh) = main_mesh(module, meshes)?;
    let entry = sharded.entry();
    let interface = Interface {
        mesh: meshes.get(mesh).to_spec(),
        inputs: entry.map_or_else(Vec::new, |entry| shardings(module, &meshes, entry, names::ARG_ATTRS)),
        results: entry.map_or_else(Vec::new, |entry| shardings(module, &meshes, entry, names::RES_ATTRS)),
    };
    let devices = meshes.get(mesh).device_count();
    let mut localizer = Localizer::new(module, meshes, mesh, options);
    localizer.module()?;
    let (mut local, meshes) = (localizer.emit.out, localizer.emit.meshes);
    let ty = local.context.int_type(32);
    for (name, count) in [("mhlo.num_partitions", devices), ("mhlo.num_replicas", 1)] {
        let name = local.context.symbol(name);
        let attr = local.context.attr(Attr::Integer { value: count.into(), ty });
        local.set_attr(local.top(), name, attr);
    }
    crate::clean::remove_unused(&mut local);
    crate::clean::remove_uncalled(&mut local)?;
    settle_groups(module, &mut local, options.groups, devices)?;
    warnings.append(localizer.warnings);
    warn_uncounted(&local, &mut warnings);
    let values = localizer.values;
    Ok(Partitioned { module: local, interface, warnings, sharded, values, meshes })
}

/// How to take a module through all stages.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Options<'a> {
    /// How shardings propagate, and the rules of the user's own custom calls.
    pub propagation: Settings<'a>,
    /// How fast devices talk to each other; when absent, bytes count and little else.
    pub topology: Option<&'a Topology>,
    /// Whether arguments and results may be padded where a sharding does not divide them. Otherwise such a
    /// sharding loses axes.
    pub pad_io: bool,
    /// How replica groups are written.
    pub groups: GroupForm,
}

partita_base::setters! { Options<'a> { propagation: Settings<'a>, topology: Option<&'a Topology>, pad_io: bool, groups: GroupForm } }

impl Default for Options<'_> {
    fn default() -> Self {
        let rules = RuleOptions::default().compat(Compat::Full);
        let propagation = Settings::default().rules(rules);
        Self { propagation, topology: None, pad_io: false, groups: GroupForm::default() }
    }
}

/// All stages in a row, for callers that ask nothing on the way: imports shardings of GSPMD, prepares, propagates, and writes the program
/// of every device.
pub fn partition(module: &Module, options: &Options<'_>) -> Result<Partitioned, Diagnostics> {
    let Options { propagation, topology, pad_io, groups } = *options;
    let mut module = module.clone();
    let mut warnings = partita_hlo::gspmd::import(&mut module);
    if warnings.has_errors() {
        return Err(warnings);
    }
    if !pad_io {
        warnings.append(partita_hlo::check_interface(&module));
    }
    let propagated = prepare(module, propagation.rules.compat)?.propagate(&propagation);
    warnings.append(propagated.run.warnings.clone());
    let sharded = propagated.write().shard(pad_io)?;
    let mut partitioned = localize(sharded, &Localizing { user: propagation.rules.user, topology, groups })?;
    warnings.append(partitioned.warnings);
    partitioned.warnings = warnings;
    Ok(partitioned)
}

/// Warns of calls that send an unknown number of bytes to other devices, once for each target.
fn warn_uncounted(local: &Module, warnings: &mut Diagnostics) {
    let mut seen: Vec<String> = Vec::new();
    for op in local.walk(local.top()) {
        let Some((name, Talk::Devices)) = uncounted(local, op) else { continue };
        if !seen.contains(&name) {
            let message = format!("`{name}` sends to other devices, its bytes are not counted");
            warnings.push(Diagnostic::warning(code::NOT_COUNTED, local.op(op).span, message));
            seen.push(name);
        }
    }
}

/// The shardings of a function's arguments or results, each with its mesh written out.
fn shardings(module: &Module, meshes: &Meshes, function: OpId, lists: Symbol) -> Vec<Option<ShardingSpec>> {
    let (inputs, results) = module.func_type(function);
    let count = if lists == names::ARG_ATTRS { inputs.len() } else { results.len() };
    let inlined = |mut spec: ShardingSpec| {
        if let MeshOrRef::Symbol(name) = &spec.mesh
            && let Some(id) = meshes.find(name)
        {
            spec.mesh = MeshOrRef::Inline(meshes.get(id).to_spec());
        }
        spec
    };
    (0..count).map(|index| module.func_sharding(function, lists, index).cloned().map(inlined)).collect()
}

/// The mesh with the most devices; all others must have as many, or one.
fn main_mesh(module: &Module, mut meshes: Meshes) -> Result<(Meshes, MeshId), Diagnostics> {
    let ids: Vec<MeshId> = meshes.ids().filter(|&id| !meshes.get(id).axes().is_empty()).collect();
    let Some(&first) = ids.first() else {
        let id = meshes.inline(partita_mesh::Mesh::empty());
        return Ok((meshes, id));
    };
    let count = meshes.get(first).device_count();
    if let Some(&other) = ids.iter().find(|&&id| meshes.get(id).device_count() != count) {
        let message =
            format!("the program uses meshes of {count} and of {} devices", meshes.get(other).device_count());
        let mut diagnostics = Diagnostics::default();
        let span = module.op(module.top()).span;
        diagnostics.push(
            Diagnostic::error(code::MESHES_DIFFER_IN_SIZE, span, message)
                .help("partition one mesh at a time, or give all meshes the same devices"),
        );
        return Err(diagnostics);
    }
    Ok((meshes, first))
}
