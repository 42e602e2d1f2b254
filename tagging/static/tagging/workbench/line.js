// What the line bears: how long a picture takes on it, and so how many are loaded in advance.
const SLOW = 700; // milliseconds of a picture: one is loaded in advance
const FAST = 150; // …from which on more are loaded than a tagger needs for certain
const OF_LAST = 0.6; // how much the last picture counts

export class Line {
  #milliseconds = null; // that a picture takes, the last ones counting most

  /** A picture has come; `milliseconds` from its first byte to its last. */
  took(milliseconds) {
    const before = this.#milliseconds ?? milliseconds;
    this.#milliseconds = OF_LAST * milliseconds + (1 - OF_LAST) * before;
  }

  get isSlow() {
    return this.#milliseconds === null || this.#milliseconds > SLOW;
  }

  get isFast() {
    return this.#milliseconds !== null && this.#milliseconds < FAST;
  }

  /** Return how many photos are loaded in advance. */
  get ahead() {
    if (this.isSlow) return 1;
    return this.isFast ? 4 : 2;
  }
}
