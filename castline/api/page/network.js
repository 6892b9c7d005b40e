// The network: people at the places that the service gives them, and what is between them.

import { by, chapterOf, el, level, say, signed, svg } from "./dom.js";

let WIDE = 1000, HIGH = 700;
const EDGE = 26; // of a picture: a circle of the largest stands whole within it
const x = (v) => WIDE / 2 + v * ((WIDE / 2 - EDGE) / 1.65), y = (v) => HIGH / 2 + v * ((HIGH / 2 - EDGE) / 1.15);
const hue = (affection) => (affection >= 0.75 ? "var(--warm)" : affection <= -0.5 ? "var(--cold)" : "var(--edge)");
const CIRCLES = ["#2f8f6b", "#a8589a", "#9a7b00", "#3d8fb5", "#7a6fd0", "#8a6a55"];
/** The colour of a circle of friends. */
export const dye = (group) => (group ? CIRCLES[(group - 1) % CIRCLES.length] : "var(--faint)");
let zoom = { k: 1, x: 0, y: 0 };

const sizeFor = (wide, high) => [Math.max(320, wide || 1000), Math.max(300, high || 700)];

/** Whether the network was drawn for a room of this size. */
export const isDrawnFor = (wide, high) => String(sizeFor(wide, high)) === String([WIDE, HIGH]);

/** Draw a stage as a network. `chosen` is whose lines stand out; `pick(id)` and `pair(a, b)` hear what is touched. */
export function drawNetwork(stage, into, { chosen, old, pick, pair, ages }) {
  [WIDE, HIGH] = sizeFor(into.clientWidth, into.clientHeight);
  const root = svg("svg", { id: "network", viewBox: `0 0 ${WIDE} ${HIGH}`, role: "group", "aria-label": `Network of ${stage.people.length} people` });
  const world = svg("g");
  root.append(world);
  const people = new Map(stage.people.map((one) => [one.id, one]));
  const lines = svg("g"), figures = svg("g");
  world.append(lines, figures);
  const ranked = [...stage.threads].sort((a, b) => strength(a) - strength(b));
  for (const thread of ranked) line(lines, thread, people, chosen, pair);
  const near = new Set(stage.threads.filter((t) => t.a === chosen || t.b === chosen).flatMap((t) => [t.a, t.b]));
  const sizes = new Map(stage.people.map((one) => [one.id, 5 + 13 * Math.sqrt(one.scenes / Math.max(1, stage.people[0].scenes))]));
  const labels = placeLabels(stage.people, sizes);
  for (const one of stage.people) figures.append(figure(one, { size: sizes.get(one.id), label: labels.get(one.id), fresh: stage.newcomers.includes(one.name), chosen, near, before: old?.get(one.id), pick, age: ages(one.seen) }));
  root.classList.toggle("picked", people.has(chosen));
  move(root, world);
  return root;
}

const strength = (t) => Math.max(Math.abs(t.forth || 0), Math.abs(t.back || 0)) + (t.tie ? 1 : 0);

function line(into, thread, people, chosen, pair) {
  const a = people.get(thread.a), b = people.get(thread.b);
  const [ax, ay, bx, by_] = [x(a.x), y(a.y), x(b.x), y(b.y)];
  const weak = strength(thread) < 1.5;
  const wide = 0.8 + (thread.familiarity / 10) * 4.5;
  const hot = chosen && (thread.a === chosen || thread.b === chosen) ? " hot" : "";
  const mx = (ax + bx) / 2, my = (ay + by_) / 2;
  for (const [felt, fx, fy] of [[thread.forth, ax, ay], [thread.back, bx, by_]]) {
    const shown = felt ?? 0;
    into.append(svg("line", { class: `thread${hot}`, x1: fx, y1: fy, x2: mx, y2: my, stroke: felt === null ? "var(--line)" : hue(shown), "stroke-width": wide, "stroke-dasharray": shown <= -0.5 ? "7 4" : null, opacity: weak && !hot ? 0.18 : 0.25 + Math.min(0.6, Math.abs(shown) / 8) }));
  }
  const words = `${a.name} for ${b.name}: ${signed(thread.forth) || "nothing told"}; back: ${signed(thread.back) || "nothing told"}${thread.tie ? `; ${a.name} is ${thread.tie} of ${b.name}` : ""}`;
  into.append(svg("line", { x1: ax, y1: ay, x2: bx, y2: by_, stroke: "transparent", "stroke-width": 10, style: "cursor:pointer", onclick: () => pair(thread.a, thread.b) }, svg("title", {}, words)));
}

