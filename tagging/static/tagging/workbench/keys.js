// Which key does what, while the number field has the focus. Digits alone are typed in it.
const LETTERS = { s: "skip", u: "back", z: "whole" };
const SIGNS = { "?": "keys", "+": "zoomIn", "=": "zoomIn", "-": "zoomOut", _: "zoomOut" };
const ARROWS = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/** The letters of suggestions, in order. They are typed alone, for the field takes digits only. */
export const SUGGESTION_KEYS = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];

/**
 * Return what a key means: `{action, …}`, or null for what the browser does with it.
 *
 * @param event the `keydown`
 * @param text what stands in the field
 */
export function meaningOf(event, text) {
  if (event.isComposing || event.ctrlKey || event.metaKey) return null;
  if (event.altKey) return customTagOf(event);
  if (event.key === "Enter") return { action: text ? "add" : "complete" };
  if (event.key === "Backspace" && !text) return { action: "takeBack" };
  if (event.key in ARROWS) return panOf(event, text);
  if (event.key in SIGNS) return { action: SIGNS[event.key] };
  return letterOf(event);
}

/** Alt with a digit: by its place on the keyboard, as Alt changes what is typed on a Mac. */
function customTagOf(event) {
  const digit = /^(?:Digit|Numpad)([0-9])$/.exec(event.code)?.[1];
  return digit ? { action: "customTag", place: (Number(digit) + 9) % 10 } : null;
}

/** The arrows move the photo; with a number in the field, left and right move in it. */
function panOf(event, text) {
  const sideways = ARROWS[event.key][0] !== 0;
  return text && sideways ? null : { action: "pan", by: ARROWS[event.key] };
}

function letterOf(event) {
  const letter = latinLetter(event);
  if (!letter) return event.key.length === 1 && !isDigit(event.key) ? { action: "none" } : null;
  const place = SUGGESTION_KEYS.indexOf(letter);
  return place >= 0 ? { action: "suggestion", place } : { action: LETTERS[letter] ?? "none" };
}

/** The letter that is typed; on keyboards of other scripts, the Latin one at that place. */
function latinLetter({ key, code }) {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  const isOtherLetter = key.length === 1 && /\p{L}/u.test(key);
  return (isOtherLetter && /^Key([A-Z])$/.exec(code)?.[1].toLowerCase()) || null;
}

export function isDigit(text) {
  return /^[0-9]$/.test(text);
}
