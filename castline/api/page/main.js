// The page: what is shown is what the address says, and nothing is asked of what comes after the reader's lock.

import { ask, bring, drop, hasToken, isCancelled, Refused } from "./api.js";
import { by, chapterOf, count, el, findBorders, keep, kept, plain, svg } from "./dom.js";
import { drawLanes, explainLanes } from "./lanes.js";
import { drawHeat, drawLegend, drawNetwork, drawTable, dye, isDrawnFor } from "./network.js";
import { dropZone, showKnows, showMore, showNow, showPair, showPerson, showRefusal } from "./panels.js";
import { turn } from "./sources.js";

const state = { saga: "", at: "", who: "", with: "", view: "network", tab: "now", event: "", all: "" };
const VIEWS = ["network", "heat", "lanes", "table"], TABS = ["now", "person", "pair", "knows", "more"];
let ticks = [], cast = [], stage = null, shown = {}, told = "", lock = "", dragged = 0;

const page = {
  state,
  at: (told) => chapterOf(told),
  said: (at) => place(chapterOf(at)),
  within: (at) => place(chapterOf(at)).replace(/^./, (first) => first.toLowerCase()),
  cast: () => cast,
  stage: () => stage,
  chapters: () => ticks.slice(0, here() + 1).map((tick) => tick.at),
  person: (who) => go({ who, tab: "person" }),
  pair: (who, other) => go({ who, with: other, tab: "pair" }),
  choose: (who, other) => go({ who, with: other, tab: "pair" }),
  knows: (event) => go({ event, tab: "knows" }),
  grown: (saga) => start(saga),
  listed: () => attempt(async () => listBooks(await ask("names"))),
  attempt: (act) => attempt(act),
  download,
};

const here = () => Math.max(0, ticks.findIndex((tick) => tick.at === state.at));

function place(at) {
  const tick = ticks.find((one) => one.at === at);
  const books = new Set(ticks.map((one) => one.at.split(".")[0])).size > 1;
  const number = books ? `Book ${at.split(".")[0]}, chapter ${at.split(".")[1]}` : `Chapter ${at.split(".")[1]}`;
  const label = tick ? heading(tick) : "";
  return label ? `${number} · ${label}` : number;
}

/** A chapter's heading, without saying "Chapter 34" twice. */
function heading(tick) {
  const label = plain([tick.part, tick.label].filter(Boolean).join(", "));
  const own = /^(?:chapter )?(\d+|[ivxlc]+)\b[.:,—–-]* ?/i.exec(label);
  return (own && numberOf(own[1]) === Number(tick.at.split(".")[1]) ? label.slice(own[0].length) : label).slice(0, 70);
}

const ROMAN = { i: 1, v: 5, x: 10, l: 50, c: 100 };

/** What a figure or a Roman numeral counts. */
const numberOf = (said) => Number(said) || [...said.toLowerCase()].map((one) => ROMAN[one]).reduce((sum, one, n, all) => sum + (one < (all[n + 1] || 0) ? -one : one), 0);

// -- the address ------------------------------------------------------------------------------------------

function readAddress() {
  const given = new URLSearchParams(location.search);
  for (const name of Object.keys(state)) state[name] = given.get(name) || "";
  if (!VIEWS.includes(state.view)) state.view = VIEWS[0];
  if (!TABS.includes(state.tab)) state.tab = TABS[0];
}

function writeAddress(replace) {
  const said = new URLSearchParams(Object.entries(state).filter(([name, value]) => value && !(name === "view" && value === "network") && !(name === "tab" && value === "now")));
  history[replace ? "replaceState" : "pushState"](null, "", `?${said}`);
}

/** Change what is shown, and the address with it. */
function go(change, replace = false) {
  Object.assign(state, change);
  writeAddress(replace);
  if (change.tab) side("panel");
  return show();
}

// -- what is shown ----------------------------------------------------------------------------------------

async function attempt(act) {
  try {
    by("error").hidden = true;
    return await act();
  } catch (error) {
    if (isCancelled(error)) return null;
    if (error instanceof Refused && error.status === 401) return askToken();
    by("error").replaceChildren(error.message, " ", el("button", { type: "button", onclick: () => start() }, "Try again"));
    by("error").hidden = false;
    return null;
  }
}

