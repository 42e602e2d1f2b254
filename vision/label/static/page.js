// The page: keys and buttons, and what is said about saving.

import {Album} from "./album.js";
import {Panel} from "./panel.js";
import {Saving} from "./saving.js";
import {Stage, boxOf, moved} from "./stage.js";

const NUDGE = 0.002; // of the photo
const element = id => document.getElementById(id);
let kind = "numbers", notes = [];

const answer = await fetch("api/album");
const opened = await answer.json();
const saving = new Saving(opened.folder, sayHowSaved, askWhich);
const album = new Album(opened, changed);
const stage = new Stage(album, isOther => isOther ? (kind === "numbers" ? "faces" : "numbers") : kind);
const panel = new Panel(album);

function changed(photo) {
  if (photo) saving.keep(photo);
  stage.show();
  panel.show();
  const {label} = album, isEmpty = !label.done && !label.numbers.length && !label.faces.length;
  if (opened.canRead && isEmpty && !album.photo.wasRead) read();
}

function sayHowSaved(waiting, why) {
  const isSaved = waiting === 0;
  element("saved").textContent = isSaved ? "Saved" : why ? `Not saved: ${why} Kept in this browser; trying again.` : "Saving…";
  element("saved").classList.toggle("unsaved", !isSaved && Boolean(why));
}

function say(text, ...buttons) {
  element("notice").replaceChildren(text, ...buttons);
  element("notice").hidden = !text;
}

// The labels of a photo were changed by another page, or in the file.
function askWhich(photo, stored) {
  const button = (text, choose) => {
    const one = document.createElement("button");
    one.textContent = text;
    one.addEventListener("click", () => {
      photo.isStuck = false;
      say("");
      choose();
      changed(null);
    });
    return one;
  };
  say(`${photo.name} was changed elsewhere, and here. `,
    button("Keep what is here", () => {
      photo.tag = stored.tag;
      saving.keep(photo);
    }), " ",
    button("Take what is stored", () => {
      album.adopt(photo, stored.label, stored.tag);
      saving.forget(photo);
    }));
}

function restore() {
  const kept = saving.kept(album.photos);
  for (const {photo, label, before} of kept) {
    const stored = {label: photo.label, tag: photo.tag};
    album.adopt(photo, label, before);
    if (before !== stored.tag) photo.isStuck = false;
    saving.keep(photo); // it is refused, and asked about, if the stored labels are others
  }
  if (kept.length) notes.push(`Restored what was not saved: ${kept.map(one => one.photo.name).join(", ")}.`);
}

function setKind(chosen) {
  kind = chosen;
  element("tool-number").ariaPressed = String(kind === "numbers");
  element("tool-face").ariaPressed = String(kind === "faces");
}

function setDone(isDone) {
  const wrong = album.label.numbers.findIndex(number => !album.isComplete(number));
  if (isDone && wrong >= 0) {
    album.choose("numbers", wrong);
    say(`Number ${wrong + 1} is not complete: ${album.wrong(album.label.numbers[wrong])}`);
    panel.focusText();
    return false;
  }
  say("");
  album.change({done: isDone});
  return true;
}

async function read() {
  const {photo} = album;
  photo.wasRead = true;
  say("Reading…");
  try {
    const answer = await fetch(`api/readings?name=${encodeURIComponent(photo.name)}`, {method: "POST", body: ""});
    const found = await answer.json();
    if (!answer.ok) return say(`It cannot be read: ${found.detail}`);
    say("");
    album.takeReading(photo, found);
  } catch {
    say("It cannot be read: the server does not answer.");
  }
}

const keys = {
  n: () => setKind("numbers"),
  f: () => setKind("faces"),
  i: () => stage.insert(),
  l: () => album.linkNext(),
  u: () => album.chosen?.kind === "numbers" && album.setBox("numbers", album.chosen.at, {legible: !album.box.legible}),
  p: () => album.chosen?.kind === "faces" && album.setBox("faces", album.chosen.at, {person: album.newName()}),
  b: () => album.toggleBurst(),
  c: () => album.copyBefore(),
  r: () => opened.canRead && read(),
  d: () => setDone(true) && album.go(album.at + 1),
  "+": () => stage.larger(), "=": () => stage.larger(), "-": () => stage.smaller(), 0: () => stage.whole(),
  "?": () => element("keys").showModal(),
  delete: () => album.remove(), backspace: () => album.remove(),
  escape: () => album.choose(null),
  pageup: () => album.go(album.at - 1), pagedown: () => album.go(album.at + 1),
};
const arrows = {arrowleft: [-1, 0], arrowright: [1, 0], arrowup: [0, -1], arrowdown: [0, 1]};

function arrow([right, down], isSizing) {
  if (!album.box?.box) return right && album.go(album.at + right);
  const {kind, at} = album.chosen, {box} = album.box;
  const next = isSizing
    ? boxOf(box.left, box.top, box.left + box.width + right * NUDGE, box.top + box.height + down * NUDGE)
    : moved(box, right * NUDGE, down * NUDGE);
  album.setBox(kind, at, {box: next}, `arrows ${kind} ${at}`);
}

function pressed(event) {
  const key = event.key.toLowerCase(), isField = event.target.matches("input:not([type=checkbox]), select");
  if (element("keys").open) return;
  if ((event.ctrlKey || event.metaKey) && (key === "z" || key === "y")) {
    event.preventDefault();
    return key === "y" || event.shiftKey ? album.redo() : album.undo();
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (isField) return inField(event, key);
  if (key === "enter" && event.target.matches(".box, body") && album.box) {
    event.preventDefault();
    return panel.focusText();
  }
  const does = arrows[key] ? () => arrow(arrows[key], event.shiftKey) : keys[key];
  if (!does) return;
  event.preventDefault();
  does();
}

function inField(event, key) {
  if (key === "pageup" || key === "pagedown") {
    event.preventDefault();
    return keys[key]();
  }
  if ((key !== "enter" && key !== "escape") || event.target.matches("select")) return;
  event.preventDefault();
  event.target.blur();
  stage.focusChosen();
}

const clicks = {
  previous: keys.pageup, next: keys.pagedown, undo: () => album.undo(), redo: () => album.redo(), help: keys["?"],
  "tool-number": keys.n, "tool-face": keys.f, "zoom-in": keys["+"], "zoom-out": keys["-"], "zoom-fit": keys[0],
  read: keys.r, copy: keys.c,
};
for (const [id, does] of Object.entries(clicks)) element(id).addEventListener("click", does);
element("done").addEventListener("change", event => { if (!setDone(event.target.checked)) event.target.checked = false; });
addEventListener("keydown", pressed);
stage.drawnNew = () => panel.focusText();
element("read").hidden = !opened.canRead;
document.title = `Labels: ${opened.folder}`;
notes = [...opened.notes];
sayHowSaved(0, "");
restore();
changed(null);
if (notes.length) say(notes.join("\n"));
