//! Explains why a tensor is sharded along an axis, why it is not, and the factor tables of propagation steps.

use std::cell::OnceCell;
use std::fmt::{self, Write};

use partita_base::{Id, Source};
use partita_hlo::propagation::Run;
use partita_ir::{Definition, Module, OpId, ValueId, ValueName};
use partita_mesh::foreign_notation::{MeshSharding, Notation};
use partita_mesh::spec::ShardingSpec;
use partita_mesh::{AxisRef, Mesh, MeshId, TensorSharding, notation};
use partita_propagate::{Cause, Explainer, FactorTable, TensorDim, TensorId, Trace};
use partita_rule::FactorId;

use crate::explains::Explains;
use crate::labels::{Labels, TextNames};
use crate::named::Names;
use crate::propagation::ShardedValue;
use crate::sources::{SourceFinder, SourceView};
use crate::unruled::{self, Barrier};
use crate::why_view::{BarrierView, BlameView, Mark, WhyNotView, WhyView};
use crate::{DrawView, Table};

/// A question about a value, dimension or axis that does not exist.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Unanswerable {
    /// One lower-case sentence.
    pub message: String,
    /// The unknown name.
    pub asked: String,
    /// The existing names, for suggestions.
    pub known: Vec<String>,
}

impl Unanswerable {
    /// Creates an error without suggestions.
    pub fn without_names(message: String) -> Self {
        Self { message, asked: String::new(), known: Vec::new() }
    }

    /// The error for a picture of a tensor that has no sharding.
    pub(crate) fn no_sharding(name: &str) -> Self {
        let message =
            format!("{name} has no sharding: no annotation reaches it, so every device holds all of it");
        Self::without_names(message)
    }
}

impl fmt::Display for Unanswerable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Unanswerable {}

/// Where a value of a program is annotated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ValueSite {
    /// An argument of the main function, by its position.
    Argument(usize),
    /// A result of the main function, by its position.
    Result(usize),
    /// A value by its name in the text.
    Value(ValueName),
}

/// A value with its type and its sharding.
#[derive(Clone, Debug)]
pub struct ShardedSite {
    /// Where it is annotated.
    pub site: ValueSite,
    /// Its global shape.
    pub shape: Vec<u64>,
    /// Its element type as text.
    pub element: String,
    /// Its sharding and the mesh of that; `None` if nothing propagated to it.
    pub sharding: Option<(Mesh, TensorSharding)>,
}

/// Answers questions about a traced run.
pub struct Answers<'a> {
    pub(crate) labels: Labels<'a>,
    sources: OnceCell<SourceFinder<'a>>,
    pub(crate) explainer: Explainer<'a>,
    ops: &'a [OpId],
    tensors: &'a [Option<TensorId>],
    results: &'a [TensorId],
    main: Option<OpId>,
    /// Ops without a factor rule.
    unknown: &'a [OpId],
    boundary: usize,
    /// Whether each tensor has an annotation in the text.
    annotated: Vec<bool>,
    /// Whether propagation changed the sharding of each tensor.
    changed: Vec<bool>,
}

impl<'a> Answers<'a> {
    /// Creates the explainer of a prepared module and its run. `names` are the names in the original text.
    pub fn new(
        module: &'a Module,
        source: &'a Source,
        names: &'a TextNames,
        run: &'a mut Run,
        trace: &'a Trace,
    ) -> Self {
        let labels = Labels::new(module, source, names, &run.problem);
        let boundary = run.problem.problem.boundary.len();
        let annotated =
            run.problem.problem.tensors.ids().map(|tensor| run.problem.is_annotated(tensor)).collect();
        let changed =
            run.problem.problem.tensors.ids().map(|tensor| run.problem.is_changed(tensor)).collect();
        let problem = &mut run.problem;
        Self {
            labels,
            sources: OnceCell::new(),
            explainer: Explainer::new(&mut problem.problem, trace),
            ops: &problem.ops,
            tensors: &problem.tensors,
            results: &problem.results,
            main: problem.main,
            unknown: &problem.unknown,
            boundary,
            annotated,
            changed,
        }
    }

    /// The tensors with a name: several if a function is called several times.
    pub fn find(&self, name: &str) -> Result<Vec<TensorId>, Unanswerable> {
        Names::new(&self.labels, self.tensors, self.results, self.main).find(name)
    }

