// Photos that belong together, side by side: numbers for all that are marked, completed in one go.
import { Completion } from "./completion.js";
import { byId, make, putSign } from "./elements.js";
import { followPointers } from "./gestures.js";
import { meaningOf } from "./keys.js";
import { numberIn, paste, takesLetters, typeAs } from "./letters.js";
import { PhotoView, STEP } from "./photo_view.js";
import { LONG_ENOUGH } from "./seen.js";
import { fill, gettext, ngettext } from "./texts.js";

const PAN = 60; // pixels a press of an arrow
const IN_SIGHT = 0.7; // of a photo's place, so that it counts as seen

export class Series {
  #pictureOf;
  #dialog = byId("series-dialog");
  #field = byId("series-number");
  #completion;
  #task = null; // of the first photo: all are of one album
  #taskIds = "";
  #views = [];
  #boxes = []; // of the photos, each with `data-task-id`; one that was not seen is disabled
  #values = []; // kept when the tagger leaves, for the case that they come back
  #complete = () => {};

  /** `pictureOf(task)` returns the address of its picture, when it is there; `ask(typed)` entries of the start list. */
  constructor({ pictureOf, ask }) {
    this.#pictureOf = pictureOf;
    this.#completion = new Completion({
      field: this.#field,
      list: byId("series-completions"),
      ask,
      announce: (text) => (byId("series-said").textContent = text),
      take: (number) => this.#add(number),
    });
    this.#field.addEventListener("input", () => this.#onTyping());
    this.#field.addEventListener("paste", (event) => this.#onPaste(event));
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
    const taskIds = photos.map(({ task }) => task.taskId).join();
    if (taskIds !== this.#taskIds) this.#values = [];
    this.#taskIds = taskIds;
    [this.#boxes, this.#views] = [[], []];
    this.#task = photos[0].task;
    typeAs(this.#field, this.#task);
    byId("series-photos").replaceChildren(...photos.map((photo) => this.#item(photo)));
    this.#empty();
    this.#say("");
    this.#show();
    this.#dialog.showModal();
    this.#field.focus();
  }

  #item({ task, ordinal, numbers }) {
    const name = [fill(gettext("Photo %(ordinal)s"), { ordinal }), ...numbers].join(", ");
    const image = make("img", { draggable: false });
    const box = make("input", { type: "checkbox", disabled: true });
    box.dataset.taskId = task.taskId;
    this.#boxes.push(box);
    const words = make("span", {}, box, " ", name);
    const { stage, view } = photoPlace();
    this.#views.push(view);
    view.show(image, name);
    view.addEventListener("loaded", () => {
      if (image.src.startsWith("blob:")) URL.revokeObjectURL(image.src);
      onceSeen(stage, () => this.#seen(box));
    });
    image.addEventListener("error", () => words.append(": ", gettext("it cannot be loaded")));
    this.#pictureOf(task).then((address) => (image.src = address));
    return make("li", {}, stage, make("label", {}, words));
  }

  /** The photo was on the screen long enough: it is marked, and may be completed. */
  #seen(box) {
    box.disabled = false;
    box.checked = true;
    this.#show();
  }

  #onKey(event) {
    if (event.key === "Enter" && event.repeat) event.preventDefault(); // a held key completes nothing
    const meaning = meaningOf(event, this.#field.value, takesLetters(this.#task));
    const step = meaning && this.#steps[meaning.action];
    if (!step) return;
    event.preventDefault();
    step(meaning);
  }

  /** What the keys do, by their names in `keys.js`; the others are the browser's. */
  #steps = {
    type: ({ sign }) => {
      this.#field.focus();
      putSign(this.#field, sign);
    },
    choose: ({ by }) => this.#completion.isOpen && this.#completion.choose(-by[1]),
    zoomIn: () => this.#look((view) => view.zoom(STEP)),
    zoomOut: () => this.#look((view) => view.zoom(1 / STEP)),
    whole: () => this.#look((view) => view.whole()),
    pan: ({ by: [x, y] }) => this.#look((view) => view.pan(x * PAN, y * PAN)),
  };

  /** Change how the photo under the pointer is shown; without one, all of them. */
  #look(step) {
    const pointed = this.#views.filter((view) => view.spot);
    (pointed.length ? pointed : this.#views).forEach(step);
  }

  #onTyping() {
    this.#completion.type(this.#task.albumId, this.#typed);
  }

  #onPaste(event) {
    const insert = (value) => {
      this.#field.setRangeText(value, this.#field.selectionStart, this.#field.selectionEnd, "end");
      this.#onTyping();
    };
    const refuse = (value) => this.#say(fill(gettext("%(value)s is not a number."), { value }));
    paste(event, this.#task, { insert, refuse, add: (value) => this.#add(value) });
  }

  get #typed() {
    return numberIn(this.#field.value, this.#task);
  }

  #empty() {
    this.#field.value = "";
    this.#onTyping();
  }

  #enter() {
    const value = this.#completion.chosen ?? this.#typed;
    if (value) this.#add(value);
    else this.#finish();
  }

  #add(value) {
    if (!this.#values.includes(value)) this.#values.push(value);
    this.#empty();
    this.#show();
  }

  #finish() {
    const marked = this.#marked;
    if (marked.length) {
      const values = this.#values;
      this.#values = [];
      this.#dialog.close();
      this.#complete(marked, values);
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

/** Return the place of a photo that can be zoomed and moved, and its view. */
function photoPlace() {
  const [canvas, boxes, labels] = ["canvas", "", "labels"].map((className) => make("div", { className }));
  const stage = make("div", { className: "stage" }, canvas, labels);
  const view = new PhotoView({ stage, canvas, boxes, labels });
  followPointers(stage, view);
  return { stage, view };
}

/** Do it, once, when what is shown there has been in sight for a moment: the list may have to be scrolled. */
function onceSeen(stage, step) {
  let round = 0; // counts how often it came into sight and left
  const sight = new IntersectionObserver((moments) => {
    const begun = (round += 1);
    if (moments.at(-1).intersectionRatio >= IN_SIGHT) afterPaint(() => begun === round && seen());
  }, { threshold: IN_SIGHT });
  const seen = () => {
    sight.disconnect();
    step();
  };
  sight.observe(stage);
}

/** Do it when what was loaded has been on the screen for a moment. */
function afterPaint(step) {
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(step, LONG_ENOUGH)));
}
