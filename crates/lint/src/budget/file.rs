//! Reads a budget from TOML text.

use std::collections::BTreeMap;

use partita_base::{Diagnostic, Diagnostics, Span, code, edit_distance, parse_time};
use partita_cost::Machine;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::KINDS;
use crate::size::parse_size;

/// One limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// The largest value allowed; a time is in picoseconds.
    pub allowed: u64,
    /// The key and its value in the text.
    pub span: Span,
}

/// The limits of all collectives, or of those of one kind or along one axis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TrafficLimits {
    /// The number of executions.
    pub count: Option<Limit>,
    /// The bytes that one device sends.
    pub bytes: Option<Limit>,
    /// The time that they take, hidden or not.
    pub time: Option<Limit>,
}

/// The limits of one file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Budget {
    /// The limits of all collectives.
    pub total: TrafficLimits,
    /// The peak memory of one device.
    pub peak: Option<Limit>,
    /// The time of a step.
    pub step: Option<Limit>,
    /// The communication during which nothing is computed.
    pub exposed: Option<Limit>,
    /// The hardware that times are for: a preset or a file, with its span.
    pub hardware: Option<(String, Span)>,
    /// Limits by kind of collective.
    pub kinds: BTreeMap<String, TrafficLimits>,
    /// Limits by axis, with the span of the axis.
    pub axes: BTreeMap<String, (TrafficLimits, Span)>,
}

impl Budget {
    /// Reads TOML text; fails with all errors found.
    pub fn parse(text: &str) -> Result<Budget, Diagnostics> {
        let mut reader = BudgetReader { found: Diagnostics::default() };
        let mut budget = Budget::default();
        match DeTable::parse(text) {
            Err(error) => {
                let range = error.span().unwrap_or(0..0);
                reader.wrong(Span::new(range.start, range.end), error.message().to_string());
            }
            Ok(table) => reader.file(table.get_ref(), &mut budget),
        }
        // Tables are visited by name.
        reader.found.sort();
        if reader.found.has_errors() { Err(reader.found) } else { Ok(budget) }
    }

    /// The preset that the budget names; fails if it is unknown.
    pub fn preset(&self) -> Result<Option<Machine>, Diagnostics> {
        let Some((name, span)) = &self.hardware else { return Ok(None) };
        Machine::preset(name).map(Some).map_err(|unknown| {
            let mut reader = BudgetReader { found: Diagnostics::default() };
            reader.wrong(*span, unknown.to_string());
            reader.found
        })
    }

    /// The error about limits of times, if there are any; for a program without hardware.
    pub fn check_without_hardware(&self) -> Diagnostics {
        let tables = self.kinds.values().chain(self.axes.values().map(|(limits, _)| limits));
        let times =
            [self.step, self.exposed, self.total.time].into_iter().chain(tables.map(|each| each.time));
        let mut found = Diagnostics::default();
        if let Some(limit) = times.flatten().min_by_key(|limit| limit.span.start) {
            let message = "a limit of a time needs the hardware that it is for, and the budget names none";
            let help = "add a line such as `hardware = \"h200x8\"`";
            found.push(Diagnostic::error(code::BAD_BUDGET, limit.span, message).help(help));
        }
        found
    }

    /// Errors about axes that the mesh of a program does not have, with positions in the text of the budget.
    pub fn check_axes(&self, known: &[&str]) -> Diagnostics {
        let mut reader = BudgetReader { found: Diagnostics::default() };
        for (name, (_, span)) in self.axes.iter().filter(|(name, _)| !known.contains(&name.as_str())) {
            reader.unknown(*span, "axis", name, known);
        }
        reader.found
    }
}

const TOTAL_KEYS: [&str; 7] = ["bytes", "communication", "count", "exposed", "hardware", "peak", "step"];
const LIMIT_KEYS: [&str; 3] = ["bytes", "count", "time"];

struct BudgetReader {
    found: Diagnostics,
}

impl BudgetReader {
    fn wrong(&mut self, span: Span, message: String) {
        self.found.push(Diagnostic::error(code::BAD_BUDGET, span, message));
    }

