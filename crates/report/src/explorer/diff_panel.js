// What differs between two programs, or between two annotations of one.

/** The groups that are shown at first. */
const SHOWN_CHANGES = 40;

/** Both programs and their differences. */
class Difference {
  constructor(before, after) {
    this.before = before;
    this.after = after;
    this.matchValues();
  }

  /** Pairs values by what they are in the user's program: name, place, scopes, op and type, in order. */
  matchValues() {
    const known = new Map();
    for (const [key, value] of valueKeys(this.before)) known.set(key, value);
    this.changed = [];
    this.pairs = new Map();
    this.added = 0;
    for (const [key, value] of valueKeys(this.after)) {
      const old = known.get(key);
      if (old === undefined) {
        this.added += 1;
        continue;
      }
      known.delete(key);
      this.pairs.set(value, old);
      if (shardingText(this.before, old) !== shardingText(this.after, value)) this.changed.push([old, value]);
    }
    this.removed = known.size;
    this.rows = new Set(this.changed.map(([, value]) => this.after.rowOfValue(value)));
  }

  /** Groups of collectives whose bytes or counts differ, the largest difference first. */
  traffic() {
    const groups = new Map();
    const add = (model, side) => {
      if (!model.costs) return;
      for (const group of groupCollectives(model, "source")) {
        const key = [group.kinds, group.axes, group.cause, group.where].join("\n");
        if (!groups.has(key)) groups.set(key, { sent: [0, 0], times: [0, 0] });
        const both = groups.get(key);
        both.sent[side] = group.sent;
        both.times[side] = group.times;
        both.group = group;
        both.model = model;
      }
    };
    add(this.before, 0);
    add(this.after, 1);
    const differs = ({ sent, times }) => sent[0] !== sent[1] || times[0] !== times[1];
    const size = ({ sent }) => Math.abs(sent[1] - sent[0]);
    return [...groups.values()].filter(differs).sort((a, b) => size(b) - size(a));
  }
}

/** A key for each value; equal keys are numbered in order. */
function* valueKeys(model) {
  const seen = new Map();
  for (let value = 0; value < model.values.name.length; value++) {
    const row = model.rows[model.rowOfValue(value)];
    const [element, sizes] = model.types[model.values.type[value]];
    const what = row.kind === KIND.argument ? row.title : splitOp(row.text).name;
    const key = [row.kind, what, model.source(row), model.scope(row), model.strings[element], sizes].join("\n");
    const count = seen.get(key) || 0;
    seen.set(key, count + 1);
    yield [key + "\n" + count, value];
  }
}

/** The axes of a value, without what is open. */
function shardingText(model, value) {
  const tensor = model.tensorOf(value);
  const sharding = tensor < 0 ? -1 : model.shardingOf(tensor);
  if (sharding < 0) return "";
  const data = model.trace.shardings[sharding];
  const mesh = model.meshes[data.mesh];
  return data.dims
    .map((dim) => axesText(model, mesh, dim))
    .join("|")
    .replace(/^\|*$/, "");
}

function diffPanel(app, out) {
  const { difference } = app;
  const { before, after } = difference;
  put(
    out,
    figureTable(difference),
    heading("Communication", "by source line"),
    trafficTable(app, difference.traffic()),
    heading(plural(difference.changed.length, "sharding") + " changed", unmatched(difference)),
    changedTable(app, groupChanges(before, after, difference.changed)),
  );
}

function unmatched({ added, removed }) {
  if (!added && !removed) return "of values that are in both programs";
  return plural(added, "value") + " only in the second program, " + thousands(removed) + " only in the first";
}

