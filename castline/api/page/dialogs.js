// What the page asks before it shows anything: where the reader is, and for a token.

import { bring, hasToken } from "./api.js";
import { by, el } from "./dom.js";
import { book, state } from "./state.js";

export const lockOf = (saga) => `castline:lock:${saga}`;
export const isLock = (value) => /^(all|[1-9]\d{0,5}(\.[1-9]\d{0,5})?)$/.test(value);

/** Ask where the reader is, before anything of the book is shown; `choose` takes the lock. */
export function askLock(choose, first, why = "") {
  const number = el("input", { type: "text", inputmode: "decimal", pattern: " *[1-9][0-9]{0,5}([.][1-9][0-9]{0,5})? *", required: true, title: "12, or 2.12 for the second book's", value: (book.lock === "all" ? state.at : book.lock).replace(/^1\./, "") || 1, id: "reader" });
  const dialog = by("ask");
  const close = (value) => { dialog.close(); choose(value); };
  dialog.replaceChildren(el("h2", { id: "ask-title" }, "Where are you in this book?"),
    el("p", {}, "Nothing after that chapter is shown, and nothing after it is even fetched. In the second book of a saga, chapter 12 is 2.12."),
    why ? el("p", { role: "alert", class: "why" }, why) : null,
    el("form", { method: "dialog", class: "row", onsubmit: (event) => { event.preventDefault(); close(number.value.trim()); } }, el("label", { for: "reader" }, "I have read chapter"), number, el("button", { class: "strong" }, "Hold back the rest")),
    el("div", { class: "row" }, el("button", { type: "button", onclick: () => close("all") }, "I know it: show all"), first ? null : el("button", { type: "button", onclick: () => dialog.close() }, "Leave it")));
  if (first) by("drawing").replaceChildren(el("p", { class: "sheet" }, "Nothing is shown before you say where you are in this book: the button at the top right."));
  dialog.showModal();
  number.select();
}

/** Ask for a token, and `start` with it. */
export function askToken(start) {
  const given = el("input", { type: "password", autocomplete: "current-password", id: "token" });
  const dialog = by("ask");
  dialog.replaceChildren(el("h2", { id: "ask-title" }, hasToken() ? "This token is not the service's" : "This service asks for a token"), el("form", { method: "dialog", class: "row", onsubmit: (event) => { event.preventDefault(); bring(given.value); dialog.close(); start(); } }, el("label", { for: "token" }, "Token"), given, el("button", { class: "strong" }, "Go on")));
  if (!dialog.open) dialog.showModal();
}
