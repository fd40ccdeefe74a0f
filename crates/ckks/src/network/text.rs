//! Networks as text, with their weights beside it: what a compiled model stores.
//!
//! ```text
//! layer x input [64, 1, 1]
//! layer fc1 linear window [64, 1, 1] to 64 kernel 1x1 weights fc1 bias of x divisor 4.0
//! layer act square of fc1 divisor 16.0
//! layer sum add of act, fc1
//! ```
//!
//! The tensors of weights and biases are a list in the order in which the text names them. Layouts and shardings that
//! were required of layers are not part of it: a program has its own.

use std::cell::Cell;
use std::fmt::{self, Write as _};
use std::sync::Arc;

use partita_base::{Cursor, SyntaxError, SyntaxResult, code};

use super::{Builder, Layer, LayerId, LayerOp, NATURAL_ORDER, Network};
use crate::kernels::{Activation, Function, Interval, IntervalFunction, Polynomial, Sign, Smooth};
use crate::linear::{OpText, Weights, Window, parse_op};
use crate::tokens::{Named, read_float, read_layer_name, read_name, read_pair, read_triple, syntax_error_at};
use crate::{CkksError, CkksResult};

/// A network with weights, as text and a list of tensors.
#[derive(Clone, Debug, PartialEq)]
pub struct NetworkText {
    /// The layers.
    pub text: String,
    /// Weights and biases, in the order of the text.
    pub tensors: Vec<Arc<[f64]>>,
}

impl Network {
    /// The most values of all tensors of a network that is read from text.
    const MAX_VALUES: usize = 1 << 31;

    /// The network as text. Linear layers without weights have ones.
    pub fn to_text(&self) -> NetworkText {
        let (mut text, mut tensors) = (String::new(), Vec::new());
        for (_, layer) in self.layers.iter() {
            if let LayerOp::Linear { op, bias } = &layer.op {
                if let Some(Weights::Tensor(values)) = op.weights() {
                    tensors.push(Arc::clone(values));
                }
                tensors.extend(bias.iter().map(Arc::clone));
            }
            let printed = write_layer(&mut text, self, layer);
            printed.expect("a string takes all text");
        }
        NetworkText { text, tensors }
    }

    /// Reads a network as it is printed; tensors are taken from the list.
    pub fn from_text(text: &str, tensors: &[Arc<[f64]>]) -> SyntaxResult<Network> {
        let mut cursor = Cursor::new(text);
        let cursor = &mut cursor;
        let taken = Cell::new(0);
        cursor.expect_word("layer")?;
        let name = read_layer_name(cursor, "the name of a layer")?;
        cursor.expect_word("input")?;
        let mut builder = Builder::new(&name, read_triple(cursor)?);
        order(cursor, &mut builder)?;
        let mut divisors = vec![divisor(cursor)?];
        while cursor.eat_word("layer") {
            let start = cursor.start();
            let layer = parse_layer(cursor, &mut builder, tensors, &taken)?;
            layer.map_err(|error| syntax_error_at(cursor.span_from(start), error))?;
            order(cursor, &mut builder)?;
            divisors.push(divisor(cursor)?);
        }
        if !cursor.at_end() {
            return Err(cursor.expected("a layer"));
        }
        let end = cursor.start();
        let at_end = |error: CkksError| syntax_error_at(cursor.span_from(end), error);
        let mut network = builder.finish().map_err(at_end)?;
        if taken.get() != tensors.len() {
            let message = format!("expected {} tensors, found {}", taken.get(), tensors.len());
            return Err(at_end(CkksError::shapes(message)));
        }
        let mut values = 0usize;
        for (id, divisor) in network.layers.ids().collect::<Vec<_>>().into_iter().zip(divisors) {
            network.layers[id].divisor = divisor;
            let own = network.layers[id].shape.iter().fold(1usize, |n, &size| n.saturating_mul(size));
            values = values.saturating_add(own);
        }
        if values > Self::MAX_VALUES {
            return Err(at_end(CkksError::new(code::SLOT_LIMIT, "the tensors have more than 2^31 values")));
        }
        Ok(network)
    }
}

