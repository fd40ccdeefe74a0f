//! Arguments that a program returns in a new version, such as parameters of a training step.

use partita_hlo::propagation::Sharded;
use partita_ir::names;
use partita_mesh::spec::DimSpec;

use super::annotate::is_given;
use crate::hlo::Program;
use crate::plans::{Given, Structure};

/// The results that replace an argument in the next step. Both have one sharding: otherwise every step begins with reshards,
/// which no price of the program contains.
pub(super) struct NewVersions {
    /// The argument that each result replaces.
    of_results: Vec<Option<usize>>,
    /// The arguments and results whose shardings must be equal.
    tied: Vec<(usize, usize)>,
}

impl NewVersions {
    /// Those of a program. If an argument and its new version have annotations that stay, they may differ.
    pub(super) fn new(program: &Program, given: Given) -> Self {
        let structure = Structure::new(program);
        let of_results = structure.map(|structure| structure.updates().to_vec()).unwrap_or_default();
        let pairs =
            of_results.iter().enumerate().filter_map(|(result, argument)| Some(((*argument)?, result)));
        let is_free = |&(argument, result): &(usize, usize)| {
            !is_given(program, given, names::ARG_ATTRS, argument)
                || !is_given(program, given, names::RES_ATTRS, result)
        };
        let tied = pairs.filter(is_free).collect();
        Self { of_results, tied }
    }

    /// The argument that each result replaces.
    pub(super) fn of_results(&self) -> &[Option<usize>] {
        &self.of_results
    }

    /// The arguments, and the results that have the same shardings.
    pub(super) fn tied(&self) -> impl Iterator<Item = (usize, usize)> {
        self.tied.iter().copied()
    }

    /// Whether they have in a program whose shardings are final.
    pub(super) fn keep_shardings(&self, sharded: &Sharded) -> bool {
        let module = sharded.module();
        let Some(entry) = module.entry_function() else { return true };
        let axes = |lists, index| {
            let sharding = module.func_sharding(entry, lists, index);
            let dims = sharding.map_or(&[][..], |sharding| &sharding.dims);
            let is_sharded = |dim: &DimSpec| !dim.axes.is_empty();
            // Without a sharding, a tensor is replicated.
            dims.iter().any(is_sharded).then(|| dims.iter().map(|dim| &dim.axes).collect::<Vec<_>>())
        };
        self.tied()
            .all(|(argument, result)| axes(names::ARG_ATTRS, argument) == axes(names::RES_ATTRS, result))
    }
}
