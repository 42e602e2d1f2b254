// The work in hand as the server last gave it, kept to go on after a reload without the server.
const NAME = "work.";

/** Keeps `{account, work, tasks, hints}` of the tagger who is signed in. */
export class KeptWork {
  #store;
  #session;

  constructor(store, session) {
    this.#store = store;
    this.#session = session;
  }

  /** Return what is kept of a work whose time is not over at `now`; else an empty object. */
  read(now) {
    const kept = this.#store.get(this.#name, {});
    return kept.work && Date.parse(kept.work.expiresOn) > now ? kept : {};
  }

  keep(parts) {
    this.#store.set(this.#name, parts);
  }

  forget() {
    this.#store.remove(this.#name);
  }

  get #name() {
    return NAME + (this.#session.tagator?.tagatorId ?? "");
  }
}

/** Forget the works of all taggers: one has signed out. Changes that are not sent yet stay. */
export function forgetWorks(store) {
  for (const name of store.names(NAME)) store.remove(name);
}

/** Return what is known of an album with its tags in the order of before, the new ones last: each keeps its key. */
export function inOrderOf(before, found) {
  const places = (before?.customTags ?? []).map(({ name }) => name);
  const place = ({ name }) => (places.includes(name) ? places.indexOf(name) : places.length);
  return { ...found, customTags: [...found.customTags].sort((one, other) => place(one) - place(other)) };
}
