//! Reads the description of a machine from TOML text.

use partita_base::{Diagnostic, Diagnostics, Span, code, nearest_name};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::machine::{Level, Machine, Wiring};
use crate::{Device, Link};

impl Machine {
    /// Reads TOML text; fails with all errors found. Missing keys have the values of the preset `base`, by default
    /// `h200`.
    ///
    /// ```toml
    /// base = "h100"
    /// devices = 16
    ///
    /// [device]
    /// memory_gb = 94
    /// peak_tflops = { bf16 = 800 }
    ///
    /// [[links]]
    /// name = "nvlink"
    /// devices = 8
    /// latency_us = 3
    /// bandwidth_gb_s = 300
    /// wiring = "switch"
    /// ```
    pub fn parse(text: &str) -> Result<Machine, Diagnostics> {
        let mut reader = MachineReader { found: Diagnostics::default() };
        let machine = match DeTable::parse(text) {
            Ok(table) => reader.file(table.get_ref()),
            Err(error) => {
                let range = error.span().unwrap_or(0..0);
                reader.wrong(Span::new(range.start, range.end), error.message());
                None
            }
        };
        match machine {
            Some(machine) if !reader.found.has_errors() => Ok(machine),
            _ => Err(reader.found),
        }
    }
}

const KEYS: [&str; 5] = ["base", "name", "devices", "device", "links"];
const LINK_KEYS: [&str; 6] = ["name", "devices", "latency_us", "bandwidth_gb_s", "dims", "wiring"];
const DEVICE_KEYS: [&str; 19] = [
    "peak_tflops",
    "library_us",
    "tile",
    "units",
    "depth",
    "channels",
    "memory_gb",
    "workspace_mb",
    "bandwidth_gb_s",
    "instructions_tera_s",
    "efficiency",
    "exposed",
    "kernel_us",
    "program_us",
    "buffer_us",
    "division",
    "function",
    "rounding",
    "library_call_us",
];

struct MachineReader {
    found: Diagnostics,
}

type Value<'a> = Spanned<DeValue<'a>>;

impl MachineReader {
    fn wrong(&mut self, span: Span, message: impl Into<String>) {
        let help = "write `base`, `devices`, `[device]` and `[[links]]`; see the page \"Costs\" of the book";
        self.found.push(Diagnostic::error(code::BAD_HARDWARE, span, message).help(help));
    }

    fn file(&mut self, table: &DeTable<'_>) -> Option<Machine> {
        let base = match table.get("base") {
            None => "h200",
            Some(value) => match value.get_ref() {
                DeValue::String(name) => name,
                _ => {
                    self.wrong(span(value), "expected the name of a preset for `base`");
                    return None;
                }
            },
        };
        let mut machine = match Machine::preset(base) {
            Ok(machine) => machine,
            Err(unknown) => {
                self.wrong(table.get("base").map_or(Span::new(0, 0), span), unknown.to_string());
                return None;
            }
        };
        for (key, value) in table {
            match (&**key.get_ref(), value.get_ref()) {
                ("base", _) => {}
                ("name", DeValue::String(name)) => machine.name = name.to_string(),
                ("devices", _) => machine.devices = self.count("devices", value),
                ("device", DeValue::Table(device)) => self.device(device, &mut machine.device),
                ("links", DeValue::Array(links)) => {
                    machine.levels = links.iter().filter_map(|link| self.level(link)).collect();
                    if !machine.levels.is_sorted_by_key(|level| level.devices) {
                        self.wrong(
                            span(value),
                            "expected links in ascending order of `devices`, the fastest first",
                        );
                    }
                }
                (name @ ("name" | "device" | "links"), _) => {
                    self.wrong(span(value), format!("invalid value of `{name}`"));
                }
                (name, _) => self.unknown_key(span(key), name, "", &KEYS),
            }
        }
        if machine.levels.is_empty() {
            self.wrong(table.get("links").map_or(Span::new(0, 0), span), "expected at least one link");
        }
        Some(machine)
    }

