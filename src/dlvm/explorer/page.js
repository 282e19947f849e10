"use strict";
// Shows the stages side by side. Only the rows in sight are elements of the page.

const ROW = 18; // pixels, as in page.css
const SPARE = 20; // rows above and below those in sight
const byId = (id) => document.getElementById(id);

let data = null;
let listings = []; // for each view the numbers of its lines
let panes = [];
let hot = new Set(); // the places of the line under the pointer
let pinned = false;

function element(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}

function applied(base, edits) {
  const made = [];
  let from = 0;
  for (const [start, removed, inserted] of edits) {
    for (; from < start; from++) made.push(base[from]);
    for (const line of inserted) made.push(line);
    from += removed;
  }
  for (; from < base.length; from++) made.push(base[from]);
  return made;
}

// The rows of a view: [line, its number, "" or "added" or "removed"].
function rowsOf(index, withDifferences) {
  const view = data.views[index];
  const own = listings[index];
  if (!withDifferences || view.base === undefined) {
    return own.map((line, n) => [line, view.numbers ? view.numbers[n] : n + 1, ""]);
  }
  const base = listings[view.base];
  const rows = [];
  let from = 0;
  let number = 1;
  for (const [start, removed, inserted] of view.edits) {
    for (; from < start; from++) rows.push([base[from], number++, ""]);
    for (; from < start + removed; from++) rows.push([base[from], 0, "removed"]);
    for (const line of inserted) rows.push([line, number++, "added"]);
  }
  for (; from < base.length; from++) rows.push([base[from], number++, ""]);
  return rows;
}

const placesOf = (line) => data.places[data.linked[line]];

// The first place of a line that is highlighted. Lines share lists of places, which may be long.
let matches = new Map();
function matchOf(line) {
  const number = data.linked[line];
  if (!matches.has(number)) matches.set(number, data.places[number].find((place) => hot.has(place)));
  return matches.get(number);
}

const hue = (place) => Math.round(place * 137.508) % 360;

class Pane {
  constructor(index) {
    this.choice = element("select", { ariaLabel: "stage" });
    this.list();
    this.note = element("span", { className: "note" });
    this.differences = element("input", { type: "checkbox", onchange: () => this.load() });
    this.toggle = element("label", { title: "lines removed and added by this step" }, this.differences, " differences");
    this.sheet = element("div", { className: "sheet" });
    this.space = element("div");
    this.rows = element("div", { className: "rows", tabIndex: 0 }, this.space, this.sheet);
    this.panel = element("div", { className: "view", hidden: true });
    const close = element("button", { textContent: "×", title: "close", ariaLabel: "close", onclick: () => this.close() });
    const top = element("div", { className: "top" }, this.choice, this.toggle, this.note, close);
    this.root = element("section", { className: "pane" }, top, this.rows, this.panel);
    this.choice.onchange = () => this.show(Number(this.choice.value));
    this.rows.onscroll = () => this.draw();
    this.rows.onmousemove = (event) => this.hover(event);
    this.rows.onmouseleave = () => { if (!pinned) highlight([]); };
    this.rows.onclick = (event) => this.pin(event);
    byId("panes").append(this.root);
    panes.push(this);
    this.show(index);
  }

  // Lists the views that there are.
  list() {
    this.choice.replaceChildren(
      ...data.views.map((view, n) => new Option(view.name, n)),
      ...data.charts.map((chart, n) => new Option(chart.name, -1 - n)));
    this.choice.value = this.index;
  }

  close() {
    this.root.remove();
    panes = panes.filter((pane) => pane !== this);
    panes.forEach((pane) => pane.draw());
  }

  show(index) {
    this.index = index;
    this.choice.value = index;
    const isText = index >= 0;
    this.rows.hidden = !isText;
    this.rows.style.display = isText ? "" : "none";
    this.panel.hidden = isText;
    this.panel.style.display = isText ? "none" : "";
    const view = isText ? data.views[index] : data.charts[-1 - index];
    this.note.textContent = this.note.title = view.note;
    this.toggle.style.display = isText && view.base !== undefined ? "" : "none";
    if (isText) this.load();
    else this.panel.replaceChildren(drawn(view));
  }

  load() {
    this.listed = rowsOf(this.index, this.differences.checked);
    this.space.style.height = `${this.listed.length * ROW}px`;
    this.draw();
  }

  draw() {
    if (this.index < 0) {
      color(this.panel);
      return;
    }
    const first = Math.max(0, Math.floor(this.rows.scrollTop / ROW) - SPARE);
    const last = Math.min(this.listed.length, Math.ceil((this.rows.scrollTop + this.rows.clientHeight) / ROW) + SPARE);
    this.sheet.style.top = `${first * ROW}px`;
    const made = [];
    for (let n = first; n < last; n++) {
      const [line, number, change] = this.listed[n];
      const places = placesOf(line);
      const match = matchOf(line);
      const row = element("div", { className: `row ${change}` },
        element("span", { className: "n", textContent: number || "" }), data.lines[line]);
      row.dataset.row = n;
      if (places.length) {
        row.classList.add("linked");
        row.style.setProperty("--hue", hue(match ?? places[0]));
      }
      if (match !== undefined) row.classList.add("hot");
      made.push(row);
    }
    this.sheet.replaceChildren(...made);
  }

