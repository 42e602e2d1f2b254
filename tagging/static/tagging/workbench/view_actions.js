// What the keys and buttons of the photo's picture do: the names are those of `keys.js`.
import { byId } from "./elements.js";
import { STEP } from "./photo_view.js";
import { say } from "./screen.js";

const PAN = 80; // pixels a press of an arrow

export class ViewActions {
  #view;
  #looking;
  #look;
  #loupe;
  #store;

  constructor({ view, looking, look, loupe, store }) {
    this.#view = view;
    this.#looking = looking;
    this.#look = look;
    this.#loupe = loupe;
    this.#store = store;
  }

  /** Do what is meant: `{action, …}` of `meaningOf`. */
  do(meaning) {
    this[meaning.action](meaning);
  }

  zoomIn() {
    this.#view.zoom(STEP);
  }

  zoomOut() {
    this.#view.zoom(1 / STEP);
  }

  pan({ by: [x, y] }) {
    this.#view.pan(x * PAN, y * PAN);
  }

  whole() {
    this.#looking.whole();
  }

  place() {
    const text = this.#looking.next();
    if (text) say({ text, level: "info" });
  }

  boxes() {
    this.showBoxes(!this.#store.get("boxes", true));
  }

  showBoxes(isShown = this.#store.get("boxes", true)) {
    this.#store.set("boxes", isShown);
    byId("stage").classList.toggle("without-boxes", !isShown);
    byId("boxes-on").setAttribute("aria-pressed", String(isShown));
  }

  brightness() {
    this.#look.step("brightness");
  }

  contrast() {
    this.#look.step("contrast");
  }

  sharpness() {
    this.#look.step("sharpness");
  }

  turns() {
    this.#look.step("turns");
  }

  normal() {
    this.#look.reset();
  }

  loupe() {
    this.#loupe.toggle();
    this.showLoupe();
    byId("loupe-on").setAttribute("aria-pressed", String(this.#loupe.isOn));
  }

  showLoupe() {
    this.#loupe.show(this.#view.shown, this.#view.spot ?? this.#view.middle);
  }

  none() {}
}
