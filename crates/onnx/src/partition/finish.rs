//! Combines partial results.

use partita_mesh::AxisRef;
use partita_place::Axes;

use super::node::{LocalNode, Shard};
use super::rank::Rank;
use crate::signature::{Combine, FactorKind};
use crate::types::ElementType;

impl Rank<'_, '_> {
    /// Combines the partial results of sharded reductions in one output, and returns its new name. `taken` are axes along which inputs
    /// were partial sums. Sums along axes that the layout of the output leaves unreduced are not finished.
    pub(crate) fn finish(&mut self, node: &LocalNode<'_>, output: &Shard, taken: &[AxisRef]) -> String {
        let mut value = output.name.clone();
        let (mut sums, mut means, mut weight) = (Axes::from_slice(taken), Axes::new(), 1.0);
        let mut others: Vec<(Combine, Axes)> = Vec::new();
        for (factor, kind) in node.sharded_factors() {
            use partita_base::Id;
            let axes = node.chosen[factor.index()].clone();
            match kind {
                FactorKind::Reduction(Combine::Sum) | FactorKind::Lookup => sums.extend(axes),
                FactorKind::Reduction(Combine::Mean) => {
                    let (Some(range), Some(size)) =
                        (node.range(factor), node.signature.factor(factor).size.known())
                    else {
                        continue;
                    };
                    weight *= (range.end - range.start) as f64 / size as f64;
                    means.extend(axes);
                }
                // The lowering of the op sums.
                FactorKind::Reduction(Combine::Requantised) => {}
                FactorKind::Reduction(combine) => match others.iter_mut().find(|(other, _)| other == combine)
                {
                    Some((_, all)) => all.extend(axes),
                    None => others.push((*combine, axes)),
                },
                _ => {}
            }
        }
        let (shape, element) = (output.local_shape(), output.element);
        if !means.is_empty() {
            // The weight is that of this rank, because shards may have different sizes.
            if let Some(weight) = self.build.scalar(element, weight) {
                value = self.build.op("Mul", &value, &[&value, &weight], Vec::new());
            }
            sums.extend(means);
        }
        sums.retain(|axis| !output.layout.unreduced().contains(axis));
        if !sums.is_empty() {
            value = self.all_sum(&value, &shape, element, &sums);
        }
        for (combine, axes) in others {
            value = self.combine(&value, &shape, element, combine, &axes);
        }
        value
    }

    fn combine(
        &mut self,
        value: &str,
        shape: &[u64],
        element: ElementType,
        combine: Combine,
        axes: &Axes,
    ) -> String {
        let op = match combine {
            Combine::Sum | Combine::Mean | Combine::Requantised => {
                return self.all_sum(value, shape, element, axes);
            }
            Combine::Norm2 => "ReduceL2",
            Combine::Max => "ReduceMax",
            Combine::Min => "ReduceMin",
            Combine::Prod => "ReduceProd",
            Combine::LogSumExp => "ReduceLogSumExp",
        };
        self.all_combine(value, shape, element, axes, op)
    }
}
