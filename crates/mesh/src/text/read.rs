//! Parses meshes and shardings.
//!
//! There is one parser, generic over a recorder of spans: a no-op on the normal path, a real one
//! when an error has to be located.

use std::borrow::Cow;

use partita_base::{Cursor, Number, Span, SyntaxError, SyntaxResult, code};

use super::spans::{MeshSpans, Record, Recorder, ShardingSpans, TextElement};
use crate::spec::{
    AxisSpec, DimSpec, MeshAxisSpec, MeshOrRef, MeshSpec, Openness, ReductionOp, ShardingSpec, SubAxis,
};

/// Parses `<["x"=2, "y"=4], device_ids=[…]>`. Like sdy, drops a list of ids that is just
/// `0, 1, 2, …`.
pub fn parse_mesh(cursor: &mut Cursor<'_>) -> SyntaxResult<MeshSpec> {
    mesh(cursor, &mut ())
}

/// Like [`parse_mesh`], and also returns the spans of the elements.
pub fn parse_mesh_spans(cursor: &mut Cursor<'_>) -> SyntaxResult<(MeshSpec, MeshSpans)> {
    let mut recorder = Recorder::default();
    let start = cursor.start();
    let spec = mesh(cursor, &mut recorder)?;
    recorder.mark(TextElement::Mesh, cursor.span_from(start));
    let mut spans = recorder.into_mesh();
    spans.full = cursor.span_from(start);
    Ok((spec, spans))
}

/// Parses `<@mesh, [{"x"}, {?}], replicated={"y"}, unreduced={"z"}>`.
pub fn parse_sharding(cursor: &mut Cursor<'_>) -> SyntaxResult<ShardingSpec> {
    sharding(cursor, &mut ())
}

/// Like [`parse_sharding`], and also returns the spans of the elements.
pub fn parse_sharding_spans(cursor: &mut Cursor<'_>) -> SyntaxResult<(ShardingSpec, ShardingSpans)> {
    let mut recorder = Recorder::default();
    let spec = sharding(cursor, &mut recorder)?;
    Ok((spec, recorder.sharding))
}

/// Parses the list of shardings of several values, `[<@mesh, [{"x"}]>, <@mesh, [{}]>]`.
pub fn parse_sharding_per_value(cursor: &mut Cursor<'_>) -> SyntaxResult<Vec<ShardingSpec>> {
    cursor.expect(b'[')?;
    cursor.list_until(b']', parse_sharding)
}

/// Parses one dimension, `{"x", ?}p1`.
pub fn parse_dim(cursor: &mut Cursor<'_>) -> SyntaxResult<DimSpec> {
    dim(cursor, &mut ())
}

/// Parses one axis or sub-axis, `"x"` or `"x":(1)2`.
pub fn parse_axis(cursor: &mut Cursor<'_>) -> SyntaxResult<AxisSpec> {
    axis(cursor, &mut ())
}

/// Parses `{"a", "b":(1)2}`.
pub fn parse_axis_list(cursor: &mut Cursor<'_>) -> SyntaxResult<Vec<AxisSpec>> {
    axes(cursor, &mut ())
}

/// Parses a list of axis lists, `[{"a"}, {}]`.
pub fn parse_axis_lists(cursor: &mut Cursor<'_>) -> SyntaxResult<Vec<Vec<AxisSpec>>> {
    cursor.expect(b'[')?;
    cursor.list_until(b']', parse_axis_list)
}

/// Parses a decimal or hexadecimal integer with an optional sign. On failure the message names `what`.
pub fn parse_int(cursor: &mut Cursor<'_>, what: &str) -> SyntaxResult<i64> {
    let start = cursor.start();
    let negative = cursor.eat(b'-');
    let magnitude = match cursor.number() {
        Some(Number::Decimal(digits)) => digits.parse::<u64>(),
        Some(Number::Hex(digits)) => u64::from_str_radix(digits, 16),
        _ => {
            cursor.rewind(start);
            return Err(cursor.expected(what));
        }
    };
    let value = magnitude.ok().and_then(|magnitude| match negative {
        true => 0i64.checked_sub_unsigned(magnitude),
        false => i64::try_from(magnitude).ok(),
    });
    value.ok_or_else(|| {
        let message = format!("{what} does not fit into 64 bits");
        Box::new(SyntaxError::new(code::NUMBER_RANGE, cursor.span_from(start), message))
    })
}

