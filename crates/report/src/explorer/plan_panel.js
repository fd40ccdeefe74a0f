// The plan of a network on ciphertexts: its cost by layer, what was compared, and levels over time.

/** A plan, with the steps and layers of each row. */
class Plan {
  constructor(model, data) {
    Object.assign(this, data);
    this.layerAt = new Map(data.layers.map((layer) => [layer.row, layer]));
    this.byRow = new Map();
    for (const step of data.steps) {
      if (!this.byRow.has(step.row)) this.byRow.set(step.row, []);
      this.byRow.get(step.row).push(step);
    }
  }

  stepsAt(base) {
    return this.byRow.get(base) || [];
  }

  /** The layout of a layer's result, or after a repacking. */
  layoutOf(row) {
    const layer = this.layerAt.get(row.base);
    if (layer && row.kind === KIND.op) return this.layouts[layer.layout];
    const [step] = row.kind === KIND.repack ? this.stepsAt(row.base) : [];
    return step ? this.layouts[step.to] : null;
  }

  /** The gutter: rotations and levels of each row. */
  measure(model) {
    for (const row of model.rows) {
      if (row.kind !== KIND.op && row.kind !== KIND.repack) continue;
      const steps = this.stepsAt(row.base);
      row.sent = steps.reduce((sum, step) => sum + step.rotations, 0);
      row.peak = steps.reduce((most, step) => Math.max(most, step.levels[0] - step.levels[1]), 0);
    }
  }

  scale(model) {
    const leaves = model.rows.filter((row) => row.kind === KIND.op || row.kind === KIND.repack);
    this.mostRotations = leaves.reduce((most, row) => Math.max(most, row.sent), 1);
    this.mostLevels = leaves.reduce((most, row) => Math.max(most, row.peak), 1);
  }

  gauges(row, count, leaf) {
    return [
      gauge("sent", count, leaf ? this.mostRotations : this.rotations, "", plural(count, "rotation")),
      gauge("memory", row.peak, this.mostLevels, leaf ? "" : "at most", plural(row.peak, "level")),
    ];
  }

  chips(chip) {
    const bootstraps = this.bootstraps.reduce((sum, [, count]) => sum + count, 0);
    return [
      chip(el("strong", {}, thousands(this.slots)), " slots"),
      chip(el("strong", {}, thousands(this.rotations)), " rotations"),
      chip(el("strong", {}, thousands(this.depth)), " levels"),
      chip(el("strong", {}, thousands(bootstraps)), " bootstraps"),
      chip("est. ", el("strong", {}, (this.milliseconds / 1000).toFixed(1) + " s")),
    ];
  }
}

/** The notes of the plan, and its layers by rotations. */
function planPanel(app, out) {
  const { model } = app;
  const { plan } = model;
  const layers = plan.layers.filter((layer) => layer.rotations || layer.next);
  const ranked = [...layers].sort((a, b) => b.rotations - a.rotations);
  const most = ranked.length ? Math.max(1, ranked[0].rotations) : 1;
  const changes = plan.steps.filter((step) => step.repack);
  const repacking = changes.reduce((sum, step) => sum + step.rotations, 0);
  put(
    out,
    plan.warning ? el("p", { class: "warn" }, plan.warning) : null,
    el(
      "p",
      {},
      el("strong", {}, plural(plan.rotations, "rotation")),
      ", " + plural(plan.pmul, "plaintext product") + ", " + plural(plan.depth, "level") + ", at most " + plural(plan.peak, "live ciphertext") + "; ",
      plan.exact ? "no other combination of these layouts is better." : "not proved to be the best.",
    ),
    heading("Layers", "by rotations, and how much worse the next best layout is"),
    el(
      "table",
      { id: "layers" },
      el(
        "thead",
        {},
        el("tr", {}, ["rotations", "", "layer", "layout", "next best"].map((name, at) => el("th", { class: at ? "" : "n", scope: "col" }, name))),
      ),
      el("tbody", {}, ranked.map((layer) => layerRow(app, layer, most))),
    ),
    changes.length
      ? el("p", { class: "soft" }, plural(changes.length, "repacking") + " with " + plural(repacking, "rotation") + " are rows of their own in the listing.")
      : null,
    heading("About the plan"),
    el("ul", { class: "plain", id: "notes" }, plan.notes.map((note) => el("li", {}, note))),
  );
}

function layerRow(app, layer, most) {
  const { model } = app;
  const { plan } = model;
  const row = model.rowAt[layer.row];
  const inMs = plan.unit === "µs" && layer.next && layer.next[1] >= 10000;
  const worse = inMs ? thousands(Math.round(layer.next[1] / 1000)) + " ms" : layer.next ? thousands(layer.next[1]) + " " + plan.unit : "";
  const next = layer.next ? "+" + worse : "–";
  return el(
    "tr",
    { class: "go", onclick: () => app.selectRow(row) },
    el("td", { class: "n" }, thousands(layer.rotations)),
    el("td", { class: "share" }, bar(layer.rotations / most)),
    el("td", { class: "mono" }, link(model.label(model.firstValue[layer.row]), (event) => (event.stopPropagation(), app.selectRow(row)))),
    el("td", { class: "mono soft wrap" }, plan.layouts[layer.layout].text.replace(/^.* in /, "")),
    el("td", { class: "mono soft wrap", title: layer.next ? plan.layouts[layer.next[0]].text : "" }, next),
  );
}

