// The devices of a mesh, coloured by the shard of a tensor that each holds.

/** Meshes of more devices are drawn without numbers, and larger ones in part. */
const LABELLED_DEVICES = 256;
const DRAWN_DEVICES = 4096;
const PICTURE_WIDTH = 420;

/** The devices of a mesh, coloured by the shard that each holds. */
function meshPicture(model, type, data) {
  const mesh = model.meshes[data.mesh];
  if (!mesh.axes.length) return null;
  const sizes = mesh.axes.map(([, size]) => size);
  const devices = sizes.reduce((product, size) => product * size, 1);
  // The last two axes span a picture; the others make several pictures.
  const columns = sizes[sizes.length - 1];
  const rows = sizes.length > 1 ? sizes[sizes.length - 2] : 1;
  const plane = columns * rows;
  const drawn = Math.max(1, Math.min(devices / plane, Math.floor(DRAWN_DEVICES / Math.min(plane, DRAWN_DEVICES))));
  const info = el("p", { class: "soft mono device", "aria-live": "polite" }, "Point at a device to see its shard.");
  const out = el("div", { class: "mesh" }, heading("On the mesh", legend(model, mesh)));
  for (let number = 0; number < drawn; number++) {
    const coordinates = coordinatesOf(number, sizes.slice(0, -2));
    if (drawn > 1) {
      const names = mesh.axes.slice(0, -2).map(([name], at) => model.strings[name] + "=" + coordinates[at]);
      out.append(el("p", { class: "soft mono plane" }, names.join(" ")));
    }
    out.append(planePicture({ model, mesh, type, data, info, coordinates, rows, columns, devices }));
  }
  if (drawn < devices / plane)
    out.append(el("p", { class: "soft" }, plural(devices / plane - drawn, "more plane") + " like these"));
  out.append(info);
  return out;
}

function legend(model, mesh) {
  const out = el("span", { class: "mono" });
  mesh.axes.forEach(([name, size], at) =>
    out.append(at ? " × " : "", axisSpan(model, model.strings[name]), "=" + size),
  );
  return out;
}

/** Mixed-radix digits of a number, major first. */
function coordinatesOf(number, sizes) {
  const out = [];
  for (let at = sizes.length - 1; at >= 0; at--) {
    out.unshift(number % sizes[at]);
    number = Math.floor(number / sizes[at]);
  }
  return out;
}

/** The index of the shard along each dimension that a device holds. */
function shardOf(mesh, data, coordinates) {
  return data.dims.map((dim) =>
    triples(dim).reduce((index, [axis, pre, size]) => {
      const post = mesh.axes[axis][1] / (pre * size);
      return index * size + (Math.floor(coordinates[axis] / post) % size);
    }, 0),
  );
}

