// Follows an axis back to its annotation, through the record of propagation.

/** Whether one axis contains another; both are triples of axis, pre-size and size. */
function containsAxis(a, b) {
  const inside = a[1] <= b[1] && b[1] * b[2] <= a[1] * a[2];
  return a[0] === b[0] && inside && b[1] % a[1] === 0 && (a[1] * a[2]) % (b[1] * b[2]) === 0;
}

function triples(list) {
  const out = [];
  for (let at = 0; at < list.length; at += 3) out.push(list.slice(at, at + 3));
  return out;
}

function axesOfDim(model, sharding, dim) {
  const data = sharding >= 0 ? model.trace.shardings[sharding] : null;
  return data && data.dims[dim] ? triples(data.dims[dim]) : [];
}

/** The annotation that an axis of a dimension comes from, and the steps from there. */
function originOf(model, tensor, dim, axis) {
  const { trace } = model;
  const has = (sharding, at) => axesOfDim(model, sharding, at).some((own) => containsAxis(own, axis));
  const hops = [];
  let time = trace.events.tensor.length;
  const most = time + 2;
  for (let turn = 0; turn < most; turn++) {
    if (has(trace.tensors.initial[tensor], dim)) break;
    const list = model.eventsOf.get(tensor) || [];
    const event = list.find((each) => each < time && has(trace.events.sharding[each], dim));
    if (event === undefined) return null;
    const gain = gainOf(model, event, dim, axis);
    if (gain === undefined) break;
    const { gains, events } = trace;
    const factor = gains.factor[gain];
    const step = stepOfEvent(model, event);
    hops.push({ tensor, dim, step, factor: factor < 0 ? "" : model.strings[factor] });
    const group = events.group[event];
    time = group < 0 ? event : groupEvent(model, group, events.sharding[event], event) + 1;
    [tensor, dim] = [gains.from[gain], gains.from_dim[gain]];
  }
  const source = model.groupSource.get(tensor);
  if (source !== undefined) {
    hops.push({ tensor, dim, step: -1, factor: "" });
    tensor = source;
  }
  hops.reverse();
  return { tensor, dim, hops };
}

function gainOf(model, event, dim, axis) {
  const { gains, events } = model.trace;
  const axes = axesOfDim(model, events.sharding[event], dim);
  const matches = (gain) =>
    gains.dim[gain] === dim && axes[gains.axis[gain]] && containsAxis(axes[gains.axis[gain]], axis);
  return (model.gainAt.get(event) || []).find(matches);
}

/** The event by which a member of a group took a sharding. */
function groupEvent(model, tensor, sharding, time) {
  let best = time;
  let distance = Infinity;
  for (const event of model.eventsOf.get(tensor) || []) {
    if (model.trace.events.sharding[event] !== sharding || Math.abs(event - time) >= distance) continue;
    distance = Math.abs(event - time);
    best = event;
  }
  return best;
}

/** The step that contains an event. */
function stepOfEvent(model, event) {
  const starts = model.trace.steps.event;
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (starts[middle] <= event) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The events of a step. */
function eventsOfStep(model, step) {
  const { steps, events } = model.trace;
  const end = step + 1 < steps.event.length ? steps.event[step + 1] : events.tensor.length;
  const out = [];
  for (let event = steps.event[step]; event < end; event++) out.push(event);
  return out;
}

/** The sharding of a tensor just before an event. */
function shardingBefore(model, event) {
  const { events, tensors } = model.trace;
  const tensor = events.tensor[event];
  let found = tensors.initial[tensor];
  for (const each of model.eventsOf.get(tensor)) {
    if (each >= event) break;
    found = events.sharding[each];
  }
  return found;
}
