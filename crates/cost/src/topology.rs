//! The links of a mesh, by axis.

use std::collections::BTreeMap;

use partita_base::{Diagnostic, Diagnostics, Span, code};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::{Link, LinkGroup};

/// The link of every axis, by name. Axes that are not listed have the default link.
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
    axes: BTreeMap<Box<str>, AxisLinks>,
}

/// The links along one axis: minor-most segment first, each with its number of devices. The last segment has the rest of
/// the axis. An axis has several segments if some of its neighbours are in one node and others are not.
#[derive(Clone, Debug, PartialEq, Eq)]
struct AxisLinks {
    segments: Vec<(u64, Link)>,
}

impl AxisLinks {
    fn uniform(link: Link) -> AxisLinks {
        AxisLinks { segments: vec![(u64::MAX, link)] }
    }

    /// The link that a collective along the entire axis sees in one stage.
    fn joined(&self) -> Link {
        self.segments.iter().map(|(_, link)| *link).reduce(Link::and).unwrap_or_default()
    }
}

impl Topology {
    /// The same link along every axis.
    pub fn uniform(link: Link) -> Self {
        Self { default: link, axes: BTreeMap::new() }
    }

    /// The same topology with another link along one axis.
    pub fn with_axis(mut self, axis: impl Into<Box<str>>, link: Link) -> Self {
        self.axes.insert(axis.into(), AxisLinks::uniform(link));
        self
    }

    /// The same topology with an axis whose links differ: segments, minor-most first, each with its number of devices. An
    /// axis of this name that already has other links gets the slower ones.
    pub(crate) fn with_segments(mut self, axis: &str, segments: Vec<(u64, Link)>) -> Self {
        let links = AxisLinks { segments };
        let links = match self.axes.get(axis) {
            Some(known) if *known != links => AxisLinks::uniform(known.joined().and(links.joined())),
            _ => links,
        };
        self.axes.insert(axis.into(), links);
        self
    }

    /// The link along an axis, the slowest one where they differ.
    pub fn link(&self, axis: &str) -> Link {
        self.axes.get(axis).map_or(self.default, AxisLinks::joined)
    }

