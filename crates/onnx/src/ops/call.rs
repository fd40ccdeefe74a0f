//! Access to the inputs and attributes of a node, for rules.

use super::{Call, Contents, IntElement, NoRule, Operand};
use crate::types::{Dim, ElementType};

/// Tensors of a higher rank have no rule; no engine runs them.
pub(super) const MAX_RANK: usize = 64;

impl<'a> Call<'a> {
    /// An input; `None` if it is omitted.
    pub(super) fn operand(&self, input: usize) -> Option<&'a Operand> {
        self.inputs.get(input)?.as_ref()
    }

    /// Whether the input is present.
    pub(super) fn has(&self, input: usize) -> bool {
        self.operand(input).is_some()
    }

    /// The dimensions of a required input.
    pub(super) fn dims(&self, input: usize) -> Result<&'a [Dim], NoRule> {
        let Some(operand) = self.operand(input) else {
            return self.invalid(format!("input {input} is missing"));
        };
        let dims = operand.ty.dims.as_deref().ok_or(NoRule::UnknownRank(input))?;
        if dims.len() > MAX_RANK {
            return self
                .invalid(format!("expected rank {MAX_RANK} or less of input {input}, found {}", dims.len()));
        }
        Ok(dims)
    }

    /// The dimensions of a required input of this rank.
    pub(super) fn dims_of_rank(&self, input: usize, rank: usize) -> Result<&'a [Dim], NoRule> {
        let dims = self.dims(input)?;
        match dims.len() == rank {
            true => Ok(dims),
            false => self.invalid(format!("expected rank {rank} of input {input}, found {}", dims.len())),
        }
    }

    /// The element type of an input, if known.
    pub(super) fn element(&self, input: usize) -> Option<ElementType> {
        self.operand(input)?.ty.element
    }

    /// The error for an invalid node.
    pub(super) fn invalid<T>(&self, what: String) -> Result<T, NoRule> {
        Err(NoRule::Invalid(format!("{}: {what}", self.node.op())))
    }

    /// The value of an integer attribute.
    pub(super) fn int(&self, name: &str) -> Option<i64> {
        self.node.attribute(name)?.i
    }

    /// Whether an integer attribute is present and not 0.
    pub(super) fn flag(&self, name: &str) -> bool {
        self.int(name).unwrap_or(0) != 0
    }

    /// The value of an attribute that is a list of integers.
    pub(super) fn ints(&self, name: &str) -> Option<&'a [i64]> {
        Some(&self.node.attribute(name)?.ints)
    }

    /// The value of a string attribute.
    pub(super) fn text(&self, name: &str) -> Option<&'a str> {
        std::str::from_utf8(self.node.attribute(name)?.s.as_ref()?).ok()
    }

    /// The element type whose number is the value of an attribute.
    pub(super) fn element_attribute(&self, name: &str) -> Option<ElementType> {
        ElementType::from_number(i32::try_from(self.int(name)?).ok()?)
    }

    /// The value of an attribute that must be a positive integer.
    pub(super) fn count(&self, name: &str, default: i64) -> Result<u64, NoRule> {
        let value = self.int(name).unwrap_or(default);
        match u64::try_from(value) {
            Ok(value) if value > 0 => Ok(value),
            _ => self.invalid(format!("expected a positive {name}, found {value}")),
        }
    }

    /// The elements of an integer input; `Ok(None)` if it is omitted.
    pub(super) fn elements(&self, input: usize) -> Result<Option<&'a [IntElement]>, NoRule> {
        match self.operand(input) {
            None => Ok(None),
            Some(Operand { contents: Some(Contents::Ints(ints)), .. }) => Ok(Some(ints)),
            Some(_) => Err(NoRule::NotConstant(input)),
        }
    }

    /// The elements of an integer input, all of them numbers; `Ok(None)` if it is omitted.
    pub(super) fn numbers(&self, input: usize) -> Result<Option<Vec<i64>>, NoRule> {
        let Some(elements) = self.elements(input)? else { return Ok(None) };
        let number = |element: &IntElement| match element {
            IntElement::Int(number) => Some(*number),
            IntElement::Size(_) => None,
        };
        let numbers: Option<Vec<i64>> = elements.iter().map(number).collect();
        numbers.map(Some).ok_or(NoRule::NotConstant(input))
    }

    /// The only element of an input, if it is a known number.
    pub(super) fn number(&self, input: usize) -> Option<i64> {
        match self.numbers(input).ok()??.as_slice() {
            [number] => Some(*number),
            _ => None,
        }
    }

    /// The elements of a float input; `Ok(None)` if it is omitted.
    pub(super) fn floats(&self, input: usize) -> Result<Option<&'a [f64]>, NoRule> {
        match self.operand(input) {
            None => Ok(None),
            Some(Operand { contents: Some(Contents::Floats(floats)), .. }) => Ok(Some(floats)),
            Some(_) => Err(NoRule::NotConstant(input)),
        }
    }

    /// Integers that are an attribute in some versions of the op and an input in others.
    pub(super) fn ints_or_input(&self, name: &str, input: usize) -> Result<Option<Vec<i64>>, NoRule> {
        match self.ints(name) {
            Some(ints) => Ok(Some(ints.to_vec())),
            None => self.numbers(input),
        }
    }

    /// Resolves a dimension number, which counts from the end if it is negative.
    pub(super) fn axis(&self, axis: i64, rank: usize) -> Result<usize, NoRule> {
        let signed = i64::try_from(rank).unwrap_or(i64::MAX);
        let from_start = if axis < 0 { axis.checked_add(signed) } else { Some(axis) };
        match from_start.and_then(|axis| usize::try_from(axis).ok()).filter(|axis| *axis < rank) {
            Some(axis) => Ok(axis),
            None => self.invalid(format!("axis {axis} is out of range for rank {rank}")),
        }
    }

    /// Resolves several dimension numbers, which must be distinct.
    pub(super) fn axes(&self, axes: &[i64], rank: usize) -> Result<Vec<usize>, NoRule> {
        let mut found = Vec::with_capacity(axes.len().min(rank));
        for &axis in axes {
            let at = self.axis(axis, rank)?;
            if found.contains(&at) {
                return self.invalid(format!("axis {axis} is given twice"));
            }
            found.push(at);
        }
        Ok(found)
    }

    /// The dimension in the attribute `axis`.
    pub(super) fn axis_attribute(&self, default: i64, rank: usize) -> Result<usize, NoRule> {
        self.axis(self.int("axis").unwrap_or(default), rank)
    }
}
