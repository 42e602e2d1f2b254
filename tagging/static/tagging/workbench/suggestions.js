// Numbers that the tagger may take over with one key: read weakly, rejected, or of the same person.
import { SUGGESTION_KEYS } from "./keys.js";
import { fill, gettext } from "./texts.js";

/** Asks for the suggestions of tasks, each once, and again after a failure. */
export class Suggestions extends EventTarget {
  #api;
  #workId;
  #found = new Map();
  #asked = new Set();

  constructor(api, workId) {
    super();
    this.#api = api;
    this.#workId = workId;
  }

  /** Return those known of a task, without the numbers that the photo has. */
  of(taskId, numbers) {
    const taken = new Set(numbers.map((number) => number.value));
    return (this.#found.get(taskId) ?? [])
      .slice(0, SUGGESTION_KEYS.length)
      .map((suggestion, place) => ({ ...suggestion, key: SUGGESTION_KEYS[place] }))
      .filter((suggestion) => !taken.has(suggestion.value));
  }

  /** Ask in advance; `change` comes when something is found. */
  async want(taskIds) {
    for (const taskId of taskIds.filter((one) => !this.#asked.has(one))) {
      this.#asked.add(taskId);
      this.#ask(taskId);
    }
  }

  async #ask(taskId) {
    try {
      const path = `works/${this.#workId}/tasks/${taskId}/suggestions`;
      this.#found.set(taskId, (await this.#api.get(path)).suggestions);
      this.dispatchEvent(new Event("change"));
    } catch {
      this.#asked.delete(taskId); // they are a convenience; the next photo asks again
    }
  }
}

/** Say in words where a suggestion comes from. */
export function origin({ kind, rejection, confidence }) {
  if (kind === "SamePerson") return gettext("same person on another photo");
  if (rejection === "NotInStartList") return gettext("read, not in the start list");
  if (rejection === "NotANumber") return gettext("read, not a number");
  if (rejection === "TooLong") return gettext("read, too many digits");
  if (confidence === undefined || confidence === null) return gettext("read, but not certain");
  const percent = Math.round(confidence * 100);
  return fill(gettext("read, certainty %(percent)s of 100"), { percent });
}
