//! Slot layouts: which ciphertext and slot holds each value of a tensor.
//!
//! A tensor `[C, H, W]` (a vector is `[C, 1, 1]`) is split along `C` into channel groups and along `H` into row
//! parts; group `g` and part `z` form ciphertext `g * parts + z`. Within a ciphertext, a channel has a plane of
//! `plane[0] x plane[1]` slots. With gaps, `gap[0] * gap[1]` channels share one plane: row `h` of a channel is
//! at physical row `h * gap[0] + a`, its column `w` at `w * gap[1] + b`, for the channel's own `(a, b)`. A
//! strided convolution leaves such gaps for free. The block is repeated `copies` times, every `slots / copies`
//! slots. With a halo, a part also holds that many rows of the parts above and below, like an input that was
//! encrypted with an overlap. Slots without a value are zero, unless the layout is [`Pads::Dirty`].

use crate::{CkksError, CkksResult};

/// The contents of slots without a value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Pads {
    /// Exact zeros.
    #[default]
    Zero,
    /// Arbitrary values; the next linear op has to mask them.
    Dirty,
}

/// How channels that share a plane share its rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sharing {
    /// Interleaved: the columns of a channel are `gap` apart.
    #[default]
    Interleaved,
    /// Side by side: the columns of a channel are adjacent. Halfway between interleaved and dense.
    Beside,
}

/// The fields of a [`SlotLayout`], unchecked; [`SlotLayout::new`] checks them.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SlotLayoutSpec {
    /// Channels, height, width.
    pub shape: [usize; 3],
    /// Slots per ciphertext, a power of two.
    pub slots: usize,
    /// Physical rows and columns of a plane.
    pub plane: [usize; 2],
    /// Channels interleaved along rows and columns of a plane.
    pub gap: [usize; 2],
    /// How channels that share a plane share its rows.
    pub sharing: Sharing,
    /// Channels per ciphertext.
    pub channels: usize,
    /// Rows per ciphertext; the last part may have fewer.
    pub rows: usize,
    /// Rows above and below that a part holds in addition.
    pub halo: usize,
    /// How many times the block is repeated in a ciphertext, a power of two.
    pub copies: usize,
    /// The position of each channel; empty for the natural order.
    pub order: Vec<u32>,
    /// The contents of slots without a value.
    pub pads: Pads,
}

impl SlotLayoutSpec {
    /// The entire tensor in one ciphertext, once and in its natural order, whether it fits or not.
    fn one_part(shape: [usize; 3], plane: [usize; 2], slots: usize) -> Self {
        Self {
            shape,
            slots,
            plane,
            gap: [1, 1],
            sharing: Sharing::Interleaved,
            channels: shape[0],
            rows: shape[1],
            halo: 0,
            copies: 1,
            order: Vec::new(),
            pads: Pads::Zero,
        }
    }
}

/// A checked slot layout: everything fits into the slots.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SlotLayout {
    spec: SlotLayoutSpec,
}

/// The position of a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ChannelPlace {
    /// The channel group; with a row part, it determines the ciphertext.
    pub group: usize,
    /// The plane within the ciphertext.
    pub plane: usize,
    /// The row within a gap.
    pub row: usize,
    /// The column within a gap.
    pub column: usize,
}

impl SlotLayout {
    /// The most slots of a ciphertext.
    pub const MAX_SLOTS: usize = 1 << 20;
    /// The most values of a tensor.
    pub const MAX_VALUES: usize = 1 << 31;

