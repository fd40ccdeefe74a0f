// The selected tensor: its shards on the mesh, its facts, and why it is sharded.

function tensorPanel(app, out) {
  const { model } = app;
  const { row: index } = app.state;
  if (index < 0)
    return put(out, el("p", { class: "soft" }, "Select a row of the listing: click it, or use the arrow keys."));
  const row = model.rows[index];
  if (row.kind === KIND.collective) return put(out, collectiveFacts(app, row));
  const value = app.state.value;
  const tensor = app.tensor();
  if (value === undefined && tensor === undefined) return put(out, groupFacts(app, row, index));
  const type = value === undefined ? model.typeOfTensor(tensor) : model.types[model.values.type[value]];
  const sharding = tensor === undefined ? -1 : model.shardingOf(tensor);
  const data = sharding < 0 ? null : model.trace.shardings[sharding];
  const name = tensor !== undefined && value === undefined ? model.tensorLabel(tensor) : model.label(value);
  put(
    out,
    el("h2", { class: "mono" }, el("span", { class: "name" }, name), " ", dimButtons(app, type, sharding)),
    el("p", { class: "soft" }, shardSentence(model, type, data)),
    editForm(app, row, tensor, type),
    otherValues(app, row),
    otherCalls(app, value),
    data && type[1] ? meshPicture(model, type, data) : null,
    tensor === undefined ? null : whySection(app, tensor, app.state.dim),
    opFacts(app, row, index, data),
  );
}

/** The type, with a button for each dimension. */
function dimButtons(app, type, sharding) {
  const span = typeSpan(app.model, type, sharding, { dim: app.state.dim });
  for (const dim of span.querySelectorAll("[data-dim]")) {
    const button = el("button", {
      class: "dim" + (dim.classList.contains("on") ? " on" : ""),
      type: "button",
      title: "Why? Dimension " + dim.dataset.dim,
      "aria-pressed": String(dim.classList.contains("on")),
      onclick: () => app.selectDim(Number(dim.dataset.dim)),
    });
    button.append(...dim.childNodes);
    dim.replaceWith(button);
  }
  return span;
}

function shardSentence(model, type, data) {
  const sizes = type[1];
  if (!sizes) return "";
  if (!data) return "not sharded: every device holds all of it";
  const mesh = model.meshes[data.mesh];
  const devices = mesh.axes.reduce((product, [, size]) => product * size, 1);
  const counts = sizes.map((_, dim) => triples(data.dims[dim] || []).reduce((product, axis) => product * axis[2], 1));
  const shards = counts.reduce((product, count) => product * count, 1);
  // A symbolic size is a text.
  const local = sizes.map((size, dim) =>
    typeof size === "number" ? Math.ceil(size / counts[dim]) : counts[dim] > 1 ? size + "/" + counts[dim] : size,
  );
  const padded = sizes.some((size, dim) => size % counts[dim]);
  const bits = local.every((size) => typeof size === "number") && elementBits(model.strings[type[0]] || type[0]);
  const size = bits
    ? ", " + bytes(Math.ceil((local.reduce((product, each) => product * each, 1) * bits) / 8)) + " each"
    : "";
  const copies = devices / shards;
  const held =
    shards === 1
      ? "replicated on all " + thousands(devices) + " devices"
      : copies === 1
        ? "each on one device"
        : "each on " + thousands(copies) + " devices";
  return (
    plural(shards, "shard") + " of [" + local.join(", ") + "]" + size + ", " + held + (padded ? ", with padding" : "")
  );
}

function elementBits(name) {
  if (name === "i1" || name === "bool") return 8;
  const complex = /^complex<f(\d+)>$/.exec(name);
  if (complex) return 2 * complex[1];
  const found = /(\d+)/.exec(name);
  return found && /^(u?i|b?f|si|u\d)/.test(name) ? Number(found[1]) : 0;
}

/** The other results of an op with several. */
function otherValues(app, row) {
  const { model } = app;
  if (!(row.values > 1)) return null;
  const out = el("p", { class: "soft" }, "Results: ");
  for (let at = 0; at < Math.min(row.values, 40); at++) {
    const value = model.firstValue[row.base] + at;
    out.append(
      link(model.strings[model.values.name[value]], () => app.selectValue(value)),
      " ",
    );
  }
  return out;
}

/** The tensors of a value in a function that is called with different shardings. */
function otherCalls(app, value) {
  const tensors = value === undefined ? [] : app.model.tensorsOf(value);
  if (tensors.length < 2) return null;
  const out = el("p", { class: "soft" }, "Its function is called with " + tensors.length + " shardings: ");
  tensors.forEach((tensor, at) =>
    out.append(
      link("call " + (at + 1), () => app.selectCall(at)),
      " ",
    ),
  );
  return out;
}

