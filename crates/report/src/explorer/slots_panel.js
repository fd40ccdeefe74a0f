// Where the elements of a tensor are: its mesh of ciphertexts, and the slots of one of them.

/** The most rows and columns of slots that are drawn. */
const DRAWN_SLOTS = 64;
const DRAWN_CIPHERTEXTS = 256;

/** The layout of the selected layer's result, or of a repacking. */
function layoutPanel(app, out) {
  const { model } = app;
  const row = model.rows[app.state.row];
  const layout = row && model.plan.layoutOf(row);
  if (!layout)
    return put(out, el("p", { class: "soft" }, "Select a layer of the listing: click it, or use the arrow keys."));
  const chosen = Math.min(app.state.ciphertext || 0, layout.mesh[0] * layout.mesh[1] - 1);
  put(
    out,
    el(
      "h2",
      { class: "mono" },
      el("span", { class: "name" }, row.kind === KIND.repack ? row.title + " repacked" : model.label(model.firstValue[row.base])),
      " [" + layout.shape.join(", ") + "]",
    ),
    el("p", { class: "soft" }, layoutSentence(layout)),
    ciphertextPicture(app, layout, chosen),
    slotPicture(layout, chosen),
    layerFacts(app, row),
  );
}

function layoutSentence(layout) {
  const [groups, parts] = layout.mesh;
  const [channels, rows] = layout.block;
  const held = plural(channels, "channel") + (parts > 1 ? " of " + plural(rows, "row") : "") + " each";
  const more = [
    layout.halo ? "a halo of " + plural(layout.halo, "row") : "",
    layout.copies > 1 ? layout.copies + " copies of the block" : "",
    layout.dirty ? "arbitrary values between" : "",
  ].filter(Boolean);
  return [plural(groups * parts, "ciphertext") + " of " + thousands(layout.slots) + " slots", held, percent(layout.used) + " of the slots hold a value", ...more].join(", ");
}

/** The mesh of ciphertexts: channel groups down, row parts across. */
function ciphertextPicture(app, layout, chosen) {
  const [groups, parts] = layout.mesh;
  const shown = Math.min(groups, Math.max(1, Math.floor(DRAWN_CIPHERTEXTS / parts)));
  const width = Math.min(90, (PICTURE_WIDTH - 60) / parts);
  const picture = svg("svg", {
    viewBox: "0 0 " + PICTURE_WIDTH + " " + (20 + shown * 24),
    class: "plane",
    role: "img",
    "aria-label": groups + " channel groups by " + parts + " row parts",
  });
  for (let group = 0; group < shown; group++) {
    const first = group * layout.block[0];
    picture.append(svg("text", { x: 52, y: 20 + group * 24 + 14, class: "label end h0" }, "ch " + first + "…"));
    for (let part = 0; part < parts; part++) {
      const number = group * parts + part;
      const x = 58 + part * width;
      const cell = svg("rect", {
        x: x.toFixed(1),
        y: 20 + group * 24,
        width: (width - 2).toFixed(1),
        height: 21,
        rx: 2.5,
        class: "cell pick" + (number === chosen ? " same" : ""),
        onclick: () => app.set({ ciphertext: number }),
      });
      cell.style.fill = mixed(group, groups, part, parts);
      picture.append(cell);
      if (width > 16)
        picture.append(svg("text", { x: (x + width / 2 - 1).toFixed(1), y: 34 + group * 24, class: "number" }, String(number)));
      if (!group && (parts <= 8 || part % 4 === 0))
        picture.append(svg("text", { x: x.toFixed(1), y: 14, class: "label h1" }, "row " + part * layout.block[1] + "…"));
    }
  }
  const buttons = [];
  for (let number = 0; number < Math.min(groups * parts, 16); number++)
    buttons.push(
      el("button", { type: "button", "aria-pressed": String(number === chosen), onclick: () => app.set({ ciphertext: number }) }, String(number)),
    );
  return [
    heading("Ciphertexts", groups + " channel groups × " + parts + " row parts"),
    picture,
    groups > shown ? el("p", { class: "soft" }, plural((groups - shown) * parts, "more ciphertext")) : null,
    groups * parts > 1 ? el("div", { class: "choices", role: "group", "aria-label": "Ciphertext" }, "show ", buttons) : null,
  ];
}

function mixed(group, groups, part, parts) {
  const share = (at, count) => (count > 1 ? 12 + (58 * at) / (count - 1) : 12).toFixed(0);
  const first = "color-mix(in srgb, var(--h0) " + share(group, groups) + "%, var(--cell))";
  return parts > 1 ? "color-mix(in srgb, var(--h1) " + share(part, parts) + "%, " + first + ")" : first;
}

