//! The plan that always exists: reduce, gather what differs, slice.

use partita_mesh::AxisRef;
use partita_mesh::axis_list::common_prefix;

use crate::problem::Problem;
use crate::trail::Trail;
use crate::{Collective, Plan};

/// Reduces all that is not to stay unreduced, gathers each dimension down to what source and target share, and
/// slices from there.
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

/// What is left of each list after its prefix, which may end inside an axis.
fn rests(lists: &[Vec<AxisRef>], prefixes: &[Vec<AxisRef>]) -> Vec<Vec<AxisRef>> {
    lists.iter().zip(prefixes).map(|(list, prefix)| rest(list, prefix)).collect()
}

fn rest(list: &[AxisRef], prefix: &[AxisRef]) -> Vec<AxisRef> {
    let whole = prefix.iter().zip(list).take_while(|(a, b)| a == b).count();
    let mut rest = list[whole..].to_vec();
    if let (Some(cut), Some(first)) = (prefix.get(whole), rest.first_mut()) {
        *first = first.after_prefix(*cut).unwrap_or(*first);
    }
    rest
}
