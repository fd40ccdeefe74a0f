//! Builds the nodes of one rank's model, in the form that the model's op set version has.

use std::ops::Range;
use std::sync::Arc;

use bytes::Bytes;
use rustc_hash::FxHashMap;

use super::carrier::{CARRIES, exchange_carrier};
use super::deferred::DeferredWeight;
use super::reshard::byte_count;
use crate::proto::{self, AttributeKind};
use crate::types::ElementType;

/// Zeros up to this many bytes are stored in the model; larger tensors of zeros are generated at run time.
const MOST_ZEROS: u64 = 1 << 16;

/// The first version of the default op set with `ConstantOfShape`; earlier ones use `Tile`.
const FIRST_CONSTANT_OF_SHAPE: i64 = 9;

/// A size of a local tensor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LocalSize {
    Known(u64),
    /// The size that this dimension of another value has at run time.
    Like(usize),
    /// What is left of the elements after the other sizes; only in a reshape, and once.
    Rest,
}

impl LocalSize {
    /// All sizes, if they are known.
    fn known(sizes: &[LocalSize]) -> Option<Vec<u64>> {
        let known = |size: &LocalSize| match size {
            LocalSize::Known(size) => Some(*size),
            LocalSize::Like(_) | LocalSize::Rest => None,
        };
        sizes.iter().map(known).collect()
    }
}

/// An integer attribute.
pub(crate) fn int_attribute(name: &str, value: i64) -> proto::Attribute {
    attribute(name, AttributeKind::Int, |attribute| attribute.i = Some(value))
}

/// An attribute that is a list of integers.
pub(crate) fn ints_attribute(name: &str, values: impl IntoIterator<Item = i64>) -> proto::Attribute {
    attribute(name, AttributeKind::Ints, |attribute| attribute.ints = values.into_iter().collect())
}

/// A string attribute.
pub(crate) fn text_attribute(name: &str, value: &str) -> proto::Attribute {
    attribute(name, AttributeKind::String, |attribute| {
        attribute.s = Some(Bytes::copy_from_slice(value.as_bytes()));
    })
}

