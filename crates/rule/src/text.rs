//! Parses and prints factor rules as sdy text.
//!
//! [`parse_rule`] starts at the `<` that follows `#sdy.op_sharding_rule`. `Display` gives MLIR's
//! canonical spelling.

use std::fmt::{self, Display, Formatter, Write};

use partita_base::{Cursor, Id, Span, SyntaxError, SyntaxResult, code};
use partita_mesh::text::parse_int;

use crate::spec::{DimMapping, FactorId, FactorSize, RuleOrigin, RuleSpec, TensorMapping};

/// The number of factors with a one-letter symbol, `i` to `z`. The next one is `z_1`.
const LETTERS: u32 = 18;

/// Parses `<([i, k], [k, j])->([i, j]) {i=8, j=16, k=8} reduction={k}, custom>`.
pub fn parse_rule(cursor: &mut Cursor<'_>) -> SyntaxResult<RuleSpec> {
    cursor.expect(b'<')?;
    let operands = tensors(cursor)?;
    cursor.expect_str("->")?;
    let results = tensors(cursor)?;
    let factor_sizes = sizes(cursor)?;
    let mut list = |name: &str| match cursor.eat_word(name) {
        true => {
            cursor.expect(b'=')?;
            cursor.expect(b'{')?;
            cursor.list_until(b'}', |cursor| Ok(factor(cursor)?.0))
        }
        false => Ok(Vec::new()),
    };
    let rule = RuleSpec {
        factor_sizes,
        operands,
        results,
        reduction: list("reduction")?,
        need_replication: list("need_replication")?,
        permutation: list("permutation")?,
        blocked_propagation: list("blocked_propagation")?,
        origin: match cursor.eat(b',') {
            true => {
                cursor.expect_word("custom")?;
                RuleOrigin::Custom
            }
            false => RuleOrigin::Derived,
        },
    };
    if !cursor.eat(b'>') {
        return Err(unexpected_end(cursor));
    }
    Ok(rule)
}

/// Parses the mapping of one tensor, `[i, jk]`.
pub fn parse_tensor_mapping(cursor: &mut Cursor<'_>) -> SyntaxResult<TensorMapping> {
    cursor.expect(b'[')?;
    Ok(TensorMapping { dims: cursor.list_until(b']', parse_dim_mapping)? })
}

/// Parses the factors of one dimension, `jk`, or `*` for none.
pub fn parse_dim_mapping(cursor: &mut Cursor<'_>) -> SyntaxResult<DimMapping> {
    if cursor.eat(b'*') {
        return Ok(DimMapping::new());
    }
    let start = cursor.start();
    let word = cursor.word();
    if word.is_empty() {
        return Err(cursor.expected("a factor from `i` to `z`, or `]`"));
    }
    let mut factors = DimMapping::new();
    let mut rest = word;
    while !rest.is_empty() {
        factors.push(take_symbol(&mut rest).map_err(|message| {
            Box::new(SyntaxError::new(code::SYNTAX, Span::new(start, start + word.len()), message))
        })?);
    }
    Ok(factors)
}

fn tensors(cursor: &mut Cursor<'_>) -> SyntaxResult<Vec<TensorMapping>> {
    cursor.expect(b'(')?;
    if cursor.peek() == b')' {
        return Err(cursor.expected("`[`"));
    }
    cursor.list_until(b')', parse_tensor_mapping)
}

/// Parses `{i=8, j=16}`, where the factors must be in order, or nothing.
fn sizes(cursor: &mut Cursor<'_>) -> SyntaxResult<Vec<FactorSize>> {
    if !cursor.eat(b'{') {
        return Ok(Vec::new());
    }
    let mut next = 0;
    cursor.list_until(b'}', |cursor| {
        let (found, span) = factor(cursor)?;
        let wanted = FactorId::from_index(next);
        if found != wanted {
            let message = format!("expected factor `{wanted}`, found `{found}`");
            let error = SyntaxError::new(code::SYNTAX, span, message);
            return Err(Box::new(error.help("list the sizes in the order i, j, k, …, z, z_1, z_2, …")));
        }
        next += 1;
        cursor.expect(b'=')?;
        parse_int(cursor, "a factor size").map(FactorSize::Known)
    })
}

