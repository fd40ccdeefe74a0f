//! Folds the ops of a block into groups: by the scopes of the user's program, and by repetition.
//!
//! JAX names an op after its scopes, `jit(step)/jvp(layer3)/attn/dot_general`. Consecutive ops of one scope form a
//! group, and consecutive groups whose titles differ only in numbers form a repeat: the layers of a model. If no scope
//! has a number, sequences of ops that follow each other several times are layers.

use rustc_hash::FxHashMap;

use super::items::{Item, Kind};

/// Scopes with fewer ops are not folded.
const FEWEST: usize = 3;
/// The shortest sequence that counts as repeated.
const SHORTEST: usize = 8;
/// The number of leaf ops between two groups that a repeat may contain.
const STRAYS: usize = 6;

/// Folds the items of one block.
pub(super) fn fold(items: Vec<Item>) -> Vec<Item> {
    let numbered = |item: &Item| item.scopes.iter().any(|scope| without_numbers(scope).is_some());
    // Scopes with numbers are layers. Without them, layers are found as repeated sequences.
    let items = if items.iter().any(numbered) { items } else { sequences(items) };
    between_groups(by_scope(items, 0))
}

/// Folds what is repeated between groups, such as the update of every parameter after the layers.
fn between_groups(items: Vec<Item>) -> Vec<Item> {
    let (mut out, mut loose) = (Vec::new(), Vec::new());
    for item in items {
        if item.kind == Kind::Op {
            loose.push(item);
        } else {
            out.extend(sequences(std::mem::take(&mut loose)));
            out.push(item);
        }
    }
    out.extend(sequences(loose));
    out
}

fn by_scope(items: Vec<Item>, level: usize) -> Vec<Item> {
    let mut out = Vec::new();
    let (mut run, mut scope): (Vec<Item>, Option<String>) = (Vec::new(), None);
    // Ops of no scope after the run: JAX places constants outside of the scopes that use them.
    let mut strays: Vec<Item> = Vec::new();
    for item in items {
        let own = item.scopes.get(level);
        let is_stray = scope.is_some() && item.scopes.is_empty() && item.kind == Kind::Op;
        if is_stray && item.loc.is_none() && strays.is_empty() {
            // An op without a location belongs to the ops before it.
            run.push(item);
        } else if is_stray && strays.len() < STRAYS {
            strays.push(item);
        } else if scope.is_some() && own == scope.as_ref() {
            run.append(&mut strays);
            run.push(item);
        } else {
            close(&mut run, scope.take(), level, &mut out);
            out.append(&mut strays);
            scope = own.cloned();
            if scope.is_some() { run.push(item) } else { out.push(item) }
        }
    }
    close(&mut run, scope, level, &mut out);
    out.append(&mut strays);
    repeats(out)
}

/// Ends a run of ops of one scope.
fn close(run: &mut Vec<Item>, scope: Option<String>, level: usize, out: &mut Vec<Item>) {
    let run = std::mem::take(run);
    let Some(title) = scope else { return };
    let long = run.len() >= FEWEST;
    let mut inner = by_scope(run, level + 1);
    match &mut inner[..] {
        // A group that contains only another group is one group with both names.
        [only] if only.kind == Kind::Group => {
            only.title = format!("{title}/{}", only.title);
            out.append(&mut inner);
        }
        _ if long => out.push(Item::group(title, inner)),
        _ => out.append(&mut inner),
    }
}

/// Joins consecutive groups with equal titles apart from numbers.
fn repeats(items: Vec<Item>) -> Vec<Item> {
    let pattern = |item: &Item| (item.kind == Kind::Group).then(|| without_numbers(&item.title)).flatten();
    let patterns: Vec<Option<String>> = items.iter().map(pattern).collect();
    let mut out = Vec::new();
    let mut items = items.into_iter();
    let mut at = 0;
    while at < patterns.len() {
        let (mut last, mut count) = (at, 1);
        if patterns[at].is_some() {
            let mut next = at + 1;
            while next < patterns.len() && next - last <= STRAYS {
                if patterns[next] == patterns[at] {
                    (last, count) = (next, count + 1);
                } else if patterns[next].is_some() {
                    break;
                }
                next += 1;
            }
        }
        let taken: Vec<Item> = items.by_ref().take(last - at + 1).collect();
        if count >= FEWEST {
            let titles = (taken.first(), taken.last());
            let title = match titles {
                (Some(first), Some(last)) => format!("{} … {}", first.title, last.title),
                _ => String::new(),
            };
            out.push(Item::repeat(title, count, taken));
        } else {
            out.extend(taken);
        }
        at = last + 1;
    }
    out
}

/// The title with every number replaced by `*`; `None` if it has no number.
fn without_numbers(title: &str) -> Option<String> {
    let mut out = String::new();
    let mut found = false;
    for c in title.chars() {
        if !c.is_ascii_digit() {
            out.push(c);
        } else if !out.ends_with('*') {
            out.push('*');
            found = true;
        }
    }
    found.then_some(out)
}

/// Groups sequences of leaf ops that follow each other several times.
fn sequences(items: Vec<Item>) -> Vec<Item> {
    if items.len() < 2 * SHORTEST || items.iter().any(|item| item.kind == Kind::Group) {
        return items;
    }
    let signs: Vec<(u32, u32)> = items.iter().map(|item| item.sign).collect();
    let found = find_sequences(&signs);
    let mut items = items.into_iter();
    let (mut out, mut at) = (Vec::new(), 0);
    for Sequence { start, period, count } in found {
        out.extend(items.by_ref().take(start - at));
        let turn = |number: usize, items: &mut dyn Iterator<Item = Item>| {
            Item::group(format!("turn {number}"), by_scope(items.take(period).collect(), 0))
        };
        let turns: Vec<Item> = (1..=count).map(|number| turn(number, &mut items)).collect();
        out.push(Item::repeat(String::new(), count, turns));
        at = start + period * count;
    }
    out.extend(items);
    out
}

