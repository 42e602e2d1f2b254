// Albums whose numbers have letters: they are typed, and what a letter does otherwise needs Alt.

let shown = false; // whether the keys are shown with Alt

/** Return whether letters belong to the numbers of a task's album. */
export function takesLetters(task) {
  return task?.numberFormat === "LettersAndDigits";
}

/** Return what a text has of a number: digits, and letters where the album's numbers have some. */
export function numberIn(text, task) {
  const others = takesLetters(task) ? /[^0-9A-Za-z]/g : /[^0-9]/g;
  return text.replace(others, "").toUpperCase();
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
