// What the browser keeps: JSON in localStorage. It writes at once, so that a reload loses nothing.
const PREFIX = "finishline.workbench.";
const CHOSEN = "options.";
const KEEP_FOR = 7 * 24 * 3600 * 1000; // milliseconds

/** Keeps values under names. Where the browser refuses to keep, `onTrouble` is called. */
export class Store {
  constructor(storage, onTrouble = () => {}) {
    this.storage = storage;
    this.onTrouble = onTrouble;
    this.unkept = new Map(); // lives as long as the page
  }

  get(name, fallback = null) {
    if (this.unkept.has(name)) return this.unkept.get(name);
    return readEntry(this.storage, PREFIX + name)?.value ?? fallback;
  }

  set(name, value) {
    try {
      this.storage.setItem(PREFIX + name, JSON.stringify({ at: Date.now(), value }));
      this.unkept.delete(name);
    } catch {
      this.unkept.set(name, value);
      this.onTrouble();
    }
  }

  remove(name) {
    this.unkept.delete(name);
    this.storage.removeItem(PREFIX + name);
  }

  /** Return the names that begin like this. */
  names(beginning) {
    const full = PREFIX + beginning;
    return Object.keys(this.storage)
      .filter((key) => key.startsWith(full))
      .map((key) => key.slice(PREFIX.length));
  }

  /** Forget what has not been written for a week, but what the tagger has chosen. */
  prune(now = Date.now()) {
    for (const name of this.names("").filter((one) => !one.startsWith(CHOSEN))) {
      const entry = readEntry(this.storage, PREFIX + name);
      if (!entry || now - entry.at > KEEP_FOR) this.remove(name);
    }
  }
}

function readEntry(storage, key) {
  try {
    return JSON.parse(storage.getItem(key));
  } catch {
    return null;
  }
}

/** Return the browser's storage; where it is forbidden, one that keeps nothing and says so. */
export function browserStorage() {
  try {
    return window.localStorage;
  } catch {
    const refuse = () => {
      throw new Error("no storage");
    };
    return { getItem: () => null, setItem: refuse, removeItem: () => {} };
  }
}
