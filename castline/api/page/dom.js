// Elements made of values: nothing from a book is ever markup.

/** An element: tag, properties (attributes; on... are listeners; class), children (nodes or text). */
export function el(tag, properties = {}, ...children) {
  return fill(document.createElement(tag), properties, children);
}

/** The same in SVG. */
export function svg(tag, properties = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), properties, children);
}

function fill(node, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "style") node.style.cssText = value; // the way that a strict Content-Security-Policy lets
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) node.setAttribute(name, value);
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** What this browser keeps, or null; some keep nothing. */
export const kept = (name) => { try { return localStorage.getItem(name); } catch { return null; } };
export const keep = (name, value) => { try { localStorage.setItem(name, value); } catch { /* asked again the next time */ } };

export const by = (id) => document.getElementById(id);
export const count = (n, one, many) => `${n.toLocaleString("en")} ${n === 1 ? one : many || `${one}s`}`;
/** Where, of chapters ("2.14") in order, another book begins. */
export const findBorders = (ticks) => ticks.flatMap((tick, n) => (n && tick.at.split(".")[0] !== ticks[n - 1].at.split(".")[0] ? [n] : []));
export const chapterOf = (told) => told.split(".").slice(0, 2).join(".");
export const signed = (level) => (level === null || level === undefined ? "" : `${level > 0 ? "+" : level < 0 ? "−" : ""}${Math.abs(level).toFixed(1)}`);

/** The words a claim stands on, and their chapter. */
export const words = (evidence, at) => el("span", { class: "words" }, source(evidence), " ", el("span", { class: "at" }, at(evidence.told)));

/** Words of the book, which open the paragraph that they stand in (see sources.js). A span, for it runs on in its line. */
export function source(evidence, text = evidence.text) {
  const { told, start, end } = evidence;
  const press = (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); event.target.click(); } };
  return el("span", { role: "button", tabindex: "0", class: "source", "aria-expanded": "false", title: "Read it in its paragraph", "data-told": told, "data-start": start, "data-end": end, onkeydown: press }, el("q", {}, bare(text)));
}

/** An event's sentence; one that a scene only tells of says so. */
export const tell = (text, event) => plain(event.happened ? `told of: ${text}` : text);

/** Words in one line, without the underscores that plain text puts around what is stressed. */
export const plain = (text) => text.replace(/\s+/g, " ").replace(/(^|[^\p{L}\p{N}])_([^_]+)_(?![\p{L}\p{N}])/gu, "$1$2");

/** Words without the quotation marks around them; those within become single ones. */
export function bare(text) {
  let said = plain(text).trim().replace(/(^|[\s([—–-])"/g, "$1“").replaceAll('"', "”");
  if (said.startsWith("“") && [-1, said.length - 1].includes(said.indexOf("”"))) said = said.slice(1);
  if (said.endsWith("”") && said.split("”").length > said.split("“").length) said = said.slice(0, -1);
  return said.replaceAll("“", "‘").replaceAll("”", "’");
}

/** An affection as a bar from the middle, with its figure. */
export function level(value) {
  if (value === null || value === undefined) return el("span", { class: "faint" }, "nothing told");
  const share = Math.min(1, Math.abs(value) / 10) * 50;
  const bar = el("i");
  bar.style.background = value < 0 ? "var(--cold)" : "var(--warm)";
  bar.style.width = `${share}%`;
  bar.style[value < 0 ? "right" : "left"] = "50%";
  return el("span", { class: "level" }, el("span", { class: "meter", "aria-hidden": "true" }, bar), el("span", {}, signed(value)));
}

const AFFECTION = [[8, "loves deeply"], [6, "is devoted to"], [4, "is fond of"], [2, "likes"], [1.25, "is well disposed toward"], [-0.5, "has no strong feeling about"], [-1.5, "is cool toward"], [-3, "dislikes"], [-5, "strongly dislikes"], [-7, "detests"], [-9, "hates"], [-10, "wants dead"]];

/** An affection in words: those of the service. */
export const say = (affection) => AFFECTION.find(([least]) => affection >= least)[1];
