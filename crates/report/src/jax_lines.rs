//! The annotations of a plan as lines of JAX: a sharding per argument path, and constraints at lines of Python.

use std::collections::BTreeMap;

use partita_ir::{Definition, Module, OpId, Use, ValueId};
use partita_mesh::foreign_notation::jax_notation;
use partita_mesh::{Mesh, Meshes, TensorSharding};
use serde::Serialize;

use crate::location::source_line;
use crate::source_names::{argument_name, result_name};
use crate::view::{View, json_as_declared};
use crate::visible_line;

/// The sharding of an argument or a result, as JAX writes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct JaxShardingView {
    /// The path in the arguments, `params['up']`, or `arg3` if the program does not name it; of a result, `result[0]`.
    pub path: String,
    /// Its index among the arguments or results.
    pub index: usize,
    /// `NamedSharding(mesh, P('data', None))`; absent if the sharding needs sub-axes.
    pub jax: Option<String>,
    /// The sharding in sdy notation.
    pub sdy: String,
    /// The latest priority of its dimensions, which JAX cannot write.
    pub priority: Option<u64>,
}

/// A constraint on values inside the program, one per layer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct JaxConstraintView {
    /// The line of Python that computes the values, or that reads them if `operand` is present.
    pub place: Option<String>,
    /// Which operand of an op the values are; only there they have the sharding.
    pub operand: Option<usize>,
    /// The line of Python to add; absent if the sharding needs sub-axes.
    pub jax: Option<String>,
    /// The sharding in sdy notation.
    pub sdy: String,
    /// The number of values.
    pub values: usize,
}

/// The annotations of a program as lines of JAX.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct JaxLinesView {
    /// The line that makes the mesh.
    pub mesh: String,
    /// The annotated arguments.
    pub arguments: Vec<JaxShardingView>,
    /// The annotated results.
    pub results: Vec<JaxShardingView>,
    /// Values inside the program that are constrained.
    pub constraints: Vec<JaxConstraintView>,
}

/// Annotations of the entry function of a module.
#[derive(Clone, Copy, Debug)]
pub struct AnnotatedValues<'a> {
    /// The meshes of the shardings.
    pub meshes: &'a Meshes,
    /// The sharding of each argument, where it has one.
    pub arguments: &'a [Option<TensorSharding>],
    /// The sharding of each result, where it has one.
    pub results: &'a [Option<TensorSharding>],
    /// Values inside the program and their shardings.
    pub constraints: &'a [(ValueId, TensorSharding)],
    /// Operands of single ops, and the shardings in which these read them.
    pub operands: &'a [(Use, TensorSharding)],
}

impl JaxLinesView {
    /// The lines for annotations of a module.
    pub fn new(module: &Module, annotated: AnnotatedValues<'_>) -> Self {
        let AnnotatedValues { meshes, arguments, results, constraints, operands } = annotated;
        let entry = module.entry_function();
        let of = |index: usize, sharding: &TensorSharding, path: String| {
            let mesh = meshes.get(sharding.mesh());
            let jax = jax_notation(mesh, sharding, sharding.dims().len()).ok();
            JaxShardingView {
                path,
                index,
                jax: jax.map(|spec| format!("NamedSharding(mesh, {spec})")),
                sdy: meshes.to_spec(sharding).to_string(),
                priority: sharding.dims().iter().filter_map(|dim| Some(dim.priority?.0)).max(),
            }
        };
        let listed = |list: &[Option<TensorSharding>], path: &dyn Fn(usize) -> String| {
            let annotated = list.iter().enumerate().filter_map(|(index, each)| Some((index, each.as_ref()?)));
            annotated.map(|(index, sharding)| of(index, sharding, path(index))).collect()
        };
        let used = arguments.iter().chain(results).flatten().chain(constraints.iter().map(|(_, each)| each));
        let used = used.chain(operands.iter().map(|(_, each)| each));
        let mesh = used.map(|sharding| meshes.get(sharding.mesh())).find(|mesh| !mesh.axes().is_empty());
        Self {
            mesh: mesh.map_or_else(String::new, mesh_line),
            arguments: listed(arguments, &|index| argument_path(module, index)),
            results: listed(results, &|index| result_path(module, entry, index)),
            constraints: constraint_views(module, meshes, constraints, operands),
        }
    }
}