/** Show the state: the picture, and the panel. Nothing is asked before the lock is known, or beyond it; and nothing that was
 * asked for what is no longer wanted is heard. */
async function show() {
  if (!ticks.some((tick) => tick.at === state.at)) return;
  drop("stage", "cast", "panel", "events");
  const before = stage;
  await attempt(async () => {
    if (isWanted(shown)) drawSlider();
    else await bringStage();
    draw(before);
    await tell();
  });
}

const wanted = () => ({ saga: state.saga, at: state.at, all: state.all });
const isWanted = (one) => Object.entries(wanted()).every(([name, value]) => one[name] === value);

/** Ask for the people of this chapter. Where that fails, the chapter that is shown stays the one that is said. */
async function bringStage() {
  const asked = { saga: state.saga, at: state.at };
  try {
    [stage, cast] = await Promise.all([ask("stage", { ...asked, people: state.all ? 1000 : 30 }), ask("cast", asked)]);
  } catch (error) {
    if (stage && !isCancelled(error)) {
      Object.assign(state, shown);
      writeAddress(true);
      drawSlider();
    }
    throw error;
  }
  shown = wanted();
  announce();
  drawSlider();
  by("people").replaceChildren(...cast.map((one) => el("option", { value: one.name }, one.also.slice(0, 2).join(", "))));
}

/** Take away all that is on the screen of a book, and let go of every question: what comes may be of less. */
function clear() {
  drop();
  clearTimeout(dragged);
  [ticks, cast, stage, shown] = [[], [], null, {}];
  for (const id of ["error", "drawing", "legend", "all", "told", "people", "ticks", "place", "said"]) by(id).replaceChildren();
  for (const id of ["who", "number"]) by(id).value = "";
  for (const id of ["back", "on"]) by(id).disabled = true;
  by("error").hidden = true;
  by("chapter").max = by("chapter").value = "1";
  by("chapter").removeAttribute("aria-valuetext");
}

function draw(before) {
  const chosen = stage.people.find((one) => one.id === state.who || one.name === state.who)?.id || "";
  if (state.view === "lanes") explainLanes();
  else drawLegend(state.view, stage); // first, since it takes of the room
  const handlers = { chosen, pick: page.person, pair: page.pair, old: before && new Map(before.people.map((one) => [one.id, one])), ages, dye, visit: (at) => go({ at }, true), named: (at) => place(at).split(" · ")[0], ticks: ticks.slice(0, here() + 1) };
  const drawing = state.view === "heat" ? drawHeat(stage, handlers) : state.view === "table" ? drawTable(stage, handlers) : state.view === "lanes" ? drawLanes(stage, handlers) : drawNetwork(stage, by("drawing"), handlers);
  const held = document.activeElement?.dataset?.id;
  by("drawing").replaceChildren(drawing);
  if (held) by("drawing").querySelector(`[data-id="${CSS.escape(held)}"]`)?.focus();
  for (const button of document.querySelectorAll("[data-view]")) button.setAttribute("aria-pressed", String(button.dataset.view === state.view));
  by("all").hidden = stage.of <= 30 || state.view === "heat";
  by("all").textContent = state.all ? "Show the busiest 30" : `${stage.people.length} of ${stage.of} people: show all`;
}

/** How many chapters ago somebody was last seen. */
const ages = (seen) => (seen ? here() - Math.max(0, ticks.findIndex((tick) => tick.at === chapterOf(seen))) : 99);

async function tell() {
  for (const tab of document.querySelectorAll("[role=tab]")) {
    const chosen = tab.dataset.tab === state.tab;
    tab.setAttribute("aria-selected", String(chosen));
    tab.tabIndex = chosen ? 0 : -1;
  }
  by("told").setAttribute("aria-labelledby", `tab-${state.tab}`);
  try {
    if (state.tab === "now") showNow(stage, page);
    else if (state.tab === "person") settleOn(await showPerson(state.who, page));
    else if (state.tab === "pair") await showPair(idOf(state.who), idOf(state.with), page);
    else if (state.tab === "knows") await showKnows(state.event, page);
    else await showMore(page);
    const subject = [state.saga, state.tab, state.who, state.with, state.event].join(" ");
    if (subject !== told) by("told").scrollTop = 0; // a step of the chapter leaves the reader where he reads
    told = subject;
  } catch (error) {
    if (!isCancelled(error)) showRefusal(error, page); // what stood there is of another chapter, or of another question
    throw error instanceof Refused && error.status < 500 && error.status !== 401 ? new DOMException("Said in the panel.", "AbortError") : error;
  }
}