/** Operands, users, place and notations of the op of a value. */
function opFacts(app, row, index, data) {
  const { model } = app;
  const facts = [];
  const fact = (name, ...content) => facts.push(el("dt", {}, name), el("dd", { class: "mono" }, ...content));
  if (row.title && row.kind === KIND.argument) fact("argument", row.title);
  if (data) {
    fact("JAX", jaxText(model, data));
    fact("sdy", model.strings[data.sdy]);
  }
  const source = model.source(row);
  if (source) fact("source", source, model.scope(row) ? el("span", { class: "soft" }, "  " + model.scope(row)) : null);
  const used = row.kind === KIND.op ? operandsOf(model, row, index) : [];
  if (used.length)
    fact(
      "operands",
      used.map((value) => [link(model.label(value), () => app.selectValue(value)), " "]),
    );
  const users = app.state.value === undefined ? [] : usersOf(model, app.state.value);
  if (users.length) {
    const shown = users
      .slice(0, 12)
      .map((user) => [link(model.at(model.rows[user]), () => app.selectRow(user)), " "]);
    fact("used at", shown, users.length > 12 ? "and " + plural(users.length - 12, "more place") : null);
  }
  if (row.text) fact(model.words.language, el("span", { class: "wrap" }, row.text));
  return facts.length ? [heading("Facts"), el("dl", {}, facts)] : null;
}

function operandsOf(model, row, index) {
  if (row.operands) return [...new Set(row.operands)];
  const { rest } = splitOp(row.text);
  const names = [...rest.matchAll(/%[\w$.-]+(#\d+)?/g)].map((match) => model.find(match[0], index));
  return [...new Set(names)].filter((value) => value >= 0);
}

function usersOf(model, value) {
  const name = model.strings[model.values.name[value]];
  const start = model.rowOfValue(value);
  const func = model.functionOf(start);
  const end = func < 0 ? model.rows.length : model.rows[func].end;
  const out = [];
  for (let index = start + 1; index < end && out.length < 200; index++) {
    const row = model.rows[index];
    if (row.kind === KIND.op && (row.operands || row.text.includes(name)) && operandsOf(model, row, index).includes(value))
      out.push(index);
  }
  return out;
}

function collectiveFacts(app, row) {
  const { model } = app;
  const list = model.costs.collectives;
  const at = row.collective;
  const facts = [];
  const fact = (name, ...content) => facts.push(el("dt", {}, name), el("dd", {}, ...content));
  fact(
    "along",
    list.axes[at].map((axis) => [axisSpan(model, model.strings[axis]), " "]),
  );
  fact("sends", bytes(list.bytes[at]) + " per device and execution");
  fact(
    "executes",
    plural(list.times[at], "time") + (list.per_turn[at] ? " per iteration of a loop of unknown trip count" : ""),
  );
  fact("in total", bytes(model.sent(at)) + ", " + percent(model.sent(at) / Math.max(1, model.costs.sent)) + " of all");
  if (model.times)
    fact(
      "takes",
      duration(list.time[at]) + " on " + model.times.hardware + ", " + percent(list.time[at] / Math.max(1, model.times.communication)) + " of communication",
    );
  fact(
    "among",
    list.pairs[at] === null
      ? "groups of " + plural(list.group[at], "device")
      : plural(list.pairs[at], "pair") + " of devices",
  );
  fact("tensor", collectiveTypes(model, row));
  const op = model.rows[model.rowAt[row.base]];
  fact(
    "why",
    causeText(model, at) + " ",
    link(op.kind === KIND.func ? model.words.program : model.at(op), () => app.selectRow(model.rowAt[row.base])),
  );
  const { fixes } = model.costs;
  const fix = fixes && fixes.fixes[fixes.group_of[at]];
  if (fix) fact("remedy", fixText(model, fix));
  if (model.source(op))
    fact(
      "source",
      el("span", { class: "mono" }, model.source(op), el("span", { class: "soft" }, "  " + model.scope(op))),
    );
  return [el("h2", { class: "mono" }, "⇄ " + model.strings[list.kind[at]]), el("dl", {}, facts)];
}

function groupFacts(app, row, index) {
  const { model } = app;
  const facts = [];
  const fact = (name, ...content) => facts.push(el("dt", {}, name), el("dd", { class: "mono" }, ...content));
  if (row.ops > 1 || row.kind !== KIND.op) fact(model.words.op + "s", thousands(row.ops));
  if (row.sent && model.costs)
    fact("sends", bytes(row.sent) + ", " + percent(row.sent / Math.max(1, model.costs.sent)) + " of all");
  if (row.time) fact("takes", duration(row.time) + ", " + percent(row.time / Math.max(1, model.allTime)) + " of all kernels and collectives");
  if (row.peak) fact("memory", "up to " + bytes(row.peak) + " on each device");
  if (model.source(row)) fact("source", model.source(row));
  if (row.text) fact(model.words.language, el("span", { class: "wrap" }, row.text));
  const title = row.kind === KIND.func ? (model.words === WORDS ? "@" : "") + row.title : row.title || "repeated ops";
  return [
    el("h2", { class: "mono" }, row.kind === KIND.op ? splitOp(row.text).name : title),
    el("dl", {}, facts),
    opUses(app, row, index),
  ];
}

function opUses(app, row, index) {
  const used = row.kind === KIND.op ? operandsOf(app.model, row, index) : [];
  if (!used.length) return null;
  return el(
    "p",
    {},
    "Operands: ",
    used.map((value) => [link(app.model.label(value), () => app.selectValue(value)), " "]),
  );
}
