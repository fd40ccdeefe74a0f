//! Checks that an attribute has the kind that its op's row demands.

use partita_ir::{Attr, AttrId, AttrKind, Context, FloatKind, RecordKind, SdyAttr, Signedness, Type, TypeId};

/// Whether an attribute is of a kind.
pub(crate) fn is_of_kind(context: &Context, attr: AttrId, kind: AttrKind) -> bool {
    let sdy = |wanted: fn(&SdyAttr) -> bool| matches!(context.attr_of(attr), Attr::Sdy(attr) if wanted(attr));
    let all = |wanted: &dyn Fn(&Attr) -> bool| match context.attr_of(attr) {
        Attr::Array(items) => items.iter().all(|item| wanted(context.attr_of(*item))),
        _ => false,
    };
    match (kind, context.attr_of(attr)) {
        (AttrKind::Any, _)
        | (AttrKind::Unit, Attr::Unit)
        | (AttrKind::Str | AttrKind::SymName, Attr::String(_) | Attr::TypedString { .. })
        | (AttrKind::Array, Attr::Array(_))
        | (AttrKind::Dict, Attr::Dict(_))
        | (AttrKind::Conv, Attr::Conv(_)) => true,
        (AttrKind::I64, Attr::Integer { ty, .. }) => is_signless(context, *ty, 64),
        (AttrKind::I32, Attr::Integer { ty, .. }) => is_signless(context, *ty, 32),
        (AttrKind::Direction, Attr::Integer { ty, value }) => {
            is_signless(context, *ty, 32) && (0..4).contains(value)
        }
        (AttrKind::Bool, Attr::Integer { ty, .. }) => is_signless(context, *ty, 1),
        (AttrKind::F32, Attr::Float { ty, .. }) => *context.type_of(*ty) == Type::Float(FloatKind::F32),
        (AttrKind::Sym, Attr::SymbolRef(path)) => path.len() == 1,
        (AttrKind::Ints, Attr::DenseArray { element, .. }) => is_signless(context, *element, 64),
        (AttrKind::Bools, Attr::DenseArray { element, .. }) => is_signless(context, *element, 1),
        (AttrKind::Segments, Attr::DenseArray { element, .. }) => is_signless(context, *element, 32),
        (AttrKind::DenseI64 | AttrKind::Groups, Attr::Dense { ty, .. }) => is_dense_of_i64(context, *ty),
        (AttrKind::Groups, Attr::Record(record)) => record.kind() == RecordKind::ReplicaGroupMeshAxes,
        (
            AttrKind::Elements,
            Attr::Dense { .. } | Attr::DenseStrings { .. } | Attr::DenseResource { .. } | Attr::Sparse { .. },
        ) => true,
        (AttrKind::Dicts, _) => all(&|item| matches!(item, Attr::Dict(_))),
        (AttrKind::Syms, _) => all(&|item| matches!(item, Attr::SymbolRef(path) if path.len() == 1)),
        (AttrKind::Precision(wanted), _) => {
            all(&|item| matches!(item, Attr::Enum(case) if case.kind() == wanted))
        }
        (AttrKind::Layouts, _) => all(&|item| is_layout(context, item)),
        (AttrKind::Aliases, _) => all(
            &|item| matches!(item, Attr::Record(record) if record.kind() == RecordKind::OutputOperandAlias),
        ),
        (AttrKind::FunctionType, Attr::Type(ty)) => matches!(context.type_of(*ty), Type::Function { .. }),
        (AttrKind::Enum(wanted), Attr::Enum(case)) => case.kind() == wanted,
        (AttrKind::Record(wanted), Attr::Record(record)) => record.kind() == wanted,
        (AttrKind::Mesh, _) => sdy(|attr| matches!(attr, SdyAttr::Mesh(_))),
        (AttrKind::Sharding, _) => sdy(|attr| matches!(attr, SdyAttr::Sharding(_))),
        (AttrKind::Shardings, _) => sdy(|attr| matches!(attr, SdyAttr::ShardingPerValue(_))),
        (AttrKind::Axes, _) => sdy(|attr| matches!(attr, SdyAttr::AxisRefs(_))),
        (AttrKind::AxisLists, _) => sdy(|attr| matches!(attr, SdyAttr::AxisRefLists(_))),
        (AttrKind::ManualAxes, _) => sdy(|attr| matches!(attr, SdyAttr::ManualAxes(_))),
        (AttrKind::Moves, _) => sdy(|attr| matches!(attr, SdyAttr::AllToAll(_))),
        _ => false,
    }
}

