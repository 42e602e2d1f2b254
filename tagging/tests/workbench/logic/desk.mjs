// A tagger at the workbench without a page: the modules, a store in memory, and a server that is played.
import { setMaxListeners } from "node:events";

globalThis.document = { documentElement: { lang: "en" }, hidden: false };
globalThis.window = Object.assign(new EventTarget(), {
  django: {
    gettext: (text) => text,
    gettext_noop: (text) => text,
    ngettext: (one, many, count) => (count === 1 ? one : many),
    interpolate: (text, values) => text.replace(/%\((\w+)\)s/g, (_, name) => values[name]),
  },
});

setMaxListeners(0, window); // each page of a test listens

const WORKBENCH = "../../../static/tagging/workbench";
const { Away, Problem } = await import(`${WORKBENCH}/api.js`);
const { Clock } = await import(`${WORKBENCH}/clock.js`);
const { Day } = await import(`${WORKBENCH}/day.js`);
const { KeptWork } = await import(`${WORKBENCH}/kept_work.js`);
const { Store } = await import(`${WORKBENCH}/store.js`);
export { Away, Problem, Store };

export const load = (name) => import(`${WORKBENCH}/${name}.js`);

/** Return what localStorage is: its keys are its own properties. */
export function memory() {
  const kept = Object.create({
    getItem: (key) => kept[key] ?? null,
    setItem: (key, value) => void (kept[key] = value),
    removeItem: (key) => delete kept[key],
  });
  return kept;
}

/** Let everything go on that waits for nothing but the played server. */
export async function settled() {
  for (let round = 0; round < 8; round += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** The ClientApi of one album, as far as its answers matter; `asked` has each request. */
export class Server {
  asked = [];
  isAway = false;
  work = null;
  isWaiting = true; // photos are
  suggestions = [];
  takenBy = 0; // how many works were taken
  answers = []; // of the next changes, in place of the right ones: errors to throw

  constructor(...names) {
    this.tasks = names.map((taskId) => {
      return { taskId, albumId: "album", state: "Open", tags: [], customTags: [], unlistedTags: [] };
    });
    const call = (method) => async (path, body = {}, id = undefined) => this.#answer({ method, path, body, id });
    const remove = async (path, id) => this.#answer({ method: "DELETE", path, body: {}, id });
    this.api = { get: call("GET"), aside: call("GET"), post: call("POST"), put: call("PUT"), patch: call("PATCH"), delete: remove };
  }

  task(taskId) {
    return this.tasks.find((task) => task.taskId === taskId);
  }

  get numbers() {
    return Object.fromEntries(this.tasks.filter(({ tags }) => tags.length).map(({ taskId, tags }) => [taskId, tags.map(({ value }) => value)]));
  }

  get completed() {
    return this.tasks.filter(({ state }) => state === "Completed").map(({ taskId }) => taskId);
  }

  /** The requests that change a photo. */
  get sent() {
    return this.asked.filter(({ method, path }) => method !== "GET" && path.includes("/tasks/"));
  }

  /** These requests, as `complete p1`. */
  get changes() {
    return this.sent.map(({ path }) => path.replace(/^works\/\w+\/tasks\/(\w+)\/(\w+).*$/, "$2 $1"));
  }

  /** The connection is back, as the browser says. */
  back() {
    this.isAway = false;
    window.dispatchEvent(new Event("online"));
  }

  #answer(request) {
    this.asked.push(request);
    if (this.isAway) throw new Away();
    const [, taskId, deed] = /\/tasks\/(\w+)\/(\w+)/.exec(request.path) ?? [];
    const isChange = deed && request.method !== "GET";
    return structuredClone(isChange ? this.#change(request, this.task(taskId), deed) : this.#read(request, deed));
  }

  #read({ method, path }, deed) {
    if (deed === "suggestions") return { suggestions: this.suggestions };
    if (deed === "series") return { taskIds: this.tasks.map((task) => task.taskId) };
    if (path.startsWith("accounts")) return { tagatorId: "kim", name: "Kim", ratePerTask: "0.10", ratePerNumber: "0.02", today: { tasksCompleted: 0, numbersAdded: 0, amount: "0.00" } };
    if (path.startsWith("albums")) return { albumId: "album", text: "", customTags: [] };
    if (path.startsWith("works/waiting")) return { isWaiting: this.isWaiting };
    if (method === "POST") return this.#take();
    if (path === "works/current" && this.work?.state !== "Active") throw new Problem(404, { code: "no-work" });
    if (path.includes("/tasks?")) return { results: this.tasks.filter(({ state }) => state === "Assigned" || state === "Completed") };
    return this.work;
  }

  #take() {
    const open = this.tasks.filter(({ state }) => state === "Open");
    if (!open.length) throw new Problem(404, { code: "no-tasks" });
    for (const task of open) task.state = "Assigned";
    this.takenBy += 1;
    const expiresOn = new Date(Date.now() + 3_600_000).toISOString();
    this.work = { workId: `w${this.takenBy}`, state: "Active", expiresOn, tasksTotal: open.length };
    return this.work;
  }

  /** The work is over: what is not completed is open again. */
  expire() {
    this.work.state = "Expired";
    for (const task of this.tasks) if (task.state === "Assigned") task.state = "Open";
  }

  #change({ method, path, body }, task, deed) {
    const query = new URL(path, "http://server").searchParams;
    const planned = this.answers.shift();
    if (planned) throw planned;
    if (this.work.state !== "Active") throw new Problem(409, { code: "work-expired" });
    if (task.state === "Cancelled") throw new Problem(409, { code: "task-cancelled" });
    if (deed === "reopen" && task.state === "Taken") throw new Problem(409, { code: "task-taken" });
    if (deed !== "tags") task.state = { complete: "Completed", reopen: "Assigned", skip: "Open" }[deed];
    else if (task.state === "Completed") throw new Problem(409, { code: "task-completed" });
    else if (method === "POST") this.#addTags(task, body);
    else {
      task.tags = task.tags.filter(({ value }) => value !== query.get("value"));
      task.customTags = task.customTags.filter((name) => name !== query.get("customTag"));
    }
    return task;
  }

  #addTags(task, { tags, customTags, unlistedTags = [] }) {
    const reason = tags.map((value) => (value.length > 6 ? "TooLong" : value === "4711" && "NotInStartList")).find(Boolean);
    if (reason) throw new Problem(422, { code: "number-not-accepted", errors: [{ detail: `${reason}: no.` }] });
    const whole = tags.filter((value) => !value.includes("?") || value === "?65").map((value) => value.replace("?65", "165"));
    task.partialTags = [...(task.partialTags ?? []), ...tags.filter((value) => value.includes("?") && value !== "?65")];
    for (const value of [...whole, ...unlistedTags]) if (!task.tags.some((tag) => tag.value === value)) task.tags.push({ value });
    task.unlistedTags.push(...unlistedTags);
    task.customTags.push(...customTags);
  }
}

