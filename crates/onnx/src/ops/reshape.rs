//! Signatures of ops that keep the elements and their order, but change the dimensions.

use partita_mesh::gcd;

use super::build::{Rule, RuleDim};
use super::{Call, IntElement, NoRule};
use crate::signature::{FactorKind, Signature};
use crate::types::Dim;

const MIXED: &str = "the old and the new dimensions have no common factor here";
const NOT_CONSTANT: &str = "the new shape is determined at run time";

/// What remains of a dimension after its common factors were removed.
struct Remainder {
    dim: usize,
    size: Dim,
}

/// The common factors of old and new dimensions: leading ones first, then trailing ones, then the rest in the middle if one dimension
/// was split or several were merged.
///
/// `6x4 -> 4x6` is `[2·3, 2·2] -> [2·2, 3·2]`: the first 2 and the last 2 are common, the middle is not.
pub(super) fn regroup_dims(rule: &mut Rule<'_>, input: usize, new: &[Dim]) -> Result<Vec<RuleDim>, NoRule> {
    let old = rule.call.dims(input)?;
    let mut axes: Vec<RuleDim> = new.iter().cloned().map(RuleDim::free).collect();
    if old.iter().chain(new).any(|dim| *dim == Dim::Known(0)) {
        return Ok(axes);
    }
    let remainders = |dims: &[Dim]| {
        let sizes = dims.iter().cloned().enumerate().filter(|(_, size)| *size != Dim::Known(1));
        sizes.map(|(dim, size)| Remainder { dim, size }).collect::<Vec<_>>()
    };
    let (mut from, mut to) = (remainders(old), remainders(new));
    let common =
        |rule: &mut Rule<'_>, size: Dim, kind: FactorKind, old: Option<usize>, new: Option<usize>| {
            let factor = rule.factor(kind, size);
            (old.map(|dim| (dim, factor)), new.map(|dim| (dim, factor)))
        };
    // The factors of old and of new dimensions in order, major to minor.
    let (mut old_parts, mut new_parts) = (Vec::new(), Vec::new());
    from.reverse();
    to.reverse();
    while let (Some(a), Some(b)) = (from.last_mut(), to.last_mut()) {
        let Some(size) = take_common(&mut a.size, &mut b.size) else { break };
        let (x, y) = common(rule, size, FactorKind::PassThrough, Some(a.dim), Some(b.dim));
        old_parts.extend(x);
        new_parts.extend(y);
        from.pop_if(|rest| rest.size == Dim::Known(1));
        to.pop_if(|rest| rest.size == Dim::Known(1));
    }
    from.reverse();
    to.reverse();
    let (mut old_tail, mut new_tail) = (Vec::new(), Vec::new());
    while let (Some(a), Some(b)) = (from.last_mut(), to.last_mut()) {
        let Some(size) = take_common(&mut a.size, &mut b.size) else { break };
        let (x, y) = common(rule, size, FactorKind::PassThrough, Some(a.dim), Some(b.dim));
        old_tail.extend(x);
        new_tail.extend(y);
        from.pop_if(|rest| rest.size == Dim::Known(1));
        to.pop_if(|rest| rest.size == Dim::Known(1));
    }
    match (from.as_slice(), to.as_slice()) {
        ([one], many) if !many.is_empty() => {
            for part in many {
                let size = if many.len() == 1 { known_of(&one.size, &part.size) } else { part.size.clone() };
                let (x, y) = common(rule, size, FactorKind::PassThrough, Some(one.dim), Some(part.dim));
                old_parts.extend(x);
                new_parts.extend(y);
            }
        }
        (many, [one]) if !many.is_empty() => {
            for part in many {
                let (x, y) =
                    common(rule, part.size.clone(), FactorKind::PassThrough, Some(part.dim), Some(one.dim));
                old_parts.extend(x);
                new_parts.extend(y);
            }
        }
        (many, others) => {
            for part in many {
                old_parts.extend(
                    common(
                        rule,
                        part.size.clone(),
                        FactorKind::NeedsReplication(MIXED),
                        Some(part.dim),
                        None,
                    )
                    .0,
                );
            }
            for part in others {
                new_parts.extend(
                    common(
                        rule,
                        part.size.clone(),
                        FactorKind::NeedsReplication(MIXED),
                        None,
                        Some(part.dim),
                    )
                    .1,
                );
            }
        }
    }
    for (dim, factor) in old_parts.into_iter().chain(old_tail.into_iter().rev()) {
        rule.add(input, dim, factor);
    }
    for (dim, factor) in new_parts.into_iter().chain(new_tail.into_iter().rev()) {
        axes[dim].factors.push(factor);
    }
    Ok(axes)
}