/** Who was asked for by a part of a name is meant by id from then on: in the picture, beside another, and in the address. */
function settleOn(shown) {
  if (!shown || shown.id === state.who) return;
  state.who = shown.id;
  writeAddress(true);
  draw(stage);
}

const idOf = (who) => (cast.find((one) => one.id === who || one.name === who) || cast.find((one) => one.also.includes(who)))?.id || "";

function announce() {
  by("said").textContent = `${place(chapterOf(stage.at))}: ${count(stage.events_in_all, "new event")}, ${count(stage.shifts_in_all, "feeling")} changed.`;
}

// -- the slider and the lock ------------------------------------------------------------------------------

function drawSlider() {
  const slider = by("chapter"), n = here();
  slider.max = String(Math.max(1, ticks.length));
  slider.value = String(n + 1);
  slider.setAttribute("aria-valuetext", place(state.at));
  by("number").value = state.at.replace(/^1\./, new Set(ticks.map((t) => t.at.split(".")[0])).size > 1 ? "1." : "");
  by("back").disabled = n <= 0;
  by("on").disabled = n >= ticks.length - 1;
  const tick = ticks[n] || { label: "" };
  by("place").replaceChildren(place(state.at).split(" · ")[0], el("small", {}, heading(tick) || " "));
  drawLock();
  drawTicks();
}

function drawLock() {
  by("lock").textContent = lock === "all" ? "I know the whole book" : lock ? `I am at chapter ${lock.replace(/^1\./, "")}` : "Where are you?";
  by("lock").classList.toggle("shut", lock !== "all" && lock !== "");
  by("lock").setAttribute("aria-label", lock === "all" ? "Nothing is held back. Change it" : lock ? `Everything after chapter ${lock} is held back. Change it` : "Say where you are in this book");
}

/** How much each chapter tells, and where another book begins; hatched where the reader's lock begins. */
function drawTicks() {
  const root = by("ticks"), wide = 1000, high = 44;
  root.setAttribute("viewBox", `0 0 ${wide} ${high}`);
  root.setAttribute("preserveAspectRatio", "none");
  const most = Math.max(1, ...ticks.map((tick) => tick.events)), step = wide / Math.max(1, ticks.length - 1);
  const bar = Math.max(0.6, Math.min(12, step * 0.7));
  const bars = ticks.map((tick, n) => svg("rect", { x: n * step - bar / 2, width: bar, y: 12 - 12 * (tick.events / most), height: 12 * (tick.events / most) }));
  const books = findBorders(ticks).map((n) => svg("line", { x1: (n - 0.5) * step, x2: (n - 0.5) * step, y1: 0, y2: high }));
  root.replaceChildren(...bars, ...books);
  by("held").hidden = lock === "all";
}

function step(by_) {
  const next = Math.min(ticks.length - 1, Math.max(0, here() + by_));
  if (ticks[next] && next !== here()) go({ at: ticks[next].at }, true);
}

/** Ask where the reader is, before anything of the book is shown. */
function askLock(first, why = "") {
  const number = el("input", { type: "text", inputmode: "decimal", pattern: " *[1-9][0-9]{0,5}([.][1-9][0-9]{0,5})? *", required: true, title: "12, or 2.12 for the second book's", value: (lock === "all" ? state.at : lock).replace(/^1\./, "") || 1, id: "reader" });
  const dialog = by("ask");
  const close = (value) => { dialog.close(); setLock(value, true); };
  dialog.replaceChildren(el("h2", { id: "ask-title" }, "Where are you in this book?"),
    el("p", {}, "Nothing after that chapter is shown, and nothing after it is even fetched. In the second book of a saga, chapter 12 is 2.12."),
    why ? el("p", { role: "alert", class: "why" }, why) : null,
    el("form", { method: "dialog", class: "row", onsubmit: (event) => { event.preventDefault(); close(number.value.trim()); } }, el("label", { for: "reader" }, "I have read chapter"), number, el("button", { class: "strong" }, "Hold back the rest")),
    el("div", { class: "row" }, el("button", { type: "button", onclick: () => close("all") }, "I know it: show all"), first ? null : el("button", { type: "button", onclick: () => dialog.close() }, "Leave it")));
  if (first) by("drawing").replaceChildren(el("p", { class: "sheet" }, "Nothing is shown before you say where you are in this book: the button at the top right."));
  dialog.showModal();
  number.select();
}

