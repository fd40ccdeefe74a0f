//! `partita partition`, and what it shares with the commands that run a partitioned program.

use std::path::Path;

use partita_ir::Module;
use partita_mesh::spec::{MeshOrRef, ShardingSpec};
use partita_mlir::PrintOptions;
use partita_partition::{Interface, Options, Partitioned, partition};
use serde_json::{Value, json};

use super::propagate::rule_file;
use super::reshard::topology;
use super::{load, unknown_dialects, write};
use crate::args::{Common, Input, OutputFormat, Partitioning};
use crate::output::Timing;
use crate::{FINDINGS, FINE, input};

pub(super) fn run(
    arguments: &Input,
    options: &Partitioning,
    out: Option<&Path>,
    shardings: Option<&Path>,
    common: &Common,
) -> u8 {
    each_module(arguments, options, common, |stage| {
        let text =
            stage.timing.stage("print", || partita_mlir::print(&stage.local.module, PrintOptions::default()));
        if let Some(path) = shardings {
            let interface = interface_json(&stage.local.interface);
            if let Err(code) = write(Some(path), &format!("{interface:#}\n")) {
                return code;
            }
        }
        write(out, &text).err().unwrap_or(FINE)
    })
}

/// A program before and after.
pub(super) struct Stage<'a> {
    pub(super) source: &'a partita_base::Source,
    /// The program as it was read.
    pub(super) global: &'a Module,
    /// The same with every tensor sharded, as the partitioner left it.
    pub(super) sharded: &'a Module,
    pub(super) local: &'a Partitioned,
    pub(super) timing: &'a mut Timing,
}

/// Partitions every module of a file and calls `body` for each. The result is the worst exit code.
pub(super) fn each_module(
    arguments: &Input,
    options: &Partitioning,
    common: &Common,
    mut body: impl FnMut(&mut Stage<'_>) -> u8,
) -> u8 {
    match try_each_module(arguments, options, common, &mut body) {
        Ok(code) | Err(code) => code,
    }
}

fn try_each_module(
    arguments: &Input,
    options: &Partitioning,
    common: &Common,
    body: &mut dyn FnMut(&mut Stage<'_>) -> u8,
) -> Result<u8, u8> {
    let rules = options.rules.as_deref().map(|path| rule_file(path, common)).transpose()?;
    let topology = options.topology.as_deref().map(|path| topology(path, common)).transpose()?;
    let settings = Options {
        user: rules.as_ref(),
        topology: topology.as_ref(),
        pad_io: options.pad_io,
        ..Options::default()
    };
    let loaded = load(&arguments.file, arguments.split_input_file, common)?;
    let mut timing = Timing::default();
    let mut worst = FINE;
    for part in loaded.parts.iter().cloned() {
        let dialects = unknown_dialects(arguments.deny_unknown_dialects);
        let (global, mut found) = input::read_module(&loaded, part, dialects, &mut timing);
        let mut local = None;
        let mut sharded = global.clone();
        if !found.has_errors() {
            match timing.stage("partition", || partition(&mut sharded, &settings)) {
                Ok(partitioned) => {
                    found.append(partitioned.warnings.clone());
                    local = Some(partitioned);
                }
                Err(diagnostics) => found.append(diagnostics),
            }
        }
        partita_report::add_locations(&global, &mut found);
        let Some(local) = local else {
            input::print_findings(&loaded.source, &found, common);
            worst = worst.max(FINDINGS);
            continue;
        };
        if common.format == OutputFormat::Text {
            input::print_findings(&loaded.source, &found, common);
        }
        let code = body(&mut Stage {
            source: &loaded.source,
            global: &global,
            sharded: &sharded,
            local: &local,
            timing: &mut timing,
        });
        worst = worst.max(code);
    }
    timing.report(common);
    Ok(worst)
}

/// How arguments and results lie, in sdy's notation.
pub(super) fn interface_json(interface: &Interface) -> Value {
    let sharding = |sharding: &Option<ShardingSpec>| match sharding {
        Some(spec) => {
            let named = match &spec.mesh {
                // The mesh of the program has a place of its own.
                MeshOrRef::Inline(mesh) if *mesh == interface.mesh => {
                    ShardingSpec { mesh: MeshOrRef::Symbol("mesh".into()), ..spec.clone() }
                }
                _ => spec.clone(),
            };
            Value::String(named.to_string())
        }
        None => Value::Null,
    };
    json!({
        "mesh": interface.mesh.to_string(),
        "in": interface.inputs.iter().map(sharding).collect::<Vec<_>>(),
        "out": interface.results.iter().map(sharding).collect::<Vec<_>>(),
    })
}
