//! Machines by name: `h200`, `h200x8`, `tpu-v5p-4x4x4`.
//!
//! Peaks, memory sizes and link bandwidths are the makers' public figures. The other numbers of H200 are fitted to
//! measurements (BENCHMARKS.md); H100 differs in memory only. Those of TPUs are public figures, and those of `cpu`
//! are typical of a server; neither is measured.

use std::fmt::{self, Display, Formatter};

use partita_base::nearest_name;

use crate::machine::{Level, Machine, Wiring};
use crate::{Device, Link};

/// The names of all presets.
pub const PRESETS: [&str; 7] = ["h100", "h200", "tpu-v4", "tpu-v5e", "tpu-v5p", "tpu-v6e", "cpu"];

/// A name that is neither a preset nor a preset with a valid number of devices.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownMachine {
    /// The name as given.
    pub name: String,
    /// The preset that it begins with, if only the number of devices is invalid.
    pub preset: Option<&'static str>,
}

impl Display for UnknownMachine {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.preset {
            Some(preset) => write!(
                f,
                "invalid number of devices in `{}`; write {preset}x8 or, for a torus, {preset}-4x4",
                self.name
            ),
            None => {
                write!(f, "unknown hardware `{}`; ", self.name)?;
                if let Some(near) = nearest_preset(&self.name) {
                    write!(f, "did you mean `{near}`? ")?;
                }
                write!(f, "presets: {}", PRESETS.join(", "))
            }
        }
    }
}

impl std::error::Error for UnknownMachine {}

/// The preset that was probably meant by an unknown name, with the number of devices of that name.
fn nearest_preset(name: &str) -> Option<String> {
    let is_count = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let (own, count) = match name.split_once('x') {
        Some((own, count)) if is_count(count) => (own, format!("x{count}")),
        _ => (name, String::new()),
    };
    let near = nearest_name(&own.to_ascii_lowercase(), PRESETS.into_iter())?;
    Some(near.to_string() + &count)
}

impl Machine {
    /// The machine of a preset, with an optional number of devices: `h200x8`, or sizes of a torus:
    /// `tpu-v5p-4x4x4`. The prefix `tpu-` may be omitted.
    pub fn preset(name: &str) -> Result<Machine, UnknownMachine> {
        let unknown = |preset| UnknownMachine { name: name.to_string(), preset };
        let full = if name.starts_with('v') { format!("tpu-{name}") } else { name.to_string() };
        let preset =
            PRESETS.into_iter().find(|preset| full.starts_with(preset)).ok_or_else(|| unknown(None))?;
        let mut machine = base(preset);
        machine.name = full.clone();
        let rest = &full[preset.len()..];
        if rest.is_empty() {
            return Ok(machine);
        }
        let sizes = rest.strip_prefix(['x', '-']).ok_or_else(|| unknown(None))?;
        let sizes: Option<Vec<u64>> =
            sizes.split('x').map(|size| size.parse().ok().filter(|&size| size > 0)).collect();
        let devices = sizes.and_then(|sizes| sizes.iter().try_fold(1u64, |all, &size| all.checked_mul(size)));
        machine.devices = Some(devices.ok_or_else(|| unknown(Some(preset)))?);
        Ok(machine)
    }
}

const TERA: f64 = 1e12;
const GIGA: f64 = 1e9;
const MICRO: f64 = 1e-6;

fn base(preset: &str) -> Machine {
    let (device, levels) = match preset {
        "h100" => (Device { memory: 80_000_000_000, bandwidth: 3000.0 * GIGA, ..h200() }, nvidia()),
        "h200" => (h200(), nvidia()),
        "tpu-v4" => (tpu(275.0, 32, 1200.0, 128), torus(45.0, 3)),
        "tpu-v5e" => (tpu(197.0, 16, 810.0, 128), torus(50.0, 2)),
        "tpu-v5p" => (tpu(459.0, 96, 2800.0, 128), torus(100.0, 3)),
        "tpu-v6e" => (tpu(920.0, 32, 1600.0, 256), torus(100.0, 2)),
        _ => (cpu(), vec![level("memory", 1 << 20, 5.0, 10.0, Wiring::Switch)]),
    };
    Machine { name: preset.to_string(), devices: None, device, levels }
}

/// The shortest products of libraries, measured on an H200: XLA times both, and the library wins for long products with many tiles, and
/// for short ones of full precision.
const LIBRARY: [f64; 4] = [7e-6, 7e-6, 2.5e-6, 2.5e-6];
/// The instructions of ops on elements, alike on all vector units.
const DIVISION: f64 = 10.0;
const FUNCTION: f64 = 14.0;
const ROUNDING: f64 = 2.0;

fn h200() -> Device {
    Device {
        memory: 150_754_820_096,
        bandwidth: 4300.0 * GIGA,
        peak: [1979.0 * TERA, 989.0 * TERA, 494.0 * TERA, 67.0 * TERA],
        efficiency: 0.74,
        instructions: 30.0 * TERA,
        tile: [256, 128],
        depth: 64,
        units: 132,
        exposed: 0.25,
        kernel: 1.5 * MICRO,
        program: 35.0 * MICRO,
        buffer: 10.0 * MICRO,
        library_call: 38.0 * MICRO,
        workspace: 32 << 20,
        channels: 8,
        library: LIBRARY,
        division: DIVISION,
        function: FUNCTION,
        rounding: ROUNDING,
    }
}

