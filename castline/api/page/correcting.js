// What a reader sets right: a button beside a finding, and what was set right here, to be taken back.

import { correct, follow, isCancelled, withdraw } from "./api.js";
import { el, keep, kept } from "./dom.js";

const RIGHT = { split: "They are one", merge: "They are two", nobody: "This is no person" };
const NAME = "castline:by", GIVEN = "castline:given";
/** What was set right in this browser, {id, words, saga, at}: the service's list of corrections names people of any chapter. */
const given = (() => { try { return [JSON.parse(kept(GIVEN)) || []].flat(); } catch { return []; } })();

function add(one) {
  given.push(one);
  keep(GIVEN, JSON.stringify(given));
}

function drop(one) {
  given.splice(given.indexOf(one), 1);
  keep(GIVEN, JSON.stringify(given));
}

/** Who says so; kept in this browser. */
export const whoSays = () => el("label", { class: "row" }, "Who says so ", el("input", { type: "text", maxlength: "100", autocomplete: "nickname", value: kept(NAME) || "", placeholder: "your name", onchange: (event) => keep(NAME, event.target.value.trim()) }));

/** The button that settles a finding; nothing for one that no correction settles. */
export function rightOf(finding, page, note) {
  if (!finding.correct.length) return null;
  const [kind, ...said] = finding.correct;
  const people = finding.kind === "merge" ? [finding.people[0], said[1]] : finding.people;
  const words = `${RIGHT[finding.kind]}: ${people.join(" and ")}`, { saga, at } = page.state;
  return act(RIGHT[finding.kind], words, page, note, async () => {
    const taken = await correct({ kind, said, by: kept(NAME) || "somebody", saga });
    add({ id: taken.correction.correction.id, words, saga, at });
    return taken;
  });
}

/** What was set right here as of this chapter or one before, each with a button that takes it back. */
export function setRight(page, note) {
  const own = given.filter((one) => one.saga === page.state.saga && page.chapters().includes(one.at));
  return own.length ? el("ul", {}, own.map((one) => el("li", {}, one.words, act("Take it back", `Take it back: ${one.words}`, page, note, async () => {
    const taken = await withdraw(one.id, one.saga).catch((error) => {
      if (error.status === 404) drop(one); // it went with its book
      throw error;
    });
    drop(one);
    return taken;
  })))) : null;
}

/** A button that does something, waits for the book to be settled with it, and shows the chapter again. */
function act(label, words, page, note, change) {
  const { saga } = page.state;
  const button = el("button", { type: "button", "aria-label": words, onclick: async () => {
    button.disabled = true;
    note.textContent = "Kept. The book is being settled with it …";
    try {
      const { job } = await change();
      await follow(job.id, (now) => {
        if (now.of_words) note.textContent = `Settling: ${Math.round((100 * now.words) / now.of_words)} %`;
        if (now.state === "done" && page.state.saga === saga) page.grown(saga);
        else if (now.error) note.textContent = now.error;
      });
    } catch (error) {
      button.disabled = false;
      if (!isCancelled(error)) note.textContent = error.message;
    }
  } }, label);
  return el("div", { class: "row" }, button);
}
