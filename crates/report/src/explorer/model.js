// The program as the panels see it: rows with the collectives between them, values, shardings at a step.

const KIND = { op: 0, func: 1, argument: 2, group: 3, repeat: 4, text: 5, result: 6, collective: 7, repack: 8 };

/** The words of a StableHLO program; other front ends bring their own. */
const WORDS = { place: "line", op: "op", program: "func", language: "MLIR" };

class Model {
  constructor(part) {
    const { strings, rows, values, types, places, results, trace, costs, words, plan } = part.explorer;
    this.part = part;
    this.strings = strings;
    this.types = types;
    this.values = values;
    this.places = places;
    this.resultTypes = results;
    this.trace = trace;
    this.costs = costs;
    this.words = words || WORDS;
    this.plan = plan ? new Plan(this, plan) : null;
    this.meshes = trace ? trace.meshes : [];
    this.nameHues();
    this.placeValues(rows);
    this.insertCollectives(rows);
    this.measure();
    if (trace) this.indexTrace();
    if (costs) this.memory = new Memory(this, costs);
    this.names = new Map();
  }

  /** Each mesh axis has one hue, by name, in the order of the meshes. */
  nameHues() {
    this.hues = new Map();
    for (const mesh of this.meshes) {
      for (const [name] of mesh.axes) {
        const text = this.strings[name];
        if (!this.hues.has(text)) this.hues.set(text, this.hues.size % NUMBER_OF_HUES);
      }
    }
  }

  hue(name) {
    const hue = this.hues.get(name.split(":")[0].replace(/^"|"$/g, ""));
    return hue === undefined ? "" : "h" + hue;
  }

  placeValues(rows) {
    let value = 0;
    this.firstValue = rows.values.map((count) => {
      value += count;
      return value - count;
    });
    this.valueRow = new Int32Array(value);
    rows.values.forEach((count, row) => {
      for (let at = 0; at < count; at++) this.valueRow[this.firstValue[row] + at] = row;
    });
    this.resultRow = [];
    rows.kind.forEach((kind, row) => {
      if (kind === KIND.result) this.resultRow[rows.count[row]] = row;
    });
  }

  /** The rows of the page: those of the program, and the collectives before and after them. */
  insertCollectives(rows) {
    const before = new Map();
    const after = new Map();
    const list = this.costs ? this.costs.collectives : { row: [] };
    list.row.forEach((row, index) => {
      if (row < 0) return;
      const side = list.before[index] ? before : after;
      if (!side.has(row)) side.set(row, []);
      side.get(row).push(index);
    });
    this.rows = [];
    this.rowAt = new Int32Array(rows.kind.length);
    const collectives = (found, depth) => {
      for (const index of found || []) {
        this.rows.push({ kind: KIND.collective, depth, base: list.row[index], collective: index });
      }
    };
    // A collective after an op with a body comes after the body.
    const open = [];
    const close = (depth) => {
      while (open.length && open[open.length - 1].depth >= depth) {
        const { base, depth: own } = open.pop();
        collectives(after.get(base), own);
      }
    };
    for (let base = 0; base < rows.kind.length; base++) {
      const depth = rows.depth[base];
      close(depth);
      collectives(before.get(base), depth);
      this.rowAt[base] = this.rows.length;
      this.rows.push({
        kind: rows.kind[base],
        depth,
        base,
        line: rows.line[base],
        title: this.strings[rows.title[base]],
        text: rows.text[base],
        place: rows.place[base],
        values: rows.values[base],
        count: rows.count[base],
        operands: rows.operands ? rows.operands[base] : null,
      });
      open.push({ base, depth });
    }
    close(0);
    this.collectiveRow = [];
    this.rows.forEach((row, index) => {
      if (row.kind === KIND.collective) this.collectiveRow[row.collective] = index;
    });
  }

