// The tagger's day: who it is, what was done today, and one work after the other.
import { Away, Problem } from "./api.js";
import { Bench } from "./bench.js";
import { rescueOlderWorks } from "./rescue.js";
import { Suggestions } from "./suggestions.js";
import { Waiting } from "./waiting.js";

class Stopped extends Error {}

const TIME_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

/**
 * Events: `change`, and those of the work in hand: `said`.
 *
 * `phase` is `loading`, `idle` (no work yet), `none` (no photo is open), `working`, `finished` (all
 * photos are done), `over` (the time is over), `refused` (`refusal` says why) or `elsewhere` (another
 * page works).
 */
export class Day extends EventTarget {
  #api;
  #store;
  #clock;
  #isBusy;
  #waiting = new Waiting();
  #asksTime = false;
  #isStopped = false;
  phase = "loading";
  account = null;
  bench = null;
  suggestions = null;
  hints = new Map(); // album → its tagging hint
  refusal = "";
  isAway = false; // the last question had no answer, and is repeated

  /** `isBusy()`: whether the tagger has to keep the photo in hand, as while a dialog is open. */
  constructor({ api, store, clock, isBusy }) {
    super();
    this.#api = api;
    this.#store = store;
    this.#clock = clock;
    this.#isBusy = isBusy;
  }

  /** Go on with the work that the tagger has, if any. */
  async start() {
    await this.#orRefused(async () => {
      await this.#askWho();
      const current = () => orNothing(this.#api.get("works/current"), "no-work");
      await this.#openOr("idle", await this.#insist(current));
    });
  }

  /** Take work, of one album or of any. */
  async take(albumId = null) {
    this.#setPhase("loading");
    await this.#orRefused(async () => {
      const taken = () => orNothing(this.#api.post("works", albumId ? { albumId } : {}), "no-tasks");
      await this.#openOr("none", await this.#insist(taken));
    });
  }

  /** Another page works now: send nothing more. */
  stop() {
    this.#isStopped = true;
    this.bench?.queue.stop();
    this.bench = null;
    this.#setPhase("elsewhere");
  }

  get timeLeft() {
    return this.bench ? Date.parse(this.bench.work.expiresOn) - this.#clock.now() : 0;
  }

  /** Look once a second whether the time is over; the server decides. */
  async checkTime() {
    if (this.phase !== "working" || this.timeLeft > 0 || this.#asksTime) return;
    this.#asksTime = true;
    const bench = this.bench;
    try {
      const work = await this.#api.get(`works/${bench.work.workId}`);
      if (work.state === "Active") bench.work.expiresOn = work.expiresOn;
      else if (bench === this.bench) bench.end();
    } catch {
      // Asked again in a second.
    } finally {
      this.#asksTime = false;
    }
  }

  /** Have at hand what the photo in hand and the next ones need. */
  prepare(tasks) {
    this.suggestions.want(tasks.map((task) => task.taskId));
    for (const albumId of new Set(tasks.map((task) => task.albumId))) this.#wantHint(albumId);
  }

  async #askWho() {
    const account = (query) => this.#insist(() => this.#api.get(`accounts${query}`));
    try {
      this.account = await account(`?timeZone=${encodeURIComponent(TIME_ZONE)}`);
    } catch (error) {
      if (error.status !== 422) throw error;
      this.account = await account(""); // the server does not know the zone of this browser
    }
    this.#change();
  }

  async #open(work) {
    const path = `works/${work.workId}/tasks?pageSize=200`;
    const { results } = await this.#insist(() => this.#api.get(path));
    rescueOlderWorks(this.#store, this.#tagatorId, work.workId);
    const kept = { store: this.#store, tagatorId: this.#tagatorId };
    this.suggestions = new Suggestions(this.#api, work.workId);
    this.suggestions.addEventListener("change", () => this.#change());
    const asked = { api: this.#api, isBusy: this.#isBusy };
    this.bench = new Bench({ ...asked, ...kept, work, tasks: results });
    this.#listen(this.bench);
    this.phase = "working";
    this.bench.start();
  }

  #listen(bench) {
    bench.addEventListener("change", () => {
      if (bench !== this.bench) return; // the last word of a work that is over
      this.phase = bench.current ? "working" : "finished";
      this.#change();
    });
    bench.addEventListener("said", ({ detail }) => this.dispatchEvent(new CustomEvent("said", { detail })));
    bench.addEventListener("over", () => this.#rest("over"));
    bench.addEventListener("counted", ({ detail }) => {
      this.account.today.tasksCompleted += detail.tasks;
      this.account.today.numbersAdded += detail.numbers;
      this.#change();
    });
  }

  #rest(phase) {
    rescueOlderWorks(this.#store, this.#tagatorId);
    this.bench = null;
    this.#setPhase(phase);
  }

  get #tagatorId() {
    return this.account.tagator?.tagatorId ?? this.account.tagatorId;
  }

  async #wantHint(albumId) {
    if (this.hints.has(albumId)) return;
    this.hints.set(albumId, null);
    try {
      this.hints.set(albumId, await this.#insist(() => this.#api.get(`albums/${albumId}/taggingHint`)));
      this.#change();
    } catch {
      this.hints.delete(albumId); // asked again with the next photo
    }
  }

  async #openOr(phase, work) {
    if (work) await this.#open(work);
    else this.#rest(phase);
  }

  async #orRefused(steps) {
    try {
      await steps();
    } catch (error) {
      if (this.#isStopped) return;
      if (!(error instanceof Problem)) throw error;
      this.refusal = error.message;
      this.#setPhase("refused");
    }
  }

  /** Ask until there is an answer; throw Stopped once another page works. */
  async #insist(question) {
    for (;;) {
      this.#orStop();
      try {
        const answer = await question();
        this.#orStop();
        this.isAway = false;
        this.#waiting.afterSuccess();
        return answer;
      } catch (error) {
        if (!(error instanceof Away)) throw error;
        this.isAway = true;
        this.#change();
        await this.#waiting.afterFailure(error.retryAfter);
      }
    }
  }

  #orStop() {
    if (this.#isStopped) throw new Stopped();
  }

  #setPhase(phase) {
    this.phase = phase;
    this.#change();
  }

  #change() {
    this.dispatchEvent(new Event("change"));
  }
}

/** Return an answer, or null where the refusal with this code says that there is none. */
async function orNothing(answer, code) {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Problem && error.code === code) return null;
    throw error;
  }
}
