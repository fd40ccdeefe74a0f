//! The options of `partita check` about lints and budgets.

use std::path::PathBuf;

use partita::hlo::{LINTS, Level, Levels};

use crate::args::{LocalProgramOptions, parse_non_negative};

/// Lints and budgets; both need the partitioned program.
#[derive(clap::Args, Debug, Clone)]
#[command(next_help_heading = "Lints and budgets")]
pub(crate) struct LintOptions {
    /// Also partition the program and warn about what wastes memory or communication
    #[arg(long)]
    pub(crate) lint: bool,

    /// Report LINT as an error: its name, its code, or `all`; implies --lint
    #[arg(long, value_name = "LINT", value_delimiter = ',', value_parser = parse_lint)]
    pub(crate) deny: Vec<String>,

    /// Do not report LINT: its name, its code, or `all`; takes precedence over --deny
    #[arg(long, value_name = "LINT", value_delimiter = ',', value_parser = parse_lint)]
    pub(crate) allow: Vec<String>,

    /// TOML file with limits for collectives, bytes, peak memory and times; report everything that exceeds them
    #[arg(long, value_name = "FILE")]
    pub(crate) budget: Option<PathBuf>,

    /// Write a budget that the program meets
    #[arg(long, value_name = "FILE")]
    pub(crate) write_budget: Option<PathBuf>,

    /// Room for growth in a written budget, in percent
    #[arg(long, value_name = "PERCENT", default_value_t = 10.0, value_parser = parse_non_negative, requires = "write_budget")]
    pub(crate) margin: f64,

    /// The hardware of the times in a budget, instead of the one that the budget names: a preset such as `h200x8`, or a TOML file.
    /// With `--write-budget`, also write times
    #[arg(long, value_name = "NAME|FILE")]
    pub(crate) hardware: Option<String>,

    /// TOML file with factor rules for custom calls
    #[arg(long, value_name = "FILE")]
    pub(crate) rules: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) local_program: LocalProgramOptions,
}

impl LintOptions {
    /// Whether the lints run.
    pub(crate) fn runs_lints(&self) -> bool {
        self.lint || !self.deny.is_empty()
    }

    /// Whether the program is partitioned.
    pub(crate) fn needs_partition(&self) -> bool {
        self.runs_lints() || self.budget.is_some() || self.write_budget.is_some()
    }

    /// The levels of all findings.
    pub(crate) fn levels(&self) -> Levels {
        let mut levels = Levels::default();
        for (names, level) in [(&self.deny, Level::Deny), (&self.allow, Level::Allow)] {
            for name in names {
                levels.set(name, level).expect("names are checked when the command line is parsed");
            }
        }
        levels
    }
}

/// Checks the name of a lint.
fn parse_lint(name: &str) -> Result<String, String> {
    match Levels::default().set(name, Level::Allow) {
        Ok(()) => Ok(name.to_string()),
        Err(unknown) => Err(match unknown.similar {
            Some(similar) => format!("unknown lint; did you mean `{similar}`?"),
            None => {
                let names: Vec<&str> = LINTS.iter().map(|lint| lint.name).collect();
                format!("unknown lint; expected a code, `all`, or one of: {}", names.join(", "))
            }
        }),
    }
}
