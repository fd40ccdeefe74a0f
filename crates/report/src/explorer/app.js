// The page: header, tabs, selection, search, keys and the address.

const TABS = {
  overview: ["Overview", overviewPanel],
  layout: ["Layout", layoutPanel],
  plan: ["Plan", planPanel],
  levels: ["Levels", levelsPanel],
  tensor: ["Tensor", tensorPanel],
  why: ["Why", whyPanel],
  steps: ["Steps", stepsPanel],
  comms: ["Communication", commsPanel],
  memory: ["Memory", memoryPanel],
  findings: ["Findings", findingsPanel],
  diff: ["Differences", diffPanel],
};
/** The panels of a program on devices. */
const SHARDING_TABS = ["overview", "tensor", "why", "steps", "comms", "memory", "findings"];
/** How long the selection must stay before the address follows, in milliseconds. */
const ADDRESS_DELAY = 250;
const KEYS = [
  ["↑ ↓ or j k", "previous and next row"],
  ["← →", "close and open a row"],
  ["* ", "open or close everything"],
  ["/", "search; Enter for the next match"],
  ["n N", "next and previous match"],
  ["[ ]", "previous and next dimension of the value"],
  ["1 … 8", "the panels"],
  ["e u", "edit the sharding of the selection, undo (with a server)"],
  ["space", "play or pause the steps"],
  [", .", "one step back and forward"],
  ["t", "light, dark or as the system"],
  ["?", "this help"],
];

class App {
  constructor(data) {
    this.data = data;
    this.state = { part: 0, row: -1, tab: "overview" };
    this.query = "";
    this.matches = [];
    this.build();
    if (data.other) {
      const models = [0, data.other.part].map((part) => new Model(data.parts[part]));
      this.difference = new Difference(...models);
      this.state.tab = "diff";
    }
    this.openPart(data.other ? data.other.part : 0);
    this.readAddress();
    if (data.live) {
      this.live = new Live(this, data.live);
      this.header.after(this.live.node);
      this.live.draw();
      this.draw();
    }
    addEventListener("hashchange", () => this.readAddress());
    addEventListener("keydown", (event) => this.key(event));
    addEventListener("pointerup", () => (this.dragging = false));
    addEventListener("beforeprint", () => this.listing.print());
    addEventListener("afterprint", () => this.listing.draw(true));
  }

  build() {
    this.header = el("header");
    this.main = el("div", { class: "left" });
    this.panel = el("div", { class: "panel", id: "panel", role: "tabpanel", tabindex: "-1" });
    this.tabs = el("div", { class: "tabs", role: "tablist", "aria-label": "Panels" });
    this.search = el("input", {
      type: "search",
      id: "search",
      placeholder: "Search  /",
      "aria-label": "Search names, ops, files and axes",
      spellcheck: "false",
      oninput: () => this.find(this.search.value),
      onkeydown: (event) => this.searchKey(event),
    });
    this.found = el("span", { class: "soft found", "aria-live": "polite" });
    this.help = el(
      "dialog",
      { id: "help" },
      el("h2", {}, "Keys"),
      el(
        "table",
        {},
        el("caption", { class: "hidden" }, "Keys of this page"),
        el("tbody", {}, KEYS.map(([key, text]) => el("tr", {}, el("th", { scope: "row" }, el("kbd", {}, key)), el("td", {}, text)))),
      ),
      el("button", { type: "button", onclick: () => this.help.close() }, "Close"),
    );
    document.body.append(
      el(
        "a",
        { class: "skip", href: "#listing", onclick: (event) => (event.preventDefault(), this.listing.node.focus()) },
        "Go to the program",
      ),
      this.header,
      el("main", {}, this.main, el("aside", { "aria-label": "Details" }, this.tabs, this.panel)),
      this.help,
    );
  }

  /** The panels of this page. */
  panels() {
    const own = this.model.plan ? ["layout", "plan", "levels"] : SHARDING_TABS;
    return Object.entries(TABS).filter(([key]) => own.includes(key) || (key === "diff" && this.difference));
  }

  /** The panel that is open unless another one is chosen. */
  firstTab(isSelected) {
    if (this.model.plan) return "plan";
    return isSelected ? "tensor" : "overview";
  }

  /** Selects a value of the second program. */
  showAfter(value) {
    const part = this.data.other ? this.data.other.part : this.state.part;
    if (this.state.part !== part) this.openPart(part);
    this.selectValue(value, undefined, "keep");
  }

