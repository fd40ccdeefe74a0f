// Elements, numbers and small helpers. Text always becomes a text node, so a name cannot become a tag.

const NUMBER_OF_HUES = 6;

/** An element with attributes and children. `on…` attributes are listeners; `style` sets properties. */
function el(tag, attributes, ...children) {
  const node = document.createElement(tag);
  return fill(node, attributes, children);
}

/** An SVG element. */
function svg(tag, attributes, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  return fill(node, attributes, children);
}

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "style") for (const [key, part] of Object.entries(value)) node.style.setProperty(key, part);
    else node.setAttribute(name, value === true ? "" : value);
  }
  add(node, children);
  return node;
}

function add(node, children) {
  for (const child of children) {
    if (child === undefined || child === null || child === false) continue;
    if (Array.isArray(child)) add(node, child);
    else node.append(child);
  }
}

/** Replaces the children of a node. */
function put(node, ...children) {
  node.textContent = "";
  add(node, children);
}

/** A button that looks like text. */
function link(text, action, title) {
  return el("button", { class: "link", type: "button", title, onclick: action }, text);
}

const UNITS = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"];

/** Bytes with one decimal, as the commands print them. */
function bytes(count) {
  let unit = 0;
  while (count >= 1024 && unit + 1 < UNITS.length) {
    count /= 1024;
    unit += 1;
  }
  return (unit ? count.toFixed(1) : String(count)) + " " + UNITS[unit];
}

/** A time with its unit, as the commands print it. */
function duration(picoseconds) {
  const micros = picoseconds / 1e6;
  if (micros >= 1e6) return (micros / 1e6).toFixed(2) + " s";
  if (micros >= 1e3) return (micros / 1e3).toFixed(2) + " ms";
  return micros.toFixed(micros >= 100 || micros === 0 ? 0 : 1) + " µs";
}

const thousands = (number) => number.toLocaleString("en");

function plural(number, noun) {
  return thousands(number) + " " + noun + (number === 1 ? "" : "s");
}

function percent(share) {
  return (share >= 0.0995 || share === 0 ? Math.round(share * 100) : (share * 100).toFixed(1)) + " %";
}

/** A path that may break after its separators. */
function breakable(text) {
  return text.split(/(?<=\/)/).flatMap((part, at) => (at ? [document.createElement("wbr"), part] : [part]));
}

/** A bar whose length is a share of the largest. */
function bar(share, kind) {
  const width = Math.max(share > 0 ? 1.5 : 0, 100 * share).toFixed(1) + "%";
  return el("span", { class: "bar " + (kind || "sent"), "aria-hidden": "true" }, el("i", { style: { width } }));
}

/** A heading with an optional note. */
function heading(text, note) {
  return el("h3", {}, text, note ? el("span", { class: "soft" }, " ", note) : null);
}

/** Decodes base64 into bytes. */
function decode(text) {
  const binary = atob(text);
  const out = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at++) out[at] = binary.charCodeAt(at);
  return out;
}

/** Reads the data of the page. */
async function readData() {
  const packed = decode(JSON.parse(document.getElementById("data").textContent));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return JSON.parse(await new Response(stream).text());
}
