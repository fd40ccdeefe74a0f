//! Prints types.

use partita_ir::{Context, Dim, Signedness, Type, TypeId};

/// The numbers below 1000, with three digits each.
static THREE_DIGITS: &str = match std::str::from_utf8(&three_digits()) {
    Ok(digits) => digits,
    Err(_) => panic!("digits are ASCII"),
};

const fn three_digits() -> [u8; 3000] {
    let mut digits = [b'0'; 3000];
    let mut number = 0;
    while number < 1000 {
        digits[3 * number] += (number / 100) as u8;
        digits[3 * number + 1] += (number / 10 % 10) as u8;
        digits[3 * number + 2] += (number % 10) as u8;
        number += 1;
    }
    digits
}

pub(super) fn write_number(number: u64, out: &mut String) {
    let last = 3 * (number % 1000) as usize;
    let zeros = match number {
        0..10 => 2,
        10..100 => 1,
        100..1000 => 0,
        _ => {
            write_number(number / 1000, out);
            0
        }
    };
    out.push_str(&THREE_DIGITS[last + zeros..last + 3]);
}

pub(super) fn write_signed(number: i64, out: &mut String) {
    if number < 0 {
        out.push('-');
    }
    write_number(number.unsigned_abs(), out);
}

fn write_types(context: &Context, types: &[TypeId], out: &mut String) {
    for (index, &ty) in types.iter().enumerate() {
        if index > 0 {
            out.push_str(", ");
        }
        write_type(context, ty, out);
    }
}

/// Writes the types after an arrow: a single type bare, otherwise a list in parentheses.
pub(super) fn write_results(context: &Context, types: &[TypeId], out: &mut String) {
    match types {
        [single] if !matches!(context.type_of(*single), Type::Function { .. }) => {
            write_type(context, *single, out)
        }
        _ => {
            out.push('(');
            write_types(context, types, out);
            out.push(')');
        }
    }
}

pub(super) fn write_type(context: &Context, ty: TypeId, out: &mut String) {
    match context.type_of(ty) {
        Type::Integer { width, sign } => {
            out.push_str(match sign {
                Signedness::Signless => "i",
                Signedness::Signed => "si",
                Signedness::Unsigned => "ui",
            });
            write_number((*width).into(), out);
        }
        Type::Index => out.push_str("index"),
        Type::None => out.push_str("none"),
        Type::Float(kind) => out.push_str(kind.name()),
        Type::Complex(element) => {
            out.push_str("complex<");
            write_type(context, *element, out);
            out.push('>');
        }
        Type::Tuple(types) => {
            out.push_str("tuple<");
            write_types(context, types, out);
            out.push('>');
        }
        Type::Function { inputs, results } => {
            out.push('(');
            write_types(context, inputs, out);
            out.push_str(") -> ");
            write_results(context, results, out);
        }
        Type::Tensor(tensor) => {
            out.push_str("tensor<");
            for dim in &tensor.shape {
                match dim {
                    Dim::Static(size) => write_number(*size, out),
                    Dim::Dynamic => out.push('?'),
                }
                out.push('x');
            }
            write_type(context, tensor.element, out);
            if let Some(encoding) = tensor.encoding {
                out.push_str(", ");
                super::attr::write_attr(context, encoding, super::attr::Elide::Never, out);
            }
            out.push('>');
        }
        Type::UnrankedTensor(element) => {
            out.push_str("tensor<*x");
            write_type(context, *element, out);
            out.push('>');
        }
        Type::Token => out.push_str("!stablehlo.token"),
        Type::Future(types) => {
            out.push_str("!stablehlo.future<");
            write_types(context, types, out);
            out.push('>');
        }
        Type::Verbatim(text) => out.push_str(context.text(*text)),
        Type::Opaque { dialect, body } => {
            out.push('!');
            super::attr::write_dialect_body(context.text(*dialect), context.text(*body), out);
        }
        Type::Poison => out.push_str("<<unreadable>>"),
    }
}
