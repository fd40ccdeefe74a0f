//! Recognises the layers of a model in names: `layers_12`, `params['blocks'][3]['w']`.

use std::collections::{BTreeMap, BTreeSet};

/// The transformations that JAX writes around a name: `transpose(jvp(attn))`.
const WRAPPERS: [&str; 6] = ["transpose", "jvp", "vmap", "remat", "checkpoint", "pmap"];

/// Components of a name stack that are not names of the user.
const STRUCTURE: [&str; 9] = [
    "while",
    "body",
    "cond",
    "closed_call",
    "checkpoint",
    "remat",
    "rematted_computation",
    "custom_jvp_call",
    "custom_vjp_call",
];

/// The layers of a program: the paths that occur with several numbers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Layers {
    /// The numbers of each path up to its number, such as `encoder/layers_`.
    numbers: BTreeMap<String, BTreeSet<u64>>,
}

impl Layers {
    /// Collects the numbered components of all names.
    pub(crate) fn new<'n>(names: impl Iterator<Item = &'n [String]>) -> Self {
        let mut layers = Self::default();
        for components in names {
            for (stem, number, _) in numbered(components) {
                layers.numbers.entry(stem).or_default().insert(number);
            }
        }
        layers
    }

    /// The layer that a name belongs to: the path to a number that varies. Words such as `layer` decide, or else the
    /// number with the most values.
    pub(crate) fn find(&self, components: &[String]) -> Option<String> {
        let values = |stem: &str| self.numbers.get(stem).map_or(0, BTreeSet::len);
        let best =
            numbered(components).filter(|(stem, _, _)| values(stem) > 1).max_by_key(|(stem, _, at)| {
                let last = stem.rsplit_once('/').map_or(&**stem, |(_, last)| last);
                let last = if last.is_empty() { stem.trim_end_matches('/') } else { last };
                let is_layer = ["layer", "block"].iter().any(|word| last.to_ascii_lowercase().contains(word));
                (is_layer, values(stem), std::cmp::Reverse(*at))
            });
        best.map(|(_, _, at)| components[..=at].join("/"))
    }
}

/// The components that end in a number: the path before the number, the number and the index of the component.
fn numbered(components: &[String]) -> impl Iterator<Item = (String, u64, usize)> {
    // The last component is the operation or the tensor itself.
    let scopes = &components[..components.len().saturating_sub(1)];
    scopes.iter().enumerate().filter_map(|(at, component)| {
        let stem = component.trim_end_matches(|c: char| c.is_ascii_digit());
        let number = component[stem.len()..].parse().ok()?;
        let mut path = components[..at].join("/");
        if !path.is_empty() {
            path.push('/');
        }
        Some((path + stem, number, at))
    })
}

/// The components of a name stack, without transformations and without what JAX adds for control flow.
pub(crate) fn plain_components(name: &str) -> Vec<String> {
    name.split('/').filter_map(plain).map(|name| name.replace(['[', ']'], "")).collect()
}

fn plain(mut component: &str) -> Option<&str> {
    while let Some((word, inner)) = component.strip_suffix(')').and_then(|name| name.split_once('(')) {
        if !WRAPPERS.contains(&word) {
            break;
        }
        component = inner;
    }
    let is_jit = component.starts_with("jit(") || component.starts_with("pjit(");
    (!is_jit && !component.is_empty() && !STRUCTURE.contains(&component)).then_some(component)
}

/// The keys of an argument's name: `params['blocks'][3]['w']` has `params`, `blocks`, `3` and `w`.
pub(crate) fn argument_components(name: &str) -> Vec<String> {
    let keys = name.split(['[', ']', '.', '\'', '"']).filter(|key| !key.is_empty());
    // A tensor in a list is a component of its list: `p[0][1]` is tensor 1 of layer 0.
    keys.map(str::to_string).collect()
}

/// The name in the user's own program in `%arg0 (params['w'])`, or else the name in the text.
pub(crate) fn given_name(name: &str) -> &str {
    name.split_once(" (").and_then(|(_, given)| given.strip_suffix(')')).unwrap_or(name)
}

/// Names that differ in numbers only, as one: `w[0..47]` for `w[0]` to `w[47]`, `w[*]` for other numbers.
#[derive(Clone, Debug, Default)]
pub(crate) struct MergedName {
    texts: Vec<String>,
    numbers: Vec<BTreeSet<u64>>,
}

impl MergedName {
    /// Adds a name with the texts of the others, and the layer that it belongs to.
    pub(crate) fn add(&mut self, name: &str, layer: Option<&str>) {
        let (texts, numbers) = split_numbers(name, layer);
        if self.texts.is_empty() {
            self.numbers = vec![BTreeSet::new(); numbers.len()];
            self.texts = texts;
        }
        for (all, number) in self.numbers.iter_mut().zip(numbers) {
            all.insert(number);
        }
    }

    /// The merged name.
    pub(crate) fn text(&self) -> String {
        let mut out = self.texts.first().cloned().unwrap_or_default();
        for (numbers, text) in self.numbers.iter().zip(self.texts.iter().skip(1)) {
            out += &range(numbers);
            out += text;
        }
        out
    }
}

/// The name of a layer without the number at its end, and the number.
pub(crate) fn split_layer(layer: &str) -> (&str, Option<u64>) {
    let stem = layer.trim_end_matches(|c: char| c.is_ascii_digit());
    // A loop has the line of a file at its end.
    if layer.starts_with("loop at ") { (layer, None) } else { (stem, layer[stem.len()..].parse().ok()) }
}

