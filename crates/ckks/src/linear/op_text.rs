//! Linear ops as text, with weight tensors by name.
//!
//! ```text
//! window [64, 7, 7] to 16 kernel 3x3 stride 2x2 before 1x1 after 1x1 weights conv1 times 0.5
//! window [64, 8, 8] to 64 kernel 2x2 stride 2x2 groups 64 each 0.25
//! moved [16, 7, 7] to 32 at 16
//! view [16, 8, 1] to [16, 8, 8] first 0 [16 by 8, 8 by 0, 8 by 1]
//! ```

use std::fmt;

use partita_base::{Cursor, SyntaxError, SyntaxResult, code};

use super::op::{Channels, LinearOp, Weights, Window};
use super::view::View;
use crate::CkksError;
use crate::tokens::{
    Named, read_float, read_layer_name, read_number, read_pair, read_triple, syntax_error_at,
};

/// Prints an op; `weights` is the name of its weight tensor.
pub(crate) struct OpText<'a> {
    pub(crate) op: &'a LinearOp,
    pub(crate) weights: &'a str,
}

impl fmt::Display for OpText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let OpText { op, weights } = *self;
        let ([c, h, w], features) = (op.input(), op.output()[0]);
        match op.channels() {
            Channels::Moved { at } => write!(f, "moved [{c}, {h}, {w}] to {features} at {at}")?,
            Channels::Viewed => {
                let [_, ho, wo] = op.output();
                write!(f, "view [{c}, {h}, {w}] to [{features}, {ho}, {wo}]")?;
                op.as_view().iter().try_for_each(|view| write!(f, " first {view}"))?;
            }
            Channels::Groups(groups) => {
                let Window { kernel, stride, before, after, dilation } = *op.window();
                write!(f, "window [{c}, {h}, {w}] to {features} kernel {}x{}", kernel[0], kernel[1])?;
                let fields = [
                    ("stride", stride, [1, 1]),
                    ("before", before, [0, 0]),
                    ("after", after, [0, 0]),
                    ("dilation", dilation, [1, 1]),
                ];
                for (name, value, usual) in fields {
                    if value != usual {
                        write!(f, " {name} {}x{}", value[0], value[1])?;
                    }
                }
                if groups != 1 {
                    write!(f, " groups {groups}")?;
                }
                if let Some(tap) = op.only() {
                    write!(f, " tap {}x{}", tap[0], tap[1])?;
                }
            }
        }
        match op.weights() {
            Some(Weights::Uniform(1.0)) | None => {}
            Some(Weights::Uniform(weight)) => write!(f, " each {weight:?}")?,
            Some(Weights::AverageInside) => f.write_str(" average")?,
            Some(Weights::Tensor(_)) => write!(f, " weights {}", Named(weights))?,
        }
        if op.scale() != 1.0 {
            write!(f, " times {:?}", op.scale())?;
        }
        Ok(())
    }
}

/// Reads an op; `find` looks up weight tensors.
pub(crate) fn parse_op(
    cursor: &mut Cursor<'_>,
    find: &impl Fn(&str) -> Option<Weights>,
) -> SyntaxResult<LinearOp> {
    let start = cursor.start();
    let kind = cursor.peek_word();
    if !["moved", "window", "view"].contains(&kind) {
        return Err(cursor.expected("`window`, `moved` or `view`"));
    }
    cursor.word();
    let input = read_triple(cursor)?;
    cursor.expect_word("to")?;
    let op = if kind == "view" {
        viewed(cursor, input)?
    } else if kind == "moved" {
        let features = read_number(cursor, "a number of channels")?;
        cursor.expect_word("at")?;
        let at = read_number(cursor, "a channel")?;
        let fits = at.checked_add(input[0]).is_some_and(|end| end <= features && features <= 1 << 24);
        if fits && !input.contains(&0) && input[1] <= 1 << 24 && input[2] <= 1 << 24 {
            Ok(LinearOp::place(input, at, features))
        } else {
            Err(CkksError::shapes("the moved channels exceed the output"))
        }
    } else {
        let features = read_number(cursor, "a number of channels")?;
        windowed(cursor, input, features)?
    };
    let mut op = op.map_err(|error| syntax_error_at(cursor.span_from(start), error))?;
    let weights = if cursor.eat_word("each") {
        Weights::Uniform(read_float(cursor, "a weight")?)
    } else if cursor.eat_word("average") {
        Weights::AverageInside
    } else if cursor.eat_word("weights") {
        let start = cursor.start();
        let name = read_layer_name(cursor, "the name of a layer")?;
        find(&name).ok_or_else(|| {
            let message = format!("unknown layer `{name}`, or a layer without weights");
            Box::new(SyntaxError::new(code::NO_WEIGHTS, cursor.span_from(start), message))
        })?
    } else {
        Weights::Uniform(1.0)
    };
    op = op.with_weights(weights).map_err(|error| syntax_error_at(cursor.span_from(start), error))?;
    Ok(if cursor.eat_word("times") { op.scaled(read_float(cursor, "a factor")?) } else { op })
}

fn viewed(cursor: &mut Cursor<'_>, input: [usize; 3]) -> SyntaxResult<crate::CkksResult<LinearOp>> {
    let output = read_triple(cursor)?;
    cursor.expect_word("first")?;
    let first = read_number(cursor, "the index of a value")?;
    cursor.expect(b'[')?;
    let steps = cursor.list_until(b']', |cursor| {
        cursor.skip_trivia();
        let size = read_number(cursor, "a size")?;
        cursor.expect_word("by")?;
        cursor.skip_trivia();
        Ok((size, read_number(cursor, "a stride")?))
    })?;
    let count = input.iter().fold(1usize, |n, &size| n.saturating_mul(size));
    Ok(View::new(count, first, steps).and_then(|view| LinearOp::view(input, output, view)))
}

fn windowed(
    cursor: &mut Cursor<'_>,
    input: [usize; 3],
    features: usize,
) -> SyntaxResult<crate::CkksResult<LinearOp>> {
    cursor.expect_word("kernel")?;
    let mut window = Window::valid(read_pair(cursor)?, [1, 1]);
    let fields = [
        ("stride", &mut window.stride),
        ("before", &mut window.before),
        ("after", &mut window.after),
        ("dilation", &mut window.dilation),
    ];
    for (name, field) in fields {
        if cursor.eat_word(name) {
            *field = read_pair(cursor)?;
        }
    }
    let groups = if cursor.eat_word("groups") { read_number(cursor, "a number of groups")? } else { 1 };
    if !cursor.eat_word("tap") {
        return Ok(LinearOp::conv(input, features, window, groups));
    }
    let tap = read_pair(cursor)?;
    if groups != input[0] || features != groups || tap[0] >= window.kernel[0] || tap[1] >= window.kernel[1] {
        return Ok(Err(CkksError::shapes("expected one tap per channel, inside the window")));
    }
    Ok(LinearOp::one_tap(input, window, tap))
}
