//! Compares the figures of a program with a budget.

use partita_base::{Code, Diagnostic, Diagnostics, Source, Span, code, time_text};

use super::file::{Budget, Limit, TrafficLimits};
use super::usage::{Contributor, Figures, StepTimes, Usage};
use crate::size::size_text;

/// The contributors that a violation lists.
const LISTED: usize = 3;

impl Budget {
    /// Every figure of a program that exceeds its limit, as errors at the largest contributor. `source` is the text of the budget.
    pub fn check(&self, usage: &Usage, source: &Source) -> Diagnostics {
        let mut check = BudgetCheck { usage, source, found: Diagnostics::default() };
        check.limits("the program", &self.total, usage.total, |_| true);
        for (kind, limits) in &self.kinds {
            let found = usage.kinds.get(kind).copied().unwrap_or_default();
            check.limits(&format!("`{kind}`"), limits, found, |each| each.kind == *kind);
        }
        for (axis, (limits, _)) in &self.axes {
            let found = usage.axes.get(axis).copied().unwrap_or_default();
            check.limits(&format!("axis \"{axis}\""), limits, found, |each| each.axes.contains(axis));
        }
        if let Some(limit) = self.peak.filter(|limit| usage.peak > limit.allowed) {
            check.peak(limit);
        }
        if let Some(times) = &usage.times {
            check.times(self, times);
        }
        check.found
    }

    /// The figures that have a limit in total: what, found, allowed.
    pub fn totals(&self, usage: &Usage) -> Vec<(&'static str, String, String)> {
        let count = self
            .total
            .count
            .map(|limit| ("collectives", usage.total.count.to_string(), limit.allowed.to_string()));
        let size = |what, found: u64, limit: Option<Limit>| {
            limit.map(|limit| (what, size_text(found), size_text(limit.allowed)))
        };
        let bytes = size("sent", usage.total.bytes, self.total.bytes);
        let time = |what, found: fn(&StepTimes) -> u64, limit: Option<Limit>| {
            let found = found(usage.times.as_ref()?);
            limit.map(|limit| (what, time_text(found), time_text(limit.allowed)))
        };
        let step = time("step", |times| times.step, self.step);
        let exposed = time("exposed communication", |times| times.exposed, self.exposed);
        [count, bytes, size("peak", usage.peak, self.peak), step, exposed].into_iter().flatten().collect()
    }
}

struct BudgetCheck<'c> {
    usage: &'c Usage,
    source: &'c Source,
    found: Diagnostics,
}

