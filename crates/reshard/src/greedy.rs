//! The plan that always exists: reduce, gather what differs, slice.

use partita_mesh::AxisRef;
use partita_mesh::axis_list::common_prefix;

use crate::problem::Problem;
use crate::trail::Trail;
use crate::{Collective, Plan};

/// Reduces all axes that must not stay unreduced, gathers each dimension down to the common prefix of source
/// and target, and slices from there.
pub(crate) fn plan_greedily(problem: &Problem<'_>) -> Plan {
    let mut trail = Trail::new(problem);
    let (from, to) = (&problem.from, &problem.to);
    let (start, end) = (problem.start_side, problem.end_side);
    let shared: Vec<Vec<AxisRef>> = from
        .iter()
        .zip(to)
        .map(|(from, to)| if start == end { common_prefix(from, to) } else { Vec::new() })
        .collect();
    let reduced = problem.reduced();
    if !reduced.is_empty() {
        trail.push(Collective::AllReduce(reduced), start, from, &problem.kept);
    }
    if *from != shared {
        trail.push(Collective::AllGather(rests(from, &shared)), start, &shared, &problem.kept);
    }
    if start != end {
        trail.rename(end, &shared);
    }
    if *to != shared {
        trail.push(Collective::AllSlice(rests(to, &shared)), end, to, &problem.kept);
    }
    trail.finish(Vec::new(), false)
}

/// The rest of each list after its prefix, which may end inside an axis.
fn rests(lists: &[Vec<AxisRef>], prefixes: &[Vec<AxisRef>]) -> Vec<Vec<AxisRef>> {
    lists.iter().zip(prefixes).map(|(list, prefix)| rest(list, prefix)).collect()
}

fn rest(list: &[AxisRef], prefix: &[AxisRef]) -> Vec<AxisRef> {
    let equal = prefix.iter().zip(list).take_while(|(a, b)| a == b).count();
    let mut rest = list[equal..].to_vec();
    if let (Some(partial), Some(first)) = (prefix.get(equal), rest.first_mut()) {
        *first = first.after_prefix(*partial).unwrap_or(*first);
    }
    rest
}
