//! Signatures of attention ops.

use super::build::{Rule, RuleDim};
use super::{Call, NoRule};
use crate::signature::{Combine, FactorKind, Signature};
use crate::types::Dim;

const SCORES: &str = "scores are summed before the softmax";
const KEYS: &str = "the softmax runs over all keys";
const CACHE: &str = "new keys follow those of the cache";
const PAIRS: &str = "elements are rotated in pairs";
const SEQUENCE: &str = "each step depends on the previous one";
const STATE: &str = "the state is read at every step";

type Answer = Result<Signature, NoRule>;

/// Query heads are key/value heads repeated in groups: `kv·group`. If the head counts are attributes, a shard has smaller ones.
pub(super) struct Heads {
    pub(super) keys: RuleDim,
    pub(super) group: RuleDim,
}

impl Heads {
    pub(super) fn new(rule: &mut Rule<'_>, queries: &Dim, keys: &Dim) -> Result<Self, NoRule> {
        let group = match (queries.quotient(keys), queries.known().zip(keys.known())) {
            (Some(group), _) => group,
            (None, Some((queries, keys))) => {
                return rule.call.invalid(format!(
                    "expected a multiple of {keys} key heads, found {queries} query heads"
                ));
            }
            (None, None) => Dim::Unknown,
        };
        Ok(Self {
            keys: rule.new_dim(keys.clone(), FactorKind::PassThrough),
            group: rule.new_dim(group, FactorKind::PassThrough),
        })
    }

    pub(super) fn queries(&self) -> RuleDim {
        let size = Dim::product([&self.keys.size, &self.group.size]);
        RuleDim { size, factors: [self.keys.factors.clone(), self.group.factors.clone()].concat() }
    }
}

/// Two dimensions packed into one, `major·minor`.
pub(super) fn packed(major: &RuleDim, minor: &RuleDim) -> RuleDim {
    let size = Dim::product([&major.size, &minor.size]);
    RuleDim { size, factors: [major.factors.clone(), minor.factors.clone()].concat() }
}

/// The number of heads in an attribute.
pub(super) fn heads_attribute(call: &Call<'_>, name: &str) -> Result<Dim, NoRule> {
    Ok(Dim::Known(call.count(name, 0)?))
}

/// The size of one head in a dimension that packs all heads.
pub(super) fn per_head(call: &Call<'_>, size: &Dim, heads: &Dim) -> Result<Dim, NoRule> {
    match size.quotient(heads) {
        Some(size) => Ok(size),
        None if size.known().is_none() => Ok(Dim::Unknown),
        None => call.invalid(format!("{size} elements are not divisible by {heads} heads")),
    }
}