/// The layers of the members of a group as one name: `layers_0..47`; `None` unless all are layers of one kind.
pub(crate) fn merged_layers<'l>(layers: impl Iterator<Item = Option<&'l str>>) -> Option<String> {
    let (mut stem, mut numbers) = (None, BTreeSet::new());
    for layer in layers {
        let (name, number) = split_layer(layer?);
        if *stem.get_or_insert(name) != name {
            return None;
        }
        numbers.extend(number);
    }
    stem.map(|stem| if numbers.is_empty() { stem.to_string() } else { stem.to_string() + &range(&numbers) })
}

/// Numbers as a range, if they are one: `3`, `0..47`, `*`.
fn range(numbers: &BTreeSet<u64>) -> String {
    match (numbers.first(), numbers.last()) {
        (Some(first), Some(last)) if first == last => first.to_string(),
        (Some(first), Some(last)) if last - first == numbers.len() as u64 - 1 => format!("{first}..{last}"),
        _ => "*".into(),
    }
}

/// The key that names differing in numbers only have in common.
pub(crate) fn merge_key(name: &str, layer: Option<&str>) -> String {
    split_numbers(name, layer).0.join("*")
}

/// The texts around the numbers of a name, and the numbers. Only numbers that can count layers are split off: those after
/// a bracket, a dot, a slash or an underscore, and before the end of a word; and the number of the layer, as in `layer12`.
fn split_numbers(name: &str, layer: Option<&str>) -> (Vec<String>, Vec<u64>) {
    let (mut texts, mut numbers) = (vec![String::new()], Vec::new());
    // Letters before a number may belong to it, as in `conv2d` or `relu6`, unless it is known to count.
    let scope = layer.map(|path| path.rsplit_once('/').map_or(path, |(_, last)| last)).unwrap_or_default();
    let mut rest = name;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let digits = rest[start..].find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len() - start);
        let end = start + digits;
        let before = rest[..start].chars().next_back();
        let after = rest[end..].chars().next();
        let ends_word = |c: char| !c.is_alphanumeric() && c != '_';
        let is_scope = || {
            let before = rest[..end].strip_suffix(scope).map(|outer| outer.chars().next_back());
            !scope.is_empty()
                && before.is_some_and(|c| c.is_none_or(ends_word))
                && after.is_none_or(ends_word)
        };
        let counts = before.is_some_and(|c| matches!(c, '[' | '.' | '/' | '_'))
            && after.is_none_or(|c| !c.is_alphanumeric())
            || is_scope();
        let text = texts.last_mut().expect("begins with one");
        match rest[start..end].parse().ok().filter(|_| counts) {
            Some(number) => {
                text.push_str(&rest[..start]);
                numbers.push(number);
                texts.push(String::new());
            }
            None => text.push_str(&rest[..end]),
        }
        rest = &rest[end..];
    }
    texts.last_mut().expect("begins with one").push_str(rest);
    (texts, numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layers(names: &[&str]) -> Vec<Option<String>> {
        let names: Vec<Vec<String>> = names.iter().map(|name| plain_components(name)).collect();
        let all = Layers::new(names.iter().map(Vec::as_slice));
        names.iter().map(|name| all.find(name)).collect()
    }

    #[test]
    fn layers_are_found_behind_transformations() {
        let found = layers(&[
            "jvp(layers_0)/attn/dot_general",
            "transpose(jvp(layers_0))/attn/dot_general",
            "layers_11/mlp/dot_general",
            "embed/dot_general",
            "log1p_2/exp2",
        ]);
        let expected = [Some("layers_0"), Some("layers_0"), Some("layers_11"), None, None];
        assert_eq!(found, expected.map(|layer| layer.map(str::to_string)));
    }

    #[test]
    fn a_layer_is_not_one_of_its_own_parts() {
        let names =
            ["layer_0/Dense_0/dot", "layer_0/Dense_1/dot", "layer_0/Dense_2/dot", "layer_1/Dense_0/dot"];
        let expected = ["layer_0", "layer_0", "layer_0", "layer_1"].map(|layer| Some(layer.to_string()));
        assert_eq!(layers(&names), expected);
        assert_eq!(
            layers(&["dec/h[3]/dot", "dec/h[4]/dot"]),
            ["dec/h3", "dec/h4"].map(|l| Some(l.to_string()))
        );
    }

    #[test]
    fn names_are_merged_over_their_numbers() {
        let merged = |names: &[&str]| {
            let mut all = MergedName::default();
            names.iter().for_each(|name| all.add(name, None));
            all.text()
        };
        assert_eq!(merged(&["p['h'][0]['w1']", "p['h'][1]['w1']", "p['h'][2]['w1']"]), "p['h'][0..2]['w1']");
        assert_eq!(merged(&["layer_1/dot", "layer_7/dot"]), "layer_*/dot");
        assert_eq!(merged(&["x"]), "x");
        assert_eq!(merge_key("p[12][3]", None), merge_key("p[0][1]", None));
        assert_ne!(merge_key("conv2d", None), merge_key("conv1d", None));
    }

    #[test]
    fn the_number_of_a_layer_may_follow_letters() {
        let mut merged = MergedName::default();
        for layer in 0..12 {
            let name = format!("transpose(jvp(layer{layer}))/norm1/mul");
            merged.add(&name, Some(&format!("gpt/layer{layer}")));
        }
        assert_eq!(merged.text(), "transpose(jvp(layer0..11))/norm1/mul");
        let key = |name: &str, layer| merge_key(name, Some(layer));
        assert_eq!(key("p['block1']['w1']", "p/block1"), key("p['block2']['w1']", "p/block2"));
        // Neither other numbers count, nor names that only end in that of the layer.
        assert_ne!(key("layer1/relu6", "layer1"), key("layer1/relu7", "layer1"));
        assert_ne!(key("sublayer1/dot", "layer1"), key("sublayer2/dot", "layer2"));
    }
}
