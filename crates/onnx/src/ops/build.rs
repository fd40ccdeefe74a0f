//! Makes signatures one dimension at a time.

use partita_base::Id;
use partita_rule::{FactorId, TensorMapping};

use super::call::MAX_RANK;
use super::{Call, NoRule};
use crate::signature::{Factor, FactorKind, NumberLocation, Output, Signature, SizedNumber};
use crate::types::{Dim, ElementType, TensorType};

/// A dimension of an output: its size, and its factors, major to minor.
#[derive(Clone, Debug)]
pub(super) struct RuleDim {
    pub(super) size: Dim,
    pub(super) factors: Vec<FactorId>,
}

impl RuleDim {
    /// A dimension that is not cut.
    pub(super) fn free(size: Dim) -> Self {
        Self { size, factors: Vec::new() }
    }
}

/// Makes the signature of a node.
pub(super) struct Rule<'a> {
    pub(super) call: &'a Call<'a>,
    signature: Signature,
}

impl<'a> Rule<'a> {
    /// Starts with inputs that have no factors.
    pub(super) fn new(call: &'a Call<'a>) -> Self {
        let rank = |input: &Option<_>| {
            input.as_ref().and_then(|input: &super::Operand| input.ty.rank()).filter(|rank| *rank <= MAX_RANK)
        };
        let inputs = call
            .inputs
            .iter()
            .map(|input| TensorMapping { dims: vec![Default::default(); rank(input).unwrap_or(0)] });
        Self { call, signature: Signature { inputs: inputs.collect(), ..Signature::default() } }
    }

    /// A new factor.
    pub(super) fn factor(&mut self, kind: FactorKind, size: Dim) -> FactorId {
        self.signature.factors.push(Factor { size, kind });
        FactorId::from_index(self.signature.factors.len() - 1)
    }

    /// The factor is the next of a dimension of an input.
    pub(super) fn add(&mut self, input: usize, dim: usize, factor: FactorId) {
        if let Some(factors) = self.signature.inputs.get_mut(input).and_then(|input| input.dims.get_mut(dim))
        {
            factors.push(factor);
        }
    }

    /// A factor that is a dimension of an input, and of the output it is used for.
    pub(super) fn keep(&mut self, input: usize, dim: usize, kind: FactorKind) -> Result<RuleDim, NoRule> {
        let Some(size) = self.call.dims(input)?.get(dim) else {
            return self.call.invalid(format!("input {input} has no dimension {dim}"));
        };
        let factor = self.factor(kind, size.clone());
        self.add(input, dim, factor);
        Ok(RuleDim { size: size.clone(), factors: vec![factor] })
    }

    /// A dimension that passes through.
    pub(super) fn pass(&mut self, input: usize, dim: usize) -> Result<RuleDim, NoRule> {
        self.keep(input, dim, FactorKind::PassThrough)
    }

    /// All dimensions of an input; `kind` says what happens along each.
    pub(super) fn keep_all(
        &mut self,
        input: usize,
        kind: impl Fn(usize) -> FactorKind,
    ) -> Result<Vec<RuleDim>, NoRule> {
        (0..self.call.dims(input)?.len()).map(|dim| self.keep(input, dim, kind(dim))).collect()
    }

    /// All dimensions of an input, which pass through.
    pub(super) fn pass_all(&mut self, input: usize) -> Result<Vec<RuleDim>, NoRule> {
        self.keep_all(input, |_| FactorKind::PassThrough)
    }

    /// All dimensions of an input must be whole.
    pub(super) fn keep_all_replicated(
        &mut self,
        input: usize,
        why: &'static str,
    ) -> Result<Vec<RuleDim>, NoRule> {
        self.keep_all(input, |_| FactorKind::NeedsReplication(why))
    }

    /// A dimension of an output alone.
    pub(super) fn new_dim(&mut self, size: Dim, kind: FactorKind) -> RuleDim {
        let factor = self.factor(kind, size.clone());
        RuleDim { size, factors: vec![factor] }
    }

    /// A dimension of an output alone that must be whole.
    pub(super) fn new_replicated(&mut self, size: Dim, why: &'static str) -> RuleDim {
        self.new_dim(size, FactorKind::NeedsReplication(why))
    }

