// Diagnostics of the program, and conflicts between shardings.

/** The conflicts that are shown at first. */
const SHOWN_CONFLICTS = 50;

function findingsPanel(app, out) {
  const { model } = app;
  const { findings, findings_left_out: leftOut } = model.part;
  const conflicts = model.trace ? model.trace.conflicts : [];
  put(
    out,
    findings.length || conflicts.length ? null : el("p", { class: "soft" }, "No errors, no warnings and no conflicts."),
    findings.map((finding) => findingCard(app, finding)),
    leftOut ? el("p", { class: "soft" }, plural(leftOut, "more finding")) : null,
    findings.length ? el("p", { class: "soft" }, el("code", {}, "partita explain CODE"), " explains a code.") : null,
    conflicts.length ? conflictList(app, conflicts) : null,
  );
}

function findingCard(app, finding) {
  const { model } = app;
  // A finding about a model as such has no node.
  const isPlaced = !finding.location || /node \d/.test(finding.location);
  const row = isPlaced ? rowOfLine(model, finding.line) : -1;
  return el(
    "div",
    { class: "finding " + finding.severity },
    el(
      "p",
      {},
      el("strong", {}, finding.severity + " " + finding.code),
      " ",
      finding.message,
      " ",
      row < 0
        ? "(" + (finding.location || model.words.place + " " + finding.line) + ")"
        : link(finding.location || model.words.place + " " + finding.line, () => app.selectRow(row, undefined, "keep")),
    ),
    el("details", {}, el("summary", {}, "as printed"), el("pre", {}, finding.text)),
  );
}

/** The row of a line of the text, or of the last line before it. */
function rowOfLine(model, line) {
  let found = -1;
  model.rows.forEach((row, index) => {
    const leaf = row.kind === KIND.op || row.kind === KIND.text || row.kind === KIND.func;
    if (leaf && row.line <= line && (found < 0 || row.line >= model.rows[found].line)) found = index;
  });
  return found;
}

function conflictList(app, conflicts) {
  const { conflicts_left_out: leftOut } = app.model.trace;
  const groups = new Map();
  for (const conflict of conflicts) {
    const row = conflict.row < 0 ? null : app.model.rows[app.model.rowAt[conflict.row]];
    const key = [
      conflict.op,
      conflict.axis,
      conflict.from_dim,
      conflict.to_dim,
      row ? lineKey(app.model, row) : "",
    ].join("\n");
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(conflict);
  }
  const list = el("ul", { class: "plain conflicts" });
  const items = [...groups.values()].map((group) =>
    el("li", {}, group.length > 1 ? el("strong", {}, group.length + " × ") : null, conflictText(app, group[0])),
  );
  list.append(...items.slice(0, SHOWN_CONFLICTS));
  const rest = items.slice(SHOWN_CONFLICTS);
  if (rest.length) {
    const more = el(
      "li",
      {},
      link("… " + plural(rest.length, "more conflict"), () => more.replaceWith(...rest)),
    );
    list.append(more);
  }
  return [
    heading(plural(conflicts.length + leftOut, "conflict"), "an op has an axis that one of its tensors does not take"),
    list,
    leftOut ? el("p", { class: "soft" }, plural(leftOut, "conflict") + " not listed") : null,
  ];
}
