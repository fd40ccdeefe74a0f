//! Signatures of ops that handle every row independently, mostly classical machine learning, and of ops on strings and images.

use super::build::{Rule, RuleDim};
use super::{Call, NoRule};
use crate::signature::{FactorKind, Signature};
use crate::types::{Dim, ElementType};

const FEATURES: &str = "the result of a row depends on all of its elements";

type Answer = Result<Signature, NoRule>;

/// Rows of features; a tensor of rank 1 is one row.
fn rows(rule: &mut Rule<'_>) -> Result<RuleDim, NoRule> {
    let rank = rule.call.dims(0)?.len();
    if rank == 0 {
        return rule.call.invalid("expected an input of rank 1 or more, found a scalar".to_string());
    }
    let row = if rank > 1 { rule.pass(0, 0)? } else { RuleDim::free(Dim::Known(1)) };
    for dim in usize::from(rank > 1)..rank {
        rule.keep(0, dim, FactorKind::NeedsReplication(FEATURES))?;
    }
    Ok(row)
}

fn list_length(call: &Call<'_>, name: &str) -> Option<usize> {
    let attribute = call.node.attribute(name)?;
    let length = attribute.ints.len().max(attribute.strings.len()).max(attribute.floats.len());
    (length > 0).then_some(length)
}

/// One number per row and target.
pub(super) fn regressor(call: &Call<'_>, targets: &str) -> Answer {
    let count = if targets.is_empty() { 1 } else { call.count(targets, 1)? };
    let mut rule = Rule::new(call);
    let row = rows(&mut rule)?;
    let target = rule.new_replicated(Dim::Known(count), FEATURES);
    let element = match call.node.op() {
        "TreeEnsemble" => call.element(0),
        _ => Some(ElementType::Float),
    };
    rule.output(element, vec![row, target]);
    rule.finish()
}

/// One label per row, and the scores of all classes.
pub(super) fn classifier(call: &Call<'_>) -> Answer {
    let mut rule = Rule::new(call);
    let row = rows(&mut rule)?;
    let texts = ["classlabels_strings"].iter().find_map(|name| list_length(call, name));
    let numbers = ["classlabels_ints", "classlabels_int64s"].iter().find_map(|name| list_length(call, name));
    let label = if texts.is_some() { ElementType::String } else { ElementType::Int64 };
    // One score per class; a model with one column has two classes.
    let classes = texts.or(numbers).map_or(Dim::Unknown, |count| Dim::Known(count as u64));
    let classes = if call.node.op() == "SVMClassifier" { Dim::Unknown } else { classes };
    let scores = rule.new_replicated(classes, FEATURES);
    rule.output(Some(label), vec![row.clone()]);
    rule.output(Some(ElementType::Float), vec![row, scores]);
    rule.finish()
}

/// Elementwise, with parameters per feature if there are several.
pub(super) fn per_feature(call: &Call<'_>, parameters: &[&str], float: bool) -> Answer {
    let rank = call.dims(0)?.len();
    let many = parameters.iter().filter_map(|name| list_length(call, name)).any(|length| length > 1);
    let mut rule = Rule::new(call);
    let axes = rule.keep_all(0, |dim| match many && dim + 1 == rank {
        true => FactorKind::NeedsReplication("every feature has its own parameters"),
        false => FactorKind::PassThrough,
    })?;
    rule.output(if float { Some(ElementType::Float) } else { call.element(0) }, axes);
    rule.finish()
}

/// `Normalizer`: divides each row by its norm.
pub(super) fn normalizer(call: &Call<'_>) -> Answer {
    let rank = call.dims(0)?.len();
    let mut rule = Rule::new(call);
    let axes = rule.keep_all(0, |dim| match dim + 1 == rank {
        true => FactorKind::Statistics,
        false => FactorKind::PassThrough,
    })?;
    rule.output(Some(ElementType::Float), axes);
    rule.finish()
}

/// Replaces elements by others, of the type that the attributes have.
pub(super) fn replace_elements(call: &Call<'_>) -> Answer {
    let has = |name: &str| call.node.attribute(name).is_some();
    let element = if call.node.op() == "CategoryMapper" {
        match call.element(0) {
            Some(ElementType::String) => Some(ElementType::Int64),
            Some(_) => Some(ElementType::String),
            None => None,
        }
    } else if has("values_strings") {
        Some(ElementType::String)
    } else if has("values_int64s") {
        Some(ElementType::Int64)
    } else if has("values_floats") {
        Some(ElementType::Float)
    } else if let Some(tensor) = call.node.attribute("values_tensor").and_then(|values| values.t.as_ref()) {
        tensor.data_type.and_then(ElementType::from_number)
    } else if has("classes_strings") {
        // The first version maps between strings and their positions.
        match call.element(0) {
            Some(ElementType::String) => Some(ElementType::Int64),
            Some(_) => Some(ElementType::String),
            None => None,
        }
    } else {
        None
    };
    let mut rule = Rule::new(call);
    let axes = rule.pass_all(0)?;
    rule.output(element, axes);
    rule.finish()
}