/// Removes the largest common factor from two sizes and returns it.
fn take_common(a: &mut Dim, b: &mut Dim) -> Option<Dim> {
    if a.is_same(b) {
        *b = Dim::Known(1);
        return Some(std::mem::replace(a, Dim::Known(1)));
    }
    let (&Dim::Known(x), &Dim::Known(y)) = (&*a, &*b) else {
        // Symbolic sizes: `12*N` and `12`, or `N*S` and `N`.
        if *b != Dim::Known(1)
            && let Some(rest) = a.quotient(b)
        {
            *a = rest;
            return Some(std::mem::replace(b, Dim::Known(1)));
        }
        if *a != Dim::Known(1)
            && let Some(rest) = b.quotient(a)
        {
            *b = rest;
            return Some(std::mem::replace(a, Dim::Known(1)));
        }
        return None;
    };
    let common = gcd(x, y);
    (*a, *b) = (Dim::Known(x / common), Dim::Known(y / common));
    (common > 1).then_some(Dim::Known(common))
}

fn known_of(a: &Dim, b: &Dim) -> Dim {
    if a.known().is_some() || *b == Dim::Unknown { a.clone() } else { b.clone() }
}

/// Checks that both shapes have the same number of elements, as far as known.
fn same_count(call: &Call<'_>, old: &[Dim], new: &[Dim]) -> Result<(), NoRule> {
    match (Dim::product(old), Dim::product(new)) {
        (Dim::Known(a), Dim::Known(b)) if a != b => {
            call.invalid(format!("cannot reshape {a} elements to {b}"))
        }
        _ => Ok(()),
    }
}

/// `Reshape`: 0 keeps a size unless `allowzero`, and -1 is inferred.
pub(super) fn reshape(call: &Call<'_>) -> Result<Signature, NoRule> {
    if let Err(NoRule::UnknownRank(_)) = call.dims(0) {
        return reshape_unknown(call);
    }
    let old = call.dims(0)?;
    let mut rule = Rule::new(call);
    let attribute =
        call.ints("shape").map(|ints| ints.iter().map(|int| IntElement::Int(*int)).collect::<Vec<_>>());
    let wanted = match (&attribute, call.elements(1)) {
        (Some(shape), _) => shape,
        (None, Ok(Some(shape))) => shape,
        (None, Ok(None)) => return call.invalid("expected a shape".to_string()),
        (None, Err(error)) => {
            let Some(rank) = call.dims_of_rank(1, 1)?[0].known() else { return Err(error) };
            rule.keep_all_replicated(0, NOT_CONSTANT)?;
            let Ok(rank) = usize::try_from(rank) else { return call.invalid(format!("rank {rank}")) };
            if rank > super::call::MAX_RANK {
                return call.invalid(format!("rank {rank}"));
            }
            rule.output(call.element(0), vec![RuleDim::free(Dim::Unknown); rank]);
            return rule.finish();
        }
    };
    let new = new_shape(call, old, wanted)?;
    same_count(call, old, &new)?;
    let axes = regroup_dims(&mut rule, 0, &new)?;
    for (at, axis) in axes.iter().enumerate() {
        // A size that is inferred at run time is that of the shard.
        let is_inferred = wanted.get(at) == Some(&IntElement::Int(-1)) && axis.size.known().is_none();
        if !is_inferred {
            rule.sized_element(1, at, axis);
        }
    }
    rule.output(call.element(0), axes);
    rule.finish()
}

/// The target shape gives the rank of the result and some sizes even if the input is unknown.
fn reshape_unknown(call: &Call<'_>) -> Result<Signature, NoRule> {
    let size = |element: &IntElement| match element {
        IntElement::Int(size) if *size > 0 => Dim::Known(size.unsigned_abs()),
        IntElement::Int(_) => Dim::Unknown,
        IntElement::Size(size) => size.clone(),
    };
    let shape = match call.elements(1)? {
        Some(elements) => elements.iter().map(size).collect(),
        None => vec![],
    };
    let mut rule = Rule::new(call);
    let axes = shape
        .into_iter()
        .map(|size| rule.new_replicated(size, "the shape of the input is unknown"))
        .collect();
    rule.output(call.element(0), axes);
    rule.finish()
}

