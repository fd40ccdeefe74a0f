//! Writes a budget from the figures of a program.

use partita_base::time_text;

use super::KINDS;
use super::usage::{Figures, StepTimes, Usage};
use crate::size::size_text;

/// A budget that the given programs meet, with room for `margin` percent more in each figure. Kinds that do not occur get the limit 0,
/// so that a new kind of collective is noticed.
pub fn write_budget(usages: &[Usage], margin: f64) -> String {
    let most = |figures: fn(&Usage, &str) -> Figures, name: &str| {
        let all = usages.iter().map(|usage| figures(usage, name));
        all.fold(Figures::default(), |a, b| Figures {
            count: a.count.max(b.count),
            bytes: a.bytes.max(b.bytes),
            time: a.time.max(b.time),
        })
    };
    let of_kind = |usage: &Usage, kind: &str| usage.kinds.get(kind).copied().unwrap_or_default();
    let of_axis = |usage: &Usage, axis: &str| usage.axes.get(axis).copied().unwrap_or_default();
    let mut out = String::from("# Limits per device and step, for `partita check`.\n");
    let times: Vec<&StepTimes> = usages.iter().filter_map(|usage| usage.times.as_ref()).collect();
    let limits = |figures, time_key: &str| {
        let time = if times.is_empty() { String::new() } else { time_line(time_key, figures, margin) };
        limits(figures, margin) + &time
    };
    let total = most(|usage, _| usage.total, "");
    out += &self::limits(total, margin);
    out += &size_line("peak", usages.iter().map(|usage| usage.peak).max().unwrap_or(0), margin);
    if let Some(first) = times.first() {
        let longest = |of: fn(&StepTimes) -> u64| Figures {
            time: times.iter().map(|times| of(times)).max().unwrap_or(0),
            ..Figures::default()
        };
        out += &format!("hardware = {}\n", quoted(&first.hardware));
        out += &time_line("step", longest(|times| times.step), margin);
        out += &time_line("exposed", longest(|times| times.exposed), margin);
        out += &time_line("communication", total, margin);
    }
    for kind in KINDS {
        let figures = most(of_kind, kind);
        let lines = if figures.count == 0 { "count = 0\n".to_string() } else { limits(figures, "time") };
        out += &format!("\n[{kind}]\n{lines}");
    }
    let mut axes: Vec<&String> = usages.iter().flat_map(|usage| usage.axes.keys()).collect();
    axes.sort();
    axes.dedup();
    for axis in axes {
        out += &format!("\n[axis.{}]\n{}", key(axis), limits(most(of_axis, axis), "time"));
    }
    out
}

/// The two lines of a table.
fn limits(figures: Figures, margin: f64) -> String {
    format!("count = {}\n{}", with_margin(figures.count, margin), size_line("bytes", figures.bytes, margin))
}

/// A line with a size, exact in bytes and readable beside it.
fn size_line(key: &str, bytes: u64, margin: f64) -> String {
    let allowed = with_margin(bytes, margin);
    format!("{key} = {allowed} # {}, now {}\n", size_text(allowed), size_text(bytes))
}

/// A line with a time. Times are estimates, so a thousandth of their unit is exact enough; it is rounded up.
fn time_line(key: &str, figures: Figures, margin: f64) -> String {
    let allowed = with_margin(figures.time, margin);
    let (unit, size) = match allowed {
        1_000_000_000_000.. => ("s", 1e12),
        1_000_000_000.. => ("ms", 1e9),
        _ => ("us", 1e6),
    };
    let thousandths = (allowed as f64 / size * 1e3).ceil();
    format!("{key} = \"{:.3} {unit}\" # now {}\n", thousandths / 1e3, time_text(figures.time))
}

fn with_margin(value: u64, margin: f64) -> u64 {
    // TOML has signed integers of 64 bits.
    ((value as f64) * (1.0 + margin / 100.0)).ceil().min(i64::MAX as f64) as u64
}

/// An axis name as a TOML key.
fn key(name: &str) -> String {
    let is_bare = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-');
    if is_bare {
        return name.to_string();
    }
    quoted(name)
}

/// A text as a TOML string.
fn quoted(name: &str) -> String {
    let mut quoted = String::from("\"");
    for c in name.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => quoted += &format!("\\u{:04X}", c as u32),
            c => quoted.push(c),
        }
    }
    quoted + "\""
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Budget;
    use partita_base::Source;

    #[test]
    fn what_is_written_is_met() {
        let figures = Figures { count: 3, bytes: 123_456_789, time: 987_654_321_987 };
        let usage = Usage {
            total: figures,
            kinds: [("all_gather".to_string(), figures)].into(),
            axes: [(
                "a \"quoted\"\n\u{1b}axis\\".to_string(),
                Figures { count: 3, bytes: 7, time: 1_234_567_890_123 },
            )]
            .into(),
            peak: 1 << 40,
            times: Some(StepTimes {
                hardware: "h200x8".into(),
                step: 5_123_456_789_012,
                exposed: 1,
                parts: Vec::new(),
            }),
            ..Usage::default()
        };
        for margin in [0.0, 10.0, 1e30] {
            let text = write_budget(std::slice::from_ref(&usage), margin);
            let budget = Budget::parse(&text).unwrap_or_else(|found| panic!("{found}\n{text}"));
            let source = Source::new("budget.toml", text.as_str()).unwrap();
            assert!(budget.check(&usage, &source).is_empty(), "{text}");
            assert!(budget.check_axes(&["a \"quoted\"\n\u{1b}axis\\"]).is_empty(), "{text}");
        }
        let text = write_budget(std::slice::from_ref(&usage), 10.0);
        assert!(text.contains("peak = 1209462790554 # 1.1 TiB, now 1.0 TiB\n"), "{text}");
        assert!(text.contains("hardware = \"h200x8\"\nstep = \"5.636 s\" # now 5.12 s\n"), "{text}");
        assert!(text.contains("communication = \"1.087 s\" # now 987.65 ms\n"), "{text}");
        assert!(text.contains("[all_reduce]\ncount = 0\n"), "{text}");
    }
}