  /** Ends, parents, and sums of the rows under each row. */
  measure() {
    const { rows } = this;
    const stack = [];
    rows.forEach((row, index) => {
      while (stack.length && rows[stack[stack.length - 1]].depth >= row.depth) rows[stack.pop()].end = index;
      row.parent = stack.length ? stack[stack.length - 1] : -1;
      row.func = row.kind === KIND.func ? index : row.parent < 0 ? -1 : rows[row.parent].func;
      row.sent = row.kind === KIND.collective ? this.sent(row.collective) : 0;
      row.time = row.kind === KIND.collective && this.times ? this.costs.collectives.time[row.collective] : 0;
      row.peak = 0;
      row.ops = row.kind === KIND.op ? 1 : 0;
      stack.push(index);
    });
    for (const index of stack) rows[index].end = rows.length;
    if (this.costs) {
      const course = Memory.course(this.costs);
      this.costs.points.forEach((base, point) => {
        const row = base < 0 ? null : rows[this.rowAt[base]];
        if (row) row.peak = Math.max(row.peak, course[point]);
      });
    }
    if (this.times) {
      const { row: kernelRows, time } = this.times.kernels;
      kernelRows.forEach((base, kernel) => {
        if (base >= 0) rows[this.rowAt[base]].time += time[kernel];
      });
    }
    // Before the rows under each row are added up.
    this.mostTime = rows.reduce((most, row) => Math.max(most, row.time), 0);
    if (this.costs) this.measureArguments();
    if (this.plan) this.plan.measure(this);
    for (let index = rows.length - 1; index >= 0; index--) {
      const row = rows[index];
      if (row.parent < 0) continue;
      const parent = rows[row.parent];
      parent.sent += row.sent;
      parent.time += row.time;
      parent.ops += row.ops;
      parent.peak = Math.max(parent.peak, row.peak);
    }
    const collectives = rows.filter((row) => row.kind === KIND.collective);
    this.mostCollective = collectives.reduce((most, row) => Math.max(most, row.sent), 0);
    this.mostPeak = this.costs ? this.costs.peak : 0;
    if (this.plan) this.plan.scale(this);
  }

  /** An argument or weight has the size of its buffer. */
  measureArguments() {
    const { value, bytes: sizes } = this.costs.buffers;
    value.forEach((own, buffer) => {
      const row = own < 0 ? null : this.rows[this.rowOfValue(own)];
      if (row && row.kind === KIND.argument) row.peak = Math.max(row.peak, sizes[buffer]);
    });
  }

  /** Where a row is in its program: `line 12`, `node 3`. */
  at(row) {
    return this.words.place + " " + row.line;
  }

  /** What the first bar in the gutter counts, as text. */
  amount(count) {
    return this.plan ? plural(count, "rotation") : bytes(count) + " sent";
  }

  /** Whether annotations can be tried for this program: it is MLIR text. */
  get canFix() {
    return this.words === WORDS && !this.plan;
  }

  /** The estimated times, if the hardware is given. */
  get times() {
    return this.costs ? this.costs.times : undefined;
  }

  /** What kernels and collectives take together, hidden or not. */
  get allTime() {
    return this.times.compute + this.times.communication;
  }

  /** The bytes that one device sends in all executions of a collective. */
  sent(index) {
    const { bytes: count, times } = this.costs.collectives;
    return count[index] * times[index];
  }

  indexTrace() {
    const { events, tensors, more, steps, gains } = this.trace;
    this.moreTensors = new Map();
    for (const [value, tensor] of more) {
      if (!this.moreTensors.has(value)) this.moreTensors.set(value, []);
      this.moreTensors.get(value).push(tensor);
    }
    this.eventsOf = new Map();
    events.tensor.forEach((tensor, event) => {
      if (!this.eventsOf.has(tensor)) this.eventsOf.set(tensor, []);
      this.eventsOf.get(tensor).push(event);
    });
    this.last = new Map(tensors.last);
    this.groupSource = new Map(tensors.group);
    this.stepCount = steps.event.length;
    this.gainAt = new Map();
    gains.event.forEach((event, index) => {
      if (!this.gainAt.has(event)) this.gainAt.set(event, []);
      this.gainAt.get(event).push(index);
    });
    this.conflictsAt = new Map();
    this.trace.conflicts.forEach((conflict, index) => {
      if (conflict.row < 0) return;
      if (!this.conflictsAt.has(conflict.row)) this.conflictsAt.set(conflict.row, []);
      this.conflictsAt.get(conflict.row).push(index);
    });
  }

  /** The sharding of a tensor after some steps, or after the run; -1 if it has none. */
  shardingOf(tensor, step) {
    const { tensors, events, steps } = this.trace;
    const list = this.eventsOf.get(tensor);
    if (step === undefined || step >= this.stepCount) {
      if (this.last.has(tensor)) return this.last.get(tensor);
      return list ? events.sharding[list[list.length - 1]] : tensors.initial[tensor];
    }
    const end = steps.event[step];
    let found = tensors.initial[tensor];
    for (const event of list || []) {
      if (event >= end) break;
      found = events.sharding[event];
    }
    return found;
  }

