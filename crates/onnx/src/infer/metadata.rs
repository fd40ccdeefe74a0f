//! Describes specs in metadata, for viewers that show metadata but no annotations.

use rustc_hash::{FxHashMap, FxHashSet};

use super::answer::Inferred;
use crate::file::{Edits, Listed, Owner};
use crate::proto;

/// The metadata property that describes the layout of a value, followed by `.` and the configuration. A value that the graph does not list
/// has it on its node, followed by `.` and its name.
pub const LAYOUT_KEY: &str = "partita.layout";

/// Whether a metadata property describes a layout.
pub fn is_layout_key(key: &str) -> bool {
    key.strip_prefix(LAYOUT_KEY).is_some_and(|rest| rest.starts_with('.'))
}

/// Describes the sharded values of the main graph: its inputs as the first node reads them, all others as they are produced.
pub fn describe_layouts(model: &proto::Model, answer: &Inferred, edits: &mut Edits) {
    let Some(graph) = &model.graph else { return };
    let mut listed: FxHashMap<&str, (Listed, usize)> = FxHashMap::default();
    let lists = [
        (Listed::Input, &graph.input),
        (Listed::Output, &graph.output),
        (Listed::Between, &graph.value_info),
    ];
    for (list, infos) in lists {
        for (at, info) in infos.iter().enumerate() {
            listed.entry(info.name.as_deref().unwrap_or_default()).or_insert((list, at));
        }
    }
    let key = format!("{LAYOUT_KEY}.{}", answer.configuration);
    let mut described: FxHashSet<&str> = FxHashSet::default();
    for spec in answer.specs.iter().filter(|spec| spec.graph.is_main()) {
        let place = listed.get(spec.tensor.as_str()).copied();
        let is_input = matches!(place, Some((Listed::Input, _)));
        if spec.is_output == is_input
            || !described.insert(&spec.tensor)
            || spec.layout.reduced().is_unsharded()
        {
            continue;
        }
        let (owner, key) = match place {
            Some((list, at)) => (Owner::Value(spec.graph.clone(), list, at), key.clone()),
            None => (Owner::Node(spec.graph.clone(), spec.node), format!("{key}.{}", spec.tensor)),
        };
        edits.set_metadata(owner, &key, Some(&spec.layout.to_string()));
    }
}
