// What hands do: the slider, the keys, the tabs, the search, a file that is dropped.

import { lockOf } from "./dialogs.js";
import { by } from "./dom.js";
import { isDrawnFor } from "./network.js";
import { drawSlider, sayPlace } from "./slider.js";
import { turn } from "./sources.js";
import { book, here, readAddress, state, writeAddress } from "./state.js";

let dragged = 0;

/** Forget where the slider was being drawn to. */
export const letGo = () => clearTimeout(dragged);

/** Do what hands ask from now on: of `page`, what the panel may ask of it, and of `acts`, what else it does. */
export function listen(page, acts) {
  slide(acts);
  choose(page, acts);
  turnTabs(acts);
  press(acts);
  takeFiles(acts);
  follow(acts);
}

function step(by_, go) {
  const next = Math.min(book.ticks.length - 1, Math.max(0, here() + by_));
  if (book.ticks[next] && next !== here()) go({ at: book.ticks[next].at }, true);
}

/** The chapter: by the slider, its buttons, and its number. */
function slide({ go }) {
  by("chapter").addEventListener("input", () => {
    const tick = book.ticks[Number(by("chapter").value) - 1];
    if (!tick) return;
    sayPlace(tick);
    clearTimeout(dragged);
    dragged = setTimeout(() => go({ at: tick.at }, true), 60);
  });
  by("back").addEventListener("click", () => step(-1, go));
  by("on").addEventListener("click", () => step(1, go));
  by("number").addEventListener("change", () => {
    const said = by("number").value.trim(), at = said.includes(".") ? said : `${state.at.split(".")[0]}.${said}`;
    if (book.ticks.some((tick) => tick.at === at)) return go({ at }, true);
    if (book.stage) drawSlider();
    const held = book.lock && book.lock !== "all" ? ` Nothing after chapter ${book.lock.replace(/^1\./, "")} is shown: you said that you are there.` : "";
    const why = `There is no chapter ${said} here.${held}`;
    by("number").setCustomValidity(why);
    by("number").reportValidity();
    by("said").textContent = why;
  });
  by("number").addEventListener("input", () => by("number").setCustomValidity(""));
}

/** The lock, the book, the person, the picture, and where words stand. */
function choose(page, { go, start, turnTo, side, askWhere }) {
  by("lock").addEventListener("click", () => askWhere(false));
  by("saga").addEventListener("change", () => {
    turnTo(by("saga").value);
    writeAddress();
    start();
  });
  by("search").addEventListener("submit", (event) => { event.preventDefault(); if (by("who").value.trim()) page.person(by("who").value.trim()); });
  by("who").addEventListener("change", () => { if (book.cast.some((one) => one.name === by("who").value)) page.person(by("who").value); });
  by("all").addEventListener("click", () => go({ all: state.all ? "" : "1" }));
  for (const button of document.querySelectorAll("[data-view]")) button.addEventListener("click", () => go({ view: button.dataset.view }));
  for (const button of document.querySelectorAll("#sides button")) button.addEventListener("click", () => side(button.dataset.side));
  by("told").addEventListener("click", (event) => {
    const source = event.target.closest(".words, .spoken")?.querySelector(".source");
    if (source) turn(source, state);
  });
}

function turnTabs({ go }) {
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
}

function press({ go }) {
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || by("ask").open || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
    if (event.key === "ArrowRight") step(1, go);
    else if (event.key === "ArrowLeft") step(-1, go);
    else if (event.key === "Home") step(-book.ticks.length, go);
    else if (event.key === "End") step(book.ticks.length, go);
    else if (event.key === "/") by("who").focus();
    else return;
    event.preventDefault();
  });
}

function takeFiles({ go }) {
  for (const kind of ["dragover", "drop"]) document.addEventListener(kind, (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault(); // the browser would leave the page for the file
    if (kind === "drop" && !document.querySelector(".drop") && book.stage) go({ tab: "more" });
  });
}

/** What the window tells: the way back, another window's lock, another size. */
function follow({ go, show, start, draw }) {
  window.addEventListener("popstate", () => {
    const left = state.saga;
    readAddress();
    if (state.saga !== left) return start();
    if (book.ticks.length && !book.ticks.some((tick) => tick.at === state.at)) return go({ at: book.ticks.at(-1).at }, true);
    show();
  });
  window.addEventListener("storage", (event) => { if (event.key === lockOf(state.saga)) start(); }); // said in another window
  window.addEventListener("pageshow", (event) => { if (event.persisted) start(); });
  new ResizeObserver(() => {
    const { clientWidth, clientHeight } = by("drawing");
    if (book.stage && clientWidth && by("drawing").querySelector("#network") && !isDrawnFor(clientWidth, clientHeight)) draw(book.stage);
  }).observe(by("drawing"));
}
