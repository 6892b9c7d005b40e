// The slider of chapters, what is said of the one that it stands at, and the button of the reader's lock.

import { by, chapterOf, count, el, findBorders, svg } from "./dom.js";
import { book, heading, here, place, state } from "./state.js";

export function announce() {
  by("said").textContent = `${place(chapterOf(book.stage.at))}: ${count(book.stage.events_in_all, "new event")}, ${count(book.stage.shifts_in_all, "feeling")} changed.`;
}

export function drawSlider() {
  const slider = by("chapter"), n = here();
  slider.max = String(Math.max(1, book.ticks.length));
  slider.value = String(n + 1);
  by("number").value = state.at.replace(/^1\./, new Set(book.ticks.map((t) => t.at.split(".")[0])).size > 1 ? "1." : "");
  by("back").disabled = n <= 0;
  by("on").disabled = n >= book.ticks.length - 1;
  sayPlace(book.ticks[n] || { at: state.at, label: "" });
  drawLock();
  drawTicks();
}

/** Say which chapter the slider stands at. */
export function sayPlace(tick) {
  by("chapter").setAttribute("aria-valuetext", place(tick.at));
  by("place").replaceChildren(place(tick.at).split(" · ")[0], el("small", {}, heading(tick) || " "));
}

export function drawLock() {
  by("lock").textContent = book.lock === "all" ? "I know the whole book" : book.lock ? `I am at chapter ${book.lock.replace(/^1\./, "")}` : "Where are you?";
  by("lock").classList.toggle("shut", book.lock !== "all" && book.lock !== "");
  by("lock").setAttribute("aria-label", book.lock === "all" ? "Nothing is held back. Change it" : book.lock ? `Everything after chapter ${book.lock} is held back. Change it` : "Say where you are in this book");
}

/** How much each chapter tells, and where another book begins; hatched where the reader's lock begins. */
function drawTicks() {
  const root = by("ticks"), wide = 1000, high = 44;
  root.setAttribute("viewBox", `0 0 ${wide} ${high}`);
  root.setAttribute("preserveAspectRatio", "none");
  const most = Math.max(1, ...book.ticks.map((tick) => tick.events)), step = wide / Math.max(1, book.ticks.length - 1);
  const bar = Math.max(0.6, Math.min(12, step * 0.7));
  const bars = book.ticks.map((tick, n) => svg("rect", { x: n * step - bar / 2, width: bar, y: 12 - 12 * (tick.events / most), height: 12 * (tick.events / most) }));
  const books = findBorders(book.ticks).map((n) => svg("line", { x1: (n - 0.5) * step, x2: (n - 0.5) * step, y1: 0, y2: high }));
  root.replaceChildren(...bars, ...books);
  by("held").hidden = book.lock === "all";
}
