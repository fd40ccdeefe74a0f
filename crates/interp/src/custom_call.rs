//! Evaluates custom calls with a known meaning: placement annotations, linear algebra as JAX lowers it, and the
//! largest elements.

use num_complex::Complex;
use partita_ir::{Attr, NamedAttrs};

use crate::body::RegionBody;
use crate::dispatch::identity;
use crate::large::sort_by;
use crate::op_call::OpCall;
use crate::op_view::OpView;
use crate::pointwise::take;
use crate::{EvalError, EvalResult, RuntimeValue, Tensor, kernels, lapack, movement};

/// Evaluates a custom call on one device.
pub(crate) fn evaluate(on: &OpCall<'_, '_>, operands: &[&RuntimeValue]) -> EvalResult<Vec<RuntimeValue>> {
    let view = on.view;
    let target = view.text("call_target_name")?;
    match find(target) {
        Some(CallMeaning::Nothing) if view.op.result_count() == 0 => return Ok(Vec::new()),
        Some(CallMeaning::Identity) if is_same_type(view) => return identity(operands),
        _ => {}
    }
    let tensors = || operands.iter().map(|value| value.tensor()).collect::<EvalResult<Vec<&Tensor>>>();
    let results = match find(target) {
        Some(CallMeaning::Routine(routine)) => {
            let call = Call { view, operands: &tensors()? };
            let is_complex = call.operands.first().is_some_and(|a| a.element.is_complex());
            if is_complex { (routine.complex)(&call)? } else { (routine.real)(&call)? }
        }
        Some(CallMeaning::TopK) => top_k(&Call { view, operands: &tensors()? })?,
        Some(CallMeaning::ApproxTopK) => approx_top_k(on, &Call { view, operands: &tensors()? })?,
        _ => return Err(EvalError::Unsupported(format!("the custom call @{target}"))),
    };
    Ok(results.into_iter().map(RuntimeValue::from).collect())
}

/// The name of a supported custom call on floats in a program whose floats all are `f64`.
pub fn custom_call_in_f64(target: &str) -> Option<String> {
    find(target)?;
    let Some(routine) = target.strip_prefix("lapack_") else { return Some(target.into()) };
    let wide = match routine.chars().next()? {
        's' | 'd' => 'd',
        _ => 'z',
    };
    Some(format!("lapack_{wide}{}", &routine[1..]))
}

/// What the interpreter computes for a custom call.
#[derive(Clone, Copy)]
enum CallMeaning {
    /// Only annotates its operands.
    Nothing,
    /// Returns its operand, whose placement or layout it annotates.
    Identity,
    /// A routine of linear algebra.
    Routine(Routine),
    /// The largest or smallest elements along the last dimension.
    TopK,
    /// The first elements along a dimension in the order of a function.
    ApproxTopK,
}

/// A routine on stacks of matrices.
#[derive(Clone, Copy)]
pub(crate) struct Routine {
    real: fn(&Call<'_, '_>) -> EvalResult<Vec<Tensor>>,
    complex: fn(&Call<'_, '_>) -> EvalResult<Vec<Tensor>>,
}

macro_rules! routine {
    ($name:ident) => {
        CallMeaning::Routine(Routine { real: lapack::$name::<f64>, complex: lapack::$name::<Complex<f64>> })
    };
}

/// Targets by name. LAPACK routines are listed without the prefix `lapack_`, the letter of the element type and the suffix `_ffi`, those of
/// CUDA and ROCm without `cusolver_` or `hipsolver_` and the suffix.
const TARGETS: &[(&str, CallMeaning)] = &[
    ("xla.sdy.ShardingGroup", CallMeaning::Nothing),
    ("Sharding", CallMeaning::Identity),
    ("LayoutConstraint", CallMeaning::Identity),
    ("MoveToDevice", CallMeaning::Identity),
    ("MoveToHost", CallMeaning::Identity),
    ("PinToDevice", CallMeaning::Identity),
    ("PinToDeviceSram", CallMeaning::Identity),
    ("Unpin", CallMeaning::Identity),
    ("annotate_device_placement", CallMeaning::Identity),
    ("xla.sdy.FuncResultSharding", CallMeaning::Identity),
    ("xla.sdy.PropagationBarrier", CallMeaning::Identity),
    ("xla.sdy.Sharding", CallMeaning::Identity),
    ("potrf", routine!(cholesky)),
    ("getrf", routine!(lu)),
    ("geqrf", routine!(qr)),
    ("orgqr", routine!(householder_product)),
    ("ungqr", routine!(householder_product)),
    ("syevd", routine!(eigh)),
    ("heevd", routine!(eigh)),
    ("gesdd", routine!(svd)),
    ("gesvd", routine!(svd)),
    ("trsm", routine!(triangular_solve)),
    ("gtsv", routine!(tridiagonal_solve)),
    ("geev", routine!(eig)),
    ("gehrd", routine!(hessenberg)),
    ("Qr", routine!(qr)),
    ("ProductOfElementaryHouseholderReflectors", routine!(householder_product)),
    ("Eigh", routine!(tpu_eigh)),
    ("LuDecomposition", routine!(tpu_lu)),
    ("cusparse_gtsv2_ffi", routine!(tridiagonal_solve)),
    ("cu_lu_pivots_to_permutation", routine!(pivots_to_permutation)),
    ("hip_lu_pivots_to_permutation", routine!(pivots_to_permutation)),
    ("mhlo.topk", CallMeaning::TopK),
    ("ApproxTopK", CallMeaning::ApproxTopK),
];

/// Routines whose results have a different form on CUDA and ROCm.
const CPU_ONLY: &[&str] = &["gesvd", "trsm", "gtsv", "geev", "gehrd"];

