// What devices send each other, in groups.

const GROUPINGS = { source: "source line", layer: "layer", axis: "mesh axis", kind: "kind" };
/** The groups that are shown at first. */
const SHOWN_GROUPS = 20;

function commsPanel(app, out) {
  const { model } = app;
  const { costs } = model;
  if (!costs) return put(out, el("p", { class: "soft" }, "There is no partitioned program; see the findings."));
  const list = costs.collectives;
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
          costs.times
            ? [
                "; that takes ",
                el("strong", {}, duration(costs.times.communication)),
                " on " + costs.times.hardware + ", " + duration(costs.times.exposed) + " of it while nothing is computed",
              ]
            : "",
          ".",
        ];
  const by = app.state.by || "source";
  const tabs = el(
    "div",
    { class: "choices", role: "group", "aria-label": "Group by" },
    "by ",
    Object.entries(GROUPINGS).map(([key, name]) =>
      el("button", { type: "button", "aria-pressed": String(key === by), onclick: () => app.set({ by: key }) }, name),
    ),
  );
  const groups = groupCollectives(model, by);
  const rows = groupRows(app, groups, costs.sent);
  const body = el("tbody", {}, rows.slice(0, SHOWN_GROUPS));
  const rest = rows.slice(SHOWN_GROUPS);
  const more = rest.length
    ? el(
        "tr",
        {},
        el(
          "td",
          { colspan: 6 },
          link("… " + plural(rest.length, "more group"), () => {
            more.remove();
            body.append(...rest);
          }),
        ),
      )
    : null;
  if (more) body.append(more);
  const other = costs.uncounted.map(([name, peer, line]) =>
    el("li", {}, model.strings[name] + " at " + model.words.place + " " + line + " communicates with the " + model.strings[peer]),
  );
  put(
    out,
    el("p", {}, summary),
    list.row.length
      ? [
          tabs,
          groupTable("groups", "Collectives by " + GROUPINGS[by], body, costs.times),
          fixList(app),
        ]
      : null,
    other.length ? [heading("Not counted"), el("ul", { class: "plain" }, other)] : null,
  );
}

/** What removes the largest groups by source line, or how to find it. */
function fixList(app) {
  const { model } = app;
  const { fixes } = model.costs;
  const title = heading("What removes them", fixes ? plural(fixes.tried, "annotation") + " tried one by one" : "");
  if (fixes) {
    const groups = groupCollectives(model, "source");
    const entry = (fix, at) =>
      el("li", {}, el("p", { class: "mono" }, bytes(groups[at].sent) + "  " + groups[at].kinds.join(", ") + " ", el("span", { class: "soft wrap" }, groups[at].where)), fixText(model, fix));
    return [title, el("ol", { class: "fixes", id: "fixes" }, fixes.fixes.map(entry))];
  }
  if (app.live)
    return [
      title,
      el("p", {}, el("button", { type: "button", id: "find-fixes", disabled: app.live.busy, onclick: () => app.live.act("fixes") }, app.live.busy ? "Trying annotations …" : "Try annotations"), el("span", { class: "soft" }, " takes up to 15 seconds")),
    ];
  return model.canFix ? [title, el("p", { class: "soft" }, "Write the page with ", el("code", {}, "--fix"), " to see the annotations that remove them.")] : null;
}

/** The annotation for a group, and what it changes; or why there is none. */
function fixText(model, fix) {
  const lines = fix.lines.map((line) => el("p", { class: "soft" }, model.strings[line]));
  const code = fix.code === null ? null : el("pre", { class: "code" }, model.strings[fix.code]);
  // Without an annotation that removes them, the first line is the reason.
  return fix.found === "removed" ? [code, lines] : [lines[0], code, lines.slice(1)];
}

/** Groups of collectives, the one that sends most first: those of `partita comms`. */
function groupCollectives(model, by) {
  const text = (index) => model.strings[index];
  return model.costs.groups[by].map((group) => ({
    ...group,
    kinds: group.kinds.map(text),
    axes: group.axes.map(text),
    cause: group.cause === null ? "" : text(group.cause),
    where: (text(group.place) + "  " + text(group.name)).trim(),
  }));
}

/** A table of groups; `rows` may already be a body. */
function groupTable(id, caption, rows, hasTimes) {
  const head = [
    ["sent", "n"],
    ["share", ""],
    ...(hasTimes ? [["time", "n"]] : []),
    ["times", "n"],
    ["collective", ""],
    ...(hasTimes ? [] : [["cause", ""]]),
    ["where", ""],
  ];
  return el(
    "table",
    { id },
    el("caption", { class: "hidden" }, caption),
    el("thead", {}, el("tr", {}, head.map(([name, kind]) => el("th", { class: kind, scope: "col" }, name)))),
    Array.isArray(rows) ? el("tbody", {}, rows) : rows,
  );
}

function groupRows(app, groups, sent) {
  const most = groups.length ? groups[0].sent : 1;
  return groups.map((group) => groupRow(app, group, most, Math.max(1, sent)));
}

/** The source line and the scopes without numbers, which repeated layers have in common. */
function lineKey(model, row) {
  const scope = model.scope(row).replace(/\d+/g, "*");
  const source = model.source(row);
  return source || scope ? (source + "  " + scope).trim() : model.at(row);
}

function groupRow(app, group, most, total) {
  const { model } = app;
  const first = model.collectiveRow[group.first];
  const kinds = group.kinds.join(", ");
  const go = () => first !== undefined && app.selectRow(first, undefined, "keep");
  return el(
    "tr",
    { class: "go", onclick: go },
    el("td", { class: "n" }, bytes(group.sent)),
    el("td", { class: "share" }, bar(group.sent / Math.max(1, most)), " ", percent(group.sent / total)),
    group.time === undefined ? null : el("td", { class: "n" }, duration(group.time)),
    el("td", { class: "n" }, thousands(group.times) + "×"),
    el(
      "td",
      { class: "mono" },
      link(kinds, (event) => (event.stopPropagation(), go()), "Show the first in the listing"),
      " ",
      group.axes.map((axis, at) => [at ? "," : "", axisSpan(model, axis)]),
      // A column less leaves room for the place.
      group.time === undefined ? null : el("div", { class: "soft" }, group.cause),
    ),
    group.time === undefined ? el("td", { class: "soft" }, group.cause) : null,
    el("td", { class: "mono soft wrap" }, breakable(group.where)),
  );
}