/** Levels and live ciphertexts over the steps. */
function levelsPanel(app, out) {
  const { plan } = app.model;
  const step = Math.min(app.state.point === undefined ? 0 : app.state.point, plan.steps.length - 1);
  const bootstraps = plan.bootstraps.map(([at, count, inside]) =>
    el(
      "li",
      {},
      plural(count, "ciphertext") + (inside ? " between polynomials of " : " before "),
      link(stepName(app, at), () => app.selectRow(app.model.rowAt[plan.steps[at].row], undefined, "keep")),
    ),
  );
  put(
    out,
    el("p", {}, "A fresh or bootstrapped ciphertext has ", el("strong", {}, plural(plan.top, "level")), "; each step uses some."),
    heading("Level of the result of each step"),
    levelChart(app, step),
    plan.steps.length ? stepFactsOf(app, step) : null,
    heading(plan.bootstraps.length ? plural(plan.bootstraps.length, "bootstrap point") : "No bootstraps", plan.bootstraps.length ? "" : "there are enough levels"),
    bootstraps.length ? el("ul", { class: "plain", id: "bootstraps" }, bootstraps) : null,
  );
}

function stepName(app, step) {
  const { model } = app;
  const { row, repack } = model.plan.steps[step];
  const at = model.rows[model.rowAt[row]];
  return repack ? "repacking of " + at.title : at.kind === KIND.op ? model.label(model.firstValue[row]) : at.title;
}

function stepFactsOf(app, step) {
  const { plan } = app.model;
  const data = plan.steps[step];
  return el(
    "p",
    { class: "soft" },
    "Step " + (step + 1) + " of " + plan.steps.length + ": ",
    link(stepName(app, step), () => app.selectRow(app.model.rowAt[data.row], undefined, "keep")),
    ", level " + data.levels[0] + " → " + data.levels[1] + ", " + plural(data.rotations, "rotation") + ", " + plural(data.live, "live ciphertext") + ", " + data.milliseconds.toFixed(0) + " ms",
  );
}

function levelChart(app, current) {
  const { plan } = app.model;
  const { width, height, left, right, top, bottom } = CHART;
  const count = Math.max(1, plan.steps.length);
  const x = (step) => left + (step * (width - left - right)) / count;
  const y = (share) => height - bottom - (height - top - bottom) * share;
  const mostLive = plan.steps.reduce((most, step) => Math.max(most, step.live), 1);
  const node = svg("svg", {
    viewBox: "0 0 " + width + " " + height,
    class: "chart",
    role: "slider",
    tabindex: "0",
    id: "levels",
    "aria-label": "Step of the plan",
    "aria-valuemin": 1,
    "aria-valuemax": count,
    "aria-valuenow": current + 1,
    "aria-valuetext": plan.steps.length ? "level " + plan.steps[current].levels[1] : "",
  });
  let area = "M" + left + " " + y(0);
  let line = "";
  plan.steps.forEach((step, at) => {
    const level = y(step.levels[1] / Math.max(1, plan.top)).toFixed(1);
    area += "L" + x(at).toFixed(1) + " " + level + "L" + x(at + 1).toFixed(1) + " " + level;
    line += (at ? "L" : "M") + x(at + 0.5).toFixed(1) + " " + y(step.live / mostLive).toFixed(1);
  });
  node.append(svg("path", { d: area + "L" + x(count).toFixed(1) + " " + y(0) + "Z", class: "area r0" }));
  node.append(svg("path", { d: line, class: "live" }));
  const bootstrapAt = ([step, , inside]) => x(inside ? step + 0.5 : step).toFixed(1);
  for (const point of plan.bootstraps)
    node.append(svg("line", { x1: bootstrapAt(point), x2: bootstrapAt(point), y1: top - 4, y2: height - bottom, class: "bootstrap" }));
  node.append(
    svg("text", { x: left, y: 11, class: "label" }, "level " + plan.top),
    svg("text", { x: width - right, y: 11, class: "label end" }, "line: live ciphertexts, at most " + mostLive),
    svg("text", { x: left, y: height - 5, class: "label" }, "first step"),
    svg("text", { x: width - right, y: height - 5, class: "label end" }, "last step"),
    svg("line", { x1: x(current + 0.5).toFixed(1), x2: x(current + 0.5).toFixed(1), y1: top - 4, y2: height - bottom, class: "cursor" }),
  );
  const go = (step) => app.set({ point: Math.min(Math.max(step, 0), count - 1) });
  node.addEventListener("pointerdown", (event) => {
    const box = node.getBoundingClientRect();
    go(Math.floor(((((event.clientX - box.left) * width) / box.width - left) / (width - left - right)) * count));
  });
  node.addEventListener("keydown", (event) => {
    const moves = { ArrowRight: 1, ArrowLeft: -1, PageDown: 10, PageUp: -10, Home: -count, End: count };
    if (!(event.key in moves)) return;
    go(current + moves[event.key]);
    event.preventDefault();
  });
  return node;
}

/** A repacking between two layers. */
function describeRepack(model, row, out) {
  const [step] = model.plan.stepsAt(row.base);
  const count = step ? plural(step.rotations, "rotation") : "";
  out.append("⇄ ", el("b", {}, "repack "), row.title, " ", count, el("span", { class: "soft" }, "  to " + row.text.replace(/^.* in /, "")));
}
