// Pictures kept in the browser for one tagger, to go on without the server: the Cache API.
const PREFIX = "workbench-pictures.";

/** Keeps pictures under their addresses; where the browser has no Cache API, none. */
export class KeptPictures {
  #name;

  constructor(tagatorId) {
    this.#name = PREFIX + tagatorId;
  }

  /** Return the picture of this address, or null. */
  async get(address) {
    const found = await orNothing(async () => (await this.#open()).match(address));
    return found ? await found.blob() : null;
  }

  async put(address, blob) {
    const headers = { "Content-Type": blob.type };
    await orNothing(async () => (await this.#open()).put(address, new Response(blob, { headers })));
  }

  /** Forget all pictures but those of this work. `path` is a part of their addresses. */
  async keepOnly(path) {
    await orNothing(async () => {
      const kept = await this.#open();
      const others = (await kept.keys()).filter(({ url }) => !url.includes(path));
      await Promise.all(others.map((request) => kept.delete(request)));
    });
  }

  #open() {
    return window.caches.open(this.#name);
  }
}

/** Forget the pictures of all taggers: one has signed out, or another one has signed in. */
export async function forgetPictures() {
  await orNothing(async () => {
    const names = (await window.caches.keys()).filter((name) => name.startsWith(PREFIX));
    await Promise.all(names.map((name) => window.caches.delete(name)));
  });
}

/** A browser without the Cache API, or one that forbids it, keeps nothing: it is a convenience. */
async function orNothing(step) {
  if (!window.caches) return null;
  return await step().catch(() => null);
}
