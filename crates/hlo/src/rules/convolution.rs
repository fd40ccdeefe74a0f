//! Convolutions.

use partita_ir::ConvDims;
use partita_rule::{FactorKind, RuleSpec};

use super::draft::{At, Draft};
use super::view::{OpView, Shape, dim_indices};

use FactorKind::{NeedReplication, PassThrough, Permutation, Reduction};

/// `convolution`: groups, batch, windows, then features.
pub(super) fn convolution(view: &OpView<'_>) -> Option<RuleSpec> {
    let numbers = view.conv()?;
    let (lhs, rhs, result) = (view.operand(0)?, view.operand(1)?, view.result(0)?);
    let dim = |dim: i64| usize::try_from(dim).ok();
    let lhs_batch = At::Operand(0, dim(numbers.input_batch)?);
    let lhs_feature = At::Operand(0, dim(numbers.input_feature)?);
    let rhs_in = dim(numbers.kernel_input_feature)?;
    let rhs_out = dim(numbers.kernel_output_feature)?;
    let (out_batch, out_feature) = (dim(numbers.output_batch)?, dim(numbers.output_feature)?);
    let group =
        |name: &str| view.int(name).and_then(|count| u64::try_from(count).ok()).filter(|&count| count > 0);
    let (batch_groups, feature_groups) = (group("batch_group_count")?, group("feature_group_count")?);

    let mut rule = view.draft();
    if batch_groups > 1 {
        rule.add(PassThrough, batch_groups, [lhs_batch, At::Operand(1, rhs_out), At::Result(0, out_feature)]);
    }
    rule.add(PassThrough, *result.get(out_batch)?, [lhs_batch, At::Result(0, out_batch)]);
    if !view.conservative {
        spatial(&mut rule, numbers, [lhs, rhs, result])?;
    }
    if feature_groups > 1 {
        rule.add(
            PassThrough,
            feature_groups,
            [lhs_feature, At::Operand(1, rhs_out), At::Result(0, out_feature)],
        );
    }
    rule.add(Reduction, *rhs.get(rhs_in)?, [lhs_feature, At::Operand(1, rhs_in)]);
    let out_features = rhs.get(rhs_out)? / batch_groups.checked_mul(feature_groups)?;
    if out_features > 1 {
        rule.add(PassThrough, out_features, [At::Operand(1, rhs_out), At::Result(0, out_feature)]);
    }
    for (index, shape) in view.operands.iter().enumerate().skip(2) {
        for (dim, &size) in shape.iter().enumerate() {
            rule.add(NeedReplication, size, [At::Operand(index, dim)]);
        }
    }
    rule.finish()
}

/// A spatial dimension of the input consists of the windows, between which data is exchanged, and of the positions
/// within a window, which are summed over. As in Shardy, the larger of the two is major.
fn spatial(rule: &mut Draft, numbers: &ConvDims, [lhs, rhs, result]: [&Shape; 3]) -> Option<()> {
    let lists = [&numbers.input_spatial, &numbers.kernel_spatial, &numbers.output_spatial];
    let [input, kernel, output] = lists.map(|list| dim_indices(list));
    for ((input, kernel), output) in input?.into_iter().zip(kernel?).zip(output?) {
        let mut rest = *lhs.get(input)?;
        let (windows, window) = (*result.get(output)?, *rhs.get(kernel)?);
        let moved = (Permutation, windows, At::Result(0, output));
        let summed = (Reduction, window, At::Operand(1, kernel));
        for (kind, size, place) in if windows >= window { [moved, summed] } else { [summed, moved] } {
            let size = size.min(rest);
            if size > 1 {
                rule.add(kind, size, [At::Operand(0, input), place]);
                rest /= size;
            }
        }
    }
    Some(())
}
