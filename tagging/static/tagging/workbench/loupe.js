// The loupe: a round glass at the pointer, through which the photo is larger.
import { turnImage } from "./rotation.js";

const TIMES = 2.5;

export class Loupe {
  #glass;
  #image = null;
  isOn = false;

  constructor(glass) {
    this.#glass = glass;
  }

  toggle() {
    this.isOn = !this.isOn;
    this.#glass.hidden = !this.isOn;
  }

  /**
   * Show what is at the spot of the stage.
   *
   * @param photo `{image, at: {x, y, scale}, size, turns}`, as the view shows it
   */
  show({ image, at, size, turns }, spot) {
    if (!this.isOn || !image) return;
    if (this.#image?.src !== image.src) {
      this.#image = image.cloneNode();
      this.#image.alt = "";
      this.#glass.replaceChildren(this.#image);
    }
    const larger = at.scale * TIMES;
    const full = { width: size.width * larger, height: size.height * larger };
    turnImage(this.#image, full, turns);
    const middle = this.#glass.offsetWidth / 2;
    const [x, y] = [middle - (spot.x - at.x) * TIMES, middle - (spot.y - at.y) * TIMES];
    this.#image.style.translate = `${x}px ${y}px`;
    this.#image.style.filter = image.style.filter;
    this.#glass.style.transform = `translate(${spot.x - middle}px, ${spot.y - middle}px)`;
  }
}