fn attribute(name: &str, kind: AttributeKind, set: impl FnOnce(&mut proto::Attribute)) -> proto::Attribute {
    let mut attribute =
        proto::Attribute { name: Some(name.into()), r#type: Some(kind as i32), ..Default::default() };
    set(&mut attribute);
    attribute
}

/// The nodes and constants of one rank so far.
#[derive(Debug)]
pub(crate) struct Build {
    /// The version of the default op set.
    pub(crate) opset: i64,
    pub(crate) nodes: Vec<proto::Node>,
    pub(crate) initializers: Vec<proto::Tensor>,
    /// The initialisers whose contents are left out.
    pub(crate) deferred: Vec<DeferredWeight>,
    /// Names in use, with the number of names derived from each.
    taken: FxHashMap<String, u32>,
    /// Integer constants by contents and whether they are scalars, to be shared.
    integers: FxHashMap<(Vec<i64>, bool), String>,
    /// Constants of zeros by element type and shape, to be shared.
    zeros: FxHashMap<(i32, Vec<u64>), String>,
    collectives: u32,
}

/// What a body is inside of.
pub(crate) struct Outside {
    nodes: Vec<proto::Node>,
    zeros: FxHashMap<(i32, Vec<u64>), String>,
}

impl Outside {
    /// The number of nodes before the one with the body.
    pub(crate) fn position(&self) -> usize {
        self.nodes.len()
    }
}

impl Build {
    /// Starts without nodes. `taken` are the names in the original model; new names differ from them.
    pub(crate) fn new<'a>(opset: i64, taken: impl Iterator<Item = &'a str>) -> Self {
        Self {
            opset,
            nodes: Vec::new(),
            initializers: Vec::new(),
            deferred: Vec::new(),
            taken: taken.map(|name| (name.to_owned(), 0)).collect(),
            integers: FxHashMap::default(),
            zeros: FxHashMap::default(),
            collectives: 0,
        }
    }

    /// Starts a body of the next node: nodes that are added from now on belong to it.
    pub(crate) fn enter_body(&mut self) -> Outside {
        Outside { nodes: std::mem::take(&mut self.nodes), zeros: self.zeros.clone() }
    }

    /// Ends a body, and returns its nodes. Nodes outside it do not see the zeros that it generates.
    pub(crate) fn leave_body(&mut self, outside: Outside) -> Vec<proto::Node> {
        self.zeros = outside.zeros;
        std::mem::replace(&mut self.nodes, outside.nodes)
    }

    /// A new name that begins with `base`.
    pub(crate) fn name(&mut self, base: &str) -> String {
        // A name derived from a derived name uses the original base, so that names stay short.
        let base = base.rsplit_once('~').map_or(base, |(base, _)| base);
        let mut count = self.taken.get(base).copied().unwrap_or_default();
        let name = loop {
            count += 1;
            let name = format!("{base}~{count}");
            if !self.taken.contains_key(&name) {
                break name;
            }
        };
        self.taken.insert(base.to_owned(), count);
        self.taken.insert(name.clone(), 0);
        name
    }

    /// Adds a node of the default op set with one result, whose name begins with `base`.
    pub(crate) fn op(
        &mut self,
        op: &str,
        base: &str,
        inputs: &[&str],
        attributes: Vec<proto::Attribute>,
    ) -> String {
        let output = self.name(base);
        self.nodes.push(proto::Node {
            input: inputs.iter().map(|&input| input.to_owned()).collect(),
            output: vec![output.clone()],
            name: Some(output.clone()),
            op_type: Some(op.to_owned()),
            attribute: attributes,
            ..Default::default()
        });
        output
    }

    /// A constant of integers: a scalar or a vector.
    pub(crate) fn integers(&mut self, values: &[i64], is_scalar: bool) -> String {
        let key = (values.to_vec(), is_scalar);
        if let Some(name) = self.integers.get(&key) {
            return name.clone();
        }
        let raw: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        let dims = if is_scalar { Vec::new() } else { vec![values.len() as i64] };
        let name = self.constant("ints", ElementType::Int64, dims, raw.into());
        self.integers.insert(key, name.clone());
        name
    }

    /// A vector of sizes, some of which are those of `like` at run time.
    fn sizes(&mut self, like: &str, sizes: &[LocalSize]) -> String {
        if let Some(known) = LocalSize::known(sizes) {
            return self.integers(&known.iter().map(|&size| size as i64).collect::<Vec<_>>(), false);
        }
        let shape = self.unary("Shape", like);
        let dims: Vec<i64> = sizes
            .iter()
            .map(|size| match size {
                LocalSize::Like(dim) => *dim as i64,
                LocalSize::Known(_) | LocalSize::Rest => 0,
            })
            .collect();
        let dims = self.integers(&dims, false);
        let taken = self.op("Gather", &shape, &[&shape, &dims], vec![int_attribute("axis", 0)]);
        let numbers = sizes.iter().map(|size| match size {
            LocalSize::Known(size) => Some(*size as i64),
            LocalSize::Like(_) => None,
            LocalSize::Rest => Some(-1),
        });
        let numbers: Vec<Option<i64>> = numbers.collect();
        self.replace_elements(&taken, &numbers)
    }

    /// Replaces elements of a vector of integers by the numbers that are given.
    pub(crate) fn replace_elements(&mut self, value: &str, numbers: &[Option<i64>]) -> String {
        if numbers.iter().all(Option::is_none) {
            return value.to_owned();
        }
        let kept: Vec<i64> = numbers.iter().map(|number| i64::from(number.is_none())).collect();
        let added: Vec<i64> = numbers.iter().map(|number| number.unwrap_or(0)).collect();
        let [kept, added] = [kept, added].map(|list| self.integers(&list, false));
        let rest = self.binary("Mul", value, &kept);
        self.binary("Add", &rest, &added)
    }

    /// Zeros of a shape in which some sizes are those of `like` at run time.
    pub(crate) fn zeros_like(&mut self, element: ElementType, like: &str, sizes: &[LocalSize]) -> String {
        match LocalSize::known(sizes) {
            Some(known) => self.zeros(element, &known),
            None => {
                let shape = self.sizes(like, sizes);
                self.zeros_of_shape(element, sizes.len(), &shape)
            }
        }
    }

    /// A constant of zeros.
    pub(crate) fn zeros(&mut self, element: ElementType, shape: &[u64]) -> String {
        let key = (element as i32, shape.to_vec());
        if let Some(name) = self.zeros.get(&key) {
            return name.clone();
        }
        let bytes = byte_count(element, shape.iter().copied());
        let dims: Vec<i64> = shape.iter().map(|&size| size as i64).collect();
        let name = match bytes <= MOST_ZEROS {
            true => self.constant("zeros", element, dims, vec![0; bytes as usize].into()),
            // They would make the file large.
            false => {
                let sizes = self.integers(&dims, false);
                self.zeros_of_shape(element, dims.len(), &sizes)
            }
        };
        self.zeros.insert(key, name.clone());
        name
    }

    /// Zeros that are generated at run time. `shape` is a vector of sizes.
    pub(crate) fn zeros_of_shape(&mut self, element: ElementType, rank: usize, shape: &str) -> String {
        let raw = Bytes::from(vec![0; element.bits().div_ceil(8) as usize]);
        if self.opset < FIRST_CONSTANT_OF_SHAPE {
            let one = self.constant("zero", element, vec![1; rank], raw);
            return self.op("Tile", "zeros", &[&one, shape], Vec::new());
        }
        let zero = proto::Tensor {
            dims: vec![1],
            data_type: Some(element as i32),
            raw_data: Some(raw),
            ..Default::default()
        };
        let value = attribute("value", AttributeKind::Tensor, |attribute| attribute.t = Some(zero));
        self.op("ConstantOfShape", "zeros", &[shape], vec![value])
    }

    /// A scalar constant of a float type; `None` for other types.
    pub(crate) fn scalar(&mut self, element: ElementType, value: f64) -> Option<String> {
        let raw = match element {
            ElementType::Float => (value as f32).to_le_bytes().to_vec(),
            ElementType::Double => value.to_le_bytes().to_vec(),
            _ => {
                let wide = self.scalar(ElementType::Float, value)?;
                return is_float(element).then(|| self.cast(&wide, element));
            }
        };
        Some(self.constant("scalar", element, Vec::new(), raw.into()))
    }

    /// Adds an initialiser with a new name.
    pub(crate) fn constant(
        &mut self,
        base: &str,
        element: ElementType,
        dims: Vec<i64>,
        raw: Bytes,
    ) -> String {
        let name = self.name(base);
        self.initializers.push(proto::Tensor {
            dims,
            data_type: Some(element as i32),
            name: Some(name.clone()),
            raw_data: Some(raw),
            ..Default::default()
        });
        name
    }

    /// Adds an initialiser without contents: the shape of `source` and the ranges of its shard, both in bytes.
    pub(crate) fn defer(
        &mut self,
        name: &str,
        element: ElementType,
        dims: Vec<i64>,
        source: Arc<proto::Tensor>,
        (shape, ranges): (Vec<u64>, Vec<Range<u64>>),
    ) {
        let initializer = self.initializers.len();
        self.deferred.push(DeferredWeight { initializer, source, shape, ranges });
        self.initializers.push(proto::Tensor {
            dims,
            data_type: Some(element as i32),
            name: Some(name.to_owned()),
            data_location: Some(proto::DataLocation::External as i32),
            ..Default::default()
        });
    }

    pub(crate) fn cast(&mut self, value: &str, element: ElementType) -> String {
        self.op("Cast", value, &[value], vec![int_attribute("to", element as i64)])
    }

    /// Slices the range `start..end` of one dimension.
    pub(crate) fn slice(&mut self, value: &str, dim: usize, start: u64, end: u64) -> String {
        self.slices(value, &[(dim, start, end)])
    }

    /// Slices ranges of some dimensions: `(dim, start, end)`.
    pub(crate) fn slices(&mut self, value: &str, parts: &[(usize, u64, u64)]) -> String {
        if parts.is_empty() {
            return value.to_owned();
        }
        let list =
            |of: fn(&(usize, u64, u64)) -> u64| parts.iter().map(|part| of(part) as i64).collect::<Vec<_>>();
        let (starts, ends, axes) = (list(|p| p.1), list(|p| p.2), list(|p| p.0 as u64));
        if self.opset < 10 {
            let attributes = vec![
                ints_attribute("starts", starts),
                ints_attribute("ends", ends),
                ints_attribute("axes", axes),
            ];
            return self.op("Slice", value, &[value], attributes);
        }
        let [starts, ends, axes] = [starts, ends, axes].map(|list| self.integers(&list, false));
        self.op("Slice", value, &[value, &starts, &ends, &axes], Vec::new())
    }

    pub(crate) fn concat(&mut self, values: &[&str], dim: usize) -> String {
        match values {
            [one] => (*one).to_owned(),
            _ => self.op("Concat", values[0], values, vec![int_attribute("axis", dim as i64)]),
        }
    }

    /// Reshapes a value. Sizes like a dimension refer to the value itself.
    pub(crate) fn reshape(&mut self, value: &str, shape: &[LocalSize]) -> String {
        let is_like = |size: &LocalSize| !matches!(size, LocalSize::Known(_));
        // One size may be inferred from the others.
        let shape = if shape.iter().filter(|size| is_like(size)).count() <= 1 {
            let number = |size: &LocalSize| match size {
                LocalSize::Known(size) => *size as i64,
                LocalSize::Like(_) | LocalSize::Rest => -1,
            };
            self.integers(&shape.iter().map(number).collect::<Vec<_>>(), false)
        } else {
            self.sizes(value, shape)
        };
        self.op("Reshape", value, &[value, &shape], Vec::new())
    }

    pub(crate) fn transpose(&mut self, value: &str, perm: impl IntoIterator<Item = usize>) -> String {
        let perm = perm.into_iter().map(|dim| dim as i64);
        self.op("Transpose", value, &[value], vec![ints_attribute("perm", perm)])
    }

    /// Adds a first dimension of size 1.
    pub(crate) fn unsqueeze(&mut self, value: &str) -> String {
        self.unsqueeze_dims(value, &[0])
    }

    /// Adds dimensions of size 1, which the result has at these positions.
    pub(crate) fn unsqueeze_dims(&mut self, value: &str, dims: &[i64]) -> String {
        if self.opset < 13 {
            return self.op("Unsqueeze", value, &[value], vec![ints_attribute("axes", dims.iter().copied())]);
        }
        let axes = self.integers(dims, false);
        self.op("Unsqueeze", value, &[value, &axes], Vec::new())
    }

    /// Removes a dimension of size 1.
    pub(crate) fn squeeze(&mut self, value: &str, dim: usize) -> String {
        if self.opset < 13 {
            return self.op("Squeeze", value, &[value], vec![ints_attribute("axes", [dim as i64])]);
        }
        let axes = self.integers(&[dim as i64], false);
        self.op("Squeeze", value, &[value, &axes], Vec::new())
    }

    /// Reduces some dimensions.
    pub(crate) fn reduce(&mut self, op: &str, value: &str, dims: &[usize], keep: bool) -> String {
        let keep = int_attribute("keepdims", i64::from(keep));
        let axes: Vec<i64> = dims.iter().map(|&dim| dim as i64).collect();
        let takes_input = self.opset >= if op == "ReduceSum" { 13 } else { 18 };
        if takes_input {
            let axes = self.integers(&axes, false);
            return self.op(op, value, &[value, &axes], vec![keep]);
        }
        self.op(op, value, &[value], vec![ints_attribute("axes", axes), keep])
    }

    /// Adds a node with two inputs and no attributes.
    pub(crate) fn binary(&mut self, op: &str, a: &str, b: &str) -> String {
        self.op(op, a, &[a, b], Vec::new())
    }

    /// Adds a node with one input and no attributes.
    pub(crate) fn unary(&mut self, op: &str, value: &str) -> String {
        self.op(op, value, &[value], Vec::new())
    }

    /// Counts a collective of other ranks, so that later ones have the same names on all ranks.
    pub(crate) fn skip_collective(&mut self) {
        self.collectives += 1;
    }

    /// Exchanges a tensor among the ranks of `group`, in that order, in a type that the collective has.
    pub(crate) fn exchange(
        &mut self,
        op: &str,
        value: &str,
        element: ElementType,
        group: &[u64],
        attributes: Vec<proto::Attribute>,
    ) -> String {
        let carrier = exchange_carrier(element);
        if carrier == element {
            return self.collective(op, value, None, group, attributes);
        }
        let sent = self.cast(value, carrier);
        let received = self.collective(op, &sent, Some(element), group, attributes);
        self.cast(&received, element)
    }

    /// Sums a tensor among the ranks of `group` in the type `carrier`.
    pub(crate) fn sum(
        &mut self,
        value: &str,
        element: ElementType,
        carrier: ElementType,
        group: &[u64],
    ) -> String {
        if carrier == element {
            return self.collective("AllReduce", value, None, group, Vec::new());
        }
        let sent = self.cast(value, carrier);
        let sum = self.collective("AllReduce", &sent, Some(element), group, Vec::new());
        self.cast_sum(&sum, element)
    }

    /// A collective, which carries a tensor of the type `carries` if that is given. The node has the same name on all ranks, because
    /// every rank emits the same collectives in the same order.
    fn collective(
        &mut self,
        op: &str,
        value: &str,
        carries: Option<ElementType>,
        group: &[u64],
        attributes: Vec<proto::Attribute>,
    ) -> String {
        self.collectives += 1;
        let output = self.name(value);
        let members: Vec<String> = group.iter().map(u64::to_string).collect();
        let entry =
            |key: &str, value: String| proto::StringEntry { key: Some(key.into()), value: Some(value) };
        let mut metadata_props = vec![entry(GROUP, members.join(","))];
        metadata_props.extend(carries.map(|element| entry(CARRIES, element.text().to_owned())));
        self.nodes.push(proto::Node {
            input: vec![value.to_owned()],
            output: vec![output.clone()],
            name: Some(format!("{op}_{}", self.collectives)),
            op_type: Some(op.to_owned()),
            domain: Some(COLLECTIVES.into()),
            attribute: attributes,
            metadata_props,
            ..Default::default()
        });
        output
    }
}

/// The name space of collectives.
pub const COLLECTIVES: &str = "com.microsoft";

/// The metadata property of a collective that lists its ranks.
pub const GROUP: &str = "partita.group";

/// Whether sums of this type are sums of floats.
pub(crate) fn is_float(element: ElementType) -> bool {
    matches!(element, ElementType::Float | ElementType::Double | ElementType::Float16 | ElementType::Bfloat16)
}
