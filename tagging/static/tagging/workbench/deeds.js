// What the tagger did last in a work, so that it can be undone; kept over a reload.
const MOST = 100;

/** A stack of deeds `{taskId, text, undo: [change, …]}`; `text` says what was done. */
export class Deeds {
  #store;
  #name;

  constructor(store, name) {
    this.#store = store;
    this.#name = name;
  }

  get last() {
    return this.#all.at(-1) ?? null;
  }

  add(deed) {
    this.#store.set(this.#name, [...this.#all, deed].slice(-MOST));
  }

  /** Return the last one, and forget it. */
  take() {
    const { last } = this;
    this.#store.set(this.#name, this.#all.slice(0, -1));
    return last;
  }

  /** The server refused to add a number: there is nothing to undo of it. */
  forgetAdded(taskId, value) {
    const isOther = (change) => change.kind !== "remove" || change.value !== value;
    const without = (deed) => (deed.taskId === taskId ? { ...deed, undo: deed.undo.filter(isOther) } : deed);
    this.#store.set(this.#name, this.#all.map(without).filter(({ undo }) => undo.length));
  }

  /** The photo went: nothing on it can be undone. */
  forgetPhoto(taskId) {
    this.#store.set(this.#name, this.#all.filter((deed) => deed.taskId !== taskId));
  }

  /** Nothing can be undone any more: the work is handed in. */
  clear() {
    this.#store.remove(this.#name);
  }

  get #all() {
    return this.#store.get(this.#name, []);
  }
}
