//! How much rounding before quantisation changes the outputs of a model.
//!
//! Ranks add in a different order, so a number in the middle between two steps of a quantisation is rounded to either of them. The next
//! layers amplify the step, so that more numbers are rounded the other way. How far correct results may differ depends on
//! the model, so it is measured: the model runs again, each time with other small changes of all numbers before they are quantised.

use std::collections::{BTreeMap, BTreeSet};

use partita_interp::{Data, Tensor, Tolerance};
use partita_onnx::{ElementType, infer_types, proto};

use super::compare::{ComparisonLimits, tolerance_of};
use super::precision::{Precision, Rounds, is_exact, rounded_input};
use super::{Arrays, Closeness, Comparison, Runtime, run_model};
use crate::EngineError;

/// How far every number of a tensor is from another one.
///
/// A small error in one element, such as one bias, is not explained by what rounding does to others. So differences are compared element by
/// element, then as sums of all elements with the same index in a dimension: an error in one channel changes many numbers a little.
#[derive(Clone, Debug, PartialEq)]
struct Differences {
    shape: Vec<usize>,
    elements: Vec<f64>,
}

impl Differences {
    /// The differences of two tensors of the same type and shape; `None` if they have others, or if a number is finite in one of them only.
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
        let mut elements = Vec::new();
        for (a, b) in numbers(&a.data)?.into_iter().zip(numbers(&b.data)?) {
            let is_equal = a == b || a.is_nan() && b.is_nan();
            let difference = if is_equal { 0.0 } else { (a - b).abs() };
            if !difference.is_finite() {
                return None;
            }
            elements.push(difference);
        }
        Some(Self { shape: a.shape.clone(), elements })
    }

    /// Only the differences that are larger than a different order of additions explains. `expected` is what they are differences from.
    fn beyond(mut self, expected: &Tensor, tolerance: Tolerance) -> Self {
        for (at, difference) in self.elements.iter_mut().enumerate() {
            let size = match &expected.data {
                Data::F32(numbers) => numbers[at].abs().into(),
                Data::F64(numbers) => numbers[at].abs(),
                Data::Int(_) | Data::Bool(_) | Data::C64(_) | Data::C128(_) => 0.0,
            };
            if *difference <= tolerance.absolute + tolerance.relative * size {
                *difference = 0.0;
            }
        }
        self
    }

    /// The sums that must be explained: of every element alone, of all elements with the same index in a dimension, and of all elements.
    fn sums(&self) -> Vec<Vec<f64>> {
        let mut sums = vec![self.elements.clone(), vec![self.elements.iter().sum()]];
        let mut stride = self.elements.len();
        for &size in &self.shape {
            stride /= size.max(1);
            if size > 1 && size < self.elements.len() {
                let mut slices = vec![0.0; size];
                for (at, difference) in self.elements.iter().enumerate() {
                    slices[at / stride % size] += difference;
                }
                sums.push(slices);
            }
        }
        sums
    }
}

/// The largest effects of rounding on a sum of differences.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct LargestEffects {
    /// The largest, and the number of its run.
    largest: f64,
    run: usize,
    /// The largest of all other runs.
    second: f64,
}

impl LargestEffects {
    fn add(&mut self, run: usize, effect: f64) {
        if effect > self.largest {
            (self.second, self.largest, self.run) = (self.largest, effect, run);
        } else {
            self.second = self.second.max(effect);
        }
    }
}

/// What rounding does to one output.
#[derive(Clone, Debug, Default)]
struct Effects {
    /// For every sum of [`Differences::sums`], its largest effects.
    sums: Vec<Vec<LargestEffects>>,
    /// Whether rounding of any size has an effect on an element.
    is_reached: Vec<bool>,
    runs: usize,
}

impl Effects {
    fn add(&mut self, differences: &Differences) {
        let sums = differences.sums();
        self.sums.resize_with(sums.len(), Vec::new);
        for (effects, sums) in self.sums.iter_mut().zip(&sums) {
            effects.resize(sums.len(), LargestEffects::default());
            for (effects, sum) in effects.iter_mut().zip(sums) {
                effects.add(self.runs, *sum);
            }
        }
        self.reach(differences);
        self.runs += 1;
    }

    fn reach(&mut self, differences: &Differences) {
        self.is_reached.resize(differences.elements.len(), false);
        for (is_reached, difference) in self.is_reached.iter_mut().zip(&differences.elements) {
            *is_reached |= *difference > 0.0;
        }
    }

    /// Whether rounding that has these effects may also have caused these differences.
    ///
    /// Where a quantised number is quantised again, every run rounds other numbers the other way. How much one run differs from all others is
    /// how much correct results may differ from all runs.
    fn explain(&self, differences: &Differences) -> bool {
        let is_reached = |at: usize| self.is_reached.get(at).is_some_and(|is_reached| *is_reached);
        let sums = differences.sums();
        if self.sums.len() != sums.len()
            || (differences.elements.iter().enumerate()).any(|(at, each)| *each > 0.0 && !is_reached(at))
        {
            return false;
        }
        self.sums.iter().zip(&sums).all(|(effects, sums)| {
            let mut of_runs = vec![0.0; self.runs];
            let mut unexplained = 0.0;
            for (effects, sum) in effects.iter().zip(sums) {
                unexplained += (sum - SAFETY * effects.largest).max(0.0);
                of_runs[effects.run] += (effects.largest - SAFETY * effects.second).max(0.0);
            }
            unexplained <= SAFETY * of_runs.into_iter().fold(0.0, f64::max)
        })
    }
}

