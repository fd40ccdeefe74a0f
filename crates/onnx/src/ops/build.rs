//! Builds signatures one dimension at a time.

use partita_base::Id;
use partita_rule::{FactorId, TensorMapping};

use super::call::MAX_RANK;
use super::{Call, NoRule};
use crate::signature::{Factor, FactorKind, NumberLocation, Output, Signature, SizedNumber};
use crate::types::{Dim, ElementType, TensorType};

/// A dimension of an output: its size and its factors, major to minor.
#[derive(Clone, Debug)]
pub(super) struct RuleDim {
    pub(super) size: Dim,
    pub(super) factors: Vec<FactorId>,
}

impl RuleDim {
    /// A dimension without factors, which is never sharded.
    pub(super) fn free(size: Dim) -> Self {
        Self { size, factors: Vec::new() }
    }
}

/// Builds the signature of a node.
pub(super) struct Rule<'a> {
    pub(super) call: &'a Call<'a>,
    signature: Signature,
}

impl<'a> Rule<'a> {
    /// Starts with inputs whose dimensions have no factors.
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

    /// Adds a factor.
    pub(super) fn factor(&mut self, kind: FactorKind, size: Dim) -> FactorId {
        self.signature.factors.push(Factor { size, kind });
        FactorId::from_index(self.signature.factors.len() - 1)
    }

    /// Appends a factor to a dimension of an input.
    pub(super) fn add(&mut self, input: usize, dim: usize, factor: FactorId) {
        if let Some(factors) = self.signature.inputs.get_mut(input).and_then(|input| input.dims.get_mut(dim))
        {
            factors.push(factor);
        }
    }

    /// Adds a factor for a dimension of an input, to be used in an output as well.
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

    /// All dimensions of an input; `kind` returns what sharding each one means.
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

    /// All dimensions of an input, which must be replicated for the reason `why`.
    pub(super) fn keep_all_replicated(
        &mut self,
        input: usize,
        why: &'static str,
    ) -> Result<Vec<RuleDim>, NoRule> {
        self.keep_all(input, |_| FactorKind::NeedsReplication(why))
    }

    /// A dimension that no input has yet.
    pub(super) fn new_dim(&mut self, size: Dim, kind: FactorKind) -> RuleDim {
        let factor = self.factor(kind, size.clone());
        RuleDim { size, factors: vec![factor] }
    }

    /// A dimension that no input has yet and that must be replicated for the reason `why`.
    pub(super) fn new_replicated(&mut self, size: Dim, why: &'static str) -> RuleDim {
        self.new_dim(size, FactorKind::NeedsReplication(why))
    }

    /// Gives a dimension of an input the factors of `axis`, unless it has size 1 and is broadcast along it.
    pub(super) fn broadcast(&mut self, input: usize, dim: usize, axis: &RuleDim) -> Result<(), NoRule> {
        match self.call.dims(input)?.get(dim) {
            Some(Dim::Known(1)) => Ok(()),
            _ => self.join(input, dim, axis),
        }
    }

    /// Gives a dimension of an input the factors of `axis`.
    pub(super) fn join(&mut self, input: usize, dim: usize, axis: &RuleDim) -> Result<(), NoRule> {
        let Some(size) = self.call.dims(input)?.get(dim) else {
            return self.call.invalid(format!("input {input} has no dimension {dim}"));
        };
        if let (Some(own), Some(other)) = (size.known(), axis.size.known())
            && own != other
        {
            let what = format!("expected size {other} in dimension {dim} of input {input}, found {own}");
            return self.call.invalid(what);
        }
        for factor in &axis.factors {
            // A number replaces a name.
            if let [only] = axis.factors.as_slice()
                && size.known().is_some()
            {
                self.signature.factors[only.index()].size = size.clone();
            }
            self.add(input, dim, *factor);
        }
        Ok(())
    }

    /// Applies [`join`](Self::join) to all dimensions of an input; does nothing if the input is omitted.
    pub(super) fn join_all(&mut self, input: usize, axes: &[&RuleDim]) -> Result<(), NoRule> {
        if !self.call.has(input) {
            return Ok(());
        }
        self.call.dims_of_rank(input, axes.len())?;
        (axes.iter().enumerate()).try_for_each(|(dim, axis)| self.join(input, dim, axis))
    }

    /// Whether a dimension of the input already has a factor of `axis`.
    pub(super) fn has_factor(&self, input: usize, axis: &RuleDim) -> bool {
        let mapping = self.signature.inputs.get(input);
        mapping.is_some_and(|mapping| mapping.factors().any(|factor| axis.factors.contains(&factor)))
    }

