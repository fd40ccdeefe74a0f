// Replays propagation: one op after another, with the listing in the state of the step.

/** The pause between steps, in milliseconds. */
const PAUSE = 700;

function stepsPanel(app, out) {
  const { model } = app;
  const { trace } = model;
  if (!trace) return put(out, el("p", { class: "soft" }, "Shardings were not propagated; see the findings."));
  const count = model.stepCount;
  const ended = trace.stop === "fixed point" ? "until nothing changed any more" : "until the step limit";
  const summary = plural(count, "step") + " in " + plural(trace.visits, "visit") + " of ops, " + ended;
  if (!count) return put(out, el("p", { class: "soft" }, summary + ": nothing propagates."));
  const step = Math.min(app.state.step === undefined ? count : app.state.step, count);
  const go = (to) => app.showStep(Math.min(Math.max(to, 0), count));
  const playing = Boolean(app.timer);
  const slider = el("input", {
    type: "range",
    min: 0,
    max: count,
    value: step,
    id: "slider",
    "aria-label": "Step",
    oninput: (event) => go(Number(event.target.value)),
  });
  const first = firstStepOf(app);
  put(
    out,
    el("p", { class: "soft" }, summary + ". The listing shows the shardings after the selected step."),
    el(
      "div",
      { class: "player" },
      el("button", { type: "button", onclick: () => go(0), "aria-label": "First step" }, "|◂"),
      el("button", { type: "button", id: "back", onclick: () => go(step - 1), "aria-label": "One step back" }, "◂"),
      el(
        "button",
        { type: "button", id: "play", onclick: () => app.play(), "aria-label": playing ? "Pause" : "Play" },
        playing ? "❚❚" : "▶",
      ),
      el(
        "button",
        { type: "button", id: "forward", onclick: () => go(step + 1), "aria-label": "One step forward" },
        "▸",
      ),
      el("button", { type: "button", onclick: () => go(count), "aria-label": "Last step" }, "▸|"),
      slider,
      el("output", { id: "step", for: "slider" }, thousands(step) + " of " + thousands(count)),
    ),
    first === undefined
      ? null
      : el(
          "p",
          {},
          link("First change of " + model.tensorLabel(app.tensor()), () => go(first + 1)),
          " is step " + thousands(first + 1),
        ),
    step === 0 ? el("p", {}, "Before the first step: the annotations alone.") : stepFacts(app, step - 1),
  );
}

/** The step that first changes the selected tensor. */
function firstStepOf(app) {
  const tensor = app.tensor();
  const events = tensor === undefined ? null : app.model.eventsOf.get(tensor);
  return events ? stepOfEvent(app.model, events[0]) : undefined;
}

function stepFacts(app, step) {
  const { model } = app;
  const { steps } = model.trace;
  const row = steps.row[step];
  const index = row < 0 ? -1 : model.rowAt[row];
  const op = index < 0 ? null : model.rows[index];
  const title = op
    ? [link(splitOp(op.text).name || op.title, () => app.selectRow(index)), " at " + model.at(op)]
    : steps.cause[step] === 2
      ? "annotations whose priority is reached"
      : "results of the main function";
  const changes = eventsOfStep(model, step).map((event) => change(app, event));
  return [
    el("h3", {}, "Step " + thousands(step + 1) + ": ", title),
    el(
      "p",
      { class: "soft" },
      model.strings[steps.layer[step]] + (op && model.source(op) ? ", " + model.source(op) : ""),
    ),
    op ? el("p", { class: "mono wrap" }, op.text) : null,
    el("ul", { class: "changes mono" }, changes),
  ];
}

function change(app, event) {
  const { model } = app;
  const { events, gains } = model.trace;
  const tensor = events.tensor[event];
  const type = model.typeOfTensor(tensor);
  const sources = (model.gainAt.get(event) || []).map((gain) => {
    const axes = axesOfDim(model, events.sharding[event], gains.dim[gain]);
    const mesh = model.meshes[model.trace.shardings[events.sharding[event]].mesh];
    const [name] = axisNames(model, mesh, axes[gains.axis[gain]]);
    return el(
      "div",
      { class: "soft" },
      "dimension " + gains.dim[gain] + " gets ",
      axisSpan(model, name),
      " from ",
      tensorLink(app, gains.from[gain]),
      " dimension " + gains.from_dim[gain],
      gains.factor[gain] < 0 ? "" : ", factor " + model.strings[gains.factor[gain]],
    );
  });
  return el(
    "li",
    {},
    tensorLink(app, tensor),
    " ",
    typeSpan(model, type, shardingBefore(model, event)),
    " → ",
    typeSpan(model, type, events.sharding[event]),
    sources,
  );
}