  placesAt(event) {
    const row = event.target.closest(".row");
    return row ? placesOf(this.listed[Number(row.dataset.row)][0]) : [];
  }

  hover(event) {
    if (!pinned) highlight(this.placesAt(event));
  }

  pin(event) {
    const places = this.placesAt(event);
    pinned = places.length > 0;
    highlight(places);
    for (const pane of panes) if (pane !== this) pane.reveal();
  }

  // Scrolls to the first line that is highlighted.
  reveal() {
    if (this.index < 0) return;
    const found = this.listed.findIndex(([line]) => matchOf(line) !== undefined);
    if (found < 0) return;
    this.rows.scrollTop = Math.max(0, found * ROW - this.rows.clientHeight / 3);
    this.draw();
  }
}

function highlight(places) {
  if (places.length === hot.size && places.every((place) => hot.has(place))) return;
  hot = new Set(places);
  matches = new Map();
  panes.forEach((pane) => pane.draw());
}

const placesOfShape = (shape) => shape.dataset.places.split(",").map(Number);

// Colors the shapes of a chart that are linked to highlighted lines.
function color(chart) {
  for (const shape of chart.querySelectorAll(".hot")) shape.classList.remove("hot");
  for (const place of hot) {
    for (const shape of chart.firstChild?.shapes?.get(place) ?? []) {
      shape.classList.add("hot");
      shape.style.setProperty("--hue", hue(place));
    }
  }
}

// The shapes of a chart by the places to which they are linked.
function shapesByPlace(chart) {
  const found = new Map();
  for (const shape of chart.querySelectorAll("[data-places]")) {
    for (const place of placesOfShape(shape)) {
      if (!found.has(place)) found.set(place, []);
      found.get(place).push(shape);
    }
  }
  return found;
}

// The wheel zooms about the pointer, and dragging moves the picture.
function zoomable(picture) {
  const box = picture.viewBox.baseVal;
  const whole = { x: box.x, y: box.y, width: box.width, height: box.height };
  const point = (event) => new DOMPoint(event.clientX, event.clientY).matrixTransform(picture.getScreenCTM().inverse());
  picture.addEventListener("wheel", (event) => {
    event.preventDefault();
    const { x, y } = point(event);
    const factor = event.deltaY > 0 ? 1.15 : 1 / 1.15;
    box.x = x - (x - box.x) * factor;
    box.y = y - (y - box.y) * factor;
    box.width *= factor;
    box.height *= factor;
  }, { passive: false });
  let start = null;
  picture.onpointerdown = (event) => { start = point(event); };
  picture.onpointermove = (event) => {
    if (!start || !event.buttons) return;
    const now = point(event);
    box.x += start.x - now.x;
    box.y += start.y - now.y;
  };
  picture.ondblclick = () => Object.assign(box, whole);
}

const number = (value, digits) => value.toLocaleString("en", { maximumSignificantDigits: digits });

async function request(path, content) {
  const response = await fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Token": data.token },
    body: JSON.stringify(content),
  });
  if (!response.ok) throw new Error(await response.text());
  const answer = await response.json();
  if (answer.error) throw new Error(answer.error);
  return answer;
}

// The schedules of the kernels by name, as the schedule stage prints them.
function schedules() {
  const found = new Map();
  let name = null;
  for (const line of listings[last("schedule")]) {
    const text = data.lines[line];
    const opening = /^schedule @(\S+) for/.exec(text);
    if (opening) found.set(name = opening[1], []);
    if (name !== null) found.get(name).push(text);
    if (text === "}") name = null;
  }
  return found;
}

function table(head, rows) {
  const cells = (tag, row) => row.map((cell) =>
    element(tag, { textContent: cell, className: /^[\d.,%–]+$/.test(cell) ? "number" : "" }));
  return element("table", {}, element("tr", {}, ...cells("th", head)),
    ...rows.map((row) => element("tr", {}, ...cells("td", row))));
}

function timesTable(rows) {
  const sorted = [...rows].sort((a, b) => (b.seconds ?? 0) * b.calls - (a.seconds ?? 0) * a.calls);
  return table(["kernel", "calls", "flops", "bytes", "µs", "GFLOP/s", "share of limit", "bound by"], sorted.map((row) => [
    `@${row.kernel}`, String(row.calls), row.flops.toLocaleString("en"), row.bytes.toLocaleString("en"),
    ...(row.seconds ? [number(row.seconds * 1e6, 4), number(row.flops / row.seconds / 1e9, 3), `${Math.round(row.share * 100)}%`]
      : ["–", "–", "–"]), row.bound]));
}

