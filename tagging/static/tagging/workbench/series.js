// Photos that belong together, side by side: numbers for all that are marked, completed in one go.
import { byId, make, putDigit } from "./elements.js";
import { digitOf } from "./keys.js";
import { LONG_ENOUGH } from "./seen.js";
import { fill, gettext, ngettext } from "./texts.js";

export class Series {
  #pictureOf;
  #dialog = byId("series-dialog");
  #field = byId("series-number");
  #boxes = []; // of the photos, each with `data-task-id`; one that was not seen is disabled
  #values = [];
  #complete = () => {};

  /** `pictureOf(task)` returns the address of its picture, when it is there. */
  constructor(pictureOf) {
    this.#pictureOf = pictureOf;
    byId("series-entry").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#enter();
    });
    byId("series-complete").addEventListener("click", () => this.#finish());
    this.#dialog.addEventListener("keydown", (event) => this.#onKey(event));
    this.#dialog.addEventListener("change", () => this.#show());
  }

  /** Show these photos, each `{task, ordinal, numbers}`; `complete(taskIds, values)` is called with those that are marked. */
  open(photos, complete) {
    this.#complete = complete;
    this.#values = [];
    this.#boxes = [];
    byId("series-photos").replaceChildren(...photos.map((photo) => this.#item(photo)));
    this.#field.value = "";
    this.#say("");
    this.#show();
    this.#dialog.showModal();
    this.#field.focus();
  }

  #item({ task, ordinal, numbers }) {
    const name = [fill(gettext("Photo %(ordinal)s"), { ordinal }), ...numbers].join(", ");
    const image = make("img", { alt: name });
    const box = make("input", { type: "checkbox", disabled: true });
    box.dataset.taskId = task.taskId;
    this.#boxes.push(box);
    const words = make("span", {}, box, " ", name);
    image.addEventListener("load", () => {
      if (image.src.startsWith("blob:")) URL.revokeObjectURL(image.src);
      afterPaint(() => this.#seen(box));
    });
    image.addEventListener("error", () => words.append(": ", gettext("it cannot be loaded")));
    this.#pictureOf(task).then((address) => (image.src = address));
    return make("li", {}, make("label", {}, image, words));
  }

  /** The photo was on the screen long enough: it is marked, and may be completed. */
  #seen(box) {
    box.disabled = false;
    box.checked = true;
    this.#show();
  }

  #onKey(event) {
    if (event.key === "Enter" && event.repeat) event.preventDefault(); // a held key completes nothing
    const digit = event.altKey || event.ctrlKey || event.metaKey ? null : digitOf(event);
    if (digit === null) return;
    event.preventDefault();
    this.#field.focus();
    putDigit(this.#field, digit);
  }

  #enter() {
    const value = this.#field.value.replace(/[^0-9]/g, "");
    this.#field.value = "";
    if (!value) this.#finish();
    else if (!this.#values.includes(value)) this.#values.push(value);
    this.#show();
  }

  #finish() {
    const marked = this.#marked;
    if (marked.length) {
      this.#dialog.close();
      this.#complete(marked, this.#values);
    } else this.#say(gettext("Not completed: no photo is marked. One can be marked when it was seen."));
  }

  get #marked() {
    return this.#boxes.filter((box) => box.checked).map((box) => box.dataset.taskId);
  }

  #show() {
    const { length: count } = this.#marked;
    const text = ngettext("Complete %(count)s photo", "Complete %(count)s photos", count);
    byId("series-complete").textContent = fill(text, { count });
    byId("series-numbers").replaceChildren(...this.#values.map((value) => this.#chip(value)));
  }

  #chip(value) {
    const name = fill(gettext("Take back %(value)s"), { value });
    const drop = () => {
      this.#values = this.#values.filter((one) => one !== value);
      this.#show();
    };
    return make("li", { className: "chip" }, value, make("button", { type: "button", ariaLabel: name, onclick: drop }, "×"));
  }

  #say(text) {
    byId("series-notice").textContent = text;
  }
}

/** Do it when what was loaded has been on the screen for a moment. */
function afterPaint(step) {
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(step, LONG_ENOUGH)));
}
