//! Looks up values by name: by their names in the text, or in the program that was lowered.

use partita_base::Id;
use partita_ir::{OpId, ValueId};
use partita_propagate::TensorId;

use crate::labels::{Labels, ValueLabel};
use crate::source_names;
use crate::why::Unanswerable;

/// A tensor with its names.
struct Named {
    tensor: TensorId,
    /// The name in the text: `%5` in a function, or `result#0` of the main function.
    label: ValueLabel,
    /// The name in the lowered program: `params['w']`.
    source: Option<String>,
}

/// All named tensors.
pub(crate) struct Names {
    named: Vec<Named>,
    main: Option<String>,
    results: usize,
}

impl Names {
    pub(crate) fn new(
        labels: &Labels<'_>,
        tensors: &[Option<TensorId>],
        results: &[TensorId],
        main: Option<OpId>,
    ) -> Self {
        let module = labels.module;
        let value = |(index, tensor): (usize, &Option<TensorId>)| {
            let value = ValueId::from_index(index);
            let source = source_names::argument_name(module, value).map(str::to_string);
            Some(Named { tensor: (*tensor)?, label: labels.value(value)?, source })
        };
        let result = |(index, &tensor): (usize, &TensorId)| {
            let source = main.and_then(|main| source_names::result_name(module, main, index));
            let label = ValueLabel { name: format!("result#{index}"), function: None };
            Named { tensor, label, source: source.map(str::to_string) }
        };
        let values = tensors.iter().enumerate().filter_map(value);
        let mut named: Vec<Named> = values.chain(results.iter().enumerate().map(result)).collect();
        for (name, of) in labels.aliases() {
            let tensors: Vec<TensorId> =
                named.iter().filter(|named| named.label == of).map(|named| named.tensor).collect();
            named.extend(tensors.into_iter().map(|tensor| Named {
                tensor,
                label: name.clone(),
                source: None,
            }));
        }
        let main = main.and_then(|main| module.symbol_name(main)).map(str::to_string);
        Self { named, main, results: results.len() }
    }

    /// The tensors with a name: several if a function is called several times.
    pub(crate) fn find(&self, asked: &str) -> Result<Vec<TensorId>, Unanswerable> {
        let (function, name) = match asked.strip_prefix('@').and_then(|rest| rest.split_once('/')) {
            Some((function, name)) => (Some(function), name),
            None => (None, asked),
        };
        let is_main = function.is_some() && function == self.main.as_deref();
        let within = |named: &&Named| match function {
            None => true,
            Some(_) if is_main => named.label.function.is_none(),
            Some(function) => named.label.function.as_deref() == Some(function),
        };
        let inside: Vec<&Named> = self.named.iter().filter(within).collect();
        let mut found: Vec<&Named> = inside.iter().copied().filter(|named| named.is_called(name)).collect();
        if found.iter().any(|named| named.label.function.is_none()) {
            found.retain(|named| named.label.function.is_none());
        }
        let mut labels: Vec<String> = found.iter().map(|named| named.shown()).collect();
        labels.sort();
        labels.dedup();
        match &labels[..] {
            [] => Err(self.missing(asked, function, name, &inside)),
            [_] => {
                let mut tensors: Vec<TensorId> = found.into_iter().map(|named| named.tensor).collect();
                tensors.dedup();
                Ok(tensors)
            }
            _ => {
                let message = format!(
                    "ambiguous name `{name}`; {} values have it: {}",
                    labels.len(),
                    labels.join(", ")
                );
                Err(Unanswerable::without_names(message))
            }
        }
    }

    fn missing(&self, asked: &str, function: Option<&str>, name: &str, inside: &[&Named]) -> Unanswerable {
        if name.starts_with("result#") || name.starts_with("result ") {
            let message = format!("the main function has {} results", self.results);
            return Unanswerable::without_names(message);
        }
        let message = match function {
            Some(function) if inside.is_empty() => {
                let functions = self.named.iter().filter_map(|named| named.label.function.as_ref());
                let mut known: Vec<String> =
                    functions.chain(&self.main).map(|name| format!("@{name}")).collect();
                known.sort();
                known.dedup();
                let message = format!("unknown function @{function}");
                return Unanswerable { message, asked: format!("@{function}"), known };
            }
            Some(function) => format!("no tensor `{name}` in @{function}"),
            None => format!("unknown tensor `{name}`"),
        };
        let sources = inside.iter().filter_map(|named| named.source.clone());
        let mut known: Vec<String> =
            inside.iter().map(|named| named.label.to_string()).chain(sources).collect();
        let mut seen = std::collections::BTreeSet::new();
        known.retain(|name| seen.insert(name.clone()));
        Unanswerable { message, asked: asked.to_string(), known }
    }
}

impl Named {
    /// Whether a name refers to the tensor: `%5`, `5`, `%0` for `%0#0` and vice versa, `result 0`, `params['w']` or `params["w"]`.
    fn is_called(&self, name: &str) -> bool {
        let label = self.label.name.as_str();
        let bare = label.strip_prefix('%').unwrap_or(label);
        let written = name.strip_prefix('%').unwrap_or(name);
        let first_of = |name: &str, other: &str| name.strip_suffix("#0").is_some_and(|first| first == other);
        let is_label = bare == written || first_of(bare, written) || first_of(written, bare);
        let is_result = name.strip_prefix("result ").is_some_and(|index| label == format!("result#{index}"));
        let is_source = self.source.as_ref().is_some_and(|source| same_path(source, name));
        // `result` without a number must match a name, not the first of several results.
        let is_precise = !label.starts_with("result#") || written.contains('#');
        is_label && is_precise || is_result || is_source
    }

    fn shown(&self) -> String {
        match &self.source {
            Some(source) => format!("{} ({source})", self.label),
            None => self.label.to_string(),
        }
    }
}

/// Whether two paths into a tree are equal up to the kind of quotation marks.
fn same_path(one: &str, other: &str) -> bool {
    let plain = |c: char| if c == '"' { '\'' } else { c };
    one.chars().map(plain).eq(other.chars().map(plain))
}