    /// The sizes of all minor parts of an axis after which its links become slower.
    pub fn boundaries(&self, axis: &str) -> impl Iterator<Item = u64> + use<'_> {
        let segments = self.axes.get(axis).map_or(&[][..], |links| &links.segments);
        let inner = &segments[..segments.len().saturating_sub(1)];
        inner.iter().scan(1, |inside: &mut u64, (devices, _)| {
            *inside = inside.saturating_mul(*devices);
            Some(*inside)
        })
    }

    /// Whether the links along an axis may differ.
    pub fn has_boundaries(&self) -> bool {
        self.axes.values().any(|links| links.segments.len() > 1)
    }

    /// Adds the devices along a part of an axis to a group. `post` is the number of devices along the more minor part.
    pub fn join(&self, group: &mut LinkGroup, axis: &str, post: u64, size: u64) {
        let Some(links) = self.axes.get(axis).filter(|links| links.segments.len() > 1) else {
            return group.add(self.link(axis), size);
        };
        let (mut parts, mut product) = (Vec::new(), 1u64);
        let ends = self.boundaries(axis).chain([u64::MAX]);
        let mut inside = 1;
        for ((_, link), reach) in links.segments.iter().zip(ends) {
            let (low, high) = (post.max(inside), post.saturating_mul(size).min(reach));
            if low < high {
                parts.push((*link, high / low));
                product = product.saturating_mul(high / low);
            }
            inside = reach;
        }
        if product == size {
            parts.into_iter().for_each(|(link, size)| group.add(link, size));
        } else {
            // A segment ends inside the part.
            group.add(links.joined(), size);
        }
    }

    /// The names of the axes that have their own link.
    pub fn axes(&self) -> impl Iterator<Item = &str> {
        self.axes.keys().map(|name| &**name)
    }

    /// Reads TOML text; fails with all errors found. A missing key has the value of `[default]`.
    pub fn parse(text: &str) -> Result<Topology, Diagnostics> {
        let mut reader = TopologyReader { diagnostics: Diagnostics::default() };
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

struct TopologyReader {
    diagnostics: Diagnostics,
}

impl TopologyReader {
    fn wrong(&mut self, span: Span, message: impl Into<String>) {
        self.diagnostics.push(
            Diagnostic::error(code::BAD_TOPOLOGY, span, message)
                .help("write `[default]` or `[axis.NAME]` with `latency_us` and `bandwidth_gb_s`"),
        );
    }

    fn file(&mut self, table: &DeTable<'_>, topology: &mut Topology) {
        if let Some(value) = table.get("default") {
            topology.default = self.link(value, LinkFields { latency_us: 1.0, bandwidth_gb_s: 100.0 });
        }
        let inherited = table.get("default").map_or_else(LinkFields::default, LinkFields::read);
        for (key, value) in table {
            match (&**key.get_ref(), value.get_ref()) {
                ("default", _) => {}
                ("axis", DeValue::Table(axes)) => {
                    for (axis, value) in axes {
                        let link = self.link(value, inherited);
                        topology.axes.insert(axis.get_ref().to_string().into(), AxisLinks::uniform(link));
                    }
                }
                (name, _) => self.wrong(span(key), format!("unknown key `{name}`")),
            }
        }
    }

    fn link(&mut self, value: &Spanned<DeValue<'_>>, inherited: LinkFields) -> Link {
        let DeValue::Table(table) = value.get_ref() else {
            self.wrong(span(value), "expected a table");
            return Link::default();
        };
        for (key, value) in table {
            match &**key.get_ref() {
                "latency_us" | "bandwidth_gb_s" if number(value).is_some() => {}
                name @ ("latency_us" | "bandwidth_gb_s") => {
                    self.wrong(span(value), format!("expected a number for `{name}`"));
                }
                name => self.wrong(span(key), format!("unknown key `{name}` of a link")),
            }
        }
        let numbers = inherited.overridden(value);
        Link::new(numbers.latency_us, numbers.bandwidth_gb_s).unwrap_or_else(|| {
            let LinkFields { latency_us, bandwidth_gb_s } = numbers;
            self.wrong(
                span(value),
                format!("invalid link: {latency_us} µs and {bandwidth_gb_s} GB/s are out of range"),
            );
            Link::default()
        })
    }
}

/// The keys of a link as written.
#[derive(Clone, Copy)]
struct LinkFields {
    latency_us: f64,
    bandwidth_gb_s: f64,
}

impl Default for LinkFields {
    fn default() -> Self {
        LinkFields { latency_us: 1.0, bandwidth_gb_s: 100.0 }
    }
}

impl LinkFields {
    fn read(value: &Spanned<DeValue<'_>>) -> LinkFields {
        LinkFields::default().overridden(value)
    }

    fn overridden(mut self, value: &Spanned<DeValue<'_>>) -> LinkFields {
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
    fn segments_of_an_axis_join_a_group() {
        let (fast, slow) = (Link::new(1.0, 400.0).unwrap(), Link::new(5.0, 50.0).unwrap());
        let topology = Topology::default().with_segments("x", vec![(4, fast), (2, slow)]);
        assert_eq!((topology.link("x"), topology.boundaries("x").collect::<Vec<_>>()), (slow, vec![4]));
        let time = |post, size| {
            let mut group = LinkGroup::default();
            topology.join(&mut group, "x", post, size);
            group.time(crate::CollectiveKind::AllGather, 1 << 30).cost
        };
        let gather = |link: Link, blocks: u64| link.time(1, blocks << 30);
        assert_eq!(time(1, 4), gather(fast, 3));
        assert_eq!(time(4, 2), gather(slow, 1));
        assert_eq!(time(2, 4), gather(slow, 1) + gather(fast, 2));
        // A part that has neither link alone, and does not split at the boundary.
        assert_eq!(time(3, 2), gather(slow, 1));
        // The same name on two meshes.
        assert_eq!(topology.with_segments("x", vec![(8, fast)]).link("x"), slow);
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
