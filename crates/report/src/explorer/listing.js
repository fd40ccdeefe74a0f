// The program as a listing. Only the rows in view exist as elements, so its length does not matter.

/** Rows beyond the window that exist as well, for smooth scrolling. */
const OVERSCAN = 12;
/** A program of more rows starts with its groups closed. */
const OPEN_ROWS = 400;
/** More arguments or results than this are closed at first. */
const OPEN_ARGUMENTS = 12;
/** The most rows that are printed on paper. */
const PRINTED_ROWS = 4000;

class Listing {
  constructor(app, model) {
    this.app = app;
    this.model = model;
    this.selected = -1;
    this.marked = new Set();
    this.window = el("div", { class: "window" });
    this.node = el(
      "section",
      {
        id: "listing",
        class: "listing mono",
        tabindex: "0",
        role: "tree",
        "aria-label": "Program",
        onscroll: () => this.schedule(),
        onclick: (event) => this.click(event),
        onkeydown: (event) => this.key(event),
      },
      this.window,
    );
    this.isOpen = this.defaults();
    this.refresh();
    new ResizeObserver(() => this.draw(true)).observe(this.node);
    matchMedia("print").addEventListener("change", (event) => (event.matches ? this.print() : this.draw(true)));
  }

  get height() {
    return parseFloat(getComputedStyle(this.node).getPropertyValue("--row")) || 21;
  }

  hasChildren(index) {
    return this.model.rows[index].end > index + 1;
  }

  /** Which rows are open at first: the first function, and groups unless the program is long. */
  defaults() {
    const { rows } = this.model;
    const open = new Uint8Array(rows.length);
    const long = rows.length > OPEN_ROWS;
    rows.forEach((row, index) => {
      const size = row.end - index - 1;
      if (row.kind === KIND.func) open[index] = index === 0 || !long ? 1 : 0;
      else if (LISTED.test(row.title)) open[index] = size <= OPEN_ARGUMENTS ? 1 : 0;
      else if (row.kind === KIND.op) open[index] = /while|case|if|manual_computation|named_computation/.test(row.title);
      else open[index] = long ? 0 : 1;
    });
    return open;
  }

  /** What a row is called, with the rows around it: the same in another version of the program. */
  keyOf(index) {
    const { rows } = this.model;
    const names = [];
    for (let at = index; at >= 0; at = rows[at].parent) {
      const row = rows[at];
      const own = row.kind === KIND.op || row.kind === KIND.text ? row.text : row.title;
      names.push(row.kind + " " + own + " " + (row.kind === KIND.repeat ? row.count : ""));
    }
    return names.join("\n");
  }

  /** The keys of the open rows, and of those that are closed. */
  openKeys() {
    const keys = new Map();
    this.model.rows.forEach((_, index) => {
      if (this.hasChildren(index)) keys.set(this.keyOf(index), this.isOpen[index]);
    });
    return keys;
  }

  /** Opens and closes the rows with these keys. */
  openByKey(keys) {
    this.model.rows.forEach((_, index) => {
      if (!this.hasChildren(index)) return;
      const open = keys.get(this.keyOf(index));
      if (open !== undefined) this.isOpen[index] = open;
    });
    this.refresh();
  }

  rowOfKey(key) {
    return this.model.rows.findIndex((_, index) => this.keyOf(index) === key);
  }

  /** The rows that no closed row hides. */
  refresh() {
    const { rows } = this.model;
    this.visible = [];
    for (let index = 0; index < rows.length;) {
      this.visible.push(index);
      index = this.isOpen[index] || !this.hasChildren(index) ? index + 1 : rows[index].end;
    }
    this.window.style.height = this.visible.length * this.height + "px";
    this.draw(true);
  }

  toggle(index, open) {
    if (!this.hasChildren(index)) return;
    this.isOpen[index] = open === undefined ? 1 - this.isOpen[index] : open ? 1 : 0;
    this.refresh();
  }

  /** Opens everything, or returns to what was open at first. */
  toggleAll() {
    const all = this.isOpen.every((open, index) => open || !this.hasChildren(index));
    if (all) this.isOpen = this.defaults();
    else this.isOpen.fill(1);
    this.reveal(this.selected);
  }

  /** Opens the rows around a row and scrolls to it. */
  reveal(index) {
    if (index < 0) return this.refresh();
    for (let row = this.model.rows[index].parent; row >= 0; row = this.model.rows[row].parent) this.isOpen[row] = 1;
    this.refresh();
    const at = this.position(index);
    const top = at * this.height;
    const { scrollTop, clientHeight } = this.node;
    if (top < scrollTop + this.height || top > scrollTop + clientHeight - 2 * this.height) {
      this.node.scrollTop = Math.max(0, top - clientHeight / 3);
    }
    this.draw(true);
  }

