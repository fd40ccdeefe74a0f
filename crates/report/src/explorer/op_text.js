// The text of ops and collectives in the listing.

/** The parts of the text of an op: results, name without the dialect, and operands without types. */
function splitOp(text) {
  const [all, results] = /^((?:%[\w$.-]+(?::\d+)?(?:,\s*)?)+)\s*=\s*/.exec(text) || ["", ""];
  let rest = text.slice(all.length);
  const [head, quoted, plain] = /^(?:"([^"]*)"|([\w.$]+))/.exec(rest) || ["", "", ""];
  rest = withoutShardings(rest.slice(head.length)).replace(/ <\{.*\}>(?= |$)/, "");
  const types = typesStart(rest);
  if (types >= 0) rest = rest.slice(0, types);
  const name = (quoted || plain || "").replace(/^(stablehlo|func|chlo|mhlo)\./, "");
  return { results: results.trim(), name, rest: rest.replace(/\s*\(?\{$/, "").trimEnd() };
}

/** Where the types of an op begin: at the last ` : ` outside brackets. */
function typesStart(text) {
  let depth = 0;
  let found = -1;
  for (let at = 0; at < text.length; at++) {
    const c = text[at];
    if ("([{<".includes(c)) depth += 1;
    else if (")]}".includes(c) || (c === ">" && text[at - 1] !== "-")) depth -= 1;
    else if (c === ":" && depth === 0 && text[at - 1] === " " && text[at + 1] === " ") found = at - 1;
  }
  return found;
}

/** Removes attributes that hold shardings, which are shown beside the op. */
function withoutShardings(text) {
  let start = text.search(/<?\{[^{}]*(sdy\.sharding|mhlo\.(sharding|frontend_attributes))/);
  if (start < 0) return text;
  if (text[start] === "<") start += 1;
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text[at] === "{") depth += 1;
    if (text[at] === "}") depth -= 1;
    if (depth === 0) return (text.slice(0, start).trimEnd() + text.slice(at + 1)).replace("<>", "");
  }
  return text.slice(0, start);
}

/** An operand, which leads to its definition. An argument has the name of the user's program. */
function operandSpan(model, name, from) {
  const value = model.find(name, from);
  if (value < 0) return el("span", {}, name);
  const row = model.rows[model.rowOfValue(value)];
  const given = row.kind === KIND.argument && row.title;
  return el(
    "span",
    { class: given ? "name given" : "name", "data-value": value, title: given ? name : undefined },
    given || name,
  );
}

/** A row with explicit operands: its results, the op, its operands and attributes. */
function describeNode(model, row, out) {
  const names = Array.from({ length: row.values }, (_, at) => model.firstValue[row.base] + at);
  names.forEach((value, at) =>
    out.append(at ? ", " : "", el("span", { class: "name", "data-value": value }, shortName(model, value))),
  );
  out.append(" = ", el("b", {}, row.title), " ");
  row.operands.forEach((value, at) =>
    out.append(
      at ? ", " : "",
      el("span", { class: "name", "data-value": value, title: model.label(value) }, shortName(model, value)),
    ),
  );
  const rest = row.text.startsWith(row.title) ? row.text.slice(row.title.length) : "";
  if (rest) out.append(el("span", { class: "soft" }, rest));
  if (model.conflictsAt && model.conflictsAt.has(row.base))
    out.append(el("span", { class: "conflict", title: "a conflict: see Findings" }, " ▲"));
}

/** The last parts of a long path, which the groups around it complete. */
function shortName(model, value) {
  const name = model.strings[model.values.name[value]];
  const parts = name.split("/");
  return parts.length > 3 ? "…/" + parts.slice(-2).join("/") : name;
}

function describeCollective(model, row, out) {
  const { kind, axes, bytes: size, times, per_turn: perTurn } = model.costs.collectives;
  const index = row.collective;
  out.append("⇄ ", el("b", {}, model.strings[kind[index]]), " ");
  axes[index].forEach((axis, at) => out.append(at ? "," : "", axisSpan(model, model.strings[axis])));
  const turns = perTurn[index] ? " per iteration" : "";
  const count = times[index] === 1 ? "" : " × " + thousands(times[index]);
  out.append(" ", bytes(size[index]) + count + turns, el("span", { class: "soft" }, "  " + causeText(model, index)));
}

/** Why a collective is needed: the cause that partitioning recorded, as `comms` prints it, and the op. */
function causeText(model, index) {
  const { row, cause, before } = model.costs.collectives;
  const op = row[index] < 0 ? null : model.rows[model.rowAt[row[index]]];
  const name = op && (op.kind === KIND.func ? "the function" : splitOp(op.text).name || op.title);
  return model.strings[cause[index]] + (name ? (before[index] ? ", before " : ", after ") + name : "");
}

function collectiveTypes(model, row) {
  const { from, to } = model.costs.collectives;
  const texts = [from, to].map((list) => model.strings[list[row.collective]]);
  const out = el("span", { class: "types" });
  // Intermediate values of a reshard have only a local type.
  const known = texts.filter((text, at) => text && !text.startsWith("tensor<") && texts.indexOf(text) === at);
  const shown = known.length ? known : texts.slice(1);
  shown.forEach((text, at) => out.append(at ? " → " : "", notationSpan(model, text)));
  return out;
}
