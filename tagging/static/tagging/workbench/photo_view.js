// The photo as large as its place allows; zoom at a spot, pan, turn, and boxes drawn on it.
import { Coverage } from "./coverage.js";
import { make } from "./elements.js";
import { makeLabels, placeLabels } from "./labels.js";
import { turned, turnedSize, turnImage } from "./rotation.js";

const MOST = 12; // times the size at which the whole photo is seen
const OF_STAGE = { width: 0.35, height: 0.22 }; // how much of it a place to look at fills, at most
export const STEP = 1.5;
const WHOLE = { x: 0, y: 0, scale: 1 };

/**
 * Shows one photo in `stage`, whose child `canvas` is moved and scaled; `labels` is over it.
 *
 * Places are pixels from the stage's left upper corner. Events: `loaded`, `failed`, `moved` (by a
 * tagger), `placed` (in whatever way).
 */
export class PhotoView extends EventTarget {
  #stage;
  #canvas;
  #boxes;
  #labels;
  #image = null;
  #size = { width: 0, height: 0 }; // of the turned photo at scale 1
  #at = { ...WHOLE };
  #drawn = []; // boxes with labels, then places to keep free of labels
  #made = []; // the labels
  #lit = []; // boxes that are lit
  #turns = 0;
  #filter = "";
  #coverage = new Coverage();
  isMovedByHand = false; // since the photo was shown
  spot = null; // where the pointer is, for the keys

