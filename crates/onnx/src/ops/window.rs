//! Windows that slide over dimensions: their sizes, steps and padding.

use super::build::{Rule, RuleDim};
use super::{Call, NoRule};
use crate::signature::{FactorKind, Window, WindowDirection};
use crate::types::Dim;

const UNKNOWN_PADS: &str = "the padding depends on an unknown size";

/// The windows of a node, one per spatial dimension.
pub(super) struct Windows {
    pub(super) kernel: Vec<u64>,
    pub(super) strides: Vec<u64>,
    pub(super) dilations: Vec<u64>,
    /// Padding at the start and the end of each dimension.
    pub(super) pads: Vec<(i64, i64)>,
    pub(super) auto: AutoPad,
    pub(super) ceil: bool,
}

/// How padding is determined.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum AutoPad {
    /// The attribute `pads`.
    Given,
    /// No padding.
    Valid,
    /// Padding so that the output has the size of the input divided by the stride, rounded up; an odd element goes to the end.
    SameUpper,
    /// The same, but an odd element goes to the start.
    SameLower,
}

impl Windows {
    /// The windows that attributes describe.
    pub(super) fn of(call: &Call<'_>, kernel: &[u64]) -> Result<Self, NoRule> {
        let count = kernel.len();
        let positive = |name: &str| -> Result<Vec<u64>, NoRule> {
            let Some(list) = call.ints(name) else { return Ok(vec![1; count]) };
            let numbers: Vec<u64> =
                list.iter().filter_map(|int| u64::try_from(*int).ok()).filter(|int| *int > 0).collect();
            match numbers.len() == count && list.len() == count {
                true => Ok(numbers),
                false => call.invalid(format!("expected {count} positive {name}, found {list:?}")),
            }
        };
        let (strides, dilations) = (positive("strides")?, positive("dilations")?);
        let auto = match call.text("auto_pad").unwrap_or("NOTSET") {
            "NOTSET" | "" => AutoPad::Given,
            "VALID" => AutoPad::Valid,
            "SAME_UPPER" => AutoPad::SameUpper,
            "SAME_LOWER" => AutoPad::SameLower,
            other => return call.invalid(format!("unknown auto_pad {other}")),
        };
        let pads = match call.ints("pads") {
            Some(pads) if auto == AutoPad::Given => {
                if pads.len() != 2 * count {
                    return call
                        .invalid(format!("expected {} pads (two per dimension), found {pads:?}", 2 * count));
                }
                (0..count).map(|dim| (pads[dim], pads[dim + count])).collect()
            }
            _ => vec![(0, 0); count],
        };
        if kernel.contains(&0) {
            return call.invalid("the kernel size must not be 0".to_string());
        }
        let ceil = call.flag("ceil_mode");
        Ok(Self { kernel: kernel.to_vec(), strides, dilations, pads, auto, ceil })
    }

    /// The extent of a window, including the gaps of dilation.
    fn reach(&self, dim: usize) -> i128 {
        i128::from(self.dilations[dim]) * (i128::from(self.kernel[dim]) - 1) + 1
    }

    /// The padding of a dimension of this size, if certain.
    fn padding(&self, dim: usize, size: &Dim) -> Option<(i64, i64)> {
        let (begin_first, total) = match self.auto {
            AutoPad::Given | AutoPad::Valid => return Some(self.pads[dim]),
            AutoPad::SameUpper | AutoPad::SameLower => {
                let (stride, reach) = (i128::from(self.strides[dim]), self.reach(dim));
                let total = match size.known() {
                    Some(size) => {
                        let size = i128::from(size);
                        ((size + stride - 1).div_euclid(stride) - 1) * stride + reach - size
                    }
                    None if stride == 1 => reach - 1,
                    None => return None,
                };
                (self.auto == AutoPad::SameLower, i64::try_from(total.max(0)).ok()?)
            }
        };
        let small = total / 2;
        Some(if begin_first { (total - small, small) } else { (small, total - small) })
    }

    /// The size of the output, if certain.
    pub(super) fn output(&self, call: &Call<'_>, dim: usize, size: &Dim) -> Result<Dim, NoRule> {
        let same = matches!(self.auto, AutoPad::SameUpper | AutoPad::SameLower);
        let stride = self.strides[dim];
        if same {
            return Ok(match size {
                Dim::Known(size) => Dim::Known(size.div_ceil(stride)),
                named if stride == 1 => named.clone(),
                _ => Dim::Unknown,
            });
        }
        let (begin, end) = self.pads[dim];
        let padding = i128::from(begin) + i128::from(end);
        let Dim::Known(known) = size else {
            let unchanged = stride == 1 && padding == self.reach(dim) - 1;
            return Ok(if unchanged { size.clone() } else { Dim::Unknown });
        };
        let (known, stride) = (i128::from(*known), i128::from(stride));
        let room = known + padding - self.reach(dim);
        if room < 0 {
            let what =
                format!("a window of {} exceeds size {known} with pads {begin} and {end}", self.reach(dim));
            return call.invalid(what);
        }
        let mut count =
            if self.ceil { (room + stride - 1).div_euclid(stride) } else { room.div_euclid(stride) } + 1;
        // A window must not begin in the padding at the end.
        if self.ceil && (count - 1) * stride >= known + i128::from(begin) {
            count -= 1;
        }
        Ok(u64::try_from(count).map_or(Dim::Unknown, Dim::Known))
    }

