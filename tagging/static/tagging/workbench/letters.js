// Albums whose numbers have letters: they are typed, and what a letter does otherwise needs Alt.

let shown = false; // whether the keys are shown with Alt

/** Return whether letters belong to the numbers of a task's album. */
export function takesLetters(task) {
  return task?.numberFormat === "LettersAndDigits";
}

/** A sign for a digit that cannot be read: a number with one is only partly legible. */
export const UNREAD = "?";

/** Return what a text has of a number: digits, and letters where the album's numbers have some. */
export function numberIn(text, task) {
  const others = takesLetters(task) ? /[^0-9A-Za-z?]/g : /[^0-9?]/g;
  return plain(text).replace(others, "").toUpperCase();
}

/**
 * Take what is pasted: several numbers are added, one is inserted into the field. What is neither a
 * number nor a list of numbers is refused, and said.
 */
export function paste(event, task, { insert, add, refuse }) {
  event.preventDefault();
  const text = event.clipboardData.getData("text").trim();
  const parts = listed(plain(text), task);
  const number = takesLetters(task) ? /^([A-Z]{0,3}[0-9?]+|[0-9?]+[A-Z]{1,3})$/ : /^[0-9?]+$/;
  if (!parts.length || !parts.every((part) => number.test(part))) refuse(text.slice(0, 40));
  else if (parts.length === 1) insert(parts[0]);
  else for (const part of parts) add(part);
}

/** Return the parts of a list, in upper case; between letters and digits of one number spaces and hyphens are dropped. */
function listed(text, task) {
  const joined = text.toUpperCase().replace(/(?<=[A-Z])[ -]+(?=[0-9])|(?<=[0-9])[ -]+(?=[A-Z](?![A-Z]*[ -]*[0-9]))/g, "");
  return (takesLetters(task) ? joined : text.toUpperCase()).split(/[,;/|\s]+/).filter(Boolean);
}

/** Return a text with plain digits and letters instead of wide ones and those of other scripts. */
function plain(text) {
  return text.normalize("NFKC").replace(/\p{Cf}/gu, "").replace(/\p{Nd}/gu, digit);
}

/** Return a digit of any script as a plain one: ten of each script follow each other. */
function digit(written) {
  const code = written.codePointAt(0);
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value);
}

/** Let a tablet show the keyboard for this task's numbers. */
export function typeAs(field, task) {
  field.inputMode = takesLetters(task) ? "text" : "numeric";
  field.autocapitalize = takesLetters(task) ? "characters" : "off";
}

/** Show the keys as they are for this task: letters with Alt, if they are typed. */
export function showLetterKeys(task) {
  if (document.body.classList.toggle("letters", takesLetters(task)) === shown) return;
  shown = takesLetters(task);
  for (const button of document.querySelectorAll("[aria-keyshortcuts]")) {
    const key = button.getAttribute("aria-keyshortcuts").replace("Alt+", "");
    if (/^[A-Z]$/.test(key)) button.setAttribute("aria-keyshortcuts", shortcut(key, task));
  }
}

/** Return how the key of a letter is named to a screen reader. */
export function shortcut(letter, task) {
  return takesLetters(task) ? `Alt+${letter}` : letter;
}
