// The whole photo in a corner while a part of it is shown, with a frame around that part.
import { turnImage } from "./rotation.js";

const SHARE = 0.24; // of the stage's sides, at most

export class Overview {
  #view;
  #place;
  #frame;
  #image = null;

  /** `place` holds the photo and its first child, the frame. */
  constructor(view, place) {
    this.#view = view;
    this.#place = place;
    this.#frame = place.firstElementChild;
    view.addEventListener("placed", () => this.#show());
  }

  #show() {
    this.#place.hidden = !this.#view.isZoomed;
    if (this.#place.hidden) return;
    const { image, size, turns } = this.#view.shown;
    if (this.#image?.src !== image.src) {
      this.#image?.remove();
      this.#image = image.cloneNode();
      this.#image.alt = "";
      this.#place.prepend(this.#image);
    }
    const small = { width: size.width * SHARE, height: size.height * SHARE };
    turnImage(this.#image, small, turns);
    const { left, top, right, bottom } = this.#view.inSight;
    const [width, height] = [`${small.width}px`, `${small.height}px`];
    Object.assign(this.#place.style, { width, height });
    const sides = { left, top, width: right - left, height: bottom - top };
    for (const [side, share] of Object.entries(sides)) this.#frame.style[side] = `${share * 100}%`;
  }
}