    /// The spatial dimensions of an output. They share factors with the dimensions of input 0 from `first` on.
    pub(super) fn slide(&self, rule: &mut Rule<'_>, first: usize) -> Result<Vec<RuleDim>, NoRule> {
        let dims = rule.call.dims(0)?;
        let mut axes = Vec::new();
        for dim in 0..self.kernel.len() {
            let Some(size) = dims.get(first + dim) else {
                return rule.call.invalid(format!(
                    "the input has too few dimensions for a window of {}",
                    self.kernel.len()
                ));
            };
            let out = self.output(rule.call, dim, size)?;
            let kind = match self.padding(dim, size) {
                None => FactorKind::NeedsReplication(UNKNOWN_PADS),
                Some((0, 0)) if self.kernel[dim] == 1 && self.strides[dim] == 1 => FactorKind::PassThrough,
                Some((pad_begin, pad_end)) => FactorKind::Window(Window {
                    kernel: self.kernel[dim],
                    stride: self.strides[dim],
                    dilation: self.dilations[dim],
                    pad_begin,
                    pad_end,
                    direction: WindowDirection::Gather,
                }),
            };
            axes.push(rule.windowed(first + dim, out, kind));
        }
        Ok(axes)
    }

    /// The spatial dimensions of a transposed convolution.
    pub(super) fn scatter(&self, rule: &mut Rule<'_>, first: usize) -> Result<Vec<RuleDim>, NoRule> {
        let (call, count) = (rule.call, self.kernel.len());
        let dims = call.dims(0)?;
        let list = |name: &str| -> Result<Option<Vec<i64>>, NoRule> {
            match call.ints(name) {
                None => Ok(None),
                Some(list) if list.len() >= count => Ok(Some(list[list.len() - count..].to_vec())),
                Some(list) => call.invalid(format!("expected {count} values of {name}, found {list:?}")),
            }
        };
        let added = list("output_padding")?.unwrap_or_else(|| vec![0; count]);
        let wanted = list("output_shape")?;
        let mut axes = Vec::new();
        for dim in 0..count {
            let Some(size) = dims.get(first + dim) else {
                return call.invalid(format!("the input has too few dimensions for a window of {count}"));
            };
            let stride = i128::from(self.strides[dim]);
            let full = size.known().and_then(|size| {
                (i128::from(size) - 1)
                    .checked_mul(stride)?
                    .checked_add(i128::from(added[dim]) + self.reach(dim))
            });
            let same = matches!(self.auto, AutoPad::SameUpper | AutoPad::SameLower);
            let out = match (&wanted, full) {
                (Some(wanted), _) => Some(i128::from(wanted[dim])),
                (None, Some(_)) if same => size.known().and_then(|size| i128::from(size).checked_mul(stride)),
                (None, Some(full)) => {
                    Some(full - i128::from(self.pads[dim].0) - i128::from(self.pads[dim].1))
                }
                (None, None) => None,
            };
            let pads = match (wanted.is_some() || same, full, out) {
                (false, ..) => Some(self.pads[dim]),
                (true, Some(full), Some(out)) => {
                    let total = (full - out).max(0);
                    let half = total / 2;
                    let (begin, end) = if self.auto == AutoPad::SameUpper {
                        (half, total - half)
                    } else {
                        (total - half, half)
                    };
                    i64::try_from(begin).ok().zip(i64::try_from(end).ok())
                }
                _ => None,
            };
            let out = match out.map(u64::try_from) {
                Some(Ok(out)) => Dim::Known(out),
                Some(Err(_)) => {
                    return call.invalid(format!("the size of dimension {dim} of the output is negative"));
                }
                None => Dim::Unknown,
            };
            let kind = match pads {
                None => FactorKind::NeedsReplication(UNKNOWN_PADS),
                Some((pad_begin, pad_end)) => FactorKind::Window(Window {
                    kernel: self.kernel[dim],
                    stride: self.strides[dim],
                    dilation: self.dilations[dim],
                    pad_begin,
                    pad_end,
                    direction: WindowDirection::Scatter,
                }),
            };
            axes.push(rule.windowed(first + dim, out, kind));
        }
        Ok(axes)
    }
}

/// The kernel size: an attribute, or the last dimensions of an input. `None` if it is unknown.
pub(super) fn kernel_size(call: &Call<'_>, dims: &[Dim]) -> Result<Option<Vec<u64>>, NoRule> {
    let Some(list) = call.ints("kernel_shape").filter(|list| !list.is_empty()) else {
        return Ok(dims.iter().map(Dim::known).collect());
    };
    if list.len() != dims.len() {
        return call.invalid(format!("expected {} sizes in kernel_shape, found {list:?}", dims.len()));
    }
    let mut sizes = Vec::new();
    for (int, dim) in list.iter().zip(dims) {
        match u64::try_from(*int) {
            Ok(size) if size > 0 && dim.known().is_none_or(|dim| dim == size) => sizes.push(size),
            _ => return call.invalid(format!("kernel_shape is {list:?}, but the kernel has size {dim}")),
        }
    }
    Ok(Some(sizes))
}
