//! The contents of a module: meshes, functions, shardings, and the number of ops by name.

use std::collections::BTreeMap;

use partita_base::Symbol;
use partita_ir::{Attr, Dim, Module, OpId, Type, TypeId, ValueId, names};
use partita_mesh::foreign_notation::{MeshSharding, Notation};
use partita_mesh::spec::ShardingSpec;
use partita_mesh::{MeshKind, Meshes};
use serde::Serialize;

use crate::view::{OneOrList, View, json_as_declared};
use crate::{Table, source_names};

/// A mesh of a module.
#[derive(Clone, Debug, Serialize)]
pub struct MeshView {
    /// The symbol name.
    pub name: String,
    /// Axis names and sizes, major first.
    pub axes: Vec<(String, u64)>,
    /// The number of devices.
    pub devices: u64,
    /// `iota`, `explicit`, `maximal` or `empty`.
    pub order: &'static str,
}

/// An argument or result of a function.
#[derive(Clone, Debug, Serialize)]
pub struct ValueView {
    /// `%arg0`, or empty for a result.
    pub name: String,
    /// The name in the user's own program: the location of an argument, or `jax.result_info` of a result.
    pub source_name: Option<String>,
    /// The MLIR type.
    pub r#type: String,
    /// The sharding in sdy notation, if there is one.
    pub sharding: Option<String>,
    /// Type and sharding in short notation: `f32[16@x,8]`.
    pub short: String,
    /// Type and sharding in the notation of the user, unless that is the short one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notation: Option<String>,
    /// The local shape, if it is static.
    pub local_shape: Option<Vec<u64>>,
    /// The bytes on one device, if the shape is static.
    pub local_bytes: Option<u64>,
}

/// A function of a module.
#[derive(Clone, Debug, Serialize)]
pub struct FunctionView {
    /// The symbol name.
    pub name: String,
    /// `public`, `private`, `nested` or empty.
    pub visibility: String,
    /// The arguments, in order.
    pub args: Vec<ValueView>,
    /// The results, in order.
    pub results: Vec<ValueView>,
    /// The number of ops in the body, including nested ones.
    pub ops: usize,
}

/// The contents of a module.
#[derive(Clone, Debug, Serialize)]
pub struct ModuleView {
    /// The symbol name, if there is one.
    pub name: Option<String>,
    /// The meshes, in order of definition.
    pub meshes: Vec<MeshView>,
    /// The functions, in order of definition.
    pub functions: Vec<FunctionView>,
    /// The number of ops, including nested ones.
    pub ops: usize,
    /// The number of ops by name, most frequent first.
    pub census: Vec<(String, usize)>,
    /// The number of ops of unknown dialects by name.
    pub unknown_ops: Vec<(String, usize)>,
    /// The number of tensors with a sharding.
    pub annotated: usize,
    /// The number of tensors.
    pub tensors: usize,
}

/// The contents of the modules of a file.
#[derive(Clone, Debug)]
pub struct ModulesView(pub Vec<ModuleView>);

impl View for ModulesView {
    fn text(&self) -> String {
        self.0.iter().map(ModuleView::render).collect::<Vec<_>>().join("\n")
    }

    fn json(&self) -> String {
        json_as_declared(&OneOrList::from(&self.0[..]))
    }
}

impl ModuleView {
    /// Creates the view of a module.
    pub fn new(module: &Module) -> Self {
        Self::in_notation(module, Notation::Short)
    }

    /// Creates the view of a module with shardings in a notation.
    pub fn in_notation(module: &Module, notation: Notation) -> Self {
        let mut meshes = module.meshes();
        let mesh_views = meshes.ids().map(|id| mesh_view(&meshes, id)).collect();
        let functions: Vec<FunctionView> =
            module.functions().map(|func| function_view(module, &mut meshes, func, notation)).collect();
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        let mut unknown: BTreeMap<&str, usize> = BTreeMap::new();
        let (mut annotated, mut tensors) = (0, 0);
        let walk = module.walk(module.top());
        for &op in walk.iter().filter(|&&op| op != module.top()) {
            *counts.entry(module.op_name(op)).or_default() += 1;
            if module.op(op).name.code().is_none() {
                *unknown.entry(module.op_name(op)).or_default() += 1;
            }
            let is_tensor = |ty: TypeId| matches!(module.context.type_of(ty), Type::Tensor(_));
            tensors += module.op(op).results().filter(|&value| is_tensor(module.type_of(value))).count();
            annotated += module.result_shardings(op).len();
        }
        for func in &functions {
            for value in func.args.iter().chain(&func.results) {
                annotated += usize::from(value.sharding.is_some());
            }
            tensors += func.args.len();
        }
        let by_count = |counts: BTreeMap<&str, usize>| {
            let mut list: Vec<(String, usize)> =
                counts.into_iter().map(|(name, count)| (name.to_string(), count)).collect();
            list.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
            list
        };
        Self {
            name: module.symbol_name(module.top()).map(str::to_string),
            meshes: mesh_views,
            functions,
            ops: walk.len() - 1,
            census: by_count(counts),
            unknown_ops: by_count(unknown),
            annotated,
            tensors,
        }
    }

