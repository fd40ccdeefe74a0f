//! The entry points of the crate: sharded module in, local program out.

use partita_base::{Diagnostic, Diagnostics, Interrupt, Symbol, code};
use partita_hlo::propagation::{self, Prepared, Purpose, Refused, Settings, Sharded};
use partita_hlo::rules::{Compat, RuleFile, RuleOptions};
use partita_ir::{Attr, Module, OpId, names};
use partita_mesh::spec::{MeshOrRef, MeshSpec, ShardingSpec};
use partita_mesh::{MeshId, Meshes};

use partita_cost::{Machine, Topology};
use partita_reshard::uneven_links;
use rustc_hash::FxHashMap;

use crate::cause::Cause;
use crate::comm_calls::{Peer, uncounted_communication};
use crate::comms::list_collectives;
use crate::groups::{GroupForm, settle_groups};
use crate::local_values::LocalValues;
use crate::localize::Localizer;
use crate::sums::SumSchedule;

/// How [`localize`] writes the local program. Take the default and set what differs.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct LocalizeOptions<'a> {
    /// Factor rules of the user's custom calls.
    pub user: Option<&'a RuleFile>,
    /// The bandwidth and latency of links; if absent, the cheapest plan is essentially the one that sends the
    /// fewest bytes.
    pub topology: Option<&'a Topology>,
    /// The machine whose links are used without `topology`, where they differ in speed along the axes of the mesh.
    pub machine: Option<&'a Machine>,
    /// How replica groups are written.
    pub groups: GroupForm,
    /// Whether the result is still wanted. If not, the stage fails with the code of a time limit.
    pub interrupt: Interrupt<'a>,
}

partita_base::setters! { LocalizeOptions<'a> { user: Option<&'a RuleFile>, topology: Option<&'a Topology>, machine: Option<&'a Machine>, groups: GroupForm, interrupt: Interrupt<'a> } }

impl LocalizeOptions<'_> {
    /// The links that reshards are planned for; `None` if plans send the fewest bytes.
    pub(crate) fn links(&self, meshes: &Meshes, main: MeshId) -> Option<Topology> {
        let of_machine = || {
            let others = meshes.ids().filter(|&id| id != main).map(|id| meshes.get(id));
            uneven_links(self.machine?, meshes.get(main), others)
        };
        self.topology.cloned().or_else(of_machine)
    }
}

/// The shardings of the entry function's arguments and results.
#[derive(Clone, Debug)]
pub struct Interface {
    /// The mesh that the program is partitioned for.
    pub mesh: MeshSpec,
    /// The sharding of every argument, with its mesh inlined; `None` if the argument is replicated.
    pub inputs: Vec<Option<ShardingSpec>>,
    /// The sharding of every result, with its mesh inlined; `None` if the result is replicated.
    pub results: Vec<Option<ShardingSpec>>,
}

/// The local program and its interface.
pub struct Partitioned {
    /// The local program, which every device runs.
    pub module: Module,
    /// How to shard arguments and assemble results.
    pub interface: Interface,
    /// Warnings of all stages that ran.
    pub warnings: Diagnostics,
    /// The global program, with the sharding of every value.
    pub sharded: Sharded,
    /// The local values that hold each global value.
    pub(crate) values: LocalValues,
    pub(crate) meshes: Meshes,
    causes: FxHashMap<OpId, Cause>,
}

impl Partitioned {
    /// The reason for a collective of the local program.
    pub fn cause(&self, op: OpId) -> Cause {
        self.causes.get(&op).copied().unwrap_or(Cause::Written)
    }
}

/// The first stage: rewrites the ops of a verified module into ops that partition well, and brings it into the
/// form that propagation works on.
pub fn prepare(module: Module, compat: Compat) -> Result<Prepared, Box<Refused>> {
    let (module, aliases) = crate::simplify::simplify(module);
    let prepared = propagation::prepare(module, compat, Purpose::Partition)?;
    Ok(prepared.with_aliases(aliases))
}

/// The last stage: writes the local program.
pub fn localize(sharded: Sharded, options: &LocalizeOptions<'_>) -> Result<Partitioned, Diagnostics> {
    let module = sharded.module();
    // A program that already contains some of the ops that the passes insert may be invalid after them.
    let broken = partita_verify::verify(module);
    if broken.has_errors() {
        return Err(broken);
    }
    let mut warnings = crate::supported::check_supported(module)?;
    let meshes = module.meshes();
    let (meshes, mesh) = main_mesh(module, meshes)?;
    let entry = sharded.entry();
    let interface = Interface {
        mesh: meshes.get(mesh).to_spec(),
        inputs: entry.map_or_else(Vec::new, |entry| shardings(module, &meshes, entry, names::ARG_ATTRS)),
        results: entry.map_or_else(Vec::new, |entry| shardings(module, &meshes, entry, names::RES_ATTRS)),
    };
    let devices = meshes.get(mesh).device_count();
    let write = |meshes: Meshes, schedule: Option<SumSchedule>| {
        let mut localizer = Localizer::new(module, meshes, mesh, options);
        localizer.schedule = schedule;
        localizer.module()?;
        complete_module(module, &mut localizer.emit.out, options.groups, devices)?;
        Ok::<_, Diagnostics>(localizer)
    };
    let mut localizer = write(meshes, None)?;
    // Where sums are finished depends on all their uses, so the program is written again once these are known.
    if let Some(schedule) = localizer.schedule_sums() {
        let again = write(localizer.emit.meshes.clone(), Some(schedule))?;
        let [before, after] = [&localizer, &again].map(|written| traffic(&written.emit.out));
        if after.0 <= before.0 && after.1 <= before.1 && after != before {
            localizer = again;
        }
    }
    let (local, meshes) = (localizer.emit.out, localizer.emit.meshes);
    warnings.append(localizer.warnings);
    warn_uncounted(&local, &mut warnings);
    let (values, causes) = (localizer.values, localizer.emit.causes);
    Ok(Partitioned { module: local, interface, warnings, sharded, values, meshes, causes })
}

