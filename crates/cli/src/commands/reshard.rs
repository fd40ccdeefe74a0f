//! `partita reshard`

use partita::mesh::{Mesh, MeshId, Meshes};
use partita::notation::{mesh_text, read_mesh, read_sharding, sharding_text_of_rank};
use partita::report::ReshardView;
use partita::reshard::{
    NoPlan, Placed, PlanLimits, ReshardTensor, Topology, machine_links, plan_fewest_bytes, plan_reshard,
};
use partita::{Diagnostic, Diagnostics, Source, Span, code};

use super::cost::read_machine;
use crate::args::{Common, Minimised, Reshard};
use crate::exit::Exit;
use crate::output::{self, Timing};
use crate::{companion, input};

pub(super) fn run_reshard(arguments: &Reshard, common: &Common) -> Exit {
    match answer(arguments, common) {
        Ok(()) => Exit::Fine,
        Err(code) => code,
    }
}

fn answer(arguments: &Reshard, common: &Common) -> Result<(), Exit> {
    let report = |text: &str, name: &str, found: Findings| match Source::new(name, text) {
        Ok(source) => {
            input::print_findings(&source, &found, common);
            Exit::Findings
        }
        Err(_) => Exit::Usage,
    };
    let tensor = read_type(&arguments.tensor);
    let (shape, element_bytes) = tensor.map_err(|found| report(&arguments.tensor, "--type", found))?;
    let given =
        arguments.topology.as_deref().map(|path| companion::read_topology(path, common)).transpose()?;
    let mut meshes = Meshes::default();
    let mut define = |name: &str, axes: &str, ids: Option<&str>| {
        let text = mesh_text(axes, ids);
        match read_mesh(&text) {
            Ok(mesh) => Ok(meshes.define(name, mesh).expect("the names differ")),
            Err(found) => Err(report(&text, name, found)),
        }
    };
    let source_mesh = define("--mesh", &arguments.mesh, arguments.device_ids.as_deref())?;
    let target_mesh = match (&arguments.to_mesh, &arguments.to_device_ids) {
        (None, None) => source_mesh,
        (axes, ids) => define("--to-mesh", axes.as_ref().unwrap_or(&arguments.mesh), ids.as_deref())?,
    };
    let sharding = |text: &str, name: &str, mesh: MeshId| {
        let text = sharding_text_of_rank(text, shape.len());
        read_sharding(&text, mesh, meshes.get(mesh), shape.len()).map_err(|found| report(&text, name, found))
    };
    let from = sharding(&arguments.source, "SOURCE", source_mesh)?;
    let to = sharding(&arguments.target, "TARGET", target_mesh)?;
    let (source, target) = (
        Placed { mesh: meshes.get(source_mesh), sharding: &from },
        Placed { mesh: meshes.get(target_mesh), sharding: &to },
    );
    if let Some(given) = &given {
        given.note_mesh(source.mesh);
        given.note_mesh(target.mesh);
        given.warn(common);
    }
    let topology = match &arguments.hardware {
        Some(name) => links_of(name, [source.mesh, target.mesh], common)?,
        None => given.map_or_else(Topology::default, |given| given.content),
    };
    let limits = PlanLimits::default().memory(arguments.memory);
    let mut timing = Timing::default();
    let tensor = ReshardTensor { shape: &shape, element_bytes };
    let planned = timing.stage("plan", || {
        let by_time = plan_reshard(source, target, tensor, &topology, limits)?;
        Ok((by_time, plan_fewest_bytes(source, target, tensor, &topology, limits)?))
    });
    let (by_time, by_bytes) = match planned {
        Ok(plans) => plans,
        Err(why) => {
            let text = sharding_text_of_rank(&arguments.target, shape.len());
            return Err(report(&text, "TARGET", no_plan(&why, &text)));
        }
    };
    let (plan, other, minimised) = match arguments.minimise {
        Minimised::Time => (&by_time, &by_bytes, "time"),
        Minimised::Bytes => (&by_bytes, &by_time, "bytes"),
    };
    let other = Some(other).filter(|other| other.sent != plan.sent);
    let notation = arguments.written.notation();
    let element = arguments.tensor.split('[').next().unwrap_or_default();
    let view = ReshardView { plan, minimised, other, source, target, element, shape: &shape, notation };
    output::print_view(&view, common);
    timing.report(common);
    Ok(())
}

/// The links of hardware along the axes of both meshes.
fn links_of(name: &str, meshes: [&Mesh; 2], common: &Common) -> Result<Topology, Exit> {
    let machine = read_machine(name, common)?;
    let devices = meshes.map(Mesh::device_count).into_iter().max().unwrap_or(0);
    if !machine.fits(devices) {
        let own = machine.devices.unwrap_or(0);
        output::print_error(&format!("the mesh has {devices} devices, and {} has {own}", machine.name));
        return Err(Exit::Findings);
    }
    let [source, target] = meshes;
    Ok(machine_links(&machine, source, [target]))
}

type Findings = Diagnostics;

fn one(diagnostic: impl Into<Diagnostic>) -> Findings {
    let mut found = Diagnostics::default();
    found.push(diagnostic);
    found
}

fn no_plan(why: &NoPlan, text: &str) -> Findings {
    one(Diagnostic::error(why.code(), Span::new(0, text.len()), why.to_string()).help(why.help()))
}

/// Parses a type such as `f32[16,16]`. Returns the sizes and the bytes per element.
pub(super) fn read_type(text: &str) -> Result<(Vec<u64>, u64), Findings> {
    let fault = |span: Span, message: String| {
        let help = "write the element type and the sizes, such as f32[16,16]; a scalar is f32[]";
        one(Diagnostic::error(code::TENSOR_TYPE, span, message).help(help))
    };
    let open = text.find('[').unwrap_or(text.len());
    let name = &text[..open];
    let bytes = element_bytes(name).ok_or_else(|| {
        fault(
            Span::new(0, open),
            format!("unknown element type `{name}`; known types: f32, f64, f16, bf16, i8, i32, pred, …"),
        )
    })?;
    let Some(sizes) = text[open..].strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) else {
        return Err(fault(Span::new(open, text.len()), "expected the sizes in brackets".into()));
    };
    let mut shape = Vec::new();
    let mut at = open + 1;
    for size in sizes.split(',').filter(|_| !sizes.trim().is_empty()) {
        let value = size.trim().parse();
        shape.push(
            value.map_err(|_| fault(Span::new(at, at + size.len()), format!("invalid size `{size}`")))?,
        );
        at += size.len() + 1;
    }
    Ok((shape, bytes))
}

/// The bytes per element of a type, at least one.
fn element_bytes(name: &str) -> Option<u64> {
    Some(match name {
        "pred" | "i1" | "i2" | "i4" | "i8" | "s2" | "s4" | "s8" | "u2" | "u4" | "u8" | "ui2" | "ui4"
        | "ui8" => 1,
        "f4e2m1fn" | "f6e2m3fn" | "f6e3m2fn" | "f8e3m4" | "f8e4m3" | "f8e4m3fn" | "f8e4m3fnuz"
        | "f8e4m3b11fnuz" | "f8e5m2" | "f8e5m2fnuz" | "f8e8m0fnu" => 1,
        "f16" | "bf16" | "i16" | "s16" | "u16" | "ui16" => 2,
        "f32" | "i32" | "s32" | "u32" | "ui32" => 4,
        "f64" | "i64" | "s64" | "u64" | "ui64" | "c64" => 8,
        "c128" => 16,
        _ => return None,
    })
}