/** A page that was opened: its day, and what it said. `reload` opens another one on the same store. */
export class Desk {
  said = [];
  isBusy = false; // a dialog is open

  static async begin(...names) {
    const desk = await Desk.open(new Server(...names));
    await desk.day.take();
    await settled();
    return desk;
  }

  static async open(server, storage = memory()) {
    const desk = new Desk();
    Object.assign(desk, { server, storage });
    const store = new Store(storage);
    const keptWork = new KeptWork(store, { tagator: { tagatorId: "kim" } });
    desk.day = new Day({ api: server.api, store, clock: new Clock(), isBusy: () => desk.isBusy, keptWork });
    desk.day.addEventListener("said", ({ detail }) => desk.said.push(detail.text));
    const started = desk.day.start();
    if (!server.isAway) await started;
    await settled();
    return desk;
  }

  async reload() {
    this.day.stop();
    return await Desk.open(this.server, this.storage);
  }

  get bench() {
    return this.day.bench;
  }

  get inHand() {
    return this.bench.currentId;
  }

  get field() {
    return this.bench.current.draft.text;
  }

  get shown() {
    return this.bench.current.numbers.map(({ value }) => value);
  }

  /** Do these one after the other: `["add", "101"]` or `"complete"`; then all is sent that can be. */
  async do(...deeds) {
    for (const deed of deeds) {
      const [name, ...values] = [deed].flat();
      if (name === "add" && this.field === "") this.bench.type(values[0]);
      this.bench[name](...values);
    }
    await settled();
  }
}
