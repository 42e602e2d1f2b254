// The tagger's day: who it is, what was done today, and one work after the other.
import { Problem } from "./api.js";
import { Bench } from "./bench.js";
import { earned } from "./figures.js";
import { inOrderOf } from "./kept_work.js";
import { textOf } from "./refusals.js";
import { Repeating, Stopped } from "./repeating.js";
import { rescueOlderWorks } from "./rescue.js";
import { Suggestions } from "./suggestions.js";

const HELD_FOR = 120_000; // milliseconds
const LAST_CALL = 30_000;
const LOOK_EVERY = 5_000; // milliseconds between two looks at a work whose time is not over
const TIME_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

/**
 * Events: `change`; `known` once it is known who works; `looked` (what the server says of the work); and those of the work in hand: `said`.
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
  #repeating;
  #asksTime = false;
  #askedTimeOn = 0; // by this computer's clock
  #keptWork;
  phase = "loading";
  account = null;
  bench = null;
  suggestions = null;
  hints = new Map(); // album → its tagging hint, with its guide
  refusal = "";
  trial = null; // how well the tagger read a trial, once it is over

  /** `isBusy()`: whether the tagger has to keep the photo in hand, as while a dialog is open. */
  constructor({ api, store, clock, isBusy, keptWork }) {
    super();
    this.#api = api;
    this.#store = store;
    this.#clock = clock;
    this.#isBusy = isBusy;
    this.#keptWork = keptWork;
    this.#repeating = new Repeating(() => this.#change());
  }

  /** Whether the last question had no answer, and is repeated. */
  get isAway() {
    return this.#repeating.isAway;
  }

  /** Go on with the work that the tagger has, if any. */
  async start() {
    await this.#orRefused(async () => {
      await this.#askWho();
      this.#askTrial();
      const current = () => orNothing(this.#api.get("works/current"), "no-work");
      await this.#openOr("idle", await this.#insist(current, ({ work }) => work));
    });
  }

  /** Take work, of one album or of any. */
  async take(albumId = null) {
    await this.handIn();
    this.hints.clear(); // they may have changed since the last work
    this.#setPhase("loading");
    await this.#orRefused(async () => {
      const taken = () => orNothing(this.#api.post("works", albumId ? { albumId } : {}), "no-tasks");
      await this.#openOr("none", await this.#insist(taken));
    });
  }

  /** Send the last change of a finished work, which is held back to be undone; wait until it is sent. */
  async handIn() {
    const queue = this.bench?.queue;
    if (!queue?.held) return;
    this.bench.handIn();
    this.#change();
    await queue.idle();
  }

  /** Look once a second whether what is held back must be sent: its tagger has left, or time is short. */
  checkHeld() {
    const held = this.bench?.queue.held;
    if (held && (Date.now() - held.heldSince > HELD_FOR || this.timeLeft < LAST_CALL)) this.handIn();
  }

  /** Another page works now: send nothing more. */
  stop() {
    this.#repeating.stop();
    this.bench?.queue.stop();
    this.bench = null;
    this.#setPhase("elsewhere");
  }

  get timeLeft() {
    return this.bench ? Date.parse(this.bench.work.expiresOn) - this.#clock.now() : 0;
  }

  /** Look whether the time is over: each second at its end, before it for staff who end the work. */
  async checkTime() {
    if (this.phase !== "working" || this.#asksTime) return;
    const isDue = !document.hidden && Date.now() - this.#askedTimeOn >= LOOK_EVERY;
    if (this.timeLeft > 0 && !isDue) return;
    this.#asksTime = true;
    this.#askedTimeOn = Date.now();
    const bench = this.bench;
    try {
      const ask = this.timeLeft > 0 ? this.#api.aside : this.#api.get;
      const work = await ask(`works/${bench.work.workId}`);
      this.dispatchEvent(new CustomEvent("looked", { detail: work }));
      if (work.state === "Active") bench.work.expiresOn = work.expiresOn;
      else if (bench === this.bench && (work.state === "Expired" || this.timeLeft <= 0)) bench.end();
    } catch {
      if (this.timeLeft <= 0) bench.sayIsOver(); // asked again in a second
    } finally {
      this.#asksTime = false;
    }
  }

  /** Load what the current photo and the next ones need. */
  prepare(tasks) {
    this.suggestions.want(tasks.map((task) => task.taskId));
    for (const albumId of new Set(tasks.map((task) => task.albumId))) this.#wantHint(albumId);
  }

  /** Return the entries of the start list that begin like this, for the photo in hand. */
  async completions(typed) {
    const { work, currentId } = this.bench;
    const path = `works/${work.workId}/tasks/${currentId}/startList?digits=${typed}`;
    return (await this.#api.aside(path)).entries;
  }

  /** Return the tasks in hand whose photos belong to the one in hand, itself included. */
  async series() {
    const { work, currentId } = this.bench;
    return (await this.#api.get(`works/${work.workId}/tasks/${currentId}/series`)).taskIds;
  }

  /** Keep the language that the tagger has chosen. */
  async changeLanguage(language) {
    await this.#api.patch("accounts", { language });
    this.account.language = language;
    if (this.bench) this.#keep();
  }

  /** Change the password; return new tokens, for the former ones are refused from now on. */
  async changePassword(oldPassword, password) {
    return await this.#api.post("accounts/password", { oldPassword, password });
  }

  async #askWho() {
    const account = (query) => this.#insist(() => this.#api.get(`accounts${query}`), (kept) => kept.account);
    try {
      this.account = await account(`?timeZone=${encodeURIComponent(TIME_ZONE)}`);
    } catch (error) {
      if (error.status !== 422) throw error;
      this.account = await account(""); // the server does not know the zone of this browser
    }
    this.dispatchEvent(new Event("known"));
    this.#change();
  }

  /** Ask how the trial went: what is right is known when its work is over. */
  async #askTrial() {
    this.trial = await this.#api.get("accounts/trial").catch(() => this.trial);
    this.#change();
  }

  async #open(work) {
    const path = `works/${work.workId}/tasks?pageSize=200`;
    const ofWork = (kept) => kept.work?.workId === work.workId && { results: kept.tasks };
    const { results } = await this.#insist(() => this.#api.get(path), ofWork);
    rescueOlderWorks(this.#store, this.tagatorId, work.workId);
    const kept = { store: this.#store, tagatorId: this.tagatorId };
    this.suggestions = new Suggestions(this.#api, work.workId);
    this.suggestions.addEventListener("change", () => this.#change());
    const asked = { api: this.#api, isBusy: this.#isBusy };
    this.bench = new Bench({ ...asked, ...kept, work, tasks: results });
    this.#listen(this.bench);
    this.#keep();
    this.phase = "working";
    this.bench.start();
  }

  #listen(bench) {
    bench.addEventListener("change", () => {
      if (bench !== this.bench) return; // the last word of a work that is over
      this.phase = bench.current ? "working" : "finished";
      this.#change();
    });
    bench.queue.addEventListener("sent", () => {
      this.#keep();
      if (bench.work.isTrial && !bench.current && !bench.queue.changes.length) this.#askTrial();
    });
    bench.addEventListener("said", ({ detail }) => this.dispatchEvent(new CustomEvent("said", { detail })));
    bench.addEventListener("over", () => this.#rest("over"));
    bench.addEventListener("counted", ({ detail }) => {
      this.account.today.tasksCompleted += detail.tasks;
      this.account.today.numbersAdded += detail.numbers;
      if (!bench.work.isTrial) this.account.today.amount = earned(this.account, detail);
      this.#renewSuggestions(bench);
      this.#change();
    });
  }

  #renewSuggestions(bench) {
    if (!bench.current) return; // the next one is asked again when this one is completed
    this.suggestions.renew([bench.current.task, ...bench.upcoming(1)].map((task) => task.taskId));
  }

  /** Keep the work as the server has it, for a reload without the server. */
  #keep() {
    const { work, tasks } = this.bench;
    this.#keptWork.keep({ account: this.account, work, tasks, hints: [...this.hints] });
  }

  #rest(phase) {
    this.#keptWork.forget();
    rescueOlderWorks(this.#store, this.tagatorId);
    this.bench = null;
    this.#setPhase(phase);
  }

  get tagatorId() {
    return this.account.tagator?.tagatorId ?? this.account.tagatorId;
  }

  async #wantHint(albumId) {
    if (this.hints.has(albumId)) return;
    this.hints.set(albumId, null);
    try {
      const hint = () => this.#askAboutAlbum(albumId);
      const known = ({ hints }) => new Map(hints ?? []).get(albumId);
      const found = await this.#insist(hint, known);
      this.hints.set(albumId, inOrderOf(known(this.#keptWork.read(this.#clock.now())), found));
      if (this.bench) this.#keep();
      this.#change();
    } catch {
      this.hints.delete(albumId); // asked again with the next photo
    }
  }

  async #askAboutAlbum(albumId) {
    const ask = (what) => this.#api.get(`albums/${albumId}/${what}`);
    const [hint, guide] = await Promise.all([ask("taggingHint"), ask("taggingGuide")]);
    return { ...hint, guide };
  }

  async #openOr(phase, work) {
    if (work) await this.#open(work);
    else this.#rest(phase);
  }

  async #orRefused(steps) {
    try {
      await steps();
    } catch (error) {
      if (error instanceof Stopped) return;
      if (!(error instanceof Problem)) throw error;
      this.refusal = textOf(error);
      this.#setPhase("refused");
    }
  }

  /** @param known return the answer in what is kept of the work, for while there is no connection */
  #insist(question, known = () => null) {
    return this.#repeating.ask(question, () => known(this.#keptWork.read(this.#clock.now())));
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
