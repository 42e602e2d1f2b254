// The fields beside the photo. A field that is being typed in is never replaced.

import {tidy} from "./album.js";

const element = id => document.getElementById(id);
const made = (tag, properties = {}, ...children) => {
  const one = Object.assign(document.createElement(tag), properties);
  one.append(...children);
  return one;
};

// The camera's time is 2024:05:12 09:00:57.9.
const moment = text => Date.parse(text.replace(/^(\d+):(\d+):(\d+) /, "$1-$2-$3T"));

function later(photo, before) {
  const seconds = before?.takenOn ? (moment(photo.takenOn) - moment(before.takenOn)) / 1000 : NaN;
  return seconds >= 0 && seconds < 60 ? `, ${seconds.toFixed(1)} s after the photo before` : "";
}

export class Panel {
  constructor(album) {
    this.album = album;
    const photo = name => event => album.change({[name]: event.target.value}, name);
    element("race").addEventListener("input", photo("race"));
    element("burst").addEventListener("change", () => album.toggleBurst());
    element("photos").addEventListener("change", event => album.go(event.target.selectedIndex));
    element("photos").replaceChildren(...album.photos.map(one => made("option", {textContent: one.name})));
  }

  show() {
    const {album} = this, {label, photo} = album;
    this._rows("numbers", label.numbers, one => this._numberRow(one), (row, one, at) => this._fillNumber(row, one, at));
    this._rows("faces", label.faces, one => this._faceRow(one), (row, one) => this._fillFace(row, one));
    element("persons").replaceChildren(...album.persons.map(value => made("option", {value})));
    this._value(element("race"), label.race);
    element("done").checked = label.done;
    element("burst").checked = Boolean(label.burst);
    element("burst").disabled = !album.before;
    element("taken").textContent = photo.takenOn ? `Taken ${photo.takenOn}${later(photo, album.before)}` : "";
    element("copy").disabled = !album.before || label.numbers.length + label.faces.length > 0;
    this._top();
  }

  // Go to the text of the chosen box.
  focusText() {
    const {chosen} = this.album;
    const field = chosen && element(chosen.kind).children[chosen.at]?.querySelector("input");
    field?.focus();
    field?.select();
  }

  _top() {
    const {album} = this;
    element("photos").selectedIndex = album.at;
    album.photos.forEach((one, at) => {
      const text = `${one.label.done ? "✓ " : ""}${one.name}`;
      if (element("photos").options[at].textContent !== text) element("photos").options[at].textContent = text;
    });
    const done = album.photos.filter(one => one.label.done).length;
    element("progress").textContent = `${album.at + 1} of ${album.photos.length}, ${done} done`;
    element("previous").disabled = album.at === 0;
    element("next").disabled = album.at === album.photos.length - 1;
    element("undo").disabled = !album.done.length;
    element("redo").disabled = !album.undone.length;
  }

  _rows(kind, items, make, fill) {
    const list = element(kind);
    if (list.children.length !== items.length || this.shown?.[kind] !== this.album.photo) {
      list.replaceChildren(...items.map((_, at) => make(at)));
      this.shown = {...this.shown, [kind]: this.album.photo};
    }
    items.forEach((one, at) => {
      const {chosen} = this.album, row = list.children[at];
      row.classList.toggle("chosen", Boolean(chosen && chosen.kind === kind && chosen.at === at));
      fill(row, one, at);
    });
  }

  _numberRow(at) {
    const {album} = this;
    const value = made("input", {maxLength: 20, autocomplete: "off", placeholder: "number", ariaLabel: `Number ${at + 1}`});
    value.addEventListener("input", () => album.setBox("numbers", at, {value: tidy(value.value)}, `value ${at}`));
    const wearer = made("select", {ariaLabel: `Who wears number ${at + 1}`});
    wearer.addEventListener("change", () => album.link(at, wearer.value === "" ? null : Number(wearer.value)));
    const legible = made("input", {type: "checkbox"});
    legible.addEventListener("change", () => album.setBox("numbers", at, {legible: legible.checked}));
    const row = made("li", {}, value, wearer, this._removal("numbers", at),
      made("label", {}, legible, " can be read here"), made("small", {className: "wrong"}));
    return this._choosing(row, "numbers", at);
  }

  _fillNumber(row, number, at) {
    const [value, legible] = row.querySelectorAll("input"), wearer = row.querySelector("select");
    this._value(value, number.value);
    const wrong = this.album.wrong(number);
    // While a number is typed it is not wrong yet.
    row.querySelector("small").textContent = number.value || document.activeElement !== value ? wrong : "";
    value.ariaInvalid = String(Boolean(number.value) && !this.album.isComplete(number));
    legible.checked = number.legible;
    const faces = this.album.label.faces.map((face, index) => made("option", {value: face.id, textContent: face.person || `face ${index + 1}`}));
    wearer.replaceChildren(made("option", {value: "", textContent: "no face"}), ...faces);
    wearer.value = number.wearer ?? "";
    row.title = number.box ? "" : "It has no box: choose it, then draw one.";
  }

  _faceRow(at) {
    const {album} = this;
    const person = made("input", {maxLength: 100, autocomplete: "off", placeholder: "name", ariaLabel: `Person of face ${at + 1}`});
    person.setAttribute("list", "persons");
    person.addEventListener("input", () => album.setBox("faces", at, {person: person.value.trim()}, `person ${at}`));
    return this._choosing(made("li", {}, person, made("span", {className: "wears"}), this._removal("faces", at)), "faces", at);
  }

  _fillFace(row, face) {
    this._value(row.querySelector("input"), face.person);
    const worn = this.album.label.numbers.filter(number => number.wearer === face.id).map(number => number.value || "?");
    row.querySelector(".wears").textContent = worn.length ? `wears ${worn.join(", ")}` : "";
  }

  _removal(kind, at) {
    const button = made("button", {textContent: "✕", title: "Remove (Delete)", ariaLabel: `Remove ${kind === "faces" ? "face" : "number"} ${at + 1}`});
    button.addEventListener("click", () => {
      this.album.choose(kind, at);
      this.album.remove();
    });
    return button;
  }

  _choosing(row, kind, at) {
    row.addEventListener("focusin", () => {
      const {chosen} = this.album;
      if (!chosen || chosen.kind !== kind || chosen.at !== at) this.album.choose(kind, at);
    });
    return row;
  }

  _value(field, value) {
    const same = field.value === value || (document.activeElement === field && tidy(field.value).trim() === tidy(value).trim());
    if (!same) field.value = value;
  }
}