    /// Checks that the fields are consistent and that the block fits into the slots.
    pub fn new(spec: SlotLayoutSpec) -> CkksResult<SlotLayout> {
        let SlotLayoutSpec {
            shape: [c, h, w],
            slots,
            plane: [ph, pw],
            gap: [gh, gw],
            channels,
            rows,
            copies,
            ..
        } = spec;
        if !slots.is_power_of_two() || slots > Self::MAX_SLOTS {
            return Err(CkksError::layout(format!(
                "expected a power of two up to 2^20 slots, found {slots}"
            )));
        }
        if [c, h, w, ph, pw, gh, gw, channels, rows, copies].contains(&0) {
            return Err(CkksError::layout("every size of a slot layout must be at least 1"));
        }
        let values = c.checked_mul(h).and_then(|v| v.checked_mul(w));
        if values.is_none_or(|values| values > Self::MAX_VALUES) {
            let message = format!("a tensor [{c}, {h}, {w}] has more than 2^31 values");
            return Err(CkksError::new(partita_base::code::SLOT_LIMIT, message));
        }
        if !copies.is_power_of_two() {
            return Err(CkksError::layout(format!("expected a power of two of copies, found {copies}")));
        }
        if channels > c || rows > h {
            return Err(CkksError::layout(format!(
                "{channels} channels and {rows} rows per ciphertext exceed the tensor [{c}, {h}, {w}]"
            )));
        }
        let fits = |size: usize, gap: usize, plane: usize| size.checked_mul(gap).is_some_and(|n| n <= plane);
        let held = spec.halo.checked_mul(2).and_then(|n| n.checked_add(rows)).unwrap_or(usize::MAX);
        if !fits(held, gh, ph) || !fits(w, gw, pw) {
            return Err(CkksError::layout(format!(
                "{held}x{w} values with gaps {gh}x{gw} do not fit into a plane of {ph}x{pw}"
            ))
            .help(format!(
                "use a plane of {}x{} or fewer rows per ciphertext",
                rows.saturating_mul(gh),
                w.saturating_mul(gw)
            )));
        }
        let per_plane = gh.saturating_mul(gw);
        let block = channels
            .div_ceil(per_plane)
            .checked_mul(ph)
            .and_then(|n| n.checked_mul(pw))
            .and_then(|n| n.checked_mul(copies))
            .unwrap_or(usize::MAX);
        if block > slots {
            let one = ph.saturating_mul(pw).saturating_mul(copies);
            let help = if one <= slots {
                format!("put at most {} channels into a ciphertext", slots / one * per_plane)
            } else if pw.saturating_mul(gh) <= slots && copies == 1 {
                format!("use fewer rows per ciphertext: at most {} rows fit", slots / pw / gh)
            } else {
                format!(
                    "use more slots, a smaller gap or fewer copies; a row alone takes {}",
                    pw.saturating_mul(gh)
                )
            };
            let what = format!("a block of {channels} channels on planes of {ph}x{pw} with {copies} copies");
            return Err(CkksError::slots(&what, block, slots, help));
        }
        if !spec.order.is_empty() {
            let mut seen = vec![false; c];
            let valid = spec.order.len() == c
                && spec
                    .order
                    .iter()
                    .all(|&p| seen.get_mut(p as usize).is_some_and(|seen| !std::mem::replace(seen, true)));
            if !valid {
                return Err(CkksError::layout(format!(
                    "expected the channel order to be a permutation of 0..{c}"
                )));
            }
        }
        Ok(SlotLayout { spec })
    }

    /// Channels on planes of the given size without gaps, as many per ciphertext as fit.
    pub fn dense(shape: [usize; 3], plane: [usize; 2], slots: usize) -> CkksResult<SlotLayout> {
        Self::multiplexed(shape, plane, [1, 1], slots)
    }

    /// Channels interleaved by `gap` on planes of the given physical size, as many per ciphertext as fit.
    ///
    /// A plane larger than a ciphertext is split along its rows.
    pub fn multiplexed(
        shape: [usize; 3],
        plane: [usize; 2],
        gap: [usize; 2],
        slots: usize,
    ) -> CkksResult<SlotLayout> {
        let area = plane[0].saturating_mul(plane[1]);
        let (rows, ph) = if area <= slots {
            (shape[1], plane[0])
        } else {
            let ph = slots.checked_div(plane[1]).unwrap_or(0);
            let ph = ph - ph % gap[0].max(1);
            (ph / gap[0].max(1), ph)
        };
        let planes = if ph == 0 || plane[1] == 0 { 1 } else { (slots / (ph * plane[1])).max(1) };
        let channels = planes.saturating_mul(gap[0]).saturating_mul(gap[1]).min(shape[0]);
        let rows = if rows == 0 { shape[1] } else { rows.min(shape[1]) };
        let plane = [if ph == 0 { plane[0] } else { ph }, plane[1]];
        Self::new(SlotLayoutSpec { gap, channels, rows, ..SlotLayoutSpec::one_part(shape, plane, slots) })
    }

    /// The smallest power-of-two plane for rows and columns of this size.
    pub fn pow2_plane(h: usize, w: usize) -> [usize; 2] {
        [h.next_power_of_two(), w.next_power_of_two()]
    }

    /// The tensor in `groups` channel groups and `parts` row parts: the layout of one block of a mesh.
    pub fn split(
        shape: [usize; 3],
        plane: [usize; 2],
        groups: usize,
        parts: usize,
        slots: usize,
    ) -> CkksResult<SlotLayout> {
        let (groups, parts) = (groups.max(1), parts.max(1));
        let (channels, rows) = (shape[0].div_ceil(groups), shape[1].div_ceil(parts));
        Self::new(SlotLayoutSpec { channels, rows, ..SlotLayoutSpec::one_part(shape, plane, slots) })
    }

