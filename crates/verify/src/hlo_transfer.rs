//! Checks tokens, feeds, and messages between host and devices.

use partita_base::code;
use partita_ir::{Attr, Type};

use crate::check::{Checked, OpCheck};

/// Checks that the results are tensors followed by a token.
fn tensors_then_token(op: &OpCheck<'_>) -> Checked {
    let results: Vec<_> = op.results().collect();
    let Some((last, others)) = results.split_last() else {
        return op.fail(code::RESULT_COUNT, "expected a token as the last result, found no result");
    };
    if !matches!(op.context().type_of(*last), Type::Token) {
        return op.fail(
            code::RESULT_TYPE,
            format!("expected a token as the last result, found `{}`", op.spell(*last)),
        );
    }
    match others.iter().find(|ty| !matches!(op.context().type_of(**ty), Type::Tensor(_))) {
        None => Ok(()),
        Some(other) => op.fail(
            code::RESULT_TYPE,
            format!("expected tensors before the token, found `{}`", op.spell(*other)),
        ),
    }
}

/// Checks `stablehlo.infeed`.
pub(crate) fn infeed(op: &OpCheck<'_>) -> Checked {
    tensors_then_token(op)?;
    let Some(layouts) = op.array("layout") else { return Ok(()) };
    let count = op.op.result_count() - 1;
    if layouts.len() != count {
        return op.fail_attr(
            "layout",
            format!("expected {count} layouts (one per tensor), found {}", layouts.len()),
        );
    }
    let is_layout = |item: &partita_ir::AttrId| match op.context().attr_of(*item) {
        Attr::Array(dims) => {
            dims.iter().all(|dim| matches!(op.context().attr_of(*dim), Attr::Integer { .. }))
        }
        _ => false,
    };
    if !layouts.iter().all(is_layout) {
        return op.fail_attr("layout", "expected a list of integers as a layout");
    }
    Ok(())
}

/// Checks the type of the channel of a message: device to device, or to or from the host.
fn check_channel(op: &OpCheck<'_>, host: (i64, &str)) -> Checked {
    let kind = op.record("channel_handle").map_or(0, |channel| channel.int("type"));
    let (wanted, what) =
        if op.flag("is_host_transfer").unwrap_or(false) { host } else { (1, "from device to device") };
    if kind == wanted {
        return Ok(());
    }
    op.fail_attr(
        "channel_handle",
        format!("expected channel type {wanted} for a transfer {what}, found {kind}"),
    )
}

/// Checks `stablehlo.send`.
pub(crate) fn send(op: &OpCheck<'_>) -> Checked {
    check_channel(op, (2, "from device to host"))
}

/// Checks `stablehlo.recv`.
pub(crate) fn recv(op: &OpCheck<'_>) -> Checked {
    check_channel(op, (3, "from host to device"))?;
    tensors_then_token(op)
}
