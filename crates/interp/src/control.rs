//! Evaluates ops that run functions and regions, for all devices.

use partita_ir::OpCode;

use crate::frame::{Frame, Lanes};
use crate::machine::Machine;
use crate::op_view::OpView;
use crate::{EvalError, EvalResult, Fault, RuntimeValue};

/// Evaluates an op for all active devices at once.
pub(crate) type Together =
    for<'m> fn(&Machine<'m>, OpView<'m>, &mut Frame<'_>, &[usize]) -> Result<Vec<Lanes>, Fault>;

/// The operands of an op on all devices.
pub(crate) fn operands(view: OpView<'_>, frame: &Frame<'_>) -> Result<Vec<Lanes>, Fault> {
    let lanes = view.op.operands.iter().map(|&operand| frame.lanes_of(operand));
    lanes.collect::<EvalResult<_>>().map_err(|error| view.fault(error))
}

/// Evaluates `func.call`.
pub(crate) fn call<'m>(
    machine: &Machine<'m>,
    view: OpView<'m>,
    frame: &mut Frame<'_>,
    active: &[usize],
) -> Result<Vec<Lanes>, Fault> {
    call_named(machine, view, "callee", frame, active)
}

/// Evaluates `stablehlo.composite`.
pub(crate) fn composite<'m>(
    machine: &Machine<'m>,
    view: OpView<'m>,
    frame: &mut Frame<'_>,
    active: &[usize],
) -> Result<Vec<Lanes>, Fault> {
    call_named(machine, view, "decomposition", frame, active)
}

/// Calls the function that an attribute names.
fn call_named<'m>(
    machine: &Machine<'m>,
    view: OpView<'m>,
    attr: &str,
    frame: &mut Frame<'_>,
    active: &[usize],
) -> Result<Vec<Lanes>, Fault> {
    let function = view.text(attr).and_then(|name| machine.function(name));
    let function = function.map_err(|error| view.fault(error))?;
    machine.call(function, operands(view, frame)?, frame, active)
}

/// Evaluates `sdy.named_computation`.
pub(crate) fn named_computation<'m>(
    machine: &Machine<'m>,
    view: OpView<'m>,
    frame: &mut Frame<'_>,
    active: &[usize],
) -> Result<Vec<Lanes>, Fault> {
    let region = view.region(0).map_err(|error| view.fault(error))?;
    machine.region(view, region, operands(view, frame)?, frame, active)
}

/// Evaluates `stablehlo.async_start`: runs the region at once and keeps its results as a future.
pub(crate) fn async_start<'m>(
    machine: &Machine<'m>,
    view: OpView<'m>,
    frame: &mut Frame<'_>,
    active: &[usize],
) -> Result<Vec<Lanes>, Fault> {
    let results = named_computation(machine, view, frame, active)?;
    let future = |lane: usize| results.iter().map(|lanes| lanes[lane].clone()).collect();
    let lanes = (0..frame.lanes()).map(|lane| {
        let values: Option<Vec<RuntimeValue>> = future(lane);
        values.map(RuntimeValue::Tuple)
    });
    Ok(vec![lanes.collect()])
}

/// Evaluates `stablehlo.async_done`: takes the results out of a future.
pub(crate) fn async_done<'m>(
    _: &Machine<'m>,
    view: OpView<'m>,
    frame: &mut Frame<'_>,
    active: &[usize],
) -> Result<Vec<Lanes>, Fault> {
    let future = operands(view, frame)?;
    let mut results = vec![vec![None; frame.lanes()]; view.op.result_count()];
    for &lane in active {
        if let Some(Some(RuntimeValue::Tuple(values))) = future[0].get(lane) {
            for (result, value) in results.iter_mut().zip(values) {
                result[lane] = Some(value.clone());
            }
        }
    }
    Ok(results)
}

/// Evaluates `stablehlo.while`.
pub(crate) fn while_loop<'m>(
    machine: &Machine<'m>,
    view: OpView<'m>,
    frame: &mut Frame<'_>,
    active: &[usize],
) -> Result<Vec<Lanes>, Fault> {
    let [condition, body] = view.op.regions[..] else {
        return Err(view.fault(EvalError::Argument("expected a condition and a body".into())));
    };
    let mut state = operands(view, frame)?;
    let mut running = active.to_vec();
    loop {
        let verdict = machine.region(view, condition, state.clone(), frame, &running)?;
        let mut still = Vec::new();
        for &lane in &running {
            if scalar_bool(&verdict, lane).map_err(|error| view.fault(error))? {
                still.push(lane);
            }
        }
        if still.is_empty() {
            return Ok(state);
        }
        running = still;
        // Devices that have left the loop keep their state; the body does not touch their lanes.
        let next = machine.region(view, body, state.clone(), frame, &running)?;
        if next.len() != state.len() {
            return Err(view.fault(EvalError::Argument(
                "the body returns a different number of values from its arguments".into(),
            )));
        }
        for (old, mut new) in state.iter_mut().zip(next) {
            for &lane in &running {
                old[lane] = new[lane].take();
            }
        }
    }
}

/// Evaluates `stablehlo.if` and `stablehlo.case`.
pub(crate) fn branch<'m>(
    machine: &Machine<'m>,
    view: OpView<'m>,
    frame: &mut Frame<'_>,
    active: &[usize],
) -> Result<Vec<Lanes>, Fault> {
    let at = |error| view.fault(error);
    let last = view.op.regions.len().checked_sub(1);
    let last = last.ok_or_else(|| at(EvalError::Argument("expected at least one branch".into())))?;
    let mut takers = vec![Vec::new(); view.op.regions.len()];
    let selector = view.op.operands.first().copied();
    let selector_name = selector.ok_or_else(|| at(EvalError::Argument("missing operand".into())))?;
    for &lane in active {
        let selector = frame.get(selector_name, lane).and_then(RuntimeValue::tensor).map_err(at)?;
        let branch = if view.code() == Some(OpCode::If) {
            usize::from(!*selector.bools().map_err(at)?.first().unwrap_or(&false))
        } else {
            // An index that is out of range selects the last branch.
            let index = *selector.ints().map_err(at)?.first().unwrap_or(&-1);
            usize::try_from(index).map_or(last, |index| index.min(last))
        };
        takers[branch.min(last)].push(lane);
    }
    let mut results = vec![vec![None; frame.lanes()]; view.op.result_count()];
    for (&region, lanes) in view.op.regions.iter().zip(&takers) {
        if lanes.is_empty() {
            continue;
        }
        let values = machine.region(view, region, Vec::new(), frame, lanes)?;
        if values.len() != results.len() {
            return Err(at(EvalError::Argument(
                "a branch returns a different number of values from the results".into(),
            )));
        }
        for (result, mut value) in results.iter_mut().zip(values) {
            for &lane in lanes {
                result[lane] = value[lane].take();
            }
        }
    }
    Ok(results)
}

fn scalar_bool(results: &[Lanes], lane: usize) -> EvalResult<bool> {
    let value = results.first().and_then(|lanes| lanes.get(lane)).and_then(Option::as_ref);
    let value = value.ok_or_else(|| EvalError::Argument("expected a condition to return a value".into()))?;
    value
        .tensor()?
        .bools()?
        .first()
        .copied()
        .ok_or_else(|| EvalError::Argument("expected a condition with one element".into()))
}