fn write_layer(f: &mut String, network: &Network, layer: &Layer) -> fmt::Result {
    write!(f, "layer {} ", Named(&layer.name))?;
    match &layer.op {
        LayerOp::Input => {
            let [c, h, w] = layer.shape;
            write!(f, "input [{c}, {h}, {w}]")?;
        }
        LayerOp::Linear { op, bias } => {
            write!(f, "linear {}", OpText { op, weights: &layer.name })?;
            if bias.is_some() {
                f.push_str(" bias");
            }
        }
        LayerOp::GlobalPool => f.push_str("global_pool"),
        LayerOp::MaxPool { window, sign } => {
            f.push_str("max_pool");
            let Window { kernel, stride, before, after, dilation } = *window;
            for [rows, columns] in [kernel, stride, before, after, dilation] {
                write!(f, " {rows}x{columns}")?;
            }
            write_sign(f, sign)?;
        }
        LayerOp::Activation(Activation::Square) => f.push_str("square"),
        LayerOp::Activation(Activation::Polynomial(polynomial)) => {
            write!(f, "polynomial {:?}", polynomial.coefficients())?;
        }
        LayerOp::Activation(Activation::Relu(sign)) => {
            f.push_str("relu");
            write_sign(f, sign)?;
        }
        LayerOp::Activation(Activation::Smooth(smooth)) => {
            write!(f, "smooth {}", smooth.function().name())?;
            match smooth.function() {
                Function::Silu { factor } => write!(f, " {factor:?}")?,
                Function::Chebyshev { coefficients, range } => write!(f, " {coefficients:?} {range:?}")?,
                Function::Within { interval: Interval { centre, half }, .. } => {
                    write!(f, " {centre:?} {half:?}")?;
                }
                _ => {}
            }
            write!(f, " range {:?}", smooth.range())?;
        }
        LayerOp::Add => f.push_str("add"),
        LayerOp::Subtract => f.push_str("subtract"),
        LayerOp::Multiply => f.push_str("multiply"),
        LayerOp::Concat => f.push_str("concat"),
    }
    for (n, &id) in layer.inputs.iter().enumerate() {
        write!(f, "{}{}", if n == 0 { " of " } else { ", " }, Named(&network.layers[id].name))?;
    }
    if layer.order != NATURAL_ORDER {
        write!(f, " order {:?}", layer.order)?;
    }
    if layer.divisor != 1.0 {
        write!(f, " divisor {:?}", layer.divisor)?;
    }
    f.write_char('\n')
}

fn write_sign(f: &mut String, sign: &Sign) -> fmt::Result {
    write!(f, " sign {}", sign.polynomials.len())?;
    sign.polynomials.iter().try_for_each(|polynomial| write!(f, " {:?}", polynomial.coefficients()))?;
    write!(f, " error {:?}", sign.error)
}

/// The caller's order of the dimensions of the last layer, if it is given.
fn order(cursor: &mut Cursor<'_>, builder: &mut Builder) -> SyntaxResult<()> {
    if !cursor.eat_word("order") {
        return Ok(());
    }
    let start = cursor.start();
    let order = read_triple(cursor)?;
    let last = builder.last();
    builder.set_order(last, order).map_err(|error| syntax_error_at(cursor.span_from(start), error))
}

fn divisor(cursor: &mut Cursor<'_>) -> SyntaxResult<f64> {
    if !cursor.eat_word("divisor") {
        return Ok(1.0);
    }
    let start = cursor.start();
    let divisor = read_float(cursor, "a divisor")?;
    if divisor.is_finite() && divisor > 0.0 {
        return Ok(divisor);
    }
    let message = format!("expected a positive divisor, found {divisor}");
    Err(Box::new(SyntaxError::new(code::NUMBER_RANGE, cursor.span_from(start), message)))
}

fn parse_layer(
    cursor: &mut Cursor<'_>,
    builder: &mut Builder,
    tensors: &[Arc<[f64]>],
    taken: &Cell<usize>,
) -> SyntaxResult<CkksResult<LayerId>> {
    let take = || {
        let tensor = tensors.get(taken.get()).map(Arc::clone);
        taken.set(taken.get() + 1);
        tensor
    };
    let name = read_layer_name(cursor, "the name of a layer")?;
    let start = cursor.start();
    let kind = read_name(cursor, "the op of a layer")?;
    let made = match kind.as_str() {
        "input" => builder.add_input(&name, read_triple(cursor)?),
        "linear" => {
            let op = parse_op(cursor, &|_| take().map(Weights::Tensor))?;
            let bias = match cursor.eat_word("bias").then(take) {
                Some(None) => {
                    return Ok(Err(CkksError::shapes(format!("`{name}` has no tensor of its bias"))));
                }
                bias => bias.flatten(),
            };
            let of = one(cursor, builder)?;
            builder.linear(&name, of, op, bias)
        }
        "global_pool" => {
            let of = one(cursor, builder)?;
            builder.global_pool(&name, of)
        }
        "max_pool" => {
            let mut pairs = [[0; 2]; 5];
            for pair in &mut pairs {
                *pair = read_pair(cursor)?;
            }
            let [kernel, stride, before, after, dilation] = pairs;
            let window = Window { kernel, stride, before, after, dilation };
            let sign = read_sign(cursor)?;
            let of = one(cursor, builder)?;
            builder.max_pool(&name, of, window, sign)
        }
        "square" => activation(cursor, builder, &name, Activation::Square)?,
        "polynomial" => {
            let polynomial = read_polynomial(cursor)?;
            activation(cursor, builder, &name, Activation::Polynomial(polynomial))?
        }
        "relu" => {
            let sign = read_sign(cursor)?;
            activation(cursor, builder, &name, Activation::Relu(sign))?
        }
        "smooth" => {
            let function = read_function(cursor)?;
            cursor.expect_word("range")?;
            let range = read_float(cursor, "a range")?;
            let fitted = Smooth::new(function).and_then(|smooth| smooth.fitted(range));
            let fitted = fitted.map_err(|error| syntax_error_at(cursor.span_from(start), error))?;
            activation(cursor, builder, &name, Activation::Smooth(fitted))?
        }
        "add" | "subtract" | "multiply" => {
            let of = operands(cursor, builder)?;
            let &[a, b] = of.as_slice() else {
                return Ok(Err(CkksError::shapes(format!("`{name}` reads {} layers, not two", of.len()))));
            };
            match kind.as_str() {
                "add" => builder.add(&name, a, b),
                "subtract" => builder.subtract(&name, a, b),
                _ => builder.multiply(&name, a, b),
            }
        }
        "concat" => {
            let of = operands(cursor, builder)?;
            builder.concat(&name, &of)
        }
        _ => {
            let message = format!("unknown op `{kind}` of a layer");
            return Err(Box::new(SyntaxError::new(code::SYNTAX, cursor.span_from(start), message)));
        }
    };
    Ok(made)
}