function figure(one, { size, label, fresh, chosen, near, before, pick, age }) {
  const at = `translate(${x(one.x)}px, ${y(one.y)}px)`;
  const name = `${one.name}, in ${one.scenes} scenes${one.seen ? `, last seen in ${chapterOf(one.seen)}` : ""}${one.died ? `, told to have died in ${chapterOf(one.died)}` : ""}`;
  const marks = ["figure", one.id === chosen && "chosen", near.has(one.id) && "near", fresh && "new", size > 10 && "busy"].filter(Boolean).join(" ");
  const node = svg("g", { class: marks, tabindex: 0, role: "button", "aria-label": name, "data-id": one.id, onclick: () => pick(one.id), onkeydown: (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); pick(one.id); } } },
    svg("title", {}, name), svg("circle", { class: "touch", r: Math.max(22, size) }), svg("circle", { class: "ring", r: size + 4 }), svg("circle", { class: "dot", r: size, fill: dye(one.group) }));
  if (label) node.append(svg("text", { x: label.x, y: label.y, "text-anchor": label.anchor }, short(one.name) + cross(one)));
  node.style.opacity = one.id === chosen || near.has(one.id) ? "" : age > 12 ? 0.45 : age > 6 ? 0.7 : "";
  node.style.transform = before ? `translate(${x(before.x)}px, ${y(before.y)}px)` : at;
  if (!before) node.style.opacity = node.style.opacity || 1;
  requestAnimationFrame(() => { node.style.transform = at; });
  return node;
}

const cross = (one) => (one.died ? " †" : "");

const short = (name) => (name.length > 24 ? `${name.slice(0, 23)}…` : name);

const pen = document.createElement("canvas").getContext("2d");

/** How wide a name stands: fonts differ, and what a font's letters are wide on average covers the next name. */
function measure(name, busy) {
  pen.font = `${busy ? "650 13px" : "12px"} ${getComputedStyle(document.body).fontFamily}`;
  return pen.measureText(short(name)).width + 6;
}

/** A place for each name where it covers least, the busiest first; of the others only where it covers nothing; the first three have theirs whatever it covers. */
function placeLabels(people, sizes) {
  const taken = people.map((one) => ({ l: x(one.x) - sizes.get(one.id), r: x(one.x) + sizes.get(one.id), t: y(one.y) - sizes.get(one.id), b: y(one.y) + sizes.get(one.id), id: one.id }));
  const found = new Map();
  people.forEach((one, rank) => {
    const size = sizes.get(one.id), wide = measure(one.name + cross(one), size > 10), cx = x(one.x), cy = y(one.y);
    const tries = [[0, size + 14, "middle"], [0, -size - 6, "middle"], [size + 6, 4, "start"], [-size - 6, 4, "end"], [size, size + 8, "start"], [-size, -size + 2, "end"], [size, -size + 2, "start"], [-size, size + 8, "end"]];
    let best = null;
    for (const [dx, dy, anchor] of tries) {
      const l = cx + dx - (anchor === "middle" ? wide / 2 : anchor === "end" ? wide : 0);
      const box = { l, r: l + wide, t: cy + dy - 13, b: cy + dy + 4 };
      const outside = Math.max(0, -box.l) + Math.max(0, box.r - WIDE) + Math.max(0, -box.t) + Math.max(0, box.b - HIGH);
      const covered = taken.reduce((sum, o) => sum + (o.id === one.id ? 0 : Math.max(0, Math.min(o.r, box.r) - Math.max(o.l, box.l)) * Math.max(0, Math.min(o.b, box.b) - Math.max(o.t, box.t))), 0);
      const cost = covered + outside * 50;
      if (!best || cost < best.cost) best = { cost, box, x: dx, y: dy, anchor };
      if (!cost) break;
    }
    if (best.cost > (rank < 3 ? Infinity : rank < 10 ? 260 : 0)) return;
    taken.push(best.box);
    found.set(one.id, best);
  });
  return found;
}

/** Wheel and drag move the picture; a double click puts it back. */
function move(root, world) {
  const show = () => world.setAttribute("transform", `translate(${zoom.x} ${zoom.y}) scale(${zoom.k})`);
  let from = null;
  root.addEventListener("wheel", (event) => {
    event.preventDefault();
    const box = root.getBoundingClientRect(), k = Math.min(6, Math.max(1, zoom.k * (event.deltaY < 0 ? 1.15 : 1 / 1.15)));
    const px = ((event.clientX - box.left) / box.width) * WIDE, py = ((event.clientY - box.top) / box.height) * HIGH;
    zoom = k === 1 ? { k: 1, x: 0, y: 0 } : { k, x: px - (px - zoom.x) * (k / zoom.k), y: py - (py - zoom.y) * (k / zoom.k) };
    show();
  }, { passive: false });
  root.addEventListener("pointerdown", (event) => { from = { x: event.clientX, y: event.clientY, zx: zoom.x, zy: zoom.y }; });
  root.addEventListener("pointermove", (event) => {
    if (!from || !(event.buttons & 1) || zoom.k === 1) return;
    const box = root.getBoundingClientRect();
    zoom = { ...zoom, x: from.zx + ((event.clientX - from.x) / box.width) * WIDE, y: from.zy + ((event.clientY - from.y) / box.height) * HIGH };
    show();
  });
  root.addEventListener("dblclick", () => { zoom = { k: 1, x: 0, y: 0 }; show(); });
  show();
}

