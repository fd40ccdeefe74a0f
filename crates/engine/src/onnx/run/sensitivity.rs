//! How much rounding before quantisation changes the outputs of a model.
//!
//! Ranks add in a different order, so a number in the middle between two steps of a quantisation is rounded to either of them. The next
//! layers amplify the step, so that more numbers are rounded the other way. How far correct results may differ depends on
//! the model, so it is measured: the model runs again, each time with other small changes of all numbers before they are quantised.

use std::collections::{BTreeMap, BTreeSet};

use partita_interp::{Data, Tensor};
use partita_onnx::{ElementType, infer_types, proto};

use super::precision::{Rounds, is_exact, rounded_input};
use super::{Arrays, Closeness, Comparison, Runtime, run_model};
use crate::EngineError;

/// How far an output is from that of the model.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Distance {
    /// The largest difference between two numbers.
    largest: f64,
    /// The sum of all differences.
    total: f64,
}

impl Distance {
    /// The distance between two tensors of the same type and shape; `None` if they have others, or if a number is finite in one of them only.
    fn between(a: &Tensor, b: &Tensor) -> Option<Self> {
        if a.element != b.element || a.shape != b.shape {
            return None;
        }
        let numbers = |data: &Data| -> Option<Vec<f64>> {
            match data {
                Data::F32(numbers) => Some(numbers.iter().map(|&number| number.into()).collect()),
                Data::F64(numbers) => Some(numbers.to_vec()),
                Data::Int(numbers) => Some(numbers.iter().map(|&number| number as f64).collect()),
                Data::Bool(_) | Data::C64(_) | Data::C128(_) => None,
            }
        };
        let mut distance = Self::default();
        for (a, b) in numbers(&a.data)?.into_iter().zip(numbers(&b.data)?) {
            let is_equal = a == b || a.is_nan() && b.is_nan();
            let difference = if is_equal { 0.0 } else { (a - b).abs() };
            if !difference.is_finite() {
                return None;
            }
            distance.largest = distance.largest.max(difference);
            distance.total += difference;
        }
        Some(distance)
    }

    /// The larger of both in every respect.
    fn or(self, other: Self) -> Self {
        Self { largest: self.largest.max(other.largest), total: self.total.max(other.total) }
    }

    /// Whether rounding that has the effect of `effect` may also have this one.
    fn is_explained_by(self, effect: Self) -> bool {
        self.largest <= SAFETY * effect.largest && self.total <= SAFETY * effect.total
    }
}

/// The number of runs with changed numbers. A number that was rounded the other way once is in most of them too.
const RUNS: u32 = 16;

/// The largest difference as a multiple of the largest effect. The runs underestimate the largest possible effect.
const SAFETY: f64 = 2.0;

/// The size of a change as a fraction of the largest number of its tensor, relative to that by which correct results may differ.
const SHARE: f64 = 0.25;

/// Removes the differences that rounding before quantisations explains, and returns whether there were any. `expected` is what the model returned
/// for these inputs, and `got` what was compared with it.
///
/// The size of a difference does not suffice: a wrong border or bias changes many numbers a little. The sum of all differences has to be explained as
/// well.
pub fn drop_rounding(
    comparison: &mut Comparison,
    model: &proto::Model,
    inputs: &Arrays,
    [expected, got]: [&Arrays; 2],
    runtime: &dyn Runtime,
) -> Result<bool, EngineError> {
    let suspects = comparison.differences.iter().map(|each| each.name.clone());
    let suspects: Vec<String> =
        suspects.filter(|name| expected.contains_key(name) && got.contains_key(name)).collect();
    if suspects.is_empty() {
        return Ok(false);
    }
    let effects = rounding_effects(model, inputs, expected, runtime)?;
    let mut explained = BTreeSet::new();
    for name in suspects {
        let Some(effect) = effects.get(&name) else { continue };
        let distance = Distance::between(&expected[&name].to_tensor()?, &got[&name].to_tensor()?);
        if distance.is_some_and(|distance| distance.is_explained_by(*effect)) {
            explained.insert(name);
        }
    }
    comparison.differences.retain(|each| !explained.contains(&each.name));
    Ok(!explained.is_empty())
}

/// The largest effect on each output of a model of small changes before its quantisations; empty if it has none.
fn rounding_effects(
    model: &proto::Model,
    inputs: &Arrays,
    expected: &Arrays,
    runtime: &dyn Runtime,
) -> Result<BTreeMap<String, Distance>, EngineError> {
    let mut effects: BTreeMap<String, Distance> = BTreeMap::new();
    for run in 0..RUNS {
        let Some(changed) = change_before_rounding(model, run) else { break };
        let got = run_model(&changed, inputs, runtime)?;
        for (name, expected) in expected {
            let Some(got) = got.get(name) else { continue };
            if let Some(distance) = Distance::between(&expected.to_tensor()?, &got.to_tensor()?) {
                let effect = effects.entry(name.clone()).or_default();
                *effect = effect.or(distance);
            }
        }
    }
    Ok(effects)
}

