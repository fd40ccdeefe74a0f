//! Merges declared types with inferred ones.

use std::collections::BTreeMap;

use crate::proto;
use crate::signature::Signature;
use crate::types::{Dim, ElementType, TensorType};
use partita_base::Id;

/// Numbers for symbolic sizes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bindings(BTreeMap<String, u64>);

impl<S: Into<String>> FromIterator<(S, u64)> for Bindings {
    fn from_iter<T: IntoIterator<Item = (S, u64)>>(pairs: T) -> Self {
        Self(pairs.into_iter().map(|(name, size)| (name.into(), size)).collect())
    }
}

impl Bindings {
    /// The symbolic sizes that have a number.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// The symbolic sizes with their numbers.
    pub fn iter(&self) -> impl Iterator<Item = (&str, u64)> {
        self.0.iter().map(|(name, &size)| (name.as_str(), size))
    }

    /// Substitutes numbers for symbolic sizes in a type.
    pub fn bind(&self, ty: &TensorType) -> TensorType {
        if self.0.is_empty() {
            return ty.clone();
        }
        let bind = |dim: &Dim| dim.bind(&|name| self.0.get(name).copied());
        let dims = ty.dims.as_ref().map(|dims| dims.iter().map(bind).collect());
        TensorType { element: ty.element, dims }
    }
}

/// The type of a constant.
pub(super) fn tensor_type(tensor: &proto::Tensor) -> TensorType {
    let dims = tensor.dims.iter().map(|dim| u64::try_from(*dim).map_or(Dim::Unknown, Dim::Known)).collect();
    TensorType { element: tensor.data_type.and_then(ElementType::from_number), dims: Some(dims) }
}

/// Merges two types and returns how they contradict each other. The inferred type wins.
pub(super) fn merge_types(inferred: TensorType, declared: &TensorType) -> (TensorType, Option<String>) {
    let clash = || Some(format!("the declared type {declared} contradicts the inferred type {inferred}"));
    let mut contradiction = match (inferred.element, declared.element) {
        (Some(a), Some(b)) if a != b => clash(),
        _ => None,
    };
    let element = inferred.element.or(declared.element);
    let dims = match (&inferred.dims, &declared.dims) {
        (None, dims) => dims.clone(),
        (dims, None) => dims.clone(),
        (Some(a), Some(b)) if a.len() != b.len() => {
            contradiction = clash();
            Some(a.clone())
        }
        (Some(a), Some(b)) => {
            let pairs = a.iter().zip(b);
            if pairs.clone().any(|(a, b)| matches!((a.known(), b.known()), (Some(a), Some(b)) if a != b)) {
                contradiction = clash();
            }
            // A number is better than a name, and a name is better than nothing. A declaration may show that nothing is clamped.
            let better = |(a, b): (&Dim, &Dim)| match (a, b) {
                (Dim::Named(_), Dim::Named(_)) if a.broadcast_with(b).as_ref() == Some(b) => b.clone(),
                (Dim::Known(_), _) | (Dim::Named(_), Dim::Named(_) | Dim::Unknown) => a.clone(),
                (_, b) => b.clone(),
            };
            Some(pairs.map(better).collect())
        }
    };
    (TensorType { element, dims }, contradiction)
}

/// Copies known sizes of dimensions to their only factor. If the declarations of several outputs contradict each other, the first
/// wins.
pub(super) fn refine_factors(signature: &mut Signature) {
    for output in &mut signature.outputs {
        for (dim, factors) in output.ty.dims.iter_mut().flatten().zip(&output.mapping.dims) {
            let [factor] = factors.as_slice() else { continue };
            let factor = &mut signature.factors[factor.index()];
            match (&factor.size, &*dim) {
                (Dim::Unknown, _) | (Dim::Named(_), Dim::Known(_)) => factor.size = dim.clone(),
                (Dim::Known(_), _) => *dim = factor.size.clone(),
                _ => {}
            }
        }
    }
    for output in &mut signature.outputs {
        for (dim, factors) in output.ty.dims.iter_mut().flatten().zip(&output.mapping.dims) {
            let product = Dim::product(factors.iter().map(|factor| &signature.factors[factor.index()].size));
            if !factors.is_empty() && product.known().is_some() {
                *dim = product;
            }
        }
    }
    signature.drop_unused();
}
