// What a refused change means for the tagger, in words.
import { UNREAD } from "./letters.js";
import { fill, gettext } from "./texts.js";

/** Return why the server does not accept a number, from its problem details. */
export function reasonOf(error, value) {
  if (error.code in TEXTS) return textOf(error);
  if (value.includes(UNREAD)) return fill(gettext("%(value)s: at least one digit must be legible, and at most two not."), { value });
  const detail = error.errors?.[0]?.detail ?? "";
  const known = REASONS[detail.split(":", 1)[0]] ?? (() => gettext("%(value)s is not accepted."));
  return fill(known(), { value });
}

/** Return in words what the server refuses, by its code: its own words are English. */
export function textOf({ code }) {
  return TEXTS[code]?.() ?? gettext("The server does not accept this.");
}

/** Return whether the start list alone refuses the number: a person may be sure of it. */
export function isUnlisted(error) {
  return Boolean(error.errors?.[0]?.detail?.startsWith("NotInStartList:"));
}

const REASONS = {
  NotANumber: () => gettext("%(value)s is not a number."),
  TooLong: () => gettext("%(value)s has more digits than the numbers of this album."),
  NotInStartList: () => gettext("%(value)s is not in the start list."),
};

const TEXTS = {
  "custom-tag-unknown": () => gettext("The album does not have this tag any more."),
  "not-a-tagator": () => gettext("This account is not a tagger's."),
  "permission-denied": () => gettext("This account may not work here."),
  "photo-not-waiting": () => gettext("This photo needs no numbers any more."),
  "tagator-blocked": () => gettext("You are blocked. Ask those who invited you."),
  "task-not-found": () => gettext("A photo is no longer in this work."),
  "trial-not-passed": () => gettext("Too few photos of the trial were right. Ask those who invited you."),
  "too-many-tags": () => gettext("The photo has too many numbers and tags."),
  "work-not-found": () => gettext("A photo is no longer in this work."),
  "wrong-password": () => gettext("The present password is wrong."),
};

const GONE = new Set(["task-cancelled", "task-not-found", "task-taken", "work-not-found"]);

/** Return what a refusal is about: `task-completed`, `gone`, `over` (the work), or `change`. */
export function kindOf(error) {
  if (error.code === "task-completed") return "task-completed";
  if (GONE.has(error.code)) return "gone";
  if (error.code === "work-expired" || error.code === "work-completed") return "over";
  return "change";
}