fn mesh(cursor: &mut Cursor<'_>, record: &mut impl Record) -> SyntaxResult<MeshSpec> {
    cursor.expect(b'<')?;
    if !cursor.eat(b'[') {
        let error = cursor.expected("`[`");
        return Err(match cursor.peek() {
            b'"' => Box::new(error.help("write the axes in brackets: <[\"x\"=2, \"y\"=4]>")),
            _ => error,
        });
    }
    let axes = cursor.list_until(b']', |cursor| {
        let start = cursor.start();
        let name = cursor.expect_text("an axis name")?;
        cursor.expect(b'=')?;
        let size = parse_int(cursor, "an axis size")?;
        record.mark(TextElement::Axis, cursor.span_from(start));
        Ok(MeshAxisSpec::new(name, size))
    })?;
    let mut mesh = MeshSpec { axes, device_ids: Vec::new() };
    if cursor.eat(b',') {
        cursor.expect_word("device_ids")?;
        cursor.expect(b'=')?;
        cursor.expect(b'[')?;
        if cursor.peek() == b']' {
            return Err(cursor.expected("a device id"));
        }
        mesh.device_ids = cursor.list_until(b']', |cursor| {
            let start = cursor.start();
            let id = parse_int(cursor, "a device id")?;
            record.mark(TextElement::DeviceId, cursor.span_from(start));
            Ok(id)
        })?;
        mesh.drop_iota_ids();
    }
    cursor.expect(b'>')?;
    Ok(mesh)
}

fn sharding(cursor: &mut Cursor<'_>, record: &mut impl Record) -> SyntaxResult<ShardingSpec> {
    let begin = cursor.start();
    cursor.expect(b'<')?;
    let start = cursor.start();
    let mesh = if cursor.peek_raw() == b'@' {
        MeshOrRef::Symbol(symbol(cursor)?.into())
    } else if cursor.eat_word("mesh") {
        MeshOrRef::Inline(mesh(cursor, record)?)
    } else {
        return Err(cursor.expected("a mesh: `@name` or `mesh<…>`"));
    };
    record.mark(TextElement::Mesh, cursor.span_from(start));
    cursor.expect(b',')?;
    cursor.expect(b'[')?;
    let dims = cursor.list_until(b']', |cursor| dim(cursor, record))?;
    let mut out = ShardingSpec {
        mesh,
        dims,
        replicated: Vec::new(),
        unreduced: Vec::new(),
        reduction: ReductionOp::Sum,
    };
    let (mut has_replicated, mut has_unreduced) = (false, false);
    while cursor.eat(b',') {
        let start = cursor.start();
        if !has_replicated && cursor.eat_word("replicated") {
            has_replicated = true;
            cursor.expect(b'=')?;
            out.replicated = axes(cursor, record)?;
            record.mark(TextElement::Replicated, cursor.span_from(start));
        } else if !has_unreduced && cursor.eat_word("unreduced") {
            has_unreduced = true;
            cursor.expect(b'=')?;
            out.reduction = reduction(cursor)?;
            out.unreduced = axes(cursor, record)?;
            if out.unreduced.is_empty() {
                out.reduction = ReductionOp::Sum;
            }
            record.mark(TextElement::Unreduced, cursor.span_from(start));
        } else {
            let what = match (has_replicated, has_unreduced) {
                (false, false) => "`replicated=` or `unreduced=`",
                (true, false) => "`unreduced=`",
                (false, true) => "`replicated=`",
                (true, true) => "`>`",
            };
            return Err(cursor.expected(what));
        }
    }
    cursor.expect(b'>')?;
    record.mark(TextElement::All, cursor.span_from(begin));
    Ok(out)
}

