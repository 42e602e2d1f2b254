// What a refused change means for the tagger, in words.
import { fill, gettext } from "./texts.js";

/** Return why the server does not accept a number, from its problem details. */
export function reasonOf(error, value) {
  const detail = error.errors?.[0]?.detail ?? error.message;
  const known = REASONS[detail.split(":", 1)[0]];
  return known ? fill(known(), { value }) : detail;
}

const REASONS = {
  NotANumber: () => gettext("%(value)s is not a number."),
  TooLong: () => gettext("%(value)s has more digits than the numbers of this album."),
  NotInStartList: () => gettext("%(value)s is not in the start list."),
};

const GONE = new Set(["task-cancelled", "task-not-found", "work-not-found"]);

/** Return what a refusal is about: `task-completed`, `gone`, `over` (the work), or `change`. */
export function kindOf(error) {
  if (error.code === "task-completed") return "task-completed";
  if (GONE.has(error.code)) return "gone";
  if (error.code === "work-expired" || error.code === "work-completed") return "over";
  return "change";
}
