//! The structural check: validates a model and its annotations without knowledge of ops.

mod annotations;
mod devices;
mod dimensions;
mod findings;
mod input_sharding;
mod names;
mod nearest;
mod opsets;
mod order;
pub mod spec;
pub mod spec_json;
mod stages;
mod tensors;

pub use devices::FIRST_IR;
pub use dimensions::dimension_names;
pub use input_sharding::{SHARDING_KEY, input_sharding, sharding_key};
pub use nearest::nearest_name;
pub use spec::{SpecFault, check_spec, resolve_axis};
pub use spec_json::SpecJson;
pub use tensors::content_bytes;

use crate::bodies::Bodies;
use crate::finding::Finding;
use crate::proto::Model;
use findings::Findings;

/// The maximum number of findings.
pub const MOST_FINDINGS: usize = Findings::LIMIT;

/// Everything that is wrong with the structure of a model, including its annotations; at most [`MOST_FINDINGS`] findings.
///
/// Uses the shapes that the file declares. External files are not accessed; see
/// [`check_external`](crate::file::check_external).
pub fn check_structure(model: &Model) -> Vec<Finding> {
    let mut findings = Findings::default();
    let bodies = Bodies::of(model);
    let graphs = names::resolve_names(&bodies);
    let configurations = devices::check_devices(model, &mut findings);
    devices::check_version(model, &bodies, &mut findings);
    annotations::check_annotations(&bodies, &graphs, &configurations, &mut findings);
    input_sharding::check_input_sharding(&bodies, &graphs, &configurations, &mut findings);
    names::check_names(&bodies, &graphs, &mut findings);
    let reads = order::node_dependencies(&bodies, &graphs);
    order::check_order(&bodies, &reads, &mut findings);
    stages::check_stages(&bodies, &reads, &mut findings);
    opsets::check_opsets(model, &bodies, &mut findings);
    tensors::check_tensors(&bodies, &mut findings);
    findings.into_list()
}
