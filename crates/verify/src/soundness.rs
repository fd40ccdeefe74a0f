//! Checks what attributes and types must satisfy on their own, wherever they appear. Each distinct one is checked once.

use partita_base::{Diagnostic, Id, Span, Symbol, code};
use partita_ir::{
    Attr, AttrId, Context, Field, FloatKind, Module, OpId, RecordAttr, RecordKind, Type, TypeId, names,
};

use crate::check::{Integers, VerifyRun};
use crate::spell::spell_type;

/// The attributes checked so far.
#[derive(Default)]
pub(crate) struct AttrSoundness {
    seen: Vec<bool>,
}

impl AttrSoundness {
    /// Checks the attributes of an op and everything nested in them.
    pub(crate) fn check_op(&mut self, run: &VerifyRun<'_>, op: OpId, report: &mut impl FnMut(Diagnostic)) {
        for &(name, attr) in &run.module.op(op).attrs {
            if self.is_new(&run.module.context, attr) {
                self.check(run, op, name, attr, report);
            }
        }
    }

    /// Whether an attribute still has to be checked. One that names a mesh is checked for each op, since the mesh depends on the scope.
    fn is_new(&mut self, context: &Context, attr: AttrId) -> bool {
        let first = !seen(&mut self.seen, attr.index());
        first || matches!(context.attr_of(attr), Attr::Record(record) if is_mesh_reference(context, record))
    }

    fn check(
        &mut self,
        run: &VerifyRun<'_>,
        op: OpId,
        name: Symbol,
        attr: AttrId,
        report: &mut impl FnMut(Diagnostic),
    ) {
        let context = &run.module.context;
        let mut open = vec![attr];
        while let Some(attr) = open.pop() {
            match context.attr_of(attr) {
                Attr::Array(items) => open.extend(items.iter().filter(|item| self.is_new(context, **item))),
                Attr::Dict(items) => {
                    open.extend(
                        items.iter().map(|(_, item)| *item).filter(|item| self.is_new(context, *item)),
                    );
                }
                Attr::Sparse { ty, indices, .. } => {
                    if let Some(message) = sparse_fault(context, *ty, *indices) {
                        report(Diagnostic::error(
                            code::ATTRIBUTE_VALUE,
                            run.module.attr_span(op, name),
                            message,
                        ));
                    }
                }
                Attr::Record(record) => {
                    if let Some(fault) = record_fault(run, op, record, run.module.attr_span(op, name)) {
                        report(fault);
                    }
                }
                _ => {}
            }
        }
    }
}

/// Marks an index as seen; returns whether it already was.
fn seen(marks: &mut Vec<bool>, index: usize) -> bool {
    if marks.len() <= index {
        marks.resize(index + 1, false);
    }
    std::mem::replace(&mut marks[index], true)
}

/// The types checked so far.
#[derive(Default)]
pub(crate) struct TypeSoundness {
    seen: Vec<bool>,
}

impl TypeSoundness {
    /// Checks the types of an op's results, of the arguments of its blocks, and of a function.
    pub(crate) fn check_op(&mut self, module: &Module, id: OpId, report: &mut impl FnMut(Diagnostic)) {
        let op = module.op(id);
        for value in op.results() {
            self.check(&module.context, module.type_of(value), module.value(value).span, report);
        }
        let blocks = op.regions.iter().flat_map(|region| &module.region(*region).blocks);
        for arg in blocks.flat_map(|block| &module.block(*block).args) {
            self.check(&module.context, module.type_of(*arg), module.value(*arg).span, report);
        }
        if let Some(Attr::Type(ty)) = module.attr(id, names::FUNCTION_TYPE) {
            self.check(&module.context, *ty, op.span, report);
        }
    }

