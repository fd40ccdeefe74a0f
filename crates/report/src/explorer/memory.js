// The memory of a device, from the lifetimes of buffers.

/** The buffers of a device over the program. */
class Memory {
  constructor(model, costs) {
    this.model = model;
    this.costs = costs;
    this.course = Memory.course(costs);
    this.peak = this.course.reduce((best, size, at) => (size > this.course[best] ? at : best), 0);
  }

  /** The bytes at each point: before the first op, and during each op. */
  static course(costs) {
    const { points, buffers, bodies } = costs;
    const change = new Float64Array(points.length + 1);
    buffers.bytes.forEach((size, index) => {
      change[buffers.birth[index]] += size;
      const free = buffers.death[index] + 1;
      if (free <= points.length) change[free] -= size;
    });
    const course = new Float64Array(points.length);
    let live = 0;
    for (let at = 0; at < points.length; at++) {
      live += change[at];
      course[at] = live;
    }
    for (const body of bodies) {
      const inner = body.buffers.bytes.reduce((sum, size) => sum + size, 0);
      course[body.point] += inner;
    }
    return course;
  }

  /** The buffers that are live at a point, largest first. */
  live(point) {
    const { buffers, bodies } = this.costs;
    const body = bodies.find((each) => each.point === point);
    const out = [];
    const push = (list, index) =>
      out.push({
        bytes: list.bytes[index],
        role: list.role[index],
        value: list.value[index],
        row: list.row[index],
        type: this.model.strings[list.type[index]],
        birth: list.birth[index],
        death: list.death[index],
      });
    for (let index = 0; index < buffers.bytes.length; index++) {
      if (buffers.birth[index] <= point && point <= buffers.death[index]) push(buffers, index);
    }
    if (body) for (let index = 0; index < body.buffers.bytes.length; index++) push(body.buffers, index);
    return out.sort((a, b) => b.bytes - a.bytes);
  }
}