fn find(target: &str) -> Option<CallMeaning> {
    let routine = target.strip_suffix("_ffi").and_then(|name| {
        if let Some(name) = name.strip_prefix("lapack_") {
            return name.strip_prefix(['s', 'd', 'c', 'z']);
        }
        let name = name.strip_prefix("cusolver_").or_else(|| name.strip_prefix("hipsolver_"))?;
        (!CPU_ONLY.contains(&name)).then_some(name)
    });
    // A name without the prefix is not a target.
    let is_bare = |name: &str| name.len() == 5 && name.bytes().all(|byte| byte.is_ascii_lowercase());
    let name = routine.unwrap_or(target);
    let known = TARGETS.iter().find(|(known, _)| *known == name);
    known.filter(|_| routine.is_some() || !is_bare(target)).map(|(_, target)| *target)
}

fn is_same_type(view: OpView<'_>) -> bool {
    view.op.result_count() == 1
        && view.op.operands.len() == 1
        && view.module.type_of(view.op.result(0)) == view.module.type_of(view.op.operands[0])
}

/// A custom call with its operands.
pub(crate) struct Call<'t, 'm> {
    pub(crate) view: OpView<'m>,
    pub(crate) operands: &'t [&'t Tensor],
}

impl<'m> Call<'_, 'm> {
    /// The operand at an index; fails if it is missing.
    pub(crate) fn operand(&self, index: usize) -> EvalResult<&Tensor> {
        let operand = self.operands.get(index).copied();
        operand.ok_or_else(|| EvalError::Argument("missing operand".into()))
    }

    fn config(&self) -> Option<&'m NamedAttrs> {
        match self.view.attr("mhlo.backend_config").or_else(|| self.view.attr("backend_config")) {
            Some(Attr::Dict(entries)) => Some(entries),
            _ => None,
        }
    }

    /// An integer or flag of the backend configuration.
    pub(crate) fn option(&self, name: &str) -> Option<i64> {
        let context = &self.view.module.context;
        let (_, attr) = self.config()?.iter().find(|(known, _)| context.text(*known) == name)?;
        match context.attr_of(*attr) {
            Attr::Integer { value, .. } => i64::try_from(*value).ok(),
            _ => None,
        }
    }

    /// Whether an option equals a letter, as LAPACK's options do.
    pub(crate) fn is(&self, name: &str, letter: char) -> bool {
        self.option(name) == Some(letter as i64)
    }
}

/// The largest or smallest elements along the last dimension.
fn top_k(call: &Call<'_, '_>) -> EvalResult<Vec<Tensor>> {
    let [x] = take(call.operands)?;
    let context = &call.view.module.context;
    let largest = match call.view.attr("mhlo.attributes") {
        Some(Attr::Dict(entries)) => entries.iter().any(|(name, attr)| {
            context.text(*name) == "largest"
                && matches!(context.attr_of(*attr), Attr::Integer { value, .. } if *value != 0)
        }),
        _ => true,
    };
    if !largest {
        return Err(EvalError::Unsupported("the smallest elements by @mhlo.topk".into()));
    }
    let count = call.view.result(0)?.1.last().copied().unwrap_or(0);
    let (values, places) = kernels::top_k(x, count)?;
    Ok(vec![values, places])
}

/// The exact result, a valid approximation: sorts all elements.
fn approx_top_k(on: &OpCall<'_, '_>, call: &Call<'_, '_>) -> EvalResult<Vec<Tensor>> {
    let wrong = || EvalError::Argument("missing dimension or comparator of @ApproxTopK".into());
    let dim = call.option("reduction_dim").and_then(|dim| usize::try_from(dim).ok()).ok_or_else(wrong)?;
    let OpCall { machine, view, frame, lane } = *on;
    let comparator = match view.attr("called_computations") {
        Some(Attr::Array(names)) => names.first().map(|name| view.module.context.attr_of(*name)),
        _ => None,
    };
    let Some(Attr::SymbolRef(path)) = comparator else { return Err(wrong()) };
    let name = path.last().map(|&symbol| view.module.context.text(symbol)).ok_or_else(wrong)?;
    let owner = OpView::new(view.module, machine.function(name)?);
    let body = RegionBody { machine, owner, region: owner.region(0)?, frame, lane };
    let inputs: Vec<Tensor> =
        call.operands[..call.operands.len() / 2].iter().map(|&tensor| tensor.clone()).collect();
    let sorted = sort_by(&inputs, dim, &body)?;
    let first = sorted.iter().enumerate().map(|(index, tensor)| {
        let (_, shape) = view.result(index)?;
        let limits: Vec<i64> = shape.iter().map(|&size| size as i64).collect();
        movement::slice(tensor, &vec![0; limits.len()], &limits, &vec![1; limits.len()])
    });
    first.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_with_their_prefix_only() {
        for name in ["lapack_sgetrf_ffi", "lapack_zheevd_ffi", "cusolver_syevd_ffi", "Qr", "Sharding"] {
            assert!(find(name).is_some(), "{name}");
        }
        for name in ["getrf", "lapack_getrf", "cusolver_gesvd_ffi", "lapack_xgetrf_ffi", "foo"] {
            assert!(find(name).is_none(), "{name}");
        }
        assert_eq!(custom_call_in_f64("lapack_sgetrf_ffi").as_deref(), Some("lapack_dgetrf_ffi"));
        assert_eq!(custom_call_in_f64("lapack_cheevd_ffi").as_deref(), Some("lapack_zheevd_ffi"));
        assert_eq!(custom_call_in_f64("foo"), None);
    }
}