    /// Reports an unknown name, with the name that was probably meant or all names.
    fn unknown(&mut self, span: Span, what: &str, name: &str, known: &[&str]) {
        let near = known.iter().map(|other| (edit_distance(name, other), *other)).min();
        let near =
            near.filter(|(distance, other)| *distance <= 1 + name.len() / 4 && *distance < other.len());
        let help = match near {
            Some((_, near)) => format!("did you mean `{near}`?"),
            None => format!("expected one of: {}", known.join(", ")),
        };
        let message = format!("unknown {what} `{name}`");
        self.found.push(Diagnostic::error(code::BAD_BUDGET, span, message).help(help));
    }

    fn file(&mut self, table: &DeTable<'_>, budget: &mut Budget) {
        for (key, value) in table {
            let name = &**key.get_ref();
            match name {
                "count" => budget.total.count = self.number(key, value),
                "bytes" => budget.total.bytes = self.size(key, value),
                "peak" => budget.peak = self.size(key, value),
                "step" => budget.step = self.time(key, value),
                "exposed" => budget.exposed = self.time(key, value),
                "communication" => budget.total.time = self.time(key, value),
                "hardware" => match value.get_ref() {
                    DeValue::String(name) => budget.hardware = Some((name.to_string(), span(value))),
                    _ => self.wrong(span(value), "expected a preset, such as `\"h200x8\"`, or a file".into()),
                },
                "axis" => {
                    let DeValue::Table(axes) = value.get_ref() else {
                        self.wrong(span(value), "expected a table `[axis.NAME]`".into());
                        continue;
                    };
                    for (axis, value) in axes {
                        let limits = self.limits(value);
                        budget.axes.insert(axis.get_ref().to_string(), (limits, span(axis)));
                    }
                }
                kind if KINDS.contains(&kind) => {
                    let limits = self.limits(value);
                    budget.kinds.insert(kind.to_string(), limits);
                }
                name => {
                    let known: Vec<&str> = TOTAL_KEYS.into_iter().chain(["axis"]).chain(KINDS).collect();
                    self.unknown(span(key), "key", name, &known);
                }
            }
        }
    }

    /// The limits in a table of a kind or an axis.
    fn limits(&mut self, value: &Spanned<DeValue<'_>>) -> TrafficLimits {
        let mut limits = TrafficLimits::default();
        let DeValue::Table(table) = value.get_ref() else {
            self.wrong(span(value), "expected a table with `count`, `bytes` or `time`".into());
            return limits;
        };
        for (key, value) in table {
            match &**key.get_ref() {
                "count" => limits.count = self.number(key, value),
                "bytes" => limits.bytes = self.size(key, value),
                "time" => limits.time = self.time(key, value),
                name => self.unknown(span(key), "key", name, &LIMIT_KEYS),
            }
        }
        limits
    }

    fn number(&mut self, key: &Spanned<impl Sized>, value: &Spanned<DeValue<'_>>) -> Option<Limit> {
        let limit = integer(value).map(|allowed| Limit { allowed, span: span(key).to(span(value)) });
        if limit.is_none() {
            self.wrong(span(value), "expected a number from 0, such as `12`".into());
        }
        limit
    }

    fn time(&mut self, key: &Spanned<impl Sized>, value: &Spanned<DeValue<'_>>) -> Option<Limit> {
        let picoseconds = match value.get_ref() {
            DeValue::String(text) => parse_time(text),
            _ => None,
        };
        let limit = picoseconds.map(|allowed| Limit { allowed, span: span(key).to(span(value)) });
        if limit.is_none() {
            self.wrong(
                span(value),
                "expected a time with a unit, such as `\"412 ms\"` or `\"80 us\"`".into(),
            );
        }
        limit
    }

    fn size(&mut self, key: &Spanned<impl Sized>, value: &Spanned<DeValue<'_>>) -> Option<Limit> {
        let bytes = match value.get_ref() {
            DeValue::String(text) => parse_size(text),
            _ => integer(value),
        };
        let limit = bytes.map(|allowed| Limit { allowed, span: span(key).to(span(value)) });
        if limit.is_none() {
            self.wrong(span(value), "expected a size, such as `\"64 GiB\"`, or a number of bytes".into());
        }
        limit
    }
}

fn integer(value: &Spanned<DeValue<'_>>) -> Option<u64> {
    match value.get_ref() {
        DeValue::Integer(digits) => u64::from_str_radix(digits.as_str(), digits.radix()).ok(),
        _ => None,
    }
}