#[derive(Debug, PartialEq, Eq)]
struct Sequence {
    start: usize,
    period: usize,
    count: usize,
}

/// Finds sequences of at least [`SHORTEST`] equal signs that follow each other, from left to right, the longest at
/// each place.
fn find_sequences(signs: &[(u32, u32)]) -> Vec<Sequence> {
    const CANDIDATES: usize = 4;
    let length = signs.len();
    // The next place with the same few signs.
    let mut next = vec![usize::MAX; length];
    let mut seen: FxHashMap<&[(u32, u32)], usize> = FxHashMap::default();
    for at in (0..length.saturating_sub(SHORTEST - 1)).rev() {
        if let Some(later) = seen.insert(&signs[at..at + SHORTEST], at) {
            next[at] = later;
        }
    }
    // Bounds the work on texts made to be slow.
    let mut budget = length.saturating_mul(32);
    let (mut found, mut at) = (Vec::new(), 0);
    while at < length {
        let (mut best, mut later) = (None::<Sequence>, at);
        for _ in 0..CANDIDATES {
            later = next[later];
            if later == usize::MAX || budget == 0 {
                break;
            }
            let period = later - at;
            let same = signs[at..].iter().zip(&signs[later..]).take_while(|(a, b)| a == b).count();
            budget = budget.saturating_sub(same);
            let count = same / period + 1;
            let longer = best.as_ref().is_none_or(|best| period * count > best.period * best.count);
            if period >= SHORTEST && count >= 2 && longer {
                best = Some(Sequence { start: at, period, count });
            }
        }
        match best {
            Some(sequence) => {
                at += sequence.period * sequence.count;
                found.push(sequence);
            }
            None => at += 1,
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaf(scopes: &[&str]) -> Item {
        let mut item = Item::leaf(Kind::Op);
        item.scopes = scopes.iter().map(ToString::to_string).collect();
        item.loc = (!scopes.is_empty()).then_some(1);
        item
    }

    fn outline(items: &[Item]) -> String {
        let one = |item: &Item| match item.kind {
            Kind::Op => "o".to_string(),
            Kind::Repeat => format!("{}x({})", item.count, outline(&item.children)),
            _ => format!("{}({})", item.title, outline(&item.children)),
        };
        items.iter().map(one).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn layers_are_folded_and_joined() {
        let mut items = vec![leaf(&[])];
        for layer in 0..3 {
            let name = format!("layer{layer}");
            items.extend([leaf(&[&name, "attn"]), leaf(&[&name, "attn"]), leaf(&[]), leaf(&[&name])]);
            items.push(leaf(&[]));
        }
        items.push(leaf(&["loss"]));
        let expected = "o 3x(layer0(attn(o o o) o o) layer1(attn(o o o) o o) layer2(attn(o o o) o o)) o";
        assert_eq!(outline(&fold(items)), expected);
    }

    #[test]
    fn ops_outside_of_all_scopes_do_not_end_a_scope() {
        let outside = || {
            let mut item = leaf(&[]);
            item.loc = Some(2);
            item
        };
        let mut items = Vec::new();
        for layer in 0..3 {
            let name = format!("layer{layer}");
            items.extend([
                leaf(&[&name]),
                outside(),
                leaf(&[&name, "mlp"]),
                outside(),
                leaf(&[&name, "mlp"]),
            ]);
            items.extend([leaf(&[&name, "mlp"]), outside()]);
        }
        items.push(leaf(&["loss"]));
        let layer = |number: usize| format!("layer{number}(o o mlp(o o o o))");
        let expected = format!("3x({} o {} o {}) o o", layer(0), layer(1), layer(2));
        assert_eq!(outline(&fold(items)), expected);
    }

    #[test]
    fn updates_after_layers_are_folded() {
        let mut items: Vec<Item> = (0..9).map(|at| leaf(&[&format!("layer{}", at / 3)])).collect();
        let update = |sign| Item { sign: (sign, 0), loc: Some(2), ..leaf(&[]) };
        for _ in 0..3 {
            items.extend((0..SHORTEST as u32).map(update));
        }
        items.push(update(90));
        let turn = |number: usize| format!("turn {number}({})", ["o"; SHORTEST].join(" "));
        let layers = "3x(layer0(o o o) layer1(o o o) layer2(o o o))";
        let expected = format!("{layers} 3x({} {} {}) o", turn(1), turn(2), turn(3));
        assert_eq!(outline(&fold(items)), expected);
    }

    #[test]
    fn repeated_sequences_are_found() {
        let mut signs: Vec<(u32, u32)> = vec![(90, 0)];
        for _ in 0..5 {
            // The first half occurs twice in each turn.
            signs.extend([0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 1, 2, 3, 4, 5, 6, 7, 9].map(|sign| (sign, 1)));
        }
        signs.push((91, 0));
        assert_eq!(find_sequences(&signs), [Sequence { start: 1, period: 18, count: 5 }]);
        let different: Vec<(u32, u32)> = (0..100).map(|sign| (sign, 0)).collect();
        assert_eq!(find_sequences(&different), []);
    }
}