function scheduleEditor() {
  const kernel = element("select", { ariaLabel: "kernel" });
  const text = element("textarea", { rows: 10, spellcheck: false, ariaLabel: "schedule" });
  const compile = element("button", { textContent: "compile, check and time" });
  const measure = element("button", { textContent: "time all kernels" });
  const result = element("div", { role: "status" });
  const times = element("div");
  for (const name of schedules().keys()) kernel.append(new Option(`@${name}`, name));
  const fill = () => { text.value = schedules().get(kernel.value)?.join("\n") ?? ""; };
  kernel.onchange = fill;
  fill();

  async function busy(where, action) {
    compile.disabled = measure.disabled = true;
    where.replaceChildren("…");
    try {
      where.replaceChildren(...await action());
    } catch (problem) {
      where.replaceChildren(element("pre", { className: "bad", textContent: problem.message }));
    }
    compile.disabled = measure.disabled = false;
  }

  compile.onclick = () => busy(result, async () => {
    const answer = await request("/schedule", { text: text.value });
    const token = data.token;
    load({ ...answer.data, token });
    for (const pane of panes) if (pane.root !== kernel.closest(".pane")) pane.show(pane.index);
    return answer.after.map((row, n) => {
      const old = answer.before[n].seconds;
      if (!row.seconds || !old) return element("p", { textContent: `@${row.kernel} did not run` });
      const found = answer.differences.find((d) => d.kernel === row.kernel);
      return element("p", { className: row.seconds < old ? "good" : "bad", textContent:
        `@${row.kernel}: ${number(old * 1e6, 4)} µs before, ${number(row.seconds * 1e6, 4)} µs now; ` +
        `results differ by ${found ? number(found.relative, 2) : 0}, ${found ? Math.round(found.share * 100) : 0}% of the tolerance` });
    });
  });
  measure.onclick = () => busy(times, async () => {
    const answer = await request("/times", {});
    const chart = element("div");
    chart.innerHTML = answer.chart; // Made by the server: its texts are escaped.
    return [timesTable(answer.rows), chart];
  });
  return element("div", {}, element("p", {}, "Schedule of ", kernel, " ", compile), text, result,
    element("p", {}, measure), times);
}

function drawn(chart) {
  if (chart.kind === "schedules") return scheduleEditor();
  const made = element("div");
  made.innerHTML = chart.html; // Made by this program: its texts are escaped.
  made.shapes = shapesByPlace(made);
  made.querySelectorAll("svg.zoomed").forEach(zoomable);
  const places = (event) => {
    const shape = event.target.closest("[data-places]");
    return shape ? placesOfShape(shape) : [];
  };
  made.onmousemove = (event) => { if (!pinned) highlight(places(event)); };
  made.onmouseleave = () => { if (!pinned) highlight([]); };
  made.onclick = (event) => {
    const found = places(event);
    pinned = found.length > 0;
    highlight(found);
    for (const pane of panes) pane.reveal();
  };
  return made;
}

function load(received) {
  data = received;
  matches = new Map();
  data.charts ??= [];
  listings = [];
  for (const view of data.views) listings.push(view.own ?? applied(listings[view.base], view.edits));
}

function last(kind) {
  return data.views.findLastIndex((view) => view.kind === kind);
}

// Asks for the stages that were not ready when the page was sent.
async function complete(status) {
  const { token, pending = [] } = data;
  for (const path of pending) {
    status.textContent = "compiling…";
    try {
      load({ ...(await request(path, {})).data, token });
    } catch (problem) {
      status.replaceChildren(element("pre", { className: "bad", textContent: problem.message }));
      return;
    }
    panes.forEach((pane) => pane.list());
    open(["schedule", "asm"]);
  }
  status.remove();
  document.body.dataset.ready = "yes";
}

// Opens a pane for the last view of each kind that has none.
function open(kinds) {
  for (const index of new Set(kinds.map(last))) {
    if (index >= 0 && !panes.some((pane) => pane.index === index)) new Pane(index);
  }
  panes.forEach((pane) => pane.draw());
}

async function main() {
  load(await unpacked(byId("data").textContent));
  const status = element("span", { role: "status" });
  const add = element("button", { textContent: "+ pane", onclick: () => { new Pane(last("ir")); panes.forEach((p) => p.draw()); } });
  byId("bar").append(element("h1", { textContent: data.name }), add, status,
    element("span", { className: "hint", textContent: "hover: linked lines · click: keep and scroll to them · Esc: release" }));
  if (data.views[0].kind === "source") new Pane(0);
  open(["ir", "schedule", "asm"]);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") { pinned = false; highlight([]); }
  });
  addEventListener("resize", () => panes.forEach((pane) => pane.draw()));
  document.body.dataset.shown = "yes";
  await complete(status);
}

main();