    fn device(&mut self, table: &DeTable<'_>, device: &mut Device) {
        for (key, value) in table {
            let name = &**key.get_ref();
            match name {
                "peak_tflops" => {
                    self.of_precisions(name, value, |at, number| device.peak[at] = number * 1e12);
                }
                "library_us" => {
                    self.of_precisions(name, value, |at, number| device.library[at] = number * 1e-6);
                }
                "tile" => self.tile(value, device),
                "units" => device.units = self.count(name, value).unwrap_or(1),
                "depth" => device.depth = self.count(name, value).unwrap_or(1),
                "channels" => device.channels = self.count(name, value).unwrap_or(1),
                "memory_gb" => device.memory = (self.number(name, value) * 1e9) as u64,
                "workspace_mb" => device.workspace = (self.number(name, value) * 1e6) as u64,
                "bandwidth_gb_s" => device.bandwidth = self.rate(name, value) * 1e9,
                "instructions_tera_s" => device.instructions = self.rate(name, value) * 1e12,
                "efficiency" => device.efficiency = self.share(name, value).max(1e-3),
                "exposed" => device.exposed = self.share(name, value),
                "kernel_us" => device.kernel = self.number(name, value) * 1e-6,
                "program_us" => device.program = self.number(name, value) * 1e-6,
                "buffer_us" => device.buffer = self.number(name, value) * 1e-6,
                "division" => device.division = self.number(name, value),
                "function" => device.function = self.number(name, value),
                "rounding" => device.rounding = self.number(name, value),
                "library_call_us" => device.library_call = self.number(name, value) * 1e-6,
                _ => self.unknown_key(span(key), name, " of a device", &DEVICE_KEYS),
            }
        }
    }

    /// Numbers by the precision that they are for; those of `peak_tflops` are rates.
    fn of_precisions(&mut self, key: &str, value: &Value<'_>, mut set: impl FnMut(usize, f64)) {
        let DeValue::Table(table) = value.get_ref() else {
            self.wrong(span(value), format!("expected a table with f8, bf16, f32 and f64 for `{key}`"));
            return;
        };
        for (name, value) in table {
            let text = &**name.get_ref();
            let Some(at) = ["f8", "bf16", "f32", "f64"].iter().position(|known| *known == text) else {
                self.wrong(
                    span(name),
                    format!("unknown element type `{text}`; expected f8, bf16, f32 or f64"),
                );
                continue;
            };
            let is_rate = key == "peak_tflops";
            set(at, if is_rate { self.rate(text, value) } else { self.number(text, value) });
        }
    }

    fn tile(&mut self, value: &Value<'_>, device: &mut Device) {
        let sizes: Vec<u64> = match value.get_ref() {
            DeValue::Array(sizes) => sizes.iter().filter_map(|size| self.count("tile", size)).collect(),
            _ => Vec::new(),
        };
        match sizes[..] {
            [rows, columns] => device.tile = [rows, columns],
            _ => self.wrong(span(value), "expected the rows and columns of a tile, such as [256, 128]"),
        }
    }

    fn level(&mut self, value: &Value<'_>) -> Option<Level> {
        let DeValue::Table(table) = value.get_ref() else {
            self.wrong(span(value), "expected a table for a link");
            return None;
        };
        let mut level = Level {
            name: "link".to_string(),
            devices: u64::MAX,
            link: Link::default(),
            wiring: Wiring::Switch,
        };
        let (mut latency, mut bandwidth, mut dims) = (1.0, 100.0, 1);
        for (key, value) in table {
            match (&**key.get_ref(), value.get_ref()) {
                ("name", DeValue::String(name)) => level.name = name.to_string(),
                ("devices", _) => level.devices = self.count("devices", value)?,
                ("latency_us", _) => latency = self.number("latency_us", value),
                ("bandwidth_gb_s", _) => bandwidth = self.rate("bandwidth_gb_s", value),
                ("dims", _) => dims = self.count("dims", value)?,
                ("wiring", DeValue::String(name)) => {
                    level.wiring = match &**name {
                        "switch" => Wiring::Switch,
                        "ring" => Wiring::Ring,
                        "torus" => Wiring::Torus(1),
                        other => {
                            self.wrong(
                                span(value),
                                format!("unknown wiring `{other}`; expected switch, ring or torus"),
                            );
                            return None;
                        }
                    }
                }
                (name @ ("name" | "wiring"), _) => {
                    self.wrong(span(value), format!("expected text for `{name}`"))
                }
                (name, _) => self.unknown_key(span(key), name, " of a link", &LINK_KEYS),
            }
        }
        if let Wiring::Torus(own) = &mut level.wiring {
            *own = dims;
        }
        match Link::new(latency, bandwidth) {
            Some(link) => Some(Level { link, ..level }),
            None => {
                self.wrong(
                    span(value),
                    format!("invalid link: {latency} µs and {bandwidth} GB/s are out of range"),
                );
                None
            }
        }
    }

    fn unknown_key(&mut self, span: Span, name: &str, of: &str, known: &[&str]) {
        let near = nearest_name(name, known.iter().copied());
        let near = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
        self.wrong(span, format!("unknown key `{name}`{of}{near}"));
    }

    /// A number that is at least zero.
    fn number(&mut self, name: &str, value: &Value<'_>) -> f64 {
        let number = match value.get_ref() {
            DeValue::Integer(digits) if digits.radix() == 10 => digits.as_str().parse().ok(),
            DeValue::Float(digits) => digits.as_str().parse().ok(),
            _ => None,
        };
        let number = number.filter(|number: &f64| (0.0..1e15).contains(number));
        number.unwrap_or_else(|| {
            self.wrong(span(value), format!("expected a number of at least 0 for `{name}`"));
            0.0
        })
    }

