//! Shardings of GSPMD, as JAX writes them without Shardy: `mhlo.sharding = "{devices=[4,2]<=[8]}"`.
//!
//! They name devices, not axes. [`import_shardings`] finds the mesh that all of them share, writes each as an sdy
//! sharding on it and turns `@Sharding` calls into constraints. Shardings that sdy cannot express are refused.

mod attach;
mod digits;
mod text;

use partita_base::{Diagnostic, Diagnostics, Span, Symbol, code};
use partita_ir::{Attr, Module, OpCode, OpId, TypeId, names};
use partita_mesh::spec::{DimSpec, MeshOrRef, MeshSpec, Openness, ShardingSpec};

use crate::export::shardings;
use digits::{Axes, Digits, Order, tile_digits};
use text::{HloSharding, Tiles};

const NAME: &str = "mhlo.sharding";
const PARTITIONS: &str = "mhlo.num_partitions";
/// The maximum number of devices. A list of devices is expanded in memory, so a short text must not ask for more than
/// any machine has.
const MAX_DEVICES: u64 = 1 << 20;
const CURE: &str = "lower the program with `jax.config.update('jax_use_shardy_partitioner', True)`";

/// What a sharding is attached to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Annotated {
    /// An argument or result of a function.
    Func(OpId, Symbol, usize),
    /// The results of an op.
    Op(OpId),
}

/// A sharding as found in the module.
struct Found {
    place: Annotated,
    span: Span,
    sharding: HloSharding,
}

/// Writes the GSPMD shardings of a module as sdy shardings. Reports that it did so, or what could not be imported; then
/// the module is unchanged. A module without GSPMD shardings is unchanged, and nothing is reported.
pub fn import_shardings(module: &mut Module) -> Diagnostics {
    let mut diagnostics = Diagnostics::default();
    let Some(name) = module.context.find_symbol(NAME) else { return diagnostics };
    let found = find(module, name, &mut diagnostics);
    if found.is_empty() || diagnostics.has_errors() {
        return diagnostics;
    }
    let Some(common) = common_mesh(module, &found, &mut diagnostics) else { return diagnostics };
    let mesh_name = attach::attach_shardings(module, name, &found, &common);
    let count = if found.len() == 1 {
        "1 GSPMD sharding is".into()
    } else {
        format!("{} GSPMD shardings are", found.len())
    };
    let message = format!("{count} imported as sdy shardings on the mesh @{mesh_name} = {}", common.mesh);
    diagnostics.push(Diagnostic::warning(code::GSPMD_IMPORTED, found[0].span, message).help(CURE));
    diagnostics
}

/// All shardings of a module, in text order.
fn find(module: &Module, name: Symbol, diagnostics: &mut Diagnostics) -> Vec<Found> {
    let mut found = Vec::new();
    let mut add = |place: Annotated, span: Span, text: &[u8]| {
        let text = String::from_utf8_lossy(text);
        match HloSharding::parse(&text) {
            Ok(sharding) => found.push(Found { place, span, sharding }),
            Err(message) => {
                let message = format!("invalid GSPMD sharding \"{text}\": {message}");
                diagnostics.push(Diagnostic::error(code::GSPMD_INVALID, span, message));
            }
        }
    };
    for op in module.walk(module.top()) {
        if let Some(Attr::String(text)) = module.attr(op, name) {
            add(Annotated::Op(op), module.attr_span(op, name), text);
        }
        if module.op(op).name.code() != Some(OpCode::FuncFunc) {
            continue;
        }
        for lists in [names::ARG_ATTRS, names::RES_ATTRS] {
            for index in 0..shardings::func_types(module, op, lists).len() {
                let entries = module.value_attrs(op, lists, index);
                let text = entries.iter().find(|(key, _)| *key == name);
                if let Some(Attr::String(text)) = text.map(|&(_, attr)| module.context.attr_of(attr)) {
                    let argument = module.func_args(op).get(index).filter(|_| lists == names::ARG_ATTRS);
                    let span = argument.map_or(module.op(op).span, |&value| module.value(value).span);
                    add(Annotated::Func(op, lists, index), span, text);
                }
            }
        }
    }
    found
}

/// The common mesh of a module and the axes it consists of.
struct Common {
    mesh: MeshSpec,
    axes: Axes,
    order: Order,
}

fn refuse(diagnostics: &mut Diagnostics, span: Span, what: String) -> Option<Common> {
    let message = format!("{what} cannot be imported from GSPMD");
    diagnostics.push(Diagnostic::error(code::GSPMD_NOT_IMPORTED, span, message).help(CURE));
    None
}