/// The model with a small change of every number that is rounded, another one in every run; `None` if it rounds no numbers.
fn change_before_rounding(model: &proto::Model, run: u32) -> Option<proto::Model> {
    let typed = infer_types(model);
    let graph = model.graph.as_ref()?;
    let mut nodes = Vec::with_capacity(graph.node.len());
    let mut count = 0;
    // Ranks have exactly the same inputs.
    let inputs = graph.input.iter().filter_map(|info| info.name.as_deref());
    let constants = graph.initializer.iter().filter_map(|tensor| tensor.name.as_deref());
    let mut exact: BTreeSet<&str> = inputs.chain(constants).collect();
    for node in &graph.node {
        if is_exact(node) && node.input.iter().all(|name| name.is_empty() || exact.contains(name.as_str())) {
            exact.extend(node.output.iter().map(String::as_str));
        }
        let element = |name: &str| typed.main.types[typed.main.graph.find(name)?].element;
        let found = rounded_input(node).and_then(|(at, rounds)| {
            let name = node.input.get(at).filter(|name| !name.is_empty())?;
            if rounds == Rounds::Elements && exact.contains(name.as_str()) {
                return None;
            }
            Some((at, rounds, name, element(name)?))
        });
        let Some((at, rounds, name, element)) = found.filter(|found| Closeness::of(found.3).relative > 0.0)
        else {
            nodes.push(node.clone());
            continue;
        };
        let mut change = Change { nodes: &mut nodes, prefix: format!("partita_rounding_{count}_"), next: 0 };
        let seed = f64::from(count) * 0.618 + f64::from(run) * 2.399;
        let share = Closeness::of(element).of_largest * SHARE;
        let changed = match rounds {
            Rounds::Elements => change.elements(name, element, share, seed),
            Rounds::Scaled => change.scale(name, element, share * seed.sin()),
        };
        let mut node = node.clone();
        node.input[at] = changed;
        nodes.push(node);
        count += 1;
    }
    let graph = proto::Graph { node: nodes, ..graph.clone() };
    (count > 0).then(|| proto::Model { graph: Some(graph), ..model.clone() })
}

/// The nodes that change a value.
struct Change<'n> {
    nodes: &'n mut Vec<proto::Node>,
    prefix: String,
    next: usize,
}

/// The angle between numbers that are as far apart as the largest of them is from zero: numbers that are equal up to a step of 8 bits get
/// unrelated changes.
const ANGLE: f64 = 54321.0;

/// Numbers below this are zero.
const TINY: f64 = 1e-30;

impl Change<'_> {
    /// Adds to every number a fraction of the largest, between `-share` and `share`, which depends on the number.
    fn elements(&mut self, name: &str, element: ElementType, share: f64, seed: f64) -> String {
        let float = self.cast(name, ElementType::Float);
        let magnitudes = self.node("Abs", &[&float]);
        let largest = self.node("ReduceMax", &[&magnitudes]);
        let tiny = self.constant(TINY);
        let scale = self.node("Add", &[&largest, &tiny]);
        let fraction = self.node("Div", &[&float, &scale]);
        let (angle, seed, share) = (self.constant(ANGLE), self.constant(seed), self.constant(share));
        let angle = self.node("Mul", &[&fraction, &angle]);
        let angle = self.node("Add", &[&angle, &seed]);
        let sine = self.node("Sin", &[&angle]);
        let most = self.node("Mul", &[&scale, &share]);
        let change = self.node("Mul", &[&sine, &most]);
        let change = self.cast(&change, element);
        self.node("Add", &[name, &change])
    }

    /// Multiplies a scale by a number close to 1.
    fn scale(&mut self, name: &str, element: ElementType, change: f64) -> String {
        let factor = self.constant(1.0 + change);
        let factor = self.cast(&factor, element);
        self.node("Mul", &[name, &factor])
    }

    fn name(&mut self) -> String {
        self.next += 1;
        format!("{}{}", self.prefix, self.next)
    }

    fn node(&mut self, op: &str, inputs: &[&str]) -> String {
        let attributes = match op {
            "ReduceMax" => vec![integer("keepdims", 0)],
            _ => Vec::new(),
        };
        self.node_with(op, inputs, attributes)
    }

    fn node_with(&mut self, op: &str, inputs: &[&str], attribute: Vec<proto::Attribute>) -> String {
        let output = self.name();
        self.nodes.push(proto::Node {
            op_type: Some(op.into()),
            input: inputs.iter().map(|&input| input.into()).collect(),
            output: vec![output.clone()],
            attribute,
            ..Default::default()
        });
        output
    }

    fn cast(&mut self, name: &str, to: ElementType) -> String {
        self.node_with("Cast", &[name], vec![integer("to", to as i64)])
    }

    fn constant(&mut self, number: f64) -> String {
        let kind = Some(proto::AttributeKind::Tensor as i32);
        let tensor = proto::Tensor {
            data_type: Some(ElementType::Float as i32),
            float_data: vec![number as f32],
            ..Default::default()
        };
        let value = proto::Attribute {
            name: Some("value".into()),
            t: Some(tensor),
            r#type: kind,
            ..Default::default()
        };
        self.node_with("Constant", &[], vec![value])
    }
}

fn integer(name: &str, number: i64) -> proto::Attribute {
    let kind = Some(proto::AttributeKind::Int as i32);
    proto::Attribute { name: Some(name.into()), i: Some(number), r#type: kind, ..Default::default() }
}
