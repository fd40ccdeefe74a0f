//! Everything about a program that a comparison needs.

use partita_mesh::Mesh;
use partita_partition::{Arguments, estimate_memory};
use partita_report::ProgramOutline;

use super::{Partitioning, Program, Propagation};
use crate::watch::run_stage;
use crate::{Error, Watch};

impl Program {
    /// Propagates and partitions the program: its shardings, its collectives and the peak memory of a device, for
    /// [`DiffView`](crate::report::DiffView). Stages: `prepare`, `propagate`, `partition`, `memory`.
    pub fn outline(
        self,
        propagation: &Propagation<'_>,
        partitioning: &Partitioning<'_>,
        watch: &mut dyn Watch,
    ) -> Result<ProgramOutline, Error> {
        let name = self.source.name().to_string();
        let propagated = self.propagate(propagation, watch)?;
        let values = propagated.solution.borrow_mut().outline(&propagated.program.source);
        let partitioned = propagated.partition(partitioning, watch)?;
        let module = &partitioned.local.module;
        let memory = run_stage(watch, "memory", || estimate_memory(module, Arguments::Kept));
        let axes = |mesh: Mesh| {
            mesh.axes().iter().map(|axis| (axis.name().to_string(), axis.size())).collect::<Vec<_>>()
        };
        let mesh = Mesh::from_spec(&partitioned.local.interface.mesh).map(axes).unwrap_or_default();
        Ok(ProgramOutline { name, mesh, values, comms: partitioned.comms(), peak: memory.peak })
    }
}