    /// The tensor with this many channels and rows per ciphertext, interleaved by `gap` on planes of this size.
    pub(crate) fn of_blocks(
        [channels, rows]: [usize; 2],
        shape: [usize; 3],
        plane: [usize; 2],
        gap: [usize; 2],
        slots: usize,
    ) -> CkksResult<SlotLayout> {
        Self::new(SlotLayoutSpec { gap, channels, rows, ..SlotLayoutSpec::one_part(shape, plane, slots) })
    }

    /// The layout that a strided op produces for free: the same planes with gaps `stride` times as wide, filled
    /// with channels.
    pub fn strided(&self, shape: [usize; 3], stride: [usize; 2]) -> CkksResult<SlotLayout> {
        let spec = &self.spec;
        let gap = [spec.gap[0].saturating_mul(stride[0]), spec.gap[1].saturating_mul(stride[1])];
        let planes = (spec.slots / (self.plane_slots() * spec.copies)).max(1);
        let channels = planes.saturating_mul(gap[0]).saturating_mul(gap[1]).min(shape[0]);
        let rows = spec.rows.div_ceil(stride[0].max(1)).min(shape[1]);
        let order = Vec::new();
        Self::new(SlotLayoutSpec { shape, gap, channels, rows, halo: 0, order, ..spec.clone() })
    }

    /// The same layout with this many copies.
    pub fn with_copies(&self, copies: usize) -> CkksResult<SlotLayout> {
        Self::new(SlotLayoutSpec { copies, ..self.spec.clone() })
    }

    /// The same layout with as many copies as fit.
    pub fn filled(&self) -> SlotLayout {
        let most = self.spec.slots / self.block();
        let copies = if most == 0 { 1 } else { 1 << most.ilog2() };
        SlotLayout { spec: SlotLayoutSpec { copies, ..self.spec.clone() } }
    }

    /// The same layout with parts that also hold this many rows of their neighbours.
    pub fn with_halo(&self, halo: usize) -> CkksResult<SlotLayout> {
        Self::new(SlotLayoutSpec { halo, ..self.spec.clone() })
    }

    /// The same layout with the channels in this order.
    pub fn with_order(&self, order: Vec<u32>) -> CkksResult<SlotLayout> {
        Self::new(SlotLayoutSpec { order, ..self.spec.clone() })
    }

    /// The same layout with another sharing of rows.
    pub fn with_sharing(&self, sharing: Sharing) -> CkksResult<SlotLayout> {
        Self::new(SlotLayoutSpec { sharing, ..self.spec.clone() })
    }

    /// The same layout with other pads.
    pub fn with_pads(&self, pads: Pads) -> SlotLayout {
        SlotLayout { spec: SlotLayoutSpec { pads, ..self.spec.clone() } }
    }

    /// The fields of the layout.
    pub fn spec(&self) -> &SlotLayoutSpec {
        &self.spec
    }

    /// Channels, height, width.
    pub fn shape(&self) -> [usize; 3] {
        self.spec.shape
    }

    /// Slots per ciphertext.
    pub fn slots(&self) -> usize {
        self.spec.slots
    }

    /// How many times the block is repeated in a ciphertext.
    pub fn copies(&self) -> usize {
        self.spec.copies
    }

    /// The number of row parts.
    pub fn parts(&self) -> usize {
        self.spec.shape[1].div_ceil(self.spec.rows)
    }

    /// The number of channel groups.
    pub fn groups(&self) -> usize {
        self.spec.shape[0].div_ceil(self.spec.channels)
    }

    /// The number of ciphertexts of the tensor.
    pub fn ciphertexts(&self) -> usize {
        self.groups() * self.parts()
    }

    /// Slots per plane, gaps included.
    pub fn plane_slots(&self) -> usize {
        self.spec.plane[0] * self.spec.plane[1]
    }

    /// Slots of one block, without copies.
    pub fn block(&self) -> usize {
        self.spec.channels.div_ceil(self.spec.gap[0] * self.spec.gap[1]) * self.plane_slots()
    }

    /// The distance, in slots, between consecutive rows of a channel.
    pub fn row_stride(&self) -> usize {
        self.spec.gap[0] * self.spec.plane[1]
    }

    /// The distance, in slots, between consecutive columns of a channel.
    pub fn column_stride(&self) -> usize {
        match self.spec.sharing {
            Sharing::Interleaved => self.spec.gap[1],
            Sharing::Beside => 1,
        }
    }

    /// The distance, in slots, between the first columns of consecutive channels in the same row.
    pub fn gap_step(&self) -> usize {
        match self.spec.sharing {
            Sharing::Interleaved => 1,
            Sharing::Beside => self.spec.plane[1] / self.spec.gap[1],
        }
    }

    /// The fraction of slots that hold a value, without copies.
    pub fn utilisation(&self) -> f64 {
        let [c, h, w] = self.spec.shape;
        (c * h * w) as f64 / (self.ciphertexts() * self.spec.slots) as f64
    }

