// The photos with their labels, what is chosen, and what can be undone.
// Each change replaces the labels of one photo; nothing here touches the page.

const EMPTY = {done: false, race: "", burst: "", numbers: [], faces: [], unsure: []};
// A reader of a phone keyboard types small letters and hyphens.
export const tidy = text => text.toUpperCase().replace(/[\s-]/g, "");

const overlap = (one, other) => one.left < other.left + other.width && other.left < one.left + one.width
  && one.top < other.top + other.height && other.top < one.top + one.height;

export class Album {
  constructor(document, changed) {
    this.photos = document.photos.map(photo => ({...photo, label: {...EMPTY, ...photo.label}}));
    this.number = new RegExp(`^(?:${document.number})$`);
    this.at = 0;
    this.chosen = null; // {kind: "numbers" or "faces", at}
    this.undone = [];
    this.done = [];
    this.changed = changed;
  }

  get photo() { return this.photos[this.at]; }
  get label() { return this.photo.label; }
  get before() { return this.photos[this.at - 1]; }
  get box() { return this.chosen && this.label[this.chosen.kind][this.chosen.at]; }

  go(at) {
    if (at < 0 || at >= this.photos.length) return;
    this.at = at;
    this.chosen = null;
    this.changed(null);
  }

  choose(kind, at) {
    this.chosen = kind ? {kind, at} : null;
    this.changed(null);
  }

  // `typing`: the name of the field; what is typed in one field is undone at once.
  change(parts, typing = "") {
    const photo = this.photo, before = photo.label, last = this.done.at(-1);
    photo.label = this._doneOrNot(photo, {...before, ...parts}, "done" in parts);
    const goesOn = typing && last && last.typing === typing && last.photo === photo;
    if (goesOn) last.after = photo.label;
    else this.done.push({photo, before, after: photo.label, typing});
    this.undone = [];
    this._clamp();
    this.changed(photo);
  }

  undo() { this._step(this.done, this.undone, "before"); }
  redo() { this._step(this.undone, this.done, "after"); }

  // Labels that came from elsewhere: what was done before them cannot be undone.
  adopt(photo, label, tag) {
    Object.assign(photo, {label: {...EMPTY, ...label}, tag});
    this.done = this.done.filter(step => step.photo !== photo);
    this.undone = this.undone.filter(step => step.photo !== photo);
    this._clamp();
  }

  setBox(kind, at, parts, typing = "") {
    this.change({[kind]: this.label[kind].map((one, index) => index === at ? {...one, ...parts} : one)}, typing);
  }

  add(kind, box) {
    const one = kind === "faces" ? {id: this._freeId(), person: "", box} : {value: "", legible: true, wearer: null, box};
    this.chosen = {kind, at: this.label[kind].length};
    this.change({[kind]: [...this.label[kind], one]});
  }

  remove() {
    if (!this.box) return;
    const {kind, at} = this.chosen, gone = this.label[kind][at];
    const parts = {[kind]: this.label[kind].filter((_, index) => index !== at)};
    if (kind === "faces") parts.numbers = this.label.numbers.map(one => one.wearer === gone.id ? {...one, wearer: null} : one);
    this.chosen = null;
    this.change(parts);
  }

  // Link a number with a face; a face without a name gets that of who wears the number elsewhere.
  link(at, wearer) {
    const value = this.label.numbers[at].value;
    const numbers = this.label.numbers.map((one, index) => index === at ? {...one, wearer} : one);
    const name = this.namesOf(value)[0] || "";
    const faces = this.label.faces.map(face => face.id === wearer && !face.person ? {...face, person: name} : face);
    this.change({numbers, faces});
  }