  /** The first tensor of a value, or -1. */
  tensorOf(value) {
    return this.trace ? this.trace.tensor_of[value] : -1;
  }

  tensorsOf(value) {
    const first = this.tensorOf(value);
    return first < 0 ? [] : [first, ...(this.moreTensors.get(value) || [])];
  }

  /** The function that contains a row. */
  functionOf(index) {
    return this.rows[index].func;
  }

  rowOfValue(value) {
    return this.rowAt[this.valueRow[value]];
  }

  /** The name of a value, with its function unless that is the first one. */
  label(value) {
    const func = this.functionOf(this.rowOfValue(value));
    const name = this.strings[this.values.name[value]];
    return func > 0 ? "@" + this.rows[func].title + "/" + name : name;
  }

  tensorLabel(tensor) {
    const { tensors } = this.trace;
    if (tensors.name[tensor] >= 0) return this.strings[tensors.name[tensor]];
    return this.label(tensors.value[tensor]);
  }

  /** The row at which a tensor is defined, or -1. */
  rowOfTensor(tensor) {
    const result = this.trace.results.indexOf(tensor);
    if (result >= 0 && this.resultRow[result] !== undefined) return this.rowAt[this.resultRow[result]];
    const value = this.trace.tensors.value[tensor];
    return value < 0 ? -1 : this.rowOfValue(value);
  }

  typeOfTensor(tensor) {
    const value = this.trace.tensors.value[tensor];
    if (value >= 0) return this.types[this.values.type[value]];
    const result = this.trace.results.indexOf(tensor);
    if (result >= 0) return this.types[this.resultTypes[result]];
    const sharding = this.shardingOf(tensor);
    return ["", sharding < 0 ? [] : this.trace.shardings[sharding].dims.map(() => "·")];
  }

  /** The tensors that a row defines. */
  tensorsAt(index) {
    const row = this.rows[index];
    if (!this.trace || row.kind === KIND.collective) return [];
    if (row.kind === KIND.result) {
      const tensor = this.trace.results[row.count];
      return tensor === undefined ? [] : [tensor];
    }
    const out = [];
    for (let at = 0; at < row.values; at++) {
      const tensor = this.tensorOf(this.firstValue[row.base] + at);
      if (tensor >= 0) out.push(tensor);
    }
    return out;
  }

  /** The place of a row in the user's program: `model.py:88`. */
  source(row) {
    const place = this.places[row.place];
    return place && place.file !== null ? this.strings[place.file] + ":" + place.line : "";
  }

  /** The scopes of a row: `jvp(layer3)/attn/dot_general`. */
  scope(row) {
    const place = this.places[row.place];
    return place && place.name !== null ? this.strings[place.name].replace(/^(jit\([^/]*\)\/)+/, "") : "";
  }

  /** The values of a function by name, each name with its definitions in row order. */
  namesIn(func) {
    if (!this.names.has(func)) this.indexNames();
    return this.names.get(func) || new Map();
  }

  indexNames() {
    for (let value = 0; value < this.values.name.length; value++) {
      const func = this.functionOf(this.rowOfValue(value));
      if (!this.names.has(func)) this.names.set(func, new Map());
      const names = this.names.get(func);
      const name = this.values.name[value];
      const known = names.get(name);
      if (known === undefined) names.set(name, value);
      else if (typeof known === "number") names.set(name, [known, value]);
      else known.push(value);
    }
  }

  /** The value that a name means at a row, or -1. */
  find(name, from) {
    if (!this.stringIndex) this.stringIndex = new Map(this.strings.map((text, index) => [text, index]));
    const names = this.namesIn(this.functionOf(from));
    const list = names.get(this.stringIndex.get(name)) ?? names.get(this.stringIndex.get(name + "#0"));
    if (list === undefined) return -1;
    if (typeof list === "number") return list;
    // Names of different bodies may be equal; the last definition before the use counts.
    let found = list[0];
    for (const value of list) if (this.rowOfValue(value) < from) found = value;
    return found;
  }

  /** A value by its label, `%5` or `@f/%5`. */
  findLabel(label) {
    const [, func, name] = /^(?:@(.*)\/)?(%[^/]*)$/.exec(label) || [];
    if (name === undefined) return this.rows.length ? this.find(label, 0) : -1;
    const row = func === undefined ? 0 : this.rows.findIndex((row) => row.kind === KIND.func && row.title === func);
    return row < 0 ? -1 : this.find(name, row);
  }
}