    /// Resolves a dimension, which counts from the end if it is negative.
    pub fn dim(&self, tensor: TensorId, dim: i64) -> Result<usize, Unanswerable> {
        let rank = self.shape(tensor).len();
        let index = if dim < 0 { dim.checked_add_unsigned(rank as u64) } else { Some(dim) };
        let index = index.and_then(|index| usize::try_from(index).ok()).filter(|&index| index < rank);
        index.ok_or_else(|| self.no_such_dim(tensor))
    }

    fn no_such_dim(&self, tensor: TensorId) -> Unanswerable {
        let (name, rank) = (self.labels.tensor(tensor), self.shape(tensor).len());
        let plural = if rank == 1 { "" } else { "s" };
        let message = format!(
            "dimension out of range: {name} has {rank} dimension{plural}; count from 0, or from -1 at the end"
        );
        Unanswerable::without_names(message)
    }

    /// Where a tensor is annotated, with its type and its sharding.
    pub fn site(&self, tensor: TensorId) -> Result<ShardedSite, Unanswerable> {
        let module = self.labels.module;
        let site = match (self.labels.result(tensor), self.labels.value_of(tensor)) {
            (Some(index), _) => Some(ValueSite::Result(index)),
            (None, Some(value)) => {
                let arguments = self.main.map_or(&[][..], |main| module.func_args(main));
                let argument = arguments.iter().position(|&argument| argument == value);
                let name = module.value(value).name();
                let named = (!name.span.is_empty()).then_some(ValueSite::Value(name));
                argument.map(ValueSite::Argument).or(named)
            }
            (None, None) => None,
        };
        let site = site.ok_or_else(|| {
            let message = format!("{} is not a value of the text", self.labels.tensor(tensor));
            Unanswerable::without_names(message)
        })?;
        let problem = self.explainer.problem();
        let sharding = problem.tensors[tensor].sharding.map(|id| problem.sharding_of(id));
        let sharding =
            sharding.map(|sharding| (problem.meshes.get(sharding.mesh()).clone(), sharding.clone()));
        Ok(ShardedSite { site, shape: self.shape(tensor), element: self.element(tensor), sharding })
    }

    /// The value that the main function returns as a result.
    fn returned(&self, tensor: TensorId) -> Option<ValueId> {
        let index = self.labels.result(tensor)?;
        let problem = self.explainer.problem();
        let of = problem.boundary.get(index).and_then(|op| problem.slots(op).first())?;
        self.labels.value_of(of.tensor)
    }

    /// The element type of a tensor.
    pub(crate) fn element(&self, tensor: TensorId) -> String {
        let module = self.labels.module;
        let value = self.labels.value_of(tensor).or_else(|| self.returned(tensor));
        let tensor = value.and_then(|value| module.context.tensor(module.type_of(value)));
        tensor.map(|tensor| partita_mlir::type_text(&module.context, tensor.element)).unwrap_or_default()
    }

    fn tensor_text(&self, tensor: TensorId, notation: Notation) -> String {
        let problem = self.explainer.problem();
        let sharding = problem.tensors[tensor].sharding.map(|id| problem.sharding_of(id));
        self.typed(tensor, sharding, notation, ", not sharded")
    }

    /// The type of a tensor with a sharding, or with `none` if there is no sharding.
    pub(crate) fn typed(
        &self,
        tensor: TensorId,
        sharding: Option<&TensorSharding>,
        notation: Notation,
        none: &str,
    ) -> String {
        let (element, shape) = (self.element(tensor), self.shape(tensor));
        let problem = self.explainer.problem();
        match sharding {
            Some(sharding) => {
                MeshSharding::of(&problem.meshes, sharding).tensor_text(notation, &element, &shape)
            }
            None => {
                let sizes: Vec<String> = shape.iter().map(u64::to_string).collect();
                format!("{element}[{}]{none}", sizes.join(","))
            }
        }
    }

    /// Where the data of a tensor is: type and axes without openness, priorities and explicitly replicated axes; the
    /// local shape; and the type alone.
    pub(crate) fn placement(&self, tensor: TensorId, notation: Notation) -> (String, Vec<u64>, String) {
        let (element, shape) = (self.element(tensor), self.shape(tensor));
        let sizes: Vec<String> = shape.iter().map(u64::to_string).collect();
        let plain = format!("{element}[{}]", sizes.join(","));
        let problem = self.explainer.problem();
        let Some(sharding) = problem.tensors[tensor].sharding.map(|id| problem.sharding_of(id)) else {
            return (plain.clone(), shape, plain);
        };
        let mesh = problem.meshes.get(sharding.mesh());
        let mut parts = sharding.parts();
        parts.replicated.clear();
        for dim in &mut parts.dims {
            (dim.openness, dim.priority) = (partita_mesh::Openness::Closed, None);
        }
        let local = sharding.local_shape(&shape);
        let placed = partita_mesh::TensorSharding::new(sharding.mesh(), mesh, parts);
        let placed = placed.as_ref().unwrap_or(sharding);
        (self.typed(tensor, Some(placed), notation, ""), local, plain)
    }

