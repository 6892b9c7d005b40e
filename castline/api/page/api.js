// Questions to the service. A later question of one kind cancels the earlier; none about a book goes out without its cut.

let token = "";
const running = new Map();

export class Refused extends Error {
  constructor(status, problem) {
    super(problem.detail || `The service answered ${status}.`);
    this.status = status;
    this.names = problem.suggestions || problem.candidates || [];
  }
}

export const hasToken = () => Boolean(token);
export const bring = (given) => { token = given; };

/** Let go of the questions of these kinds that are under way, or of all: nobody hears their answers. */
export function drop(...kinds) {
  for (const [kind, turn] of running) if (!kinds.length || kinds.includes(kind)) turn.abort();
}

const heads = () => (token ? { Authorization: `Bearer ${token}` } : {});

/** The answer to GET /v1/NAME with these parameters, as JSON or (text: true) as text. */
export async function ask(name, parameters = {}, { kind = name, text = false } = {}) {
  if ("at" in parameters && !parameters.at) throw new DOMException("No chapter is shown yet.", "AbortError");
  drop(kind);
  const turn = new AbortController();
  running.set(kind, turn);
  const asked = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== null && value !== undefined && value !== ""));
  const late = setTimeout(() => { document.getElementById("busy").hidden = false; }, 300);
  try {
    const answer = await reach(`/v1/${name}?${asked}`, { headers: heads(), signal: turn.signal });
    return text ? await answer.blob() : await answer.json();
  } finally {
    clearTimeout(late);
    if (running.get(kind) === turn) {
      running.delete(kind);
      if (!running.size) document.getElementById("busy").hidden = true;
    }
  }
}

/** The answer to a request, where it is one. */
async function reach(path, how) {
  const answer = await fetch(path, how).catch((error) => { throw isCancelled(error) ? error : new Error("The service does not answer. See that it runs (castline serve)."); });
  if (!answer.ok) throw new Refused(answer.status, await answer.json().catch(() => ({})));
  return answer;
}

/** Send books to be read into a saga, maybe with a pattern of their headings (cut), or anew (replace); the job. */
export async function send(saga, files, { cut, replace }) {
  const body = new FormData();
  if (cut) body.append("cut", cut);
  if (replace) body.append("replace", "true");
  for (const file of files) body.append("books", file, file.name);
  return (await reach(`/v1/sagas/${encodeURIComponent(saga)}/jobs`, { method: "POST", body, headers: heads() })).json();
}

/** Follow a job by its events; how it ended. */
export async function follow(job, hear) {
  const answer = await reach(`/v1/jobs/${job}/events`, { headers: heads() });
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let held = ""; ;) {
    const { value, done } = await reader.read().catch(() => ({ done: true }));
    if (done) throw new Error("The service went away meanwhile. What was read by then stands; when it is there again, send the same once more, and it goes on from there.");
    held += value;
    for (let end; (end = held.indexOf("\n\n")) >= 0; held = held.slice(end + 2)) {
      const lines = held.slice(0, end).split("\n"), data = lines.find((line) => line.startsWith("data: "));
      if (!data) continue;
      const now = JSON.parse(data.slice(6));
      hear(now);
      if (lines.includes("event: end")) return now;
    }
  }
}

/** End a job. */
export const cancel = (job) => reach(`/v1/jobs/${job}`, { method: "DELETE", headers: heads() });

export const isCancelled = (error) => error.name === "AbortError";

/** Say what was read wrong ({kind, said, as_of, by, saga}), or take it back by its id; the correction and the job that settles it. */
export const correct = (given) => change("/v1/corrections", { method: "POST", headers: { ...heads(), "Content-Type": "application/json" }, body: JSON.stringify(given) });
export const withdraw = (id, saga) => change(`/v1/corrections/${id}?${new URLSearchParams({ saga })}`, { method: "DELETE", headers: heads() });

const change = async (path, how) => (await reach(path, how)).json();
