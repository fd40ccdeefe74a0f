//! Prints attributes.

use std::fmt::Write;

use partita_ir::{
    AllToAllMove, Attr, AttrId, Context, ConvDims, DenseData, Dim, Elements, EnumKind, Field, Omit,
    RecordAttr, SdyAttr, Signedness, Type, TypeId,
};
use partita_mesh::text::{AxisList, AxisLists, Quoted, ShardingPerValue, SymbolName};

use super::loc::{LocAliases, write_loc_attr};
use super::text::push_digits;
use super::types::{write_number, write_signed, write_type};
use crate::dense::{ElementFormat, Scalar};
use crate::float;

/// Whether an implied type may be omitted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Elide {
    Never,
    /// Inside lists, where `i64` and `f64` are the default.
    Default,
    /// Where the type is printed elsewhere.
    Always,
}

pub(crate) fn write_attr(context: &Context, attr: AttrId, elide: Elide, out: &mut String) {
    write_attr_aliased(context, attr, elide, None, out);
}

pub(super) fn write_attr_aliased(
    context: &Context,
    attr: AttrId,
    elide: Elide,
    aliases: Option<&LocAliases>,
    out: &mut String,
) {
    match context.attr_of(attr) {
        Attr::Unit => out.push_str("unit"),
        Attr::Integer { value, ty } => {
            if let Type::Integer { width: 1, sign: Signedness::Signless } = context.type_of(*ty) {
                out.push_str(if *value == 0 { "false" } else { "true" });
                return;
            }
            let _ = match context.type_of(*ty) {
                Type::Integer { sign: Signedness::Unsigned, .. } => write!(out, "{}", *value as u128),
                _ => write!(out, "{value}"),
            };
            let default =
                matches!(context.type_of(*ty), Type::Integer { width: 64, sign: Signedness::Signless });
            write_suffix(context, *ty, elide, default, out);
        }
        Attr::Float { bits, ty } => {
            let Type::Float(kind) = *context.type_of(*ty) else {
                unreachable!("a float attribute has a float type")
            };
            float::print(kind, *bits, out);
            write_suffix(context, *ty, elide, kind == partita_ir::FloatKind::F64, out);
        }
        Attr::String(text) => write_string(text, out),
        Attr::TypedString { text, ty } => {
            write_string(text, out);
            write_suffix(context, *ty, elide, false, out);
        }
        Attr::Type(ty) => write_type(context, *ty, out),
        Attr::Array(items) => {
            out.push('[');
            for (index, &item) in items.iter().enumerate() {
                if index > 0 {
                    out.push_str(", ");
                }
                write_attr_aliased(context, item, Elide::Default, aliases, out);
            }
            out.push(']');
        }
        Attr::Dict(entries) => write_dict(context, entries.iter().copied(), aliases, out),
        Attr::SymbolRef(path) => {
            for (index, &name) in path.iter().enumerate() {
                if index > 0 {
                    out.push_str("::");
                }
                write_symbol(context.text(name), out);
            }
        }
        Attr::DenseArray { element, values } => {
            out.push_str("array<");
            write_type(context, *element, out);
            for (index, &value) in values.iter().enumerate() {
                out.push_str(if index == 0 { ": " } else { ", " });
                match *context.type_of(*element) {
                    Type::Float(kind) => float::print(kind, value as u64, out),
                    Type::Integer { width: 1, .. } => out.push_str(if value == 0 { "false" } else { "true" }),
                    Type::Integer { sign: Signedness::Unsigned, .. } => write_number(value as u64, out),
                    _ => write_signed(value, out),
                }
            }
            out.push('>');
        }
        Attr::Dense { ty, data } => {
            write_dense(context, *ty, data, Hex::WhenLarge, out);
            write_suffix(context, *ty, if elide == Elide::Always { elide } else { Elide::Never }, false, out);
        }
        Attr::DenseStrings { ty, values } => {
            out.push_str("dense<");
            let shape = context.tensor(*ty).map_or(&[][..], |tensor| &tensor.shape);
            match &values[..] {
                [single] => write_string(single, out),
                _ => write_nested(shape, &mut 0, &mut |index, out| write_string(&values[index], out), out),
            }
            out.push('>');
            write_suffix(context, *ty, if elide == Elide::Always { elide } else { Elide::Never }, false, out);
        }
        Attr::DenseResource { ty, key } => {
            out.push_str("dense_resource<");
            write_keyword_or_string(context.text(*key), out);
            out.push('>');
            write_suffix(context, *ty, if elide == Elide::Always { elide } else { Elide::Never }, false, out);
        }
        Attr::Sparse { ty, indices, values } => {
            out.push_str("sparse<");
            let empty = matches!(context.attr_of(*values), Attr::Dense { data: DenseData::Full(bytes), .. } if bytes.is_empty());
            for (index, part) in [indices, values].into_iter().enumerate() {
                if empty {
                    break;
                }
                out.push_str(if index > 0 { ", " } else { "" });
                if let Attr::Dense { ty, data } = context.attr_of(*part) {
                    let start = out.len();
                    write_dense(context, *ty, data, Hex::Never, out);
                    // Only the content of `dense<…>`.
                    out.pop();
                    out.replace_range(start..start + "dense<".len(), "");
                }
            }
            out.push('>');
            write_suffix(context, *ty, if elide == Elide::Always { elide } else { Elide::Never }, false, out);
        }
        Attr::Loc(loc) => write_loc_attr(context, *loc, aliases, out),
        Attr::Verbatim(text) => out.push_str(context.text(*text)),
        Attr::Opaque { dialect, body } => {
            out.push('#');
            write_dialect_body(context.text(*dialect), context.text(*body), out);
        }
        Attr::Enum(attr) => {
            let kind = attr.kind();
            let _ = match kind {
                EnumKind::ResultAccuracyMode => {
                    write!(out, "#{}.{}<{}>", kind.dialect(), kind.mnemonic(), attr.text())
                }
                _ => write!(out, "#{}<{} {}>", kind.dialect(), kind.mnemonic(), attr.text()),
            };
        }
        Attr::Record(record) => {
            let _ = write!(out, "#{}.{}", record.kind().dialect(), record.kind().mnemonic());
            write_record(context, record, out);
        }
        Attr::Conv(dims) => {
            out.push_str("#stablehlo.conv<");
            write_conv(dims, out);
            out.push('>');
        }
        Attr::Bounds(dims) => {
            out.push_str("#stablehlo.bounds<");
            for (index, dim) in dims.iter().enumerate() {
                out.push_str(if index > 0 { ", " } else { "" });
                match dim {
                    Dim::Static(size) => write_number(*size, out),
                    Dim::Dynamic => out.push('?'),
                }
            }
            out.push('>');
        }
        Attr::HloMesh { axes, device_ids } => {
            out.push_str("#stablehlo.mesh<axes=[");
            for (index, &axis) in axes.iter().enumerate() {
                out.push_str(if index > 0 { ", " } else { "" });
                if let Attr::Record(record) = context.attr_of(axis) {
                    write_record(context, record, out);
                }
            }
            out.push(']');
            if let Some(ids) = device_ids {
                out.push_str(", device_ids=");
                write_attr_aliased(context, *ids, Elide::Never, aliases, out);
            }
            out.push('>');
        }
        Attr::Sdy(attr) => write_sdy(attr, out),
    }
}

