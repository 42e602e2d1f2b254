// What keys mean, and what is typed, pasted and completed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./desk.mjs";

const { meaningOf } = await load("keys");
const { numberIn, paste, shortcut } = await load("letters");
const { beginsWith } = await load("completion");
const { reasonOf } = await load("refusals");
const { origin } = await load("suggestions");

const DIGITS = { numberFormat: "Digits" };
const LETTERS = { numberFormat: "LettersAndDigits" };

/** Return what a key means: `"Alt+a"`, or `{key, code, …}`. */
function meaning(pressed, { text = "", takesLetters = false } = {}) {
  const [, alt, key] = /^(Alt\+)?(.+)$/s.exec(pressed.key ?? pressed);
  const placed = /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : "";
  const found = meaningOf({ key, code: placed, altKey: Boolean(alt), ...pressed }, text, takesLetters);
  return found && Object.values(found).flat().join(" ");
}

test("digits are typed by their place, on every layout", () => {
  for (const [key, code, shiftKey, digit] of [
    ["4", "Digit4", false, "4"],
    ["&", "Digit1", false, "1"], // AZERTY
    ["-", "Digit6", false, "6"],
    ["6", "Digit6", true, "6"],
    ["=", "Digit0", true, "0"], // QWERTZ
    ["۴", "Digit4", false, "4"], // Persian
    ["ArrowRight", "Numpad6", false, "6"], // without NumLock
    ["7", "", false, "7"], // a keyboard on the screen
  ]) assert.equal(meaning({ key, code, shiftKey }), `type ${digit}`);
});

test("keys do what their letters and signs say", () => {
  for (const [key, action] of Object.entries({
    a: "suggestion 0", j: "suggestion 9", s: "skip", u: "back", v: "forward", q: "undo", p: "same", w: "series", z: "whole",
    o: "brightness", l: "loupe", F1: "keys", ",": "guide", "+": "zoomIn", "-": "zoomOut", PageUp: "back", PageDown: "forward",
    "?": "type ?", Enter: "complete", " ": "place", Escape: "close", Backspace: "takeBack", ArrowLeft: "pan 1 0", ArrowUp: "pan 0 1",
    "Alt+1": "customTag 0", "Alt+0": "customTag 9", y: "sure", ";": "none",
  })) assert.equal(meaning(key), action, key);
  assert.equal(meaning("F5"), null);
  assert.equal(meaning({ key: "ы", code: "KeyS" }), "skip"); // of another script
  assert.equal(meaning({ key: "ß", code: "Minus" }), "zoomOut");
  assert.equal(meaning({ key: "a", isComposing: true }), null);
});

test("with a number in the field some keys act on it", () => {
  const text = "12";
  assert.equal(meaning("Enter", { text }), "enter");
  assert.equal(meaning(" ", { text }), "space");
  assert.equal(meaning("ArrowDown", { text }), "choose 0 -1");
  assert.deepEqual(["Backspace", "ArrowLeft"].map((key) => meaning(key, { text })), [null, null]);
});

test("with Control only undo is ours", () => {
  assert.equal(meaning({ key: "z", code: "KeyZ", ctrlKey: true }), "undo");
  assert.equal(meaning({ key: "z", code: "KeyZ", metaKey: true }), "undo");
  for (const also of [{ shiftKey: true }, { altKey: true }, { key: "c", code: "KeyC" }]) {
    assert.equal(meaning({ key: "z", code: "KeyZ", ctrlKey: true, ...also }), null);
  }
});

test("where numbers have letters these are typed, and do what they do otherwise with Alt", () => {
  const takesLetters = true;
  assert.deepEqual(["t", "S"].map((key) => meaning(key, { takesLetters })), ["type T", "type S"]);
  assert.deepEqual(["Alt+q", "Alt+s", "Alt+a", "Alt+1"].map((key) => meaning(key, { takesLetters })), ["undo", "skip", "suggestion 0", "customTag 0"]);
  assert.equal(meaning({ key: "œ", code: "KeyQ", altKey: true }, { takesLetters }), "undo"); // a Mac
  assert.equal(meaning("Alt+q"), null);
  assert.deepEqual([shortcut("Q", LETTERS), shortcut("Q", DIGITS)], ["Alt+Q", "Q"]);
});

test("of a text its number is typed, in plain digits and capitals", () => {
  assert.deepEqual(["1x4 q.k", "１２٣", "\ufeff4 "].map((text) => numberIn(text, DIGITS)), ["14", "123", "4"]);
  assert.equal(numberIn("t-2182", LETTERS), "T2182");
  assert.deepEqual(["?6x5", "？65"].map((text) => numberIn(text, DIGITS)), ["?65", "?65"]);
});

/** Return what a paste does. */
function pasted(text, task = DIGITS) {
  const done = [];
  const note = (what) => (value) => done.push(`${what} ${value}`);
  const event = { preventDefault: () => {}, clipboardData: { getData: () => text } };
  paste(event, task, { insert: note("insert"), add: note("add"), refuse: note("refuse") });
  return done;
}

test("a pasted list is split, one number is inserted, and anything else is refused", () => {
  for (const text of ["12, 13", "12/13", "12 13", "１２；13", "12\n13\n"]) assert.deepEqual(pasted(text), ["add 12", "add 13"], text);
  for (const [text, number] of [["１２", "12"], ["٣", "3"], ["\ufeff4 ", "4"]]) assert.deepEqual(pasted(text), [`insert ${number}`]);
  for (const text of ["7-8", "no 7", "12.0", "#12", "T12"]) assert.deepEqual(pasted(text), [`refuse ${text}`]);
  assert.deepEqual(pasted(""), ["refuse "]);
  assert.deepEqual(pasted("x".repeat(60)), [`refuse ${"x".repeat(40)}`]);
});

test("pasted numbers may have letters where numbers have some", () => {
  assert.deepEqual(pasted("t-2182, S 374", LETTERS), ["add T2182", "add S374"]);
  assert.deepEqual(pasted("12 a", LETTERS), ["insert 12A"]);
  assert.deepEqual(pasted("ABCD1", LETTERS), ["refuse ABCD1"]);
});

test("an entry of the start list begins like what is typed, whatever its zeros and letters", () => {
  for (const [number, typed] of [["101", "10"], ["0101", "1"], ["101", "010"], ["T2182", "218"], ["T2182", "T21"], ["TA7", "T"], ["T-2182", "t2"]]) {
    assert.ok(beginsWith(number, typed), `${number} ${typed}`);
  }
  for (const [number, typed] of [["101", "2"], ["T2182", "S2"], ["TA7", "T7"], ["T2182", "TA"]]) assert.ok(!beginsWith(number, typed), `${number} ${typed}`);
});

test("why a number is refused, and where a suggestion comes from, is said in words", () => {
  const reason = (detail, code = "number-not-accepted") => reasonOf({ code, errors: [{ detail }] }, "12");
  assert.equal(reason("NotANumber: x"), "12 is not a number.");
  assert.equal(reason("NotInStartList: x"), "12 is not in the start list.");
  assert.equal(reason("Other"), "12 is not accepted.");
  assert.equal(reason("Other", "too-many-tags"), "The photo has too many numbers and tags.");
  assert.deepEqual(
    [{ kind: "SamePerson" }, { rejection: "NotANumber" }, { rejection: "TooLong" }, { confidence: null }, { confidence: 0.414 }].map(origin),
    ["same person on another photo", "read, not a number", "read, too many digits", "read, but not certain", "read, certainty 41 of 100"],
  );
});