    /// Copies the size of `axis` to its only factor.
    pub(super) fn resize(&mut self, axis: &RuleDim) {
        if let [factor] = axis.factors.as_slice() {
            self.signature.factors[factor.index()].size = axis.size.clone();
        }
    }

    /// Changes the kind of all factors of a dimension.
    pub(super) fn set_kind(&mut self, axis: &RuleDim, kind: FactorKind) {
        for factor in &axis.factors {
            self.signature.factors[factor.index()].kind = kind.clone();
        }
    }

    /// Changes the kind of all factors of several dimensions.
    pub(super) fn set_kind_all(&mut self, axes: &[RuleDim], kind: FactorKind) {
        axes.iter().for_each(|axis| self.set_kind(axis, kind.clone()));
    }

    /// An output dimension computed by windows over a dimension of input 0, or one that must be replicated.
    pub(super) fn windowed(&mut self, dim: usize, size: Dim, kind: FactorKind) -> RuleDim {
        if let FactorKind::Window(window) = &kind {
            self.signature.windows.push((dim, *window));
        }
        let axis = self.new_dim(size, kind);
        axis.factors.iter().for_each(|factor| self.add(0, dim, *factor));
        axis
    }

    /// Marks an input that is added to the result and must contribute once.
    pub(super) fn once(&mut self, input: usize) {
        if self.call.has(input) {
            self.signature.once.push(input);
        }
    }

    /// Marks an attribute that is the size of `axis`; on a shard it is the local size.
    pub(super) fn sized_attribute(&mut self, name: &'static str, axis: &RuleDim) {
        if self.call.int(name).is_some() {
            self.sized(NumberLocation::Attribute(name), axis);
        }
    }

    /// Marks an element of an input that is the size of `axis`; on a shard it is the local size.
    pub(super) fn sized_element(&mut self, input: usize, at: usize, axis: &RuleDim) {
        if self.call.has(input) {
            self.sized(NumberLocation::Element { input, at }, axis);
        }
    }

    fn sized(&mut self, location: NumberLocation, axis: &RuleDim) {
        self.signature.sized.push(SizedNumber { location, factors: axis.factors.clone() });
    }

    /// Adds the next output.
    pub(super) fn output(&mut self, element: Option<ElementType>, axes: Vec<RuleDim>) {
        let (dims, mapping): (_, Vec<_>) = axes.into_iter().map(|axis| (axis.size, axis.factors)).unzip();
        let ty = TensorType { element, dims: Some(dims) };
        self.signature.outputs.push(Output { ty, mapping: TensorMapping::new(mapping) });
    }

    /// Adds the next output, of unknown rank.
    pub(super) fn output_of_unknown_rank(&mut self, element: Option<ElementType>) {
        let ty = TensorType { element, dims: None };
        self.signature.outputs.push(Output { ty, mapping: TensorMapping::default() });
    }

    /// The signature, with this element type for every output.
    pub(super) fn finish_with_element(mut self, element: Option<ElementType>) -> Result<Signature, NoRule> {
        self.signature.outputs.iter_mut().for_each(|output| output.ty.element = element);
        self.finish()
    }

    /// The signature with the outputs that the node has, without factors of size 1 and unused factors.
    pub(super) fn finish(mut self) -> Result<Signature, NoRule> {
        let wanted = self.call.node.output.len();
        if wanted > self.signature.outputs.len() {
            return self.call.invalid(format!("{wanted} outputs"));
        }
        self.signature.outputs.truncate(wanted);
        for output in &self.signature.outputs {
            if output.ty.rank().unwrap_or(0) > MAX_RANK {
                return self.call.invalid(format!(
                    "expected an output of rank {MAX_RANK} or less, found {}",
                    output.ty.rank().unwrap_or(0)
                ));
            }
        }
        self.settle()?;
        self.signature.drop_unused();
        Ok(self.signature)
    }

    /// Copies known factor sizes to output dimensions, and checks that every dimension has the size of its factors together.
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
                            format!("expected size {product} in dimension {dim} of output {at}, found {own}");
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
                    let what =
                        format!("expected size {product} in dimension {dim} of input {at}, found {own}");
                    return self.call.invalid(what);
                }
            }
        }
        Ok(())
    }
}

impl Signature {
    /// Removes factors of size 1 and unused factors.
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
