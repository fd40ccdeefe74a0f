//! Evaluation of functions, blocks and control flow, in lockstep over devices.
//!
//! Every op is evaluated for all active devices before the next one, so a collective is a plain function of all
//! devices' operands. Where devices take different branches, only those of one branch are active while it runs.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use partita_base::Limits;
use partita_ir::{Module, OpCode, OpId, OpKind, RegionId, Type};
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use crate::dispatch::{self, Kernel};
use crate::footprint::stored_bytes;
use crate::frame::{Frame, Lanes};
use crate::lifetime::Lifetimes;
use crate::op_call::OpCall;
use crate::op_view::{OpView, type_admits};
use crate::{EvalError, EvalResult, Fault, RuntimeValue, Tensor, Topology};

/// Evaluates a function on one device: a program before partitioning. Tokens are neither arguments nor results;
/// tuples are flattened.
pub fn run(
    module: &Module,
    function: &str,
    arguments: &[Tensor],
    limits: Limits,
) -> Result<Vec<Tensor>, Fault> {
    let mut results = run_spmd(module, function, &[arguments.to_vec()], Topology::SINGLE, limits)?;
    Ok(results.pop().unwrap_or_default())
}

/// Like [`run`], but fails if a manual computation returns a value that is declared replicated and depends on the device.
pub fn run_checked(
    module: &Module,
    function: &str,
    arguments: &[Tensor],
    limits: Limits,
) -> Result<Vec<Tensor>, Fault> {
    let machine = Machine { checks_replication: true, ..Machine::new(module, limits) };
    let mut results = run_on(&machine, function, &[arguments.to_vec()], Topology::SINGLE)?;
    Ok(results.pop().unwrap_or_default())
}

/// Evaluates a function on simulated devices, each with its own arguments, and returns the results of each.
pub fn run_spmd(
    module: &Module,
    function: &str,
    arguments: &[Vec<Tensor>],
    topology: Topology,
    limits: Limits,
) -> Result<Vec<Vec<Tensor>>, Fault> {
    run_on(&Machine::new(module, limits), function, arguments, topology)
}

fn run_on(
    machine: &Machine<'_>,
    function: &str,
    arguments: &[Vec<Tensor>],
    topology: Topology,
) -> Result<Vec<Vec<Tensor>>, Fault> {
    let top = OpView::new(machine.module, machine.module.top());
    let named = |error| Fault { error, op: function.to_string(), span: top.op.span };
    let func = machine.function(function).map_err(named)?;
    if arguments.len() != topology.devices() || arguments.is_empty() {
        let count = topology.devices();
        let message = format!("expected arguments for {count} devices, found {}", arguments.len());
        return Err(named(EvalError::Argument(message)));
    }
    let inputs = machine.arguments(func, arguments).map_err(named)?;
    let active: Vec<usize> = (0..topology.devices()).collect();
    let frame = Frame::new(topology, 0);
    let results = machine.call(func, inputs, &frame, &active)?;
    let mut out = vec![Vec::new(); topology.devices()];
    for lanes in results {
        for (device, value) in lanes.into_iter().enumerate() {
            if let Some(value) = value {
                value.flatten(&mut out[device]);
            }
        }
    }
    Ok(out)
}

/// A module ready to run.
pub(crate) struct Machine<'m> {
    pub(crate) module: &'m Module,
    functions: FxHashMap<&'m str, OpId>,
    lifetimes: Lifetimes,
    limits: Limits,
    /// The time at which the run is stopped.
    deadline: Option<Instant>,
    /// Whether values that are declared replicated must be equal on all devices.
    pub(crate) checks_replication: bool,
    steps: AtomicU64,
    live: AtomicU64,
}

impl<'m> Machine<'m> {
    fn new(module: &'m Module, limits: Limits) -> Self {
        let mut functions = FxHashMap::default();
        for op in module.functions() {
            if let Some(name) = module.symbol_name(op) {
                functions.entry(name).or_insert(op);
            }
        }
        Machine {
            module,
            functions,
            lifetimes: Lifetimes::new(module),
            limits,
            deadline: limits.time.and_then(|time| Instant::now().checked_add(time)),
            checks_replication: false,
            steps: AtomicU64::new(0),
            live: AtomicU64::new(0),
        }
    }

    pub(crate) fn function(&self, name: &str) -> EvalResult<OpId> {
        let found = self.functions.get(name).copied();
        found.ok_or_else(|| EvalError::Argument(format!("undefined function @{name}")))
    }