/// The description of a kind, for messages.
pub(crate) fn spell_kind(kind: AttrKind) -> String {
    let text = match kind {
        AttrKind::I64 => "an integer of type i64",
        AttrKind::I32 => "an integer of type i32",
        AttrKind::F32 => "a float of type f32",
        AttrKind::Bool => "`true` or `false`",
        AttrKind::Unit => "a name without a value",
        AttrKind::Str | AttrKind::SymName => "a string",
        AttrKind::Sym => "a symbol such as `@f`",
        AttrKind::Ints => "a list such as `array<i64: 1, 2>`",
        AttrKind::Bools => "a list such as `array<i1: true>`",
        AttrKind::DenseI64 => "a constant such as `dense<[[0, 1]]> : tensor<1x2xi64>`",
        AttrKind::Elements => "a constant such as `dense<0> : tensor<i32>`",
        AttrKind::Array => "a list `[…]`",
        AttrKind::Dict => "a dictionary `{…}`",
        AttrKind::Dicts => "a list of dictionaries",
        AttrKind::Syms => "a list of symbols",
        AttrKind::FunctionType => "a function type",
        AttrKind::Any => "anything",
        AttrKind::Enum(kind) => return format!("`#{}<{} …>`", kind.dialect(), kind.mnemonic()),
        AttrKind::Record(kind) => return format!("`#{}.{}<…>`", kind.dialect(), kind.mnemonic()),
        AttrKind::Conv => "`#stablehlo.conv<…>`",
        AttrKind::Precision(kind) => return format!("a list of `#{}<precision …>`", kind.dialect()),
        AttrKind::Layouts => "a list of layouts such as `dense<[1, 0]> : tensor<2xindex>`",
        AttrKind::Aliases => "a list of `#stablehlo.output_operand_alias<…>`",
        AttrKind::Groups => "replica groups such as `dense<[[0, 1]]> : tensor<1x2xi64>`",
        AttrKind::Mesh => "`#sdy.mesh<…>`",
        AttrKind::Sharding => "`#sdy.sharding<…>`",
        AttrKind::Shardings => "`#sdy.sharding_per_value<…>`",
        AttrKind::Axes => "`#sdy<axis_ref_list{…}>`",
        AttrKind::AxisLists => "`#sdy<list_of_axis_ref_lists[…]>`",
        AttrKind::ManualAxes => "`#sdy<manual_axes{…}>`",
        AttrKind::Moves => "`#sdy<all_to_all_param_list[…]>`",
        AttrKind::Segments => "a list such as `array<i32: 1, 1>`",
        AttrKind::Direction => "a direction, an i32 from 0 to 3",
    };
    text.to_string()
}

fn is_signless(context: &Context, ty: TypeId, width: u32) -> bool {
    *context.type_of(ty) == Type::Integer { width, sign: Signedness::Signless }
}

fn is_dense_of_i64(context: &Context, ty: TypeId) -> bool {
    match context.type_of(ty) {
        Type::Tensor(tensor) => is_signless(context, tensor.element, 64),
        Type::Verbatim(text) => context.text(*text).ends_with("xi64>"),
        _ => false,
    }
}

fn is_layout(context: &Context, attr: &Attr) -> bool {
    let Attr::Dense { ty, .. } = attr else { return false };
    match context.type_of(*ty) {
        Type::Tensor(tensor) => tensor.rank() == 1 && *context.type_of(tensor.element) == Type::Index,
        _ => false,
    }
}
