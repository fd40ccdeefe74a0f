//! Inputs and results of programs: how a caller's values are packed into slots, and unpacked.
//!
//! ```text
//! x: [16, 8, 1] in 1x[16, 8, 1] plane 8x1 slots 256 order [1, 0, 2] times 0.25
//! ```

use std::fmt;

use partita_base::{Cursor, SyntaxError, SyntaxResult, code};
use zeroize::Zeroizing;

use crate::network::{NATURAL_ORDER, from_natural_order, into_natural_order, shape_in_order};
use crate::slot_layout::SlotLayout;
use crate::tokens::{Named, read_float, read_layer_name, read_triple};
use crate::{CkksError, CkksResult};

/// An input or the result of a program.
#[derive(Clone, Debug, PartialEq)]
pub struct Port {
    /// Its name; empty if there is only one.
    pub name: String,
    /// The layout of its tensor.
    pub layout: SlotLayout,
    /// For each dimension of the caller's tensor, the dimension of the layout that it is.
    pub order: [usize; 3],
    /// The factor of all values: of an input before it is packed, of a result after it is unpacked.
    pub factor: f64,
}

impl Port {
    /// A port without a name, an order or a factor of its own.
    pub fn new(layout: SlotLayout) -> Port {
        Port { name: String::new(), layout, order: NATURAL_ORDER, factor: 1.0 }
    }

    /// The shape of the caller's tensor.
    pub fn shape(&self) -> [usize; 3] {
        shape_in_order(self.layout.shape(), self.order)
    }

    /// The number of values.
    pub fn count(&self) -> usize {
        self.layout.shape().iter().product()
    }

    /// Packs the values of an input into slots, which are wiped when they are dropped.
    pub fn pack(&self, values: &[f64]) -> CkksResult<Zeroizing<Vec<Vec<f64>>>> {
        if values.len() != self.count() {
            return Err(CkksError::shapes(format!(
                "expected {} values, found {}",
                self.count(),
                values.len()
            )));
        }
        let mut values = Zeroizing::new(into_natural_order(values, self.layout.shape(), self.order));
        values.iter_mut().for_each(|value| *value *= self.factor);
        self.layout.pack(&values).map(Zeroizing::new)
    }

    /// Packs the values of several inputs, which are given one after the other.
    pub fn pack_all(ports: &[Port], values: &[f64]) -> CkksResult<Zeroizing<Vec<Vec<f64>>>> {
        let wanted: usize = ports.iter().map(Port::count).sum();
        if values.len() != wanted {
            return Err(CkksError::shapes(format!("expected {wanted} input values, found {}", values.len())));
        }
        let mut packed = Zeroizing::new(Vec::new());
        let mut rest = values;
        for port in ports {
            let (own, after) = rest.split_at(port.count());
            packed.append(&mut *port.pack(own)?);
            rest = after;
        }
        Ok(packed)
    }

    /// Unpacks the values of a result from slots.
    pub fn unpack(&self, slots: &[Vec<f64>]) -> CkksResult<Vec<f64>> {
        let values = Zeroizing::new(self.layout.unpack(slots)?);
        let mut values = from_natural_order(&values, self.layout.shape(), self.order);
        values.iter_mut().for_each(|value| *value *= self.factor);
        Ok(values)
    }

    /// Reads a port in its printed form.
    pub fn parse(cursor: &mut Cursor<'_>) -> SyntaxResult<Port> {
        let mut name = String::new();
        if cursor.peek() != b'[' {
            name = read_layer_name(cursor, "the name of an input or a layout")?;
            cursor.expect(b':')?;
        }
        let mut port = Port { name, ..Port::new(SlotLayout::parse(cursor)?) };
        if cursor.eat_word("order") {
            let start = cursor.start();
            port.order = read_triple(cursor)?;
            if (0..3).any(|dim| !port.order.contains(&dim)) {
                let message = "expected an order of three dimensions";
                return Err(Box::new(SyntaxError::new(code::SYNTAX, cursor.span_from(start), message)));
            }
        }
        if cursor.eat_word("times") {
            let start = cursor.start();
            port.factor = read_float(cursor, "a factor")?;
            if !port.factor.is_finite() {
                let message = "expected a finite factor";
                return Err(Box::new(SyntaxError::new(code::NUMBER_RANGE, cursor.span_from(start), message)));
            }
        }
        Ok(port)
    }
}

impl fmt::Display for Port {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.name.is_empty() {
            write!(f, "{}: ", Named(&self.name))?;
        }
        write!(f, "{}", self.layout)?;
        if self.order != NATURAL_ORDER {
            write!(f, " order {:?}", self.order)?;
        }
        if self.factor != 1.0 {
            write!(f, " times {:?}", self.factor)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ports_come_back_and_undo_each_other() {
        let layout = SlotLayout::dense([4, 3, 1], [4, 1], 16).unwrap();
        let port = Port { name: "a b".into(), order: [1, 0, 2], factor: 0.25, ..Port::new(layout) };
        let text = port.to_string();
        assert_eq!(Port::parse(&mut Cursor::new(&text)).unwrap(), port, "{text}");
        assert_eq!(port.shape(), [3, 4, 1]);
        let values: Vec<f64> = (0..12).map(f64::from).collect();
        let slots = port.pack(&values).unwrap();
        // The second value of the first row is in channel 1.
        assert_eq!(slots[0][4], 0.25);
        let back = Port { factor: 4.0, ..port.clone() }.unpack(&slots).unwrap();
        assert_eq!(back, values);
        assert!(Port::pack_all(&[port.clone(), port], &values).is_err());
        for bad in ["[4, 3, 1]", "x [4, 3, 1]", "[4, 3, 1] in 1x[4, 3, 1] plane 4x1 slots 16 order [0, 0, 1]"]
        {
            assert!(Port::parse(&mut Cursor::new(bad)).is_err(), "{bad}");
        }
    }
}
