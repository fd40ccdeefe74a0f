//! Control flow whose bodies hold collectives, as steps of a rank's program.
//!
//! No runtime stops in the middle of a body, so such a node becomes steps: the bodies are split at their collectives like the main graph, and
//! jumps select a branch or repeat an iteration. All ranks compute the same conditions, so that they reach the same collectives.

use std::collections::BTreeMap;

use partita_onnx::ElementType;
use partita_onnx::proto;

use super::{Array, Arrays};
use crate::EngineError;

/// A step that computes nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ControlStep {
    /// Goes on at another step unless a value is true.
    Unless { condition: String, step: usize },
    /// Goes on at another step.
    Go(usize),
    /// Gives values further names. All are read before the first is written.
    Rename(Vec<(String, String)>),
    /// Starts lists of rows.
    Clear(Vec<String>),
    /// Appends values to lists of rows: value, list.
    Push(Vec<(String, String)>),
    /// Joins the rows of lists along a new first dimension.
    Stack(Vec<StackedRows>),
}

/// A list of rows that becomes a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StackedRows {
    pub(crate) rows: String,
    pub(crate) output: String,
    /// The element type and shape of a row, if the model declares them: a loop may end before it makes one.
    pub(crate) row: Option<(ElementType, Vec<usize>)>,
}

impl ControlStep {
    /// The values that the step reads.
    pub(crate) fn reads(&self) -> Vec<&str> {
        match self {
            ControlStep::Unless { condition, .. } => vec![condition],
            ControlStep::Rename(pairs) | ControlStep::Push(pairs) => {
                pairs.iter().map(|(from, _)| from.as_str()).collect()
            }
            ControlStep::Go(_) | ControlStep::Clear(_) | ControlStep::Stack(_) => Vec::new(),
        }
    }

    /// The step that follows if this one does not go on with the next.
    pub(crate) fn target(&mut self) -> Option<&mut usize> {
        match self {
            ControlStep::Unless { step, .. } | ControlStep::Go(step) => Some(step),
            _ => None,
        }
    }
}

/// Lists of rows by name.
pub(crate) type Rows = BTreeMap<String, Vec<Array>>;

/// Runs a step after which the step `next` would follow, and returns the one that does.
pub(crate) fn run_control(
    control: &ControlStep,
    next: usize,
    values: &mut Arrays,
    rows: &mut Rows,
) -> Result<usize, EngineError> {
    let find = |values: &Arrays, name: &str| {
        let missing = || EngineError::model(format!("value `{name}` has not been computed"));
        values.get(name).cloned().ok_or_else(missing)
    };
    match control {
        ControlStep::Unless { condition, step } => {
            let holds = is_true(&find(values, condition)?)
                .ok_or_else(|| EngineError::model(format!("`{condition}` is not one boolean")))?;
            return Ok(if holds { next } else { *step });
        }
        ControlStep::Go(step) => return Ok(*step),
        ControlStep::Rename(pairs) => {
            let found = pairs.iter().map(|(from, to)| Ok((to.clone(), find(values, from)?)));
            let found: Vec<_> = found.collect::<Result<_, EngineError>>()?;
            values.extend(found);
        }
        ControlStep::Clear(lists) => rows.extend(lists.iter().map(|list| (list.clone(), Vec::new()))),
        ControlStep::Push(pairs) => {
            for (value, list) in pairs {
                rows.entry(list.clone()).or_default().push(find(values, value)?);
            }
        }
        ControlStep::Stack(lists) => {
            for list in lists {
                let stacked = stack(list, rows.get(&list.rows).map_or(&[], Vec::as_slice))?;
                values.insert(list.output.clone(), stacked);
            }
        }
    }
    Ok(next)
}

/// Whether an array of one boolean is true; `None` for other arrays.
fn is_true(array: &Array) -> Option<bool> {
    match (array.element(), &array.data()[..]) {
        (ElementType::Bool, [byte]) => Some(*byte != 0),
        _ => None,
    }
}

fn stack(list: &StackedRows, rows: &[Array]) -> Result<Array, EngineError> {
    let (element, row) = match (rows.first(), &list.row) {
        (Some(first), _) => (first.element(), first.shape().to_vec()),
        (None, Some((element, row))) => (*element, row.clone()),
        (None, None) => {
            let message = format!("`{}` has no rows, and the model does not declare their type", list.output);
            return Err(EngineError::model(message));
        }
    };
    if rows.iter().any(|other| other.element() != element || other.shape() != row) {
        return Err(EngineError::model(format!("the rows of `{}` have different shapes", list.output)));
    }
    let shape = std::iter::once(rows.len()).chain(row).collect();
    Array::new(element, shape, rows.iter().flat_map(|row| row.data().to_vec()).collect::<Vec<u8>>())
}

/// The type of a row, as its body declares it, or else the declaration of the rows together. Sizes that neither has are 0, as in onnxruntime.
pub(crate) fn declared_row(
    row: &proto::ValueInfo,
    stacked: Option<&proto::ValueInfo>,
) -> Option<(ElementType, Vec<usize>)> {
    let declared = |info: &proto::ValueInfo, skipped: usize| {
        let Some(proto::TypeValue::Tensor(tensor)) = &info.r#type.as_ref()?.value else { return None };
        let element = ElementType::from_number(tensor.elem_type?)?;
        let size = |dim: &proto::Dimension| match dim.value {
            Some(proto::DimValue::Value(size)) => usize::try_from(size).ok(),
            _ => None,
        };
        let sizes = tensor.shape.as_ref()?.dim.iter().skip(skipped).map(size);
        Some((element, sizes.collect::<Vec<Option<usize>>>()))
    };
    let (row, stacked) = (declared(row, 0), stacked.and_then(|info| declared(info, 1)));
    let of_stack = |at: usize| stacked.as_ref().and_then(|(_, sizes)| sizes.get(at).copied().flatten());
    let (element, sizes) = row.as_ref().or(stacked.as_ref())?;
    let size = |(at, size): (usize, &Option<usize>)| size.or_else(|| of_stack(at)).unwrap_or(0);
    Some((*element, sizes.iter().enumerate().map(size).collect()))
}