    /// The dimension of an input is that of `axis`. One of size 1 is repeated along it and has no factors.
    pub(super) fn broadcast(&mut self, input: usize, dim: usize, axis: &RuleDim) -> Result<(), NoRule> {
        match self.call.dims(input)?.get(dim) {
            Some(Dim::Known(1)) => Ok(()),
            _ => self.join(input, dim, axis),
        }
    }

    /// The dimension of an input is that of `axis`.
    pub(super) fn join(&mut self, input: usize, dim: usize, axis: &RuleDim) -> Result<(), NoRule> {
        let Some(size) = self.call.dims(input)?.get(dim) else {
            return self.call.invalid(format!("input {input} has no dimension {dim}"));
        };
        if let (Some(own), Some(other)) = (size.known(), axis.size.known())
            && own != other
        {
            let what = format!("dimension {dim} of input {input} has size {own} instead of {other}");
            return self.call.invalid(what);
        }
        for factor in &axis.factors {
            // A number is worth more than a name.
            if let [only] = axis.factors.as_slice()
                && size.known().is_some()
            {
                self.signature.factors[only.index()].size = size.clone();
            }
            self.add(input, dim, *factor);
        }
        Ok(())
    }

    /// Several dimensions as [`join`](Self::join), from the first on.
    pub(super) fn join_all(&mut self, input: usize, axes: &[&RuleDim]) -> Result<(), NoRule> {
        if !self.call.has(input) {
            return Ok(());
        }
        self.call.dims_of_rank(input, axes.len())?;
        (axes.iter().enumerate()).try_for_each(|(dim, axis)| self.join(input, dim, axis))
    }

    /// Whether a factor of `axis` is in a dimension of the input already.
    pub(super) fn has_factor(&self, input: usize, axis: &RuleDim) -> bool {
        let mapping = self.signature.inputs.get(input);
        mapping.is_some_and(|mapping| mapping.factors().any(|factor| axis.factors.contains(&factor)))
    }

    /// The only factor of `axis` has its size.
    pub(super) fn resize(&mut self, axis: &RuleDim) {
        if let [factor] = axis.factors.as_slice() {
            self.signature.factors[factor.index()].size = axis.size.clone();
        }
    }

    /// What happens along a factor.
    pub(super) fn set_kind(&mut self, axis: &RuleDim, kind: FactorKind) {
        for factor in &axis.factors {
            self.signature.factors[factor.index()].kind = kind.clone();
        }
    }

    /// What happens along all factors of these dimensions.
    pub(super) fn set_kind_all(&mut self, axes: &[RuleDim], kind: FactorKind) {
        axes.iter().for_each(|axis| self.set_kind(axis, kind.clone()));
    }

    /// A dimension of an output that is made by windows over a dimension of input 0, or that must be whole.
    pub(super) fn windowed(&mut self, dim: usize, size: Dim, kind: FactorKind) -> RuleDim {
        if let FactorKind::Window(window) = &kind {
            self.signature.windows.push((dim, *window));
        }
        let axis = self.new_dim(size, kind);
        axis.factors.iter().for_each(|factor| self.add(0, dim, *factor));
        axis
    }

    /// The input must enter once.
    pub(super) fn once(&mut self, input: usize) {
        if self.call.has(input) {
            self.signature.once.push(input);
        }
    }

    /// An attribute is the size of `axis`.
    pub(super) fn sized_attribute(&mut self, name: &'static str, axis: &RuleDim) {
        if self.call.int(name).is_some() {
            self.sized(NumberLocation::Attribute(name), axis);
        }
    }

    /// An element of an input is the size of `axis`.
    pub(super) fn sized_element(&mut self, input: usize, at: usize, axis: &RuleDim) {
        if self.call.has(input) {
            self.sized(NumberLocation::Element { input, at }, axis);
        }
    }

    fn sized(&mut self, location: NumberLocation, axis: &RuleDim) {
        self.signature.sized.push(SizedNumber { location, factors: axis.factors.clone() });
    }

    /// The next output.
    pub(super) fn output(&mut self, element: Option<ElementType>, axes: Vec<RuleDim>) {
        let (dims, mapping): (_, Vec<_>) = axes.into_iter().map(|axis| (axis.size, axis.factors)).unzip();
        let ty = TensorType { element, dims: Some(dims) };
        self.signature.outputs.push(Output { ty, mapping: TensorMapping::new(mapping) });
    }

