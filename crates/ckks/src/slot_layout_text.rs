//! Slot layouts as text.
//!
//! ```text
//! [64, 56, 56] in 8x[64, 32, 56] plane 128x256 gap 4x4 copies 1 slots 32768
//! ```

use std::fmt;

use partita_base::{Cursor, SyntaxError, SyntaxResult, code};

use crate::slot_layout::{Pads, Sharing, SlotLayout, SlotLayoutSpec};
use crate::tokens::{read_number, read_pair, read_triple, syntax_error_at};

impl fmt::Display for SlotLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SlotLayoutSpec { shape: [c, h, w], plane, gap, channels, rows, .. } = self.spec();
        write!(f, "[{c}, {h}, {w}] in {}x[{channels}, {rows}, {w}]", self.ciphertexts())?;
        write!(f, " plane {}x{}", plane[0], plane[1])?;
        if *gap != [1, 1] {
            write!(f, " gap {}x{}", gap[0], gap[1])?;
        }
        if self.spec().sharing == Sharing::Beside {
            f.write_str(" beside")?;
        }
        if self.spec().halo != 0 {
            write!(f, " halo {}", self.spec().halo)?;
        }
        if self.copies() != 1 {
            write!(f, " copies {}", self.copies())?;
        }
        if !self.spec().order.is_empty() {
            let order: Vec<String> = self.spec().order.iter().map(ToString::to_string).collect();
            write!(f, " order [{}]", order.join(", "))?;
        }
        if self.spec().pads == Pads::Dirty {
            f.write_str(" dirty")?;
        }
        write!(f, " slots {}", self.slots())
    }
}

impl SlotLayout {
    /// Reads a layout as it is printed.
    pub fn parse(cursor: &mut Cursor<'_>) -> SyntaxResult<SlotLayout> {
        let start = cursor.start();
        let shape = read_triple(cursor)?;
        cursor.expect_word("in")?;
        let count_start = cursor.start();
        let count = read_number(cursor, "a number of ciphertexts")?;
        let count_span = cursor.span_from(count_start);
        cursor.expect(b'x')?;
        let [channels, rows, _] = read_triple(cursor)?;
        cursor.expect_word("plane")?;
        let mut spec = SlotLayoutSpec {
            shape,
            slots: 0,
            plane: read_pair(cursor)?,
            gap: [1, 1],
            sharing: Sharing::Interleaved,
            channels,
            rows,
            halo: 0,
            copies: 1,
            order: Vec::new(),
            pads: Pads::Zero,
        };
        if cursor.eat_word("gap") {
            spec.gap = read_pair(cursor)?;
        }
        if cursor.eat_word("beside") {
            spec.sharing = Sharing::Beside;
        }
        if cursor.eat_word("halo") {
            spec.halo = read_number(cursor, "a number of rows")?;
        }
        if cursor.eat_word("copies") {
            spec.copies = read_number(cursor, "a number of copies")?;
        }
        if cursor.eat_word("order") {
            cursor.expect(b'[')?;
            let place = |cursor: &mut Cursor<'_>| read_number(cursor, "a place").map(|n| n as u32);
            spec.order = cursor.list_until(b']', place)?;
        }
        if cursor.eat_word("dirty") {
            spec.pads = Pads::Dirty;
        }
        cursor.expect_word("slots")?;
        spec.slots = read_number(cursor, "a number of slots")?;
        let layout =
            SlotLayout::new(spec).map_err(|error| syntax_error_at(cursor.span_from(start), error))?;
        if layout.ciphertexts() != count {
            let message =
                format!("expected {} ciphertexts for this tensor, found {count}", layout.ciphertexts());
            return Err(Box::new(SyntaxError::new(code::BAD_SLOT_LAYOUT, count_span, message)));
        }
        Ok(layout)
    }
}
