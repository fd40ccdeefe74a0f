//! Measures the cost table of the library on this machine.

use partita_ckks::plan::{CostRow, CostTable};
use partita_engine::ckks::{CkksParams, LattigoSettings, Safety, Timed, measure_bootstrap, measure_ops};

use super::ring_plan::ring_work;
use crate::watch::run_stage;
use crate::{Error, Watch};

/// What is measured. Take the default and set what differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Measuring {
    /// The ring has degree 2 to this power.
    pub log_n: u32,
    /// The levels of a ciphertext.
    pub levels: u32,
    /// How many times each op is run; the shortest time counts.
    pub repeats: usize,
    /// Whether bootstraps are measured too; otherwise their time is scaled from that of the default table.
    pub bootstraps: bool,
}

partita_base::setters! { Measuring { log_n: u32, levels: u32, repeats: usize, bootstraps: bool } }

impl Default for Measuring {
    fn default() -> Self {
        Self { log_n: 14, levels: 7, repeats: 10, bootstraps: false }
    }
}

/// Measures the processor time of every op, at the lowest, the middle and the highest level. Stages: `measure ops`,
/// `measure bootstraps`.
pub fn measure_costs(
    library: &LattigoSettings,
    measuring: &Measuring,
    watch: &mut dyn Watch,
) -> Result<CostTable, Error> {
    let Measuring { log_n, levels, repeats, bootstraps } = *measuring;
    let levels = levels.max(1);
    let params = CkksParams::in_ring(log_n, levels, Safety::Standard);
    params.check(Safety::Standard)?;
    let mut measured = vec![1, levels.div_ceil(2), levels];
    measured.dedup();
    let ops = run_stage(watch, "measure ops", || measure_ops(library, &params, &measured, repeats))?;
    let time = |op: Timed, level: u32| {
        ops.iter().find(|row| (row.op, row.level) == (op, level)).map_or(0.0, |row| row.milliseconds)
    };
    let rows = measured.into_iter().map(|level| CostRow {
        level,
        rotate: time(Timed::Rotate, level),
        mul_plain: time(Timed::MulPlain, level),
        mul: time(Timed::Mul, level),
        add: time(Timed::Add, level),
        rescale: time(Timed::Rescale, level),
    });
    let known = CostTable::default();
    let bootstrap = if bootstraps {
        // Only its time is of interest, which does not depend on security.
        let params = CkksParams::in_ring(log_n, levels, Safety::InsecureTest);
        let primes = params.bootstrap_primes(Safety::InsecureTest)?;
        let one = || measure_bootstrap(library, &params, &primes, 1);
        run_stage(watch, "measure bootstraps", one)?.milliseconds
    } else {
        known.bootstrap * ring_work(log_n) / ring_work(known.log_n)
    };
    Ok(CostTable { rows: rows.collect(), bootstrap, levels, log_n })
}
