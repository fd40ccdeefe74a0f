//! Propagation edges: which step moved which axis between which values of an op.
//!
//! `<[{step-0 = [{"a" = operand-0 -> [result-0]}]}]>` records that step 0 moved axis `"a"` from the
//! first operand to the first result.

use std::collections::BTreeSet;
use std::fmt::{self, Display, Formatter, Write};

use partita_base::{Code, Cursor, SyntaxResult, code};
use partita_mesh::spec::AxisSpec;
use partita_mesh::text::{parse_axis, parse_int};

/// Whether a value is an operand or a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum EdgeNode {
    /// A value that the op uses.
    Operand,
    /// A value that the op produces.
    Result,
}

/// An operand or result of an op: `operand-0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EdgeValueRef {
    /// Operand or result.
    pub node: EdgeNode,
    /// The index as written.
    pub index: i64,
}

/// The movement of one axis in one step: `{"a" = operand-0 -> [result-0]}`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AxisToPropagationDetails {
    /// The axis or sub-axis.
    pub axis: AxisSpec,
    /// The value that it came from.
    pub source: EdgeValueRef,
    /// The values that it was added to.
    pub targets: Vec<EdgeValueRef>,
}

/// Everything that one step did to one op: `{step-0 = […]}`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PropagationOneStep {
    /// The number of the step, as written.
    pub step: i64,
    /// The axes that were propagated.
    pub axes: Vec<AxisToPropagationDetails>,
}

/// All steps that changed an op, as `#sdy.propagation_edges` lists them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct PropagationEdges {
    /// The steps, in any order.
    pub steps: Vec<PropagationOneStep>,
}

/// A problem with propagation edges.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EdgeError {
    /// A step number is negative.
    NegativeStep {
        /// The step number as written.
        step: i64,
    },
    /// Two entries have the same step number.
    DuplicateStep {
        /// The step number of both entries.
        step: i64,
    },
    /// An axis is propagated from a value to itself.
    SourceIsTarget {
        /// The step at fault.
        step: i64,
        /// The axis of the entry.
        axis: AxisSpec,
        /// The value that is both source and target.
        value: EdgeValueRef,
    },
    /// An axis is propagated to one value twice.
    DuplicateTarget {
        /// The step at fault.
        step: i64,
        /// The axis of the entry.
        axis: AxisSpec,
        /// The value that is listed twice.
        value: EdgeValueRef,
    },
    /// The op has no such operand or result.
    ValueOutOfRange {
        /// The step at fault.
        step: i64,
        /// The reference that is out of range.
        value: EdgeValueRef,
        /// The number of operands, or results, of the op.
        count: usize,
    },
}

impl EdgeError {
    /// The stable code.
    pub fn code(&self) -> Code {
        match self {
            EdgeError::NegativeStep { .. } => code::EDGE_STEP_NEGATIVE,
            EdgeError::DuplicateStep { .. } => code::EDGE_STEP_REPEATED,
            EdgeError::SourceIsTarget { .. } => code::EDGE_TO_ITSELF,
            EdgeError::DuplicateTarget { .. } => code::EDGE_TARGET_REPEATED,
            EdgeError::ValueOutOfRange { .. } => code::EDGE_VALUE_RANGE,
        }
    }

    /// How to fix the problem.
    pub fn help(&self) -> &'static str {
        match self {
            EdgeError::NegativeStep { .. } => "count steps from 0",
            EdgeError::DuplicateStep { .. } => "merge all axes of a step into one entry",
            EdgeError::SourceIsTarget { .. } => "remove the source from the targets",
            EdgeError::DuplicateTarget { .. } => "list each target once",
            EdgeError::ValueOutOfRange { .. } => "count operands and results from 0",
        }
    }
}

impl Display for EdgeError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            EdgeError::NegativeStep { step } => write!(f, "negative step {step} in propagation edges"),
            EdgeError::DuplicateStep { step } => write!(f, "duplicate step {step} in propagation edges"),
            EdgeError::SourceIsTarget { step, axis, value } => {
                write!(f, "step {step} moves axis {axis} from {value} to itself")
            }
            EdgeError::DuplicateTarget { step, axis, value } => {
                write!(f, "step {step} moves axis {axis} to {value} twice")
            }
            EdgeError::ValueOutOfRange { step, value, count } => {
                let side = match value.node {
                    EdgeNode::Operand => "operands",
                    EdgeNode::Result => "results",
                };
                write!(f, "step {step} refers to {value}, but the op has {count} {side}")
            }
        }
    }
}

impl std::error::Error for EdgeError {}