    /// The position of a channel.
    pub fn channel(&self, c: usize) -> ChannelPlace {
        let position = self.spec.order.get(c).map_or(c, |&p| p as usize);
        let [gh, gw] = self.spec.gap;
        let (group, local) = (position / self.spec.channels, position % self.spec.channels);
        let (plane, inner) = (local / (gh * gw), local % (gh * gw));
        ChannelPlace { group, plane, row: inner / gw, column: inner % gw }
    }

    /// The slot of a channel's first value.
    pub fn channel_slot(&self, place: ChannelPlace) -> usize {
        place.plane * self.plane_slots() + place.row * self.spec.plane[1] + place.column * self.gap_step()
    }

    /// Ciphertext and slot of a value; further copies are `slots / copies` apart.
    pub fn place(&self, [c, h, w]: [usize; 3]) -> (usize, usize) {
        let part = h / self.spec.rows;
        let slot = self.channel_slot(self.channel(c)) + self.row_slot(part, h) + w * self.column_stride();
        (self.channel(c).group * self.parts() + part, slot)
    }

    /// The rows that a part holds, its halo included.
    pub fn rows_of(&self, part: usize) -> std::ops::Range<usize> {
        let first = part * self.spec.rows;
        first.saturating_sub(self.spec.halo)
            ..(first + self.spec.rows + self.spec.halo).min(self.spec.shape[1])
    }

    /// The part to read a row from for an output part: the part of the same number if it holds the row, else
    /// the part that the row belongs to.
    pub(crate) fn part_to_read(&self, row: usize, output_part: usize) -> usize {
        let own = row / self.spec.rows;
        let is_held = output_part < self.parts() && self.rows_of(output_part).contains(&row);
        if is_held { output_part } else { own }
    }

    /// The slot offset of a row in a part that holds it.
    pub(crate) fn row_slot(&self, part: usize, row: usize) -> usize {
        (row + self.spec.halo - part * self.spec.rows) * self.row_stride()
    }

    /// For every slot of a ciphertext, the index of its value, if any.
    pub fn values_of(&self, ciphertext: usize) -> Vec<Option<[u32; 3]>> {
        let [c, _, w] = self.spec.shape;
        let mut values = vec![None; self.spec.slots];
        let (group, part) = (ciphertext / self.parts(), ciphertext % self.parts());
        for channel in (0..c).filter(|&channel| self.channel(channel).group == group) {
            let base = self.channel_slot(self.channel(channel));
            for row in self.rows_of(part) {
                for column in 0..w {
                    let slot = base + self.row_slot(part, row) + column * self.column_stride();
                    for copy in 0..self.spec.copies {
                        values[slot + copy * (self.spec.slots / self.spec.copies)] =
                            Some([channel as u32, row as u32, column as u32]);
                    }
                }
            }
        }
        values
    }

    /// Which slots of a ciphertext hold a value.
    pub fn valid_mask(&self, ciphertext: usize) -> Vec<bool> {
        self.values_of(ciphertext).iter().map(Option::is_some).collect()
    }

    /// Packs a tensor into ciphertext slots.
    pub fn pack(&self, tensor: &[f64]) -> CkksResult<Vec<Vec<f64>>> {
        let [c, h, w] = self.spec.shape;
        if tensor.len() != c * h * w {
            return Err(CkksError::shapes(format!(
                "expected the values of a tensor [{c}, {h}, {w}], found {} values",
                tensor.len()
            )));
        }
        let at = |[c, r, q]: [u32; 3]| tensor[(c as usize * h + r as usize) * w + q as usize];
        let pack = |ciphertext: usize| {
            self.values_of(ciphertext).into_iter().map(|value| value.map_or(0.0, at)).collect::<Vec<f64>>()
        };
        Ok((0..self.ciphertexts()).map(pack).collect())
    }

    /// Unpacks a tensor from the first copy.
    pub fn unpack(&self, ciphertexts: &[Vec<f64>]) -> CkksResult<Vec<f64>> {
        let [c, h, w] = self.spec.shape;
        let sizes = ciphertexts.iter().all(|slots| slots.len() == self.spec.slots);
        if ciphertexts.len() != self.ciphertexts() || !sizes {
            return Err(CkksError::shapes(format!(
                "expected {} ciphertexts of {} slots, found {}",
                self.ciphertexts(),
                self.spec.slots,
                ciphertexts.len()
            )));
        }
        let value = |index: usize| {
            let (ciphertext, slot) = self.place([index / (h * w), index / w % h, index % w]);
            ciphertexts[ciphertext][slot]
        };
        Ok((0..c * h * w).map(value).collect())
    }
}
