// Which key does what, while there is a photo in hand. Digits alone are typed into the field; letters
// too where the album's numbers have some, and then what letters do otherwise is done with Alt.
import { UNREAD } from "./letters.js";

const LETTERS = {
  m: "ask", p: "same", q: "undo", s: "skip", t: "boxes", u: "back", v: "forward", w: "series", y: "sure", z: "whole",
};
const PAGES = { PageDown: "forward", PageUp: "back" };
// How the photo is shown.
const LOOKS = { o: "brightness", k: "contrast", x: "sharpness", r: "turns", l: "loupe", n: "normal" };
const SIGNS = { F1: "keys", ",": "guide", "+": "zoomIn", "=": "zoomIn", "-": "zoomOut", _: "zoomOut" };
const SIGN_PLACES = { Equal: "zoomIn", Minus: "zoomOut" }; // where a layout has other signs there
const ARROWS = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/** The letters of suggestions, in order. */
export const SUGGESTION_KEYS = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];

/**
 * Return what a key means: `{action, …}`, or null for what the browser does with it.
 *
 * @param event the `keydown`
 * @param text what stands in the field
 * @param takesLetters whether letters belong to the album's numbers
 */
export function meaningOf(event, text, takesLetters) {
  if (event.isComposing) return null;
  if (event.ctrlKey || event.metaKey) return undoOf(event);
  const letter = takesLetters ? latinLetter(event) : null;
  if (event.altKey) return customTagOf(event) ?? (letter && letterOf(event));
  const sign = event.key === UNREAD ? UNREAD : (digitOf(event) ?? letter?.toUpperCase());
  if (sign) return { action: "type", sign };
  if (event.key === "Enter") return { action: text ? "enter" : "complete" };
  if (event.key === " ") return { action: text ? "space" : "place" };
  if (event.key === "Escape") return { action: "close" };
  if (event.key === "Backspace" && !text) return { action: "takeBack" };
  if (event.key in ARROWS) return panOf(event, text);
  if (event.key in PAGES) return { action: PAGES[event.key] };
  if (event.key in SIGNS) return { action: SIGNS[event.key] };
  return letterOf(event);
}

function undoOf(event) {
  const isUndo = latinLetter(event) === "z" && !event.shiftKey && !event.altKey;
  return isUndo ? { action: "undo" } : null;
}

/** The digit of a key: by its place, with Shift or without, for not every layout types it there. */
export function digitOf({ code, key }) {
  const placed = /^(?:Digit|Numpad)([0-9])$/.exec(code)?.[1];
  return placed ?? (/^[0-9]$/.test(key) ? key : null);
}

/** Alt with a digit: Alt changes what is typed on a Mac. */
function customTagOf(event) {
  const digit = digitOf(event);
  return digit ? { action: "customTag", place: (Number(digit) + 9) % 10 } : null;
}

/** The arrows move the photo; with a number in the field, they move in it and in what completes it. */
function panOf(event, text) {
  const [x, y] = ARROWS[event.key];
  if (!text) return { action: "pan", by: [x, y] };
  return x ? null : { action: "choose", by: [x, y] };
}

function letterOf(event) {
  const letter = latinLetter(event);
  if (!letter) return signOf(event);
  const place = SUGGESTION_KEYS.indexOf(letter);
  return place >= 0 ? { action: "suggestion", place } : { action: LETTERS[letter] ?? LOOKS[letter] ?? "none" };
}

function signOf({ key, code }) {
  if (key.length !== 1) return null;
  return { action: SIGN_PLACES[code] ?? "none" };
}

/** The letter that is typed; on keyboards of other scripts, the Latin one at that place. */
export function latinLetter({ key, code, altKey }) {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  const isOther = key.length === 1 && (altKey || /\p{L}/u.test(key)); // Alt changes the letter on a Mac
  return (isOther && /^Key([A-Z])$/.exec(code)?.[1].toLowerCase()) || null;
}