    /// The view as text.
    pub fn render(&self) -> String {
        let mut out: String = self.header_lines().iter().map(|line| format!("{line}\n")).collect();
        for function in &self.functions {
            out.push_str(&format!("{}\n", function.header()));
            let mut table = Table::default();
            for (value, arrow) in
                function.args.iter().map(|v| (v, "")).chain(function.results.iter().map(|v| (v, "->")))
            {
                let name = match &value.source_name {
                    Some(source) => format!("{} ({source})", value.name),
                    None => value.name.clone(),
                };
                table.row([
                    if arrow.is_empty() { name } else { format!("{arrow}{name}") },
                    value.written().to_string(),
                    value.local_text().unwrap_or_default(),
                    value.local_bytes.map(byte_text).unwrap_or_default(),
                ]);
            }
            out.push_str(&table.render("  "));
        }
        self.footer_lines().iter().for_each(|line| out.push_str(&format!("{line}\n")));
        out
    }

    /// The module and its meshes.
    pub(crate) fn header_lines(&self) -> Vec<String> {
        let mut lines: Vec<String> = self.name.iter().map(|name| format!("module @{name}")).collect();
        for mesh in &self.meshes {
            let axes: Vec<String> = mesh.axes.iter().map(|(name, size)| format!("{name}={size}")).collect();
            let order = if mesh.order == "iota" { String::new() } else { format!(", {} order", mesh.order) };
            let plural = if mesh.devices == 1 { "" } else { "s" };
            let (name, devices) = (&mesh.name, mesh.devices);
            lines.push(format!("mesh @{name}  {}  ({devices} device{plural}{order})", axes.join(" ")));
        }
        lines
    }

    /// The ops by name, and how many tensors are annotated.
    pub(crate) fn footer_lines(&self) -> Vec<String> {
        const SHOWN: usize = 12;
        let mut census: Vec<String> =
            self.census.iter().take(SHOWN).map(|(name, count)| format!("{name} {count}")).collect();
        if self.census.len() > SHOWN {
            census.push(format!("{} more kinds", self.census.len() - SHOWN));
        }
        let mut lines = vec![format!("ops {}  ({})", self.ops, census.join(", "))];
        if !self.unknown_ops.is_empty() {
            let unknown: Vec<String> =
                self.unknown_ops.iter().map(|(name, count)| format!("{name} {count}")).collect();
            lines.push(format!("ops of unknown dialects, kept unchanged: {}", unknown.join(", ")));
        }
        lines.push(format!("annotated tensors: {} of {}", self.annotated, self.tensors));
        lines
    }
}

impl ValueView {
    /// Type and sharding in the notation of the user.
    pub(crate) fn written(&self) -> &str {
        self.notation.as_ref().unwrap_or(&self.short)
    }

    /// The shape on one device of a value with a sharding: `local 8x64`.
    pub(crate) fn local_text(&self) -> Option<String> {
        let shape = self.local_shape.as_ref().filter(|_| self.sharding.is_some())?;
        let sizes: Vec<String> = shape.iter().map(u64::to_string).collect();
        Some(format!("local {}", if sizes.is_empty() { "scalar".into() } else { sizes.join("x") }))
    }
}

fn mesh_view(meshes: &Meshes, id: partita_mesh::MeshId) -> MeshView {
    let mesh = meshes.get(id);
    MeshView {
        name: meshes.name(id).unwrap_or_default().to_string(),
        axes: mesh.axes().iter().map(|axis| (axis.name().to_string(), axis.size())).collect(),
        devices: mesh.device_count(),
        order: match mesh.kind() {
            MeshKind::Empty => "empty",
            MeshKind::Maximal(_) => "maximal",
            MeshKind::Iota => "iota",
            MeshKind::Explicit => "explicit",
        },
    }
}

