// The memory of a device over the program, and the tensors that are live at a point.

const ROLES = ["argument", "result", "constant", "temporary"];
const ROLE_NAMES = ["arguments", "results", "constants", "temporaries"];
/** The order in which roles are stacked, from below. */
const STACK = [0, 2, 3, 1];
const CHART = { width: 420, height: 150, left: 4, right: 4, top: 18, bottom: 18 };
/** The tensors that are listed at first. */
const SHOWN_TENSORS = 25;

function memoryPanel(app, out) {
  const { model } = app;
  const { memory, costs } = model;
  if (!memory || !memory.course.length)
    return put(out, el("p", { class: "soft" }, "There is no partitioned program; see the findings."));
  const point = Math.min(app.state.point === undefined ? memory.peak : app.state.point, memory.course.length - 1);
  const live = memory.live(point);
  const sums = [0, 0, 0, 0];
  for (const tensor of live) sums[tensor.role] += tensor.bytes;
  const peak = memory.course[memory.peak];
  put(
    out,
    el(
      "p",
      {},
      "Peak ",
      el("strong", {}, bytes(peak)),
      " on each of " + plural(costs.devices, "device"),
      costs.unpartitioned ? "; " + bytes(costs.unpartitioned) + " on one device without partitioning" : "",
      ". ",
      point === memory.peak ? null : link("Go to the peak", () => app.set({ point: memory.peak })),
    ),
    chart(app, memory, point),
    el("h3", {}, "Live ", pointName(app, memory, point), ": ", bytes(memory.course[point])),
    el(
      "p",
      { class: "roles" },
      ROLES.map((_, role) =>
        sums[role] ? [el("span", { class: "key r" + role }), ROLE_NAMES[role] + " " + bytes(sums[role]), "  "] : null,
      ),
    ),
    liveTable(app, live, point),
  );
}

function pointName(app, memory, point) {
  const base = memory.costs.points[point];
  if (point === 0 || base < 0) return "before the first op";
  const index = app.model.rowAt[base];
  const { model } = app;
  const row = model.rows[index];
  if (row.kind === KIND.func) return "after the last " + model.words.op;
  return [
    "during ",
    link(splitOp(row.text).name || row.title, () => app.selectRow(index, undefined, "keep")),
    " at " + model.at(row),
  ];
}

/** The area of each role over the points; long programs are drawn by the maximum of each column. */
function chart(app, memory, point) {
  const { width, height, left, right, top, bottom } = CHART;
  const { course } = memory;
  const columns = Math.min(course.length, width - left - right);
  const peak = Math.max(1, course[memory.peak]);
  const x = (column) => left + (column * (width - left - right)) / Math.max(1, columns);
  const y = (size) => height - bottom - ((height - top - bottom) * size) / peak;
  const best = Array.from({ length: columns }, (_, column) => {
    const from = Math.floor((column * course.length) / columns);
    const to = Math.max(from + 1, Math.floor(((column + 1) * course.length) / columns));
    let most = from;
    for (let at = from; at < to; at++) if (course[at] > course[most]) most = at;
    return most;
  });
  const stacks = roleStacks(memory, best);
  const node = svg("svg", {
    viewBox: "0 0 " + width + " " + height,
    class: "chart",
    role: "slider",
    tabindex: "0",
    id: "chart",
    "aria-label": "Point of the program",
    "aria-valuemin": 0,
    "aria-valuemax": course.length - 1,
    "aria-valuenow": point,
    "aria-valuetext": bytes(course[point]),
  });
  const below = new Float64Array(columns);
  for (const role of STACK) {
    const upper = below.map((size, column) => size + stacks[role][column]);
    let path = "";
    for (let column = 0; column < columns; column++)
      path +=
        (column ? "L" : "M") +
        x(column).toFixed(1) +
        " " +
        y(upper[column]).toFixed(1) +
        "L" +
        x(column + 1).toFixed(1) +
        " " +
        y(upper[column]).toFixed(1);
    for (let column = columns - 1; column >= 0; column--)
      path +=
        "L" +
        x(column + 1).toFixed(1) +
        " " +
        y(below[column]).toFixed(1) +
        "L" +
        x(column).toFixed(1) +
        " " +
        y(below[column]).toFixed(1);
    if (stacks[role].some((size) => size > 0)) node.append(svg("path", { d: path + "Z", class: "area r" + role }));
    below.set(upper);
  }
  const place = (at) => left + ((at + 0.5) * (width - left - right)) / course.length;
  const mark = place(memory.peak);
  node.append(
    svg("circle", { cx: mark.toFixed(1), cy: y(peak).toFixed(1), r: 3, class: "peak" }),
    svg("text", { x: Math.min(Math.max(mark, 40), width - 40).toFixed(1), y: 11, class: "label middle" }, bytes(peak)),
    svg("text", { x: left, y: height - 5, class: "label" }, "first op"),
    svg("text", { x: width - right, y: height - 5, class: "label end" }, "last op"),
    svg("line", {
      x1: place(point).toFixed(1),
      x2: place(point).toFixed(1),
      y1: top - 4,
      y2: height - bottom,
      class: "cursor",
    }),
  );
  const pick = (event) => {
    const box = node.getBoundingClientRect();
    const share = (((event.clientX - box.left) * width) / box.width - left) / (width - left - right);
    const column = Math.min(Math.max(Math.floor(share * columns), 0), columns - 1);
    app.set({ point: best[column] }, "quiet");
  };
  node.addEventListener("pointerdown", (event) => {
    pick(event);
    app.dragging = true;
  });
  node.addEventListener("pointermove", (event) => event.buttons && app.dragging && pick(event));
  node.addEventListener("keydown", (event) => {
    const step = Math.max(1, Math.round(course.length / 100));
    const moves = {
      ArrowRight: 1,
      ArrowLeft: -1,
      PageDown: step,
      PageUp: -step,
      Home: -course.length,
      End: course.length,
    };
    if (!(event.key in moves)) return;
    app.set({ point: Math.min(Math.max(point + moves[event.key], 0), course.length - 1) }, "quiet");
    event.preventDefault();
  });
  return node;
}