/// Parses exactly one factor.
fn factor(cursor: &mut Cursor<'_>) -> SyntaxResult<(FactorId, Span)> {
    let start = cursor.start();
    let factors = parse_dim_mapping(cursor)?;
    let span = cursor.span_from(start);
    match factors[..] {
        [factor] => Ok((factor, span)),
        _ => {
            let text = &cursor.text()[span.range()];
            let message = format!("expected a single factor, found `{text}`");
            Err(Box::new(SyntaxError::new(code::SYNTAX, span, message)))
        }
    }
}

/// Removes one symbol from the front of `rest`, which is not empty.
fn take_symbol(rest: &mut &str) -> Result<FactorId, String> {
    let first = rest.as_bytes()[0];
    if !(b'i'..=b'z').contains(&first) {
        return Err(format!("unknown factor `{}`; factors are `i` to `z`, `z_1`, …", first as char));
    }
    *rest = &rest[1..];
    if first != b'z' || !rest.starts_with('_') {
        return Ok(FactorId::from_index(usize::from(first - b'i')));
    }
    let digits = rest[1..].bytes().take_while(u8::is_ascii_digit).count();
    let number = &rest[1..1 + digits];
    if number.is_empty() || number.starts_with('0') {
        return Err(format!("expected a positive number without leading zeros in `z_{number}`"));
    }
    let index = number.parse().ok().and_then(|n: u32| n.checked_add(LETTERS - 1));
    let index = index.ok_or_else(|| format!("factor `z_{number}` exceeds the limit of 2^32 factors"))?;
    *rest = &rest[1 + digits..];
    Ok(FactorId::from_index(index as usize))
}

/// Points out which of the lists is out of order, if that is the mistake.
fn unexpected_end(cursor: &mut Cursor<'_>) -> Box<SyntaxError> {
    let error = cursor.expected("`>`");
    match cursor.peek_word() {
        "reduction" | "need_replication" | "permutation" | "blocked_propagation" => Box::new(error.help(
            "write each list once, in the order reduction, need_replication, permutation, \
             blocked_propagation",
        )),
        _ => error,
    }
}

impl Display for FactorId {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let index = self.index() as u32;
        if index < LETTERS {
            f.write_char((b'i' + index as u8) as char)
        } else {
            write!(f, "z_{}", index - (LETTERS - 1))
        }
    }
}

impl Display for TensorMapping {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_char('[')?;
        for (i, dim) in self.dims.iter().enumerate() {
            if i > 0 {
                f.write_str(", ")?;
            }
            if dim.is_empty() {
                f.write_char('*')?;
            }
            for factor in dim {
                factor.fmt(f)?;
            }
        }
        f.write_char(']')
    }
}

impl Display for RuleSpec {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("<(")?;
        separated(f, &self.operands)?;
        f.write_str(")->(")?;
        separated(f, &self.results)?;
        f.write_char(')')?;
        for (i, size) in self.factor_sizes.iter().enumerate() {
            let before = if i == 0 { " {" } else { ", " };
            write!(f, "{before}{}={size}", FactorId::from_index(i))?;
        }
        if !self.factor_sizes.is_empty() {
            f.write_char('}')?;
        }
        for (name, factors) in [
            ("reduction", &self.reduction),
            ("need_replication", &self.need_replication),
            ("permutation", &self.permutation),
            ("blocked_propagation", &self.blocked_propagation),
        ] {
            if !factors.is_empty() {
                write!(f, " {name}={{")?;
                separated(f, factors)?;
                f.write_char('}')?;
            }
        }
        f.write_str(match self.origin {
            RuleOrigin::Custom => ", custom>",
            RuleOrigin::Derived => ">",
        })
    }
}

fn separated<T: Display>(f: &mut Formatter<'_>, items: &[T]) -> fmt::Result {
    for (i, item) in items.iter().enumerate() {
        if i > 0 {
            f.write_str(", ")?;
        }
        item.fmt(f)?;
    }
    Ok(())
}
