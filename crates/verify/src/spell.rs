//! Prints types in MLIR syntax, for messages.

use crate::shape::{Extent, spell_bounds, spell_dims};
use partita_ir::{Attr, Context, Signedness, Type, TypeId};

use crate::shape::TensorView;

/// A type in MLIR syntax.
pub(crate) fn spell_type(context: &Context, ty: TypeId) -> String {
    let mut out = String::new();
    write_type(&mut out, context, ty);
    out
}

/// Several types in MLIR syntax, `A, B`.
pub(crate) fn spell_list(context: &Context, types: impl IntoIterator<Item = TypeId>) -> String {
    let mut out = String::new();
    write_list(&mut out, context, types);
    out
}

/// A tensor type in MLIR syntax; the type need not exist in the module.
pub(crate) fn spell_tensor(extents: &[Extent], element: &str) -> String {
    let mut out = String::from("tensor<");
    spell_dims(&mut out, extents.iter().copied());
    out.push_str(element);
    spell_bounds(&mut out, extents);
    out.push('>');
    out
}

fn write_list(out: &mut String, context: &Context, types: impl IntoIterator<Item = TypeId>) {
    for (index, ty) in types.into_iter().enumerate() {
        out.push_str(if index > 0 { ", " } else { "" });
        write_type(out, context, ty);
    }
}

fn write_type(out: &mut String, context: &Context, ty: TypeId) {
    match context.type_of(ty) {
        Type::Integer { width, sign } => {
            out.push_str(match sign {
                Signedness::Signless => "i",
                Signedness::Signed => "si",
                Signedness::Unsigned => "ui",
            });
            out.push_str(&width.to_string());
        }
        Type::Index => out.push_str("index"),
        Type::None => out.push_str("none"),
        Type::Float(kind) => out.push_str(kind.name()),
        Type::Complex(part) => {
            out.push_str("complex<");
            write_type(out, context, *part);
            out.push('>');
        }
        Type::Tuple(parts) => {
            out.push_str("tuple<");
            write_list(out, context, parts.iter().copied());
            out.push('>');
        }
        Type::Function { inputs, results } => {
            out.push('(');
            write_list(out, context, inputs.iter().copied());
            out.push_str(") -> ");
            let bare = matches!(&**results, [one] if !matches!(context.type_of(*one), Type::Function { .. }));
            out.push_str(if bare { "" } else { "(" });
            write_list(out, context, results.iter().copied());
            out.push_str(if bare { "" } else { ")" });
        }
        Type::Tensor(tensor) => {
            let extents = TensorView::of(context, ty).map(TensorView::extents).unwrap_or_default();
            out.push_str("tensor<");
            spell_dims(out, extents.iter().copied());
            write_type(out, context, tensor.element);
            spell_bounds(out, &extents);
            match tensor.encoding.map(|encoding| context.attr_of(encoding)) {
                None | Some(Attr::Bounds(_)) => {}
                Some(_) => out.push_str(", …"),
            }
            out.push('>');
        }
        Type::UnrankedTensor(element) => {
            out.push_str("tensor<*x");
            write_type(out, context, *element);
            out.push('>');
        }
        Type::Token => out.push_str("!stablehlo.token"),
        Type::Future(types) => {
            out.push_str("!stablehlo.future<");
            write_list(out, context, types.iter().copied());
            out.push('>');
        }
        Type::Verbatim(text) => out.push_str(context.text(*text)),
        Type::Opaque { dialect, body } => {
            out.push('!');
            out.push_str(context.text(*dialect));
            out.push('.');
            out.push_str(context.text(*body));
        }
        Type::Poison => out.push_str("an unknown type"),
    }
}