    /// The next output, of which the rank is not known.
    pub(super) fn output_of_unknown_rank(&mut self, element: Option<ElementType>) {
        let ty = TensorType { element, dims: None };
        self.signature.outputs.push(Output { ty, mapping: TensorMapping::default() });
    }

    /// The signature; every output has this element type.
    pub(super) fn finish_with_element(mut self, element: Option<ElementType>) -> Result<Signature, NoRule> {
        self.signature.outputs.iter_mut().for_each(|output| output.ty.element = element);
        self.finish()
    }

    /// The signature, with the outputs that the node has. Factors of size 1, and those of no dimension, are left out.
    pub(super) fn finish(mut self) -> Result<Signature, NoRule> {
        let wanted = self.call.node.output.len();
        if wanted > self.signature.outputs.len() {
            return self.call.invalid(format!("{wanted} outputs"));
        }
        self.signature.outputs.truncate(wanted);
        for output in &self.signature.outputs {
            if output.ty.rank().unwrap_or(0) > MAX_RANK {
                return self.call.invalid(format!("an output of rank {}", output.ty.rank().unwrap_or(0)));
            }
        }
        self.settle()?;
        self.signature.drop_unused();
        Ok(self.signature)
    }

    /// Takes what is known of factors over to dimensions of outputs, and checks that every dimension is as large as its factors together.
    fn settle(&mut self) -> Result<(), NoRule> {
        let Signature { factors, inputs, outputs, .. } = &mut self.signature;
        let size = |id: &FactorId| &factors[id.index()].size;
        for (at, output) in outputs.iter_mut().enumerate() {
            for (dim, (own, parts)) in
                output.ty.dims.iter_mut().flatten().zip(&output.mapping.dims).enumerate()
            {
                let product = Dim::product(parts.iter().map(size));
                match (own.known(), product.known()) {
                    _ if parts.is_empty() => {}
                    (Some(own), Some(product)) if own != product => {
                        let what =
                            format!("dimension {dim} of output {at} has size {own} instead of {product}");
                        return self.call.invalid(what);
                    }
                    (None, Some(_)) => *own = product,
                    _ => {}
                }
            }
        }
        for (at, mapping) in inputs.iter().enumerate() {
            let dims =
                self.call.operand(at).and_then(|operand| operand.ty.dims.as_deref()).unwrap_or_default();
            for (dim, (own, parts)) in dims.iter().zip(&mapping.dims).enumerate() {
                let window = |id: &FactorId| matches!(factors[id.index()].kind, FactorKind::Window(_));
                let product = Dim::product(parts.iter().map(size));
                if let (Some(own), Some(product)) = (own.known(), product.known())
                    && own != product
                    && !parts.is_empty()
                    && !parts.iter().any(window)
                {
                    let what = format!("dimension {dim} of input {at} has size {own} instead of {product}");
                    return self.call.invalid(what);
                }
            }
        }
        Ok(())
    }
}

impl Signature {
    /// Leaves out factors of size 1 and those of no dimension.
    pub(crate) fn drop_unused(&mut self) {
        let mut used = vec![false; self.factors.len()];
        let mappings = self.inputs.iter().chain(self.outputs.iter().map(|output| &output.mapping));
        for factor in mappings.flat_map(TensorMapping::factors) {
            used[factor.index()] = self.factors[factor.index()].size != Dim::Known(1);
        }
        let mut next = 0;
        let renamed: Vec<Option<FactorId>> = (used.iter())
            .map(|&used| {
                next += usize::from(used);
                used.then(|| FactorId::from_index(next - 1))
            })
            .collect();
        let mut keep = used.iter();
        self.factors.retain(|_| keep.next() == Some(&true));
        let mappings =
            self.inputs.iter_mut().chain(self.outputs.iter_mut().map(|output| &mut output.mapping));
        for dim in mappings.flat_map(|mapping| &mut mapping.dims) {
            *dim = dim.iter().filter_map(|factor| renamed[factor.index()]).collect();
        }
        for number in &mut self.sized {
            number.factors = number.factors.iter().filter_map(|factor| renamed[factor.index()]).collect();
        }
        self.sized.retain(|number| !number.factors.is_empty());
    }
}
