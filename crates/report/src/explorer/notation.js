// Types and shardings as text, with the name of each axis in its hue.

/** A type with its axes: `f32[8@x,4]`, each dimension a span that can be selected. */
function typeSpan(model, type, sharding, options) {
  const [element, sizes] = type;
  const name = typeof element === "number" ? model.strings[element] : element;
  if (!sizes) return el("span", { class: "type" }, name);
  const data = sharding >= 0 ? model.trace.shardings[sharding] : null;
  const mesh = data ? model.meshes[data.mesh] : null;
  const out = el("span", { class: "type" }, name, "[");
  sizes.forEach((size, dim) => {
    const axes = data && data.dims[dim] ? axisNames(model, mesh, data.dims[dim]) : [];
    const selected = options && options.dim === dim ? " on" : "";
    const span = el("span", { class: "dim" + selected, "data-dim": dim }, String(size));
    if (axes.length) span.append(axesSpan(model, axes));
    if (dim) out.append(",");
    out.append(span);
  });
  out.append("]");
  if (data && data.unreduced)
    out.append(el("span", { class: "rest" }, "{U:", axesText(model, mesh, data.unreduced), "}"));
  return out;
}

/** The names of axes given as triples; a sub-axis is written `x:(1)2`. */
function axisNames(model, mesh, triples) {
  const names = [];
  for (let at = 0; at < triples.length; at += 3) {
    const [name, size] = mesh.axes[triples[at]];
    const part =
      triples[at + 1] === 1 && triples[at + 2] === size ? "" : ":(" + triples[at + 1] + ")" + triples[at + 2];
    names.push(model.strings[name] + part);
  }
  return names;
}

function axesText(model, mesh, triples) {
  return axisNames(model, mesh, triples).join(",");
}

/** `@x`, or `@(x,y)`, each name in its hue. */
function axesSpan(model, names) {
  const out = el("span", { class: "axes" }, names.length > 1 ? "@(" : "@");
  if (names.length === 1) out.className = "axes " + model.hue(names[0]);
  names.forEach((name, at) => {
    if (at) out.append(",");
    out.append(el("span", { class: model.hue(name) }, name));
  });
  if (names.length > 1) out.append(")");
  return out;
}

function axisSpan(model, name) {
  return el("span", { class: "axis " + model.hue(name) }, name);
}

/** Text such as `f32[8@x,4]` with the names of axes in their hues. */
function notationSpan(model, text) {
  const out = el("span", { class: "type" });
  const pattern = /@\(([^)]*(?:\(\d+\)\d+[^)]*)*)\)|@([\w.-]+(?::\(\d+\)\d+)?)/g;
  let at = 0;
  for (const match of text.matchAll(pattern)) {
    out.append(text.slice(at, match.index));
    out.append(axesSpan(model, match[1] ? match[1].split(",") : [match[2]]));
    at = match.index + match[0].length;
  }
  out.append(text.slice(at));
  return out;
}

/** A sharding in JAX notation: `P('x', None)`. */
function jaxText(model, data) {
  const mesh = model.meshes[data.mesh];
  const dims = data.dims.map((dim) => {
    const names = axisNames(model, mesh, dim).map((name) => "'" + name + "'");
    return names.length === 0 ? "None" : names.length === 1 ? names[0] : "(" + names.join(", ") + ")";
  });
  return "P(" + dims.join(", ") + ")";
}