    /// Transposes arguments from devices to parameters and checks them against the function's type.
    fn arguments(&self, func: OpId, arguments: &[Vec<Tensor>]) -> EvalResult<Vec<Lanes>> {
        let (types, _) = self.module.func_type(func);
        let is_token = |ty| matches!(self.module.context.type_of(ty), Type::Token);
        let wanted = types.iter().filter(|&&ty| !is_token(ty)).count();
        let mut lists: Vec<_> = arguments.iter().map(|list| list.iter()).collect();
        for (device, list) in arguments.iter().enumerate() {
            if list.len() != wanted {
                let count = list.len();
                return Err(EvalError::Argument(format!(
                    "expected {wanted} arguments on device {device}, found {count}"
                )));
            }
        }
        let mut lanes = Vec::new();
        for (index, &ty) in types.iter().enumerate() {
            let mut lane = Vec::new();
            for list in &mut lists {
                if is_token(ty) {
                    lane.push(Some(RuntimeValue::Token));
                    continue;
                }
                let tensor = list.next().expect("the count was checked");
                if !type_admits(self.module, ty, tensor) {
                    let (shape, element) = (&tensor.shape, tensor.element.name());
                    return Err(EvalError::Argument(format!(
                        "argument {index} is {shape:?} of {element}, which does not match the function"
                    )));
                }
                lane.push(Some(tensor.clone().into()));
            }
            lanes.push(lane);
        }
        Ok(lanes)
    }

    /// Runs a function in its own frame.
    pub(crate) fn call(
        &self,
        func: OpId,
        arguments: Vec<Lanes>,
        caller: &Frame<'_>,
        active: &[usize],
    ) -> Result<Vec<Lanes>, Fault> {
        let view = OpView::new(self.module, func);
        let Some(&region) = view.op.regions.first() else {
            return Err(view.fault(EvalError::Unsupported("a function without a body".into())));
        };
        if self.module.region(region).blocks.is_empty() {
            return Err(view.fault(EvalError::Unsupported("a function without a body".into())));
        }
        let mut frame = if caller.is_apart() {
            Frame::inside(caller, 0)
        } else {
            Frame::new(caller.topology, caller.depth)
        };
        self.region_on(view, region, arguments, &mut frame, active)
    }

    /// Runs the only block of a region and returns the operands of its terminator.
    pub(crate) fn region(
        &self,
        owner: OpView<'m>,
        region: RegionId,
        arguments: Vec<Lanes>,
        frame: &mut Frame<'_>,
        active: &[usize],
    ) -> Result<Vec<Lanes>, Fault> {
        let [block] = self.module.region(region).blocks[..] else {
            return Err(owner.fault(EvalError::Unsupported("a region with several blocks".into())));
        };
        if frame.depth > self.limits.depth {
            let message = format!("calls and regions nest more than {} levels deep", self.limits.depth);
            return Err(owner.fault(EvalError::Limit(message)));
        }
        let block = self.module.block(block);
        if block.args.len() != arguments.len() {
            return Err(owner.fault(EvalError::Argument("unexpected number of arguments of a region".into())));
        }
        for (&name, lanes) in block.args.iter().zip(arguments) {
            self.store(frame, name, lanes);
        }
        frame.depth += 1;
        let mut returned = Vec::new();
        for &op in &block.ops {
            let view = OpView::new(self.module, op);
            self.account(view, frame, active)?;
            if view.code().map(OpCode::kind) == Some(OpKind::Terminator) {
                let operands: EvalResult<Vec<Lanes>> =
                    view.op.operands.iter().map(|&operand| frame.lanes_of(operand)).collect();
                returned = operands.map_err(|error| view.fault(error))?;
            } else {
                let results = self.op(view, frame, active)?;
                if results.len() != view.op.result_count() {
                    return Err(view.fault(EvalError::Argument("unexpected number of results".into())));
                }
                for (name, lanes) in view.op.results().zip(results) {
                    self.store(frame, name, lanes);
                }
            }
            let before = frame.live;
            for &name in self.lifetimes.deaths(op) {
                frame.remove(name);
            }
            self.live.fetch_sub(before - frame.live, Ordering::Relaxed);
        }
        frame.depth -= 1;
        Ok(returned)
    }

    /// Runs a region for one device apart from the others; the frame is not used afterwards.
    pub(crate) fn region_apart(
        &self,
        owner: OpView<'m>,
        region: RegionId,
        arguments: Vec<Lanes>,
        frame: &mut Frame<'_>,
    ) -> Result<Vec<Lanes>, Fault> {
        self.region_on(owner, region, arguments, frame, &[0])
    }

