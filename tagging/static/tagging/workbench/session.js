// Who is signed in, with which tokens. A session that expired waits for its own tagger.
import { ask, Problem } from "./api.js";

const NAME = "session";
const EARLY = 30_000; // milliseconds before its end in which a token is renewed

/** Events: `needed` when a tagger has to sign in, `signedin`, `changed` when it is another tagger. */
export class Session extends EventTarget {
  #store;
  #base;
  #clock;
  #renewing = null;
  #waiting = null;
  #tagatorId;

  constructor(store, base, clock) {
    super();
    this.#store = store;
    this.#base = base;
    this.#clock = clock;
    this.#tagatorId = this.tagator?.tagatorId ?? null;
  }

  get tagator() {
    return this.#store.get(NAME)?.tagator ?? null;
  }

  /** Whether something waits until the tagger signs in. */
  get isNeeded() {
    return this.#waiting !== null;
  }

  /** Return a token, without asking the tagger to sign in, or null. */
  async tokenAtHand() {
    for (;;) {
      const kept = this.#ownTokens();
      if (!kept || Date.parse(kept.expiresOn) - this.#clock.now() > EARLY) return kept?.accessToken ?? null;
      await this.renew(kept.accessToken);
    }
  }

  /** Return a token; wait while no tagger is signed in. */
  async token() {
    for (;;) {
      const token = await this.tokenAtHand();
      if (token) return token;
      await this.#signedIn();
    }
  }

  /** Replace a token that was refused or is about to expire; many callers share one request. */
  async renew(refused) {
    const kept = this.#ownTokens();
    if (!kept || kept.accessToken !== refused) return;
    this.#renewing ??= this.#refresh(kept).finally(() => (this.#renewing = null));
    await this.#renewing;
  }

  /** Sign in. Another tagger than before gets a page of their own, never the former one's queue. */
  async signIn(email, password) {
    const { body } = await ask("POST", `${this.#base}accounts/signin`, {
      body: { email, password },
      clock: this.#clock,
    });
    this.take(body);
  }

  /** Go on with the tokens of a sign-in, or of a change of the password. */
  take(answer) {
    this.#store.set(NAME, answer);
    if (this.#tagatorId && this.#tagatorId !== answer.tagator.tagatorId) {
      this.dispatchEvent(new Event("changed"));
      return;
    }
    this.#tagatorId = answer.tagator.tagatorId;
    this.#waiting?.resolve();
    this.#waiting = null;
    this.dispatchEvent(new Event("signedin"));
  }

  signOut() {
    this.#store.remove(NAME);
  }

  /** Return the tokens kept in the browser, unless another tagger's have replaced ours. */
  #ownTokens() {
    const kept = this.#store.get(NAME);
    if (!kept?.accessToken) return null;
    this.#tagatorId ??= kept.tagator.tagatorId;
    if (this.#tagatorId === kept.tagator.tagatorId) return kept;
    this.dispatchEvent(new Event("changed"));
    return null;
  }

  async #refresh(kept) {
    // With another password the tagger has other tokens meanwhile, which stay.
    const keep = (session) => this.#store.get(NAME)?.refreshToken === kept.refreshToken && this.#store.set(NAME, session);
    try {
      const { body } = await ask("POST", `${this.#base}accounts/refresh`, {
        body: { refreshToken: kept.refreshToken },
        clock: this.#clock,
      });
      keep({ ...kept, ...body });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      keep({ tagator: kept.tagator }); // the session expired; who it was stays
    }
  }

  #signedIn() {
    if (!this.#waiting) {
      this.#waiting = Promise.withResolvers?.() ?? deferred();
      this.dispatchEvent(new Event("needed"));
    }
    return this.#waiting.promise;
  }
}

function deferred() {
  const made = {};
  made.promise = new Promise((resolve) => (made.resolve = resolve));
  return made;
}
