//! The price of a plan: the program with its annotations is propagated, partitioned and costed, as `hlo` does it.

use partita_cost::{Machine, Overlap};
use partita_hlo::rules::Compat;
use partita_partition::Arguments;
use partita_propagate::Options;

use super::{Annotations, Given};
use crate::hlo::{Partitioned, Partitioning, Program, Propagation, StepCostView};
use crate::{Error, Watch};

/// What a plan is priced on. Start with [`Pricing::new`] and set individual fields.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Pricing<'a> {
    /// The hardware.
    pub machine: &'a Machine,
    /// Which communication is hidden behind computation.
    pub overlap: Overlap,
    /// Whether the buffers of arguments may hold results.
    pub arguments: Arguments,
    /// How shardings propagate.
    pub propagation: Propagation<'a>,
    /// How the program is partitioned.
    pub partitioning: Partitioning<'a>,
}

impl<'a> Pricing<'a> {
    /// The default of every option, on a machine.
    pub fn new(machine: &'a Machine) -> Self {
        let propagation = Propagation::default().options(Options::default()).compat(Compat::Full);
        Self {
            machine,
            overlap: Overlap::Streams,
            arguments: Arguments::Kept,
            propagation,
            partitioning: Partitioning::default().machine(Some(machine)),
        }
    }
}

/// A partitioned plan and its cost.
#[derive(Debug)]
pub struct Priced {
    /// The time of a step and the peak memory, with their parts.
    pub cost: StepCostView,
    /// The local program.
    pub partitioned: Partitioned,
}

impl Annotations {
    /// The price of the program with exactly these annotations. Stages: those of propagation, partitioning and cost.
    pub fn price(
        &self,
        program: &Program,
        pricing: &Pricing<'_>,
        watch: &mut dyn Watch,
    ) -> Result<Priced, Error> {
        price(self.apply(program, Given::Removed), pricing, watch)
    }
}

/// The price of a program as it is annotated.
pub fn price(program: Program, pricing: &Pricing<'_>, watch: &mut dyn Watch) -> Result<Priced, Error> {
    let Pricing { machine, overlap, arguments, propagation, partitioning } = pricing;
    let partitioned = program.propagate(propagation, watch)?.partition(partitioning, watch)?;
    let cost = partitioned.cost(machine, *overlap, *arguments, watch);
    Ok(Priced { cost, partitioned })
}
