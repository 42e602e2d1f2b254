// How the photo is shown: brightness, contrast, sharpness and rotation, kept for the work.
import { fill, gettext } from "./texts.js";

const STEPS = {
  brightness: [1, 1.35, 1.8, 2.4, 0.7],
  contrast: [1, 1.3, 1.7, 0.8],
  sharpness: [0, 1, 2],
  turns: [0, 1, 2, 3],
};
const NORMAL = { brightness: 0, contrast: 0, sharpness: 0, turns: 0 }; // places in the steps

/** Event: `change`. Kept in the store under the work's name. */
export class PictureLook extends EventTarget {
  #store;
  #name = null;
  #places = { ...NORMAL };

  constructor(store) {
    super();
    this.#store = store;
  }

  /** Show photos as they were shown in this work before. */
  begin(tagatorId, workId) {
    const name = `look.${tagatorId}.${workId}`;
    if (name === this.#name) return;
    this.#name = name;
    this.#places = { ...NORMAL, ...this.#store.get(name) };
    this.#tell();
  }

  /** Take the next step of one of them, after the last one the first. */
  step(what) {
    this.#keep({ ...this.#places, [what]: (this.#places[what] + 1) % STEPS[what].length });
  }

  reset() {
    this.#keep({ ...NORMAL });
  }

  get turns() {
    return this.#value("turns");
  }

  /** Return the CSS filter; empty: none. */
  get filter() {
    const sharpness = this.#value("sharpness");
    const parts = [
      this.#value("brightness") !== 1 && `brightness(${this.#value("brightness")})`,
      this.#value("contrast") !== 1 && `contrast(${this.#value("contrast")})`,
      sharpness && `url(#sharper-${sharpness})`,
    ];
    return parts.filter(Boolean).join(" ");
  }

  /** Return in words what differs from the photo as it is; empty: nothing. */
  get words() {
    const percent = (what) => Math.round(this.#value(what) * 100);
    const parts = [
      this.#places.brightness && fill(gettext("Brightness %(percent)s %"), { percent: percent("brightness") }),
      this.#places.contrast && fill(gettext("Contrast %(percent)s %"), { percent: percent("contrast") }),
      this.#places.sharpness && fill(gettext("Sharpness %(step)s"), { step: this.#value("sharpness") }),
      this.#places.turns && fill(gettext("Turned by %(degrees)s°"), { degrees: this.turns * 90 }),
    ];
    return parts.filter(Boolean).join(", ");
  }

  #value(what) {
    return STEPS[what][this.#places[what]] ?? STEPS[what][0];
  }

  #keep(places) {
    this.#places = places;
    if (this.#name) this.#store.set(this.#name, places);
    this.#tell();
  }

  #tell() {
    this.dispatchEvent(new Event("change"));
  }
}