const lockOf = (saga) => `castline:lock:${saga}`;
const isLock = (value) => /^(all|[1-9]\d{0,5}(\.[1-9]\d{0,5})?)$/.test(value);

/** Hold back what comes after a chapter ("all": nothing). What is shown goes at once: it may be of later. Whoever says where they are is shown that chapter. */
async function setLock(value, chosen = false) {
  if (!isLock(value)) return askLock(true);
  clear();
  lock = "";
  drawLock();
  if (chosen) keep(lockOf(state.saga), value);
  await attempt(async () => {
    const found = await bringChapters(value, chosen);
    if (!found) return;
    ticks = found;
    if (!ticks.length) return showEmpty("Nothing of this book has been read yet");
    lock = value === "all" ? "all" : ticks.at(-1).at;
    if (chosen) keep(lockOf(state.saga), lock.replace(/^1\./, ""));
    const stays = (!chosen || lock === "all") && ticks.some((tick) => tick.at === state.at);
    await go(stays ? { saga: state.saga } : { at: ticks.at(-1).at }, true);
  });
}

/** The chapters up to a lock; null where a lock that was just said is no chapter: by a slip of the finger all that is told would be shown. */
async function bringChapters(value, chosen) {
  if (value === "all" || !chosen) return ask("chapters", { saga: state.saga, upto: value === "all" ? null : value });
  const at = value.includes(".") ? value : `1.${value}`;
  let why = `${value} is no chapter of this book.`;
  try {
    const found = await ask("chapters", { saga: state.saga, at });
    if (!found.length || found.at(-1).at === at) return found;
  } catch (error) {
    if (!(error instanceof Refused) || error.status !== 400) throw error;
    why = error.message;
  }
  keep(lockOf(state.saga), "");
  askLock(true, why);
  return null;
}

// -- starting ---------------------------------------------------------------------------------------------

async function start(saga = state.saga) {
  clear();
  lock = "";
  if (by("ask").open) by("ask").close();
  turnTo(saga);
  const names = await attempt(() => ask("names"));
  if (!names) return;
  if (names.length) turnTo(names.includes(saga) ? saga : names[0]);
  listBooks(names);
  if (!names.length) return showEmpty("Nothing has been read yet");
  document.title = `${state.saga.replace(/_/g, " ")} · Castline`;
  drawLock();
  await setLock(kept(lockOf(state.saga)));
}

/** Another book: what was asked of the last one is not asked of it. */
function turnTo(saga) {
  const left = state.saga && saga !== state.saga;
  Object.assign(state, { saga }, left && { at: "", who: "", with: "", event: "", all: "" });
}

function listBooks(names) {
  by("saga").replaceChildren(...names.map((name) => el("option", { value: name, selected: name === state.saga }, name.replace(/_/g, " "))));
}

function showEmpty(why) {
  by("drawing").replaceChildren(el("div", { class: "sheet" }, el("h2", {}, why), el("p", {}, "Read a book on the machine that holds the store:"), el("pre", {}, "castline ingest my_novel.txt"), el("p", {}, "or from here:"), dropZone(page)));
}

function askToken() {
  const given = el("input", { type: "password", autocomplete: "current-password", id: "token" });
  const dialog = by("ask");
  dialog.replaceChildren(el("h2", { id: "ask-title" }, hasToken() ? "This token is not the service's" : "This service asks for a token"), el("form", { method: "dialog", class: "row", onsubmit: (event) => { event.preventDefault(); bring(given.value); dialog.close(); start(); } }, el("label", { for: "token" }, "Token"), given, el("button", { class: "strong" }, "Go on")));
  if (!dialog.open) dialog.showModal();
}