fn write_suffix(context: &Context, ty: TypeId, elide: Elide, default: bool, out: &mut String) {
    if elide == Elide::Never || elide == Elide::Default && !default {
        out.push_str(" : ");
        write_type(context, ty, out);
    }
}

/// Writes `{a = 1 : i64, b}`.
pub(super) fn write_dict(
    context: &Context,
    entries: impl Iterator<Item = (partita_base::Symbol, AttrId)>,
    aliases: Option<&LocAliases>,
    out: &mut String,
) {
    out.push('{');
    for (index, (name, attr)) in entries.enumerate() {
        if index > 0 {
            out.push_str(", ");
        }
        write_keyword_or_string(context.text(name), out);
        if *context.attr_of(attr) != Attr::Unit {
            out.push_str(" = ");
            write_attr_aliased(context, attr, Elide::Never, aliases, out);
        }
    }
    out.push('}');
}

/// Writes a name, bare if it is an identifier, otherwise in quotes.
pub(super) fn write_keyword_or_string(text: &str, out: &mut String) {
    let bytes = text.as_bytes();
    let bare = bytes.first().is_some_and(|&b| b.is_ascii_alphabetic() || b == b'_')
        && bytes.iter().all(|&b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$' | b'.'));
    if bare { out.push_str(text) } else { write_string(bytes, out) }
}

pub(super) fn write_symbol(name: &str, out: &mut String) {
    let _ = write!(out, "{}", SymbolName(name));
}

/// Writes a string in quotes with MLIR's escapes.
pub(super) fn write_string(text: &[u8], out: &mut String) {
    if let Ok(text) = std::str::from_utf8(text) {
        let _ = write!(out, "{}", Quoted(text));
        return;
    }
    out.push('"');
    for &byte in text {
        match byte {
            b'\\' => out.push_str("\\\\"),
            b' ' | b'!' | b'#'..=b'~' => out.push(byte as char),
            _ => {
                let _ = write!(out, "\\{byte:02X}");
            }
        }
    }
    out.push('"');
}

/// Writes `dialect.body` if the body is a name with balanced brackets, otherwise `dialect<body>`.
pub(super) fn write_dialect_body(dialect: &str, body: &str, out: &mut String) {
    out.push_str(dialect);
    let name =
        body.bytes().take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'$')).count();
    let starts_well = body.starts_with(|c: char| c.is_ascii_alphabetic());
    let rest = &body[name..];
    if starts_well
        && (rest.is_empty() || rest.starts_with('<') && rest.ends_with('>') && is_one_bracket(rest))
    {
        out.push('.');
        out.push_str(body);
    } else {
        out.push('<');
        out.push_str(body);
        out.push('>');
    }
}

