//! Constraints that decide a conflict the other way.

use std::collections::BTreeMap;

use partita_ir::{Definition, ValueName};
use partita_mesh::spec::ShardingSpec;
use partita_mesh::{DimSharding, TensorSharding, notation};
use partita_propagate::{Blame, Reason};

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
    /// Type and sharding in short notation, as propagation chose it and as demanded.
    pub short: [String; 2],
    /// The conflict, and its number among all.
    pub conflict: (BlameView, usize),
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
            let Some((candidate, origin)) = self.candidate(blame, index) else { continue };
            match known.get(&(origin.clone(), candidate.spec.to_string())) {
                Some(&same) => {
                    let same = &mut found[same];
                    if !same.values.contains(&candidate.values[0]) {
                        same.values.extend(candidate.values);
                        same.bytes = same.bytes.saturating_add(candidate.bytes);
                    }
                }
                None => {
                    known.insert((origin, candidate.spec.to_string()), found.len());
                    found.push(candidate);
                }
            }
        }
        found.sort_by_key(|candidate| std::cmp::Reverse(candidate.bytes));
        (found, conflicts.len())
    }

    /// The candidate for one conflict, and what its value has in common with those of other layers.
    fn candidate(&self, blame: &Blame, index: usize) -> Option<(Candidate, String)> {
        let tensor = blame.to.tensor;
        let module = self.labels.module;
        let value = self.labels.value_of(tensor)?;
        let name = module.value(value).name();
        if name.span.is_empty() {
            return None;
        }
        let problem = self.explainer.problem();
        let sharding = problem.sharding_of(problem.tensors[tensor].sharding?);
        let mesh = problem.meshes.get(sharding.mesh());
        let demanded = demanded_dims(sharding, blame)?;
        let parts = partita_mesh::ShardingParts { dims: demanded, ..Default::default() };
        let demanded = TensorSharding::new(sharding.mesh(), mesh, parts).ok()?;
        let shape = self.shape(tensor);
        let (before, _, ty) = self.placement(tensor);
        let element = ty.split('[').next().unwrap_or_default();
        let after = format!("{element}[{}]", notation::dims_notation(mesh, &demanded, &shape));
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
            jax: jax_spec(mesh, &demanded),
            spec: problem.meshes.to_spec(&demanded),
            short: [before, after],
            conflict: (self.blame_view(blame), index + 1),
            bytes: elements.saturating_mul(bits.unwrap_or(8)) / 8,
        };
        Some((candidate, format!("{origin} {ty}")))
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

/// `P('data', None)`; `None` for sub-axes and names that need escapes.
fn jax_spec(mesh: &partita_mesh::Mesh, sharding: &TensorSharding) -> Option<String> {
    let name = |axis: partita_mesh::AxisRef| {
        let name = mesh.mesh_axis(axis.axis()).name();
        let is_plain = name.chars().all(|c| c.is_alphanumeric() || c == '_');
        (mesh.is_full_axis(axis) && is_plain).then(|| format!("'{name}'"))
    };
    let dim = |dim: &DimSharding| {
        let names = dim.axes.iter().map(|&axis| name(axis)).collect::<Option<Vec<_>>>()?;
        Some(match &names[..] {
            [] => "None".to_string(),
            [one] => one.clone(),
            all => format!("({})", all.join(", ")),
        })
    };
    let dims = sharding.dims().iter().map(dim).collect::<Option<Vec<_>>>()?;
    Some(format!("P({})", dims.join(", ")))
}
