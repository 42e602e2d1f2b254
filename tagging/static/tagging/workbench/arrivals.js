// Whether work has arrived, while the page is open and its tagger has none.
const EVERY = 15_000; // milliseconds between two questions
const EVERY_HIDDEN = 60_000; // of a page in the background
const WITHOUT_WORK = new Set(["idle", "none", "finished", "over"]);

/**
 * Events: `change`; `looked` (what the server says).
 *
 * `isWaiting`: whether photos wait, null while that is not known. `hasArrived`: they do, and did not
 * before.
 */
export class Arrivals extends EventTarget {
  #api;
  #path;
  #phase = "";
  #isAsking = false;
  #askedOn = 0; // by this computer's clock
  #spread = spread();
  isWaiting = null;
  hasArrived = false;

  /** `albumId`: ask for work of this album alone. */
  constructor({ api, albumId }) {
    super();
    this.#api = api;
    this.#path = albumId ? `works/waiting?albumId=${albumId}` : "works/waiting";
  }

  /**
   * Follow the day: what was known before its new phase no longer counts.
   *
   * The server is asked at once: it then copies the pictures of the work that the tagger takes next.
   */
  follow(phase) {
    if (phase === this.#phase) return;
    this.#phase = phase;
    const isAnswered = phase === "none"; // the server has just said that no photo is open
    this.#askedOn = isAnswered ? Date.now() : 0;
    this.#learn(isAnswered ? false : null);
    queueMicrotask(() => this.check()); // the phase may be another one by then
  }

  /** Look once a second whether it is time to ask. */
  async check() {
    const pause = (document.hidden ? EVERY_HIDDEN : EVERY) * this.#spread;
    if (!WITHOUT_WORK.has(this.#phase) || this.#isAsking || Date.now() - this.#askedOn < pause) return;
    const phase = this.#phase;
    this.#isAsking = true;
    try {
      const found = await this.#api.get(this.#path);
      if (phase === this.#phase) this.#learn(found.isWaiting);
      this.dispatchEvent(new CustomEvent("looked", { detail: found }));
    } catch {
      // Asked again after the pause.
    } finally {
      this.#isAsking = false;
      if (phase === this.#phase) this.#askedOn = Date.now();
      this.#spread = spread();
    }
  }

  #learn(isWaiting) {
    const before = this.isWaiting;
    if (isWaiting === before) return;
    this.isWaiting = isWaiting;
    this.hasArrived = isWaiting === true && before === false;
    this.dispatchEvent(new Event("change"));
  }
}

/** Pages that were opened at one moment do not ask at one moment. */
function spread() {
  return 0.8 + Math.random() * 0.4;
}