fn new_shape(call: &Call<'_>, old: &[Dim], wanted: &[IntElement]) -> Result<Vec<Dim>, NoRule> {
    let allow_zero = call.flag("allowzero");
    let mut rest = None;
    let mut new = Vec::with_capacity(wanted.len());
    for (dim, element) in wanted.iter().enumerate() {
        new.push(match element {
            IntElement::Int(0) if !allow_zero => match old.get(dim) {
                Some(size) => size.clone(),
                None => {
                    return call
                        .invalid(format!("dimension {dim} is 0, but the input has rank {}", old.len()));
                }
            },
            IntElement::Int(-1) => {
                if rest.replace(dim).is_some() {
                    return call.invalid("at most one dimension may be -1".to_string());
                }
                Dim::Known(1)
            }
            IntElement::Int(size) => match u64::try_from(*size) {
                Ok(size) => Dim::Known(size),
                Err(_) => {
                    return call
                        .invalid(format!("expected a size of at least -1 in dimension {dim}, found {size}"));
                }
            },
            IntElement::Size(size) => size.clone(),
        });
    }
    let Some(rest) = rest else { return Ok(new) };
    // Equal sizes in both shapes cancel, so an unknown size that is kept does not matter.
    let (mut above, mut below) = (old.to_vec(), Vec::new());
    for (dim, size) in new.iter().enumerate().filter(|(dim, _)| *dim != rest) {
        let copied = !allow_zero && wanted[dim] == IntElement::Int(0);
        let at = if copied { Some(dim) } else { above.iter().position(|other| other.is_same(size)) };
        match at.filter(|at| *size != Dim::Known(0) && above.get(*at) == Some(size)) {
            Some(at) => above[at] = Dim::Known(1),
            None => below.push(size.clone()),
        }
    }
    let (above, below) = (Dim::product(&above), Dim::product(&below));
    new[rest] = match (above.quotient(&below), &above, &below) {
        (Some(size), ..) => size,
        (None, Dim::Known(_), Dim::Known(0)) => {
            return call.invalid("-1 is ambiguous next to a dimension of size 0".to_string());
        }
        (None, Dim::Known(a), Dim::Known(b)) => {
            return call.invalid(format!("{a} elements are not a multiple of {b}"));
        }
        _ => Dim::Unknown,
    };
    Ok(new)
}

/// `Flatten`: merges the dimensions before an axis, and those from the axis on.
pub(super) fn flatten(call: &Call<'_>) -> Result<Signature, NoRule> {
    let dims = call.dims(0)?;
    let axis = call.int("axis").unwrap_or(1);
    let at = if axis == dims.len() as i64 { dims.len() } else { call.axis(axis, dims.len())? };
    let new = [Dim::product(&dims[..at]), Dim::product(&dims[at..])];
    let mut rule = Rule::new(call);
    let mut axes: Vec<RuleDim> = new.iter().cloned().map(RuleDim::free).collect();
    if !dims.contains(&Dim::Known(0)) {
        for dim in 0..dims.len() {
            let kept = rule.pass(0, dim)?;
            axes[usize::from(dim >= at)].factors.extend(kept.factors);
        }
    }
    rule.output(call.element(0), axes);
    rule.finish()
}

/// `Squeeze`: removes dimensions of size 1, all of them if no axes are given.
pub(super) fn squeeze(call: &Call<'_>) -> Result<Signature, NoRule> {
    let dims = call.dims(0)?;
    let dropped = match call.ints_or_input("axes", 1)? {
        Some(axes) => call.axes(&axes, dims.len())?,
        None if dims.iter().all(|dim| dim.known().is_some()) => {
            (0..dims.len()).filter(|dim| dims[*dim] == Dim::Known(1)).collect()
        }
        None => return Err(NoRule::UnknownRank(0)),
    };
    let mut rule = Rule::new(call);
    let mut axes = Vec::new();
    for (dim, size) in dims.iter().enumerate() {
        match (dropped.contains(&dim), size) {
            (false, _) => axes.push(rule.pass(0, dim)?),
            (true, Dim::Known(size)) if *size != 1 => {
                return call.invalid(format!("expected size 1 in dimension {dim}, found {size}"));
            }
            (true, _) => {}
        }
    }
    rule.output(call.element(0), axes);
    rule.finish()
}

