// Whether the tagger can have seen the photo in hand: painted, and on the screen for a moment.
import { gettext } from "./texts.js";

export const LONG_ENOUGH = 300; // milliseconds from the paint

/**
 * Follows the photos that a view shows. `state` is `loading`, `failed`, `painted` (too short ago) or
 * `ready`; the page has it as `data-photo`. Event: `change`.
 */
export class Seen extends EventTarget {
  #round = 0; // counts the photos, so that what an earlier one began is ignored
  #timer = null;
  state = "loading";

  constructor(view) {
    super();
    view.addEventListener("loaded", () => this.#loaded());
    view.addEventListener("failed", () => this.#set("failed"));
    document.addEventListener("visibilitychange", () => {
      if (this.state === "painted") this.#loaded(); // a hidden tab shows nothing
    });
  }

  /** Another photo is about to be shown. */
  begin() {
    this.#stop();
    this.#set("loading");
  }

  /** The second frame begins only after the first one, with the photo, was painted. */
  #loaded() {
    if (this.state === "ready") return; // a sharper picture of the same photo
    const round = this.#stop();
    const ifSame = (step) => () => round === this.#round && step();
    const painted = ifSame(() => {
      this.#set("painted");
      this.#timer = setTimeout(ifSame(() => document.hidden || this.#set("ready")), LONG_ENOUGH);
    });
    requestAnimationFrame(() => requestAnimationFrame(painted));
  }

  #stop() {
    clearTimeout(this.#timer);
    this.#round += 1;
    return this.#round;
  }

  #set(state) {
    this.state = state;
    document.body.dataset.photo = state;
    this.dispatchEvent(new Event("change"));
  }
}

/** Return why a photo in this state is not completed. */
export function whyUnseen(state) {
  return {
    loading: gettext("Not completed: the photo is still being loaded."),
    failed: gettext("Not completed: the photo cannot be loaded. Load it again, or skip it; what you typed is kept."),
    painted: gettext("Not completed: the photo has only just appeared. Look at it, and press again."),
  }[state];
}