    /// A number that something is divided by.
    fn rate(&mut self, name: &str, value: &Value<'_>) -> f64 {
        let before = self.found.has_errors();
        let number = self.number(name, value);
        if number <= 0.0 && self.found.has_errors() == before {
            self.wrong(span(value), format!("expected a number above 0 for `{name}`"));
        }
        number.max(1e-9)
    }

    fn share(&mut self, name: &str, value: &Value<'_>) -> f64 {
        let number = self.number(name, value);
        if number > 1.0 {
            self.wrong(span(value), format!("expected a share between 0 and 1 for `{name}`"));
        }
        number
    }

    fn count(&mut self, name: &str, value: &Value<'_>) -> Option<u64> {
        let count = match value.get_ref() {
            DeValue::Integer(digits) if digits.radix() == 10 => digits.as_str().parse().ok(),
            _ => None,
        };
        let count = count.filter(|&count: &u64| count > 0);
        if count.is_none() {
            self.wrong(span(value), format!("expected a positive integer for `{name}`"));
        }
        count
    }
}

fn span<T>(at: &Spanned<T>) -> Span {
    Span::new(at.span().start, at.span().end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_changes_a_preset() {
        let text = "base = \"h100\"\ndevices = 16\n[device]\nmemory_gb = 94\npeak_tflops = { bf16 = 800 }
library_us = { f32 = 4 }\ndivision = 20\nfunction = 30\nrounding = 1\n
[[links]]\nname = \"a\"\ndevices = 4\nlatency_us = 2\nbandwidth_gb_s = 100\nwiring = \"torus\"\ndims = 2\n";
        let machine = Machine::parse(text).unwrap();
        assert_eq!((machine.devices, machine.device.memory), (Some(16), 94_000_000_000));
        assert_eq!(machine.device.peak[1], 800e12);
        assert_eq!(machine.device.library, [7e-6, 7e-6, 4e-6, 2.5e-6]);
        let Device { division, function, rounding, .. } = machine.device;
        assert_eq!([division, function, rounding], [20.0, 30.0, 1.0]);
        assert_eq!(machine.device.bandwidth, Machine::preset("h100").unwrap().device.bandwidth);
        assert_eq!(machine.levels[0].wiring, Wiring::Torus(2));
        assert_eq!(Machine::parse("").unwrap(), Machine::preset("h200").unwrap());
    }

    #[test]
    fn mistakes_are_reported_where_they_are() {
        let cases = [
            ("base = \"h300\"", "unknown hardware `h300`"),
            ("base = 3", "expected the name of a preset"),
            ("devices = 0", "expected a positive integer for `devices`"),
            ("speed = 1", "unknown key `speed`"),
            ("link = 1", "unknown key `link`; did you mean `links`?"),
            ("[device]\nprogam_us = 5", "unknown key `progam_us` of a device; did you mean `program_us`?"),
            ("[[links]]\nlatency_s = 5", "unknown key `latency_s` of a link; did you mean `latency_us`?"),
            ("device = 1", "invalid value of `device`"),
            ("[device]\nbandwidth_gb_s = 0", "expected a number above 0 for `bandwidth_gb_s`"),
            ("[device]\nefficiency = 1.5", "expected a share between 0 and 1"),
            ("[device]\ntile = [1]", "expected the rows and columns"),
            ("[device]\npeak_tflops = { f33 = 1 }", "unknown element type `f33`"),
            ("[device]\nlibrary_us = 3", "expected a table with f8, bf16, f32 and f64 for `library_us`"),
            ("[device]\nkernel_us = \"1\"", "expected a number of at least 0 for `kernel_us`"),
            ("links = []", "expected at least one link"),
            ("[[links]]\nwiring = \"mesh\"", "unknown wiring `mesh`"),
            ("[[links]]\nspeed = 1", "unknown key `speed` of a link"),
            ("[[links]]\ndevices = 8\n[[links]]\ndevices = 4", "ascending order"),
            ("[device", "expected"),
        ];
        // Every key that is proposed is one.
        for (table, keys) in [("", &KEYS[..]), ("[device]\n", &DEVICE_KEYS), ("[[links]]\n", &LINK_KEYS)] {
            for key in keys {
                let found = Machine::parse(&format!("{table}{key} = false")).unwrap_err();
                assert!(found.iter().all(|each| !each.message.contains("unknown key")), "{key}");
            }
        }
        for (text, message) in cases {
            let found = Machine::parse(text).unwrap_err();
            let first = found.iter().next().map(|each| each.message.to_string()).unwrap_or_default();
            assert!(first.contains(message) || text == "[device", "{text}: {first}");
        }
    }
}
