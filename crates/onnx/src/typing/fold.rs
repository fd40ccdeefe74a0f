//! Folds small constants, mostly the arithmetic on shapes that exporters leave in models.

use super::contents::{MAX_ELEMENTS, from_ints, tensor_contents};
use crate::ops::{Call, Contents, IntElement, Operand, shape_range};
use crate::types::{Dim, ElementType, TensorType};

/// The contents of a node's outputs, as far as known. `types` are the types of the outputs.
pub(super) fn fold_node(call: &Call<'_>, types: &[TensorType]) -> Vec<Option<Contents>> {
    if !matches!(call.node.name_space(), "") {
        return Vec::new();
    }
    let mut all = match call.node.op() {
        "Split" => split(call, types).unwrap_or_default(),
        _ => vec![types.first().and_then(|ty| single(call, ty))],
    };
    for (contents, ty) in all.iter_mut().zip(types) {
        *contents = contents.take().filter(|contents| fits(contents, ty));
    }
    all
}

/// Whether the contents are small and match the number of elements. Contradictory types may lead to a mismatch.
fn fits(contents: &Contents, ty: &TensorType) -> bool {
    let declared = ty.dims.as_deref().and_then(|dims| Dim::product(dims).known());
    contents.len() <= MAX_ELEMENTS && declared.is_none_or(|count| count == contents.len() as u64)
}

fn single(call: &Call<'_>, ty: &TensorType) -> Option<Contents> {
    match call.node.op() {
        "Constant" => constant(call),
        "ConstantOfShape" => constant_of_shape(call, ty),
        "Shape" => {
            let dims = operand(call, 0)?.ty.dims.as_deref()?;
            let (start, end) = shape_range(call.node, dims.len());
            Some(Contents::Ints(dims[start..end].iter().map(from_dim).collect()))
        }
        "Size" => Some(Contents::Ints(vec![from_dim(&Dim::product(operand(call, 0)?.ty.dims.as_deref()?))])),
        "Identity" | "Squeeze" | "Unsqueeze" | "Reshape" | "Flatten" => contents(call, 0).cloned(),
        "Cast" => cast(contents(call, 0)?, ty.element?),
        "Gather" => gather(call, ty),
        "Slice" => slice(call),
        "Concat" => concat(call, ty),
        "NonZero" => non_zero(call),
        "Range" => range(call),
        "Expand" => {
            let (contents, count) = (contents(call, 0)?, count(ty)?);
            (contents.len() == 1).then(|| repeat(contents, count))
        }
        "ReduceProd" | "ReduceSum" | "ReduceMin" | "ReduceMax" => reduce(call, ty),
        "Transpose" => transpose(call),
        "Where" => select(call, ty),
        _ => elementwise(call, ty),
    }
}

fn operand<'a>(call: &Call<'a>, input: usize) -> Option<&'a Operand> {
    call.inputs.get(input)?.as_ref()
}

fn contents<'a>(call: &Call<'a>, input: usize) -> Option<&'a Contents> {
    operand(call, input)?.contents.as_ref()
}

fn ints<'a>(call: &Call<'a>, input: usize) -> Option<&'a [IntElement]> {
    match contents(call, input)? {
        Contents::Ints(ints) => Some(ints),
        Contents::Floats(_) => None,
    }
}

fn numbers(elements: &[IntElement]) -> Option<Vec<i64>> {
    let number = |element: &IntElement| match element {
        IntElement::Int(number) => Some(*number),
        IntElement::Size(_) => None,
    };
    elements.iter().map(number).collect()
}

fn from_dim(dim: &Dim) -> IntElement {
    match dim {
        Dim::Known(size) => i64::try_from(*size).map_or(UNKNOWN, IntElement::Int),
        dim => IntElement::Size(dim.clone()),
    }
}

/// An unknown number.
const UNKNOWN: IntElement = IntElement::Size(Dim::Unknown);

/// The number of elements of a type, if it is small.
fn count(ty: &TensorType) -> Option<usize> {
    let Dim::Known(count) = Dim::product(ty.dims.as_deref()?) else { return None };
    usize::try_from(count).ok().filter(|count| *count <= MAX_ELEMENTS)
}

