//! The estimated times of a step at the rows of the program.

use serde::Serialize;

use super::model::ExplorerView;
use crate::StepCostView;
use crate::cost::picoseconds;

/// Kernels as columns.
#[derive(Clone, Debug, Default, Serialize)]
struct Kernels {
    row: Vec<i64>,
    kind: Vec<u32>,
    /// Picoseconds of all executions.
    time: Vec<u64>,
}

/// Times in picoseconds; those of collectives are beside their bytes.
#[derive(Clone, Debug, Serialize)]
pub(super) struct TimeData {
    hardware: String,
    overlap: &'static str,
    step: u64,
    compute: u64,
    communication: u64,
    exposed: u64,
    host: u64,
    kernels: Kernels,
}

impl ExplorerView {
    /// Adds the times of `partita cost`. The costs are added before.
    pub fn add_times(&mut self, cost: &StepCostView) {
        let mut kernels = Kernels::default();
        for task in cost.tasks.iter().filter(|task| !task.is_collective) {
            kernels.row.push(self.row_number(Some(task.span)));
            kernels.kind.push(self.strings.add(task.kind));
            kernels.time.push(task.picoseconds);
        }
        let time = &cost.time;
        let data = TimeData {
            hardware: cost.hardware.clone(),
            overlap: cost.overlap,
            step: picoseconds(cost.step_seconds),
            compute: picoseconds(time.compute),
            communication: picoseconds(time.communication),
            exposed: picoseconds(time.exposed_communication),
            host: picoseconds(time.host),
            kernels,
        };
        if let Some(costs) = &mut self.costs {
            costs.times = Some(data);
        }
    }
}