fn reduction(cursor: &mut Cursor<'_>) -> SyntaxResult<ReductionOp> {
    if cursor.peek() == b'{' {
        return Ok(ReductionOp::Sum);
    }
    for op in [ReductionOp::Sum, ReductionOp::Max, ReductionOp::Min] {
        if cursor.eat_word(op.keyword()) {
            return Ok(op);
        }
    }
    Err(cursor.expected("`{`, `max` or `min`"))
}

/// Parses `@name` or `@"any name"`; no space is allowed between the sign and the name.
fn symbol<'s>(cursor: &mut Cursor<'s>) -> SyntaxResult<Cow<'s, str>> {
    cursor.advance(1);
    match cursor.peek_raw() {
        b'"' => cursor.expect_text("a symbol name"),
        b if b.is_ascii_alphabetic() || b == b'_' => Ok(Cow::Borrowed(cursor.word())),
        _ => Err(cursor.expected("a symbol name right after `@`")),
    }
}

fn dim(cursor: &mut Cursor<'_>, record: &mut impl Record) -> SyntaxResult<DimSpec> {
    let start = cursor.start();
    cursor.expect(b'{')?;
    let mut out = DimSpec { axes: Vec::new(), openness: Openness::Closed, priority: None };
    if !cursor.eat(b'}') {
        loop {
            if cursor.eat(b'?') {
                out.openness = Openness::Open;
                cursor.expect(b'}')?;
                break;
            }
            out.axes.push(axis(cursor, record)?);
            if cursor.eat(b'}') {
                break;
            }
            if !cursor.eat(b',') {
                return Err(cursor.expected("`,` or `}`"));
            }
        }
    }
    out.priority = priority(cursor, record)?;
    record.mark(TextElement::Dim, cursor.span_from(start));
    Ok(out)
}

/// Any word after the closing brace has to be a priority.
fn priority(cursor: &mut Cursor<'_>, record: &mut impl Record) -> SyntaxResult<Option<u64>> {
    if matches!(cursor.peek_raw(), b',' | b']') {
        return Ok(None);
    }
    let before = cursor.pos();
    let start = cursor.start();
    let word = cursor.word();
    if word.is_empty() {
        cursor.rewind(before);
        return Ok(None);
    }
    let span = cursor.span_from(start);
    let error = |code, message: String| {
        Box::new(
            SyntaxError::new(code, span, message).help("write a priority as `p` and a number, such as `p1`"),
        )
    };
    let Some(digits) =
        word.strip_prefix('p').filter(|d| !d.is_empty() && d.bytes().all(|b| b.is_ascii_digit()))
    else {
        return Err(error(code::SYNTAX, format!("expected a priority, found `{word}`")));
    };
    if digits.len() > 1 && digits.starts_with('0') {
        return Err(error(code::SYNTAX, format!("priority `{word}` has a leading zero")));
    }
    let Some(value) = digits.parse().ok().filter(|&value| value <= i64::MAX as u64) else {
        return Err(error(code::NUMBER_RANGE, format!("priority `{word}` does not fit into 64 bits")));
    };
    record.mark(TextElement::Priority, span);
    Ok(Some(value))
}

fn axes(cursor: &mut Cursor<'_>, record: &mut impl Record) -> SyntaxResult<Vec<AxisSpec>> {
    cursor.expect(b'{')?;
    cursor.list_until(b'}', |cursor| axis(cursor, record))
}

#[inline]
fn axis(cursor: &mut Cursor<'_>, record: &mut impl Record) -> SyntaxResult<AxisSpec> {
    let start = cursor.start();
    let name = cursor.expect_text("an axis name")?.into();
    let mut end = cursor.pos();
    let mut part = None;
    if cursor.eat(b':') {
        cursor.expect(b'(')?;
        let pre = parse_int(cursor, "the pre-size of a sub-axis")?;
        cursor.expect(b')')?;
        let size = parse_int(cursor, "the size of a sub-axis")?;
        part = Some(SubAxis { pre, size });
        end = cursor.pos();
    }
    record.mark(TextElement::Axis, Span::new(start, end));
    Ok(AxisSpec { name, part })
}