    fn check(&mut self, context: &Context, ty: TypeId, span: Span, report: &mut impl FnMut(Diagnostic)) {
        if seen(&mut self.seen, ty.index()) {
            return;
        }
        match context.type_of(ty) {
            Type::Tuple(parts) | Type::Future(parts) => {
                parts.iter().for_each(|part| self.check(context, *part, span, report));
            }
            Type::Function { inputs, results } => {
                inputs.iter().chain(results).for_each(|part| self.check(context, *part, span, report));
            }
            Type::Tensor(tensor) => {
                let encoding = tensor.encoding.map(|encoding| context.attr_of(encoding));
                let Some(Attr::Bounds(bounds)) = encoding else { return };
                let both = |dim: usize| Some((dim, tensor.shape[dim].size()?, bounds[dim].size()?));
                let (text, rank) = (spell_type(context, ty), tensor.rank());
                let message = if bounds.len() != rank {
                    format!(
                        "expected {rank} bounds (one per dimension) in the type `{text}`, found {}",
                        bounds.len()
                    )
                } else if let Some((dim, size, bound)) = (0..rank).find_map(both) {
                    format!("dimension {dim} of the type `{text}` has both size {size} and bound {bound}")
                } else {
                    return;
                };
                report(Diagnostic::error(code::BOUNDS, span, message));
            }
            _ => {}
        }
    }
}

/// The message about an index of a sparse constant that is out of range.
fn sparse_fault(context: &Context, ty: TypeId, indices: AttrId) -> Option<String> {
    let Type::Tensor(tensor) = context.type_of(ty) else { return None };
    let indices = Integers::of(context, context.attr_of(indices))?;
    let rank = tensor.rank().max(1);
    let count = tensor.elements().unwrap_or(u64::MAX);
    for (position, index) in indices.iter().enumerate().take(indices.stored()) {
        let size = tensor.shape.get(position % rank).and_then(|dim| dim.size()).unwrap_or(count);
        if u64::try_from(index).is_ok_and(|index| index < size) {
            continue;
        }
        return Some(format!(
            "index {index} of a sparse constant is out of range for `{}`",
            spell_type(context, ty)
        ));
    }
    None
}

fn is_mesh_reference(context: &Context, record: &RecordAttr) -> bool {
    record.kind() == RecordKind::ReplicaGroupMeshAxes
        && record.attr("mesh").is_some_and(|mesh| matches!(context.attr_of(mesh), Attr::SymbolRef(_)))
}

fn record_fault(run: &VerifyRun<'_>, op: OpId, record: &RecordAttr, span: Span) -> Option<Diagnostic> {
    let fault = |message: String| Some(Diagnostic::error(code::ATTRIBUTE_VALUE, span, message));
    match record.kind() {
        RecordKind::ResultAccuracy => accuracy_fault(&run.module.context, record).and_then(fault),
        RecordKind::DotAlgorithm => algorithm_fault(&run.module.context, record).and_then(fault),
        RecordKind::ReplicaGroupMeshAxes => mesh_axes_fault(run, op, record, span),
        RecordKind::Dot
        | RecordKind::Gather
        | RecordKind::Scatter
        | RecordKind::ChannelHandle
        | RecordKind::OutputOperandAlias
        | RecordKind::AxisRef
        | RecordKind::MeshAxis
        | RecordKind::RaggedDot => None,
    }
}

fn accuracy_fault(context: &Context, record: &RecordAttr) -> Option<String> {
    let tolerance = |field: &Field| match field {
        Field::Float(bits) => f64::from_bits(*bits),
        Field::Int(ulps) => *ulps as f64,
        _ => 0.0,
    };
    let tolerances = record.fields().iter().map(tolerance);
    let names = ["atol", "rtol", "ulps"];
    if let Some((name, value)) = names.iter().zip(tolerances.clone()).find(|(_, value)| *value < 0.0) {
        return Some(format!("negative tolerance {name} = {value} in a result accuracy"));
    }
    let mode = match record.attr("mode").map(|mode| context.attr_of(mode)) {
        Some(Attr::Enum(case)) => case.text(),
        _ => return Some("missing mode in a result accuracy".to_string()),
    };
    if mode == "TOLERANCE" {
        return None;
    }
    let (name, value) = names.iter().zip(tolerances).find(|(_, value)| *value != 0.0)?;
    Some(format!("unexpected tolerance {name} = {value} in a result accuracy of mode {mode}"))
}