  /** Whether the second program has another sharding at a row than the first. */
  isChanged(index) {
    if (!this.difference || this.difference.after !== this.model) return false;
    return this.difference.rows.has(index);
  }

  openPart(number) {
    this.stop();
    this.state = { part: number, row: -1, tab: this.state.tab };
    const isSecond = this.data.other && number === this.data.other.part;
    this.model = isSecond ? this.difference.after : new Model(this.data.parts[number]);
    this.listing = new Listing(this, this.model);
    this.matches = [];
    put(this.main, this.listing.node);
    this.drawHeader();
    if (this.model.part.errors && !this.data.other) this.state.tab = "findings";
    if (this.model.plan && !["layout", "plan", "levels"].includes(this.state.tab)) this.state.tab = "plan";
    this.draw();
    this.listing.refresh();
  }

  /** Shows other data of the same file, and keeps the selection and what is open. */
  replace(data) {
    const { model: before, listing } = this;
    const { value, row, dim, tab, part } = this.state;
    const label = value === undefined ? undefined : before.label(value);
    const kept = row >= 0 ? listing.keyOf(row) : undefined;
    const open = listing.openKeys();
    const top = listing.node.scrollTop;
    this.data = data;
    document.title = data.title;
    this.difference = undefined;
    const number = Math.min(part, data.parts.length - 1);
    this.openPart(number);
    if (number === part && before.trace && this.model.trace) this.difference = new Difference(before, this.model);
    this.listing.openByKey(open);
    const found = label === undefined ? -1 : this.model.findLabel(label);
    const again = kept === undefined ? -1 : this.listing.rowOfKey(kept);
    this.state.tab = this.panels().some(([key]) => key === tab) ? tab : this.firstTab(false);
    if (found >= 0) this.selectValue(found, dim, "keep");
    else if (again >= 0) this.selectRow(again, undefined, "keep");
    this.listing.node.scrollTop = top;
    this.listing.refresh();
    this.draw();
  }

  drawHeader() {
    const { data, model } = this;
    const { part, costs, trace } = model;
    const chip = (...content) => el("span", { class: "chip" }, ...content);
    const mesh = model.meshes.find((each) => each.axes.length);
    const parts =
      data.parts.length > 1
        ? el(
            "select",
            { "aria-label": "Module", onchange: (event) => this.openPart(Number(event.target.value)) },
            data.parts.map((each, at) =>
              el("option", { value: at, selected: at === this.state.part }, partName(data, each, at)),
            ),
          )
        : null;
    const count = (number, noun, kind) =>
      number
        ? el(
            "button",
            { type: "button", class: "link " + kind, onclick: () => this.set({ tab: "findings" }) },
            "▲ " + plural(number, noun),
          )
        : null;
    const sharded = trace ? shardedValues(model) : 0;
    put(
      this.header,
      el("h1", { title: data.file + (data.options.length ? " " + data.options.join(" ") : "") }, shortTitle(data)),
      parts,
      mesh
        ? chip(
            el(
              "strong",
              {},
              plural(
                mesh.axes.reduce((product, [, size]) => product * size, 1),
                "device",
              ),
            ),
            " ",
            legend(model, mesh),
          )
        : null,
      costs ? chip("peak ", el("strong", {}, bytes(costs.peak)), share(costs.peak, costs.unpartitioned)) : null,
      costs
        ? chip("sent ", el("strong", {}, bytes(costs.sent)), costs.per_turn ? " and more per iteration" : "")
        : null,
      costs && costs.times ? chip("step ", el("strong", {}, duration(costs.times.step))) : null,
      trace
        ? el(
            "span",
            { class: "chip extra" },
            el("strong", {}, thousands(sharded)),
            " of " + plural(trace.tensor_of.length, "value") + " sharded",
          )
        : null,
      model.plan ? model.plan.chips(chip) : null,
      data.options.length ? chip(el("code", {}, data.options.join(" "))) : null,
      count(part.errors, "error", "bad"),
      count(part.warnings, "warning", "warn"),
      el(
        "span",
        { class: "tools" },
        this.found,
        this.search,
        el(
          "button",
          {
            type: "button",
            class: "icon",
            onclick: () => this.theme(),
            "aria-label": "Light or dark",
            title: "Light or dark (t)",
          },
          "◐",
        ),
        el(
          "button",
          {
            type: "button",
            class: "icon",
            onclick: () => this.help.showModal(),
            "aria-label": "Keys",
            title: "Keys (?)",
          },
          "?",
        ),
      ),
    );
  }

