// The form that changes the annotation of a value. Only a page with a server has it.

/** The form for a row of the listing, or nothing if its value cannot be annotated. */
function editForm(app, row, tensor, type) {
  if (!app.live || !type[1]) return null;
  const target = editTarget(app, row);
  if (!target) return null;
  const { model, live } = app;
  const given = tensor === undefined ? -1 : model.trace.tensors.initial[tensor];
  const isConstraint = isConstrained(app, row);
  const isGiven = isConstraint || ((row.kind === KIND.argument || row.kind === KIND.result) && given >= 0);
  const written = isGiven && given >= 0 ? given : tensor === undefined ? -1 : model.shardingOf(tensor);
  const draft = live.draftOf(target);
  const input = el("input", {
    type: "text",
    id: "sharding",
    class: "mono",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    disabled: live.busy,
    "aria-describedby": draft && draft.error ? "edit-error edit-hint" : "edit-hint",
    "aria-invalid": String(Boolean(draft && draft.error)),
    oninput: () => live.keepDraft(target, input.value),
  });
  input.value = draft ? draft.text : writtenSharding(model, written, type[1].length, isGiven);
  const send = (sharding) => live.edit(target, sharding);
  const what = isConstraint ? "constraint" : row.kind === KIND.argument ? "argument" : "result";
  const isNew = !isGiven && row.kind !== KIND.argument && row.kind !== KIND.result;
  return el(
    "form",
    {
      class: "edit",
      onsubmit: (event) => {
        event.preventDefault();
        send(input.value);
      },
    },
    el("label", { for: "sharding" }, isNew ? "Constrain this value to" : "Sharding of this " + what),
    el(
      "div",
      { class: "fields" },
      input,
      el("button", { type: "submit", id: "apply", disabled: live.busy }, live.busy ? "…" : "Apply"),
      isGiven
        ? el("button", { type: "button", id: "remove", disabled: live.busy, onclick: () => send(null) }, "Remove")
        : null,
    ),
    draft && draft.error ? editError(draft.error) : null,
    el("p", { class: "soft", id: "edit-hint" }, editHint(model, type[1].length)),
  );
}

/** Whether the selected value is the result of a constraint, or is used by nothing but one. */
function isConstrained(app, row) {
  const { model, state } = app;
  const isOne = (each) => each.kind === KIND.op && splitOp(each.text).name === "sdy.sharding_constraint";
  if (row.kind !== KIND.op || state.value === undefined) return false;
  if (isOne(row)) return true;
  const users = usersOf(model, state.value);
  return users.length === 1 && isOne(model.rows[users[0]]);
}

/** What an edit of the selection refers to. */
function editTarget(app, row) {
  const { part, value } = app.state;
  if (value !== undefined) return { part, value, label: app.model.label(value) };
  if (row.kind === KIND.result) return { part, result: row.count, label: "result " + row.count };
  return null;
}

/** A sharding as it is edited: its dimensions, without the mesh. A new constraint has closed dimensions. */
function writtenSharding(model, sharding, rank, isGiven) {
  if (sharding < 0) return Array(rank).fill("{}").join(", ");
  const text = model.strings[model.trace.shardings[sharding].sdy];
  const dims = /^<@[^,]*, \[(.*)\]>$/.exec(text);
  const short = dims ? dims[1] : text;
  return isGiven ? short : short.replaceAll(", ?", "").replaceAll("?", "");
}

function editHint(model, rank) {
  const axes = [...model.hues.keys()];
  const dims = (none, some) => Array.from({ length: rank }, (_, dim) => (dim ? none : some)).join(", ");
  const axis = axes[0] || "x";
  return [
    "Write ",
    el("code", {}, dims("{}", '{"' + axis + '"}')),
    " or ",
    el("code", {}, "P(" + dims("None", "'" + axis + "'") + ")"),
    "; ",
    el("code", {}, "{?}"),
    " lets propagation choose. Axes: ",
    axes.map((name, at) => [at ? ", " : "", axisSpan(model, name)]),
  ];
}

/** Why an edit is refused. */
function editError(error) {
  const findings = error.findings || [];
  return el(
    "div",
    { class: "refused", id: "edit-error", role: "alert" },
    error.error ? el("p", {}, error.error) : null,
    findings.map((finding) => [
      el("p", {}, el("strong", {}, finding.severity + " " + finding.code), " ", finding.message),
      finding.help ? el("p", { class: "soft" }, "help: " + finding.help) : null,
      el("details", {}, el("summary", {}, "as printed"), el("pre", {}, finding.text)),
    ]),
    findings.length ? el("p", { class: "soft" }, "Nothing was changed.") : null,
  );
}