  /** The place of a row among the visible ones, or of the row that hides it. */
  position(index) {
    let low = 0;
    let high = this.visible.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.visible[middle] <= index) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  schedule() {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.draw(false);
    });
  }

  draw(force) {
    const { height } = this;
    const first = Math.max(0, Math.floor(this.node.scrollTop / height) - OVERSCAN);
    const count = Math.ceil(this.node.clientHeight / height) + 2 * OVERSCAN;
    const last = Math.min(this.visible.length, first + count);
    if (!force && first === this.first && last === this.last) return;
    [this.first, this.last] = [first, last];
    const rows = [];
    for (let at = first; at < last; at++) rows.push(this.row(this.visible[at], at * height));
    put(this.window, rows);
    const shown = this.selected >= first && document.getElementById("row" + this.selected);
    if (shown) this.node.setAttribute("aria-activedescendant", shown.id);
    else this.node.removeAttribute("aria-activedescendant");
  }

  /** Replaces the window by all visible rows, for paper. */
  print() {
    const some = this.visible.slice(0, PRINTED_ROWS);
    put(
      this.window,
      some.map((index) => this.row(index, 0)),
    );
    const more = this.visible.length - some.length;
    if (more > 0) this.window.append(el("p", {}, plural(more, "more row")));
  }

  row(index, top) {
    const { model } = this;
    const row = model.rows[index];
    const folds = this.hasChildren(index);
    const classes = ["row", CLASS_OF_KIND[row.kind]];
    if (index === this.selected) classes.push("on");
    if (this.marked.has(index)) classes.push("marked");
    if (this.app.isMatch(index)) classes.push("match");
    if (this.app.isChanged(index)) classes.push("changed");
    // A group is compared with the program, a collective with the largest one.
    const leaf = row.kind === KIND.collective || (model.plan && !folds);
    const sent = folds || leaf ? row.sent : 0;
    const node = el(
      "div",
      {
        class: classes.join(" "),
        id: "row" + index,
        "data-row": index,
        role: "treeitem",
        "aria-level": row.depth + 1,
        "aria-expanded": folds ? String(Boolean(this.isOpen[index])) : undefined,
        "aria-selected": String(index === this.selected),
        style: { top: top + "px", "--depth": Math.min(row.depth, 12) },
      },
      el(
        "span",
        { class: "line" },
        // The graph of a model has no place in it.
        (row.kind === KIND.op || row.kind === KIND.text || row.kind === KIND.func) && row.line ? row.line : "",
      ),
      model.plan
        ? model.plan.gauges(row, sent, leaf)
        : [
            model.times
              ? gauge("sent", row.time, folds ? model.allTime : model.mostTime, "on " + model.times.hardware, duration(row.time))
              : gauge("sent", sent, leaf ? model.mostCollective : model.costs && model.costs.sent, "sent per device"),
            gauge("memory", row.peak, model.mostPeak, "in memory on each device"),
          ],
    );
    const text = el("span", { class: "what" });
    if (folds)
      text.append(
        el("span", { class: "caret", "data-fold": "1", "aria-hidden": "true" }, this.isOpen[index] ? "▾" : "▸"),
      );
    this.describe(row, index, text);
    node.append(text);
    const types = this.types(row, index);
    if (types) node.append(types);
    return node;
  }

  describe(row, index, out) {
    const { model } = this;
    if (row.kind === KIND.collective) describeCollective(model, row, out);
    else if (row.kind === KIND.func)
      out.append(
        model.words.program + " ",
        el("b", {}, (model.words === WORDS ? "@" : "") + row.title),
        note(model, plural(row.ops, model.words.op), row),
      );
    else if (row.kind === KIND.group)
      out.append(row.title, LISTED.test(row.title) ? "" : note(model, plural(row.ops, model.words.op), row));
    else if (row.kind === KIND.repeat) {
      const title = row.title || "repeated ops" + (model.source(row) ? " at " + model.source(row) : "");
      const each = plural(row.count, "×").replace(/s$/, "") + " " + plural(Math.round(row.ops / row.count), model.words.op);
      const sent = row.sent ? ", " + model.amount(Math.round(row.sent / row.count)) + " each" : "";
      const time = row.time ? ", " + duration(row.time / row.count) + " each" : "";
      out.append(title, el("span", { class: "soft" }, "  " + each + sent + time));
    } else if (row.kind === KIND.argument) {
      out.append(this.name(model.firstValue[row.base]), " ", el("span", { class: "given" }, row.title));
    } else if (row.kind === KIND.result)
      out.append("result " + row.count + " ", el("span", { class: "given" }, row.title));
    else if (row.kind === KIND.text) out.append(row.text);
    else if (row.kind === KIND.repack) describeRepack(model, row, out);
    else this.describeOp(row, index, out);
  }

  name(value) {
    return el("span", { class: "name", "data-value": value }, this.model.strings[this.model.values.name[value]]);
  }

  describeOp(row, index, out) {
    const { model } = this;
    if (row.operands) return describeNode(model, row, out);
    const { results, name, rest } = splitOp(row.text);
    if (results) out.append(el("span", { class: "name" }, results), " = ");
    out.append(el("b", {}, name));
    let at = 0;
    for (const match of rest.matchAll(/%[\w$.-]+(#\d+)?/g)) {
      out.append(rest.slice(at, match.index));
      out.append(operandSpan(model, match[0], index));
      at = match.index + match[0].length;
    }
    out.append(rest.slice(at));
    if (model.conflictsAt && model.conflictsAt.has(row.base)) {
      out.append(el("span", { class: "conflict", title: "a conflict: see Findings" }, " ▲"));
    }
  }

  types(row, index) {
    const { model, app } = this;
    if (row.kind === KIND.collective) return collectiveTypes(model, row);
    const out = el("span", { class: "types" });
    const step = app.state.tab === "steps" ? app.state.step : undefined;
    if (row.kind === KIND.result) {
      for (const tensor of model.tensorsAt(index))
        out.append(typeSpan(model, model.typeOfTensor(tensor), model.shardingOf(tensor, step)));
      return out;
    }
    if (!row.values) return null;
    for (let at = 0; at < Math.min(row.values, 3); at++) {
      const value = model.firstValue[row.base] + at;
      const tensor = model.tensorOf(value);
      const dim = index === this.selected && app.state.value === value ? app.state.dim : undefined;
      const sharding = tensor < 0 ? -1 : model.shardingOf(tensor, step);
      const type = typeSpan(model, model.types[model.values.type[value]], sharding, { dim });
      type.dataset.value = value;
      if (at) out.append(" ");
      out.append(type);
    }
    if (row.values > 3) out.append(" +" + (row.values - 3));
    return out;
  }

  click(event) {
    const target = event.target.closest("[data-row]");
    if (!target || getSelection().type === "Range") return;
    const index = Number(target.dataset.row);
    const row = this.model.rows[index];
    if (event.target.closest("[data-fold]") || row.kind === KIND.group || row.kind === KIND.repeat) this.toggle(index);
    const value = event.target.closest("[data-value]");
    const dim = event.target.closest("[data-dim]");
    if (value) this.app.selectValue(Number(value.dataset.value), dim ? Number(dim.dataset.dim) : undefined);
    else this.app.selectRow(index, dim ? Number(dim.dataset.dim) : undefined);
  }

  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target !== this.node) return;
    const index = this.selected;
    const page = Math.max(1, Math.floor(this.node.clientHeight / this.height) - 2);
    const jumps = {
      ArrowDown: 1,
      j: 1,
      ArrowUp: -1,
      k: -1,
      PageDown: page,
      PageUp: -page,
      Home: -Infinity,
      End: Infinity,
    };
    if (event.key in jumps) this.go(jumps[event.key]);
    else if (event.key === "ArrowRight" || event.key === "l") this.right(index);
    else if (event.key === "ArrowLeft" || event.key === "h") this.left(index);
    else if (event.key === "Enter" || event.key === " ") this.toggle(index);
    else if (event.key === "*") this.toggleAll();
    else return;
    event.preventDefault();
  }

  go(jump) {
    const from = this.selected < 0 ? -1 : this.position(this.selected);
    const to = Math.min(Math.max(from + jump, 0), this.visible.length - 1);
    this.app.selectRow(this.visible[to]);
  }

  /** Opens a row, or enters it. */
  right(index) {
    if (index < 0 || !this.hasChildren(index)) return;
    if (this.isOpen[index]) this.go(1);
    else this.toggle(index, true);
  }

  /** Closes a row, or goes to the row around it. */
  left(index) {
    if (index < 0) return;
    const { parent } = this.model.rows[index];
    if (this.hasChildren(index) && this.isOpen[index]) this.toggle(index, false);
    else if (parent >= 0) this.app.selectRow(parent);
  }
}

const CLASS_OF_KIND = ["op", "fold func", "argument", "fold", "fold", "text", "argument", "collective", "collective"];
/** The titles of groups of arguments and results. */
const LISTED = /^\d+ (argument|result|input|weight)s?$/;

function note(model, text, row) {
  const sent = row.sent ? ", " + model.amount(row.sent) : "";
  const time = row.time ? ", " + duration(row.time) : "";
  return el("span", { class: "soft" }, "  " + text + sent + time);
}

/** A bar in the gutter. */
function gauge(kind, size, most, what, text) {
  const title = size ? (text || bytes(size)) + " " + what : undefined;
  const out = el("span", { class: "gauge " + kind, title });
  if (size && most) out.append(el("i", { style: { width: Math.max(3, (100 * size) / most).toFixed(1) + "%" } }));
  return out;
}
