// What a reader sets right: a button beside a finding, a fold under a person and a pair, and what was set right here, to be taken back.

import { correct, follow, isCancelled, withdraw } from "./api.js";
import { chapterOf, el, keep, kept, plain, signed } from "./dom.js";

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
  const words = `${RIGHT[finding.kind]}: ${people.join(" and ")}`;
  return act(RIGHT[finding.kind], page, note, () => give(page, { kind, said, words }), words);
}

/** What was set right here as of this chapter or one before, each with a button that takes it back. */
export function setRight(page, note) {
  const own = given.filter((one) => one.saga === page.state.saga && page.chapters().includes(one.at));
  return own.length ? el("ul", {}, own.map((one) => el("li", {}, one.words, act("Take it back", page, note, async () => {
    const taken = await withdraw(one.id, one.saga).catch((error) => {
      if (error.status === 404) drop(one); // it went with its book
      throw error;
    });
    drop(one);
    return taken;
  }, `Take it back: ${one.words}`)))) : null;
}

/** What may be wrong with a person: two who are one, one who is two, a better name, nobody at all, what they are to another, or another's words. */
export function rightPerson(s, page) {
  const note = el("p", { role: "status" });
  const others = page.cast().filter((one) => one.id !== s.id);
  const forms = [...new Set(s.names.map((name) => name.form))].filter((form) => form !== s.name);
  const same = select("who it is", others.map((one) => [one.id, one.name]));
  const apart = select("which name is another’s", forms.map((form) => [form, form]));
  const name = el("input", { type: "text", maxlength: "200", "aria-label": "What they are called", placeholder: s.name });
  const quote = select("which words", s.quotes.map((q, n) => [n, plain(q.words).slice(0, 60)]));
  const speaker = select("who says them", others.map((one) => [one.id, one.name]));
  const spoken = el("input", { type: "text", maxlength: "300", "aria-label": "Words that they say in this chapter", placeholder: "a few words of it" });
  const told = select("what they said", s.quotes.map((q, n) => [n, plain(q.words).slice(0, 60)]));
  const hearer = select("who hears them", others.map((one) => [one.id, one.name]));
  const what = el("input", { type: "text", maxlength: "40", "aria-label": "What they are: mother, friend, none …", placeholder: "mother, friend, none …" });
  const whose = select("whose", others.map((one) => [one.id, one.name]));
  const named = (one) => one.selectedOptions[0].textContent;
  const rows = [
    others.length && ["is one with", [same], "They are one", () => ({ kind: "same", said: [s.id, same.value], words: `One: ${s.name} and ${named(same)}` })],
    forms.length && ["is not", [apart], "They are two", () => ({ kind: "apart", said: [apart.value === s.names[0].form ? s.name : s.id, apart.value], words: `Two: ${s.name} and ${apart.value}` })],
    ["is called", [name], "Call them so", () => ({ kind: "rename", said: [s.id, name.value.trim()], words: `${s.name} is called ${name.value.trim()}` })],
    others.length && ["is the", [what, " of ", whose], "That is what they are", () => ({ kind: "tie", said: [s.id, what.value.trim(), whose.value], words: `${s.name} is the ${what.value.trim()} of ${named(whose)}` })],
    ["is", [], "No person", () => ({ kind: "nobody", said: [s.id], words: `No person: ${s.name}` })],
    others.length && s.quotes.length && ["did not say", [quote, " but ", speaker, " did"], "Give them the words", () => ({ kind: "speaker", said: [String(s.quotes[quote.value].evidence.start), speaker.value], at: chapterOf(s.quotes[quote.value].evidence.told), words: `Said by ${named(speaker)}: “${named(quote)}”` })],
    ["says in this chapter", [spoken], "They say it", () => ({ kind: "speaker", said: [spoken.value.trim(), s.id], at: page.state.at, words: `Said by ${s.name}: “${plain(spoken.value.trim()).slice(0, 60)}”` })],
    others.length && s.quotes.length && ["said", [told, " to ", hearer], "It was said to them", () => ({ kind: "hearer", said: [String(s.quotes[told.value].evidence.start), hearer.value], at: chapterOf(s.quotes[told.value].evidence.told), words: `Said to ${named(hearer)}: “${named(told)}”` })],
  ].filter(Boolean);
  return fold(page, note, rows.map(([words, parts, label, say]) => line([s.name, " ", words, " ", parts], parts, act(label, page, note, () => give(page, say())))));
}

/** What may be wrong between two (their ids): how the one feels for the other, as of this chapter. */
export function rightPair(history, ids, page) {
  const note = el("p", { role: "status" });
  return fold(page, note, history.directions.map((one, n) => {
    const last = Math.round(2 * (one.levels.at(-1)?.[1] ?? 0)) / 2, said = n ? [...ids].reverse() : ids;
    const figure = el("input", { type: "number", min: "-10", max: "10", step: "0.5", value: last, required: true, "aria-label": `From -10 to 10, what ${one.holder} feels for ${one.toward}` });
    const say = () => ({ kind: "feeling", said, at: page.state.at, affection: Number(figure.value), words: `${one.holder} → ${one.toward}: ${signed(Number(figure.value)) || "0"}` });
    return line([one.holder, " feels for ", one.toward, " ", figure, " as of this chapter"], [figure], act("Set it", page, note, () => give(page, say())));
  }));
}

const select = (label, options) => el("select", { required: true, "aria-label": label }, el("option", { value: "" }, `${label} …`), options.map(([value, text]) => el("option", { value }, text)));

/** A row with a button, which waits until all of the row is chosen. */
function line(words, parts, button) {
  const fields = parts.filter((part) => part instanceof Element), press = button.querySelector("button");
  const look = () => { press.disabled = fields.some((field) => !field.value.trim() || !field.validity.valid); };
  for (const field of fields) field.addEventListener("input", look);
  look();
  return el("div", { class: "row" }, words, press);
}

const fold = (page, note, rows) => el("details", { class: "right" }, el("summary", {}, "Something is wrong here"), rows, whoSays(), note, setRight(page, note));

/** Give a correction, its names as of the chapter that is shown, and keep it in this browser. */
async function give(page, { words, ...said }) {
  const { saga, at } = page.state;
  const as_of = ["speaker", "hearer", "feeling"].includes(said.kind) ? null : at;
  const taken = await correct({ ...said, as_of, by: kept(NAME) || "somebody", saga });
  add({ id: taken.correction.correction.id, words, saga, at });
  if (said.kind === "nobody") page.state.who = ""; // there is nobody to show any more
  return taken;
}

/** A button that does something, waits for the book to be settled with it, and shows the chapter again. */
function act(label, page, note, change, words = label) {
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
      if (!isCancelled(error)) note.textContent = error.message.replace(/ ?`castline[^`]*`[^.]*\./g, "");
    }
  } }, label);
  return el("div", { class: "row" }, button);
}
