//! A program with all its floats made wide, so that rounding no longer tells two right programs apart.

use partita_base::Id;
use partita_interp::{Element, Tensor, convert};
use partita_ir::{Attr, AttrId, DenseData, FloatKind, Module, OpCode, Type, TypeId, ValueId, names};

/// The same program in `f64`; `None` where it looks at the bits of floats, so that widening them changes it.
pub(crate) fn promoted(module: &Module) -> Option<Module> {
    let mut wide = module.clone();
    let ops = wide.walk(wide.top());
    let looks_at_bits = |code: Option<OpCode>| {
        matches!(
            code,
            None | Some(
                OpCode::BitcastConvert
                    | OpCode::ReducePrecision
                    | OpCode::CustomCall
                    | OpCode::RngBitGenerator
            )
        )
    };
    if ops.iter().any(|&op| looks_at_bits(wide.op(op).name.code())) {
        return None;
    }
    for index in 0..wide.value_count() {
        let value = ValueId::from_index(index);
        let ty = wide_type(&mut wide, module.type_of(value));
        wide.value_mut(value).ty = ty;
    }
    for op in ops {
        let attr = match wide.op(op).name.code() {
            Some(OpCode::Constant | OpCode::SdyConstant) => names::VALUE,
            Some(OpCode::FuncFunc) => names::FUNCTION_TYPE,
            _ => continue,
        };
        if let Some(old) = wide.op(op).attr(attr) {
            let new = wide_attr(&mut wide, old)?;
            wide.set_attr(op, attr, new);
        }
    }
    Some(wide)
}

/// An argument of the wide program.
pub(crate) fn promoted_tensor(tensor: &Tensor) -> Option<Tensor> {
    convert(tensor, promoted_element(tensor.element)).ok()
}

/// The wide element type.
pub(crate) fn promoted_element(element: Element) -> Element {
    match element {
        Element::Float(_) => Element::F64,
        Element::Complex64 => Element::Complex128,
        other => other,
    }
}

fn wide_type(module: &mut Module, ty: TypeId) -> TypeId {
    match module.context.type_of(ty).clone() {
        Type::Float(_) => module.context.float_type(FloatKind::F64),
        Type::Complex(part) => {
            let part = wide_type(module, part);
            module.context.ty(Type::Complex(part))
        }
        Type::Tensor(mut tensor) => {
            tensor.element = wide_type(module, tensor.element);
            module.context.ty(Type::Tensor(tensor))
        }
        Type::Function { inputs, results } => {
            let mut all = |types: &[TypeId]| types.iter().map(|&ty| wide_type(module, ty)).collect();
            let (inputs, results) = (all(&inputs), all(&results));
            module.context.ty(Type::Function { inputs, results })
        }
        _ => ty,
    }
}

fn wide_attr(module: &mut Module, attr: AttrId) -> Option<AttrId> {
    match module.context.attr_of(attr).clone() {
        Attr::Type(ty) => {
            let ty = wide_type(module, ty);
            Some(module.context.attr(Attr::Type(ty)))
        }
        Attr::Dense { ty, data } => {
            let wide = wide_type(module, ty);
            if wide == ty {
                return Some(attr);
            }
            let tensor = promoted_tensor(&Tensor::from_attr(module, attr).ok()?)?;
            let bytes = tensor.to_bytes();
            let data = match data {
                DenseData::Splat(_) => {
                    DenseData::Splat(bytes[..tensor.element.bytes().min(bytes.len())].into())
                }
                DenseData::Full(_) => DenseData::Full(bytes.into()),
            };
            Some(module.context.attr(Attr::Dense { ty: wide, data }))
        }
        _ => None,
    }
}
