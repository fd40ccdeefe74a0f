//! Scales and zero points of quantised blocks, with a dimension for columns and one for blocks.
//!
//! `com.microsoft.MatMulNBits` accepts them as vectors too. A shard of the blocks is not contiguous in each column of a vector, so initialisers get both
//! dimensions; their bytes stay the same.

use rustc_hash::FxHashMap;

use crate::proto;

/// Gives the parameters of `MatMulNBits` that are vectors two dimensions, if no node of another kind uses them.
pub fn split_block_parameters(model: &mut proto::Model) {
    let Some(graph) = &mut model.graph else { return };
    // The number of columns; `None` if the uses disagree.
    let mut columns: FxHashMap<&str, Option<i64>> = FxHashMap::default();
    for node in &graph.node {
        let is_product = node.name_space() == "com.microsoft" && node.op() == "MatMulNBits";
        let own = node.attribute("N").and_then(|attribute| attribute.i).filter(|_| is_product);
        for (at, input) in node.input.iter().enumerate() {
            let wanted = own.filter(|_| matches!(at, 2 | 3));
            let found = columns.entry(input).or_insert(wanted);
            *found = found.filter(|found| Some(*found) == wanted);
        }
        for name in crate::partition::captured_names(node) {
            columns.insert(name, None);
        }
    }
    for info in graph.input.iter().chain(&graph.output) {
        columns.remove(info.name.as_deref().unwrap_or_default());
    }
    for tensor in &mut graph.initializer {
        let name = tensor.name.as_deref().unwrap_or_default();
        if let (&[size], Some(Some(columns))) = (&tensor.dims[..], columns.get(name))
            && *columns > 0
            && size % columns == 0
        {
            tensor.dims = vec![*columns, size / columns];
        }
    }
}