/// `Attention`: inputs of rank 4 are `[batch, heads, sequence, size]`, of rank 3 `[batch, sequence, heads·size]`.
pub(super) fn attention(call: &Call<'_>) -> Answer {
    let (q, k, v) = (call.dims(0)?, call.dims(1)?, call.dims(2)?);
    let flat = match [q.len(), k.len(), v.len()] {
        [4, 4, 4] => false,
        [3, 3, 3] => true,
        ranks => {
            return call
                .invalid(format!("expected inputs of rank 3 or 4, all the same, found ranks {ranks:?}"));
        }
    };
    let mut rule = Rule::new(call);
    let (queries, keys) = match flat {
        true => (heads_attribute(call, "q_num_heads")?, heads_attribute(call, "kv_num_heads")?),
        false => (q[1].clone(), k[1].clone()),
    };
    let heads = Heads::new(&mut rule, &queries, &keys)?;
    rule.sized_attribute("q_num_heads", &heads.queries());
    rule.sized_attribute("kv_num_heads", &heads.keys);
    let (sequence, last) = if flat { (1, 2) } else { (2, 3) };
    let size = if flat { per_head(call, &q[last], &queries)? } else { q[last].clone() };
    let value_size = if flat { per_head(call, &v[last], &keys)? } else { v[last].clone() };
    let positions = call.flag("is_causal")
        || call.int("left_window_size").unwrap_or(-1) >= 0
        || call.int("right_window_size").unwrap_or(-1) >= 0;
    let offset = match positions || call.has(6) {
        true => FactorKind::Ordered("the keys that a query attends to depend on its position"),
        false => FactorKind::PassThrough,
    };
    let batch = rule.pass(0, 0)?;
    let query = rule.keep(0, sequence, offset)?;
    let inner = rule.new_replicated(size, SCORES);
    // Elements of a value are not mixed with each other.
    let values = rule.new_dim(value_size, FactorKind::PassThrough);
    let key = rule.new_replicated(k[sequence].clone(), KEYS);
    let place =
        |rule: &mut Rule<'_>, input: usize, heads: &RuleDim, sequence: &RuleDim, size: &RuleDim| match flat {
            true => rule.join_all(input, &[&batch, sequence, &packed(heads, size)]),
            false => rule.join_all(input, &[&batch, heads, sequence, size]),
        };
    let all = heads.queries();
    // The batch and the sequence of the queries already have factors.
    match flat {
        true => rule.join(0, 2, &packed(&all, &inner))?,
        false => {
            rule.join(0, 1, &all)?;
            rule.join(0, 3, &inner)?;
        }
    }
    place(&mut rule, 1, &heads.keys, &key, &inner)?;
    place(&mut rule, 2, &heads.keys, &key, &values)?;
    let total = if call.has(4) {
        let before = rule.new_replicated(call.dims_of_rank(4, 4)?[2].clone(), CACHE);
        rule.join_all(4, &[&batch, &heads.keys, &before, &inner])?;
        rule.join_all(5, &[&batch, &heads.keys, &before, &values])?;
        rule.new_replicated(before.size.plus(&key.size), CACHE)
    } else {
        key.clone()
    };
    if call.has(3) {
        let rank = call.dims(3)?.len();
        let shape = [&batch, &all, &query, &total];
        if rank > 4 {
            return call.invalid(format!("expected a mask of rank 4 or less, found {rank}"));
        }
        for dim in 0..rank {
            let axis = shape[dim + 4 - rank];
            match dim + 1 == rank {
                // A mask that is too short is padded.
                true => drop(rule.keep(3, dim, FactorKind::NeedsReplication(KEYS))?),
                false => rule.broadcast(3, dim, axis)?,
            }
        }
    }
    rule.join_all(6, &[&batch])?;
    let result = match flat {
        true => vec![batch.clone(), query.clone(), packed(&all, &values)],
        false => vec![batch.clone(), all.clone(), query.clone(), values.clone()],
    };
    rule.output(call.element(0), result);
    rule.output(call.element(1), vec![batch.clone(), heads.keys.clone(), total.clone(), inner]);
    rule.output(call.element(2), vec![batch.clone(), heads.keys.clone(), total.clone(), values]);
    rule.output(call.element(0), vec![batch, all, query, total]);
    rule.finish()
}

/// `FlexAttention`: like `Attention` of rank 4, unless a body modifies scores by their positions.
pub(super) fn flex_attention(call: &Call<'_>) -> Answer {
    if call.node.attribute.iter().any(|attribute| attribute.g.is_some()) {
        return Err(NoRule::Unsupported("bodies that modify scores are not supported"));
    }
    attention(call)
}

/// `RotaryEmbedding`: angles per position, or a table of angles indexed by position.
pub(super) fn rotary(call: &Call<'_>) -> Answer {
    let dims = call.dims(0)?;
    let mut rule = Rule::new(call);
    let batch = rule.pass(0, 0)?;
    let (axes, sequence) = match dims.len() {
        4 => {
            let (head, sequence) = (rule.pass(0, 1)?, rule.pass(0, 2)?);
            let size = rule.keep(0, 3, FactorKind::NeedsReplication(PAIRS))?;
            (vec![batch.clone(), head, sequence.clone(), size], sequence)
        }
        3 => {
            let sequence = rule.pass(0, 1)?;
            let heads = heads_attribute(call, "num_heads")?;
            let size = per_head(call, &dims[2], &heads)?;
            // The number of heads is an attribute; a shard has a smaller one.
            let (head, size) =
                (rule.new_dim(heads, FactorKind::PassThrough), rule.new_replicated(size, PAIRS));
            rule.sized_attribute("num_heads", &head);
            let last = packed(&head, &size);
            rule.join(0, 2, &last)?;
            (vec![batch.clone(), sequence.clone(), last], sequence)
        }
        rank => return call.invalid(format!("expected an input of rank 3 or 4, found {rank}")),
    };
    let table = call.has(3);
    for input in [1, 2] {
        let rank = call.dims(input)?.len();
        match (table, rank) {
            (true, 2) => {
                rule.keep(input, 0, FactorKind::NeedsReplication("a position may index any row"))?;
                rule.keep(input, 1, FactorKind::NeedsReplication(PAIRS))?;
            }
            (false, 3) => {
                rule.broadcast(input, 0, &batch)?;
                rule.broadcast(input, 1, &sequence)?;
                rule.keep(input, 2, FactorKind::NeedsReplication(PAIRS))?;
            }
            _ => return call.invalid(format!("unexpected rank {rank} of the angles")),
        }
    }
    if table {
        call.dims_of_rank(3, 2)?;
        rule.broadcast(3, 0, &batch)?;
        rule.broadcast(3, 1, &sequence)?;
    }
    rule.output(call.element(0), axes);
    rule.finish()
}

