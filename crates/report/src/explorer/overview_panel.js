// What the page shows before anything is selected: the mesh, totals, and where most bytes go.

/** The groups of collectives that are listed. */
const TOP_GROUPS = 6;

function overviewPanel(app, out) {
  const { model } = app;
  put(
    out,
    el("h2", {}, app.data.file.split("/").pop()),
    el("dl", { class: "totals" }, totals(app)),
    largestOnMesh(app),
    topCollectives(app),
    el(
      "p",
      { class: "soft" },
      "Select a row of the listing to see its tensor, its shards and why it is sharded so. ",
      link("Keys", () => app.help.showModal()),
    ),
    model.trace ? null : el("p", { class: "soft" }, "Shardings were not propagated; see the findings."),
  );
}

function totals(app) {
  const { model } = app;
  const { costs, trace, part } = model;
  const facts = [];
  const fact = (name, ...content) => facts.push(el("dt", {}, name), el("dd", {}, ...content));
  const tab = (text, key) => link(text, () => app.set({ tab: key }));
  for (const mesh of model.meshes.filter((each) => each.axes.length)) {
    const devices = mesh.axes.reduce((product, [, size]) => product * size, 1);
    fact("mesh", plural(devices, "device") + ": ", legend(model, mesh));
  }
  if (costs) {
    const less = costs.unpartitioned ? "; " + bytes(costs.unpartitioned) + " without partitioning" : "";
    fact("peak", tab(bytes(costs.peak), "memory"), " on each device" + less);
    fact("sent", tab(bytes(costs.sent), "comms"), " per device, by " + plural(costs.collectives.row.length, "collective"));
  }
  if (costs && costs.times) {
    const { hardware, step, compute, communication, exposed } = costs.times;
    fact("step", el("strong", {}, duration(step)), " estimated on " + hardware);
    fact("of which", duration(compute) + " of kernels, ", tab(duration(communication), "comms"), " of communication, " + duration(exposed) + " exposed");
  }
  if (trace) {
    const sharded = shardedValues(model);
    fact("sharded", thousands(sharded) + " of " + plural(trace.tensor_of.length, "value"));
    fact("steps", tab(plural(model.stepCount, "step"), "steps"), " of propagation");
    const conflicts = trace.conflicts.length + trace.conflicts_left_out;
    if (conflicts) fact("conflicts", tab(plural(conflicts, "conflict"), "findings"));
  }
  if (part.findings.length) fact("findings", tab(plural(part.findings.length, "finding"), "findings"));
  return facts;
}

function shardedValues(model) {
  return model.trace.tensor_of.filter((tensor) => tensor >= 0 && isSharded(model, model.shardingOf(tensor))).length;
}

/** The largest sharded argument, or else the largest sharded value, drawn on its mesh. */
function largestOnMesh(app) {
  const { model } = app;
  if (!model.trace) return null;
  let best = null;
  for (let value = 0; value < model.values.name.length; value++) {
    const tensor = model.tensorOf(value);
    const sharding = tensor < 0 ? -1 : model.shardingOf(tensor);
    const type = model.types[model.values.type[value]];
    if (!type[1] || !isSharded(model, sharding)) continue;
    const row = model.rowOfValue(value);
    // Arguments of functions that are called are values of the first function.
    const isArgument = model.rows[row].kind === KIND.argument && model.functionOf(row) === 0;
    const size = type[1].reduce((product, each) => product * each, 1);
    if (!best || (isArgument && !best.isArgument) || (isArgument === best.isArgument && size > best.size))
      best = { value, type, sharding, isArgument, size };
  }
  if (!best) return null;
  const data = model.trace.shardings[best.sharding];
  return [
    el(
      "p",
      { class: "mono" },
      best.isArgument ? "largest argument " : "largest sharded value ",
      link(model.label(best.value), () => app.selectValue(best.value)),
      " ",
      typeSpan(model, best.type, best.sharding),
    ),
    meshPicture(model, best.type, data),
  ];
}

function topCollectives(app) {
  const { costs } = app.model;
  if (!costs) return null;
  const groups = groupCollectives(app.model, "source");
  if (!groups.length) return [heading("Collectives"), el("p", { class: "soft" }, "None: devices send nothing.")];
  const shown = groups.slice(0, TOP_GROUPS);
  const table = groupTable("top", "The collectives that send most", groupRows(app, shown, costs.sent), costs.times);
  const rest = groups.length - shown.length;
  return [
    heading("Collectives", "those that send most"),
    table,
    rest ? el("p", {}, link(plural(rest, "more group"), () => app.set({ tab: "comms" }))) : null,
  ];
}