    /// Runs a region in a frame that is not used afterwards.
    pub(crate) fn region_on(
        &self,
        owner: OpView<'m>,
        region: RegionId,
        arguments: Vec<Lanes>,
        frame: &mut Frame<'_>,
        active: &[usize],
    ) -> Result<Vec<Lanes>, Fault> {
        let results = self.region(owner, region, arguments, frame, active);
        self.live.fetch_sub(frame.live, Ordering::Relaxed);
        results
    }

    fn store(&self, frame: &mut Frame<'_>, name: partita_ir::ValueId, lanes: Lanes) {
        if self.lifetimes.is_used(name) {
            let before = frame.live;
            frame.set(name, lanes);
            self.live.fetch_add(frame.live.wrapping_sub(before), Ordering::Relaxed);
        }
    }

    /// Counts a step and the memory of its results.
    fn account(&self, view: OpView<'m>, frame: &Frame<'_>, active: &[usize]) -> Result<(), Fault> {
        let count = active.len() as u64;
        let steps = self.steps.fetch_add(count, Ordering::Relaxed) + count;
        if steps > self.limits.ops {
            let message = format!("the run evaluated more than {} ops", self.limits.ops);
            return Err(view.fault(EvalError::Limit(message)));
        }
        if self.deadline.is_some_and(|deadline| Instant::now() > deadline) {
            return Err(view.fault(EvalError::Limit("the run reached its time limit".into())));
        }
        let mut wanted = 0u64;
        for index in 0..view.op.result_count() {
            if let Ok((element, shape)) = view.result(index) {
                let bytes = stored_bytes(element, &shape).saturating_mul(frame.lanes() as u64);
                wanted = wanted.saturating_add(bytes);
            }
        }
        if self.live.load(Ordering::Relaxed).saturating_add(wanted) > self.limits.memory {
            let message = format!("values need more than {} bytes", self.limits.memory);
            return Err(view.fault(EvalError::Limit(message)));
        }
        Ok(())
    }

    /// Evaluates one op for all active devices.
    fn op(&self, view: OpView<'m>, frame: &mut Frame<'_>, active: &[usize]) -> Result<Vec<Lanes>, Fault> {
        let Some(code) = view.code() else {
            return Err(view.fault(EvalError::Unsupported("an op of another dialect".into())));
        };
        match dispatch::kernel(code) {
            Kernel::Together(evaluate) => evaluate(self, view, frame, active),
            Kernel::Communication(kind) => kind.evaluate(self, view, frame, active),
            kernel => self.on_each(view, kernel, frame, active),
        }
    }

    /// Evaluates an op that involves a single device.
    fn on_each(
        &self,
        view: OpView<'m>,
        kernel: Kernel,
        frame: &Frame<'_>,
        active: &[usize],
    ) -> Result<Vec<Lanes>, Fault> {
        let at = |error| view.fault(error);
        let one = |&lane: &usize| -> Result<Vec<RuntimeValue>, Fault> {
            let operands: EvalResult<Vec<&RuntimeValue>> =
                view.op.operands.iter().map(|&operand| frame.get(operand, lane)).collect();
            let operands = operands.map_err(at)?;
            dispatch::apply(kernel, &OpCall { machine: self, view, frame, lane }, &operands).map_err(at)
        };
        let mut results = vec![vec![None; frame.lanes()]; view.op.result_count()];
        // A result that depends on no operand and no device is computed once.
        let asks_device = view.code().map(OpCode::kind) == Some(OpKind::DeviceId);
        let shared = view.op.operands.is_empty() && !asks_device;
        let per_device: Vec<Vec<RuntimeValue>> = if shared || active.len() == 1 {
            let first = active.first().map(one).transpose()?.unwrap_or_default();
            vec![first; active.len()]
        } else {
            active.par_iter().map(one).collect::<Result<_, Fault>>()?
        };
        for (&lane, values) in active.iter().zip(per_device) {
            if values.len() != results.len() {
                return Err(at(EvalError::Argument("unexpected number of results".into())));
            }
            for (index, value) in values.into_iter().enumerate() {
                if let RuntimeValue::Tensor(tensor) = &value {
                    view.check_result(index, tensor).map_err(at)?;
                }
                results[index][lane] = Some(value);
            }
        }
        Ok(results)
    }
}