function figureTable({ before, after }) {
  const costs = (name) => [before, after].map((model) => (model.costs ? model.costs[name] : 0));
  const count = (of) => [before, after].map((model) => of(model));
  const row = (name, [old, now], text) =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, name),
      el("td", { class: "n" }, text(old)),
      el("td", { class: "n" }, text(now)),
      el("td", { class: "n" }, changeText(old, now)),
    );
  const head = ["", "before", "after", ""].map((text) => el("th", { class: "n", scope: "col" }, text));
  return el(
    "table",
    { id: "figures" },
    el("caption", { class: "hidden" }, "Figures before and after"),
    el("thead", {}, el("tr", {}, head)),
    el(
      "tbody",
      {},
      row("sent per device", costs("sent"), bytes),
      row("peak memory", costs("peak"), bytes),
      before.times && after.times ? row("time of a step", count((model) => model.times.step), duration) : null,
      row(
        "collectives",
        count((model) => (model.costs ? model.costs.collectives.row.length : 0)),
        thousands,
      ),
      row(
        "conflicts",
        count((model) => (model.trace ? model.trace.conflicts.length : 0)),
        thousands,
      ),
      row(
        "findings",
        count((model) => model.part.findings.length),
        thousands,
      ),
    ),
  );
}

function changeText(old, now) {
  if (old === now) return "same";
  if (!old) return "new";
  const share = (100 * (now - old)) / old;
  return (share > 0 ? "+" : "−") + Math.abs(share).toFixed(Math.abs(share) < 10 ? 1 : 0) + " %";
}

function trafficTable(app, groups) {
  if (!groups.length) return el("p", { class: "soft" }, "Both send the same.");
  const row = ({ sent, times, group, model }) =>
    el(
      "tr",
      {},
      el("td", { class: "n" }, (sent[1] > sent[0] ? "+" : "−") + bytes(Math.abs(sent[1] - sent[0]))),
      el("td", { class: "n" }, times[0] === times[1] ? times[1] + "×" : times[0] + "× → " + times[1] + "×"),
      el(
        "td",
        { class: "mono" },
        group.kinds.join(", "),
        " ",
        group.axes.map((axis) => axisSpan(model, axis)),
      ),
      el("td", { class: "mono soft wrap" }, breakable(group.where)),
    );
  return shortened(
    el("table", { id: "traffic" }, ...headed("Collectives that differ", ["sent", "times", "collective", "where"]), el("tbody", {}, groups.slice(0, SHOWN_CHANGES).map(row))),
    groups.length,
  );
}

/** Changes of the same kind, such as one of each layer. */
function groupChanges(before, after, changed) {
  const groups = new Map();
  for (const [old, value] of changed) {
    const row = after.rows[after.rowOfValue(value)];
    const where = row.kind === KIND.argument ? row.title.replace(/\d+/g, "*") : lineKey(after, row);
    const key = [where, shardingText(before, old), shardingText(after, value)].join("\n");
    if (!groups.has(key)) groups.set(key, { where, members: [] });
    groups.get(key).members.push([old, value]);
  }
  return [...groups.values()].sort((a, b) => b.members.length - a.members.length);
}

function changedTable(app, groups) {
  const { before, after } = app.difference;
  const type = (model, value) =>
    typeSpan(
      model,
      model.types[model.values.type[value]],
      model.tensorOf(value) < 0 ? -1 : model.shardingOf(model.tensorOf(value)),
    );
  const row = ({ where, members }) => {
    const [[old, value]] = members;
    const select = () => app.showAfter(value);
    return el(
      "tr",
      {},
      el("td", { class: "n" }, members.length + "×"),
      el("td", { class: "mono" }, link(after.label(value), select), " ", type(before, old), " → ", type(after, value)),
      el("td", { class: "mono soft wrap" }, breakable(where)),
    );
  };
  return shortened(
    el("table", { id: "changed" }, ...headed("Shardings that differ", ["count", "value", "where"]), el("tbody", {}, groups.slice(0, SHOWN_CHANGES).map(row))),
    groups.length,
  );
}

/** The caption and the column headings of a table. */
function headed(caption, names) {
  return [
    el("caption", { class: "hidden" }, caption),
    el("thead", {}, el("tr", {}, names.map((name) => el("th", { scope: "col" }, name)))),
  ];
}

/** A table, and how many of its rows are not shown. */
function shortened(table, count) {
  return count > SHOWN_CHANGES ? [table, el("p", { class: "soft" }, plural(count - SHOWN_CHANGES, "more row"))] : table;
}
