// The changes that the server does not have yet: kept in the browser, sent one by one in order.
import { Waiting } from "./waiting.js";

/**
 * Sends changes `{id, kind, taskId, …}` of one tagger's work.
 *
 * `deliver(change)` returns the server's answer, or throws: an `Away` is tried again without end,
 * anything else is a refusal. A change leaves the queue only when one of the two is certain; so one
 * whose answer was lost is sent again, with the same id. One with `heldSince` waits until it is
 * released.
 *
 * Events: `sent` {change, answer}, `refused` {change, error}, `state`.
 */
export class Queue extends EventTarget {
  #store;
  #name;
  #deliver;
  #changes;
  #waiting = new Waiting();
  #running = false;
  #stopped = false;
  trouble = null; // the error of the last attempt, while it is being repeated

  constructor(store, name, deliver, isAway) {
    super();
    this.#store = store;
    this.#name = name;
    this.#deliver = deliver;
    this.isAway = isAway;
    this.#changes = store.get(name, []);
  }

  get changes() {
    return this.#changes;
  }

  /** Return the changes of a task, in order. */
  of(taskId) {
    return this.#changes.filter((change) => change.taskId === taskId);
  }

  add(change) {
    this.#keep([...this.#changes, { id: newId(), ...change }]);
    this.start();
  }

  /** Return the change that is held back, or undefined. */
  get held() {
    return this.#changes.find((change) => change.heldSince);
  }

  /** Send what was held back, after all others. */
  release() {
    const held = this.#changes.filter((change) => change.heldSince);
    if (!held.length) return;
    const others = this.#changes.filter((change) => !change.heldSince);
    this.#keep([...others, ...held.map(({ heldSince, ...change }) => change)]);
    this.start();
  }

  /** Wait until there is nothing to be sent. */
  async idle() {
    while (this.#first && !this.#stopped) {
      await new Promise((resolve) => this.addEventListener("state", resolve, { once: true }));
    }
  }

  /** Put a change before all others: what is needed before the first can be sent again. */
  putFirst(change) {
    this.#keep([{ id: newId(), ...change }, ...this.#changes]);
  }

  /** Remove the changes for which this holds, and return them. */
  withdraw(unwanted) {
    const gone = this.#changes.filter(unwanted);
    if (gone.length) this.#keep(this.#changes.filter((change) => !gone.includes(change)));
    return gone;
  }

  start() {
    if (!this.#running && !this.#stopped) this.#run();
  }

  /** Send no more: another page, or another work, goes on. */
  stop() {
    this.#stopped = true;
  }

  get isStopped() {
    return this.#stopped;
  }

  /** Try again now. */
  hurry() {
    this.#waiting.wake();
  }

  async #run() {
    this.#running = true;
    try {
      while (this.#first && !this.#stopped) await this.#send(this.#first);
    } finally {
      this.#running = false;
      this.#tell("state");
    }
  }

  get #first() {
    return this.#changes.find((change) => !change.heldSince);
  }

  async #send(change) {
    try {
      const answer = await this.#deliver(change);
      if (this.#stopped) return;
      this.#passed(change);
      this.#tell("sent", { change, answer });
    } catch (error) {
      if (this.#stopped) return;
      if (!this.isAway(error)) {
        this.#passed(change);
        this.#tell("refused", { change, error });
        return;
      }
      this.trouble = error;
      this.#tell("state");
      await this.#waiting.afterFailure(error.retryAfter);
    }
  }

  #passed(change) {
    this.trouble = null;
    this.#waiting.afterSuccess();
    this.withdraw((kept) => kept.id === change.id);
  }

  #keep(changes) {
    this.#changes = changes;
    if (changes.length) this.#store.set(this.#name, changes);
    else this.#store.remove(this.#name);
    this.#tell("state");
  }

  #tell(what, detail) {
    this.dispatchEvent(new CustomEvent(what, { detail }));
  }
}

/** Return an id; `randomUUID` exists on secure pages alone. */
function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
