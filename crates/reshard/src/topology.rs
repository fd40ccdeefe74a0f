//! How fast data moves along the axes of a mesh.

use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};
use std::iter::Sum;
use std::ops::{Add, AddAssign};

use partita_base::{Diagnostic, Diagnostics, Span, code};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A time, counted in whole femtoseconds, so that sums and comparisons are exact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cost(pub u128);

impl Cost {
    /// The time in microseconds.
    pub fn micros(self) -> f64 {
        self.0 as f64 / FEMTOS_PER_MICRO
    }
}

impl Add for Cost {
    type Output = Cost;
    fn add(self, other: Cost) -> Cost {
        Cost(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Cost {
    fn add_assign(&mut self, other: Cost) {
        *self = *self + other;
    }
}

impl Sum for Cost {
    fn sum<I: Iterator<Item = Cost>>(costs: I) -> Cost {
        costs.fold(Cost::default(), Cost::add)
    }
}

impl Display for Cost {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{:.3} µs", self.micros())
    }
}

const FEMTOS_PER_MICRO: f64 = 1e9;

/// The links along one axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// Femtoseconds from the start of a collective to its first byte.
    latency: u64,
    /// Femtoseconds per byte that a device sends.
    per_byte: u64,
}

impl Link {
    /// A link of so many microseconds and so many GB/s, one way per device. `None` unless the first is at most
    /// an hour and not negative, and the second between 1 kB/s and 1 EB/s.
    pub fn new(latency_us: f64, bandwidth_gb_s: f64) -> Option<Link> {
        let sane = (0.0..=3.6e9).contains(&latency_us) && (1e-6..=1e9).contains(&bandwidth_gb_s);
        // One GB/s is one byte per nanosecond.
        let per_byte = (1e6 / bandwidth_gb_s).round().max(1.0) as u64;
        sane.then(|| Link { latency: (latency_us * FEMTOS_PER_MICRO).round() as u64, per_byte })
    }

    /// What every collective along the axis takes, however small.
    pub fn latency(self) -> Cost {
        Cost(self.latency.into())
    }

    /// What a byte takes.
    pub fn per_byte(self) -> Cost {
        Cost(self.per_byte.into())
    }

    /// What a collective along both kinds of link sees: the longer latency and the lower bandwidth.
    pub fn and(self, other: Link) -> Link {
        Link { latency: self.latency.max(other.latency), per_byte: self.per_byte.max(other.per_byte) }
    }

    /// The shorter latency and the higher bandwidth of the two.
    pub(crate) fn best(self, other: Link) -> Link {
        Link { latency: self.latency.min(other.latency), per_byte: self.per_byte.min(other.per_byte) }
    }

    /// The time to send so many bytes in `starts` collectives.
    pub(crate) fn time(self, starts: u64, bytes: u64) -> Cost {
        Cost(u128::from(self.latency) * u128::from(starts) + u128::from(self.per_byte) * u128::from(bytes))
    }
}

impl Default for Link {
    /// One microsecond and 100 GB/s.
    fn default() -> Self {
        Link { latency: 1_000_000_000, per_byte: 10_000 }
    }
}

/// The links of every axis, by name. Axes that are not named have the default link.
///
/// ```toml
/// [default]
/// latency_us = 1.0
/// bandwidth_gb_s = 100.0
///
/// [axis.x]
/// bandwidth_gb_s = 12.5
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Topology {
    default: Link,
    axes: BTreeMap<Box<str>, Link>,
}

impl Topology {
    /// All axes alike.
    pub fn uniform(link: Link) -> Self {
        Self { default: link, axes: BTreeMap::new() }
    }

    /// The same with another link along one axis.
    pub fn with_axis(mut self, axis: impl Into<Box<str>>, link: Link) -> Self {
        self.axes.insert(axis.into(), link);
        self
    }

    /// The link along an axis.
    pub fn link(&self, axis: &str) -> Link {
        self.axes.get(axis).copied().unwrap_or(self.default)
    }

    /// The axes that have a link of their own, by name.
    pub fn axes(&self) -> impl Iterator<Item = &str> {
        self.axes.keys().map(|name| &**name)
    }

    /// Reads TOML text; fails with everything that is wrong. A key that is left out is that of `[default]`.
    pub fn parse(text: &str) -> Result<Topology, Diagnostics> {
        let mut reader = Reader { diagnostics: Diagnostics::default() };
        let mut topology = Topology::default();
        match DeTable::parse(text) {
            Err(error) => {
                let range = error.span().unwrap_or(0..0);
                reader.wrong(Span::new(range.start, range.end), error.message());
            }
            Ok(table) => reader.file(table.get_ref(), &mut topology),
        }
        if reader.diagnostics.has_errors() { Err(reader.diagnostics) } else { Ok(topology) }
    }
}

struct Reader {
    diagnostics: Diagnostics,
}

impl Reader {
    fn wrong(&mut self, span: Span, message: impl Into<String>) {
        self.diagnostics.push(
            Diagnostic::error(code::BAD_TOPOLOGY, span, message)
                .help("write `[default]` or `[axis.NAME]` with `latency_us` and `bandwidth_gb_s`"),
        );
    }