/// `OneHotEncoder`: a new last dimension, one element per category.
pub(super) fn one_hot(call: &Call<'_>) -> Answer {
    let count = list_length(call, "cats_int64s").or(list_length(call, "cats_strings"));
    let Some(count) = count else { return call.invalid("expected categories".to_string()) };
    let mut rule = Rule::new(call);
    let mut axes = rule.pass_all(0)?;
    axes.push(rule.new_replicated(Dim::Known(count as u64), "the categories are an attribute"));
    rule.output(Some(ElementType::Float), axes);
    rule.finish()
}

/// `ArrayFeatureExtractor`: columns by index.
pub(super) fn extract_features(call: &Call<'_>) -> Answer {
    let dims = call.dims(0)?;
    if dims.is_empty() {
        return call.invalid("expected an input of rank 1 or more, found a scalar".to_string());
    }
    let mut rule = Rule::new(call);
    let mut axes = Vec::new();
    for dim in 0..dims.len() - 1 {
        axes.push(rule.pass(0, dim)?);
    }
    rule.keep(0, dims.len() - 1, FactorKind::Lookup)?;
    if dims.len() == 1 {
        axes.push(RuleDim::free(Dim::Known(1)));
    }
    // Engines read the indices in order, whatever their shape is.
    let indices = rule.pass_all(1)?;
    let size = Dim::product(indices.iter().map(|axis| &axis.size));
    axes.push(RuleDim { size, factors: indices.into_iter().flat_map(|axis| axis.factors).collect() });
    rule.output(call.element(0), axes);
    rule.finish()
}

/// `FeatureVectorizer`: concatenates the features of all inputs.
pub(super) fn join_features(call: &Call<'_>) -> Answer {
    let mut rule = Rule::new(call);
    let why = "the features of all inputs are concatenated";
    let mut row: Option<RuleDim> = None;
    let mut size = Dim::Known(0);
    for input in 0..call.inputs.len() {
        let rank = call.dims(input)?.len();
        if rank != 2 {
            return call.invalid(format!("expected rank 2 of input {input}, found {rank}"));
        }
        match &row {
            Some(row) => rule.join(input, 0, row)?,
            None => row = Some(rule.pass(input, 0)?),
        }
        size = size.plus(&rule.keep(input, 1, FactorKind::NeedsReplication(why))?.size);
    }
    let Some(row) = row else { return call.invalid("no inputs".to_string()) };
    let features = rule.new_replicated(size, why);
    rule.output(Some(ElementType::Float), vec![row, features]);
    rule.finish()
}

/// `TfIdfVectorizer`: counts sequences of words.
pub(super) fn tf_idf(call: &Call<'_>) -> Answer {
    let rank = call.dims(0)?.len();
    let largest = call.ints("ngram_indexes").and_then(|indices| indices.iter().max());
    let size = largest.and_then(|largest| u64::try_from(largest.checked_add(1)?).ok());
    let mut rule = Rule::new(call);
    let row = rows(&mut rule)?;
    let mut axes = if rank > 1 { vec![row] } else { Vec::new() };
    axes.push(rule.new_replicated(size.map_or(Dim::Unknown, Dim::Known), FEATURES));
    rule.output(Some(ElementType::Float), axes);
    rule.finish()
}

/// `StringNormalizer`: may remove words.
pub(super) fn string_normalizer(call: &Call<'_>) -> Answer {
    let dims = call.dims(0)?;
    let keeps_all = call.node.attribute("stopwords").is_none_or(|words| words.strings.is_empty());
    let mut rule = Rule::new(call);
    let why = "words may be removed";
    let axes = if keeps_all { rule.pass_all(0)? } else { rule.keep_all_replicated(0, why)? };
    let axes = match dims.len() {
        1 | 2 if keeps_all => axes,
        1 => vec![RuleDim::free(Dim::Unknown)],
        2 => vec![RuleDim::free(Dim::Known(1)), RuleDim::free(Dim::Unknown)],
        rank => return call.invalid(format!("expected an input of rank 1 or 2, found {rank}")),
    };
    rule.output(Some(ElementType::String), axes);
    rule.finish()
}

/// `ImageDecoder`: height, width and colours.
pub(super) fn image_decoder(call: &Call<'_>) -> Answer {
    let mut rule = Rule::new(call);
    rule.keep_all_replicated(0, "a file is decoded from all of its bytes")?;
    let colours = if call.text("pixel_format") == Some("Grayscale") { 1 } else { 3 };
    let axes = [Dim::Unknown, Dim::Unknown, Dim::Known(colours)].map(RuleDim::free).to_vec();
    rule.output(Some(ElementType::Uint8), axes);
    rule.finish()
}

/// A collective of a rank's model: the gathered dimension grows, all others keep their sizes.
pub(super) fn collective(call: &Call<'_>) -> Answer {
    let mut rule = Rule::new(call);
    let why = "ranks exchange the tensor";
    let mut axes = rule.keep_all_replicated(0, why)?;
    if call.node.op() == "AllGather" {
        let at = call.axis_attribute(0, axes.len())?;
        let size = Dim::product([&axes[at].size, &Dim::Known(call.count("group_size", 1)?)]);
        axes[at] = rule.new_replicated(size, why);
    }
    rule.output(call.element(0), axes);
    rule.finish()
}
