//! Checks the axis lists of collectives.

use partita_base::{Diagnostic, Diagnostics, Severity, Symbol, code};
use partita_ir::OpId;
use partita_mesh::spec::{AxisSpec, DimSpec, ShardingSpec};
use partita_mesh::text::{AxisList, ShardingSpans};
use partita_mesh::{AxisRef, Mesh, MeshId, ShardingError, ShardingPart, Subject, TensorSharding};

use super::Sdy;

impl Sdy<'_> {
    /// The axes of an attribute, list by list; reports every error.
    ///
    /// Axis lists follow the rules of a sharding whose dimensions they are: each axis exists and appears
    /// once, sub-axes do not overlap, and adjacent ones are merged.
    pub(super) fn resolve_axes<'a>(
        &self,
        id: OpId,
        attr: Symbol,
        mesh: MeshId,
        lists: impl IntoIterator<Item = &'a [AxisSpec]>,
        sink: &mut Diagnostics,
    ) -> Option<Vec<Vec<AxisRef>>> {
        // A mesh of a single device has no axes.
        let empty = Mesh::empty();
        let mesh_of_axes = if self.meshes.get(mesh).is_maximal() { &empty } else { self.meshes.get(mesh) };
        let mut spec = ShardingSpec::new("", lists.into_iter().map(|list| DimSpec::closed(list.to_vec())));
        self.normalise_full_axes(id, attr, mesh_of_axes, &mut spec, sink);
        match TensorSharding::resolve(&spec, mesh, mesh_of_axes, Subject::Unknown) {
            Ok(sharding) => Some(sharding.dims().iter().map(|dim| dim.axes.clone()).collect()),
            Err(errors) => {
                errors.iter().for_each(|error| sink.push(self.axes_fault(id, attr, error, sink)));
                None
            }
        }
    }

    fn axes_fault(&self, id: OpId, attr: Symbol, error: &ShardingError, sink: &Diagnostics) -> Diagnostic {
        let span = |place| match place {
            ShardingPart::DimAxis(list, i) => self.axis_place(id, attr, list, i, sink),
            _ => self.module.attr_span(id, attr),
        };
        let mut fault = error.to_diagnostic(&ShardingSpans::default());
        fault.span = span(error.place());
        for (label, place) in fault.labels.iter_mut().zip(error.first()) {
            label.span = span(place);
        }
        if let ShardingError::AxisReused { axis, .. } = error {
            fault.message = format!("axis {axis} is listed more than once");
            fault.help = Some("list each axis once".into());
        }
        fault
    }

    /// Replaces `"x":(1)n` by `"x"` if that is the full axis, with a warning. Unlike in a sharding it is
    /// accepted here, but it is not the canonical spelling.
    fn normalise_full_axes(
        &self,
        id: OpId,
        attr: Symbol,
        mesh: &Mesh,
        spec: &mut ShardingSpec,
        sink: &mut Diagnostics,
    ) {
        for (d, dim) in spec.dims.iter_mut().enumerate() {
            for (i, axis) in dim.axes.iter_mut().enumerate() {
                let is_full = mesh.resolve_axis(axis).is_some_and(|axis| mesh.is_full_axis(axis));
                if is_full && axis.part.is_some_and(|part| part.size > 1) {
                    let place = ShardingPart::DimAxis(d, i);
                    let error = ShardingError::SubAxisIsFullAxis { place, axis: axis.clone() };
                    let fault = self.axes_fault(id, attr, &error, sink);
                    sink.push(Diagnostic { severity: Severity::Warning, ..fault });
                    axis.part = None;
                }
            }
        }
    }

    /// Reports the first axis of a list that is not in the order of the mesh.
    pub(super) fn check_axis_order(
        &self,
        id: OpId,
        attr: Symbol,
        mesh: MeshId,
        axes: &[AxisRef],
        sink: &mut Diagnostics,
    ) {
        if let Some(i) = (1..axes.len()).find(|&i| axes[i] < axes[i - 1]) {
            let mesh = self.meshes.get(mesh);
            let (axis, before) = (mesh.axis_spec(axes[i]), mesh.axis_spec(axes[i - 1]));
            let message = format!("axis {axis} is listed after {before} but precedes it in the mesh");
            let span = self.axis_place(id, attr, 0, i, sink);
            let fault = Diagnostic::error(code::AXIS_ORDER, span, message);
            sink.push(fault.help(
                "list the axes in the order of the mesh, and the sub-axes of an axis from major to minor",
            ));
        }
    }

    /// A list of axes as it is written.
    pub(super) fn spell_axes(&self, mesh: MeshId, axes: &[AxisRef]) -> String {
        let mesh = self.meshes.get(mesh);
        let specs: Vec<AxisSpec> = axes.iter().map(|&axis| mesh.axis_spec(axis)).collect();
        AxisList(&specs).to_string()
    }
}

/// The axes of a sharding, for finding those that conflict with another axis.
pub(super) struct Used(Vec<AxisRef>);

impl Used {
    /// The given axes must not overlap.
    pub(super) fn new(axes: impl IntoIterator<Item = AxisRef>) -> Used {
        let mut axes: Vec<AxisRef> = axes.into_iter().collect();
        axes.sort_unstable();
        Used(axes)
    }

    /// The sub-axes of the same axis. There are few: each at least halves what is left for the others.
    fn parts(&self, axis: AxisRef) -> &[AxisRef] {
        let start = self.0.partition_point(|other| other.axis() < axis.axis());
        let len = self.0[start..].partition_point(|other| other.axis() == axis.axis());
        &self.0[start..start + len]
    }

    /// Whether an axis overlaps one of these.
    pub(super) fn overlaps(&self, axis: AxisRef) -> bool {
        self.parts(axis).iter().any(|other| axis.overlaps(*other))
    }

    /// An axis of the sharding that cannot be used beside the given one.
    pub(super) fn conflicting(&self, axis: AxisRef) -> Option<AxisRef> {
        self.parts(axis).iter().copied().find(|other| !axis.can_coexist(*other))
    }
}