fn repeat(contents: &Contents, count: usize) -> Contents {
    match contents {
        Contents::Ints(ints) => Contents::Ints(ints.iter().cycle().take(count).cloned().collect()),
        Contents::Floats(floats) => Contents::Floats(floats.iter().cycle().take(count).copied().collect()),
    }
}

fn constant(call: &Call<'_>) -> Option<Contents> {
    let attribute = |name: &str| call.node.attribute(name);
    if let Some(value) = attribute("value") {
        return tensor_contents(value.t.as_ref()?);
    }
    if let Some(value) = attribute("value_int") {
        return Some(from_ints([value.i?]));
    }
    if let Some(value) = attribute("value_ints") {
        return Some(from_ints(value.ints.iter().copied()));
    }
    if let Some(value) = attribute("value_float") {
        return Some(Contents::Floats(vec![value.f?.into()]));
    }
    let floats = &attribute("value_floats")?.floats;
    Some(Contents::Floats(floats.iter().map(|float| f64::from(*float)).collect()))
}

fn constant_of_shape(call: &Call<'_>, ty: &TensorType) -> Option<Contents> {
    let value = match call.node.attribute("value") {
        Some(value) => tensor_contents(value.t.as_ref()?)?,
        None => Contents::Floats(vec![0.0]),
    };
    let count = count(ty)?;
    (value.len() == 1).then(|| repeat(&value, count))
}

fn cast(from: &Contents, to: ElementType) -> Option<Contents> {
    use ElementType::*;
    let is_integer = matches!(to, Int64 | Int32 | Uint64 | Uint32);
    let is_float = matches!(to, Float | Double | Float16 | Bfloat16);
    match from {
        Contents::Ints(ints) if is_integer => {
            let low = if matches!(to, Uint64 | Uint32) { 0 } else { i64::from(i32::MIN) };
            let high = if to == Uint32 { u32::MAX.into() } else { i64::from(i32::MAX) };
            let fits = |element: &IntElement| match element {
                IntElement::Int(number) => {
                    to == Int64 || (to == Uint64 && *number >= 0) || (low..=high).contains(number)
                }
                IntElement::Size(_) => true,
            };
            ints.iter().all(fits).then(|| Contents::Ints(ints.clone()))
        }
        Contents::Ints(ints) if to == Bool => {
            let truth = |element: &IntElement| match element {
                IntElement::Int(number) => IntElement::Int(i64::from(*number != 0)),
                IntElement::Size(_) => UNKNOWN,
            };
            Some(Contents::Ints(ints.iter().map(truth).collect()))
        }
        Contents::Ints(ints) if is_float => {
            Some(Contents::Floats(numbers(ints)?.iter().map(|int| *int as f64).collect()))
        }
        Contents::Floats(floats) if is_float => Some(Contents::Floats(floats.clone())),
        Contents::Floats(floats) if is_integer && floats.iter().all(|float| float.abs() < 1e15) => {
            Some(from_ints(floats.iter().map(|float| *float as i64)))
        }
        _ => None,
    }
}

fn gather(call: &Call<'_>, ty: &TensorType) -> Option<Contents> {
    let (data, indices) = (ints(call, 0)?, numbers(ints(call, 1)?)?);
    if operand(call, 0)?.ty.rank()? != 1 || ty.rank()? > 1 {
        return None;
    }
    let length = i64::try_from(data.len()).ok()?;
    let at = |index: &i64| {
        let index = if *index < 0 { index.checked_add(length)? } else { *index };
        data.get(usize::try_from(index).ok()?).cloned()
    };
    Some(Contents::Ints(indices.iter().map(at).collect::<Option<_>>()?))
}

