// Questions to the service. A later question of one kind cancels the earlier.

let token = "";
const running = new Map();

export class Refused extends Error {
  constructor(status, problem) {
    super(problem.detail || `The service answered ${status}.`);
    this.status = status;
  }
}

export const bring = (given) => { token = given; };
const heads = () => (token ? { Authorization: `Bearer ${token}` } : {});

/** The answer to GET /v1/NAME with these parameters, as JSON or (text: true) as text. */
export async function ask(name, parameters = {}, { kind = name, text = false } = {}) {
  running.get(kind)?.abort();
  const turn = new AbortController();
  running.set(kind, turn);
  const asked = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== null && value !== undefined && value !== ""));
  const late = setTimeout(() => { document.getElementById("busy").hidden = false; }, 300);
  try {
    const answer = await fetch(`/v1/${name}?${asked}`, { headers: heads(), signal: turn.signal });
    if (!answer.ok) throw new Refused(answer.status, await answer.json().catch(() => ({})));
    return text ? await answer.blob() : await answer.json();
  } finally {
    clearTimeout(late);
    if (running.get(kind) === turn) {
      running.delete(kind);
      if (!running.size) document.getElementById("busy").hidden = true;
    }
  }
}

/** Send books to be read into a saga; the job. */
export async function send(saga, files) {
  const body = new FormData();
  for (const file of files) body.append("books", file, file.name);
  const answer = await fetch(`/v1/sagas/${encodeURIComponent(saga)}/jobs`, { method: "POST", body, headers: heads() });
  if (!answer.ok) throw new Refused(answer.status, await answer.json().catch(() => ({})));
  return answer.json();
}

/** Follow a job by its events until it ends. */
export async function follow(job, hear) {
  const answer = await fetch(`/v1/jobs/${job}/events`, { headers: heads() });
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let held = ""; ;) {
    const { value, done } = await reader.read();
    if (done) return;
    held += value;
    for (let end; (end = held.indexOf("\n\n")) >= 0; held = held.slice(end + 2)) {
      const data = held.slice(0, end).split("\n").find((line) => line.startsWith("data: "));
      if (data) hear(JSON.parse(data.slice(6)));
    }
  }
}

/** End a job. */
export const cancel = (job) => fetch(`/v1/jobs/${job}`, { method: "DELETE", headers: heads() });

export const isCancelled = (error) => error.name === "AbortError";

/** Say what was read wrong ({kind, said, by, saga}), or take it back by its id; the correction and the job that settles it. */
export const correct = (given) => change("/v1/corrections", { method: "POST", headers: { ...heads(), "Content-Type": "application/json" }, body: JSON.stringify(given) });
export const withdraw = (id, saga) => change(`/v1/corrections/${id}?${new URLSearchParams({ saga })}`, { method: "DELETE", headers: heads() });

async function change(path, how) {
  const answer = await fetch(path, how);
  if (!answer.ok) throw new Refused(answer.status, await answer.json().catch(() => ({})));
  return answer.json();
}
