// The photo with its boxes: drawing, moving and resizing them by pointer, zoom.

const LEAST = 5; // pixels: a shorter drag is a click
const STEP = 1.25;
const LARGEST = 12;
const element = id => document.getElementById(id);
const clamp = (value, low, high) => Math.min(high, Math.max(low, value));

// A box within the photo, none of its sides shorter than a thousandth.
export function boxOf(left, top, right, bottom) {
  const [x0, x1] = [Math.min(left, right), Math.max(left, right)].map(x => clamp(x, 0, 1));
  const [y0, y1] = [Math.min(top, bottom), Math.max(top, bottom)].map(y => clamp(y, 0, 1));
  const x = Math.min(x0, 0.999), y = Math.min(y0, 0.999);
  return {left: x, top: y, width: Math.max(x1 - x, 0.001), height: Math.max(y1 - y, 0.001)};
}

export function moved(box, right, down) {
  return {...box, left: clamp(box.left + right, 0, 1 - box.width), top: clamp(box.top + down, 0, 1 - box.height)};
}

export class Stage {
  constructor(album, tool) {
    this.album = album;
    this.tool = tool; // returns what a new box is: "numbers" or "faces"
    this.zoom = 1;
    this.drag = null;
    this.picture = element("picture");
    this.stage = element("stage");
    this.view = element("view");
    this.picture.addEventListener("load", () => this.fit());
    addEventListener("resize", () => this.fit());
    this.stage.addEventListener("pointerdown", event => this._begin(event));
    this.stage.addEventListener("pointermove", event => this._move(event));
    this.stage.addEventListener("pointerup", event => this._end(event));
    this.stage.addEventListener("pointercancel", () => this._cancel());
    this.view.addEventListener("wheel", event => this._wheel(event), {passive: false});
  }

  show() {
    const {photo} = this.album;
    if (this.shown !== photo) {
      this.shown = photo;
      this.zoom = 1;
      this.picture.src = `photo?name=${encodeURIComponent(photo.name)}`;
      this.picture.alt = photo.name;
      const next = this.album.photos[this.album.at + 1];
      if (next) new Image().src = `photo?name=${encodeURIComponent(next.name)}`;
    }
    this.draw();
  }

  draw() {
    const {label, chosen} = this.album;
    const focused = document.activeElement?.dataset?.box;
    const boxes = [
      ...label.faces.map((face, at) => this._box("faces", at, face.box, face.person || "face", "")),
      ...label.numbers.map((number, at) => number.box && this._box("numbers", at, number.box, number.value || "?", number.legible ? "" : "illegible")),
    ].filter(Boolean);
    element("boxes").replaceChildren(...boxes);
    element("links").replaceChildren(...label.numbers.flatMap(number => this._line(number)));
    const kept = focused && element("boxes").querySelector(`[data-box="${focused}"]`);
    if (kept) kept.focus();
    else if (focused && chosen) this.focusChosen();
  }

  focusChosen() {
    const {chosen} = this.album;
    if (chosen) element("boxes").querySelector(`[data-box="${chosen.kind} ${chosen.at}"]`)?.focus();
  }

  fit() {
    const {naturalWidth: wide, naturalHeight: high} = this.picture;
    if (!wide) return;
    const scale = Math.min(this.view.clientWidth / wide, this.view.clientHeight / high) * this.zoom;
    this.stage.style.width = `${wide * scale}px`;
    this.stage.style.height = `${high * scale}px`;
  }

  // Zoom so that the place under the pointer, or else the middle, stays where it is.
  zoomTo(zoom, event = null) {
    const view = this.view.getBoundingClientRect(), old = this.stage.getBoundingClientRect();
    const x = event ? event.clientX : view.left + view.width / 2;
    const y = event ? event.clientY : view.top + view.height / 2;
    const [right, down] = [(x - old.left) / old.width, (y - old.top) / old.height];
    this.zoom = clamp(zoom, 1, LARGEST);
    this.fit();
    const now = this.stage.getBoundingClientRect();
    this.view.scrollBy(now.left + right * now.width - x, now.top + down * now.height - y);
  }

  larger() { this.zoomTo(this.zoom * STEP); }
  smaller() { this.zoomTo(this.zoom / STEP); }
  whole() { this.zoomTo(1); }