/// A slice along one dimension.
fn slice(call: &Call<'_>) -> Option<Contents> {
    let data = ints(call, 0)?;
    let shape = operand(call, 0)?.ty.shape()?;
    let one = |name: &str, input: usize| -> Option<i64> {
        let list = match call.node.attribute(name) {
            Some(attribute) => attribute.ints.clone(),
            None => numbers(ints(call, input)?)?,
        };
        <[i64; 1]>::try_from(list).ok().map(|[only]| only)
    };
    let (start, end) = (one("starts", 1)?, one("ends", 2)?);
    let step = if operand(call, 4).is_some() { one("steps", 4)? } else { 1 };
    let has_axes = call.node.attribute("axes").is_some() || operand(call, 3).is_some();
    let axis = if has_axes { one("axes", 3)? } else { 0 };
    let axis = usize::try_from(if axis < 0 { axis + shape.len() as i64 } else { axis }).ok()?;
    let length = i64::try_from(*shape.get(axis)?).ok()?;
    let at = |position: i64| if position < 0 { position.saturating_add(length) } else { position };
    let mut taken = Vec::new();
    if step > 0 {
        let (mut now, end) = (at(start).clamp(0, length), at(end).clamp(0, length));
        while now < end {
            taken.push(usize::try_from(now).ok()?);
            now = now.saturating_add(step);
        }
    } else if step < 0 && length > 0 {
        let (mut now, end) = (at(start).clamp(0, length - 1), at(end).clamp(-1, length - 1));
        while now > end {
            taken.push(usize::try_from(now).ok()?);
            now = now.saturating_add(step);
        }
    }
    let size = |dims: &[u64]| usize::try_from(dims.iter().product::<u64>()).ok();
    let (outer, length, inner) =
        (size(&shape[..axis])?, size(&shape[axis..=axis])?, size(&shape[axis + 1..])?);
    let mut all = Vec::new();
    for row in 0..outer {
        for &at in &taken {
            let start = (row * length + at) * inner;
            all.extend_from_slice(data.get(start..start + inner)?);
        }
    }
    Some(Contents::Ints(all))
}

fn transpose(call: &Call<'_>) -> Option<Contents> {
    let shape = operand(call, 0)?.ty.shape()?;
    if shape.len() < 2 {
        return contents(call, 0).cloned();
    }
    let data = ints(call, 0)?;
    let perm: Vec<usize> = match call.node.attribute("perm") {
        Some(perm) => perm.ints.iter().map(|&dim| usize::try_from(dim).ok()).collect::<Option<_>>()?,
        None => (0..shape.len()).rev().collect(),
    };
    // The distance of neighbours in the input, for every dimension of the result.
    let stride = |&dim: &usize| Some(shape.get(dim + 1..)?.iter().product::<u64>());
    let strides: Vec<u64> = perm.iter().map(stride).collect::<Option<_>>()?;
    let sizes: Vec<u64> = perm.iter().map(|&dim| shape.get(dim).copied()).collect::<Option<_>>()?;
    let element = |mut at: u64| {
        let mut place = 0;
        for (size, stride) in sizes.iter().zip(&strides).rev() {
            place += at % size * stride;
            at /= size;
        }
        data.get(usize::try_from(place).ok()?).cloned()
    };
    Some(Contents::Ints((0..data.len() as u64).map(element).collect::<Option<_>>()?))
}

fn concat(call: &Call<'_>, ty: &TensorType) -> Option<Contents> {
    if ty.rank()? != 1 {
        return None;
    }
    let mut all = Vec::new();
    for input in 0..call.inputs.len() {
        match (ints(call, input), operand(call, input)?.ty.dims.as_deref()) {
            (Some(elements), _) => all.extend_from_slice(elements),
            // Unknown elements still count.
            (None, Some([Dim::Known(count)]))
                if *count <= MAX_ELEMENTS as u64 && ty.element == Some(ElementType::Int64) =>
            {
                all.extend((0..*count).map(|_| UNKNOWN));
            }
            _ => return None,
        }
        if all.len() > MAX_ELEMENTS {
            return None;
        }
    }
    Some(Contents::Ints(all))
}

fn range(call: &Call<'_>) -> Option<Contents> {
    let number = |input: usize| numbers(ints(call, input)?)?.first().copied();
    let (start, limit, step) = (number(0)?, number(1)?, number(2)?);
    let mut all = Vec::new();
    let mut now = start;
    while (step > 0 && now < limit) || (step < 0 && now > limit) {
        all.push(now);
        now = now.checked_add(step)?;
        if all.len() > MAX_ELEMENTS {
            return None;
        }
    }
    Some(from_ints(all))
}