/** The element in each slot of a ciphertext: channel, row, column; or nothing. */
function elementsOf(layout, ciphertext) {
  const [groups, parts] = layout.mesh;
  const [channels, height, width] = layout.shape;
  const [group, part] = [Math.floor(ciphertext / parts), ciphertext % parts];
  const place = layout.order.length ? layout.order : null;
  const channelAt = new Map();
  for (let channel = 0; channel < channels; channel++) channelAt.set(place ? place[channel] : channel, channel);
  const first = part * layout.block[1];
  const from = Math.max(0, first - layout.halo);
  const to = Math.min(height, first + layout.block[1] + layout.halo);
  const out = new Map();
  layout.bases.forEach((base, local) => {
    const channel = channelAt.get(group * layout.block[0] + local);
    if (channel === undefined || group >= groups) return;
    for (let row = from; row < to; row++)
      for (let column = 0; column < width; column++)
        out.set(base + (row + layout.halo - first) * layout.strides[0] + column * layout.strides[1], [channel, row, column]);
  });
  return out;
}

/** The first slots of a ciphertext as rows of its planes, coloured by channel. */
function slotPicture(layout, ciphertext) {
  const elements = elementsOf(layout, ciphertext);
  const columns = Math.min(layout.width, DRAWN_SLOTS);
  const allRows = Math.ceil(layout.slots / layout.copies / layout.width);
  const rows = Math.min(allRows, DRAWN_SLOTS);
  const size = Math.min(26, (PICTURE_WIDTH - 4) / columns);
  const info = el("p", { class: "soft mono device", "aria-live": "polite" }, "Point at a slot to see its element.");
  const picture = svg("svg", {
    viewBox: "0 0 " + PICTURE_WIDTH + " " + (rows * size + 4).toFixed(1),
    class: "plane slots",
    role: "img",
    tabindex: "0",
    "aria-label": "Slots of ciphertext " + ciphertext,
  });
  const most = Math.max(1, layout.block[0] - 1);
  const show = (slot) => {
    const found = elements.get(slot);
    info.textContent = "ciphertext " + ciphertext + ", slot " + slot + ": " + (found ? "element [" + found.join(", ") + "]" : "no value");
  };
  let current = -1;
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const slot = row * layout.width + column;
      const found = elements.get(slot);
      const cell = svg("rect", {
        x: (2 + column * size).toFixed(1),
        y: (2 + row * size).toFixed(1),
        width: Math.max(1, size - 1).toFixed(1),
        height: Math.max(1, size - 1).toFixed(1),
        class: "cell",
        "data-slot": slot,
        onpointerenter: () => show((current = slot)),
      });
      const share = found ? 15 + (70 * (found[0] % layout.block[0])) / most : 0;
      cell.style.fill = found ? "color-mix(in srgb, var(--h0) " + share.toFixed(0) + "%, var(--cell))" : "transparent";
      picture.append(cell);
    }
  picture.addEventListener("keydown", (event) => {
    const moves = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: layout.width, ArrowUp: -layout.width };
    if (!(event.key in moves)) return;
    show((current = Math.min(Math.max(current < 0 ? 0 : current + moves[event.key], 0), layout.slots - 1)));
    event.preventDefault();
  });
  const part = rows < allRows || columns < layout.width ? "first " + rows + " rows of " + columns + " slots" : "each row is a row of a plane";
  return [heading("Slots of ciphertext " + ciphertext, part + ", coloured by channel"), picture, info];
}

/** What the table of the plan has about a layer, and the steps of it. */
function layerFacts(app, row) {
  const { model } = app;
  const layer = model.plan.layerAt.get(row.base);
  const facts = [];
  const fact = (name, ...content) => facts.push(el("dt", {}, name), el("dd", { class: "mono" }, ...content));
  if (layer) model.plan.headings.forEach((name, at) => layer.cells[at] && fact(name, layer.cells[at]));
  else for (const step of model.plan.stepsAt(row.base)) {
    fact("rotations", thousands(step.rotations));
    fact("levels", step.levels[0] + " → " + step.levels[1]);
    fact("from", model.plan.layouts[step.from].text);
    fact("to", model.plan.layouts[step.to].text);
  }
  const reads = (row.operands || []).map((value) => [link(model.label(value), () => app.selectValue(value)), " "]);
  if (reads.length) fact("reads", reads);
  return [layer ? whyLayout(model, layer) : null, heading("Facts"), el("dl", {}, facts)];
}

/** Why the layout was chosen: the next best one, and how much more it costs. */
function whyLayout(model, layer) {
  const { plan } = model;
  if (!layer.next) return [heading("Why this layout"), el("p", { class: "soft" }, "It is the only one that was considered.")];
  const [index, worse] = layer.next;
  return [
    heading("Why this layout"),
    el(
      "p",
      { class: "next" },
      "The best plan with another layout here needs ",
      el("strong", {}, "+" + thousands(worse) + " " + plan.unit),
      worse ? "" : " and more of what is compared next",
      ": ",
      el("span", { class: "mono wrap" }, plan.layouts[index].text),
    ),
  ];
}
