// What the page shows: the state that the address says, what of the book was brought for it, and what a chapter is called.

import { chapterOf, plain } from "./dom.js";

export const state = { saga: "", at: "", who: "", with: "", view: "network", tab: "now", event: "", all: "" };
const VIEWS = ["network", "heat", "lanes", "table"];
export const TABS = ["now", "person", "pair", "knows", "more"];

/** The chapters up to the reader's lock; the people and the picture of the chapter, and of which state they are; what the panel tells
 * of; and the lock: "" before it is known, "all" where nothing is held back. */
export const book = { ticks: [], cast: [], stage: null, shown: {}, told: "", lock: "" };

export const here = () => Math.max(0, book.ticks.findIndex((tick) => tick.at === state.at));

export function place(at) {
  const tick = book.ticks.find((one) => one.at === at);
  const books = new Set(book.ticks.map((one) => one.at.split(".")[0])).size > 1;
  const number = books ? `Book ${at.split(".")[0]}, chapter ${at.split(".")[1]}` : `Chapter ${at.split(".")[1]}`;
  const label = tick ? heading(tick) : "";
  return label ? `${number} · ${label}` : number;
}

/** A chapter's heading, without saying "Chapter 34" twice. */
export function heading(tick) {
  const label = plain([tick.part, tick.label].filter(Boolean).join(", "));
  const own = /^(?:chapter )?(\d+|[ivxlc]+)\b[.:,—–-]* ?/i.exec(label);
  return (own && numberOf(own[1]) === Number(tick.at.split(".")[1]) ? label.slice(own[0].length) : label).slice(0, 70);
}

const ROMAN = { i: 1, v: 5, x: 10, l: 50, c: 100 };

/** What a figure or a Roman numeral counts. */
const numberOf = (said) => Number(said) || [...said.toLowerCase()].map((one) => ROMAN[one]).reduce((sum, one, n, all) => sum + (one < (all[n + 1] || 0) ? -one : one), 0);

/** How many chapters ago somebody was last seen. */
export const ages = (seen) => (seen ? here() - Math.max(0, book.ticks.findIndex((tick) => tick.at === chapterOf(seen))) : 99);

export const idOf = (who) => (book.cast.find((one) => one.id === who || one.name === who) || book.cast.find((one) => one.also.includes(who)))?.id || "";

export function readAddress() {
  const given = new URLSearchParams(location.search);
  for (const name of Object.keys(state)) state[name] = given.get(name) || "";
  if (!VIEWS.includes(state.view)) state.view = VIEWS[0];
  if (!TABS.includes(state.tab)) state.tab = TABS[0];
}

export function writeAddress(replace) {
  const said = new URLSearchParams(Object.entries(state).filter(([name, value]) => value && !(name === "view" && value === "network") && !(name === "tab" && value === "now")));
  history[replace ? "replaceState" : "pushState"](null, "", `?${said}`);
}