    fn check_dim(&self, tensor: TensorId, dim: usize) -> Result<(), Unanswerable> {
        if dim < self.shape(tensor).len() { Ok(()) } else { Err(self.no_such_dim(tensor)) }
    }

    /// A value with a name in the file, and its sharding. A data-flow edge with the name and sharding of its input is omitted.
    pub(crate) fn listed_value(&self, value: ValueId) -> Option<ShardedValue> {
        let view = self.sharded_value(value)?;
        let behind = self.labels.behind(value).and_then(|value| self.sharded_value(value));
        let is_same = |other: ShardedValue| other.name == view.name && other.sharding == view.sharding;
        (!behind.is_some_and(is_same)).then_some(view)
    }

    /// A value with a name in the file, and its sharding.
    fn sharded_value(&self, value: ValueId) -> Option<ShardedValue> {
        let module = self.labels.module;
        if module.value(value).span.is_empty() {
            return None;
        }
        let tensor = self.tensors[value.index()]?;
        let label = self.labels.value(value)?;
        let problem = self.explainer.problem();
        let sharding = problem.tensors[tensor].sharding.map(|id| problem.sharding_of(id));
        let shape = self.shape(tensor);
        Some(ShardedValue {
            name: label.to_string(),
            r#type: partita_mlir::type_text(&module.context, module.type_of(value)),
            sharding: sharding.map(|sharding| problem.meshes.to_spec(sharding).to_string()),
            short: self.short(tensor),
            notation: self.in_notation(tensor),
            local_shape: sharding.map_or_else(|| shape.clone(), |sharding| sharding.local_shape(&shape)),
        })
    }

    /// The sharding of a tensor, if it has one.
    pub(crate) fn sharding_of(&self, tensor: TensorId) -> Option<&TensorSharding> {
        let problem = self.explainer.problem();
        problem.tensors[tensor].sharding.map(|id| problem.sharding_of(id))
    }

    /// The mesh of a sharding, and the sharding as it is written.
    pub(crate) fn written_sharding(&self, sharding: &TensorSharding) -> (&Mesh, ShardingSpec) {
        let meshes = &self.explainer.problem().meshes;
        (meshes.get(sharding.mesh()), meshes.to_spec(sharding))
    }

    /// The tensor of a value, if it has one.
    pub(crate) fn tensor_of(&self, value: ValueId) -> Option<TensorId> {
        self.tensors[value.index()]
    }