/** The same facts as a table. */
export function drawTable(stage, { pick, pair }) {
  const names = new Map(stage.people.map((one) => [one.id, one.name]));
  const group = (one) => (one.group ? `circle of ${stage.groups[one.group - 1]}` : "");
  const people = stage.people.map((one) => el("tr", {}, el("th", { scope: "row" }, link(one.name, () => pick(one.id)), cross(one)), el("td", { class: "n" }, String(one.scenes)), el("td", {}, one.seen ? chapterOf(one.seen) : ""), el("td", {}, group(one))));
  const threads = [...stage.threads].sort((a, b) => strength(b) - strength(a)).map((t) => el("tr", {}, el("th", { scope: "row" }, link(`${names.get(t.a)} and ${names.get(t.b)}`, () => pair(t.a, t.b))), el("td", {}, level(t.forth)), el("td", {}, level(t.back)), el("td", { class: "n" }, t.familiarity.toFixed(1)), el("td", {}, t.tie ? `${names.get(t.a)} is ${t.tie}` : "")));
  return el("div", { class: "sheet" },
    el("table", {}, el("caption", {}, "People, those of most scenes first"), el("thead", {}, el("tr", {}, ...["name", "scenes", "last seen", "circle"].map((h, i) => el("th", { scope: "col", class: i === 1 ? "n" : null }, h)))), el("tbody", {}, people)),
    el("table", {}, el("caption", {}, "What is between them, the strongest first: affection from the first to the second, and back"), el("thead", {}, el("tr", {}, ...["two", "forth", "back", "familiarity", "tie"].map((h) => el("th", { scope: "col" }, h)))), el("tbody", {}, threads)));
}

const link = (text, onclick) => el("button", { type: "button", class: "link", onclick }, text);

/** Who toward whom: a row for each who feels, a column for each who is felt for. */
export function drawHeat(stage, { pair, most = 20 }) {
  const people = [...stage.people.slice(0, most)].sort((a, b) => (a.group || 99) - (b.group || 99));
  const felt = new Map();
  for (const t of stage.threads) { felt.set(`${t.a}>${t.b}`, t.forth); felt.set(`${t.b}>${t.a}`, t.back); }
  const cell = (a, b) => {
    const value = felt.get(`${a.id}>${b.id}`);
    if (a === b || value === undefined || value === null) return el("td", {}, "");
    const share = Math.round(Math.min(1, Math.abs(value) / 9) * 78);
    const node = el("td", {}, el("button", { type: "button", "aria-label": `${a.name} ${say(value)} ${b.name}, ${signed(value)}`, title: `${a.name} ${say(value)} ${b.name} (${signed(value)})`, onclick: () => pair(a.id, b.id) }, String(Math.round(value)).replace("-0", "0").replace("-", "−")));
    node.style.background = `color-mix(in srgb, ${value < 0 ? "var(--cold)" : "var(--warm)"} ${share}%, var(--sheet))`;
    if (share > 50) node.style.color = "var(--ground)";
    return node;
  };
  return el("div", { class: "sheet" }, el("table", { class: "heat" }, el("caption", {}, `Affection of the row for the column; ${people.length} of ${stage.of} people`),
    el("thead", {}, el("tr", {}, el("td"), ...people.map((one) => el("th", { scope: "col" }, el("span", {}, short(one.name)))))),
    el("tbody", {}, people.map((a) => el("tr", {}, el("th", { scope: "row" }, short(a.name)), ...people.map((b) => cell(a, b)))))));
}

/** What the colours mean. */
export function drawLegend(view, stage) {
  const key = (kind, text) => [el("span", { class: `key ${kind}` }), text];
  const legend = by("legend");
  if (view === "network") legend.replaceChildren(...key("warm", "affection"), ...key("", "neither"), ...key("cold", "dislike (dashed)"), ". Each half of a line is what the person at that end feels; the wider, the better they know each other. Pale: long unseen, or only talked of; ringed: new here; †: told to have died. ", stage.groups.length ? "One colour: people closer to each other than to the rest, named for the one most seen: " : "", ...stage.groups.slice(0, 6).flatMap((name, n) => { const dot = el("span", { class: "dot" }); dot.style.background = CIRCLES[n]; return [el("span", { class: "one" }, dot, name), " "]; }));
  else legend.replaceChildren(...key("warm", "affection"), ...key("cold", "dislike"), ", on a scale of −10 to +10.");
}
