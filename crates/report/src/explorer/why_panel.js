// Why each dimension is sharded, or is not.

/** The most steps of a chain that are shown at first. */
const SHOWN_HOPS = 10;

function whyPanel(app, out) {
  const tensor = app.tensor();
  if (tensor === undefined) {
    return put(out, el("p", { class: "soft" }, "Select a value in the listing to see where its sharding comes from."));
  }
  const { model } = app;
  const value = model.trace.tensors.value[tensor];
  const type = value < 0 ? model.typeOfTensor(tensor) : model.types[model.values.type[value]];
  put(
    out,
    el(
      "h2",
      { class: "mono" },
      el("span", { class: "name" }, model.tensorLabel(tensor)),
      " ",
      dimButtons(app, type, model.shardingOf(tensor)),
    ),
    markNote(model, tensor),
    whySection(app, tensor, app.state.dim),
    otherDims(app, tensor),
  );
}

function markNote(model, tensor) {
  const annotated = model.trace.tensors.annotated[tensor];
  const changed = model.eventsOf.has(tensor);
  const text = annotated
    ? changed
      ? "annotated, and extended by propagation"
      : "annotated"
    : changed
      ? "not annotated: propagation alone shards it"
      : "not annotated, and not reached by propagation";
  return el("p", { class: "soft" }, text);
}

/** The explanation of one dimension, or of the first one that is sharded. */
function whySection(app, tensor, dim) {
  const { model } = app;
  const sharding = model.shardingOf(tensor);
  const rank = (model.typeOfTensor(tensor)[1] || []).length;
  if (!rank) return null;
  const shown = dim !== undefined && dim < rank ? dim : firstSharded(model, sharding);
  return el("div", { class: "why", "data-dim-shown": shown }, whyDim(app, tensor, sharding, shown));
}

function firstSharded(model, sharding) {
  const data = sharding < 0 ? null : model.trace.shardings[sharding];
  const found = data ? data.dims.findIndex((dim) => dim.length > 0) : -1;
  return Math.max(found, 0);
}

/** The dimensions that the section above does not explain. */
function otherDims(app, tensor) {
  const { model } = app;
  const sharding = model.shardingOf(tensor);
  const rank = (model.typeOfTensor(tensor)[1] || []).length;
  const shown = app.state.dim !== undefined && app.state.dim < rank ? app.state.dim : firstSharded(model, sharding);
  const out = [];
  for (let dim = 0; dim < rank; dim++) if (dim !== shown) out.push(whyDim(app, tensor, sharding, dim));
  return out;
}

function whyDim(app, tensor, sharding, dim) {
  const { model } = app;
  const axes = axesOfDim(model, sharding, dim);
  if (!axes.length) return whyNotDim(app, tensor, dim);
  const mesh = model.meshes[model.trace.shardings[sharding].mesh];
  return axes.map((axis) => {
    const [name] = axisNames(model, mesh, axis);
    const origin = originOf(model, tensor, dim, axis);
    const title = el("h3", {}, "Why dimension " + dim + " is sharded on ", axisSpan(model, name));
    return [title, origin ? chain(app, origin) : el("p", { class: "soft" }, "The record does not contain this step.")];
  });
}

/** The annotation and the steps from it. */
function chain(app, origin) {
  const { model } = app;
  const list = el(
    "ol",
    { class: "chain mono" },
    el(
      "li",
      { class: "start" },
      "given on ",
      tensorLink(app, origin.tensor),
      " dimension " + origin.dim,
      sourceNote(model, model.rowOfTensor(origin.tensor)),
    ),
  );
  const hidden = Math.max(0, origin.hops.length - SHOWN_HOPS);
  const items = origin.hops.map((hop) => hopItem(app, hop));
  // The steps next to the value matter most, then those next to the annotation.
  const before = hidden ? Math.floor(SHOWN_HOPS / 3) : 0;
  const middle = items.splice(before, hidden);
  list.append(...items.slice(0, before));
  if (hidden) {
    const more = el(
      "li",
      { class: "more" },
      link("… " + plural(hidden, "more step"), () => more.replaceWith(...middle)),
    );
    list.append(more);
  }
  list.append(...items.slice(before));
  return list;
}

function hopItem(app, hop) {
  const { model } = app;
  const { steps } = model.trace;
  const row = hop.step < 0 ? -1 : steps.row[hop.step];
  const op = row < 0 ? null : model.rows[model.rowAt[row]];
  const by = op
    ? splitOp(op.text).name || op.title
    : hop.step < 0
      ? "its sharding group"
      : "the results of the main function";
  const factor = hop.factor ? ", factor " + hop.factor : "";
  return el(
    "li",
    {},
    tensorLink(app, hop.tensor),
    " dimension " + hop.dim,
    el("span", { class: "soft" }, " by "),
    op ? link(by, () => app.selectRow(model.rowAt[row])) : by,
    el("span", { class: "soft" }, factor),
    sourceNote(model, op ? model.rowAt[row] : -1),
    hop.step >= 0 ? [" ", link("step " + (hop.step + 1), () => app.showStep(hop.step + 1), "Show this step")] : null,
  );
}

function tensorLink(app, tensor) {
  const { model } = app;
  const row = model.rowOfTensor(tensor);
  const label = model.tensorLabel(tensor);
  const given = row >= 0 && model.rows[row].kind === KIND.argument && model.rows[row].title;
  if (row < 0) return label;
  return link(given || label, () => app.selectTensor(tensor), given ? label : undefined);
}

function sourceNote(model, row) {
  const text = row < 0 ? "" : model.source(model.rows[row]);
  return text ? el("span", { class: "soft" }, "  " + text) : null;
}

/** Why a dimension has no axis: the conflicts of the ops around it. */
function whyNotDim(app, tensor, dim) {
  const { model } = app;
  const label = model.tensorLabel(tensor);
  const about = (conflict) => model.strings[conflict.to] === label && conflict.to_dim === dim;
  const found = model.trace.conflicts.filter(about).slice(0, 6);
  const title = el("h3", {}, "Dimension " + dim + " is not sharded");
  if (!found.length)
    return [
      title,
      el(
        "p",
        { class: "soft" },
        model.trace.conflicts_left_out ? "None of the listed conflicts is about it." : "No annotation reaches it.",
      ),
    ];
  return [
    title,
    el(
      "ul",
      { class: "plain" },
      found.map((conflict) => el("li", {}, conflictText(app, conflict))),
    ),
  ];
}

function conflictText(app, conflict) {
  const { model } = app;
  const { strings } = model;
  const row = conflict.row < 0 ? -1 : model.rowAt[conflict.row];
  const op = strings[conflict.op].replace(/^stablehlo\./, "");
  return [
    row < 0 ? op : link(op + " at " + model.at(model.rows[row]), () => app.selectRow(row)),
    " has ",
    axisSpan(model, strings[conflict.axis]),
    " on ",
    labelLink(app, strings[conflict.from]),
    " dimension " + conflict.from_dim + ": ",
    strings[conflict.reason],
  ];
}

function labelLink(app, label) {
  const value = app.model.findLabel(label);
  return value < 0 ? el("span", { class: "mono" }, label) : link(label, () => app.selectValue(value));
}