impl PropagationEdges {
    /// Every problem of the edges that does not depend on the op.
    pub fn check(&self) -> Vec<EdgeError> {
        let mut errors = Vec::new();
        let mut steps = BTreeSet::new();
        for entry in &self.steps {
            let step = entry.step;
            if step < 0 {
                errors.push(EdgeError::NegativeStep { step });
            }
            if !steps.insert(step) {
                errors.push(EdgeError::DuplicateStep { step });
            }
            for details in &entry.axes {
                let mut targets = BTreeSet::new();
                for &value in &details.targets {
                    let axis = || details.axis.clone();
                    if value == details.source {
                        errors.push(EdgeError::SourceIsTarget { step, axis: axis(), value });
                    }
                    if !targets.insert(value) {
                        errors.push(EdgeError::DuplicateTarget { step, axis: axis(), value });
                    }
                }
            }
        }
        errors
    }

    /// Every reference to an operand or result that is out of range for an op with these counts.
    pub fn check_against(&self, operands: usize, results: usize) -> Vec<EdgeError> {
        let mut errors = Vec::new();
        for entry in &self.steps {
            for details in &entry.axes {
                for &value in std::iter::once(&details.source).chain(&details.targets) {
                    let count = match value.node {
                        EdgeNode::Operand => operands,
                        EdgeNode::Result => results,
                    };
                    if usize::try_from(value.index).is_ok_and(|index| index < count) {
                        continue;
                    }
                    errors.push(EdgeError::ValueOutOfRange { step: entry.step, value, count });
                }
            }
        }
        errors
    }
}

/// Parses `<[{step-0 = [{"a" = operand-0 -> [result-0]}]}]>`.
pub fn parse_propagation_edges(cursor: &mut Cursor<'_>) -> SyntaxResult<PropagationEdges> {
    cursor.expect(b'<')?;
    let steps = one_or_more(cursor, parse_propagation_one_step)?;
    cursor.expect(b'>')?;
    Ok(PropagationEdges { steps })
}

/// Parses `{step-0 = [{"a" = operand-0 -> [result-0]}]}`.
pub fn parse_propagation_one_step(cursor: &mut Cursor<'_>) -> SyntaxResult<PropagationOneStep> {
    cursor.expect(b'{')?;
    cursor.expect_word("step")?;
    cursor.expect(b'-')?;
    let step = parse_int(cursor, "a step number")?;
    cursor.expect(b'=')?;
    let axes = one_or_more(cursor, parse_axis_to_propagation_details)?;
    cursor.expect(b'}')?;
    Ok(PropagationOneStep { step, axes })
}

/// Parses `{"a" = operand-0 -> [result-0]}`.
pub fn parse_axis_to_propagation_details(cursor: &mut Cursor<'_>) -> SyntaxResult<AxisToPropagationDetails> {
    cursor.expect(b'{')?;
    let axis = parse_axis(cursor)?;
    cursor.expect(b'=')?;
    let source = parse_edge_value_ref(cursor)?;
    cursor.expect_str("->")?;
    let targets = one_or_more(cursor, parse_edge_value_ref)?;
    cursor.expect(b'}')?;
    Ok(AxisToPropagationDetails { axis, source, targets })
}

/// Parses `operand-0` or `result-0`.
pub fn parse_edge_value_ref(cursor: &mut Cursor<'_>) -> SyntaxResult<EdgeValueRef> {
    let node = if cursor.eat_word("operand") {
        EdgeNode::Operand
    } else if cursor.eat_word("result") {
        EdgeNode::Result
    } else {
        return Err(cursor.expected("`operand` or `result`"));
    };
    cursor.expect(b'-')?;
    Ok(EdgeValueRef { node, index: parse_int(cursor, "a value index")? })
}

/// Parses `[item, …]` with at least one item, as sdy demands here.
fn one_or_more<T>(
    cursor: &mut Cursor<'_>,
    item: impl FnMut(&mut Cursor<'_>) -> SyntaxResult<T>,
) -> SyntaxResult<Vec<T>> {
    cursor.expect(b'[')?;
    if cursor.peek() == b']' {
        return Err(cursor.expected("at least one entry"));
    }
    cursor.list_until(b']', item)
}

impl Display for EdgeValueRef {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let node = match self.node {
            EdgeNode::Operand => "operand",
            EdgeNode::Result => "result",
        };
        write!(f, "{node}-{}", self.index)
    }
}

impl Display for AxisToPropagationDetails {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{{{} = {} -> ", self.axis, self.source)?;
        bracketed(f, &self.targets)?;
        f.write_char('}')
    }
}

impl Display for PropagationOneStep {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{{step-{} = ", self.step)?;
        bracketed(f, &self.axes)?;
        f.write_char('}')
    }
}

impl Display for PropagationEdges {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_char('<')?;
        bracketed(f, &self.steps)?;
        f.write_char('>')
    }
}

fn bracketed<T: Display>(f: &mut Formatter<'_>, items: &[T]) -> fmt::Result {
    f.write_char('[')?;
    for (i, item) in items.iter().enumerate() {
        if i > 0 {
            f.write_str(", ")?;
        }
        item.fmt(f)?;
    }
    f.write_char(']')
}