  constructor({ stage, canvas, boxes, labels }) {
    super();
    this.#stage = stage;
    this.#canvas = canvas;
    this.#boxes = boxes;
    this.#labels = labels;
    new ResizeObserver(() => this.#fit()).observe(stage);
  }

  /** Show a photo, whole; while it loads, the stage is empty. */
  show(image, description) {
    image.alt = description;
    this.#put(image);
    this.spot = null;
    if (image.complete && image.naturalWidth) this.#loaded();
    else this.#await(image);
  }

  /** Show the same photo by a sharper picture; it stays where it is. */
  sharpen(image) {
    image.alt = this.#image.alt;
    this.#put(image);
    this.#fit();
  }

  /** Return the photo as it is shown, for the loupe. */
  get shown() {
    return { image: this.#image, at: this.#at, size: this.#size, turns: this.#turns };
  }

  get isZoomed() {
    return this.#at.scale > 1.001;
  }

  /** Return which part of the photo is in sight, in fractions of it. */
  get inSight() {
    const { x, y, scale } = this.#at;
    const [across, down] = [this.#size.width * scale, this.#size.height * scale];
    return {
      left: Math.max(0, -x / across),
      top: Math.max(0, -y / down),
      right: Math.min(1, (this.#stage.clientWidth - x) / across),
      bottom: Math.min(1, (this.#stage.clientHeight - y) / down),
    };
  }

  /** Return whether all of the photo has been in sight since it was shown. */
  get wasWhole() {
    return this.#coverage.isWhole;
  }

  /** Return how many pixels of the screen the photo's width has. */
  get pixels() {
    return turnedSize(this.#size, this.#turns).width * this.#at.scale * window.devicePixelRatio;
  }

  /** Return the height of the whole photo, unturned. */
  get height() {
    return turnedSize(this.#size, this.#turns).height;
  }

  /** Return how many pixels of the screen the stage has from side to side. */
  get screenWidth() {
    return this.#stage.clientWidth * window.devicePixelRatio;
  }

  get middle() {
    return { x: this.#stage.clientWidth / 2, y: this.#stage.clientHeight / 2 };
  }

  /** Zoom so that what is at the spot stays there; without one, the middle does. */
  zoom(factor, spot = this.spot ?? this.middle) {
    const scale = Math.min(Math.max(this.#at.scale * factor, 1), MOST);
    const ratio = scale / this.#at.scale;
    const [x, y] = [spot.x - (spot.x - this.#at.x) * ratio, spot.y - (spot.y - this.#at.y) * ratio];
    this.#move({ x, y, scale });
  }

  pan(x, y) {
    this.#move({ x: this.#at.x + x, y: this.#at.y + y, scale: this.#at.scale });
  }

  whole() {
    this.#move(WHOLE);
  }

  /** Bring a box of the photo, in fractions, into the middle, so large that it can be read. */
  lookAt(box) {
    const { left, top, width, height } = turned(box, this.#turns);
    const across = (OF_STAGE.width * this.#stage.clientWidth) / (width * this.#size.width);
    const down = (OF_STAGE.height * this.#stage.clientHeight) / (height * this.#size.height);
    const isTall = height > 2 * width || height > 0.3; // a person: all of it
    const most = isTall ? this.#stage.clientHeight / (height * this.#size.height) : Math.min(across, down);
    const scale = Math.min(Math.max(most, 1), MOST);
    const { x, y } = this.middle;
    this.#move({
      x: x - (left + width / 2) * this.#size.width * scale,
      y: y - (top + height / 2) * this.#size.height * scale,
      scale,
    });
  }

  /** Show it turned by quarters, and through a CSS filter. */
  appear({ turns, filter }) {
    const isTurned = turns !== this.#turns;
    [this.#turns, this.#filter] = [turns, filter];
    if (isTurned) this.#at = { ...WHOLE };
    this.#drawBoxes();
    this.#fit();
  }

  /** Return the spot of a pointer's event. */
  spotOf(event) {
    const { left, top } = this.#stage.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  }

  /**
   * Draw boxes: `{label, box: {left, top, width, height}, isFace}`, in fractions of the photo.
   *
   * @param free places, as `box`, that no label covers
   */
  draw(boxes, free) {
    this.#made = makeLabels(boxes);
    this.#labels.replaceChildren(...this.#made.map(({ element }) => element));
    this.#drawn = [...boxes, ...free.map((box) => ({ box }))];
    this.#drawBoxes();
    this.#placeLabels();
  }

  /** Light places, as `box`; those that were lit before are not. */
  light(boxes) {
    this.#lit = boxes;
    this.#drawBoxes();
  }

  /** Return whether a pointer's event is over a box of the photo. */
  isOver(box, event) {
    const [{ x, y }, { left, top, width, height }] = [this.spotOf(event), this.#onStage(box)];
    return x >= left && x <= left + width && y >= top && y <= top + height;
  }

  /** The pointer or a key has moved the photo: it stays like this when a sharper picture comes. */
  #move(at) {
    this.isMovedByHand = true;
    this.#place(at);
    this.dispatchEvent(new Event("moved"));
  }

  #put(image) {
    this.#image?.remove();
    this.#image = image;
    this.#canvas.prepend(image);
  }

  #await(image) {
    this.#canvas.hidden = true;
    this.#labels.hidden = true;
    const ifSame = (settle) => () => image === this.#image && settle();
    image.addEventListener("load", ifSame(() => this.#loaded()), { once: true });
    image.addEventListener("failed", ifSame(() => this.dispatchEvent(new Event("failed"))), { once: true });
  }

  #loaded() {
    this.#canvas.hidden = false;
    this.#labels.hidden = false;
    this.#at = { ...WHOLE };
    this.isMovedByHand = false;
    this.#fit();
    this.dispatchEvent(new Event("loaded")); // it may begin at a place
    this.#coverage.clear();
    this.#note();
  }

  #fit() {
    if (!this.#image?.naturalWidth) return;
    const { naturalWidth, naturalHeight } = this.#image;
    const { clientWidth, clientHeight } = this.#stage;
    const { width, height } = turnedSize({ width: naturalWidth, height: naturalHeight }, this.#turns);
    const fit = Math.min(clientWidth / width, clientHeight / height);
    this.#size = { width: width * fit, height: height * fit };
    this.#canvas.style.width = `${this.#size.width}px`;
    this.#canvas.style.height = `${this.#size.height}px`;
    this.#image.style.filter = this.#filter;
    turnImage(this.#image, this.#size, this.#turns);
    this.#place(this.#at);
  }

  /** Move the photo; its edge does not come inside the stage, and a smaller side is centred. */
  #place({ x, y, scale }) {
    const { clientWidth, clientHeight } = this.#stage;
    const { width, height } = this.#size;
    this.#at = { x: kept(x, width * scale, clientWidth), y: kept(y, height * scale, clientHeight), scale };
    this.#canvas.style.transform = `translate(${this.#at.x}px, ${this.#at.y}px) scale(${scale})`;
    this.#canvas.style.setProperty("--scale", scale); // lines of boxes stay as thin
    this.#stage.classList.toggle("zoomed", this.isZoomed);
    this.#placeLabels();
    this.#note();
    this.dispatchEvent(new Event("placed"));
  }

  #note() {
    this.#coverage.note(this.inSight);
  }

  #drawBoxes() {
    const labelled = this.#drawn.slice(0, this.#made.length);
    const frames = labelled.map(({ box }) => frame(turned(box, this.#turns), "box"));
    const lights = this.#lit.map((box) => frame(turned(box, this.#turns), "box lit"));
    this.#boxes.replaceChildren(...frames, ...lights);
  }

  #placeLabels() {
    if (!this.#made.length) return;
    const places = this.#drawn.map(({ box }) => this.#onStage(box));
    placeLabels(this.#made, places, { width: this.#stage.clientWidth, height: this.#stage.clientHeight });
  }

  /** Return where a box is, in pixels of the stage. */
  #onStage(box) {
    const { x, y, scale } = this.#at;
    const [across, down] = [this.#size.width * scale, this.#size.height * scale];
    const { left, top, width, height } = turned(box, this.#turns);
    return { left: x + left * across, top: y + top * down, width: width * across, height: height * down };
  }
}

function kept(offset, length, room) {
  if (length <= room) return (room - length) / 2;
  return Math.min(0, Math.max(room - length, offset));
}

/** Return an element over a box, in fractions of what it is put into. */
export function frame(box, className) {
  const made = make("div", { className });
  for (const side of ["left", "top", "width", "height"]) made.style[side] = `${box[side] * 100}%`;
  return made;
}