/// `LinearAttention`: a state of `[key size, value size]` per head, updated along the sequence.
pub(super) fn linear_attention(call: &Call<'_>) -> Answer {
    let (q, v) = (call.dims_of_rank(0, 3)?, call.dims_of_rank(2, 3)?);
    let (queries, keys) = (heads_attribute(call, "q_num_heads")?, heads_attribute(call, "kv_num_heads")?);
    let mut rule = Rule::new(call);
    let heads = Heads::new(&mut rule, &queries, &keys)?;
    rule.sized_attribute("q_num_heads", &heads.queries());
    rule.sized_attribute("kv_num_heads", &heads.keys);
    let all = heads.queries();
    let batch = rule.pass(0, 0)?;
    let sequence = rule.keep(0, 1, FactorKind::NeedsReplication(SEQUENCE))?;
    let delta = call.text("update_rule").unwrap_or("gated_delta").ends_with("delta");
    let with_state = call.node.output.len() > 1;
    let kind = match delta || with_state {
        true => FactorKind::NeedsReplication(STATE),
        false => FactorKind::Reduction(Combine::Sum),
    };
    let key = rule.new_dim(per_head(call, &q[2], &queries)?, kind);
    // The default scale depends on the size of the keys.
    if call.node.attribute("scale").is_none_or(|scale| scale.f == Some(0.0)) {
        rule.set_kind(&key, FactorKind::NeedsReplication("the scale depends on the size of the keys"));
    }
    let value = rule.new_dim(per_head(call, &v[2], &keys)?, FactorKind::PassThrough);
    rule.join(0, 2, &packed(&all, &key))?;
    rule.join_all(1, &[&batch, &sequence, &packed(&heads.keys, &key)])?;
    rule.join_all(2, &[&batch, &sequence, &packed(&heads.keys, &value)])?;
    rule.join_all(3, &[&batch, &heads.keys, &key, &value])?;
    if call.has(4) {
        let decay = &call.dims_of_rank(4, 3)?[2];
        let last = if decay.is_same(&keys) { heads.keys.clone() } else { packed(&heads.keys, &key) };
        rule.join_all(4, &[&batch, &sequence, &last])?;
    }
    if call.has(5) {
        call.dims_of_rank(5, 3)?;
        rule.join(5, 0, &batch)?;
        rule.join(5, 1, &sequence)?;
        rule.broadcast(5, 2, &heads.keys)?;
    }
    rule.output(call.element(0), vec![batch.clone(), sequence, packed(&all, &value)]);
    let state = if call.has(3) { call.element(3) } else { call.element(0) };
    rule.output(state, vec![batch, heads.keys, key, value]);
    rule.finish()
}

