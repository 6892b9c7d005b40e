// Sources: the paragraph of the book around the words of a piece of evidence, opened below them.

import { ask, isCancelled } from "./api.js";
import { el } from "./dom.js";

/** Open the paragraph that a source's words stand in, as of the chapter shown; or close it again. */
export async function turn(source, state) {
  const beside = source.closest(".words, .spoken");
  const open = source.getAttribute("aria-expanded") === "true";
  source.setAttribute("aria-expanded", String(!open));
  if (open) return beside.nextElementSibling?.remove();
  const shown = el("blockquote", { class: "around", "aria-live": "polite" }, "…");
  beside.after(shown);
  const { told, start, end } = source.dataset;
  try {
    const found = await ask("paragraph", { saga: state.saga, at: state.at, book: told.split(".")[0], start, end }, { kind: `paragraph ${told} ${start}` });
    shown.replaceChildren(...paragraphs(found));
  } catch (error) {
    if (!isCancelled(error)) shown.replaceChildren(el("p", { class: "faint" }, error.message));
  }
}

/** The paragraphs, with the words marked. */
function* paragraphs({ text, first, last }) {
  let begin = 0;
  for (const own of text.split("\n\n")) {
    const from = Math.max(0, Math.min(own.length, first - begin)), to = Math.max(from, Math.min(own.length, last - begin));
    yield el("p", {}, own.slice(0, from), to > from ? el("mark", {}, own.slice(from, to)) : null, own.slice(to));
    begin += own.length + 2;
  }
}
