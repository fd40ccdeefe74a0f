//! The objective of a plan: few rotations, or little time by a cost table.

use partita_base::code;
use serde_json::{Value, json};

use crate::linear::Cost;
use crate::{CkksError, CkksResult};

/// The milliseconds of each op at one level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CostRow {
    /// The level of the operand.
    pub level: u32,
    /// A rotation.
    pub rotate: f64,
    /// A product with a plaintext.
    pub mul_plain: f64,
    /// A product of ciphertexts.
    pub mul: f64,
    /// A sum.
    pub add: f64,
    /// A rescaling.
    pub rescale: f64,
}

/// Milliseconds of ops by level, and of a bootstrap.
#[derive(Clone, Debug, PartialEq)]
pub struct CostTable {
    /// One row per level, ascending.
    pub rows: Vec<CostRow>,
    /// Milliseconds of a bootstrap.
    pub bootstrap: f64,
    /// The level after a bootstrap.
    pub levels: u32,
    /// The ring that was measured has degree 2 to this power.
    pub log_n: u32,
}

impl Default for CostTable {
    /// Measured with Lattigo in a ring of degree 2^16 on two cores. The bootstrap is extrapolated: to ten
    /// levels it took 0.41, 0.95, 1.8, 3.5 and 8.2 seconds in rings of degree 2^11 to 2^15 (`cargo xtask
    /// lattigo --measure-bootstrap 11 12 13 14 15`), where its keys took 10 GB; the last doubling took 2.3
    /// times as long, so the next one is assumed to do the same.
    fn default() -> Self {
        let row = |level: u32, rotate: f64, mul_plain: f64, mul: f64, add: f64, rescale: f64| CostRow {
            level,
            rotate,
            mul_plain,
            mul,
            add,
            rescale,
        };
        CostTable {
            rows: vec![row(1, 46.0, 2.6, 60.0, 1.7, 9.0), row(10, 193.0, 13.0, 263.0, 8.7, 44.0)],
            bootstrap: 19_000.0,
            levels: 10,
            log_n: 16,
        }
    }
}

impl CostTable {
    /// Reads JSON: `{"bootstrap": 19000, "levels": 10, "log_n": 16, "rows": [{"level": 1, "rotate": 46, "mul_plain":
    /// 2.6, …}]}`. The ring has degree 2^16 unless `log_n` is another.
    pub fn parse(text: &str) -> CkksResult<CostTable> {
        let fault = |what: String| CkksError::new(code::BAD_COST_TABLE, what);
        let json: Value = serde_json::from_str(text).map_err(|error| fault(format!("not JSON: {error}")))?;
        let number = |of: &Value, key: &str| {
            let value =
                of.get(key).and_then(Value::as_f64).filter(|n| n.is_finite() && (0.0..1e12).contains(n));
            value.ok_or_else(|| {
                fault(format!("expected a number of milliseconds for `{key}`"))
                    .help("each row has level, rotate, mul_plain, mul, add and rescale")
            })
        };
        let rows = json.get("rows").and_then(Value::as_array).filter(|rows| !rows.is_empty());
        let rows = rows.ok_or_else(|| fault("expected at least one row in `rows`".into()))?;
        let mut rows: Vec<CostRow> = rows
            .iter()
            .map(|row| {
                Ok(CostRow {
                    level: number(row, "level")? as u32,
                    rotate: number(row, "rotate")?,
                    mul_plain: number(row, "mul_plain")?,
                    mul: number(row, "mul")?,
                    add: number(row, "add")?,
                    rescale: number(row, "rescale")?,
                })
            })
            .collect::<CkksResult<_>>()?;
        rows.sort_by_key(|row| row.level);
        let levels = number(&json, "levels")? as u32;
        if levels == 0 {
            return Err(fault("expected `levels` of at least 1".into()));
        }
        let log_n = match json.get("log_n") {
            None => CostTable::default().log_n,
            Some(log_n) => log_n
                .as_u64()
                .and_then(|log_n| u32::try_from(log_n).ok())
                .filter(|log_n| (8..=17).contains(log_n))
                .ok_or_else(|| fault("expected `log_n` from 8 to 17".into()))?,
        };
        Ok(CostTable { rows, bootstrap: number(&json, "bootstrap")?, levels, log_n })
    }

