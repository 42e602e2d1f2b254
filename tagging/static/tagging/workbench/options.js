// What a tagger has chosen, kept in this browser.
const DEFAULTS = { oneEnter: false, notify: false, answersRead: 0 };

export class Options {
  #store;
  #tagatorId;

  constructor(store, tagatorId) {
    this.#store = store;
    this.#tagatorId = tagatorId;
  }

  /** Whether Enter adds the number and completes the photo; Space then only adds. */
  get oneEnter() {
    return this.#all.oneEnter;
  }

  set oneEnter(oneEnter) {
    this.#change({ oneEnter });
  }

  /** Whether the browser is to say that photos have arrived while the page is not looked at. */
  get notify() {
    return this.#all.notify;
  }

  set notify(notify) {
    this.#change({ notify });
  }

  /** When the lead gave the newest answer that the tagger has opened, in milliseconds. */
  get answersRead() {
    return this.#all.answersRead;
  }

  set answersRead(answersRead) {
    this.#change({ answersRead });
  }

  #change(chosen) {
    this.#store.set(this.#name, { ...this.#all, ...chosen });
  }

  get #all() {
    return { ...DEFAULTS, ...this.#store.get(this.#name) };
  }

  get #name() {
    return `options.${this.#tagatorId()}`;
  }
}