/// Whether the first bracket of the text closes at its end and not before.
fn is_one_bracket(text: &str) -> bool {
    let mut depth = 0;
    let bytes = text.as_bytes();
    let mut index = 0;
    while index < bytes.len() {
        match bytes[index] {
            b'<' | b'(' | b'[' | b'{' => depth += 1,
            b'-' if bytes.get(index + 1) == Some(&b'>') => index += 1,
            b'>' | b')' | b']' | b'}' => {
                depth -= 1;
                if depth == 0 {
                    return index + 1 == bytes.len();
                }
            }
            b'"' => {
                index += 1;
                while index < bytes.len() && bytes[index] != b'"' {
                    index += if bytes[index] == b'\\' { 2 } else { 1 };
                }
            }
            _ => {}
        }
        index += 1;
    }
    false
}

/// Whether large constants are printed as hexadecimal bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Hex {
    WhenLarge,
    Never,
}

/// Constants with more elements than this are printed as hexadecimal bytes, as MLIR does.
const MOST_ELEMENTS_SPELLED: u64 = 100;

/// The type and bytes of a constant that is printed as hexadecimal digits.
pub(super) fn hex_constant(context: &Context, attr: AttrId) -> Option<(TypeId, &Elements)> {
    match context.attr_of(attr) {
        Attr::Dense { ty, data: DenseData::Full(bytes) } if is_hex(context, *ty) => Some((*ty, bytes)),
        _ => None,
    }
}

fn is_hex(context: &Context, ty: TypeId) -> bool {
    let count = context.tensor(ty).and_then(|tensor| tensor.elements());
    count.is_some_and(|count| count > MOST_ELEMENTS_SPELLED)
}

pub(super) fn write_dense(context: &Context, ty: TypeId, data: &DenseData, hex: Hex, out: &mut String) {
    out.push_str("dense<");
    let tensor = context.tensor(ty).expect("a dense constant has a tensor type");
    let element = ElementFormat::of(context, tensor.element).expect("a dense constant has numbers");
    let size = element.bytes();
    match data {
        DenseData::Splat(bytes) => write_element(element, bytes, out),
        DenseData::Full(bytes) => {
            if hex == Hex::WhenLarge && is_hex(context, ty) {
                out.push_str("\"0x");
                push_digits(bytes, out);
                out.push('"');
            } else if !bytes.is_empty() {
                let mut one = |index: usize, out: &mut String| {
                    write_element(element, &bytes[index * size..(index + 1) * size], out);
                };
                write_nested(&tensor.shape, &mut 0, &mut one, out);
            }
        }
    }
    out.push('>');
}

/// Writes elements in brackets nested like the shape.
fn write_nested(shape: &[Dim], next: &mut usize, one: &mut dyn FnMut(usize, &mut String), out: &mut String) {
    let Some((dim, inner)) = shape.split_first() else {
        one(*next, out);
        *next += 1;
        return;
    };
    out.push('[');
    for index in 0..dim.size().unwrap_or(0) {
        if index > 0 {
            out.push_str(", ");
        }
        write_nested(inner, next, one, out);
    }
    out.push(']');
}