/// `com.microsoft.GroupQueryAttention`: queries `[batch, sequence, heads·size]`, which keys and values may follow in the same tensor, and
/// caches `[batch, heads, length, size]`.
pub(super) fn group_query_attention(call: &Call<'_>) -> Answer {
    const PACKED: &str = "queries, keys and values are one dimension";
    let q = call.dims_of_rank(0, 3)?;
    let (queries, keys) = (heads_attribute(call, "num_heads")?, heads_attribute(call, "kv_num_heads")?);
    let mut rule = Rule::new(call);
    let heads = Heads::new(&mut rule, &queries, &keys)?;
    let all = heads.queries();
    let batch = rule.pass(0, 0)?;
    let sequence = rule.keep(0, 1, FactorKind::NeedsReplication(CACHE))?;
    let is_packed = !call.has(1);
    let held = if is_packed { queries.plus(&keys).plus(&keys) } else { queries.clone() };
    let size = rule.new_replicated(per_head(call, &q[2], &held)?, SCORES);
    if is_packed {
        rule.keep(0, 2, FactorKind::NeedsReplication(PACKED))?;
        rule.set_kind(&all, FactorKind::NeedsReplication(PACKED));
    } else {
        rule.sized_attribute("num_heads", &all);
        rule.sized_attribute("kv_num_heads", &heads.keys);
        rule.join(0, 2, &packed(&all, &size))?;
        for input in [1, 2] {
            rule.join_all(input, &[&batch, &sequence, &packed(&heads.keys, &size)])?;
        }
    }
    let length = match (call.has(3), call.number(6).and_then(|total| u64::try_from(total).ok())) {
        (false, _) => q[1].clone(),
        // A cache that is shared with the previous step keeps its length.
        (true, Some(total)) => match call.dims_of_rank(3, 4)?[2] {
            Dim::Known(before) => Dim::Known(before.max(total)),
            _ => Dim::Unknown,
        },
        (true, None) => Dim::Unknown,
    };
    let total = rule.new_replicated(length, CACHE);
    if call.has(3) {
        let before = rule.new_replicated(call.dims_of_rank(3, 4)?[2].clone(), CACHE);
        for input in [3, 4] {
            rule.join_all(input, &[&batch, &heads.keys, &before, &size])?;
        }
    }
    if call.has(5) && !call.dims(5)?.is_empty() {
        rule.broadcast(5, 0, &batch)?;
    }
    if call.has(9) {
        call.dims_of_rank(9, 2)?;
        rule.broadcast(9, 0, &batch)?;
        rule.broadcast(9, 1, &sequence)?;
    }
    if call.has(10) {
        call.dims_of_rank(10, 4)?;
        rule.broadcast(10, 0, &batch)?;
        rule.broadcast(10, 1, &all)?;
        rule.broadcast(10, 2, &sequence)?;
    }
    rule.join_all(11, &[&all])?;
    rule.output(call.element(0), vec![batch.clone(), sequence.clone(), packed(&all, &size)]);
    for _ in 0..2 {
        let cache = [&batch, &heads.keys, &total, &size].map(RuleDim::clone);
        rule.output(call.element(3).or(call.element(0)), cache.to_vec());
    }
    rule.output(call.element(0), vec![batch, all, sequence, total]);
    rule.finish()
}

/// `com.microsoft.RotaryEmbedding`: a table of angles indexed by position. Without a number of heads, the table gives their size.
pub(super) fn rotary_with_table(call: &Call<'_>) -> Answer {
    let dims = call.dims(0)?;
    let mut rule = Rule::new(call);
    let batch = rule.pass(0, 0)?;
    let heads = call.count("num_heads", 0).ok();
    let (axes, sequence) = match (dims.len(), heads) {
        (4, _) => {
            let (head, sequence) = (rule.pass(0, 1)?, rule.pass(0, 2)?);
            let size = rule.keep(0, 3, FactorKind::NeedsReplication(PAIRS))?;
            if heads.is_some() {
                rule.sized_attribute("num_heads", &head);
            }
            (vec![batch.clone(), head, sequence.clone(), size], sequence)
        }
        (3, heads) => {
            let sequence = rule.pass(0, 1)?;
            let (head, size) = match heads {
                Some(heads) => (Dim::Known(heads), per_head(call, &dims[2], &Dim::Known(heads))?),
                None => {
                    let size = Dim::product([&call.dims_of_rank(2, 2)?[1], &Dim::Known(2)]);
                    (dims[2].quotient(&size).unwrap_or(Dim::Unknown), size)
                }
            };
            let head = rule.new_dim(head, FactorKind::PassThrough);
            let size = rule.new_replicated(size, PAIRS);
            if heads.is_some() {
                rule.sized_attribute("num_heads", &head);
            }
            let last = packed(&head, &size);
            rule.join(0, 2, &last)?;
            (vec![batch.clone(), sequence.clone(), last], sequence)
        }
        (rank, _) => return call.invalid(format!("expected an input of rank 3 or 4, found {rank}")),
    };
    // One position in total is the offset of the sequence.
    if call.dims(1)?.len() == 2 {
        rule.broadcast(1, 0, &batch)?;
        rule.broadcast(1, 1, &sequence)?;
    } else {
        rule.set_kind(&sequence, FactorKind::Ordered("positions count from an offset"));
    }
    rule.output(call.element(0), axes);
    rule.finish()
}
