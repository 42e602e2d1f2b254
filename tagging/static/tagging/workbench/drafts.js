// What a tagger typed and the server does not have: the text in the field, and refused numbers.

const EMPTY = { text: "", reason: "", isUnlisted: false, refused: [] };

/** Keeps a draft for each task of one tagger, and numbers of works that expired. */
export class Drafts {
  #store;
  #tagatorId;

  constructor(store, tagatorId) {
    this.#store = store;
    this.#tagatorId = tagatorId;
  }

  /**
   * Return `{text, reason, isUnlisted, refused: [{value, reason, isUnlisted}]}`: `reason` says why the
   * text was refused, `isUnlisted` that it is not in the start list.
   */
  of(taskId) {
    return { ...EMPTY, ...this.#store.get(this.#name("draft", taskId)) };
  }

  write(taskId, text) {
    this.#save(taskId, { ...this.of(taskId), text, reason: "", isUnlisted: false });
  }

  refuse(taskId, refusedNumber) {
    const draft = this.of(taskId);
    this.#save(taskId, { ...draft, refused: [...draft.refused, refusedNumber] });
  }

  /** Move the first refused number into the field if that is empty; return whether it was. */
  bringRefused(taskId) {
    const { text, refused } = this.of(taskId);
    if (text || !refused.length) return false;
    const [{ value, ...why }, ...others] = refused;
    this.#save(taskId, { text: value, ...why, refused: others });
    return true;
  }

  /** Forget a refused number: it is taken back. */
  forget(taskId, value) {
    const draft = this.of(taskId);
    const others = draft.refused.filter((one) => one.value !== value);
    const isInField = draft.reason && draft.text === value;
    this.#save(taskId, { ...draft, ...(isInField ? EMPTY : {}), refused: others });
  }

  /** Keep numbers of an expired work: the photo may come again. */
  rescue(taskId, values) {
    const name = this.#name("rescued", taskId);
    if (values.length) this.#store.set(name, [...this.#store.get(name, []), ...values]);
  }

  /** Return the rescued numbers of a task, once. */
  takeRescued(taskId) {
    const name = this.#name("rescued", taskId);
    const values = this.#store.get(name, []);
    this.#store.remove(name);
    return values;
  }

  #name(kind, taskId) {
    return `${kind}.${this.#tagatorId}.${taskId}`;
  }

  #save(taskId, draft) {
    const name = this.#name("draft", taskId);
    if (draft.text || draft.refused.length) this.#store.set(name, draft);
    else this.#store.remove(name);
  }
}