    /// The results of the main function.
    pub(crate) fn results(&self) -> &'a [TensorId] {
        self.results
    }

    /// Whether a named value is in the main function.
    pub(crate) fn is_in_main(&self, value: ValueId) -> bool {
        self.labels.value(value).is_some_and(|label| label.function.is_none())
    }

    /// The source of the sharding of a tensor.
    pub(crate) fn mark(&self, tensor: TensorId) -> Mark {
        match (self.annotated[tensor.index()], self.changed[tensor.index()]) {
            (true, false) => Mark::Given,
            (true, true) => Mark::Extended,
            (false, _) => Mark::Propagated,
        }
    }

    /// Type and sharding of a tensor in short notation, and the sharding in sdy notation.
    pub(crate) fn described(&self, tensor: TensorId) -> (String, Option<String>) {
        let problem = self.explainer.problem();
        let sharding = problem.tensors[tensor].sharding.map(|id| problem.sharding_of(id));
        (self.short(tensor), sharding.map(|sharding| problem.meshes.to_spec(sharding).to_string()))
    }

    /// The picture of a tensor on its mesh; fails for a tensor without a mesh.
    pub fn draw(&self, tensor: TensorId) -> Result<DrawView, Unanswerable> {
        let name = self.labels.tensor(tensor);
        let problem = self.explainer.problem();
        let Some(sharding) = problem.tensors[tensor].sharding.map(|id| problem.sharding_of(id)) else {
            return Err(Unanswerable::no_sharding(&name));
        };
        let mesh = problem.meshes.get(sharding.mesh());
        let view = DrawView::new(&self.element(tensor), &self.shape(tensor), mesh, sharding);
        let reference = problem.meshes.reference(sharding.mesh());
        Ok(view.with_name(name).with_notation(self.labels.notation()).with_mesh(reference))
    }

    /// Explains the sharding of a value, in all dimensions or in one.
    pub fn why(
        &mut self,
        tensor: TensorId,
        dim: Option<usize>,
        tables: bool,
    ) -> Result<WhyView, Unanswerable> {
        if let Some(dim) = dim {
            self.check_dim(tensor, dim)?;
        }
        let mut view = self.explanation(tensor, dim, usize::MAX);
        if tables {
            view.tables = self.tables(tensor);
        }
        Ok(view)
    }

    /// Explains why a dimension of a value is not sharded along an axis.
    pub fn why_not(&mut self, tensor: TensorId, dim: usize, axis: &str) -> Result<WhyNotView, Unanswerable> {
        self.check_dim(tensor, dim)?;
        let place = TensorDim { tensor, dim };
        let (mesh, wanted) = self.axis(tensor, axis)?;
        let present = self.explainer.axes(place).iter().any(|have| have.contains(wanted));
        let own = if present { None } else { self.own_reason(place, wanted) };
        let blames = if present { Vec::new() } else { self.explainer.why_not(place, wanted) };
        let is_open = blames.is_empty() && own.is_none() && !present;
        let without_rule = if is_open { self.barriers(place, wanted) } else { Vec::new() };
        let elsewhere =
            if is_open && without_rule.is_empty() { self.users_of(mesh, wanted) } else { Vec::new() };
        Ok(WhyNotView {
            value: self.labels.tensor(tensor),
            short: self.short(tensor),
            notation: self.in_notation(tensor),
            dim,
            axis: axis.to_string(),
            present,
            own,
            blames: blames.iter().map(|blame| self.blame_view(blame)).collect(),
            without_rule,
            elsewhere,
        })
    }

    /// The ops without a rule that keep an axis from a dimension.
    fn barriers(&self, place: TensorDim, axis: AxisRef) -> Vec<BarrierView> {
        let (module, problem) = (self.labels.module, self.explainer.problem());
        let found = unruled::find_barriers(module, problem, (self.tensors, self.unknown), place, axis);
        let view = |barrier: Barrier| BarrierView {
            op: partita_hlo::propagation::kind_of(module, barrier.op),
            place: self.labels.place(barrier.op),
            from: self.labels.tensor(barrier.from.tensor),
            from_dim: barrier.from.dim,
        };
        found.into_iter().map(view).collect()
    }

    /// Finds an axis by name, in the mesh of a tensor or, if it has none, in any mesh.
    fn axis(&self, tensor: TensorId, name: &str) -> Result<(MeshId, AxisRef), Unanswerable> {
        let problem = self.explainer.problem();
        let meshes: Vec<MeshId> = match self.mesh(tensor) {
            Some((id, _)) => vec![id],
            None => problem.meshes.ids().collect(),
        };
        let (axis_name, sub_axis) = name.split_once(":(").unwrap_or((name, ""));
        for &id in &meshes {
            let mesh = problem.meshes.get(id);
            let Some(axis) = mesh.find(axis_name) else { continue };
            if sub_axis.is_empty() {
                return Ok((id, mesh.axis(axis)));
            }
            let numbers = sub_axis
                .split_once(')')
                .and_then(|(pre, size)| Some((pre.parse().ok()?, size.parse().ok()?)));
            return match numbers.and_then(|(pre, size)| mesh.part(axis, pre, size)) {
                Some(part) => Ok((id, part)),
                None => {
                    let message =
                        format!("{name} is not a sub-axis of \"{axis_name}\"; write a sub-axis as x:(1)2");
                    Err(Unanswerable::without_names(message))
                }
            };
        }
        let axes = |id: &MeshId| {
            let mesh = problem.meshes.get(*id);
            mesh.axes().iter().map(|axis| axis.name().to_string()).collect::<Vec<_>>()
        };
        let known = meshes.iter().flat_map(axes).collect();
        let (message, asked) = (format!("no mesh has an axis \"{axis_name}\""), axis_name.to_string());
        Err(Unanswerable { message, asked, known })
    }

    /// The reason in the sharding of a tensor itself, if there is one.
    fn own_reason(&self, place: TensorDim, axis: AxisRef) -> Option<String> {
        let problem = self.explainer.problem();
        let sharding = problem.sharding_of(problem.tensors[place.tensor].sharding?);
        let name = self.axis_name(place.tensor, axis);
        if sharding.replicated_axes().iter().any(|other| other.overlaps(axis)) {
            return Some(format!("{name} is explicitly replicated in its sharding"));
        }
        if sharding.unreduced_axes().iter().any(|other| other.overlaps(axis)) {
            return Some(format!("it is unreduced along {name}"));
        }
        let used = |dim: &partita_mesh::DimSharding| dim.axes.iter().any(|other| other.overlaps(axis));
        if let Some(dim) = sharding.dims().iter().position(used) {
            return Some(format!("{name} shards its dimension {dim}"));
        }
        let closed = sharding.dims().get(place.dim)?.openness == partita_mesh::Openness::Closed;
        closed.then(|| "the dimension is closed in its sharding".to_string())
    }

    /// The first few values that are sharded along an axis.
    fn users_of(&self, mesh: MeshId, axis: AxisRef) -> Vec<String> {
        const MOST: usize = 8;
        let problem = self.explainer.problem();
        let mut found = Vec::new();
        for (tensor, data) in problem.tensors.iter() {
            let Some(sharding) = data.sharding.map(|id| problem.sharding_of(id)) else { continue };
            if sharding.mesh() != mesh {
                continue;
            }
            let has = |dim: &partita_mesh::DimSharding| dim.axes.iter().any(|other| other.overlaps(axis));
            if let Some(dim) = sharding.dims().iter().position(has) {
                found.push(format!("{} dimension {dim}", self.labels.tensor(tensor)));
            }
            if found.len() == MOST {
                break;
            }
        }
        found
    }

    /// All conflicts between the tensors of an op, which require communication.
    pub fn conflicts(&mut self) -> Vec<BlameView> {
        self.all_conflicts()
    }

    /// Where ops come from in the user's own program.
    fn sources(&self) -> &SourceFinder<'a> {
        self.sources.get_or_init(|| SourceFinder::new(self.labels.module, self.labels.source))
    }

    /// The steps in which the op that defines a tensor changed a sharding, each as two tables.
    fn tables(&mut self, tensor: TensorId) -> Vec<String> {
        let Some(cause) = self.maker(tensor) else { return Vec::new() };
        let mut tables = Vec::new();
        let mut steps = self.explainer.steps_of(cause);
        if steps.is_empty() {
            let end = self.explainer.end();
            steps.push((end, end));
        }
        for (before, after) in steps {
            let Some(first) = self.explainer.table(cause, before) else { continue };
            let mut text = String::new();
            let (op, place) = self.cause(cause);
            let _ = writeln!(text, "{op} ({place}), rule {}", first.rule);
            text.push_str(&self.table_text(cause, &first, None));
            if after > before
                && let Some(second) = self.explainer.table(cause, after)
            {
                text.push_str("after the step (new axes in *stars*):\n");
                text.push_str(&self.table_text(cause, &second, Some(&first)));
            }
            tables.push(text);
        }
        tables
    }

    /// The op that defines a tensor.
    fn maker(&self, tensor: TensorId) -> Option<Cause> {
        if let Some(index) = self.labels.result(tensor).filter(|index| *index < self.boundary) {
            return Some(Cause::Boundary(index as u32));
        }
        let problem = self.explainer.problem();
        let made = |op: &partita_propagate::ProblemOp| {
            let rule = op.rule.map(|rule| problem.rule_of(rule));
            rule.is_some_and(|rule| {
                problem.slots(op)[rule.operands.len()..].iter().any(|slot| slot.tensor == tensor)
            })
        };
        problem.ops.iter().find(|(_, op)| made(op)).map(|(id, _)| Cause::Op(id))
    }

    /// Renders a factor table as in Shardy's documentation: rows are tensors, columns are factors, then explicitly replicated axes.
    fn table_text(&self, cause: Cause, table: &FactorTable, before: Option<&FactorTable>) -> String {
        let problem = self.explainer.problem();
        let op = match cause {
            Cause::Op(id) => &problem.ops[id],
            Cause::Boundary(index) => &problem.boundary[index as usize],
            Cause::Group(_) | Cause::Annotation => return String::new(),
        };
        let mesh = table.mesh.map(|mesh| problem.meshes.get(mesh));
        let names = |axes: &[AxisRef], old: &[AxisRef]| -> String {
            let spell = |axis: &AxisRef| {
                let name = mesh.map_or_else(String::new, |mesh| notation::axes_notation(mesh, &[*axis]));
                if old.contains(axis) { format!("\"{name}\"") } else { format!("*\"{name}\"*") }
            };
            axes.iter().map(spell).collect::<Vec<_>>().join(", ")
        };
        let mut out = Table::default();
        let sizes = table.rule.factor_sizes.iter().enumerate();
        let head = sizes.map(|(factor, size)| format!("F{factor} ({}={size})", FactorId::from_index(factor)));
        out.row(std::iter::once(String::new()).chain(head).chain(["explicitly replicated".to_string()]));
        for (slot, row) in table.rows.iter().enumerate() {
            let name = self.labels.tensor(problem.slots(op)[slot].tensor);
            let mut cells = vec![format!("T{slot} = {name}")];
            for (factor, cell) in row.iter().enumerate() {
                let old = match before {
                    Some(before) => before.rows[slot][factor].clone().unwrap_or_default(),
                    None => cell.clone().unwrap_or_default(),
                };
                cells.push(cell.as_ref().map_or_else(|| "N".to_string(), |axes| names(axes, &old)));
            }
            cells.push(names(&table.barred[slot], &table.barred[slot]));
            out.row(cells);
        }
        out.render("  ")
    }
}

