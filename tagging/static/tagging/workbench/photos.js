// The photos in hand and next: each an `<img>`, the one in hand first, the others in advance.
import { LARGE, ORIGINAL, SCREEN, WIDTHS } from "./pictures.js";

const DECODED = 2; // how many of the next photos are decoded: a large one takes some 100 MB
const ENOUGH = 1.15; // a picture is sharp up to so many screen pixels for one of its own

/** Keeps an `<img>` for each wanted photo, and forgets those that are wanted no more. */
export class Photos {
  #pictures;
  #entries = new Map(); // by task: {task, image, state, abort, size}
  #order = [];
  #pixels = 0;

  constructor(pictures) {
    this.#pictures = pictures;
  }

  /**
   * Want the photos of these tasks, the one in hand first.
   *
   * @param pixels the width of the stage, in pixels of the screen
   */
  want(tasks, pixels) {
    this.#pixels = pixels;
    this.#order = tasks;
    document.body.dataset.ahead = "loading";
    const wanted = new Set(tasks.map((task) => task.taskId));
    for (const taskId of this.#entries.keys()) if (!wanted.has(taskId)) this.#forget(taskId);
    const first = this.#entry(tasks[0]);
    if (first.state === "waiting" || first.state === "failed") {
      this.#stopOthers(first); // the tagger is ahead of the line
      this.#load(first, "high");
    }
    this.#goOn();
  }

  /** Return the photo of a task that is wanted; it may still be loading. */
  get(task) {
    return this.#entry(task).image;
  }

  /** Load a photo again, after a failure. */
  again(task) {
    this.#forget(task.taskId);
    const entry = this.#entry(task);
    this.#load(entry, "high");
    return entry.image;
  }

  /** Return the same photo with more pixels, or null where it is sharp enough, or is not loaded. */
  async sharper(task, pixels, { isAsked }) {
    const entry = this.#entries.get(task.taskId);
    const size = entry?.state === "loaded" ? this.#sizeOver(entry, pixels, isAsked) : null;
    if (!size) return null;
    const sharper = { ...this.#made(task), size };
    await this.#load(sharper, "low");
    const isWanted = this.#entries.get(task.taskId) === entry && WIDTHS[size] > WIDTHS[entry.size];
    if (sharper.state !== "loaded" || !isWanted) { // another one was quicker, or the photo is gone
      release(sharper);
      return null;
    }
    await sharper.image.decode().catch(() => {});
    release(entry);
    Object.assign(entry, { image: sharper.image, size });
    return entry.image;
  }

  #sizeOver(entry, pixels, isAsked) {
    const enough = (width) => pixels <= width * ENOUGH;
    if (enough(entry.image.naturalWidth) || entry.size === ORIGINAL) return null;
    if (!isAsked && this.#pictures.line.isSlow) return null;
    if (isAsked && (entry.size === LARGE || !enough(WIDTHS[LARGE]))) return ORIGINAL;
    return entry.size === SCREEN ? LARGE : null;
  }

  #entry(task) {
    const found = this.#entries.get(task.taskId);
    if (found) return found;
    const entry = this.#made(task);
    this.#entries.set(task.taskId, entry);
    return entry;
  }

  #made(task) {
    const image = new Image();
    image.decoding = "sync"; // painted together with the page that shows it
    image.draggable = false;
    return { task, image, state: "waiting", abort: null, size: SCREEN };
  }

  async #load(entry, priority) {
    entry.state = "loading";
    entry.abort = new AbortController();
    const { signal } = entry.abort;
    if (entry.size === SCREEN) entry.size = this.#pictures.sizeFor(this.#pixels);
    entry.image.fetchPriority = priority;
    try {
      const address = await this.#pictures.address(entry.task, entry.size, { signal, priority });
      await shown(entry.image, address, signal);
      entry.state = "loaded";
    } catch {
      if (signal.aborted) return;
      entry.state = "failed";
      entry.image.dispatchEvent(new Event("failed"));
    }
    this.#goOn();
  }

  /** Load the next photos: none before the one in hand is there, and no more than the line bears. */
  #goOn() {
    const [inHand, ...others] = this.#order.map((task) => this.#entries.get(task.taskId) ?? this.#entry(task));
    if (!inHand || inHand.state === "loading") return;
    const { line } = this.#pictures;
    const next = others.slice(0, line.ahead);
    const atOnce = line.isFast ? 2 : 1;
    for (const entry of next) {
      if (next.filter((one) => one.state === "loading").length >= atOnce) break;
      if (entry.state === "waiting") this.#load(entry, "low");
    }
    const isSettled = next.every(({ state }) => state === "loaded" || state === "failed");
    document.body.dataset.ahead = isSettled ? "settled" : "loading";
    for (const { state, image } of next.slice(0, DECODED)) {
      if (state === "loaded") image.decode().catch(() => {}); // shown as a failure later
    }
  }

  #stopOthers(first) {
    for (const entry of this.#entries.values()) if (entry !== first) this.#stop(entry);
  }

  #stop(entry) {
    if (entry.state !== "loading") return;
    entry.abort.abort();
    entry.image.removeAttribute("src");
    entry.state = "waiting";
  }

  #forget(taskId) {
    const entry = this.#entries.get(taskId);
    if (!entry) return;
    this.#stop(entry);
    release(entry);
    this.#entries.delete(taskId);
  }
}

/** Wait until an image shows what is at the address. */
function shown(image, address, signal) {
  return new Promise((resolve, reject) => {
    image.addEventListener("load", resolve, { once: true });
    image.addEventListener("error", reject, { once: true });
    signal.addEventListener("abort", reject, { once: true });
    image.src = address;
  });
}

function release({ image }) {
  if (image.src.startsWith("blob:")) URL.revokeObjectURL(image.src);
}
