// The photo as large as its place allows; zoom at a spot, pan, and boxes drawn on it.
const MOST = 12; // times the size at which the whole photo is seen
export const STEP = 1.5;

/**
 * Shows one photo in `stage`, whose child `canvas` is moved and scaled.
 *
 * Places are pixels from the stage's left upper corner. Events: `loaded`, `failed`.
 */
export class PhotoView extends EventTarget {
  #stage;
  #canvas;
  #boxes;
  #image = null;
  #size = { width: 0, height: 0 }; // of the photo at scale 1
  #at = { x: 0, y: 0, scale: 1 };
  spot = null; // where the pointer is, for the keys

  constructor(stage, canvas, boxes) {
    super();
    this.#stage = stage;
    this.#canvas = canvas;
    this.#boxes = boxes;
    new ResizeObserver(() => this.#fit()).observe(stage);
  }

  /** Show a photo, whole; while it loads, the stage is empty. */
  show(image, description) {
    image.alt = description;
    if (image === this.#image) return;
    this.#image?.remove();
    this.#image = image;
    this.#canvas.prepend(image);
    this.spot = null;
    if (image.complete && image.naturalWidth) this.#loaded(image);
    else this.#await(image);
  }

  clear() {
    this.#image?.remove();
    this.#image = null;
  }

  get isZoomed() {
    return this.#at.scale > 1.001;
  }

  /** Zoom so that what is at the spot stays there; without one, the middle does. */
  zoom(factor, spot = this.spot ?? this.#middle()) {
    const scale = Math.min(Math.max(this.#at.scale * factor, 1), MOST);
    const ratio = scale / this.#at.scale;
    const [x, y] = [spot.x - (spot.x - this.#at.x) * ratio, spot.y - (spot.y - this.#at.y) * ratio];
    this.#place({ x, y, scale });
  }

  pan(x, y) {
    this.#place({ x: this.#at.x + x, y: this.#at.y + y, scale: this.#at.scale });
  }

  whole() {
    this.#place({ x: 0, y: 0, scale: 1 });
  }

  /** Return the spot of a pointer's event. */
  spotOf(event) {
    const { left, top } = this.#stage.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  }

  /** Draw boxes: `{label, box: {left, top, width, height}}`, in fractions of the photo. */
  draw(boxes) {
    this.#boxes.replaceChildren(...boxes.map(drawn));
  }

  #await(image) {
    this.#canvas.hidden = true;
    const settle = (loaded) => {
      if (image !== this.#image) return;
      if (loaded) this.#loaded(image);
      else this.dispatchEvent(new Event("failed"));
    };
    if (image.complete && image.src) return settle(false);
    image.addEventListener("load", () => settle(true), { once: true });
    image.addEventListener("error", () => settle(false), { once: true });
  }

  #loaded() {
    this.#canvas.hidden = false;
    this.#at = { x: 0, y: 0, scale: 1 };
    this.#fit();
    this.dispatchEvent(new Event("loaded"));
  }

  #fit() {
    if (!this.#image?.naturalWidth) return;
    const { naturalWidth, naturalHeight } = this.#image;
    const { clientWidth, clientHeight } = this.#stage;
    const fit = Math.min(clientWidth / naturalWidth, clientHeight / naturalHeight);
    this.#size = { width: naturalWidth * fit, height: naturalHeight * fit };
    this.#canvas.style.width = `${this.#size.width}px`;
    this.#canvas.style.height = `${this.#size.height}px`;
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
  }

  #middle() {
    return { x: this.#stage.clientWidth / 2, y: this.#stage.clientHeight / 2 };
  }
}

function kept(offset, length, room) {
  if (length <= room) return (room - length) / 2;
  return Math.min(0, Math.max(room - length, offset));
}

function drawn({ label, box }) {
  const frame = document.createElement("div");
  frame.className = "box";
  for (const side of ["left", "top", "width", "height"]) frame.style[side] = `${box[side] * 100}%`;
  const name = document.createElement("span");
  name.textContent = label;
  frame.append(name);
  return frame;
}