impl BudgetCheck<'_> {
    fn limits(
        &mut self,
        what: &str,
        limits: &TrafficLimits,
        found: Figures,
        counts: impl Fn(&Contributor) -> bool,
    ) {
        if let Some(limit) = limits.count.filter(|limit| found.count > limit.allowed) {
            let message = format!("{what}: {} per step, {} allowed", collectives(found.count), limit.allowed);
            self.over(code::COMMS_BUDGET, limit, message, &counts, |each| each.count);
        }
        if let Some(limit) = limits.bytes.filter(|limit| found.bytes > limit.allowed) {
            let (sent, allowed) = sizes(found.bytes, limit.allowed);
            let message = format!("{what}: {sent} sent per device and step, {allowed} allowed");
            self.over(code::COMMS_BUDGET, limit, message, &counts, |each| each.bytes);
        }
        // Without hardware no time is over its limit; the limit itself is then an error of the budget.
        if let Some(limit) = limits.time.filter(|limit| found.time > limit.allowed) {
            let (taken, allowed) = times(found.time, limit.allowed);
            let message =
                format!("{what}: {taken} of communication per step{}, {allowed} allowed", self.on());
            self.over(code::TIME_BUDGET, limit, message, &counts, |each| each.time);
        }
    }

    /// The hardware, as the end of a sentence.
    fn on(&self) -> String {
        self.usage.times.as_ref().map_or(String::new(), |times| format!(" on {}", times.hardware))
    }

    /// Compares the time of a step, and of communication that is not hidden.
    fn times(&mut self, budget: &Budget, found: &StepTimes) {
        if let Some(limit) = budget.step.filter(|limit| found.step > limit.allowed) {
            let (step, allowed) = times(found.step, limit.allowed);
            let message = format!("a step takes {step}{}, {allowed} allowed", self.on());
            let span = found.parts.first().map_or(Span::default(), |part| part.span);
            let mut diagnostic = self.error(code::TIME_BUDGET, span, message, limit);
            for part in found.parts.iter().take(LISTED) {
                diagnostic = diagnostic.note(format!("{} for {}", time_text(part.time), part.name));
            }
            let help = "shorten or shard one of these, or raise the limit if the increase is intended";
            self.found.push(diagnostic.help(help));
        }
        if let Some(limit) = budget.exposed.filter(|limit| found.exposed > limit.allowed) {
            let (exposed, allowed) = times(found.exposed, limit.allowed);
            let message = format!(
                "{exposed} of communication per step{} run while nothing is computed, {allowed} allowed",
                self.on()
            );
            self.over(code::TIME_BUDGET, limit, message, &|_| true, |each| each.time);
        }
    }

    /// Reports communication over a limit, with the largest contributors.
    fn over(
        &mut self,
        code: Code,
        limit: Limit,
        message: String,
        counts: &impl Fn(&Contributor) -> bool,
        rank: impl Fn(&Contributor) -> u64,
    ) {
        let groups = grouped(self.usage.contributors.iter().filter(|each| counts(each)), rank);
        let span = groups.first().map_or(Span::default(), |each| each.span);
        let mut diagnostic = self.error(code, span, message, limit);
        let text = |each: &Contributor| match code {
            code::TIME_BUDGET => time_text(each.time),
            _ => size_text(each.bytes),
        };
        for each in groups.iter().take(LISTED) {
            let axes = if each.axes.is_empty() { String::new() } else { format!(" {}", each.axes.join(",")) };
            let text = format!("{} in {}× {}{axes}", text(each), each.count, each.kind);
            diagnostic = diagnostic.note(format!("{text}, {}", place(each.source.as_deref(), each.line)));
        }
        if let Some(rest) = groups.get(LISTED..).filter(|rest| !rest.is_empty()) {
            diagnostic = diagnostic.note(format!("{} in {} more", text(&sum(rest)), rest.len()));
        }
        if code == code::COMMS_BUDGET && self.usage.per_turn_bytes > 0 {
            let bytes = size_text(self.usage.per_turn_bytes);
            diagnostic = diagnostic
                .note(format!("{bytes} of the total are for one iteration of a loop of unknown trip count"));
        }
        self.found.push(diagnostic.help(
            "remove a collective with a constraint at one of these lines, or raise the limit if the increase is intended",
        ));
    }

    fn peak(&mut self, limit: Limit) {
        let (peak, allowed) = sizes(self.usage.peak, limit.allowed);
        let message = format!("peak memory: {peak} per device, {allowed} allowed");
        let mut diagnostic = self.error(code::MEMORY_BUDGET, self.usage.peak_at, message, limit);
        for each in self.usage.holders.iter().take(LISTED) {
            let place = each.source.as_ref().map_or(String::new(), |source| format!(", {source}"));
            diagnostic = diagnostic.note(format!("{} for {}{place}", size_text(each.bytes), each.name));
        }
        self.found
            .push(diagnostic.help(
                "shard or donate one of these tensors, or raise the limit if the increase is intended",
            ));
    }

    /// An error with a note about the limit.
    fn error(&self, code: Code, span: Span, message: String, limit: Limit) -> Diagnostic {
        let line = self.source.position(limit.span.start).line;
        let written = self.source.slice(limit.span);
        Diagnostic::error(code, span, message)
            .note(format!("the limit is `{written}`, {}:{line}", self.source.name()))
    }
}

/// Contributors with the same kind, axes and line together, the largest first.
fn grouped<'u>(
    all: impl Iterator<Item = &'u Contributor>,
    rank: impl Fn(&Contributor) -> u64,
) -> Vec<Contributor> {
    let mut groups: Vec<Contributor> = Vec::new();
    let mut places = std::collections::BTreeMap::new();
    for each in all {
        // An unrolled loop repeats a line of the user's program; without one, each line of the text counts.
        let line = if each.source.is_some() { 0 } else { each.line };
        let key = (&each.kind, &each.axes, &each.source, line);
        let at = *places.entry(key).or_insert(groups.len());
        match groups.get_mut(at) {
            Some(group) => {
                group.count = group.count.saturating_add(each.count);
                group.bytes = group.bytes.saturating_add(each.bytes);
                group.time = group.time.saturating_add(each.time);
            }
            None => groups.push(each.clone()),
        }
    }
    groups.sort_by_key(|each| (std::cmp::Reverse(rank(each)), each.span.start));
    groups
}

/// The bytes and times of all contributors, in place of those of the first.
fn sum(all: &[Contributor]) -> Contributor {
    let mut sum = all[0].clone();
    for each in &all[1..] {
        sum.bytes = sum.bytes.saturating_add(each.bytes);
        sum.time = sum.time.saturating_add(each.time);
    }
    sum
}

/// The line of the user's program, or else of the text.
fn place(source: Option<&str>, line: usize) -> String {
    source.map_or_else(|| format!("line {line}"), str::to_string)
}

fn collectives(count: u64) -> String {
    if count == 1 { "1 collective".into() } else { format!("{count} collectives") }
}

/// Two sizes as text; exact if they would look equal.
fn sizes(found: u64, allowed: u64) -> (String, String) {
    let (a, b) = (size_text(found), size_text(allowed));
    if a == b { (format!("{found} B"), format!("{allowed} B")) } else { (a, b) }
}

/// Two times as text; exact if they would look equal.
fn times(found: u64, allowed: u64) -> (String, String) {
    let (a, b) = (time_text(found), time_text(allowed));
    if a == b { (format!("{found} ps"), format!("{allowed} ps")) } else { (a, b) }
}