/** The bytes of each role at some points. */
function roleStacks(memory, points) {
  const { buffers, bodies } = memory.costs;
  const length = memory.course.length;
  const out = [];
  for (let role = 0; role < ROLES.length; role++) {
    const change = new Float64Array(length + 1);
    for (let index = 0; index < buffers.bytes.length; index++) {
      if (buffers.role[index] !== role) continue;
      change[buffers.birth[index]] += buffers.bytes[index];
      if (buffers.death[index] + 1 <= length) change[buffers.death[index] + 1] -= buffers.bytes[index];
    }
    let live = 0;
    const all = new Float64Array(length);
    for (let at = 0; at < length; at++) all[at] = live += change[at];
    out.push(points.map((at) => all[at]));
  }
  const inside = new Set(bodies.map((body) => body.point));
  // What a body adds counts as temporary.
  points.forEach((at, column) => {
    if (!inside.has(at)) return;
    const others = out[0][column] + out[1][column] + out[2][column];
    out[3][column] = Math.max(0, memory.course[at] - others);
  });
  return out;
}

function liveTable(app, live, point) {
  const { model } = app;
  const groups = groupLive(model, live);
  const most = groups.length ? groups[0].bytes : 1;
  const rows = groups.map((group) => liveRow(app, group, most));
  const body = el("tbody", {}, rows.slice(0, SHOWN_TENSORS));
  const rest = rows.slice(SHOWN_TENSORS);
  if (rest.length) {
    const more = el(
      "tr",
      {},
      el(
        "td",
        { colspan: 4 },
        link("… " + plural(rest.length, "more row"), () => {
          more.remove();
          body.append(...rest);
        }),
      ),
    );
    body.append(more);
  }
  return el(
    "table",
    { id: "live", "data-point": point },
    el("caption", { class: "hidden" }, "Tensors in memory at this point"),
    el(
      "thead",
      {},
      el(
        "tr",
        {},
        el("th", { class: "n", scope: "col" }, "bytes"),
        el("th", { scope: "col" }, "share"),
        el("th", { scope: "col" }, "tensor"),
        el("th", { scope: "col" }, "made at"),
      ),
    ),
    body,
  );
}

/** Tensors of the same source line and type, such as one of each layer, are one row. */
function groupLive(model, live) {
  const groups = new Map();
  for (const tensor of live) {
    const row =
      tensor.row < 0
        ? tensor.value < 0
          ? null
          : model.rows[model.rowOfValue(tensor.value)]
        : model.rows[model.rowAt[tensor.row]];
    const title = row && row.kind === KIND.argument ? row.title.replace(/\d+/g, "*") : "";
    const made = row && row.kind !== KIND.argument ? lineKey(model, row) : title;
    const key = [tensor.role, tensor.type, made || tensor.value].join("\n");
    if (!groups.has(key)) groups.set(key, { bytes: 0, members: [], role: tensor.role, type: tensor.type, made });
    const group = groups.get(key);
    group.bytes += tensor.bytes;
    group.members.push(tensor);
  }
  return [...groups.values()].sort((a, b) => b.bytes - a.bytes);
}

function liveRow(app, group, most) {
  const { model } = app;
  const [first] = group.members;
  const label = first.value < 0 ? ROLES[group.role] : model.label(first.value);
  const count = group.members.length > 1 ? group.members.length + " × " : "";
  const index = first.value >= 0 ? model.rowOfValue(first.value) : first.row >= 0 ? model.rowAt[first.row] : -1;
  const select = () =>
    first.value >= 0
      ? app.selectValue(first.value, undefined, "keep")
      : index >= 0 && app.selectRow(index, undefined, "keep");
  const tensor = first.value < 0 ? -1 : model.tensorOf(first.value);
  const type =
    tensor < 0 ? group.type : typeSpan(model, model.types[model.values.type[first.value]], model.shardingOf(tensor));
  return el(
    "tr",
    {},
    el("td", { class: "n" }, bytes(group.bytes)),
    el("td", {}, bar(group.bytes / most, "r" + group.role)),
    el("td", { class: "mono" }, count, link(label, select), " ", el("span", { class: "soft" }, type)),
    el("td", { class: "mono soft wrap" }, breakable(group.made)),
  );
}