fn function_view(module: &Module, meshes: &mut Meshes, func: OpId, notation: Notation) -> FunctionView {
    let (inputs, results) = module.func_type(func);
    let args = inputs
        .iter()
        .enumerate()
        .map(|(index, &ty)| {
            let spec = Spec::new(module, meshes, func, names::ARG_ATTRS, index);
            let argument = module.func_args(func).get(index);
            let source_name =
                argument.and_then(|&arg| source_names::argument_name(module, arg)).map(str::to_string);
            let name =
                argument.and_then(|&arg| written_name(module, arg)).unwrap_or_else(|| format!("%arg{index}"));
            ValueView { source_name, ..value_view(module, meshes, (name, ty), spec, notation) }
        })
        .collect();
    let results = results
        .iter()
        .enumerate()
        .map(|(index, &ty)| {
            let spec = Spec::new(module, meshes, func, names::RES_ATTRS, index);
            let source_name = source_names::result_name(module, func, index).map(str::to_string);
            ValueView { source_name, ..value_view(module, meshes, (String::new(), ty), spec, notation) }
        })
        .collect();
    FunctionView {
        name: module.symbol_name(func).unwrap_or_default().to_string(),
        visibility: match module.attr(func, names::SYM_VISIBILITY) {
            Some(Attr::String(text)) => String::from_utf8_lossy(text).into_owned(),
            _ => String::new(),
        },
        args,
        results,
        ops: module.walk(func).len() - 1,
    }
}

/// The name of a value in the text.
fn written_name(module: &Module, value: ValueId) -> Option<String> {
    let text = module.source.as_ref()?.slice(module.value(value).span);
    let name = text.split([':', '#']).next()?.trim_end();
    name.starts_with('%').then(|| name.to_string())
}

/// The sharding of an argument or result, as written and as used by the local program.
struct Spec<'m> {
    written: Option<&'m ShardingSpec>,
    local: Option<ShardingSpec>,
}

impl<'m> Spec<'m> {
    fn new(module: &'m Module, meshes: &Meshes, func: OpId, lists: Symbol, index: usize) -> Self {
        let written = module.func_sharding(func, lists, index);
        Self { written, local: partita_hlo::interface_sharding(module, meshes, func, lists, index) }
    }
}

fn value_view(
    module: &Module,
    meshes: &mut Meshes,
    (name, ty): (String, TypeId),
    spec: Spec<'_>,
    notation: Notation,
) -> ValueView {
    let Spec { written: spec, local } = spec;
    let sharding = spec.and_then(|spec| module.resolve_sharding(meshes, spec, ty));
    let local = local.and_then(|spec| module.resolve_sharding(meshes, &spec, ty));
    let tensor = module.context.tensor(ty);
    let text = |notation: Notation| match tensor {
        None => partita_mlir::type_text(&module.context, ty),
        Some(tensor) => {
            let element = partita_mlir::type_text(&module.context, tensor.element);
            let sizes: Vec<String> = tensor
                .shape
                .iter()
                .map(|dim| match dim {
                    Dim::Static(size) => size.to_string(),
                    Dim::Dynamic => "?".into(),
                })
                .collect();
            match &sharding {
                Some(sharding) => MeshSharding::of(meshes, sharding).tensor_text(notation, &element, &sizes),
                None => format!("{element}[{}]", sizes.join(",")),
            }
        }
    };
    let shape = tensor.and_then(|tensor| tensor.static_shape());
    let local_shape = shape.map(|shape| match &local {
        Some(sharding) => sharding.local_shape(&shape),
        None => shape,
    });
    let bits = tensor.and_then(|tensor| module.element_bits(tensor.element));
    let local_bytes = local_shape.as_ref().zip(bits).and_then(|(shape, bits)| {
        let elements = shape.iter().try_fold(1u64, |n, size| n.checked_mul(*size))?;
        Some(elements.checked_mul(bits)?.div_ceil(8))
    });
    ValueView {
        name,
        source_name: None,
        r#type: partita_mlir::type_text(&module.context, ty),
        sharding: spec.map(ToString::to_string),
        short: text(Notation::Short),
        notation: (notation != Notation::Short).then(|| text(notation)),
        local_shape,
        local_bytes,
    }
}

/// A number of bytes in binary units, with one decimal digit.
pub(crate) fn byte_text(count: u64) -> String {
    const UNITS: [&str; 5] = ["KiB", "MiB", "GiB", "TiB", "PiB"];
    if count < 1024 {
        return format!("{count} B");
    }
    let mut value = count as f64 / 1024.0;
    let mut unit = 0;
    while value >= 1024.0 && unit + 1 < UNITS.len() {
        value /= 1024.0;
        unit += 1;
    }
    format!("{value:.1} {}", UNITS[unit])
}
