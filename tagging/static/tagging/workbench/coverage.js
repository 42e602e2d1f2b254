// Which parts of a photo have been in sight, in cells of a grid: no document is needed.
const CELLS = 24; // from side to side, and from top to bottom
const NEGLIGIBLE = 0.02; // of the photo: a line of pixels at its edge is nothing

export class Coverage {
  #seen = new Set();

  /** Another photo: nothing of it has been in sight. */
  clear() {
    this.#seen.clear();
  }

  /** Note what is in sight, in fractions of the photo. */
  note({ left, top, right, bottom }) {
    for (const row of cellsWithin(top, bottom)) {
      for (const column of cellsWithin(left, right)) this.#seen.add(row * CELLS + column);
    }
  }

  get isWhole() {
    return 1 - this.#seen.size / CELLS ** 2 <= NEGLIGIBLE;
  }
}

/** Return the cells whose middle lies between two fractions. */
function cellsWithin(from, to) {
  const first = Math.max(0, Math.ceil(from * CELLS - 0.5));
  const last = Math.min(CELLS - 1, Math.floor(to * CELLS - 0.5));
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, place) => first + place);
}