function planePicture({ model, mesh, type, data, info, coordinates, rows, columns, devices }) {
  const shownRows = Math.min(rows, 64);
  const shownColumns = Math.min(columns, 64);
  const left = 44;
  const top = 20;
  const width = (PICTURE_WIDTH - left) / shownColumns;
  const height = Math.max(Math.min(26, width), shownColumns > 32 ? 5 : 12);
  const total = top + shownRows * height + 2;
  const sizes = mesh.axes.map(([, size]) => size);
  const counts = data.dims.map((dim) => triples(dim).reduce((product, axis) => product * axis[2], 1));
  const picture = svg("svg", {
    viewBox: "0 0 " + PICTURE_WIDTH + " " + total,
    class: "plane",
    role: "img",
    tabindex: "0",
    "aria-label": rows + " by " + columns + " devices, coloured by shard",
  });
  const cells = [];
  for (let row = 0; row < shownRows; row++) {
    for (let column = 0; column < shownColumns; column++) {
      const at = mesh.axes.length > 1 ? [...coordinates, row, column] : [column];
      const shard = shardOf(mesh, data, at);
      const position = at.reduce((index, coordinate, axis) => index * sizes[axis] + coordinate, 0);
      const device = mesh.devices ? mesh.devices[position] : position;
      const cell = { row, column, device, shard, x: left + column * width, y: top + row * height };
      cells.push(cell);
      cell.node = svg("rect", {
        x: cell.x.toFixed(1),
        y: cell.y.toFixed(1),
        width: (width - 1.5).toFixed(1),
        height: (height - 1.5).toFixed(1),
        rx: 2.5,
        class: "cell",
      });
      cell.node.style.fill = shardColor(model, mesh, data, at);
      picture.append(cell.node);
      if (devices <= LABELLED_DEVICES && width > 17) {
        picture.append(
          svg(
            "text",
            { x: (cell.x + width / 2).toFixed(1), y: (cell.y + height / 2 + 3).toFixed(1), class: "number" },
            String(device),
          ),
        );
      }
    }
  }
  axisLabels({ model, mesh, type, data, counts, picture, shownRows, shownColumns, left, top, width, height });
  const show = (cell) => {
    const same = cells.filter((other) => other.shard.every((index, dim) => index === cell.shard[dim]));
    for (const other of cells) other.node.classList.toggle("same", same.includes(other));
    info.textContent =
      "device " +
      cell.device +
      " holds " +
      sliceText(type, counts, cell.shard) +
      (same.length > 1 ? ", as " + plural(same.length - 1, "other device") + " here" : "");
  };
  let current = -1;
  cells.forEach((cell, at) => cell.node.addEventListener("pointerenter", () => show(cells[(current = at)])));
  picture.addEventListener("keydown", (event) => {
    const moves = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: shownColumns, ArrowUp: -shownColumns };
    if (!(event.key in moves)) return;
    current = Math.min(Math.max(current < 0 ? 0 : current + moves[event.key], 0), cells.length - 1);
    show(cells[current]);
    event.preventDefault();
  });
  return picture;
}

/** Along each side, the axis of the mesh and the range of the dimension that it shards. */
function axisLabels({ model, mesh, type, data, counts, picture, shownRows, shownColumns, left, top, width, height }) {
  const last = mesh.axes.length - 1;
  const ranges = (axis, count) => {
    const dim = data.dims.findIndex((list) => triples(list).some(([own]) => own === axis));
    if (dim < 0) return null;
    return Array.from({ length: count }, (_, at) => {
      const coordinates = mesh.axes.map((_, own) => (own === axis ? at : 0));
      const index = shardOf(mesh, data, coordinates)[dim];
      const size = type[1][dim];
      return (typeof size === "number" ? index * Math.ceil(size / counts[dim]) : "#" + index) + "…";
    });
  };
  const hue = (axis) => model.hue(model.strings[mesh.axes[axis][0]]);
  const across = ranges(last, shownColumns);
  const step = Math.ceil(34 / width);
  if (across) {
    across.forEach((text, column) => {
      if (column % step) return;
      picture.append(
        svg("text", { x: (left + column * width + 2).toFixed(1), y: 14, class: "label " + hue(last) }, text),
      );
    });
  }
  const down = last > 0 ? ranges(last - 1, shownRows) : null;
  const skip = Math.ceil(10 / height);
  if (down) {
    down.forEach((text, row) => {
      if (row % skip) return;
      picture.append(
        svg(
          "text",
          {
            x: left - 5,
            y: (top + row * height + height / 2 + 3).toFixed(1),
            class: "label end " + hue(last - 1),
          },
          text,
        ),
      );
    });
  }
}

function sliceText(type, counts, shard) {
  const parts = type[1].map((size, dim) => {
    if ((counts[dim] || 1) === 1) return ":";
    if (typeof size !== "number") return "shard " + shard[dim] + " of " + counts[dim];
    const step = Math.ceil(size / counts[dim]);
    return Math.min(shard[dim] * step, size) + ":" + Math.min((shard[dim] + 1) * step, size);
  });
  return "[" + parts.join(", ") + "]";
}

/** The colour of a shard: each axis that shards the tensor mixes in its hue, more along the axis. */
function shardColor(model, mesh, data, coordinates) {
  let color = "var(--cell)";
  mesh.axes.forEach(([name, size], axis) => {
    const used = data.dims.some((dim) => triples(dim).some(([own]) => own === axis));
    if (!used || size === 1) return;
    const share = 10 + (60 * coordinates[axis]) / (size - 1);
    const hue = model.hues.get(model.strings[name]);
    color = "color-mix(in srgb, var(--h" + hue + ") " + share.toFixed(0) + "%, " + color + ")";
  });
  return color;
}
