//! Converts a program to `f64`, in which rounding no longer causes differences between two correct programs.

use partita_base::Id;
use partita_interp::{Element, Tensor, convert, custom_call_in_f64};
use partita_ir::{
    Attr, AttrId, DenseData, FloatKind, Module, NewOp, OpCode, OpId, OpName, Type, TypeId, ValueId, names,
};

/// Converts a program to `f64`; `None` if an op has no such form. Ops on the bits of floats keep their width: their
/// operands and results are converted.
pub(crate) fn promote_to_f64(module: &Module) -> Option<Module> {
    let mut wide = module.clone();
    let ops = wide.walk(wide.top());
    for index in 0..wide.value_count() {
        let value = ValueId::from_index(index);
        let ty = wide_type(&mut wide, module.type_of(value));
        wide.set_type(value, ty);
    }
    for op in ops {
        let attr = match wide.op(op).name.code()? {
            code if code.is_constant() => names::VALUE,
            OpCode::FuncFunc => names::FUNCTION_TYPE,
            OpCode::BitcastConvert => {
                keep_bits(&mut wide, module, op);
                continue;
            }
            OpCode::ReducePrecision => {
                keep_precision(&mut wide, op);
                continue;
            }
            OpCode::RngBitGenerator if wide.op(op).results().any(|value| has_floats(module, value)) => {
                return None;
            }
            OpCode::CustomCall => {
                rename_call(&mut wide, module, op)?;
                continue;
            }
            _ => continue,
        };
        if let Some(old) = wide.op(op).attr(attr) {
            let new = wide_attr(&mut wide, old)?;
            wide.set_attr(op, attr, new);
        }
    }
    Some(wide)
}

/// Whether a program has floats narrower than `f64`.
pub(crate) fn is_narrow(module: &Module) -> bool {
    (0..module.value_count()).any(|index| narrow_element(module, ValueId::from_index(index)).is_some())
}

/// The element type of a tensor of floats narrower than `f64`.
fn narrow_element(module: &Module, value: ValueId) -> Option<Element> {
    let Type::Tensor(tensor) = module.context.type_of(module.type_of(value)) else { return None };
    let element = Element::of(&module.context, tensor.element)?;
    (promoted_element_type(element) != element).then_some(element)
}

fn has_floats(module: &Module, value: ValueId) -> bool {
    let Type::Tensor(tensor) = module.context.type_of(module.type_of(value)) else { return false };
    matches!(module.context.type_of(tensor.element), Type::Float(_) | Type::Complex(_))
}

/// Inserts conversions around an op that reinterprets bits, so that it works on the original float type.
fn keep_bits(wide: &mut Module, module: &Module, op: OpId) {
    let (operand, result) = (module.op(op).operands[0], module.op(op).result(0));
    let (loc, span) = (module.op(op).loc, module.op(op).span);
    let insert = |wide: &mut Module, code: OpCode, from: ValueId, to: TypeId| {
        let operands = [from].into_iter().collect();
        let attrs = std::iter::empty().collect();
        let name = OpName::Known(code);
        let new = wide.create_op(NewOp { name, operands, result_types: &[to], attrs, loc, span });
        wide.insert_before(op, new);
        wide.op(new).result(0)
    };
    if narrow_element(module, operand).is_some() {
        let narrow = insert(wide, OpCode::Convert, operand, module.type_of(operand));
        wide.op_mut(op).operands[0] = narrow;
    }
    if narrow_element(module, result).is_some() {
        let from = wide.op(op).operands[0];
        let narrow = insert(wide, OpCode::BitcastConvert, from, module.type_of(result));
        wide.rename(op, OpCode::Convert);
        wide.op_mut(op).operands[0] = narrow;
    }
}

/// Makes a rounding op keep all digits of `f64`.
fn keep_precision(wide: &mut Module, op: OpId) {
    for (name, bits) in [("exponent_bits", 11), ("mantissa_bits", 52)] {
        let Some(name) = wide.context.find_symbol(name) else { continue };
        if let Some(Attr::Integer { ty, .. }) = wide.attr(op, name) {
            let attr = Attr::Integer { value: bits, ty: *ty };
            let attr = wide.context.attr(attr);
            wide.set_attr(op, name, attr);
        }
    }
}

/// Replaces the target of a custom call by its `f64` variant. Calls without floats need none; `None` if there is no variant.
fn rename_call(wide: &mut Module, module: &Module, op: OpId) -> Option<()> {
    let view = module.op(op);
    if !view.operands.iter().copied().chain(view.results()).any(|value| has_floats(module, value)) {
        return Some(());
    }
    let name = wide.context.find_symbol("call_target_name")?;
    let target = match module.attr(op, name)? {
        Attr::String(bytes) => std::str::from_utf8(bytes).ok()?,
        Attr::SymbolRef(path) => path.last().map(|&symbol| module.context.text(symbol))?,
        _ => return None,
    };
    let target = custom_call_in_f64(target)?;
    let target = wide.context.attr(Attr::String(target.as_bytes().into()));
    wide.set_attr(op, name, target);
    Some(())
}

/// Converts an argument to the type it has in the `f64` program.
pub(crate) fn promote_tensor(tensor: &Tensor) -> Option<Tensor> {
    convert(tensor, promoted_element_type(tensor.element)).ok()
}

/// The element type in the `f64` program.
pub(crate) fn promoted_element_type(element: Element) -> Element {
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
            let tensor = promote_tensor(&Tensor::from_attr(module, attr).ok()?)?;
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