  drawTabs() {
    const findings = this.model.part.findings.length;
    put(
      this.tabs,
      this.panels().map(([key, [name]], at) =>
        el(
          "button",
          {
            type: "button",
            role: "tab",
            id: "tab-" + key,
            "aria-selected": String(key === this.state.tab),
            "aria-controls": "panel",
            tabindex: key === this.state.tab ? "0" : "-1",
            title: name + " (" + (at + 1) + ")",
            onclick: () => this.set({ tab: key }),
            onkeydown: (event) => this.tabKey(event, at),
          },
          name,
          key === "findings" && findings ? " " + findings : "",
        ),
      ),
    );
  }

  tabKey(event, at) {
    const keys = this.panels().map(([key]) => key);
    const move = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!move) return;
    this.set({ tab: keys[(at + move + keys.length) % keys.length] });
    document.getElementById("tab-" + this.state.tab).focus();
    event.preventDefault();
    event.stopPropagation();
  }

  /** Draws the panel and keeps the focus on the control of the same name. */
  draw() {
    const focused =
      document.activeElement && this.panel.contains(document.activeElement) ? document.activeElement.id : "";
    this.drawTabs();
    this.panel.setAttribute("aria-labelledby", "tab-" + this.state.tab);
    TABS[this.state.tab][1](this, this.panel);
    if (focused && document.getElementById(focused)) document.getElementById(focused).focus();
  }

  set(change) {
    const tab = this.state.tab;
    Object.assign(this.state, change);
    if (this.state.tab !== "steps") this.stop();
    this.draw();
    if (change.tab && change.tab !== tab) {
      this.panel.scrollTop = 0;
      this.mark();
      this.listing.draw(true);
    }
    this.writeAddress();
  }

  /** The tensor of the selection. */
  tensor() {
    const { model, state } = this;
    if (!model.trace || state.row < 0) return undefined;
    if (state.value === undefined) return model.tensorsAt(state.row)[0];
    return model.tensorsOf(state.value)[state.call || 0];
  }

  /** Selects a row and its first value. With "keep", the panel stays as it is. */
  selectRow(index, dim, keep) {
    const row = this.model.rows[index];
    const value = row.values ? this.model.firstValue[row.base] : undefined;
    this.select(index, value, dim, keep);
  }

  selectValue(value, dim, keep) {
    this.select(this.model.rowOfValue(value), value, dim, keep);
  }

  selectTensor(tensor) {
    const value = this.model.trace.tensors.value[tensor];
    const row = this.model.rowOfTensor(tensor);
    if (this.model.rows[row].kind === KIND.result) this.select(row, undefined);
    else if (value >= 0) this.selectValue(value);
  }

  select(index, value, dim, keep) {
    const stays = keep || this.state.tab === "why" || this.state.tab === "steps";
    Object.assign(this.state, { row: index, value, dim, call: 0 });
    if (!stays) this.state.tab = this.model.plan ? "layout" : "tensor";
    this.listing.selected = index;
    this.listing.reveal(index);
    this.draw();
    this.writeAddress();
  }

  selectDim(dim) {
    this.state.dim = dim;
    this.draw();
    this.listing.draw(true);
    this.writeAddress();
  }

  selectCall(call) {
    this.state.call = call;
    this.draw();
  }

  /** The state of the listing after some steps. */
  showStep(step) {
    this.state.tab = "steps";
    this.state.step = step;
    this.mark();
    const row = step > 0 ? this.model.trace.steps.row[step - 1] : -1;
    if (row >= 0) this.listing.reveal(this.model.rowAt[row]);
    else this.listing.draw(true);
    this.draw();
    this.writeAddress();
  }

  /** Marks the rows of the tensors that the step changes. */
  mark() {
    const { tab, step } = this.state;
    this.listing.marked.clear();
    if (tab !== "steps" || !step || step > this.model.stepCount) return;
    const row = this.model.trace.steps.row[step - 1];
    if (row >= 0) this.listing.marked.add(this.model.rowAt[row]);
    for (const event of eventsOfStep(this.model, step - 1)) {
      this.listing.marked.add(this.model.rowOfTensor(this.model.trace.events.tensor[event]));
    }
  }

  play() {
    if (this.timer) {
      this.stop();
      return this.draw();
    }
    if (!this.model.stepCount) return;
    if (this.state.step === undefined || this.state.step >= this.model.stepCount) this.state.step = 0;
    this.timer = setInterval(() => {
      if (this.state.step + 1 >= this.model.stepCount) this.stop();
      this.showStep(this.state.step + 1);
    }, PAUSE);
    this.showStep(this.state.step + 1);
  }

  stop() {
    clearInterval(this.timer);
    this.timer = 0;
  }

  /** Finds rows by name, op, file, scope or axis. */
  find(query) {
    this.query = query.trim().toLowerCase();
    this.matches = [];
    if (this.query) {
      this.model.rows.forEach((row, index) => {
        if (this.rowText(row).toLowerCase().includes(this.query)) this.matches.push(index);
      });
    }
    this.matchSet = new Set(this.matches);
    const at = this.matches.findIndex((index) => index >= this.state.row);
    this.match = at < 0 ? 0 : at;
    if (this.matches.length) this.showMatch(0);
    else this.listing.draw(true);
    this.found.textContent = this.query
      ? this.matches.length
        ? this.match + 1 + " of " + thousands(this.matches.length)
        : "no match"
      : "";
  }

  rowText(row) {
    const { model } = this;
    if (row.kind === KIND.collective) {
      const list = model.costs.collectives;
      return (
        model.strings[list.kind[row.collective]] +
        " " +
        list.axes[row.collective].map((axis) => model.strings[axis]).join(" ")
      );
    }
    if (row.kind === KIND.group || row.kind === KIND.repeat) return row.title;
    const values = row.kind === KIND.argument ? model.strings[model.values.name[model.firstValue[row.base]]] + " " : "";
    return values + row.title + " " + row.text + " " + model.source(row) + " " + model.scope(row);
  }

  isMatch(index) {
    return this.query !== "" && this.matchSet.has(index);
  }

  showMatch(move) {
    const count = this.matches.length;
    if (!count) return;
    this.match = (this.match + move + count) % count;
    this.selectRow(this.matches[this.match], undefined, "keep");
    this.found.textContent = this.match + 1 + " of " + thousands(count);
  }

  searchKey(event) {
    if (event.key === "Enter") this.showMatch(event.shiftKey ? -1 : 1);
    else if (event.key === "Escape") {
      this.search.value = "";
      this.find("");
      this.listing.node.focus();
    } else return;
    event.preventDefault();
  }

  key(event) {
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) ||
      this.help.open
    )
      return;
    const digit = Number(event.key);
    const names = this.panels().map(([key]) => key);
    if (event.key === "/") this.search.focus();
    else if (digit >= 1 && digit <= names.length) this.set({ tab: names[digit - 1] });
    else if (event.key === "n") this.showMatch(1);
    else if (event.key === "N") this.showMatch(-1);
    else if (event.key === "[" || event.key === "]") this.nextDim(event.key === "]" ? 1 : -1);
    else if (event.key === "?") this.help.showModal();
    else if (event.key === "t") this.theme();
    else if (this.live && event.key === "u") this.live.act("undo");
    else if (this.live && event.key === "e") this.editSelection();
    else if (this.state.tab === "steps" && event.key === " " && event.target.tagName !== "BUTTON") this.play();
    else if (this.model.trace && (event.key === "," || event.key === ".")) this.moveStep(event.key === "." ? 1 : -1);
    else return;
    event.preventDefault();
  }

  moveStep(move) {
    const count = this.model.stepCount;
    const step = this.state.step === undefined ? count : this.state.step;
    this.showStep(Math.min(Math.max(step + move, 0), count));
  }

  editSelection() {
    this.set({ tab: "tensor" });
    const field = document.getElementById("sharding");
    if (field) field.select();
  }

  nextDim(move) {
    const tensor = this.tensor();
    const rank = tensor === undefined ? 0 : (this.model.typeOfTensor(tensor)[1] || []).length;
    if (!rank) return;
    const dim = this.state.dim === undefined ? (move > 0 ? -1 : 0) : this.state.dim;
    this.selectDim((dim + move + rank) % rank);
  }

  /** As the system, dark, light. */
  theme() {
    const next = { "": "dark", dark: "light", light: "" }[document.documentElement.dataset.theme || ""];
    if (next) document.documentElement.dataset.theme = next;
    else delete document.documentElement.dataset.theme;
  }

  /** The annotation that an axis comes from, as the panels show it. */
  origin(tensor, dim, axis) {
    return originOf(this.model, tensor, dim, axis);
  }

  axes(sharding, dim) {
    return axesOfDim(this.model, sharding, dim);
  }

  axisNames(mesh, axes) {
    return axisNames(this.model, mesh, axes);
  }

  /** Updates the address soon; browsers refuse to change it many times a second, as a held key would. */
  writeAddress() {
    clearTimeout(this.addressTimer);
    this.addressTimer = setTimeout(() => this.writeAddressNow(), ADDRESS_DELAY);
  }

  /** The selection as the fragment of the address, so that it can be shared. */
  writeAddressNow() {
    const { part, row, value, dim, tab, step, point, by } = this.state;
    const fields = new URLSearchParams();
    if (part) fields.set("m", part);
    if (value !== undefined) fields.set("v", this.model.label(value));
    if (row >= 0 && (value === undefined || this.model.findLabel(fields.get("v")) !== value)) fields.set("r", row);
    if (dim !== undefined) fields.set("d", dim);
    if (tab !== this.firstTab(row >= 0)) fields.set("t", tab);
    if (step !== undefined && tab === "steps") fields.set("s", step);
    if (point !== undefined && tab === "memory") fields.set("p", point);
    if (by !== undefined && tab === "comms") fields.set("by", by);
    const text = "#" + fields;
    if (text !== (location.hash || "#"))
      history.replaceState(null, "", text === "#" ? location.pathname + location.search : text);
    this.address = location.hash;
  }

  readAddress() {
    if (location.hash === this.address) return;
    this.address = location.hash;
    const fields = new URLSearchParams(location.hash.slice(1));
    const number = (name, most) => {
      const found = Number(fields.get(name));
      return fields.has(name) && Number.isInteger(found) && found >= 0 && found < most ? found : undefined;
    };
    const part = number("m", this.data.parts.length);
    if (part !== undefined && part !== this.state.part) this.openPart(part);
    const { model } = this;
    if (this.panels().some(([key]) => key === fields.get("t"))) this.state.tab = fields.get("t");
    if (Object.hasOwn(GROUPINGS, fields.get("by") || "")) this.state.by = fields.get("by");
    this.state.step = model.trace ? number("s", model.stepCount + 1) : undefined;
    this.state.point = model.memory ? number("p", model.memory.course.length) : undefined;
    const value = fields.has("v") ? model.findLabel(fields.get("v")) : -1;
    const row = number("r", model.rows.length);
    // What is selected is shown, unless the address names a panel.
    const keep = fields.has("t") ? "keep" : undefined;
    if (row !== undefined) this.selectRow(row, number("d", 64), keep);
    else if (value >= 0) this.selectValue(value, number("d", 64), keep);
    if (this.state.step !== undefined) this.showStep(this.state.step);
    this.draw();
  }
}

function isSharded(model, sharding) {
  return sharding >= 0 && model.trace.shardings[sharding].dims.some((dim) => dim.length > 0);
}

/** The name of a module, or of its file if there are two. */
function partName(data, part, at) {
  if (!data.other) return "module " + (at + 1) + (part.name ? " @" + part.name : "");
  return (
    (at < data.other.part ? "before: " : "after: ") +
    (at < data.other.part ? data.file : data.other.file).split("/").pop()
  );
}

/** The title, or the name of the file without its folder if there is no other title. */
function shortTitle(data) {
  if (data.other && data.title === data.other.file + " compared with " + data.file) return "Comparison";
  return data.title === "Sharding of " + data.file ? data.file.split("/").pop() : data.title;
}

/** The peak as a share of the unpartitioned program. */
function share(size, all) {
  return all ? [" of " + bytes(all) + " ", bar(size / all, "memory")] : null;
}

readData()
  .then((data) => {
    document.title = data.title;
    globalThis.partita = new App(data);
    document.documentElement.dataset.ready = "1";
    performance.mark("ready");
  })
  .catch((error) => {
    document.body.append(el("p", { class: "bad" }, "This page cannot be shown: " + error.message));
    throw error;
  });
