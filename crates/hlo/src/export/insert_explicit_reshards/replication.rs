//! Moves the axes of factors that need replication to other factors: the devices along them would otherwise all compute
//! the same.

use partita_mesh::AxisRef;
use partita_mesh::axis_list::{push_axis, shard_count};
use partita_rule::FactorKind;

use super::factors::Factors;

/// Moves the axes of factors that need replication to factors of all tensors along which the op is
/// independent, each as many from the front as divide it.
pub(super) fn move_away(factors: &Factors, mut axes: Vec<Vec<AxisRef>>) -> Vec<Vec<AxisRef>> {
    let of_kind = |kind: FactorKind| move |factor: &usize| factors.kinds[*factor] == kind;
    let targets: Vec<usize> = (0..axes.len())
        .filter(of_kind(FactorKind::PassThrough))
        .filter(|&factor| factors.is_everywhere(factor))
        .collect();
    for factor in (0..axes.len()).filter(of_kind(FactorKind::NeedReplication)) {
        let mut moving = std::mem::take(&mut axes[factor]);
        if !factors.is_everywhere(factor) {
            continue;
        }
        for &target in &targets {
            let fits = |now: &[AxisRef], axis: &AxisRef| {
                factors.sizes[target].is_multiple_of(shard_count(now).saturating_mul(axis.size()))
            };
            while moving.first().is_some_and(|axis| fits(&axes[target], axis)) {
                push_axis(&mut axes[target], moving.remove(0));
            }
        }
    }
    axes
}
