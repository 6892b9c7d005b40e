// The page: what is shown is what the address says, and nothing is asked of what comes after the reader's lock.

import { ask, drop, isCancelled, Refused } from "./api.js";
import { askLock, askToken, isLock, lockOf } from "./dialogs.js";
import { by, chapterOf, el, keep, kept } from "./dom.js";
import { letGo, listen } from "./hands.js";
import { drawLanes, explainLanes } from "./lanes.js";
import { drawHeat, drawLegend, drawNetwork, drawTable, dye } from "./network.js";
import { dropZone, showKnows, showMore, showNow, showPair, showPerson, showRefusal } from "./panels.js";
import { announce, drawLock, drawSlider } from "./slider.js";
import { ages, book, here, idOf, place, readAddress, state, TABS, writeAddress } from "./state.js";

const page = {
  state,
  at: (moment) => chapterOf(moment),
  said: (at) => place(chapterOf(at)),
  within: (at) => place(chapterOf(at)).replace(/^./, (first) => first.toLowerCase()),
  cast: () => book.cast,
  stage: () => book.stage,
  chapters: () => book.ticks.slice(0, here() + 1).map((tick) => tick.at),
  person: (who) => go({ who, tab: "person" }),
  pair: (who, other) => go({ who, with: other, tab: "pair" }),
  choose: (who, other) => go({ who, with: other, tab: "pair" }),
  knows: (event) => go({ event, tab: "knows" }),
  grown: (saga) => start(saga),
  listed: () => attempt(async () => listBooks(await ask("names"))),
  attempt: (act) => attempt(act),
  download,
};

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
    if (error instanceof Refused && error.status === 401) return askToken(start);
    by("error").replaceChildren(error.message, " ", el("button", { type: "button", onclick: () => start() }, "Try again"));
    by("error").hidden = false;
    return null;
  }
}

/** Show the state: the picture, and the panel. Nothing is asked before the lock is known, or beyond it; and nothing that was
 * asked for what is no longer wanted is heard. */
async function show() {
  if (!book.ticks.some((tick) => tick.at === state.at)) return;
  drop("stage", "cast", "panel", "events");
  const before = book.stage;
  await attempt(async () => {
    if (isWanted(book.shown)) drawSlider();
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
    [book.stage, book.cast] = await Promise.all([ask("stage", { ...asked, people: state.all ? 1000 : 30 }), ask("cast", asked)]);
  } catch (error) {
    if (book.stage && !isCancelled(error)) {
      Object.assign(state, book.shown);
      writeAddress(true);
      drawSlider();
    }
    throw error;
  }
  book.shown = wanted();
  announce();
  drawSlider();
  by("people").replaceChildren(...book.cast.map((one) => el("option", { value: one.name }, one.also.slice(0, 2).join(", "))));
}

/** Take away all that is on the screen of a book, and let go of every question: what comes may be of less. */
function clear() {
  drop();
  letGo();
  [book.ticks, book.cast, book.stage, book.shown] = [[], [], null, {}];
  for (const id of ["error", "drawing", "legend", "all", "told", "people", "ticks", "place", "said"]) by(id).replaceChildren();
  for (const id of ["who", "number"]) by(id).value = "";
  for (const id of ["back", "on"]) by(id).disabled = true;
  by("error").hidden = true;
  by("chapter").max = by("chapter").value = "1";
  by("chapter").removeAttribute("aria-valuetext");
}

function draw(before) {
  const chosen = book.stage.people.find((one) => one.id === state.who || one.name === state.who)?.id || "";
  if (state.view === "lanes") explainLanes();
  else drawLegend(state.view, book.stage); // first, since it takes of the room
  const handlers = { chosen, pick: page.person, pair: page.pair, old: before && new Map(before.people.map((one) => [one.id, one])), ages, dye, visit: (at) => go({ at }, true), named: (at) => place(at).split(" · ")[0], ticks: book.ticks.slice(0, here() + 1) };
  const drawing = state.view === "heat" ? drawHeat(book.stage, handlers) : state.view === "table" ? drawTable(book.stage, handlers) : state.view === "lanes" ? drawLanes(book.stage, handlers) : drawNetwork(book.stage, by("drawing"), handlers);
  const held = document.activeElement?.dataset?.id;
  by("drawing").replaceChildren(drawing);
  if (held) by("drawing").querySelector(`[data-id="${CSS.escape(held)}"]`)?.focus();
  for (const button of document.querySelectorAll("[data-view]")) button.setAttribute("aria-pressed", String(button.dataset.view === state.view));
  by("all").hidden = book.stage.of <= 30 || state.view === "heat";
  by("all").textContent = state.all ? "Show the busiest 30" : `${book.stage.people.length} of ${book.stage.of} people: show all`;
}

async function tell() {
  for (const tab of document.querySelectorAll("[role=tab]")) {
    const chosen = tab.dataset.tab === state.tab;
    tab.setAttribute("aria-selected", String(chosen));
    tab.tabIndex = chosen ? 0 : -1;
  }
  by("told").setAttribute("aria-labelledby", `tab-${state.tab}`);
  try {
    if (state.tab === "now") showNow(book.stage, page);
    else if (state.tab === "person") settleOn(await showPerson(state.who, page));
    else if (state.tab === "pair") await showPair(idOf(state.who), idOf(state.with), page);
    else if (state.tab === "knows") await showKnows(state.event, page);
    else await showMore(page);
    const subject = [state.saga, state.tab, state.who, state.with, state.event].join(" ");
    if (subject !== book.told) by("told").scrollTop = 0; // a step of the chapter leaves the reader where he reads
    book.told = subject;
  } catch (error) {
    if (!isCancelled(error)) showRefusal(error, page); // what stood there is of another chapter, or of another question
    throw error instanceof Refused && error.status < 500 && error.status !== 401 ? new DOMException("Said in the panel.", "AbortError") : error;
  }
}

/** Who was asked for by a part of a name is meant by id from then on: in the picture, beside another, and in the address. */
function settleOn(found) {
  if (!found || found.id === state.who) return;
  state.who = found.id;
  writeAddress(true);
  draw(book.stage);
}

const askWhere = (first, why) => askLock((value) => setLock(value, true), first, why);

/** Hold back what comes after a chapter ("all": nothing). What is shown goes at once: it may be of later. Whoever says where they are is shown that chapter. */
async function setLock(value, chosen = false) {
  if (!isLock(value)) return askWhere(true);
  clear();
  book.lock = "";
  drawLock();
  if (chosen) keep(lockOf(state.saga), value);
  await attempt(async () => {
    const found = await bringChapters(value, chosen);
    if (!found) return;
    book.ticks = found;
    if (!book.ticks.length) return showEmpty("Nothing of this book has been read yet");
    book.lock = value === "all" ? "all" : book.ticks.at(-1).at;
    if (chosen) keep(lockOf(state.saga), book.lock.replace(/^1\./, ""));
    const stays = (!chosen || book.lock === "all") && book.ticks.some((tick) => tick.at === state.at);
    await go(stays ? { saga: state.saga } : { at: book.ticks.at(-1).at }, true);
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
  askWhere(true, why);
  return null;
}

// -- starting ---------------------------------------------------------------------------------------------

async function start(saga = state.saga) {
  clear();
  book.lock = "";
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

listen(page, { go, show, start, draw, turnTo, side, askWhere });
readAddress();
if (state.tab !== TABS[0]) side("panel");
start();