fn write_element(element: ElementFormat, bytes: &[u8], out: &mut String) {
    if element.complex {
        let (real, imaginary) = bytes.split_at(element.scalar.bytes());
        out.push('(');
        write_scalar(element.scalar, real, out);
        out.push(',');
        write_scalar(element.scalar, imaginary, out);
        out.push(')');
    } else {
        write_scalar(element.scalar, bytes, out);
    }
}

fn write_scalar(scalar: Scalar, bytes: &[u8], out: &mut String) {
    let mut word = [0u8; 8];
    word[..bytes.len()].copy_from_slice(bytes);
    let bits = u64::from_le_bytes(word);
    match scalar {
        Scalar::Float(kind) => float::print(kind, bits, out),
        Scalar::Int { width: 1, .. } => out.push_str(if bits & 1 == 0 { "false" } else { "true" }),
        Scalar::Int { sign: Signedness::Unsigned, .. } => write_number(bits, out),
        Scalar::Int { width, .. } => {
            let shift = 64 - width.min(64);
            let value = if shift == 64 { 0 } else { (bits << shift) as i64 >> shift };
            write_signed(value, out);
        }
    }
}

/// Writes the fields of a record in angle brackets.
pub(super) fn write_record(context: &Context, record: &RecordAttr, out: &mut String) {
    out.push('<');
    let mut first = true;
    for (info, field) in record.kind().fields().iter().zip(record.fields()) {
        if info.omit == Omit::WhenEmpty && field.is_empty() {
            continue;
        }
        if !std::mem::take(&mut first) {
            out.push_str(", ");
        }
        out.push_str(info.name);
        out.push_str(" = ");
        match field {
            Field::Absent => {}
            Field::Ints(list) => write_ints(list, out),
            Field::Int(value) => write_signed(*value, out),
            Field::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
            Field::Float(bits) => float::print(partita_ir::FloatKind::F64, *bits, out),
            Field::Text(text) => write_string(text, out),
            Field::Type(ty) => write_type(context, *ty, out),
            Field::Attr(attr) => write_attr(context, *attr, Elide::Never, out),
            Field::Attrs(list) => {
                out.push('[');
                for (index, &attr) in list.iter().enumerate() {
                    out.push_str(if index > 0 { ", " } else { "" });
                    write_attr(context, attr, Elide::Default, out);
                }
                out.push(']');
            }
            Field::SubAxis(pre, size) => {
                let _ = write!(out, "({pre}){size}");
            }
        }
    }
    out.push('>');
}

/// Writes a list such as `[1, 2]`.
pub(super) fn write_ints(list: &[i64], out: &mut String) {
    out.push('[');
    for (index, &value) in list.iter().enumerate() {
        if index > 0 {
            out.push_str(", ");
        }
        write_signed(value, out);
    }
    out.push(']');
}

/// Writes `[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]`.
pub(super) fn write_conv(dims: &ConvDims, out: &mut String) {
    conv_side((dims.input_batch, 'b'), (dims.input_feature, 'f'), &dims.input_spatial, out);
    out.push('x');
    conv_side((dims.kernel_input_feature, 'i'), (dims.kernel_output_feature, 'o'), &dims.kernel_spatial, out);
    out.push_str("->");
    conv_side((dims.output_batch, 'b'), (dims.output_feature, 'f'), &dims.output_spatial, out);
}

/// Writes positions with their letters and spatial numbers, in order; omits positions that are out of range.
fn conv_side(a: (i64, char), b: (i64, char), spatial: &[i64], out: &mut String) {
    let mut slots: Vec<Option<String>> = vec![None; spatial.len() + 2];
    let mut put = |position: i64, text: String| {
        if let Some(slot) = usize::try_from(position).ok().and_then(|position| slots.get_mut(position)) {
            *slot = Some(text);
        }
    };
    for (index, &position) in spatial.iter().enumerate() {
        put(position, index.to_string());
    }
    put(a.0, a.1.to_string());
    put(b.0, b.1.to_string());
    let shown: Vec<String> = slots.into_iter().flatten().collect();
    let _ = write!(out, "[{}]", shown.join(", "));
}

fn write_move(shift: &AllToAllMove, out: &mut String) {
    let _ = write!(out, "{}: {}->{}", AxisList(&shift.axes), shift.source, shift.target);
}