fn activation(
    cursor: &mut Cursor<'_>,
    builder: &mut Builder,
    name: &str,
    activation: Activation,
) -> SyntaxResult<CkksResult<LayerId>> {
    let of = one(cursor, builder)?;
    Ok(builder.activation(name, of, activation))
}

/// The layers that a layer reads.
fn operands(cursor: &mut Cursor<'_>, builder: &Builder) -> SyntaxResult<Vec<LayerId>> {
    cursor.expect_word("of")?;
    let mut of = Vec::new();
    loop {
        let start = cursor.start();
        let name = read_layer_name(cursor, "the name of a layer")?;
        let id = builder.layers.ids().find(|&id| builder.layers[id].name == name).ok_or_else(|| {
            let message = format!("unknown layer `{name}`");
            Box::new(SyntaxError::new(code::SYNTAX, cursor.span_from(start), message))
        })?;
        of.push(id);
        if !cursor.eat(b',') {
            return Ok(of);
        }
    }
}

/// The only layer that a layer reads.
fn one(cursor: &mut Cursor<'_>, builder: &Builder) -> SyntaxResult<LayerId> {
    let start = cursor.start();
    match operands(cursor, builder)?.as_slice() {
        &[of] => Ok(of),
        of => {
            let message = format!("expected one operand, found {}", of.len());
            Err(Box::new(SyntaxError::new(code::SYNTAX, cursor.span_from(start), message)))
        }
    }
}

fn read_floats(cursor: &mut Cursor<'_>) -> SyntaxResult<Vec<f64>> {
    cursor.expect(b'[')?;
    cursor.list_until(b']', |cursor| {
        cursor.skip_trivia();
        read_float(cursor, "a coefficient")
    })
}

fn read_polynomial(cursor: &mut Cursor<'_>) -> SyntaxResult<Polynomial> {
    let start = cursor.start();
    let coefficients = read_floats(cursor)?;
    Polynomial::chebyshev(coefficients).map_err(|error| syntax_error_at(cursor.span_from(start), error))
}

fn read_sign(cursor: &mut Cursor<'_>) -> SyntaxResult<Sign> {
    cursor.expect_word("sign")?;
    let count = crate::tokens::read_number(cursor, "a number of polynomials")?;
    let mut polynomials = Vec::new();
    for _ in 0..count {
        polynomials.push(read_polynomial(cursor)?);
    }
    cursor.expect_word("error")?;
    Ok(Sign { polynomials, error: read_float(cursor, "an error")? })
}

fn read_function(cursor: &mut Cursor<'_>) -> SyntaxResult<Function> {
    let start = cursor.start();
    let name = read_name(cursor, "a function")?;
    match name.as_str() {
        "silu" => Ok(Function::Silu { factor: read_float(cursor, "a factor")? }),
        "chebyshev" => {
            let coefficients = read_floats(cursor)?;
            Ok(Function::Chebyshev { coefficients, range: read_float(cursor, "a range")? })
        }
        name if IntervalFunction::NAMED.iter().any(|(known, _)| *known == name) => {
            let numbers = [read_float(cursor, "a centre")?, read_float(cursor, "half a length")?];
            let of = IntervalFunction::NAMED.iter().find(|(known, _)| *known == name).map(|&(_, of)| of);
            let [centre, half] = numbers;
            let is_valid = centre.is_finite() && half.is_finite() && half > 0.0;
            let message = || format!("invalid interval around {centre} of {name}");
            let of = of.filter(|of| is_valid && (!of.is_for_positive() || centre > half));
            of.map(|of| Function::Within { of, interval: Interval { centre, half } }).ok_or_else(|| {
                Box::new(SyntaxError::new(code::NUMBER_RANGE, cursor.span_from(start), message()))
            })
        }
        _ => Function::NAMED
            .into_iter()
            .find(|(known, _)| *known == name)
            .map(|(_, function)| function)
            .ok_or_else(|| {
                let message = format!("unknown function `{name}`");
                Box::new(SyntaxError::new(code::SYNTAX, cursor.span_from(start), message))
            }),
    }
}
