//! Factor rules of ops on ciphertexts, for propagation.
//!
//! Tensors are `[C, H, W]`. Rows may be sharded, with a halo exchange if a window extends across parts. Columns
//! and kernels are never sharded. Input channels are summed over, which costs only additions.

use partita_rule::{FactorKind, RuleBuilder, RuleSpec};

use crate::linear::{Channels, LinearOp};

/// The rule of a convolution with operands input, weight `[F, C / groups, kh, kw]` and optionally bias `[F]`.
pub fn conv(op: &LinearOp, has_bias: bool) -> RuleSpec {
    let ([c, h, w], [f, ho, wo]) = (op.input(), op.output());
    let ranks: &[usize] = if has_bias { &[3, 4, 1] } else { &[3, 4] };
    let mut rule = RuleBuilder::new(ranks, &[3]);
    let groups = match op.channels() {
        Channels::Groups(groups) => groups,
        Channels::Moved { .. } | Channels::Viewed => c,
    };
    if groups > 1 {
        let factor = rule.factor(FactorKind::PassThrough, groups as u64).operand(0, 0).operand(1, 0);
        let factor = if has_bias { factor.operand(2, 0) } else { factor };
        factor.result(0, 0);
    }
    let factor = rule.factor(FactorKind::PassThrough, (f / groups) as u64).operand(1, 0);
    let factor = if has_bias { factor.operand(2, 0) } else { factor };
    factor.result(0, 0);
    rule.factor(FactorKind::Reduction, (c / groups) as u64).operand(0, 0).operand(1, 1);
    let [kh, kw] = op.window().kernel;
    let across = kh > 1 || op.window().stride[0] > 1;
    let rows = if across { FactorKind::Permutation } else { FactorKind::PassThrough };
    rule.factor(rows, h.min(ho) as u64).operand(0, 1).result(0, 1);
    rule.factor(FactorKind::NeedReplication, w.min(wo) as u64).operand(0, 2).result(0, 2);
    rule.factor(FactorKind::NeedReplication, kh as u64).operand(1, 2);
    rule.factor(FactorKind::NeedReplication, kw as u64).operand(1, 3);
    rule.finish()
}

/// The rule of a pool over windows.
pub fn pool(op: &LinearOp) -> RuleSpec {
    let ([c, h, w], [_, ho, wo]) = (op.input(), op.output());
    let mut rule = RuleBuilder::new(&[3], &[3]);
    rule.factor(FactorKind::PassThrough, c as u64).operand(0, 0).result(0, 0);
    rule.factor(FactorKind::Permutation, h.min(ho) as u64).operand(0, 1).result(0, 1);
    rule.factor(FactorKind::NeedReplication, w.min(wo) as u64).operand(0, 2).result(0, 2);
    rule.finish()
}

/// The rule of a view: nothing is known of where values go.
pub fn view(op: &LinearOp) -> RuleSpec {
    let mut rule = RuleBuilder::new(&[3], &[3]);
    for (dim, size) in op.input().into_iter().enumerate() {
        rule.factor(FactorKind::NeedReplication, size as u64).operand(0, dim);
    }
    for (dim, size) in op.output().into_iter().enumerate() {
        rule.factor(FactorKind::NeedReplication, size as u64).result(0, dim);
    }
    rule.finish()
}

/// The rule of a pool over entire planes: rows and columns are summed over.
pub fn global_pool([c, h, w]: [usize; 3]) -> RuleSpec {
    let mut rule = RuleBuilder::new(&[3], &[3]);
    rule.factor(FactorKind::PassThrough, c as u64).operand(0, 0).result(0, 0);
    rule.factor(FactorKind::Reduction, h as u64).operand(0, 1);
    rule.factor(FactorKind::Reduction, w as u64).operand(0, 2);
    rule.finish()
}

/// The rule of a matrix product: `[K]` and `[N, K]` to `[N]`.
pub fn gemm(k: usize, n: usize) -> RuleSpec {
    let mut rule = RuleBuilder::new(&[1, 2], &[1]);
    rule.factor(FactorKind::PassThrough, n as u64).operand(1, 0).result(0, 0);
    rule.factor(FactorKind::Reduction, k as u64).operand(0, 0).operand(1, 1);
    rule.finish()
}

/// The rule of an elementwise op on `operands` tensors of one shape.
pub fn eltwise(operands: usize, shape: [usize; 3]) -> RuleSpec {
    let mut rule = RuleBuilder::new(&vec![3; operands], &[3]);
    for (dim, size) in shape.into_iter().enumerate() {
        rule.factor(FactorKind::PassThrough, size as u64).everywhere(dim);
    }
    rule.finish()
}

/// The rule of a concatenation of channels: rows and columns correspond, channels move.
pub fn concat(channels: &[usize], h: usize, w: usize) -> RuleSpec {
    let mut rule = RuleBuilder::new(&vec![3; channels.len()], &[3]);
    let least = channels.iter().copied().min().unwrap_or(1);
    rule.factor(FactorKind::Permutation, least as u64).everywhere(0);
    rule.factor(FactorKind::PassThrough, h as u64).everywhere(1);
    rule.factor(FactorKind::PassThrough, w as u64).everywhere(2);
    rule.finish()
}