    /// The JSON that [`CostTable::parse`] reads.
    pub fn to_json(&self) -> String {
        let rows: Vec<Value> = self
            .rows
            .iter()
            .map(|row| {
                json!({
                    "level": row.level, "rotate": row.rotate, "mul_plain": row.mul_plain, "mul": row.mul,
                    "add": row.add, "rescale": row.rescale,
                })
            })
            .collect();
        let Self { bootstrap, levels, log_n, .. } = self;
        let table = json!({"log_n": log_n, "levels": levels, "bootstrap": bootstrap, "rows": rows});
        format!("{table:#}\n")
    }

    /// The costs at a level, interpolated between rows.
    pub fn at(&self, level: u32) -> CostRow {
        let after = self.rows.iter().position(|row| row.level >= level).unwrap_or(self.rows.len() - 1);
        let (low, high) = (self.rows[after.saturating_sub(1)], self.rows[after]);
        let span = f64::from(high.level.saturating_sub(low.level).max(1));
        let share = (f64::from(level.saturating_sub(low.level)) / span).min(1.0);
        let mix = |a: f64, b: f64| a + (b - a) * share;
        CostRow {
            level,
            rotate: mix(low.rotate, high.rotate),
            mul_plain: mix(low.mul_plain, high.mul_plain),
            mul: mix(low.mul, high.mul),
            add: mix(low.add, high.add),
            rescale: mix(low.rescale, high.rescale),
        }
    }
}

/// What a plan minimises.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Objective {
    /// Rotations, then plaintext products, levels and ciphertexts.
    #[default]
    Rotations,
    /// Milliseconds at half the levels; each level of a ciphertext is charged its share of a bootstrap.
    Time(CostTable),
}

/// A cost, compared by the first number, then by the second. Lower is better.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Score(pub u64, pub u64);

impl Score {
    /// The score of something impossible.
    pub(super) const NEVER: Score = Score(u64::MAX, u64::MAX);

    /// The sum; impossible plus anything is impossible.
    #[must_use]
    pub fn plus(self, other: Score) -> Score {
        if self == Self::NEVER || other == Self::NEVER {
            return Self::NEVER;
        }
        Score(self.0.saturating_add(other.0), self.1.saturating_add(other.1))
    }
}

impl Objective {
    /// The score of a linear step.
    pub(super) fn score(&self, cost: &Cost) -> Score {
        let levels = (cost.levels * cost.outputs) as u64;
        match self {
            // Weights matter only between plans with equally many rotations: a level costs as much as 64
            // products.
            Objective::Rotations => Score(cost.rotations as u64, cost.pmul as u64 + 64 * levels),
            Objective::Time(table) => {
                let at = table.at(table.levels.div_ceil(2));
                let time = cost.rotations as f64 * at.rotate
                    + cost.pmul as f64 * at.mul_plain
                    + cost.adds as f64 * at.add
                    + levels as f64 * (at.rescale + table.bootstrap / f64::from(table.levels));
                Score((time * 1000.0) as u64, cost.rotations as u64)
            }
        }
    }

    /// The score of holding this many ciphertexts and using this many levels of each.
    pub(super) fn held(&self, ciphertexts: usize, levels: usize) -> Score {
        let spent = (ciphertexts * levels) as u64;
        match self {
            Objective::Rotations => Score(0, 8 * ciphertexts as u64 + 64 * spent),
            Objective::Time(table) => {
                let at = table.at(table.levels.div_ceil(2));
                let time = spent as f64 * (at.mul + at.rescale + table.bootstrap / f64::from(table.levels));
                Score((time * 1000.0) as u64, ciphertexts as u64)
            }
        }
    }
}