/// The positions of all elements that are not zero: first those along the first dimension.
fn non_zero(call: &Call<'_>) -> Option<Contents> {
    let (numbers, shape) = (numbers(ints(call, 0)?)?, operand(call, 0)?.ty.shape()?);
    let mut stride = numbers.len() as u64;
    let mut all = Vec::new();
    for &size in &shape {
        stride = stride.checked_div(size).unwrap_or(0);
        let found = (0..).zip(&numbers).filter(|(_, number)| **number != 0);
        all.extend(found.map(|(at, _): (u64, _)| IntElement::Int((at / stride % size) as i64)));
    }
    Some(Contents::Ints(all))
}

fn reduce(call: &Call<'_>, ty: &TensorType) -> Option<Contents> {
    let elements = ints(call, 0)?;
    if count(ty)? != 1 || elements.is_empty() {
        return None;
    }
    if call.node.op() == "ReduceProd" {
        return Some(Contents::Ints(vec![
            elements.iter().try_fold(IntElement::Int(1), |a, b| binary("Mul", &a, b))?,
        ]));
    }
    let numbers = numbers(elements)?;
    let result = match call.node.op() {
        "ReduceSum" => numbers.iter().try_fold(0i64, |a, b| a.checked_add(*b))?,
        "ReduceMin" => numbers.into_iter().min()?,
        _ => numbers.into_iter().max()?,
    };
    Some(from_ints([result]))
}

/// Selects between two inputs; each input has one element, or as many as the result.
fn select(call: &Call<'_>, ty: &TensorType) -> Option<Contents> {
    let (condition, yes, no) = (ints(call, 0)?, ints(call, 1)?, ints(call, 2)?);
    let count = count(ty)?;
    if [condition, yes, no].iter().any(|elements| elements.len() != count && elements.len() != 1) {
        return None;
    }
    let at = |elements: &[IntElement], i: usize| elements.get(i).or(elements.first()).cloned();
    let pick = |i: usize| {
        let (yes, no) = (at(yes, i)?, at(no, i)?);
        Some(match at(condition, i)? {
            IntElement::Int(0) => no,
            IntElement::Int(_) => yes,
            IntElement::Size(_) if yes == no => yes,
            IntElement::Size(_) => UNKNOWN,
        })
    };
    Some(Contents::Ints((0..count).map(pick).collect::<Option<_>>()?))
}

fn elementwise(call: &Call<'_>, ty: &TensorType) -> Option<Contents> {
    let (op, count) = (call.node.op(), count(ty)?);
    if let [Some(only)] = call.inputs {
        return match only.contents.as_ref()? {
            Contents::Floats(floats) => {
                Some(Contents::Floats(floats.iter().map(|x| float_unary(op, *x)).collect::<Option<_>>()?))
            }
            Contents::Ints(ints) => {
                let apply = |element: &IntElement| match (op, element) {
                    ("Neg", IntElement::Int(x)) => x.checked_neg().map(IntElement::Int),
                    ("Abs", IntElement::Int(x)) => x.checked_abs().map(IntElement::Int),
                    ("Abs", size) => Some(size.clone()),
                    ("Not", IntElement::Int(x)) => Some(IntElement::Int(i64::from(*x == 0))),
                    _ => None,
                };
                Some(Contents::Ints(ints.iter().map(apply).collect::<Option<_>>()?))
            }
        };
    }
    let mut inputs = Vec::new();
    for input in 0..call.inputs.len() {
        inputs.push(contents(call, input)?);
    }
    if inputs.iter().any(|contents| contents.len() != count && contents.len() != 1) {
        return None;
    }
    let (first, rest) = inputs.split_first()?;
    let pick = |i: usize, len: usize| if len == 1 { 0 } else { i };
    match first {
        Contents::Ints(first) => {
            let mut results: Vec<IntElement> =
                (0..count).map(|i| first[pick(i, first.len())].clone()).collect();
            for other in rest {
                let Contents::Ints(other) = other else { return None };
                for (i, result) in results.iter_mut().enumerate() {
                    *result = binary(op, result, &other[pick(i, other.len())])?;
                }
            }
            Some(Contents::Ints(results))
        }
        Contents::Floats(first) => {
            let mut results: Vec<f64> = (0..count).map(|i| first[pick(i, first.len())]).collect();
            for other in rest {
                let Contents::Floats(other) = other else { return None };
                for (i, result) in results.iter_mut().enumerate() {
                    *result = float_binary(op, *result, other[pick(i, other.len())])?;
                }
            }
            Some(Contents::Floats(results))
        }
    }
}

