// The connection to the server of this page: edits, undo, and changes of the file.

/** How long to wait before asking again after a failure, in milliseconds. */
const RETRY = 2000;

class Live {
  constructor(app, state) {
    this.app = app;
    this.state = state;
    this.busy = false;
    this.lost = false;
    this.drafts = new Map();
    this.node = el("section", { class: "live", "aria-label": "Edits" });
    this.status = el("div", { class: "status", role: "status" });
    this.watch();
  }

  /** Waits for changes, whether from this window, another one or the file. */
  async watch() {
    for (;;) {
      await shown();
      // A browser opens few connections to one server: a window that is not shown needs none.
      const hidden = new AbortController();
      const stop = () => document.hidden && hidden.abort();
      document.addEventListener("visibilitychange", stop);
      try {
        const address = "wait?version=" + this.state.version;
        const answer = await fetch(address, { cache: "no-store", signal: hidden.signal });
        if (!answer.ok) throw new Error("status " + answer.status);
        const { version } = await answer.json();
        if (this.lost) {
          this.lost = false;
          this.draw();
        }
        if (version !== this.state.version && !this.busy) await this.reload();
      } catch {
        if (hidden.signal.aborted) continue;
        if (!this.lost) {
          this.lost = true;
          this.draw();
        }
        await new Promise((done) => setTimeout(done, RETRY));
      } finally {
        document.removeEventListener("visibilitychange", stop);
      }
    }
  }

  async reload() {
    const answer = await fetch("data", { cache: "no-store" });
    if (!answer.ok) throw new Error("status " + answer.status);
    this.accept(await answer.json());
  }

  accept(data) {
    if (data.live.version === this.state.version) return;
    this.state = data.live;
    this.app.replace(data);
    this.draw();
  }

  /** Sends a request; returns what is wrong with it, if anything. */
  async send(path, body) {
    if (this.busy) return null;
    this.busy = true;
    this.draw();
    this.app.draw();
    let refused = null;
    try {
      const answer = await fetch(path, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ version: this.state.version, ...body }),
      });
      const data = await answer.json();
      if (!answer.ok) refused = data;
      else if (data.live) this.accept(data);
      if (answer.status === 409) await this.reload();
    } catch {
      refused = { error: "The server does not answer." };
    }
    this.busy = false;
    return refused;
  }

  async edit(target, sharding) {
    const { label, ...place } = target;
    const refused = await this.send("edit", { ...place, sharding });
    if (refused) this.drafts.set(label, { text: sharding === null ? "" : sharding, error: refused });
    else this.drafts.delete(label);
    this.draw();
    this.app.draw();
    const field = document.getElementById("sharding");
    if (field) field.focus();
  }

  async act(path) {
    this.failed = await this.send(path, {});
    this.done = this.failed ? "" : path;
    this.draw();
    this.app.draw();
  }

  draftOf(target) {
    return this.drafts.get(target.label);
  }

  keepDraft(target, text) {
    const known = this.drafts.get(target.label);
    this.drafts.set(target.label, { text, error: known && known.error });
  }

  draw() {
    const { state } = this;
    const button = (text, path, enabled, title) =>
      el(
        "button",
        { type: "button", id: path, disabled: !enabled || this.busy || this.lost, title, onclick: () => this.act(path) },
        text,
      );
    put(this.status, this.message());
    put(
      this.node,
      this.status,
      el(
        "span",
        { class: "acts" },
        this.app.difference && !this.app.data.other ? link("Differences", () => this.app.set({ tab: "diff" })) : null,
        button("Undo", "undo", state.undo > 0, "Undo the last change (u)"),
        el("a", { href: "program.mlir", download: "", class: "button" }, "Download"),
        state.output ? button("Write " + state.output, "write", true, "Write the program to " + state.output) : null,
      ),
    );
  }

  message() {
    const { state } = this;
    if (this.lost) return el("span", { class: "bad" }, "The server has ended. Start it again to go on.");
    if (this.busy) return "Propagating …";
    if (this.failed)
      return el("span", { class: "bad" }, this.failed.error || this.failed.findings.map((each) => each.message).join("; "));
    const parts = [];
    if (state.notice) parts.push(el("span", { class: "warn" }, state.notice), " ");
    if (this.done === "write") parts.push("Written. ");
    if (state.last) parts.push(...changeSummary(this.app, state.last));
    else parts.push("Live: select a value and edit its sharding.");
    if (!state.is_edited && state.last) parts.push(el("span", { class: "soft" }, " As in the file."));
    return parts;
  }
}

/** Waits until the window is shown. */
function shown() {
  if (!document.hidden) return Promise.resolve();
  return new Promise((done) => document.addEventListener("visibilitychange", done, { once: true })).then(shown);
}

/** What the last change did, in one line. */
function changeSummary(app, { what, before, after }) {
  const out = [el("code", {}, what), ": "];
  if (!before || !after) return [...out, after ? "partitioned" : "not partitioned"];
  const figure = (name, old, now, text, at) => [
    at ? ", " : "",
    name + " ",
    old === now
      ? text(now)
      : [text(old) + " → ", el("strong", {}, text(now)), el("span", { class: now < old ? "good" : "bad" }, " " + changeText(old, now))],
  ];
  const plain = (number) => thousands(number);
  const changed = app.difference ? app.difference.changed.length : 0;
  return [
    ...out,
    figure("sent", before.sent, after.sent, bytes, 0),
    figure("peak", before.peak, after.peak, bytes, 1),
    figure("collectives", before.collectives, after.collectives, plain, 2),
    after.step === undefined || before.step === undefined ? "" : figure("step", before.step, after.step, duration, 3),
    changed ? ", " + plural(changed, "sharding") + " changed" : "",
  ];
}