async function download(name, parameters, file) {
  const body = await attempt(() => ask(name, parameters, { kind: `file ${file}`, text: true }));
  if (!body) return;
  const url = URL.createObjectURL(body);
  el("a", { href: url, download: file }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

function side(which) {
  by("screen").dataset.side = which;
  for (const button of document.querySelectorAll("#sides button")) button.setAttribute("aria-pressed", String(button.dataset.side === which));
}

// -- what hands do ----------------------------------------------------------------------------------------

by("chapter").addEventListener("input", () => {
  const tick = ticks[Number(by("chapter").value) - 1];
  if (!tick) return;
  by("place").replaceChildren(place(tick.at).split(" · ")[0], el("small", {}, heading(tick) || " "));
  by("chapter").setAttribute("aria-valuetext", place(tick.at));
  clearTimeout(dragged);
  dragged = setTimeout(() => go({ at: tick.at }, true), 60);
});
by("back").addEventListener("click", () => step(-1));
by("on").addEventListener("click", () => step(1));
by("number").addEventListener("change", () => {
  const said = by("number").value.trim(), at = said.includes(".") ? said : `${state.at.split(".")[0]}.${said}`;
  if (ticks.some((tick) => tick.at === at)) return go({ at }, true);
  if (stage) drawSlider();
  const held = lock && lock !== "all" ? ` Nothing after chapter ${lock.replace(/^1\./, "")} is shown: you said that you are there.` : "";
  const why = `There is no chapter ${said} here.${held}`;
  by("number").setCustomValidity(why);
  by("number").reportValidity();
  by("said").textContent = why;
});
by("number").addEventListener("input", () => by("number").setCustomValidity(""));
by("lock").addEventListener("click", () => askLock(false));
by("saga").addEventListener("change", () => {
  turnTo(by("saga").value);
  writeAddress();
  start();
});
by("search").addEventListener("submit", (event) => { event.preventDefault(); if (by("who").value.trim()) page.person(by("who").value.trim()); });
by("who").addEventListener("change", () => { if (cast.some((one) => one.name === by("who").value)) page.person(by("who").value); });
by("all").addEventListener("click", () => go({ all: state.all ? "" : "1" }));
for (const button of document.querySelectorAll("[data-view]")) button.addEventListener("click", () => go({ view: button.dataset.view }));
for (const button of document.querySelectorAll("#sides button")) button.addEventListener("click", () => side(button.dataset.side));
for (const tab of document.querySelectorAll("[role=tab]")) {
  tab.addEventListener("click", () => go({ tab: tab.dataset.tab }));
  tab.addEventListener("keydown", (event) => {
    const tabs = [...document.querySelectorAll("[role=tab]")], move = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!move) return;
    event.preventDefault();
    event.stopPropagation();
    const next = tabs[(tabs.indexOf(tab) + move + tabs.length) % tabs.length];
    next.focus();
    next.click();
  });
}
by("told").addEventListener("click", (event) => {
  const source = event.target.closest(".words, .spoken")?.querySelector(".source");
  if (source) turn(source, state);
});
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || by("ask").open || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
  if (event.key === "ArrowRight") step(1);
  else if (event.key === "ArrowLeft") step(-1);
  else if (event.key === "Home") step(-ticks.length);
  else if (event.key === "End") step(ticks.length);
  else if (event.key === "/") by("who").focus();
  else return;
  event.preventDefault();
});
for (const kind of ["dragover", "drop"]) document.addEventListener(kind, (event) => {
  if (!event.dataTransfer?.types.includes("Files")) return;
  event.preventDefault(); // the browser would leave the page for the file
  if (kind === "drop" && !document.querySelector(".drop") && stage) go({ tab: "more" });
});
window.addEventListener("popstate", () => {
  const shown = state.saga;
  readAddress();
  if (state.saga !== shown) return start();
  if (ticks.length && !ticks.some((tick) => tick.at === state.at)) return go({ at: ticks.at(-1).at }, true);
  show();
});

window.addEventListener("storage", (event) => { if (event.key === lockOf(state.saga)) start(); }); // said in another window
window.addEventListener("pageshow", (event) => { if (event.persisted) start(); });
new ResizeObserver(() => {
  const { clientWidth, clientHeight } = by("drawing");
  if (stage && clientWidth && by("drawing").querySelector("#network") && !isDrawnFor(clientWidth, clientHeight)) draw(stage);
}).observe(by("drawing"));

readAddress();
if (state.tab !== TABS[0]) side("panel");
start();
