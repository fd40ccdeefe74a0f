//! Programs of networks as text: the layouts of input and output, the sources of plaintexts, then the steps.
//!
//! Weights are named, not written out, so a text is read together with its network.
//!
//! ```text
//! input [3, 8, 8] in 1x[3, 8, 8] plane 8x8 slots 256
//! output [4, 1, 1] in 1x[4, 1, 1] plane 1x1 slots 256 times 0.25
//! @0 = map window [3, 8, 8] to 4 kernel 3x3 weights conv1 from [3, 8, 8] in … to [4, 6, 6] in … copies [64]
//! @1 = bias conv1 in [4, 6, 6] in 1x[4, 6, 6] plane 8x8 slots 256
//! slots 256
//! %0 = input 0 : 2
//! …
//! return %40
//! ```

use std::fmt;
use std::sync::Arc;

use partita_base::{Cursor, SyntaxError, SyntaxResult, code};

use super::lower::Lowered;
use crate::Port;
use crate::linear::{OpText, Weights, parse_op};
use crate::network::{LayerOp, Network};
use crate::program::{Diagonals, PlaintextSource, Program};
use crate::slot_layout::SlotLayout;
use crate::tokens::{Named, read_float, read_layer_name, read_number};

/// Prints a program with the names of its network.
pub struct Listing<'a> {
    lowered: &'a Lowered,
    network: &'a Network,
}

impl Lowered {
    /// The program as text.
    pub fn listing<'a>(&'a self, network: &'a Network) -> Listing<'a> {
        Listing { lowered: self, network }
    }

    /// Reads a program; its weights are those of the network.
    pub fn parse(text: &str, network: &Network) -> SyntaxResult<Lowered> {
        let mut cursor = Cursor::new(text);
        let cursor = &mut cursor;
        let mut inputs = Vec::new();
        while inputs.is_empty() || cursor.peek_word() == "input" {
            cursor.expect_word("input")?;
            inputs.push(Port::parse(cursor)?);
        }
        cursor.expect_word("output")?;
        let output = Port::parse(cursor)?;
        let mut sources = Vec::new();
        while cursor.eat(b'@') {
            let start = cursor.start();
            if read_number(cursor, "a source of plaintexts")? != sources.len() {
                let message = format!("expected @{}, the next source", sources.len());
                return Err(Box::new(SyntaxError::new(code::SYNTAX, cursor.span_from(start), message)));
            }
            cursor.expect(b'=')?;
            sources.push(parse_source(cursor, network)?);
        }
        let program = Program::parse_from(cursor)?;
        if !cursor.at_end() {
            return Err(cursor.expected("the end of the program"));
        }
        Ok(Lowered { program, sources, inputs, output })
    }
}

impl fmt::Display for Listing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Lowered { program, sources, inputs, output } = self.lowered;
        inputs.iter().try_for_each(|input| writeln!(f, "input {input}"))?;
        writeln!(f, "output {output}")?;
        for (number, source) in sources.iter().enumerate() {
            write!(f, "@{number} = ")?;
            match source {
                PlaintextSource::Map(map) => {
                    let Diagonals { op, from, to, copies } = &**map;
                    let weights = weights_name(self.network, op.weights());
                    write!(f, "map {} from {from} to {to}", OpText { op, weights })?;
                    if !copies.is_empty() {
                        write!(f, " copies {copies:?}")?;
                    }
                    writeln!(f)?;
                }
                PlaintextSource::Bias { layout, values, scale } => {
                    let name = bias_name(self.network, values);
                    writeln!(f, "bias {}{} in {layout}", Named(name), Times(*scale))?;
                }
            }
        }
        write!(f, "{program}")
    }
}

/// ` times 0.25`, or nothing.
struct Times(f64);

impl fmt::Display for Times {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == 1.0 { Ok(()) } else { write!(f, " times {:?}", self.0) }
    }
}

fn times(cursor: &mut Cursor<'_>) -> SyntaxResult<f64> {
    if cursor.eat_word("times") { read_float(cursor, "a factor") } else { Ok(1.0) }
}

/// The layer whose weights these are; programs share tensors with their network.
fn weights_name<'a>(network: &'a Network, weights: Option<&Weights>) -> &'a str {
    let Some(Weights::Tensor(values)) = weights else { return "" };
    let layer = network.layers.iter().find(|(_, layer)| match layer.op.linear().map(|op| op.weights()) {
        Some(Some(Weights::Tensor(own))) => Arc::ptr_eq(own, values),
        _ => false,
    });
    layer.map_or("", |(_, layer)| &layer.name)
}

fn bias_name<'a>(network: &'a Network, values: &Arc<[f64]>) -> &'a str {
    let layer = network.layers.iter().find(|(_, layer)| match &layer.op {
        LayerOp::Linear { bias: Some(own), .. } => Arc::ptr_eq(own, values),
        _ => false,
    });
    layer.map_or("", |(_, layer)| &layer.name)
}

fn parse_source(cursor: &mut Cursor<'_>, network: &Network) -> SyntaxResult<PlaintextSource> {
    let find = |name: &str| network.find(name).map(|id| &network.layers[id].op);
    if cursor.eat_word("bias") {
        let start = cursor.start();
        let name = read_layer_name(cursor, "the name of a layer")?;
        let Some(LayerOp::Linear { bias: Some(values), .. }) = find(&name) else {
            let message = format!("unknown layer `{name}`, or a layer without a bias");
            return Err(Box::new(SyntaxError::new(code::NO_WEIGHTS, cursor.span_from(start), message)));
        };
        let (values, scale) = (Arc::clone(values), times(cursor)?);
        cursor.expect_word("in")?;
        return Ok(PlaintextSource::Bias { layout: SlotLayout::parse(cursor)?, values, scale });
    }
    cursor.expect_word("map")?;
    let weights = |name: &str| find(name)?.linear()?.weights().cloned();
    let op = parse_op(cursor, &weights)?;
    let start = cursor.start();
    cursor.expect_word("from")?;
    let from = SlotLayout::parse(cursor)?;
    cursor.expect_word("to")?;
    let to = SlotLayout::parse(cursor)?;
    if from.shape() != op.input() || to.shape() != op.output() || from.slots() != to.slots() {
        let message = "the layouts do not match the input and output of the op";
        return Err(Box::new(SyntaxError::new(code::SLOT_SHAPES, cursor.span_from(start), message)));
    }
    let mut copies = Vec::new();
    if cursor.eat_word("copies") {
        cursor.expect(b'[')?;
        copies = cursor.list_until(b']', |cursor| read_number(cursor, "a shift").map(|n| n as u32))?;
    }
    Ok(PlaintextSource::Map(Arc::new(Diagonals { op, from, to, copies })))
}