/// The combinations of precisions that some hardware supports: operand type, accumulation type,
/// primitive products. Eight-bit floats can be mixed and accumulate in `f32`.
const ALGORITHMS: &[(&str, &str, &[i64])] = &[
    ("f16", "f16", &[1]),
    ("f16", "f32", &[1]),
    ("bf16", "bf16", &[1]),
    ("bf16", "f32", &[1, 3, 6, 9]),
    ("tf32", "f32", &[1, 3]),
    ("f32", "f32", &[1]),
    ("f64", "f64", &[1]),
];

fn algorithm_fault(context: &Context, record: &RecordAttr) -> Option<String> {
    let names = ["lhs_component_count", "rhs_component_count", "num_primitive_operations"];
    if let Some(name) = names.iter().find(|name| record.int(name) < 1) {
        return Some(format!("expected a positive {name} in a dot algorithm, found {}", record.int(name)));
    }
    let types = record.fields().iter().filter_map(|field| match field {
        Field::Type(ty) => Some(*ty),
        _ => None,
    });
    let types: Vec<TypeId> = types.collect();
    let [lhs, rhs, accumulation] = types[..] else { return None };
    let [left, right, products] = names.map(|name| record.int(name));
    let imprecise = record.fields().contains(&Field::Bool(true));
    let float8 = |ty| match context.type_of(ty) {
        Type::Float(kind) => kind.bits() == 8 && *kind != FloatKind::F8E8M0Fnu,
        _ => false,
    };
    let (lhs_text, sum_text) = (spell_type(context, lhs), spell_type(context, accumulation));
    let known = left == 1
        && right == 1
        && if float8(lhs) && float8(rhs) {
            sum_text == "f32" && products == 1
        } else {
            let row = |row: &&(&str, &str, &[i64])| row.0 == lhs_text && row.1 == sum_text;
            lhs == rhs
                && !imprecise
                && ALGORITHMS.iter().find(row).is_some_and(|row| row.2.contains(&products))
        };
    if known {
        return None;
    }
    Some(format!(
        "no known hardware supports the dot algorithm {lhs_text} x {} -> {sum_text} with {left} and {right} \
         components and {products} primitive products",
        spell_type(context, rhs)
    ))
}

fn mesh_axes_fault(run: &VerifyRun<'_>, op: OpId, record: &RecordAttr, span: Span) -> Option<Diagnostic> {
    let context = &run.module.context;
    let fault = |message: String| Some(Diagnostic::error(code::ATTRIBUTE_VALUE, span, message));
    let mesh = record.attr("mesh").map(|mesh| context.attr_of(mesh));
    let axes = match record.attr("axes").map(|axes| context.attr_of(axes)) {
        Some(Attr::Array(axes)) => axes,
        _ => return fault("expected a list of axes in replica groups".to_string()),
    };
    match mesh {
        Some(Attr::SymbolRef(path)) if path.len() == 1 => {
            let name = context.text(path[0]);
            if run.symbols.lookup(run.module, op, name.as_bytes()).is_some() {
                return None;
            }
            let message = format!("unknown mesh @{name} in the replica groups of {}", run.module.op_name(op));
            Some(Diagnostic::error(code::UNDEFINED_SYMBOL, span, message))
        }
        Some(Attr::HloMesh { axes: mesh_axes, device_ids }) => {
            let mesh = partita_ir::hlo_mesh_spec(context, mesh_axes, *device_ids);
            for axis in axes {
                let name = match context.attr_of(*axis) {
                    Attr::Record(axis) if axis.kind() == RecordKind::AxisRef => match &axis.fields()[0] {
                        Field::Text(name) => String::from_utf8_lossy(name).into_owned(),
                        _ => String::new(),
                    },
                    _ => {
                        return fault(
                            "expected `#stablehlo.axis_ref<…>` in replica groups over a mesh".to_string(),
                        );
                    }
                };
                if mesh.axes.iter().all(|axis| *axis.name != *name) {
                    return fault(format!("the mesh of the replica groups has no axis \"{name}\""));
                }
            }
            None
        }
        _ => fault("expected a symbol or `#stablehlo.mesh<…>` as the mesh of replica groups".to_string()),
    }
}