  // The faces that may wear a number, the likeliest first: above it, and near.
  wearersOf(number) {
    if (!number.box) return this.label.faces.map(face => face.id);
    const middle = box => [box.left + box.width / 2, box.top + box.height / 2];
    const [x, y] = middle(number.box);
    const far = face => {
      const [left, top] = middle(face.box);
      return Math.abs(left - x) / face.box.width + Math.abs(y - top) / face.box.height + (top > y ? 100 : 0);
    };
    return [...this.label.faces].sort((one, other) => far(one) - far(other)).map(face => face.id);
  }

  linkNext() {
    if (!this.box || this.chosen.kind !== "numbers") return;
    const order = [...this.wearersOf(this.box), null];
    const next = order[(order.indexOf(this.box.wearer) + 1) % order.length];
    this.link(this.chosen.at, this.box.wearer === null ? order[0] : next);
  }

  namesOf(value) {
    const names = new Set();
    for (const {label} of this.photos)
      for (const number of label.numbers)
        if (value && number.value === value)
          names.add(label.faces.find(face => face.id === number.wearer)?.person || "");
    names.delete("");
    return [...names];
  }

  get persons() {
    const names = new Set(this.photos.flatMap(photo => photo.label.faces.map(face => face.person)));
    names.delete("");
    return [...names].sort();
  }

  newName() {
    const taken = new Set(this.persons);
    let number = 1;
    while (taken.has(`P${number}`)) number++;
    return `P${number}`;
  }

  toggleBurst() {
    if (!this.before) return;
    this.change({burst: this.label.burst ? "" : this.before.label.burst || this.before.name});
  }

  copyBefore() {
    if (!this.before || this.label.numbers.length || this.label.faces.length) return false;
    const {numbers, faces} = this.before.label;
    this.change({numbers, faces});
    return true;
  }

  // Add what our reader found: boxes to numbers that have none, and what is not labelled yet.
  takeReading(photo, found) {
    if (this.photo !== photo) return;
    const {label} = this, ids = new Map(), faces = [...label.faces], numbers = [...label.numbers];
    for (const face of found.faces) {
      const same = label.faces.find(one => overlap(one.box, face.box));
      ids.set(face.id, same ? same.id : Math.max(0, ...faces.map(one => one.id)) + 1);
      if (!same) faces.push({...face, id: ids.get(face.id)});
    }
    for (const one of found.numbers) {
      const wearer = one.wearer === null ? null : ids.get(one.wearer);
      const at = numbers.findIndex(number => number.value === one.value);
      if (at < 0) numbers.push({...one, wearer});
      else if (!numbers[at].box) numbers[at] = {...numbers[at], box: one.box, wearer: numbers[at].wearer ?? wearer};
    }
    if (faces.length > label.faces.length || numbers.some((one, at) => one !== label.numbers[at])) this.change({numbers, faces});
  }

  // What is wrong with a number; empty: nothing.
  wrong(number) {
    if (!number.value) return "No number yet.";
    if (!this.number.test(number.value)) return "Digits, perhaps up to three letters before or after them; ? for a digit that cannot be read.";
    const wearers = this.namesOf(number.value);
    return wearers.length > 1 ? `Worn by ${wearers.join(" and ")}: is one of them wrong?` : "";
  }

  isComplete(number) { return this.number.test(number.value); }

  // A photo is not done while one of its numbers is typed again, and is done afterwards.
  _doneOrNot(photo, label, isChosen) {
    const isComplete = label.numbers.every(number => this.isComplete(number));
    if (isChosen) photo.wasDone = false;
    else if (label.done && !isComplete) photo.wasDone = true;
    return {...label, done: isComplete && (label.done || Boolean(photo.wasDone && !isChosen))};
  }

  _freeId() { return Math.max(0, ...this.label.faces.map(face => face.id)) + 1; }

  _clamp() { if (this.chosen && !this.box) this.chosen = null; }

  _step(from, to, which) {
    const step = from.pop();
    if (!step) return;
    to.push(step);
    step.photo.label = step[which];
    this.at = this.photos.indexOf(step.photo);
    this._clamp();
    this.changed(step.photo);
  }
}