/// `mesh = jax.make_mesh((4, 2), ('data', 'model'))`
fn mesh_line(mesh: &Mesh) -> String {
    let list = |items: Vec<String>| match &items[..] {
        [one] => format!("({one},)"),
        _ => format!("({})", items.join(", ")),
    };
    let sizes = mesh.axes().iter().map(|axis| axis.size().to_string()).collect();
    let quoted = |name: &str| format!("'{}'", name.replace('\\', "\\\\").replace('\'', "\\'"));
    let names = mesh.axes().iter().map(|axis| quoted(axis.name())).collect();
    format!("mesh = jax.make_mesh({}, {})", list(sizes), list(names))
}

/// The name of an argument of the entry function: its path in the arguments, such as `params['up']`, or `arg3`.
pub fn argument_path(module: &Module, index: usize) -> String {
    let entry = module.entry_function();
    let value = entry.and_then(|entry| module.func_args(entry).get(index));
    let name = value.and_then(|&value| argument_name(module, value));
    name.map_or_else(|| format!("arg{index}"), str::to_string)
}

fn result_path(module: &Module, entry: Option<OpId>, index: usize) -> String {
    let name = entry.and_then(|entry| result_name(module, entry, index));
    name.map_or_else(|| format!("result[{index}]"), str::to_string)
}

/// The constraints, with values of one line and sharding together.
fn constraint_views(
    module: &Module,
    meshes: &Meshes,
    constraints: &[(ValueId, TensorSharding)],
    operands: &[(Use, TensorSharding)],
) -> Vec<JaxConstraintView> {
    let mut known: BTreeMap<(Option<String>, Option<usize>, String), usize> = BTreeMap::new();
    let mut found: Vec<JaxConstraintView> = Vec::new();
    let made_at = |value: ValueId| match module.value(value).definition {
        Definition::Result { op, .. } => module.op(op).loc,
        Definition::Argument { .. } => module.value(value).loc,
    };
    let constraints = constraints.iter().map(|(value, sharding)| (made_at(*value), None, sharding));
    // An operand is constrained where it is read.
    let read_at = |user: OpId| module.op(user).loc;
    let operands =
        operands.iter().map(|((user, at), sharding)| (read_at(*user), Some(*at as usize), sharding));
    for (loc, operand, sharding) in constraints.chain(operands) {
        let place = source_line(&module.context, loc);
        let sdy = meshes.to_spec(sharding).to_string();
        let key = (place.clone(), operand, sdy.clone());
        // Without a line, two values have nothing in common.
        if let Some(&same) = known.get(&key).filter(|_| place.is_some()) {
            found[same].values += 1;
            continue;
        }
        known.insert(key, found.len());
        let spec = jax_notation(meshes.get(sharding.mesh()), sharding, sharding.dims().len()).ok();
        let jax =
            spec.map(|spec| format!("x = jax.lax.with_sharding_constraint(x, NamedSharding(mesh, {spec}))"));
        found.push(JaxConstraintView { place, operand, jax, sdy, values: 1 });
    }
    found
}

/// Paths that differ only in numbers, such as those of the layers, and have one sharding.
struct PathGroup<'v> {
    first: &'v JaxShardingView,
    last: &'v JaxShardingView,
    pattern: String,
    count: usize,
}

