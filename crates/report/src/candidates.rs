//! Constraints that decide a conflict the other way.

use std::collections::BTreeMap;

use partita_ir::{Definition, ValueName};
use partita_mesh::foreign_notation::jax_notation;
use partita_mesh::spec::ShardingSpec;
use partita_mesh::{DimSharding, TensorSharding};
use partita_propagate::{Blame, Reason, TensorId};

use crate::explains::Explains as _;
use crate::location::{describe_location, source_line};
use crate::why::Answers;
use crate::why_view::BlameView;

/// A constraint that gives a value the axis that it lost in a conflict. The same line of the user's own program often
/// defines many values, one per layer; one candidate constrains all of them.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The names of the constrained values in the text.
    pub values: Vec<ValueName>,
    /// The label of the first value.
    pub label: String,
    /// The line of the user's own program that defines them.
    pub place: Option<String>,
    /// The line of the first value in the text.
    pub line: usize,
    /// The sharding to demand, closed in every dimension.
    pub spec: ShardingSpec,
    /// The sharding as an argument of `with_sharding_constraint`, unless it needs sub-axes.
    pub jax: Option<String>,
    /// Type and sharding in the notation of the user, as propagation chose it and as demanded.
    pub short: [String; 2],
    /// The conflict that it decides, and its number among all; absent if it answers a collective.
    pub conflict: Option<(BlameView, usize)>,
    /// The bytes of all values on all devices, if each were stored once.
    pub bytes: u64,
}

impl Answers<'_> {
    /// The candidates for all conflicts, in descending order of bytes, and the number of conflicts.
    pub fn candidates(&mut self) -> (Vec<Candidate>, usize) {
        let conflicts = self.explainer.conflicts();
        let mut found: Vec<Candidate> = Vec::new();
        let mut known: BTreeMap<(String, String), usize> = BTreeMap::new();
        for (index, blame) in conflicts.iter().enumerate() {
            let Some(constrained) = self.candidate(blame, index) else { continue };
            add_candidate(&mut found, &mut known, constrained);
        }
        found.sort_by_key(|candidate| std::cmp::Reverse(candidate.bytes));
        (found, conflicts.len())
    }

    /// The candidate for one conflict, and what its value has in common with those of other layers.
    fn candidate(&self, blame: &Blame, index: usize) -> Option<(Candidate, String)> {
        let sharding = self.sharding_of(blame.to.tensor)?;
        let (mut candidate, origin) = self.constrained(blame.to.tensor, demanded_dims(sharding, blame)?)?;
        candidate.conflict = Some((self.blame_view(blame), index + 1));
        Some((candidate, origin))
    }

    /// The constraint of a tensor to these dimensions, and what its value has in common with those of other layers.
    pub(crate) fn constrained(
        &self,
        tensor: TensorId,
        demanded: Vec<DimSharding>,
    ) -> Option<(Candidate, String)> {
        let module = self.labels.module;
        let value = self.labels.value_of(tensor)?;
        let name = module.value(value).name();
        if name.span.is_empty() {
            return None;
        }
        let problem = self.explainer.problem();
        let sharding = self.sharding_of(tensor)?;
        let mesh = problem.meshes.get(sharding.mesh());
        let parts = partita_mesh::ShardingParts { dims: demanded, ..Default::default() };
        let demanded = TensorSharding::new(sharding.mesh(), mesh, parts).ok()?;
        let shape = self.shape(tensor);
        let notation = self.labels.notation();
        let (before, _, ty) = self.placement(tensor, notation);
        let after = self.typed(tensor, Some(&demanded), notation, "");
        let (loc, span) = match module.value(value).definition {
            Definition::Result { op, .. } => (module.op(op).loc, module.op(op).span),
            Definition::Argument { .. } => (module.value(value).loc, module.value(value).span),
        };
        let label = self.labels.tensor(tensor);
        let origin = describe_location(&module.context, loc).unwrap_or_else(|| label.clone());
        let bits =
            module.context.tensor(module.type_of(value)).and_then(|ty| module.element_bits(ty.element));
        let elements = shape.iter().fold(1u64, |all, &size| all.saturating_mul(size));
        let candidate = Candidate {
            values: vec![name],
            label,
            place: source_line(&module.context, loc),
            line: self.labels.source.position(span.start).line,
            jax: jax_notation(mesh, &demanded, shape.len()).ok(),
            spec: problem.meshes.to_spec(&demanded),
            short: [before, after],
            conflict: None,
            bytes: elements.saturating_mul(bits.unwrap_or(8)) / 8,
        };
        Some((candidate, format!("{origin} {ty}")))
    }
}

/// Adds a candidate, or its value to the candidate that constrains the same value of other layers.
pub(crate) fn add_candidate(
    found: &mut Vec<Candidate>,
    known: &mut BTreeMap<(String, String), usize>,
    (candidate, origin): (Candidate, String),
) {
    let key = (origin, candidate.spec.to_string());
    match known.get(&key) {
        Some(&same) => {
            let same = &mut found[same];
            if !same.values.contains(&candidate.values[0]) {
                same.values.extend(candidate.values);
                same.bytes = same.bytes.saturating_add(candidate.bytes);
            }
        }
        None => {
            known.insert(key, found.len());
            found.push(candidate);
        }
    }
}

/// The dimensions of the value with the lost axis where the conflict demands it, all closed; `None` if a constraint
/// cannot help.
fn demanded_dims(sharding: &TensorSharding, blame: &Blame) -> Option<Vec<DimSharding>> {
    let mut dims: Vec<DimSharding> =
        sharding.dims().iter().map(|dim| DimSharding::closed(dim.axes.clone())).collect();
    match &blame.reason {
        Reason::InUse { .. } => {
            for dim in &mut dims {
                dim.axes.retain(|axis| !axis.overlaps(blame.axis));
            }
            dims.get_mut(blame.to.dim)?.axes.push(blame.axis);
        }
        Reason::Conflict { has, .. } => {
            let dim = dims.get_mut(blame.to.dim)?;
            let at = dim.axes.iter().position(|axis| axis.overlaps(*has))?;
            dim.axes.truncate(at);
            for dim in &mut dims {
                dim.axes.retain(|axis| !axis.overlaps(blame.axis));
            }
            dims[blame.to.dim].axes.push(blame.axis);
        }
        _ => return None,
    }
    Some(dims)
}