/// Gives a local program its attributes and the final form of its replica groups, and removes what is unused.
fn complete_module(
    global: &Module,
    local: &mut Module,
    groups: GroupForm,
    devices: u64,
) -> Result<(), Diagnostics> {
    let ty = local.context.int_type(32);
    for (name, count) in [("mhlo.num_partitions", devices), ("mhlo.num_replicas", 1)] {
        let name = local.context.symbol(name);
        let attr = local.context.attr(Attr::Integer { value: count.into(), ty });
        local.set_attr(local.top(), name, attr);
    }
    crate::clean::remove_unused(local);
    crate::clean::remove_uncalled(local)?;
    settle_groups(global, local, groups, devices)
}

/// The bytes that a device sends in all collectives, and how many collectives run.
fn traffic(local: &Module) -> (u64, u64) {
    list_collectives(local).into_iter().fold((0, 0), |(bytes, runs): (u64, u64), each| {
        let sent = each.bytes.saturating_mul(each.runs.times);
        (bytes.saturating_add(sent), runs.saturating_add(each.runs.times))
    })
}

/// How [`partition()`] runs all stages. Take the default and set what differs.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct PartitionOptions<'a> {
    /// How shardings propagate, and the factor rules of the user's custom calls.
    pub propagation: Settings<'a>,
    /// The bandwidth and latency of links; if absent, the cheapest plan is essentially the one that sends the
    /// fewest bytes.
    pub topology: Option<&'a Topology>,
    /// The machine whose links are used without `topology`, where they differ in speed along the axes of the mesh.
    pub machine: Option<&'a Machine>,
    /// Whether arguments and results may be padded where a sharding does not divide them. If not, such a
    /// sharding loses axes.
    pub pad_io: bool,
    /// How replica groups are written.
    pub groups: GroupForm,
}

partita_base::setters! { PartitionOptions<'a> { propagation: Settings<'a>, topology: Option<&'a Topology>, machine: Option<&'a Machine>, pad_io: bool, groups: GroupForm } }

impl Default for PartitionOptions<'_> {
    fn default() -> Self {
        let rules = RuleOptions::default().compat(Compat::Full);
        let propagation = Settings::default().rules(rules);
        Self { propagation, topology: None, machine: None, pad_io: false, groups: GroupForm::default() }
    }
}

/// Runs all stages: imports GSPMD shardings, prepares, propagates, and writes the local program.
pub fn partition(module: &Module, options: &PartitionOptions<'_>) -> Result<Partitioned, Diagnostics> {
    let PartitionOptions { propagation, topology, machine, pad_io, groups } = *options;
    let mut module = module.clone();
    let mut warnings = partita_hlo::gspmd::import_shardings(&mut module);
    if warnings.has_errors() {
        return Err(warnings);
    }
    if !pad_io {
        warnings.append(partita_hlo::check_interface(&module));
    }
    let propagated = prepare(module, propagation.rules.compat)?.propagate(&propagation);
    warnings.append(propagated.run.warnings.clone());
    let sharded = propagated.write().shard(pad_io)?;
    let localizing = LocalizeOptions::default().user(propagation.rules.user).topology(topology);
    let mut partitioned = localize(sharded, &localizing.machine(machine).groups(groups))?;
    warnings.append(partitioned.warnings);
    partitioned.warnings = warnings;
    Ok(partitioned)
}

/// Warns about calls that send an unknown number of bytes to other devices, once for each target.
fn warn_uncounted(local: &Module, warnings: &mut Diagnostics) {
    let mut seen: Vec<String> = Vec::new();
    for op in local.walk(local.top()) {
        let Some((name, Peer::Devices)) = uncounted_communication(local, op) else { continue };
        if !seen.contains(&name) {
            let message = format!("`{name}` sends to other devices; its bytes are not counted");
            warnings.push(Diagnostic::warning(code::NOT_COUNTED, local.op(op).span, message));
            seen.push(name);
        }
    }
}

/// The shardings of a function's arguments or results, each with its mesh inlined.
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

/// The mesh to partition for. All meshes with axes must have the same number of devices.
fn main_mesh(module: &Module, mut meshes: Meshes) -> Result<(Meshes, MeshId), Diagnostics> {
    let ids: Vec<MeshId> = meshes.ids().filter(|&id| !meshes.get(id).axes().is_empty()).collect();
    let Some(&first) = ids.first() else {
        let id = meshes.inline(partita_mesh::Mesh::empty());
        return Ok((meshes, id));
    };
    let count = meshes.get(first).device_count();
    if let Some(&other) = ids.iter().find(|&&id| meshes.get(id).device_count() != count) {
        let message =
            format!("the program uses meshes of {count} and {} devices", meshes.get(other).device_count());
        let mut diagnostics = Diagnostics::default();
        let span = module.op(module.top()).span;
        diagnostics.push(
            Diagnostic::error(code::MESHES_DIFFER_IN_SIZE, span, message)
                .help("use meshes with the same number of devices"),
        );
        return Err(diagnostics);
    }
    Ok((meshes, first))
}