  // A new box in the middle of what is seen.
  insert() {
    const view = this.view.getBoundingClientRect();
    const [x, y] = this._place({clientX: view.left + view.width / 2, clientY: view.top + view.height / 2});
    this.album.add(this.tool(false), boxOf(x - 0.04, y - 0.03, x + 0.04, y + 0.03));
    this.focusChosen();
  }

  _box(kind, at, box, text, state) {
    const {chosen} = this.album;
    const isChosen = chosen && chosen.kind === kind && chosen.at === at;
    const button = document.createElement("button");
    button.className = `box ${kind === "faces" ? "face" : "number"} ${state} ${isChosen ? "chosen" : ""}`;
    button.dataset.box = `${kind} ${at}`;
    button.setAttribute("aria-label", `${kind === "faces" ? "Face" : "Number"} ${text}`);
    for (const side of ["left", "top", "width", "height"]) button.style[side] = `${100 * box[side]}%`;
    const words = document.createElement("span");
    words.textContent = text;
    button.append(words, ...["first", "last"].map(corner => {
      const handle = document.createElement("i");
      handle.className = corner;
      return handle;
    }));
    button.addEventListener("focus", () => { if (!isChosen && !this.drag) this.album.choose(kind, at); });
    return button;
  }

  _line(number) {
    const face = this.album.label.faces.find(one => one.id === number.wearer);
    if (!face || !number.box) return [];
    const line = document.createElementNS("http://www.w3.org/2000/svg", "line");
    const ends = {
      x1: number.box.left + number.box.width / 2, y1: number.box.top,
      x2: face.box.left + face.box.width / 2, y2: face.box.top + face.box.height,
    };
    for (const [name, value] of Object.entries(ends)) line.setAttribute(name, value);
    return [line];
  }

  _place(event) {
    const stage = this.stage.getBoundingClientRect();
    return [(event.clientX - stage.left) / stage.width, (event.clientY - stage.top) / stage.height];
  }

  _begin(event) {
    if (event.button !== 0) return;
    event.preventDefault();
    document.activeElement?.blur?.();
    const button = event.target.closest(".box");
    const [x, y] = this._place(event);
    this.drag = {x, y, from: [event.clientX, event.clientY], name: `drag ${event.timeStamp}`, kind: this.tool(event.shiftKey)};
    if (button) {
      const [kind, at] = button.dataset.box.split(" ");
      this.album.choose(kind, Number(at));
      Object.assign(this.drag, {box: this.album.box.box, corner: event.target.tagName === "I" ? event.target.className : ""});
    }
    this.stage.setPointerCapture(event.pointerId);
  }

  _move(event) {
    const {drag} = this;
    if (!drag) return;
    const [x, y] = this._place(event);
    drag.isLong ||= Math.hypot(event.clientX - drag.from[0], event.clientY - drag.from[1]) >= LEAST;
    if (!drag.isLong) return;
    if (!drag.box) this._drawNew(boxOf(drag.x, drag.y, x, y));
    else {
      const {kind, at} = this.album.chosen;
      this.album.setBox(kind, at, {box: this._dragged(drag, x - drag.x, y - drag.y)}, drag.name);
    }
  }

  _dragged({box, corner}, right, down) {
    const [left, top, end, bottom] = [box.left, box.top, box.left + box.width, box.top + box.height];
    if (corner === "first") return boxOf(left + right, top + down, end, bottom);
    if (corner === "last") return boxOf(left, top, end + right, bottom + down);
    return moved(box, right, down);
  }

  _drawNew(box) {
    this.drag.drawn = box;
    this.ghost ||= document.createElement("div");
    this.ghost.className = `box ${this.drag.kind === "faces" ? "face" : "number"}`;
    for (const side of ["left", "top", "width", "height"]) this.ghost.style[side] = `${100 * box[side]}%`;
    element("boxes").append(this.ghost);
  }

  _end() {
    const {drag} = this;
    this._cancel();
    if (!drag) return;
    if (drag.drawn) {
      const {box, chosen} = this.album, lacksBox = box && !box.box && chosen.kind === drag.kind;
      if (lacksBox) this.album.setBox(chosen.kind, chosen.at, {box: drag.drawn});
      else this.album.add(drag.kind, drag.drawn);
      this.drawnNew?.();
    } else if (drag.box) this.focusChosen();
    else this.album.choose(null);
  }

  _cancel() {
    this.drag = null;
    this.ghost?.remove();
    this.ghost = null;
  }

  _wheel(event) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    this.zoomTo(this.zoom * (event.deltaY < 0 ? STEP : 1 / STEP), event);
  }
}
