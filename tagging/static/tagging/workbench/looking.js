// Where the tagger looks: a photo begins where its number may be, and a key goes round such places.
import { isSmall, placesOf } from "./regions.js";
import { gettext } from "./texts.js";

const NAME = "beginning";
const WHOLE = -1;

/** Moves the view. What the tagger chose last, whole photos or places, is kept for the next ones. */
export class Looking {
  #view;
  #store;
  #places = [];
  #at = WHOLE;

  constructor(view, store) {
    this.#view = view;
    this.#store = store;
    view.addEventListener("loaded", () => this.#begin());
  }

  /** Another photo is about to be shown. */
  of(task) {
    this.#places = placesOf(task);
    this.#at = WHOLE;
  }

  /** Go to the next place, and after the last one to the whole photo; return what to say of it. */
  next() {
    if (!this.#places.length) return gettext("Nothing was seen on this photo where a number may be.");
    this.#at = this.#at + 1 < this.#places.length ? this.#at + 1 : WHOLE;
    this.#store.set(NAME, this.#at === WHOLE ? "whole" : "place");
    this.#show();
    return "";
  }

  whole() {
    this.#at = WHOLE;
    this.#store.set(NAME, "whole");
    this.#view.whole();
  }

  #begin() {
    const [likeliest] = this.#places;
    const choice = this.#store.get(NAME, "small");
    const isWanted = choice === "place" || (choice === "small" && likeliest && isSmall(likeliest, this.#view.height));
    if (!likeliest || !isWanted) return;
    this.#at = 0;
    this.#show();
    this.#view.isMovedByHand = false; // no tagger has asked to see it larger
  }

  #show() {
    if (this.#at === WHOLE) this.#view.whole();
    else this.#view.lookAt(this.#places[this.#at].box);
  }
}
