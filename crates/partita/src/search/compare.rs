//! The plans that people write by hand, and the annotations of the program itself, priced as the plan of the search is.

use partita_ir::{Definition, OpCode};
use partita_mesh::{Mesh, MeshId};
use partita_report::PlanRowView;

use super::annotate::AnnotatedPlan;
use super::evaluate::{Evaluator, EvaluatorParts, propagate};
use super::versions::NewVersions;
use crate::hlo::Program;
use crate::plans::{Annotations, Given, Structure, baselines};

/// The name of the plan that the program has.
pub(super) const ANNOTATED: &str = "as annotated";
/// The name of the plan without annotations.
pub(super) const REPLICATED: &str = "replicated";
/// Why a plan has no figures.
const NOT_PARTITIONED: &str = "the program cannot be partitioned";
pub(super) const NOT_TRIED: &str = "the time is over";
pub(super) const OTHER_MESH: &str = "the annotations are for another mesh";

/// What to compare. It can be sent to another thread, where it is compared while the search goes on.
pub(super) struct PlanComparison<'a> {
    /// The program with its annotations.
    pub(super) original: &'a Program,
    /// The program on the new mesh.
    pub(super) base: &'a Program,
    pub(super) mesh: MeshId,
    pub(super) given: Given,
    pub(super) versions: &'a NewVersions,
    pub(super) limit: u64,
    pub(super) parts: EvaluatorParts<'a>,
}

/// The plans that were compared.
#[derive(Default)]
pub(super) struct Compared {
    pub(super) rows: Vec<PlanRowView>,
    /// Those that may be the answer.
    pub(super) plans: Vec<(String, AnnotatedPlan)>,
    /// Whether the time was over before all were priced.
    pub(super) is_incomplete: bool,
}

impl PlanComparison<'_> {
    /// Prices all plans until the time is over.
    pub(super) fn run(&self, is_over: &dyn Fn() -> bool) -> Compared {
        let mut compared = Compared::default();
        let evaluator = self.parts.evaluator();
        self.add_annotated(&evaluator, is_over, &mut compared);
        self.add_replicated(&evaluator, is_over, &mut compared);
        let Ok(structure) = Structure::new(self.base) else { return compared };
        // The other plans are priced without the annotations that stay.
        let without_annotations = self.given == Given::Kept && Annotations::read(self.original).count() > 0;
        for each in baselines(self.base, &structure, self.mesh) {
            let (name, axes) = (each.name.into(), each.axes);
            let mut row = PlanRowView { name, axes, figures: None, reason: None, without_annotations };
            match each.plan {
                Ok(_) if is_over() => {
                    compared.is_incomplete = true;
                    row.reason = Some(NOT_TRIED.into());
                }
                Ok(annotations) => match evaluator.price(annotations.apply(self.base, Given::Removed)) {
                    Ok(evaluated) => {
                        row.figures = Some(evaluated.figures);
                        if self.given == Given::Removed {
                            let plan = AnnotatedPlan { annotations, evaluated };
                            compared.plans.push((each.name.into(), plan));
                        }
                    }
                    Err(_) => row.reason = Some(NOT_PARTITIONED.into()),
                },
                Err(none) => row.reason = Some(none.to_string()),
            }
            add_row(&mut compared.rows, row, self.limit);
        }
        compared
    }

    /// The annotations that the program has. They may be the answer if they are for the same mesh.
    fn add_annotated(&self, evaluator: &Evaluator<'_>, is_over: &dyn Fn() -> bool, compared: &mut Compared) {
        let annotations = Annotations::read(self.original);
        if annotations.count() == 0 {
            return;
        }
        let mut row = PlanRowView {
            name: ANNOTATED.into(),
            axes: String::new(),
            figures: None,
            reason: None,
            without_annotations: false,
        };
        if !self.is_for_the_mesh(&annotations) {
            row.reason = Some(OTHER_MESH.into());
        } else if is_over() {
            compared.is_incomplete = true;
            row.reason = Some(NOT_TRIED.into());
        } else {
            match evaluator.price(self.original.clone()) {
                Ok(priced) => {
                    row.figures = Some(priced.figures);
                    if self.may_answer(&annotations) {
                        let program = annotations.apply(self.base, Given::Removed);
                        if let Ok(evaluated) = evaluator.price(program) {
                            compared.plans.push((ANNOTATED.into(), AnnotatedPlan { annotations, evaluated }));
                        }
                    }
                }
                Err(_) => row.reason = Some(NOT_PARTITIONED.into()),
            }
        }
        compared.rows.push(row);
    }

    /// No annotations but those that stay: what is left open is replicated, or follows from them.
    fn add_replicated(&self, evaluator: &Evaluator<'_>, is_over: &dyn Fn() -> bool, compared: &mut Compared) {
        if is_over() {
            compared.is_incomplete = true;
        } else if let Ok(propagated) = propagate(self.base.clone(), &evaluator.propagation)
            && let Ok(sharded) = propagated.write().shard(evaluator.partitioning.pad_io)
            && self.versions.keep_shardings(&sharded)
            && let Ok(evaluated) = evaluator.price_sharded(sharded)
        {
            let annotations = Annotations::none(self.base);
            compared.plans.push((REPLICATED.into(), AnnotatedPlan { annotations, evaluated }));
        }
    }

    /// Whether the annotations are for the mesh of the search. On other devices the times mean something else.
    fn is_for_the_mesh(&self, annotations: &Annotations) -> bool {
        let wanted: &Mesh = &self.base.module.meshes().get(self.mesh).clone();
        let shardings = annotations.arguments.iter().chain(&annotations.results).flatten();
        let mut shardings = shardings.chain(annotations.constraints.iter().map(|(_, sharding)| sharding));
        shardings.all(|each| annotations.meshes.get(each.mesh()).same_axes(wanted))
    }

    /// Whether the annotations of the program can be written into the program on the new mesh: no
    /// annotated value is the result of a constraint, which the new program lacks.
    fn may_answer(&self, annotations: &Annotations) -> bool {
        let module = &self.original.module;
        let is_kept = |value| match module.value(value).definition {
            Definition::Result { op, .. } => {
                !matches!(module.op(op).name.code(), Some(OpCode::SdyShardingConstraint | OpCode::SdyReshard))
            }
            _ => true,
        };
        self.given == Given::Removed && annotations.constraints.iter().all(|(value, _)| is_kept(*value))
    }
}

/// Adds a row to a table. Of several with one name it has the fastest within the limit.
pub(super) fn add_row(rows: &mut Vec<PlanRowView>, row: PlanRowView, limit: u64) {
    let rank = |row: &PlanRowView| {
        row.figures.map(|figures| (figures.peak_bytes.saturating_sub(limit), figures.step_seconds))
    };
    match rows.iter_mut().find(|known| known.name == row.name) {
        Some(known) => {
            let is_better = match (rank(&row), rank(known)) {
                (Some(new), Some(old)) => new < old,
                (new, _) => new.is_some(),
            };
            if is_better {
                *known = row;
            }
        }
        None => rows.push(row),
    }
}