impl PathGroup<'_> {
    /// The path, its pattern, or the first and the last of several arguments without a name.
    fn shown(&self) -> String {
        match self.count {
            1 => self.first.path.clone(),
            2 if self.pattern == UNNAMED => format!("{}, {}", self.first.path, self.last.path),
            _ if self.pattern == UNNAMED => format!("{}, …, {}", self.first.path, self.last.path),
            _ => self.pattern.clone(),
        }
    }

    /// A comment about the number of paths, and about what JAX cannot write.
    fn notes(&self) -> String {
        let times = (self.count > 1).then(|| format!("{} times", self.count));
        let priority = self.first.priority.filter(|_| self.first.jax.is_some());
        let priority = priority.map(|priority| format!("in sdy with priority {priority}"));
        let notes: Vec<String> = times.into_iter().chain(priority).collect();
        if notes.is_empty() { String::new() } else { format!("  # {}", notes.join(", ")) }
    }
}

/// The pattern of arguments without a name.
const UNNAMED: &str = "arg*";

fn group_paths(list: &[JaxShardingView]) -> Vec<PathGroup<'_>> {
    let mut known: BTreeMap<(String, &str), usize> = BTreeMap::new();
    let mut found: Vec<PathGroup<'_>> = Vec::new();
    for each in list {
        let pattern = number_pattern(&each.path);
        let at = *known.entry((pattern.clone(), &each.sdy)).or_insert(found.len());
        match found.get_mut(at) {
            Some(group) => (group.count, group.last) = (group.count + 1, each),
            None => found.push(PathGroup { first: each, last: each, pattern, count: 1 }),
        }
    }
    found
}

/// A path with `*` for every number in brackets: `params['layers'][*]['up']`.
fn number_pattern(path: &str) -> String {
    if path.strip_prefix("arg").is_some_and(|number| number.parse::<u64>().is_ok()) {
        return UNNAMED.to_string();
    }
    let mut out = String::new();
    for (index, part) in path.split('[').enumerate() {
        if index > 0 {
            out.push('[');
        }
        match part.split_once(']') {
            Some((number, rest)) if index > 0 && number.parse::<u64>().is_ok() => {
                out.push_str("*]");
                out.push_str(rest);
            }
            _ => out.push_str(part),
        }
    }
    out
}

impl View for JaxLinesView {
    fn text(&self) -> String {
        let mut out = String::new();
        if !self.mesh.is_empty() {
            out.push_str(&format!("{}\n", self.mesh));
        }
        for (title, list) in [("# arguments", &self.arguments), ("# results", &self.results)] {
            if list.is_empty() {
                continue;
            }
            let groups = group_paths(list);
            /// Longer paths are followed by their sharding on the same line, without alignment.
            const WIDEST: usize = 40;
            let widths = groups.iter().map(|group| group.shown().chars().count());
            let width = widths.filter(|&width| width <= WIDEST).max().unwrap_or(0);
            out.push_str(&format!("{title}\n"));
            for group in &groups {
                let sharding = group.first.jax.as_ref().unwrap_or(&group.first.sdy);
                let notes = group.notes();
                let line = format!("{:width$}  {sharding}{notes}", group.shown());
                out.push_str(&format!("{}\n", visible_line(&line)));
            }
        }
        if !self.constraints.is_empty() {
            out.push_str("# constraints\n");
        }
        for each in &self.constraints {
            let times = if each.values > 1 { format!(" ({} values)", each.values) } else { String::new() };
            let place = each.place.as_deref().unwrap_or("a value without a line of Python");
            let code = each.jax.as_ref().unwrap_or(&each.sdy);
            let operand = each.operand.map_or_else(String::new, |at| format!(", operand {at}"));
            out.push_str(&format!("{}\n    {code}\n", visible_line(&format!("{place}{operand}{times}"))));
        }
        out
    }

    fn json(&self) -> String {
        json_as_declared(self)
    }
}

#[cfg(test)]
mod tests {
    use super::number_pattern;

    #[test]
    fn paths_of_layers_have_one_pattern() {
        assert_eq!(number_pattern("params['layers'][12]['up']"), "params['layers'][*]['up']");
        assert_eq!(number_pattern("state[0].mean['w[3]']"), "state[*].mean['w[*]']");
        assert_eq!(number_pattern("arg3"), "arg*");
        assert_eq!(number_pattern("argument"), "argument");
    }
}
