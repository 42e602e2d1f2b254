// Photos loaded in advance: the next ones fetched, and decoded, so that they appear at once.
const DECODED = 2; // how many of the next photos are decoded: a large one takes some 100 MB

/** Keeps an `<img>` for each wanted photo, and forgets those that are wanted no more. */
export class Photos {
  #images = new Map();

  /** Want these photos, in this order: the one in hand first. Addresses as in `imageUrl`. */
  want(addresses) {
    const wanted = new Set(addresses.filter(Boolean));
    for (const address of this.#images.keys()) {
      if (!wanted.has(address)) this.#forget(address);
    }
    [...wanted].forEach((address, place) => {
      const image = this.get(address);
      if (place > 0 && place <= DECODED) image.decode().catch(() => {}); // shown as a failure later
    });
  }

  get(address) {
    const found = this.#images.get(address);
    if (found) return found;
    const image = new Image();
    image.decoding = "sync"; // painted together with the page that shows it
    image.draggable = false;
    image.src = address;
    this.#images.set(address, image);
    return image;
  }

  /** Load a photo again, after a failure. */
  again(address) {
    this.#forget(address);
    return this.get(address);
  }

  #forget(address) {
    const image = this.#images.get(address);
    this.#images.delete(address);
    if (image && !image.complete) image.removeAttribute("src"); // stops the loading
  }
}