fn span<T>(at: &Spanned<T>) -> Span {
    Span::new(at.span().start, at.span().end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_limits_in_total_by_kind_and_by_axis() {
        let text = "count = 12\nbytes = \"1.5 GiB\"\npeak = 4096\n[all_gather]\ncount = 0\n[axis.\"my axis\"]\nbytes = \"1 KB\"\n";
        let budget = Budget::parse(text).unwrap();
        let allowed = |limit: Option<Limit>| limit.map(|limit| limit.allowed);
        assert_eq!(allowed(budget.total.count), Some(12));
        assert_eq!(allowed(budget.total.bytes), Some(3 << 29));
        assert_eq!(allowed(budget.peak), Some(4096));
        assert_eq!(allowed(budget.kinds["all_gather"].count), Some(0));
        assert_eq!(allowed(budget.axes["my axis"].0.bytes), Some(1000));
        let span = budget.total.bytes.unwrap().span;
        assert_eq!(&text[span.start as usize..span.end as usize], "bytes = \"1.5 GiB\"");
        assert_eq!(Budget::parse("").unwrap(), Budget::default());
    }

    #[test]
    fn every_mistake_is_reported_where_it_is() {
        let text = "byte = 1\ncount = -1\npeak = \"4 apples\"\nall_reduce = 3\n[all_gathr]\ncount = 0\n[axis.x]\nbites = 1\n";
        let found = Budget::parse(text).unwrap_err();
        let lines: Vec<(usize, String)> = found
            .iter()
            .map(|each| {
                let line = text[..each.span.start as usize].matches('\n').count() + 1;
                (line, format!("{} ({})", each.message, each.help.as_deref().unwrap_or_default()))
            })
            .collect();
        assert_eq!(found.errors(), 6, "{lines:?}");
        let has = |line: usize, part: &str| lines.iter().any(|(at, text)| *at == line && text.contains(part));
        assert!(has(1, "did you mean `bytes`?"), "{lines:?}");
        assert!(has(2, "a number from 0") && has(3, "64 GiB") && has(4, "expected a table"), "{lines:?}");
        assert!(has(5, "did you mean `all_gather`?") && has(8, "did you mean `bytes`?"), "{lines:?}");
        for text in ["[axis", "axis = 1", "count = 1.5", "bytes = true", "peak = []"] {
            assert!(Budget::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn times_have_units_and_hardware() {
        let text = "hardware = \"h200x8\"\nstep = \"412 ms\"\nexposed = \"1.5 s\"\ncommunication = \"80 us\"\n[all_gather]\ntime = \"3 ns\"\n";
        let budget = Budget::parse(text).unwrap();
        let limits = [budget.step, budget.exposed, budget.total.time, budget.kinds["all_gather"].time];
        let allowed = limits.map(|limit| limit.unwrap().allowed);
        assert_eq!(allowed, [412_000_000_000, 1_500_000_000_000, 80_000_000, 3_000]);
        assert_eq!(budget.preset().unwrap().unwrap().devices, Some(8));
        // The first limit of a time is named, also if it is in a table.
        for text in
            ["[axis.x]\ntime = \"1 s\"", "exposed = \"1 s\"\nstep = \"2 s\"", "communication = \"1 s\""]
        {
            let found = Budget::parse(text).unwrap().check_without_hardware();
            assert_eq!(found.errors(), 1, "{text}");
        }
        assert!(Budget::parse("count = 1").unwrap().check_without_hardware().is_empty());
        assert!(Budget::parse("hardware = \"h2000\"").unwrap().preset().is_err());
        for text in ["step = 3", "step = \"3\"", "exposed = \"-1 ms\"", "hardware = 8", "[axis.x]\ntime = 1"]
        {
            assert!(Budget::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn axes_are_those_of_the_mesh() {
        let budget = Budget::parse("[axis.modle]\ncount = 1\n[axis.data]\ncount = 1\n").unwrap();
        let found = budget.check_axes(&["data", "model"]);
        let help: Vec<_> = found.iter().map(|each| each.help.clone()).collect();
        assert_eq!(help, [Some("did you mean `model`?".to_string())]);
    }
}