#[cfg(test)]
mod tests {
    use super::super::usage::TimePart;
    use super::*;

    fn contributor(kind: &str, axes: &[&str], bytes: u64, source: Option<&str>, at: usize) -> Contributor {
        Contributor {
            kind: kind.into(),
            axes: axes.iter().map(ToString::to_string).collect(),
            count: 1,
            bytes,
            time: bytes * 1_000_000,
            span: Span::new(at, at + 1),
            line: at,
            source: source.map(str::to_string),
        }
    }

    fn usage() -> Usage {
        let figures = |count, bytes| Figures { count, bytes, time: bytes * 1_000_000 };
        Usage {
            total: figures(3, 3000),
            kinds: [("all_gather".to_string(), figures(2, 2000)), ("all_reduce".into(), figures(1, 1000))]
                .into(),
            axes: [("x".to_string(), figures(3, 3000)), ("y".into(), figures(1, 1000))].into(),
            peak: 5000,
            contributors: vec![
                contributor("all_gather", &["x"], 1000, Some("a.py:1"), 10),
                contributor("all_gather", &["x"], 1000, Some("a.py:1"), 20),
                contributor("all_reduce", &["x", "y"], 1000, None, 30),
            ],
            ..Usage::default()
        }
    }

    fn messages(budget: &str) -> Vec<String> {
        let source = Source::new("b.toml", budget).unwrap();
        let budget = Budget::parse(budget).unwrap();
        budget.check(&usage(), &source).iter().map(|each| each.message.clone()).collect()
    }

    #[test]
    fn figures_at_the_limit_pass() {
        let all = "count = 3\nbytes = 3000\npeak = 5000\n[all_gather]\ncount = 2\n[axis.y]\nbytes = 1000\n[all_to_all]\ncount = 0";
        assert_eq!(messages(all), [""; 0]);
        assert_eq!(messages(""), [""; 0]);
    }

    #[test]
    fn all_violations_are_reported_at_once() {
        let found =
            messages("count = 2\nbytes = 2999\npeak = 4999\n[all_gather]\ncount = 0\n[axis.y]\nbytes = 0");
        assert_eq!(
            found,
            [
                "the program: 3 collectives per step, 2 allowed",
                // Both would be 2.9 KiB.
                "the program: 3000 B sent per device and step, 2999 B allowed",
                "`all_gather`: 2 collectives per step, 0 allowed",
                "axis \"y\": 1000 B sent per device and step, 0 B allowed",
                "peak memory: 5000 B per device, 4999 B allowed",
            ]
        );
    }

    #[test]
    fn times_over_their_limits_name_the_hardware_and_what_takes_them() {
        let mut usage = usage();
        let part =
            TimePart { name: "4× product, a.py:7".into(), time: 9_000_000_000, span: Span::new(1, 2) };
        usage.times = Some(StepTimes {
            hardware: "h200x8".into(),
            step: 12_000_000_000,
            exposed: 2_000_000_000,
            parts: vec![part],
        });
        let text = "step = \"11 ms\"\nexposed = \"1999.999 us\"\n[all_gather]\ntime = \"1 ms\"\n[axis.y]\ntime = \"1 ms\"";
        let source = Source::new("b.toml", text).unwrap();
        let found = Budget::parse(text).unwrap().check(&usage, &source);
        let messages: Vec<&str> = found.iter().map(|each| each.message.as_str()).collect();
        assert_eq!(
            messages,
            [
                "`all_gather`: 2.00 ms of communication per step on h200x8, 1.00 ms allowed",
                "a step takes 12.00 ms on h200x8, 11.00 ms allowed",
                // Both would be 2.00 ms.
                "2000000000 ps of communication per step on h200x8 run while nothing is computed, 1999999000 ps allowed",
            ]
        );
        assert!(found.iter().all(|each| each.code == code::TIME_BUDGET));
        let notes = |at: usize| found.iter().nth(at).unwrap().notes.join("\n");
        assert!(notes(0).contains("2.00 ms in 2× all_gather x, a.py:1"), "{}", notes(0));
        assert!(notes(1).contains("9.00 ms for 4× product, a.py:7"), "{}", notes(1));
        usage.times = None;
        let totals = Budget::parse("step = \"1 s\"\ncount = 1").unwrap().totals(&usage);
        assert_eq!(totals.len(), 1, "without hardware, no time is listed");
    }

    #[test]
    fn contributors_of_one_line_are_added_up() {
        let source = Source::new("b.toml", "bytes = 1").unwrap();
        let found = Budget::parse("bytes = 1").unwrap().check(&usage(), &source);
        let notes = &found.iter().next().unwrap().notes;
        assert_eq!(notes[0], "the limit is `bytes = 1`, b.toml:1");
        assert_eq!(notes[1], "2.0 KiB in 2× all_gather x, a.py:1");
        assert_eq!(notes[2], "1000 B in 1× all_reduce x,y, line 30");
    }
}