    fn file(&mut self, table: &DeTable<'_>, topology: &mut Topology) {
        if let Some(value) = table.get("default") {
            topology.default = self.link(value, Numbers { latency_us: 1.0, bandwidth_gb_s: 100.0 });
        }
        let inherited = table.get("default").map_or_else(Numbers::default, Numbers::read);
        for (key, value) in table {
            match (&**key.get_ref(), value.get_ref()) {
                ("default", _) => {}
                ("axis", DeValue::Table(axes)) => {
                    for (axis, value) in axes {
                        let link = self.link(value, inherited);
                        topology.axes.insert(axis.get_ref().to_string().into(), link);
                    }
                }
                (name, _) => self.wrong(span(key), format!("`{name}` is no part of a topology")),
            }
        }
    }

    fn link(&mut self, value: &Spanned<DeValue<'_>>, inherited: Numbers) -> Link {
        let DeValue::Table(table) = value.get_ref() else {
            self.wrong(span(value), "a link is a table");
            return Link::default();
        };
        for (key, value) in table {
            match &**key.get_ref() {
                "latency_us" | "bandwidth_gb_s" if number(value).is_some() => {}
                name @ ("latency_us" | "bandwidth_gb_s") => {
                    self.wrong(span(value), format!("`{name}` is a number"));
                }
                name => self.wrong(span(key), format!("`{name}` is nothing that a link has")),
            }
        }
        let numbers = inherited.overridden(value);
        Link::new(numbers.latency_us, numbers.bandwidth_gb_s).unwrap_or_else(|| {
            let Numbers { latency_us, bandwidth_gb_s } = numbers;
            self.wrong(
                span(value),
                format!("no link takes {latency_us} µs and carries {bandwidth_gb_s} GB/s"),
            );
            Link::default()
        })
    }
}

/// The numbers of a link as written.
#[derive(Clone, Copy)]
struct Numbers {
    latency_us: f64,
    bandwidth_gb_s: f64,
}

impl Default for Numbers {
    fn default() -> Self {
        Numbers { latency_us: 1.0, bandwidth_gb_s: 100.0 }
    }
}

impl Numbers {
    fn read(value: &Spanned<DeValue<'_>>) -> Numbers {
        Numbers::default().overridden(value)
    }

    fn overridden(mut self, value: &Spanned<DeValue<'_>>) -> Numbers {
        if let DeValue::Table(table) = value.get_ref() {
            let read = |name: &str| table.get(name).and_then(number);
            self.latency_us = read("latency_us").unwrap_or(self.latency_us);
            self.bandwidth_gb_s = read("bandwidth_gb_s").unwrap_or(self.bandwidth_gb_s);
        }
        self
    }
}

fn number(value: &Spanned<DeValue<'_>>) -> Option<f64> {
    match value.get_ref() {
        DeValue::Integer(digits) if digits.radix() == 10 => digits.as_str().parse().ok(),
        DeValue::Float(digits) => digits.as_str().parse().ok(),
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
    fn a_file_names_the_links_of_axes() {
        let text = "[default]\nlatency_us = 2\n[axis.x]\nbandwidth_gb_s = 12.5\n[axis.\"my axis\"]\nlatency_us = 0\n";
        let topology = Topology::parse(text).unwrap();
        assert_eq!(topology.link("y"), Link::new(2.0, 100.0).unwrap());
        assert_eq!(topology.link("x"), Link::new(2.0, 12.5).unwrap());
        assert_eq!(topology.link("my axis"), Link::new(0.0, 100.0).unwrap());
        assert_eq!(Topology::parse("").unwrap(), Topology::default());
        assert_eq!(Link::default(), Link::new(1.0, 100.0).unwrap());
    }

    #[test]
    fn mistakes_are_reported_where_they_are() {
        for text in [
            "[axis.x]\nbandwidth_gb_s = 0",
            "[axis.x]\nbandwidth_gb_s = nan",
            "[axis.x]\nlatency_us = -1",
            "[axis.x]\nlatency_us = \"1\"",
            "[axis.x]\nspeed = 1",
            "[axes.x]\nlatency_us = 1",
            "axis = 1",
            "default = 3",
            "[axis",
        ] {
            let found = Topology::parse(text).unwrap_err();
            assert!(found.has_errors(), "{text}");
        }
    }
}