/// Writes an sdy attribute in the bare spelling that its kind has inside a custom form.
pub(super) fn write_sdy_bare(attr: &SdyAttr, out: &mut String) {
    let _ = match attr {
        SdyAttr::Mesh(mesh) => write!(out, "{mesh}"),
        SdyAttr::Sharding(sharding) => write!(out, "{sharding}"),
        SdyAttr::ShardingPerValue(shardings) => write!(out, "{}", ShardingPerValue(shardings)),
        SdyAttr::DimSharding(dim) => write!(out, "{dim}"),
        SdyAttr::AxisRef(axis) => write!(out, "{axis}"),
        SdyAttr::AxisRefs(axes) => write!(out, "{}", AxisList(axes)),
        SdyAttr::AxisRefLists(lists) => write!(out, "{}", AxisLists(lists)),
        SdyAttr::ManualAxes(axes) => {
            out.push('{');
            for (index, axis) in axes.iter().enumerate() {
                out.push_str(if index > 0 { ", " } else { "" });
                let _ = write!(out, "{}", Quoted(axis));
            }
            out.push('}');
            Ok(())
        }
        SdyAttr::AllToAll(moves) => {
            out.push('[');
            for (index, shift) in moves.iter().enumerate() {
                out.push_str(if index > 0 { ", " } else { "" });
                write_move(shift, out);
            }
            out.push(']');
            Ok(())
        }
        SdyAttr::AllToAllMove(shift) => {
            write_move(shift, out);
            Ok(())
        }
        SdyAttr::MeshAxis(axis) => write!(out, "{}={}", Quoted(&axis.name), axis.size),
        SdyAttr::SubAxis(part) => write!(out, "{part}"),
        SdyAttr::DimMapping(factors) => {
            if factors.is_empty() {
                out.push('*');
            }
            factors.iter().try_for_each(|factor| write!(out, "{factor}"))
        }
        SdyAttr::TensorMapping(mapping) => write!(out, "{mapping}"),
        SdyAttr::EdgeValueRef(value) => write!(out, "{value}"),
        SdyAttr::AxisDetails(details) => write!(out, "{details}"),
        SdyAttr::OneStep(step) => write!(out, "{step}"),
        SdyAttr::Rule(rule) => write!(out, "{rule}"),
        SdyAttr::Edges(edges) => write!(out, "{edges}"),
    };
}

fn write_sdy(attr: &SdyAttr, out: &mut String) {
    let (open, close) = match attr {
        SdyAttr::Mesh(_) => ("#sdy.mesh", ""),
        SdyAttr::Sharding(_) => ("#sdy.sharding", ""),
        SdyAttr::ShardingPerValue(_) => ("#sdy.sharding_per_value<", ">"),
        SdyAttr::Rule(_) => ("#sdy.op_sharding_rule", ""),
        SdyAttr::Edges(_) => ("#sdy.propagation_edges", ""),
        SdyAttr::DimSharding(_) => ("#sdy<dimension_sharding", ">"),
        SdyAttr::AxisRef(_) => ("#sdy<axis_ref", ">"),
        SdyAttr::AxisRefs(_) => ("#sdy<axis_ref_list", ">"),
        SdyAttr::AxisRefLists(_) => ("#sdy<list_of_axis_ref_lists", ">"),
        SdyAttr::ManualAxes(_) => ("#sdy<manual_axes", ">"),
        SdyAttr::AllToAll(_) => ("#sdy<all_to_all_param_list", ">"),
        SdyAttr::AllToAllMove(_) => ("#sdy<all_to_all_param", ">"),
        SdyAttr::MeshAxis(_) => ("#sdy<mesh_axis", ">"),
        SdyAttr::SubAxis(_) => ("#sdy<sub_axis_info", ">"),
        SdyAttr::DimMapping(_) => ("#sdy<dim_mapping ", ">"),
        SdyAttr::TensorMapping(_) => ("#sdy<tensor_mapping", ">"),
        SdyAttr::EdgeValueRef(_) => ("#sdy<edge_value_ref ", ">"),
        SdyAttr::AxisDetails(_) => ("#sdy<axis_to_propagation_details", ">"),
        SdyAttr::OneStep(_) => ("#sdy<propagation_one_step", ">"),
    };
    out.push_str(open);
    write_sdy_bare(attr, out);
    out.push_str(close);
}
