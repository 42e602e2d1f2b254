// Numbers that the tagger may take over with one key: read weakly, rejected, or of the same person.
import { SUGGESTION_KEYS } from "./keys.js";
import { fill, gettext } from "./texts.js";

/** Asks for the suggestions of tasks: once, again after a failure, and when there may be others. */
export class Suggestions extends EventTarget {
  #api;
  #workId;
  #found = new Map();
  #asked = new Map(); // task → the last question about it
  #places = new Map(); // task → the values in the order of their keys, once they were shown

  constructor(api, workId) {
    super();
    this.#api = api;
    this.#workId = workId;
  }

  /** Return those known of a task, without the numbers that the photo has. A key never changes. */
  of(taskId, numbers) {
    const found = this.#found.get(taskId) ?? [];
    const values = found.map((suggestion) => suggestion.value);
    const places = [...new Set([...(this.#places.get(taskId) ?? []), ...values])];
    this.#places.set(taskId, places);
    const taken = new Set(numbers.map((number) => number.value));
    return found
      .map((suggestion) => ({ ...suggestion, key: SUGGESTION_KEYS[places.indexOf(suggestion.value)] }))
      .filter(({ key, value }) => key && !taken.has(value));
  }

  /** Ask for these again: a photo was completed, and the same persons may be on them. */
  renew(taskIds) {
    for (const taskId of taskIds) this.#asked.delete(taskId);
    return this.want(taskIds);
  }

  /** Ask in advance; `change` comes when something is found. */
  async want(taskIds) {
    for (const taskId of taskIds.filter((one) => !this.#asked.has(one))) {
      this.#ask(taskId);
    }
  }

  async #ask(taskId) {
    const question = {};
    this.#asked.set(taskId, question);
    const isLast = () => this.#asked.get(taskId) === question; // an older answer is outdated
    try {
      const path = `works/${this.#workId}/tasks/${taskId}/suggestions`;
      const { suggestions } = await this.#api.get(path);
      if (!isLast()) return;
      this.#found.set(taskId, suggestions);
      this.dispatchEvent(new Event("change"));
    } catch {
      if (isLast()) this.#asked.delete(taskId); // a convenience; the next photo asks again
    }
  }
}

/** Say in words where a suggestion comes from. */
export function origin({ kind, rejection, confidence }) {
  if (rejection === "PartlyLegible") return gettext("same person, only partly legible");
  if (kind === "SamePerson") return gettext("same person on another photo");
  if (rejection === "NotInStartList") return gettext("read, not in the start list");
  if (rejection === "NotANumber") return gettext("read, not a number");
  if (rejection === "TooLong") return gettext("read, too many digits");
  if (confidence === undefined || confidence === null) return gettext("read, but not certain");
  const percent = Math.round(confidence * 100);
  return fill(gettext("read, certainty %(percent)s of 100"), { percent });
}