/// NVLink inside a node of eight, one 400 Gb/s network card per device outside.
fn nvidia() -> Vec<Level> {
    vec![
        level("nvlink", 8, 3.0, 360.0, Wiring::Switch),
        level("network", 1 << 20, 10.0, 45.0, Wiring::Switch),
    ]
}

fn tpu(bf16_tflops: f64, memory_gb: u64, bandwidth_gb_s: f64, tile: u64) -> Device {
    let peak = bf16_tflops * TERA;
    Device {
        memory: memory_gb * 1_000_000_000,
        bandwidth: 0.9 * bandwidth_gb_s * GIGA,
        peak: [2.0 * peak, peak, peak / 3.0, peak / 30.0],
        efficiency: 0.8,
        // 8 by 128 lanes with four slots, at about 1 GHz.
        instructions: 4.0 * TERA,
        tile: [tile, tile],
        depth: 8,
        units: 1,
        exposed: 0.1,
        kernel: 0.5 * MICRO,
        program: 20.0 * MICRO,
        buffer: 1.0 * MICRO,
        library_call: 0.0,
        workspace: 0,
        channels: 8,
        library: LIBRARY,
        division: DIVISION,
        function: FUNCTION,
        rounding: ROUNDING,
    }
}

/// Rings of chips, and the network of a data centre between pods: about 25 GB/s per host of four chips.
fn torus(link_gb_s: f64, dims: u64) -> Vec<Level> {
    vec![
        level("ici", 4096, 1.0, link_gb_s, Wiring::Torus(dims)),
        level("network", 1 << 30, 20.0, 6.25, Wiring::Switch),
    ]
}

/// One of several devices that share a server: 16 cores with 16 lanes each at 2.5 GHz, for all of them.
fn cpu() -> Device {
    Device {
        memory: 64 << 30,
        bandwidth: 20.0 * GIGA,
        peak: [0.4 * TERA, 0.2 * TERA, 0.2 * TERA, 0.1 * TERA],
        efficiency: 0.6,
        instructions: 0.05 * TERA,
        tile: [8, 16],
        depth: 1,
        units: 1,
        exposed: 0.5,
        kernel: 1.0 * MICRO,
        program: 20.0 * MICRO,
        buffer: 1.0 * MICRO,
        library_call: 0.0,
        workspace: 0,
        channels: 1,
        library: LIBRARY,
        division: DIVISION,
        function: FUNCTION,
        rounding: ROUNDING,
    }
}

fn level(name: &str, devices: u64, latency_us: f64, bandwidth_gb_s: f64, wiring: Wiring) -> Level {
    let link = Link::new(latency_us, bandwidth_gb_s).unwrap_or_default();
    Level { name: name.to_string(), devices, link, wiring }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_counts() {
        for preset in PRESETS {
            assert_eq!(Machine::preset(preset).unwrap().devices, None, "{preset}");
        }
        assert_eq!(Machine::preset("h200x8").unwrap().devices, Some(8));
        assert_eq!(Machine::preset("tpu-v5p-4x4x4").unwrap().devices, Some(64));
        assert_eq!(Machine::preset("v6e-8").unwrap().devices, Some(8));
        let text = |name| Machine::preset(name).unwrap_err().to_string();
        assert_eq!(
            text("mi300"),
            "unknown hardware `mi300`; presets: h100, h200, tpu-v4, tpu-v5e, tpu-v5p, tpu-v6e, cpu"
        );
        let near = |name, preset: &str| text(name).contains(&format!("; did you mean `{preset}`? presets: "));
        assert!(near("h20", "h200") && near("H100x8", "h100x8") && near("tpu_v6e", "tpu-v6e"));
        assert_eq!(
            text("h200x0"),
            "invalid number of devices in `h200x0`; write h200x8 or, for a torus, h200-4x4"
        );
        assert!(text("h2000").starts_with("unknown hardware"));
    }

    #[test]
    fn axes_are_shared_by_levels() {
        let machine = Machine::preset("h200x32").unwrap();
        let sizes = |axes: &[(u64, u64)]| -> Vec<u64> {
            machine.shares(axes).iter().map(|share| share.size).collect()
        };
        // A mesh of 4 by 8: the minor axis is inside a node, the major one between nodes.
        assert_eq!(sizes(&[(8, 1)]), [8]);
        assert_eq!(machine.shares(&[(4, 8)])[0].link, machine.levels[1].link);
        assert_eq!(sizes(&[(4, 8), (8, 1)]), [8, 4]);
        // An axis of 16 has eight devices in each of two nodes.
        assert_eq!(sizes(&[(16, 1)]), [8, 2]);
        // Of two devices that are six apart, some pairs are in one node and some are not.
        assert_eq!(sizes(&[(2, 6)]), [2]);
        assert_eq!(machine.shares(&[(2, 6)])[0].link, machine.levels[1].link);
        assert_eq!(sizes(&[(12, 1)]), [12]);
        assert_eq!(sizes(&[(1, 1)]), [0u64; 0]);
    }
}
