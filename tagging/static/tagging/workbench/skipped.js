// The skipped photos of a work: the server has them in the work no more, the tagger may come back.
import { SKIPPED } from "./projection.js";

export class Skipped {
  #store;
  #name;

  constructor(store, name) {
    this.#store = store;
    this.#name = name;
  }

  /** Return the tasks with the skipped ones in their places. */
  among(tasks) {
    const all = [...tasks];
    for (const { task, place } of this.#all) {
      const isThere = all.some((one) => one.taskId === task.taskId);
      if (!isThere) all.splice(place, 0, { ...task, state: SKIPPED });
    }
    return all;
  }

  add(task, place) {
    this.#keep([...this.#without(task.taskId), { task, place }].sort((one, other) => one.place - other.place));
  }

  /** The server has given the task back. */
  remove(taskId) {
    this.#keep(this.#without(taskId));
  }

  #without(taskId) {
    return this.#all.filter(({ task }) => task.taskId !== taskId);
  }

  #keep(all) {
    if (all.length) this.#store.set(this.#name, all);
    else this.#store.remove(this.#name);
  }

  get #all() {
    return this.#store.get(this.#name, []);
  }
}
