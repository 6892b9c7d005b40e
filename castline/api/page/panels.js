// The panel: what is new, a person, a pair, who knows of an event, and the rest.

import { ask, cancel, follow, isCancelled, send } from "./api.js";
import { bare, by, chapterOf, count, el, level, say, signed, source, tell, words } from "./dom.js";
import { rightOf, rightPair, rightPerson, setRight, whoSays } from "./correcting.js";
import { drawLines, turnsOf } from "./lines.js";

const link = (text, onclick) => el("button", { type: "button", class: "link", onclick }, text);
const list = (items) => el("ul", {}, items);
const section = (heading, ...rest) => [el("h3", {}, heading), ...rest];

/** What is wrong, without what is to be typed on a command line. */
const plain = (error) => error.message.replace(/ ?`castline[^`]*`[^.]*\./g, "");

/** Why a panel cannot be shown, and who may have been meant. */
export function showRefusal(error, page) {
  const byId = error.status === 404 && [page.state.who, page.state.event].some((id) => id.includes(":") && error.message.includes(`'${id}'`));
  const said = byId ? `Who or what was chosen is not told of by ${page.within(page.state.at)}.` : plain(error);
  by("told").replaceChildren(el("h2", {}, byId ? "Not yet" : "This cannot be shown"), el("p", { role: "status" }, said),
    error.names?.length ? el("p", {}, error.names.map((name) => el("span", { class: "chip" }, link(name, () => page.person(name))))) : "");
}

const HOW = { "took-part": "took part", witnessed: "was there", told: "was told", overheard: "overheard it", read: "read of it", inferred: "gathered it", near: "shows near it", spoke: "speaks of it" };
/** The chance from which on a place is taken to tell of an event, as the service takes it. */
const SURE = 0.5;

/** What this chapter changed. */
export function showNow(stage, page) {
  const { at, person, pair, knows, said } = page;
  const parts = [el("h2", {}, said(stage.at)), el("p", { class: "faint" }, `What this chapter tells, and nothing after it. ${count(stage.of, "person", "people")} met so far.`)];
  if (stage.newcomers.length) parts.push(...section("New here", el("p", {}, stage.newcomers.map((name) => el("span", { class: "chip" }, link(name, () => person(name)))))));
  if (stage.shifts.length) parts.push(...section(`Feelings that changed${stage.shifts_in_all > stage.shifts.length ? ` (${stage.shifts.length} of ${stage.shifts_in_all})` : ""}`, list(stage.shifts.map((s) => el("li", {}, link(s.words, () => pair(s.holder_id, s.toward_id)), " ", el("span", { class: "at" }, `${signed(s.was) || "0"} → ${signed(s.affection)}`), words(s.evidence, at))))));
  if (stage.events.length) parts.push(...section(`What happens${stage.events_in_all > stage.events.length ? ` (${stage.events.length} of ${stage.events_in_all})` : ""}`, list(stage.events.map((e) => el("li", {}, link(tell(e.text, e), () => knows(e.id)), words(e.evidence, at))))));
  if (stage.ties.length) parts.push(...section("Ties", list(stage.ties.map((t) => el("li", {}, t.text, words(t.evidence, at))))));
  if (parts.length === 2) parts.push(el("p", {}, "Nothing that changes anything between people is told here."));
  by("told").replaceChildren(...parts);
}

/** The words that moved a feeling last, and earlier ones that show it. */
const why = (side, at) => [side.cues.length ? side.evidence : null, side.shown && side.shown.told !== side.evidence.told ? side.shown : null].filter(Boolean).map((one) => words(one, at));

/** Who somebody is. */
export async function showPerson(who, page) {
  const { state, at, pair, within, download } = page;
  if (!who) return by("told").replaceChildren(el("h2", {}, "Who is this?"), el("p", {}, "Choose somebody in the picture, or find them by name above."));
  const s = await ask("snapshot", { saga: state.saga, character: who, at: state.at }, { kind: "panel" });
  const also = [...new Set(s.names.map((n) => n.form))].filter((form) => form !== s.name);
  const asked = { saga: state.saga, character: s.id, at: state.at };
  const copy = el("button", { type: "button", onclick: () => page.attempt(async () => { const body = await ask("snapshot", { ...asked, format: "messages" }, { kind: "copy", text: true }); await copyOut(await body.text()); copy.textContent = "Copied"; }) }, "Copy as messages");
  const parts = [el("h2", {}, s.name), el("p", { class: "faint" }, `As of ${within(s.at)}. First met in ${chapterOf(s.met)}.${s.narrator ? " Tells the story." : ""}`)];
  if (also.length) parts.push(el("p", {}, "Also called ", also.map((form) => el("span", { class: "chip" }, form))));
  parts.push(el("div", { class: "row" }, copy, el("button", { type: "button", onclick: () => download("snapshot", { ...asked, format: "markdown" }, `${s.name}.md`) }, "Markdown"), el("button", { type: "button", onclick: () => download("export", { saga: state.saga, form: "card", character: s.id, at: state.at }, `${s.name}.json`) }, "Character card")));
  if (s.whereabouts || s.mood) parts.push(...section("Now", el("p", {}, s.whereabouts ? `Last seen in ${s.whereabouts.scene}${s.whereabouts.place ? `, ${s.whereabouts.place}` : ""}${s.whereabouts.present.length ? `, with ${s.whereabouts.present.join(", ")}` : ""}. ` : "", s.mood ? `Mood: ${s.mood.emotion}.` : "")));
  if (s.attributes.length) parts.push(...section("Who they are", list(s.attributes.map((a) => el("li", {}, el("strong", {}, a.attribute), `: ${a.value}`, words(a.evidence, at))))));
  if (s.relations.length) parts.push(...section("Ties", list(s.relations.map((r) => el("li", {}, link(r.who, () => pair(s.id, r.id)), `: ${r.word}`, words(r.evidence, at))))));
  if (s.feelings.length) parts.push(...section("Those who matter", list(s.feelings.map((f) => el("li", {}, el("div", { class: "columns" }, el("strong", {}, link(f.who, () => pair(s.id, f.id))), el("span", {}, "feels ", level(f.toward?.affection ?? null)), el("span", {}, "in return ", level(f.back?.affection ?? null))), why(f.toward || f.back, at))))));
  if (s.events.length) parts.push(...section("What they know", list(s.events.map((e) => el("li", {}, tell(e.summary, e), " ", el("span", { class: "at" }, `(${e.source ? `from ${e.source}` : HOW[e.how] || e.how})`), words(e.evidence, at))))));
  if (s.quotes.length) parts.push(...section("Their words", list(s.quotes.map((q) => el("li", {}, el("span", { class: "spoken" }, source(q.evidence, q.words), q.to.length ? ` — to ${q.to.join(", ")}` : "", " ", el("span", { class: "at" }, at(q.evidence.told))))))));
  const left = Object.entries(s.left_out).map(([name, n]) => `${n} ${name}`).join(", ");
  if (left) parts.push(el("p", { class: "faint" }, `Known by now but not shown: ${left}.`));
  parts.push(rightPerson(s, page));
  by("told").replaceChildren(...parts);
  return s;
}

/** Put text where it can be pasted from. */
async function copyOut(text) {
  if (!navigator.clipboard) throw new Error("This browser copies only from pages of this machine or over https. Take it as Markdown instead.");
  await navigator.clipboard.writeText(text);
}

/** How two came to this. */
export async function showPair(a, b, page) {
  const { state, at, cast, choose, said, chapters } = page;
  const options = (chosen) => [el("option", { value: "" }, "somebody …"), ...cast().map((one) => el("option", { value: one.id, selected: one.id === chosen }, one.name))];
  const first = el("select", { "aria-label": "The one", onchange: () => choose(first.value, second.value) }, options(a));
  const second = el("select", { "aria-label": "The other", onchange: () => choose(first.value, second.value) }, options(b));
  const head = [el("h2", {}, "How did these two come to this?"), el("div", { class: "pair" }, first, " and ", second)];
  if (!a || !b || a === b) return by("told").replaceChildren(...head, el("p", {}, "Choose two people, or touch a line in the picture."));
  const history = await ask("feelings", { saga: state.saga, a, b, at: state.at }, { kind: "panel" });
  const tie = page.stage()?.threads.find((t) => t.tie && [t.a, t.b].includes(a) && [t.a, t.b].includes(b));
  const names = new Map(cast().map((one) => [one.id, one.name]));
  const parts = [...head];
  if (tie) parts.push(el("p", {}, el("span", { class: "chip" }, `${names.get(tie.a) || "One"} is ${tie.tie} of ${names.get(tie.b) || "the other"}`)));
  parts.push(el("p", {}, history.directions.map((one) => one.words).join(" ")));
  if (history.directions.some((one) => one.levels.length)) {
    const opened = el("div");
    const open = (change, which) => opened.replaceChildren(step(change, history.directions[which], at));
    parts.push(drawLines(history, { chapters: chapters(), open, label: said, wide: by("told").clientWidth - 32 }), opened);
    const turns = history.directions.flatMap((one) => turnsOf(one).map((turn) => ({ one, turn }))).sort((l, r) => order(l.turn.at, r.turn.at));
    const listed = (changes) => list(changes.map(({ one, turn }) => el("li", {}, step(turn, one, at))));
    const steps = history.directions.flatMap((one) => one.changes.filter((c) => Math.abs(c.affection_step) >= 0.05).map((turn) => ({ one, turn }))).sort((l, r) => order(r.turn.at, l.turn.at));
    const greatest = [...steps].sort((l, r) => Math.abs(r.turn.affection_step) - Math.abs(l.turn.affection_step)).slice(0, 3);
    parts.push(...section("Turning points", turns.length ? listed(turns) : el("p", {}, `None by now: neither feeling has moved by much in one chapter, or from liking to disliking and back.${greatest.length ? " The greatest steps:" : ""}`), ...(turns.length || !greatest.length ? [] : [listed(greatest)])));
    parts.push(el("details", {}, el("summary", {}, `All ${count(steps.length, "change")}, the latest first`), listed(steps)));
  }
  parts.push(rightPair(history, [a, b], page));
  by("told").replaceChildren(...parts);
}

const order = (l, r) => { const [a, b] = [l, r].map((told) => told.split(".").map(Number)); return a[0] - b[0] || a[1] - b[1] || (a[2] || 0) - (b[2] || 0); };

function step(change, one, at) {
  const by_ = change.affection_step < 0 ? "fell" : "rose";
  return el("div", {}, el("strong", {}, `${one.holder} → ${one.toward}`), ` ${by_} by ${Math.abs(change.affection_step).toFixed(1)} to ${signed(change.affection)}: ${say(change.affection)}`, words(change.evidence, at));
}

/** Characters of a heading; what is longer stands below it. */
const HEADING = 70;
/** Names in sight; the others of a crowd open. */
const IN_SIGHT = 24;

const crowd = (chips) => [el("p", {}, chips.slice(0, IN_SIGHT)), chips.length > IN_SIGHT ? el("details", {}, el("summary", {}, `${chips.length - IN_SIGHT} others`), el("p", {}, chips.slice(IN_SIGHT))) : ""];

/** Who knows of an event. */
export async function showKnows(event, page) {
  const { state, at, person, knows, within } = page;
  const events = await ask("happenings", { saga: state.saga, at: state.at }, { kind: "events" });
  const find = el("input", { type: "search", "aria-label": "Words of an event", placeholder: "Who does what to whom …", value: event.includes(":") ? "" : event });
  const found = el("ul");
  const show = () => {
    if (event && find.value === event) return found.replaceChildren(); // it is answered above
    const wanted = find.value.toLowerCase();
    const shown = events.filter((e) => e.summary.toLowerCase().includes(wanted) || e.evidence.text.toLowerCase().includes(wanted)).slice(0, 60);
    const none = el("li", { class: "faint" }, "No event has these words in a row. “Who knows of this?” looks through all that is told.");
    found.replaceChildren(...(shown.length ? shown.map((e) => el("li", {}, link(tell(e.summary, e), () => knows(e.id)), " ", el("span", { class: "at" }, at(e.at)))) : [none]));
  };
  const asked = () => find.value.trim() && knows(find.value.trim());
  find.addEventListener("input", show);
  find.addEventListener("keydown", (key) => key.key === "Enter" && asked());
  show();
  const choice = el("details", { open: !event.includes(":") }, el("summary", {}, `Ask, or choose one of ${count(events.length, "event")}`), el("div", { class: "row" }, find, el("button", { type: "button", onclick: asked }, "Who knows of this?")), found);
  if (!event) return by("told").replaceChildren(el("h2", {}, "Who knows?"), choice);
  let k;
  try {
    k = await ask("knows", { saga: state.saga, event, at: state.at }, { kind: "panel" });
  } catch (error) {
    if (isCancelled(error) || event.includes(":") || !(error.status >= 400 && error.status < 500)) throw error;
    return by("told").replaceChildren(el("h2", {}, event), el("p", { role: "status" }, plain(error)), choice);
  }
  const unsure = new Set(k.tellings.filter((one) => one.chance < SURE).map((one) => one.evidence.start));
  const how = (one) => `${unsure.has(one.evidence.start) ? "perhaps " : ""}${one.source ? `from ${one.source}` : HOW[one.how] || one.how}, ${at(one.at)}`;
  const row = (one) => el("li", {}, link(one.name, () => person(one.id)), " ", el("span", { class: "at" }, how(one)), one.evidence.start === k.event.evidence.start ? null : words(one.evidence, at));
  const place = (one) => el("li", { class: "place" }, el("span", { class: "at" }, `${at(one.at)}${one.chance < 1 ? `, chance ${one.chance.toFixed(2)}` : ""}`), one.says ? el("div", {}, one.says) : "", words(one.evidence, at), el("p", {}, one.knowers.flatMap((who, n) => [n ? ", " : "", link(who.name, () => person(who.id)), ` (${who.source ? `from ${who.source}` : HOW[who.how] || who.how})`])));
  const sure = k.event.id || k.tellings.some((one) => one.chance >= SURE);
  const places = k.tellings.length ? section(sure ? `Told at (${k.tellings.length})` : "May be told at", list(k.tellings.map(place))) : [];
  const lists = [...section(`Was there (${k.there.length})`, k.there.length ? list(k.there.map(row)) : el("p", {}, "Nobody that the text names.")),
    ...section(`Heard of it (${k.heard.length})`, k.heard.length ? list(k.heard.map(row)) : el("p", {}, "Nobody so far.")),
    ...section(`Not told to know (${k.unknowing.length})`, ...crowd(k.unknowing.map(([id, name]) => el("span", { class: "chip" }, link(name, () => person(id))))))];
  if (!sure) return by("told").replaceChildren(el("h2", {}, event), el("p", { class: "faint" }, "No place surely tells of it: say who does what to whom, or take the book's words."), ...places, ...lists, choice);
  const subject = event.includes(":") ? tell(k.event.summary, k.event) : event;
  const heading = subject.length > HEADING ? [el("h2", {}, "Who knows of this?"), el("p", {}, subject)] : [el("h2", {}, subject)];
  const repeated = subject.includes(bare(k.event.evidence.text).slice(0, HEADING));
  by("told").replaceChildren(...heading, repeated ? "" : words(k.event.evidence, at), el("p", { class: "faint" }, `Who knows of it as of ${within(k.at)}`), ...lists, ...places, choice);
}

/** Reviews, exports, more books. */
export async function showMore(page) {
  const { state, at, person, download } = page;
  const cut = { saga: state.saga, at: state.at };
  const forms = [["facts", "Facts (JSON lines)", "jsonl"], ["graphml", "GraphML", "graphml"], ["gexf", "GEXF (Gephi, over time)", "gexf"], ["jsonld", "JSON-LD", "jsonld"], ["lorebook", "Lorebook", "json"]];
  const tables = [["people", "People"], ["feelings", "Feelings"], ["relations", "Ties"], ["events", "Events"], ["knowledge", "Knowledge"]];
  const save = (label, name, parameters, file) => el("button", { type: "button", onclick: () => download(name, parameters, file) }, label);
  const findings = await ask("review", { ...cut, top: 10 }, { kind: "panel" });
  const WHAT = { split: "May be one", merge: "May be two", nobody: "May be no person", contrary: "At odds", refused: "Refused" };
  const note = el("p", { role: "status" });
  by("told").replaceChildren(el("h2", {}, "More"),
    ...section("Take it out, as of this chapter", el("div", { class: "row" }, forms.map(([form, label, ending]) => save(label, "export", { ...cut, form }, `${state.saga}.${ending}`))), el("div", { class: "row" }, tables.map(([of, label]) => save(`${label} (CSV)`, "export", { ...cut, form: "csv", of }, `${of}.csv`)))),
    ...section("Worth a look", findings.length ? list(findings.map((f) => el("li", {}, `${WHAT[f.kind]}: `, f.people.map((name, n) => [n ? " / " : "", link(name, () => person(f.ids[n]))]), el("span", { class: "words" }, f.why), rightOf(f, page, note)))) : el("p", {}, "The checks found nothing. They look for two people who share a name and hardly meet, for one with the names of two, for names under which nobody acts or speaks, for slips of spelling, for eyes of two colours, for two fathers, for a marriage to a parent, and for whoever is there again after dying: much else may be wrong."), el("div", {}, findings.some((f) => f.correct.length) ? whoSays() : null, note, setRight(page, note))),
    ...section("Read more books", dropZone(page)),
    ...section("What stands behind this", el("p", {}, "All of it was read out of the text by rules or a model. They do not see irony or lies, and may take “he” for the wrong man; the words beside every line are there so that you can see it. Nothing after the chapter is in any answer.")));
}

const ENDED = {
  done: "It has been read.",
  cancelled: "Stopped. What was read by then stands; bring the same once more, and it goes on from there.",
  stopped: "The service ended meanwhile. What was read by then stands; bring the same once more, and it goes on from there.",
  failed: "It could not be read.",
};

const NAMED = { "'saga'": "“name here”", "'cut'": "“a pattern of its heading lines”", "'replace'": "“read it anew”" };

/** What the service says of a job, with its parameters by what they are called on the page. */
const inWords = (said) => said.replace(/'(?:saga|cut|replace)'/g, (name) => NAMED[name]);

/** What was not as it should be in a book that was read, and the way on. */
function tellTroubles(found, go) {
  if (!found.length) return [];
  const advice = (one) => (one.advice.includes("'cut'") ? "Say below “Its chapters are not found?” what its heading lines look like, have it read anew, and choose the book again." : inWords(one.advice));
  const where = (one) => (one.chapter ? `${one.book}.${one.chapter}: ` : "");
  return [el("ul", {}, found.slice(0, 10).map((one) => el("li", {}, where(one), `${one.message}. `, advice(one)))), el("button", { type: "button", class: "strong", onclick: go }, "Show it as it is")];
}

/** A place for files, and how their reading goes on. */
export function dropZone(page) {
  const name = el("input", { type: "text", "aria-label": "The book's name here", placeholder: "name here; else the file's" });
  const choose = el("input", { type: "file", multiple: true, accept: ".txt,.md,.markdown,.html,.htm,.xhtml,.epub", "aria-label": "Books to read", onchange: () => start([...choose.files]) });
  const bar = el("progress", { max: 1, value: 0, hidden: true, "aria-label": "Reading" });
  const note = el("p", { role: "status" });
  const stop = el("button", { type: "button", hidden: true }, "Stop");
  const tell = (now) => {
    if (now.of_words) bar.value = now.words / now.of_words;
    note.textContent = now.state === "reading" ? !now.of_words ? "Reading …" : `Reading: ${now.words.toLocaleString("en")} of ${now.of_words.toLocaleString("en")} words` : (now.error && inWords(now.error)) || ENDED[now.state] || "Waiting for another book to be read.";
  };
  const cut = el("input", { type: "text", maxlength: "1000", placeholder: "^Chapter \\d+", autocapitalize: "off", spellcheck: "false" });
  const replace = el("input", { type: "checkbox" });
  const headings = el("details", {}, el("summary", {}, "Its chapters are not found?"), el("label", { class: "row" }, "A pattern (regular expression) of its heading lines ", cut), el("label", { class: "row" }, replace, "Forget what was read under this name, and read it anew"));
  const troubles = el("div");
  const zone = el("div", { class: "drop" }, el("p", {}, "Drop a book here (text, EPUB, Markdown, HTML), or choose it."), el("div", { class: "row" }, name, choose), page.state.saga ? el("p", { class: "faint" }, "The next book of the same story goes under the story's name: ", link(page.state.saga, () => { name.value = page.state.saga; })) : null, headings, bar, note, troubles, stop);
  zone.addEventListener("dragover", (event) => { event.preventDefault(); zone.classList.add("over"); });
  zone.addEventListener("dragleave", () => zone.classList.remove("over"));
  zone.addEventListener("drop", (event) => { event.preventDefault(); zone.classList.remove("over"); start([...event.dataTransfer.files]); });
  async function start(files) {
    if (!files.length) return;
    const saga = name.value.trim() || files[0].name.replace(/\.\w+$/, "");
    try {
      troubles.replaceChildren();
      const job = await send(saga, files, { cut: cut.value.trim(), replace: replace.checked });
      bar.hidden = stop.hidden = false;
      stop.onclick = () => cancel(job.id).catch((error) => { note.textContent = error.message; });
      const end = await follow(job.id, tell);
      const found = end.report?.problems || [];
      if (/'(cut|replace)'/.test([end.error, ...found.map((one) => one.advice)].join())) headings.open = true; // it speaks of what is in there
      troubles.replaceChildren(...tellTroubles(found, () => page.grown(saga)));
      if (end.state === "done" && !found.length && zone.isConnected) page.grown(saga); // who went on meanwhile stays where they are
      else page.listed();
    } catch (error) {
      if (!isCancelled(error)) note.textContent = inWords(error.message);
    } finally {
      choose.value = "";
      stop.hidden = true;
    }
  }
  return zone;
}
