// What devices send each other, in groups.

const GROUPINGS = { line: "source line", layer: "layer", axis: "mesh axis", kind: "kind" };
/** The groups that are shown at first. */
const SHOWN_GROUPS = 20;

function commsPanel(app, out) {
  const { model } = app;
  const { costs } = model;
  if (!costs) return put(out, el("p", { class: "soft" }, "There is no partitioned program; see the findings."));
  const list = costs.collectives;
  const total = Math.max(1, costs.sent);
  const times = list.times.reduce((sum, count) => sum + count, 0);
  const summary =
    list.row.length === 0
      ? "No collectives: devices send nothing."
      : [
          plural(list.row.length, "collective"),
          times === list.row.length ? "" : ", executed " + plural(times, "time"),
          "; each device sends ",
          el("strong", {}, bytes(costs.sent)),
          costs.per_turn
            ? ", " + bytes(costs.per_turn) + " of these for one iteration of a loop of unknown trip count"
            : "",
          ".",
        ];
  const by = app.state.by || "line";
  const tabs = el(
    "div",
    { class: "choices", role: "group", "aria-label": "Group by" },
    "by ",
    Object.entries(GROUPINGS).map(([key, name]) =>
      el("button", { type: "button", "aria-pressed": String(key === by), onclick: () => app.set({ by: key }) }, name),
    ),
  );
  const groups = groupCollectives(model, by);
  const most = groups.length ? groups[0].sent : 1;
  const rows = groups.map((group) => groupRow(app, group, most, total));
  const body = el("tbody", {}, rows.slice(0, SHOWN_GROUPS));
  const rest = rows.slice(SHOWN_GROUPS);
  const more = rest.length
    ? el(
        "tr",
        {},
        el(
          "td",
          { colspan: 5 },
          link("… " + plural(rest.length, "more group"), () => {
            more.remove();
            body.append(...rest);
          }),
        ),
      )
    : null;
  if (more) body.append(more);
  const other = costs.uncounted.map(([name, peer, line]) =>
    el("li", {}, model.strings[name] + " at line " + line + " communicates with the " + model.strings[peer]),
  );
  put(
    out,
    el("p", {}, summary),
    list.row.length
      ? [
          tabs,
          el(
            "table",
            { id: "groups" },
            el(
              "thead",
              {},
              el(
                "tr",
                {},
                el("th", { class: "n", scope: "col" }, "sent"),
                el("th", { scope: "col" }, "share"),
                el("th", { class: "n", scope: "col" }, "times"),
                el("th", { scope: "col" }, "collective"),
                el("th", { scope: "col" }, "where"),
              ),
            ),
            body,
          ),
        ]
      : null,
    other.length ? [heading("Not counted"), el("ul", { class: "plain" }, other)] : null,
  );
}

/** Groups of collectives, the one that sends most first. */
function groupCollectives(model, by) {
  const list = model.costs.collectives;
  const groups = new Map();
  for (let index = 0; index < list.row.length; index++) {
    const row = list.row[index] < 0 ? null : model.rows[model.rowAt[list.row[index]]];
    const kind = model.strings[list.kind[index]];
    const axes = list.axes[index].map((axis) => model.strings[axis]);
    const where = by === "line" ? (row ? lineKey(model, row) : "") : by === "layer" ? layerKey(model, row) : "";
    const key =
      by === "kind" ? kind : by === "axis" ? axes.join(",") : by === "layer" ? where : [kind, axes, where].join("\n");
    if (!groups.has(key)) groups.set(key, { members: [], kinds: new Set(), axes: new Set(), where });
    const group = groups.get(key);
    group.members.push(index);
    group.kinds.add(kind);
    for (const axis of axes) group.axes.add(axis);
  }
  const all = [...groups.values()];
  for (const group of all) {
    group.sent = model.sentBy(group.members);
    group.times = group.members.reduce((sum, index) => sum + list.times[index], 0);
  }
  return all.sort((a, b) => b.sent - a.sent);
}

/** The source line and the scopes without numbers, which repeated layers have in common. */
function lineKey(model, row) {
  const scope = model.scope(row).replace(/\d+/g, "*");
  const source = model.source(row);
  return source || scope ? (source + "  " + scope).trim() : "line " + row.line;
}

function layerKey(model, row) {
  if (!row) return "";
  let group = model.rowAt[row.base];
  let found = -1;
  while (group >= 0) {
    const each = model.rows[group];
    if (each.kind === KIND.group) found = group;
    if (each.kind === KIND.func && found < 0) return "@" + each.title;
    group = each.parent;
  }
  return found < 0 ? "" : model.rows[found].title;
}

function groupRow(app, group, most, total) {
  const { model } = app;
  const first = model.collectiveRow[group.members[0]];
  const kinds = [...group.kinds].join(", ");
  const go = () => first !== undefined && app.selectRow(first, undefined, "keep");
  return el(
    "tr",
    { class: "go", onclick: go },
    el("td", { class: "n" }, bytes(group.sent)),
    el("td", { class: "share" }, bar(group.sent / Math.max(1, most)), " ", percent(group.sent / total)),
    el("td", { class: "n" }, thousands(group.times) + "×"),
    el(
      "td",
      { class: "mono" },
      link(kinds, (event) => (event.stopPropagation(), go()), "Show the first in the listing"),
      " ",
      [...group.axes].map((axis, at) => [at ? "," : "", axisSpan(model, axis)]),
    ),
    el("td", { class: "mono soft wrap" }, breakable(group.where)),
  );
}