/// The number of runs with changed numbers. A number that was rounded the other way once is in most of them too.
const RUNS: u32 = 16;

/// The number of runs with changes of several steps, which show what quantised numbers reach.
const REACH_RUNS: u32 = 2;

/// The largest difference as a multiple of the largest effect. The runs underestimate the largest possible effect.
const SAFETY: f64 = 2.0;

/// The size of a change as a fraction of the largest number of its tensor, relative to that by which correct results may differ.
const SHARE: f64 = 0.25;

/// The size of a change of several steps of 8 bits, as a fraction of the largest number of its tensor.
const REACH_SHARE: f64 = 1.0 / 16.0;

/// Removes the differences that rounding before quantisations explains, and returns whether there were any. `expected` is what the model returned
/// for these inputs, `got` what was compared with it, and `precision` what the comparison permitted.
///
/// Fails if the effects of rounding cannot be measured.
pub fn drop_rounding(
    comparison: &mut Comparison,
    model: &proto::Model,
    inputs: &Arrays,
    [expected, got]: [&Arrays; 2],
    precision: &BTreeMap<String, Precision>,
    runtime: &dyn Runtime,
) -> Result<bool, EngineError> {
    let suspects = comparison.differences.iter().map(|each| each.name.clone());
    let suspects: BTreeSet<String> =
        suspects.filter(|name| expected.contains_key(name) && got.contains_key(name)).collect();
    if suspects.is_empty() {
        return Ok(false);
    }
    let effects = rounding_effects(model, inputs, (expected, &suspects), runtime)?;
    let mut explained = BTreeSet::new();
    for name in suspects {
        let Some(effects) = effects.get(&name) else { continue };
        let precision = precision.get(&name).copied().unwrap_or_default();
        let element = expected[&name].element();
        let (expected, got) = (expected[&name].to_tensor()?, got[&name].to_tensor()?);
        let tolerance = tolerance_of(element, &expected, precision, ComparisonLimits::default());
        let differences = Differences::between(&expected, &got);
        if differences.is_some_and(|differences| effects.explain(&differences.beyond(&expected, tolerance))) {
            explained.insert(name);
        }
    }
    comparison.differences.retain(|each| !explained.contains(&each.name));
    Ok(!explained.is_empty())
}

/// The effects on some outputs of a model of small changes before its quantisations; empty if it has none.
fn rounding_effects(
    model: &proto::Model,
    inputs: &Arrays,
    (expected, suspects): (&Arrays, &BTreeSet<String>),
    runtime: &dyn Runtime,
) -> Result<BTreeMap<String, Effects>, EngineError> {
    let mut effects: BTreeMap<String, Effects> = BTreeMap::new();
    for run in 0..RUNS + REACH_RUNS {
        let reaches = run >= RUNS;
        let Some(changed) = change_before_rounding(model, run, reaches.then_some(REACH_SHARE))? else {
            break;
        };
        let got = run_model(&changed, inputs, runtime)?;
        for name in suspects {
            let Some(got) = got.get(name) else { continue };
            let differences = Differences::between(&expected[name].to_tensor()?, &got.to_tensor()?);
            let Some(differences) = differences else { continue };
            let effects = effects.entry(name.clone()).or_default();
            match reaches {
                true => effects.reach(&differences),
                false => effects.add(&differences),
            }
        }
    }
    Ok(effects)
}

/// The model with a small change of every number that is rounded, another one in every run; `None` if it rounds no numbers. `share` is the size of
/// the changes as a fraction of the largest number, if not that of other last digits. Fails if a type is unknown.
fn change_before_rounding(
    model: &proto::Model,
    run: u32,
    share: Option<f64>,
) -> Result<Option<proto::Model>, EngineError> {
    let typed = infer_types(model);
    let Some(graph) = model.graph.as_ref() else { return Ok(None) };
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
        let found = rounded_input(node).and_then(|(at, rounds)| {
            let name = node.input.get(at).filter(|name| !name.is_empty())?;
            let is_same = rounds == Rounds::Elements && exact.contains(name.as_str());
            (!is_same).then_some((at, rounds, name))
        });
        let Some((at, rounds, name)) = found else {
            nodes.push(node.clone());
            continue;
        };
        let element = typed.main.graph.find(name).and_then(|value| typed.main.types[value].element);
        let element = element.ok_or_else(|| {
            EngineError::model(format!("the type of `{name}`, which is rounded, is unknown"))
        })?;
        if Closeness::of(element).relative == 0.0 {
            nodes.push(node.clone());
            continue;
        }
        let mut change = Change { nodes: &mut nodes, prefix: format!("partita_rounding_{count}_"), next: 0 };
        let seed = f64::from(count) * 0.618 + f64::from(run) * 2.399;
        let share = share.unwrap_or(Closeness::of(element).of_largest * SHARE);
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
    Ok((count > 0).then(|| proto::Model { graph: Some(graph), ..model.clone() }))
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