fn float_unary(op: &str, x: f64) -> Option<f64> {
    Some(match op {
        "Floor" => x.floor(),
        "Ceil" => x.ceil(),
        "Neg" => -x,
        "Abs" => x.abs(),
        "Sqrt" => f64::from((x as f32).sqrt()),
        _ => return None,
    })
}

/// In single precision, like the engines that compute shapes.
fn float_binary(op: &str, x: f64, y: f64) -> Option<f64> {
    let (x, y) = (x as f32, y as f32);
    Some(f64::from(match op {
        "Add" => x + y,
        "Sub" => x - y,
        "Mul" => x * y,
        "Div" => x / y,
        "Min" => x.min(y),
        "Max" => x.max(y),
        _ => return None,
    }))
}

/// The result of a binary op on integers. `None` if the op is not folded; an unknown number if the operands do not determine it.
fn binary(op: &str, x: &IntElement, y: &IntElement) -> Option<IntElement> {
    let truth = |value: bool| IntElement::Int(i64::from(value));
    if let (IntElement::Int(x), IntElement::Int(y)) = (x, y) {
        return Some(match op {
            "Add" => IntElement::Int(x.checked_add(*y)?),
            "Sub" => IntElement::Int(x.checked_sub(*y)?),
            "Mul" => IntElement::Int(x.checked_mul(*y)?),
            // Rounds towards zero, like the engines.
            "Div" => IntElement::Int(x.checked_div(*y)?),
            "Mod" => IntElement::Int(x.checked_rem_euclid(*y).filter(|_| *y > 0)?),
            "Min" => IntElement::Int(*x.min(y)),
            "Max" => IntElement::Int(*x.max(y)),
            "Equal" => truth(x == y),
            "Less" => truth(x < y),
            "LessOrEqual" => truth(x <= y),
            "Greater" => truth(x > y),
            "GreaterOrEqual" => truth(x >= y),
            "And" => truth(*x != 0 && *y != 0),
            "Or" => truth(*x != 0 || *y != 0),
            _ => return None,
        });
    }
    let size = |element: &IntElement| match element {
        IntElement::Int(number) => u64::try_from(*number).ok().map(Dim::Known),
        IntElement::Size(Dim::Unknown) => None,
        IntElement::Size(dim) => Some(dim.clone()),
    };
    let is_negative = |element: &IntElement| matches!(element, IntElement::Int(number) if *number < 0);
    let known = size(x).zip(size(y));
    let result = match op {
        "Add" => known.map(|(x, y)| x.plus(&y)),
        "Sub" => known.and_then(|(x, y)| x.minus(&y)),
        "Mul" => known.map(|(x, y)| Dim::product([&x, &y])),
        "Div" => known.and_then(|(x, y)| x.quotient(&y)),
        "Min" => known.map(|(x, y)| x.at_most(&y)),
        "Max" => known.and_then(|(x, y)| match x.is_certainly_at_most(&y) {
            true => Some(y),
            false => y.is_certainly_at_most(&x).then_some(x),
        }),
        "Mod" => None,
        "Equal" => {
            let same = known.is_some_and(|(x, y)| x == y);
            // A size is not negative.
            let certain =
                same || (is_negative(x) && size(y).is_some()) || (is_negative(y) && size(x).is_some());
            return Some(if certain { truth(same) } else { UNKNOWN });
        }
        "Less" | "LessOrEqual" | "Greater" | "GreaterOrEqual" | "And" | "Or" => None,
        _ => return None,
    };
    Some(result.as_ref().map_or(UNKNOWN, from_dim))
}

fn split(call: &Call<'_>, types: &[TensorType]) -> Option<Vec<Option<Contents>>> {
    let elements = ints(call, 0)?;
    if operand(call, 0)?.ty.rank()? != 1 {
        return None;
    }
    let mut rest = elements;
    let mut slices = Vec::new();
    for ty in types {
        let slice;
        (slice, rest) = rest.split_at_checked(count(ty)?)?;
        slices.push(Some(Contents::Ints(slice.to_vec())));
    }
    Some(slices)
}