impl<'a> Explains<'a> for Answers<'a> {
    fn explainer(&self) -> &Explainer<'a> {
        &self.explainer
    }

    fn explainer_mut(&mut self) -> &mut Explainer<'a> {
        &mut self.explainer
    }

    fn tensor_name(&self, tensor: TensorId) -> String {
        self.labels.tensor(tensor)
    }

    fn is_annotated(&self, tensor: TensorId) -> bool {
        self.annotated[tensor.index()]
    }

    fn cause_source(&self, cause: Cause) -> (Option<usize>, SourceView) {
        let Cause::Op(id) = cause else { return (None, SourceView::default()) };
        let (_, op) = self.labels.op_name(self.ops[id.index()]);
        let line = self.labels.source.position(self.labels.module.op(op).span.start).line;
        (Some(line), self.sources().of(op))
    }

    fn shape(&self, tensor: TensorId) -> Vec<u64> {
        let value = self.labels.value_of(tensor).or_else(|| self.returned(tensor));
        let module = self.labels.module;
        let tensor = value.and_then(|value| module.context.tensor(module.type_of(value)));
        tensor.and_then(|tensor| tensor.static_shape()).unwrap_or_default()
    }

    fn short(&self, tensor: TensorId) -> String {
        self.tensor_text(tensor, Notation::Short)
    }

    fn in_notation(&self, tensor: TensorId) -> Option<String> {
        let notation = self.labels.notation();
        (notation != Notation::Short).then(|| self.tensor_text(tensor, notation))
    }

    fn cause(&self, cause: Cause) -> (String, String) {
        match cause {
            Cause::Op(id) => {
                let (name, op) = self.labels.op_name(self.ops[id.index()]);
                (name, self.labels.place(op))
            }
            Cause::Boundary(_) => ("func.return".into(), "the main function's results".into()),
            Cause::Group(_) => ("sdy.sharding_group".into(), "its sharding group".into()),
            Cause::Annotation => ("annotation".into(), String::new()),
        }
    }

    fn tensor_place(&self, tensor: TensorId) -> String {
        let source = self.labels.source;
        let Some(value) = self.labels.value_of(tensor) else { return "the main function's results".into() };
        let data = self.labels.module.value(value);
        let span = match data.definition {
            Definition::Result { op, .. } if data.span.is_empty() => self.labels.module.op(op).span,
            _ => data.span,
        };
        let at = source.position(span.start);
        format!("{}:{}:{}", source.name(), at.line, at.column)
    }

    fn local_bytes(&self, tensor: TensorId) -> u64 {
        let shape = self.shape(tensor);
        let problem = self.explainer.problem();
        let sharding = problem.tensors[tensor].sharding.map(|id| problem.sharding_of(id));
        let local = sharding.map_or_else(|| shape.clone(), |sharding| sharding.local_shape(&shape));
        let module = self.labels.module;
        let ty = self.labels.value_of(tensor).map(|value| module.type_of(value));
        let element = ty.and_then(|ty| module.context.tensor(ty)).map(|tensor| tensor.element);
        let bits = element.and_then(|element| module.element_bits(element)).unwrap_or(0);
        local.iter().fold(bits, |all, &size| all.saturating_mul(size)).div_ceil(8)
    }
}