/// `Unsqueeze`: adds dimensions of size 1; the axes refer to the result.
pub(super) fn unsqueeze(call: &Call<'_>) -> Result<Signature, NoRule> {
    let Some(axes) = call.ints_or_input("axes", 1)? else { return call.invalid("expected axes".to_string()) };
    let mut rule = Rule::new(call);
    let mut kept = rule.pass_all(0)?.into_iter();
    let rank = kept.len().saturating_add(axes.len());
    let added = call.axes(&axes, rank)?;
    let axes = (0..rank).map(|dim| match added.contains(&dim) {
        true => RuleDim::free(Dim::Known(1)),
        false => kept.next().unwrap_or(RuleDim::free(Dim::Unknown)),
    });
    let axes = axes.collect();
    rule.output(call.element(0), axes);
    rule.finish()
}

/// `DepthToSpace`: moves channels into rows and columns of blocks.
pub(super) fn depth_to_space(call: &Call<'_>) -> Result<Signature, NoRule> {
    let dims = call.dims_of_rank(0, 4)?;
    let block = call.count("blocksize", 0)?;
    let parts = Dim::product(&[Dim::Known(block), Dim::Known(block)]);
    let Some(depth) = dims[1].quotient(&parts).or(dims[1].known().is_none().then_some(Dim::Unknown)) else {
        return call.invalid(format!("{} channels are not divisible by blocks of {block}x{block}", dims[1]));
    };
    let mut rule = Rule::new(call);
    let (batch, mut rows, mut columns) = (rule.pass(0, 0)?, rule.pass(0, 2)?, rule.pass(0, 3)?);
    let channel = rule.new_dim(depth, FactorKind::PassThrough);
    let blocks =
        [rule.new_replicated(Dim::Known(block), BLOCK), rule.new_replicated(Dim::Known(block), BLOCK)];
    let order = match call.text("mode").unwrap_or("DCR") {
        "CRD" => [&channel, &blocks[0], &blocks[1]],
        _ => [&blocks[0], &blocks[1], &channel],
    };
    for axis in order {
        axis.factors.iter().for_each(|factor| rule.add(0, 1, *factor));
    }
    for (axis, inner) in [(&mut rows, &blocks[0]), (&mut columns, &blocks[1])] {
        axis.size = Dim::product([&axis.size, &inner.size]);
        axis.factors.extend(&inner.factors);
    }
    rule.output(call.element(0), vec![batch, channel, rows, columns]);
    rule.finish()
}

const BLOCK: &str = "the op moves entire blocks";

/// `SpaceToDepth`: moves rows and columns of blocks into channels.
pub(super) fn space_to_depth(call: &Call<'_>) -> Result<Signature, NoRule> {
    let dims = call.dims_of_rank(0, 4)?;
    let block = call.count("blocksize", 0)?;
    let mut rule = Rule::new(call);
    let (batch, channel) = (rule.pass(0, 0)?, rule.pass(0, 1)?);
    let (mut outer, mut inner) = (Vec::new(), Vec::new());
    for (dim, total) in dims.iter().enumerate().skip(2) {
        let Some(size) =
            total.quotient(&Dim::Known(block)).or(total.known().is_none().then_some(Dim::Unknown))
        else {
            return call.invalid(format!("size {total} is not divisible by blocks of {block}"));
        };
        let (major, minor) =
            (rule.new_dim(size, FactorKind::PassThrough), rule.new_replicated(Dim::Known(block), BLOCK));
        major.factors.iter().chain(&minor.factors).for_each(|factor| rule.add(0, dim, *factor));
        outer.push(major);
        inner.push(minor);
    }
    let size = Dim::product([&inner[0].size, &inner[1].size, &channel.size]);
    let mut parts: Vec<&RuleDim> = inner.iter().chain([&channel]).collect();
    if call.text("mode") == Some("CRD") {
        parts.rotate_right(1);
    }
    let factors = parts.into_iter().flat_map(|axis| axis.factors.clone()).collect();
    let mut axes = vec![batch, RuleDim { size, factors }];
    axes.extend(outer);
    rule.output(call.element(0), axes);
    rule.finish()
}