/// The mesh that all shardings share.
fn common_mesh(module: &Module, found: &[Found], diagnostics: &mut Diagnostics) -> Option<Common> {
    if let Some((op, target)) = manual_call(module) {
        return refuse(
            diagnostics,
            module.op(op).span,
            format!("`@{target}`, the boundary of a manual computation,"),
        );
    }
    let mut tilings: Vec<(Span, &Tiles)> = Vec::new();
    let mut devices = partitions(module).filter(|&count| count > 1);
    for each in found {
        for sharding in parts(&each.sharding) {
            match sharding {
                HloSharding::Other(keyword) => {
                    return refuse(diagnostics, each.span, format!("a sharding of the kind `{keyword}`"));
                }
                HloSharding::Tuple(_) => return refuse(diagnostics, each.span, "a tuple of tuples".into()),
                HloSharding::Tiled(tiles) => {
                    if let Some(kind) = tiles.subgroups.iter().find(|kind| *kind != "replicated") {
                        return refuse(
                            diagnostics,
                            each.span,
                            format!("a sharding with devices of the kind `{kind}`"),
                        );
                    }
                    let count = tiles.counts.iter().product();
                    let expected = *devices.get_or_insert(count);
                    if count > MAX_DEVICES {
                        return refuse(diagnostics, each.span, format!("a sharding over {count} devices"));
                    }
                    if count != expected {
                        return refuse(
                            diagnostics,
                            each.span,
                            format!("a sharding over {count} of {expected} devices"),
                        );
                    }
                    tilings.push((each.span, tiles));
                }
                HloSharding::Replicated | HloSharding::Maximal(_) => {}
            }
        }
        if let Some(what) = misfit(module, each) {
            let message = format!("invalid GSPMD sharding: {what}");
            diagnostics.push(Diagnostic::error(code::GSPMD_INVALID, each.span, message));
            return None;
        }
    }
    let count = devices.unwrap_or(1);
    let (order, all) = match in_one_order(&tilings) {
        Ok(found) => found,
        Err(span) => return refuse(diagnostics, span, "an order of devices that no mesh has".into()),
    };
    let axes = Axes::new(count, all.iter().flatten().flatten());
    Some(Common { mesh: axes.mesh(&order), axes, order })
}

/// The order of devices in which all tiles are digits: that of their numbers, or else that of the first tiling that is
/// not.
fn in_one_order(tilings: &[(Span, &Tiles)]) -> Result<(Order, Vec<Digits>), Span> {
    let read = |order: &Order| -> Result<Vec<Digits>, usize> {
        tilings.iter().enumerate().map(|(index, (_, tiles))| tile_digits(tiles, order).ok_or(index)).collect()
    };
    let first = match read(&Order::Iota) {
        Ok(all) => return Ok((Order::Iota, all)),
        Err(first) => first,
    };
    let order = Order::of(tilings[first].1);
    read(&order).map(|all| (order, all)).map_err(|index| tilings[index].0)
}

/// The number of devices that a module declares.
fn partitions(module: &Module) -> Option<u64> {
    match module.attr(module.top(), module.context.find_symbol(PARTITIONS)?)? {
        Attr::Integer { value, .. } => u64::try_from(*value).ok(),
        _ => None,
    }
}

/// The shardings of a tuple, or the sharding itself.
fn parts(sharding: &HloSharding) -> &[HloSharding] {
    match sharding {
        HloSharding::Tuple(parts) => parts,
        single => std::slice::from_ref(single),
    }
}

/// The first call that only the partitioner of XLA can handle, and its name.
fn manual_call(module: &Module) -> Option<(OpId, &'static str)> {
    const BORDERS: [&str; 2] = ["SPMDFullToShardShape", "SPMDShardToFullShape"];
    let mut calls = module.walk(module.top()).into_iter();
    calls.find_map(|op| {
        let target = crate::rules::call_target(module, op)?;
        BORDERS.into_iter().find(|border| *border == target).map(|border| (op, border))
    })
}

/// The types that a sharding is about.
fn types(module: &Module, place: Annotated) -> Vec<TypeId> {
    match place {
        Annotated::Func(func, lists, index) => vec![shardings::func_types(module, func, lists)[index]],
        Annotated::Op(op) => module.op(op).results().map(|value| module.type_of(value)).collect(),
    }
}

/// Why a sharding does not fit the values it is about; `None` if it does.
fn misfit(module: &Module, found: &Found) -> Option<String> {
    let types = types(module, found.place);
    let each = parts(&found.sharding);
    if each.len() > 1 && each.len() != types.len() {
        return Some(format!("expected {} shardings, found {}", types.len(), each.len()));
    }
    for (index, &ty) in types.iter().enumerate() {
        let sharding = if each.len() == 1 { &each[0] } else { &each[index] };
        let HloSharding::Tiled(tiles) = sharding else { continue };
        let (rank, dims) = (shardings::sharding_rank(module, ty), tiles.counts.len() - tiles.subgroups.len());
        if rank != dims {
            return Some(format!("expected {rank} tile dimensions, found {dims}"));
        }
    }
    None
}

impl Common {
    /// A sharding of a value of this type, on the mesh of this name.
    fn sharding(&self, mesh: &MeshOrRef, sharding: &HloSharding, rank: usize) -> ShardingSpec {
        let mut dims = vec![DimSpec { axes: Vec::new(), openness: Openness::Closed, priority: None }; rank];
        let mut mesh = mesh.clone();
        match sharding {
            HloSharding::Maximal(device) => {
                mesh = MeshOrRef::Inline(MeshSpec::maximal(*device));
                dims.clear();
            }
            HloSharding::Tiled(tiles) => {
                let digits = tile_digits(tiles, &self.order).unwrap_or_default();
                for (dim, digits) in dims.iter_mut().zip(digits) {
                    dim.axes = digits.into_iter().flat_map(|digit| self.axes.of(digit)).collect();
                }
            }
            _ => {}
        }
        ShardingSpec {
            mesh,
            dims,
            replicated: Vec::new(),
            unreduced: Vec::new(),
            reduction: Default::default(),
        }
    }
}
