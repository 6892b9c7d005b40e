// Lanes: a row for each person, and in it a block for each chapter in which they were there.

import { by, count, el, findBorders, svg } from "./dom.js";

/** Draw a stage's people over the chapters told. `pick(id)` hears whose name is pressed, `visit(at)` which chapter is. */
export function drawLanes(stage, { pick, visit, ticks, named, dye }) {
  const places = new Map(ticks.map((tick, n) => [tick.at, n]));
  const most = Math.max(1, ...stage.people.flatMap((one) => Object.values(one.chapters)));
  const begun = findBorders(ticks);
  const rows = stage.people.filter((one) => one.scenes).map((one) => {
    const seen = Object.entries(one.chapters).filter(([at]) => places.has(at));
    const words = `in ${count(seen.length, "chapter")} of ${ticks.length}, first ${named(seen[0][0])}, last ${named(seen.at(-1)[0])}`;
    const blocks = seen.map(([at, scenes]) => svg("rect", { x: places.get(at), width: 1, height: 1, fill: dye(one.group), opacity: 0.35 + 0.65 * (scenes / most), onclick: () => visit(at) }, svg("title", {}, `${one.name}, ${named(at)}: ${count(scenes, "scene")}`)));
    const borders = begun.map((n) => svg("line", { x1: n, x2: n, y1: 0, y2: 1 }));
    const lane = svg("svg", { class: "lane", viewBox: `0 0 ${Math.max(1, ticks.length)} 1`, preserveAspectRatio: "none", role: "img", "aria-label": words }, blocks, borders);
    return el("tr", {}, el("th", { scope: "row" }, el("button", { type: "button", class: "link", onclick: () => pick(one.id) }, one.name)), el("td", {}, lane));
  });
  const head = el("tr", {}, el("th", { scope: "col" }, "name"), el("th", { scope: "col" }, ticks.length > 1 ? `${named(ticks[0].at)} … ${named(ticks.at(-1).at)}` : named(ticks[0].at)));
  return el("div", { class: "sheet" }, el("table", { class: "lanes" }, el("caption", {}, `Who was there in which chapter; ${rows.length} of ${stage.of} people`), el("thead", {}, head), el("tbody", {}, rows)));
}

/** What a block says. */
export const explainLanes = () => by("legend").replaceChildren("A block is a chapter in which somebody was there, in the colour of their circle; the fuller, the more scenes. Pressed, it is gone to.");
