// Waiting longer after each failure, and not at all once the browser is online again.
const FIRST = 500; // milliseconds
const LONGEST = 15_000;

export class Waiting {
  #failures = 0;
  #wake = () => {};

  constructor() {
    window.addEventListener("online", () => this.wake());
  }

  /** Wait before the next attempt: as long as the server asks for, else longer each time. */
  async afterFailure(retryAfter = null) {
    if (retryAfter !== null) return await this.#pause(Math.max(retryAfter * 1000, FIRST));
    const growing = Math.min(FIRST * 2 ** this.#failures, LONGEST);
    this.#failures += 1;
    await this.#pause(growing * (0.75 + Math.random() / 2));
  }

  afterSuccess() {
    this.#failures = 0;
  }

  wake() {
    this.#wake();
  }

  #pause(milliseconds) {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
