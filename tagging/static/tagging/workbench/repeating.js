// Asking the server again and again, until it answers.
import { Away } from "./api.js";
import { Waiting } from "./waiting.js";

/** Another page works now: there is no answer any more. */
export class Stopped extends Error {}

export class Repeating {
  #waiting = new Waiting();
  #isStopped = false;
  #onAway;
  isAway = false; // the last question had no answer, and is repeated

  /** `onAway()` is called after each question without an answer. */
  constructor(onAway) {
    this.#onAway = onAway;
  }

  stop() {
    this.#isStopped = true;
  }

  /**
   * Return the answer to a question, or throw the server's refusal, or Stopped.
   *
   * @param instead return what is known without the server, or nothing: then the question is repeated
   */
  async ask(question, instead) {
    for (;;) {
      this.#orStop();
      try {
        const answer = await question();
        this.#orStop();
        this.isAway = false;
        this.#waiting.afterSuccess();
        return answer;
      } catch (error) {
        this.#orStop();
        if (!(error instanceof Away)) throw error;
        this.isAway = true;
        const known = instead();
        if (known) return known;
        this.#onAway();
        await this.#waiting.afterFailure(error.retryAfter);
      }
    }
  }

  #orStop() {
    if (this.#isStopped) throw new Stopped();
  }
}
