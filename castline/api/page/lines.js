// Two people over the chapters: both directions of affection, familiarity below, turns as dots that open their words.

import { chapterOf, el, say, signed, svg } from "./dom.js";

let WIDE = 560;
const HIGH = 330, LEFT = 78, RIGHT = 12, TOP = 14, BOTTOM = 232, LOW = 300;
const AXIS = [[10, "loves"], [5, "is fond of"], [0, "neither"], [-5, "dislikes"], [-10, "hates"]];
const COLOURS = ["var(--warm)", "var(--cold)"];

/** The chart of a history; `open(change, direction)` hears which turn was touched; `label(at)` says a chapter. */
export function drawLines(history, { chapters, open, label, wide }) {
  WIDE = Math.min(640, Math.max(320, wide || 560));
  const places = new Map(chapters.map((at, n) => [at, n]));
  const x = (at) => LEFT + ((places.get(chapterOf(at)) ?? 0) / Math.max(1, chapters.length - 1)) * (WIDE - LEFT - RIGHT);
  const y = (v) => TOP + ((10 - v) / 20) * (BOTTOM - TOP);
  const low = (v) => LOW - (v / 10) * (LOW - BOTTOM - 22);
  const names = history.directions.map((one) => one.holder);
  const root = svg("svg", { id: "lines", viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": history.directions.map((one) => one.words).join(" ") });
  for (const [v, word] of AXIS) root.append(svg("line", { class: v ? "grid" : "zero", x1: LEFT, x2: WIDE - RIGHT, y1: y(v), y2: y(v) }), svg("text", { x: LEFT - 6, y: y(v) + 4, "text-anchor": "end" }, word));
  root.append(svg("text", { x: LEFT - 6, y: low(5) + 4, "text-anchor": "end" }, "familiarity"), svg("line", { class: "grid", x1: LEFT, x2: WIDE - RIGHT, y1: LOW, y2: LOW }));
  history.directions.forEach((one, which) => {
    if (!one.levels.length) return;
    const last = chapters.at(-1);
    const points = (f) => stairs([...one.levels.map((row) => [x(row[0]), f(row)]), [x(last), f(one.levels.at(-1))]]);
    root.append(svg("path", { d: `${points((row) => low(row[2]))} L${x(last)},${LOW} L${x(one.levels[0][0])},${LOW} Z`, fill: COLOURS[which], opacity: 0.16 }));
    root.append(svg("path", { d: points((row) => y(row[1])), fill: "none", stroke: COLOURS[which], "stroke-width": 2.5, "stroke-dasharray": which ? "6 3" : null, "stroke-linejoin": "round" }));
  });
  history.directions.forEach((one, which) => {
    if (one.levels.length) root.append(svg("circle", { cx: x(one.levels[0][0]), cy: y(one.levels[0][1]), r: 3, fill: COLOURS[which] })); // a first level in the last chapter is no line
    for (const turn of turnsOf(one)) {
      const words = `${label(turn.at)}: ${one.holder} ${say(turn.affection)} ${one.toward} (${signed(turn.affection)})`;
      root.append(svg("circle", { cx: x(turn.at), cy: y(turn.affection), r: 5, fill: COLOURS[which], stroke: "var(--sheet)", "stroke-width": 1.5, style: "cursor:pointer", onclick: () => open(turn, which) }, svg("title", {}, words)));
    }
  });
  const books = new Set(chapters.map((at) => at.split(".")[0])).size;
  const step = Math.max(1, Math.ceil(chapters.length / 8));
  chapters.forEach((at, n) => { if (n % step === 0) root.append(svg("text", { x: x(at), y: LOW + 16, "text-anchor": "middle" }, books > 1 ? at : at.split(".")[1])); });
  const hover = svg("line", { y1: TOP, y2: LOW, stroke: "var(--edge)", "stroke-dasharray": "2 3", visibility: "hidden" });
  root.append(hover);
  const reading = el("p", { class: "faint" }, "Move over the chart to read a chapter.");
  root.addEventListener("pointermove", (event) => {
    const box = root.getBoundingClientRect();
    const share = (((event.clientX - box.left) / box.width) * WIDE - LEFT) / (WIDE - LEFT - RIGHT);
    const at = chapters[Math.round(Math.min(1, Math.max(0, share)) * (chapters.length - 1))];
    hover.setAttribute("x1", x(at)); hover.setAttribute("x2", x(at)); hover.setAttribute("visibility", "visible");
    const said = history.directions.map((one) => { const row = one.levels.filter((r) => places.get(r[0]) <= places.get(at)).at(-1); return row ? `${one.holder} ${say(row[1])} ${one.toward} (${signed(row[1])})` : null; }).filter(Boolean);
    reading.textContent = `${label(at)}: ${said.join("; ") || "nothing told yet"}.`;
  });
  const key = el("p", { class: "faint" }, ...names.flatMap((name, which) => [el("span", { class: "key", style: `background:${which ? "repeating-linear-gradient(90deg,var(--cold) 0 .35rem,transparent .35rem .55rem)" : "var(--warm)"}` }), `${name} for ${names[1 - which]}`]));
  return el("div", {}, key, root, reading);
}

const stairs = (points) => points.map(([px, py], n) => (n ? `H${px} V${py}` : `M${px},${py}`)).join(" ");

/** The greatest step of each chapter in which an affection turned. */
export function turnsOf(one) {
  return one.turns.map((at) => one.changes.filter((c) => chapterOf(c.at) === at).reduce((best, c) => (!best || Math.abs(c.affection_step) > Math.abs(best.affection_step) ? c : best), null)).filter(Boolean);
}
