// The photos of one work: what is seen of each, and which one is in hand. Knows no page.
import { Away } from "./api.js";
import { Deeds } from "./deeds.js";
import { deliveryTo } from "./delivery.js";
import { Drafts } from "./drafts.js";
import { Outcomes } from "./outcomes.js";
import { project } from "./projection.js";
import { Queue } from "./queue.js";
import { queueName, queueRescued, rescueNumbers } from "./rescue.js";
import { Skipped } from "./skipped.js";
import { fill, gettext, ngettext } from "./texts.js";

export const UNFINISHED = "Assigned";
const GONE = "Cancelled";

/**
 * One work of one tagger.
 *
 * Events: `change` (show it again), `said` {text, level: "info" | "done" | "warning" | "alert" |
 * "refused"}, `over` (its time is over), `counted` {tasks, numbers} (the server has taken a
 * completion, or given it back).
 */
export class InHand extends EventTarget {
  #returning = null; // the task to show again as soon as the field is empty
  #isBusy;
  #isSaidOver = false;
  currentId = null;

  /** `isBusy()`: whether the photo in hand has to stay, as while a dialog asks about it. */
  constructor({ api, store, tagatorId, work, tasks, isBusy }) {
    super();
    this.#isBusy = isBusy;
    this.work = work;
    this.drafts = new Drafts(store, tagatorId);
    this.deeds = new Deeds(store, `deeds.${tagatorId}.${work.workId}`);
    this.skipped = new Skipped(store, `skipped.${tagatorId}.${work.workId}`);
    this.tasks = this.skipped.among(tasks);
    const deliver = deliveryTo(api, work.workId);
    const isAway = (error) => error instanceof Away;
    this.queue = new Queue(store, queueName(tagatorId, work.workId), deliver, isAway);
    const outcomes = new Outcomes(this);
    this.queue.addEventListener("sent", ({ detail }) => outcomes.sent(detail));
    this.queue.addEventListener("refused", ({ detail }) => outcomes.refused(detail));
    this.queue.addEventListener("state", () => this.tell("change"));
  }

  /** Show the first photo, and send what was kept before a reload. */
  start() {
    const count = queueRescued(this.drafts, this.queue, this.tasks);
    const text = ngettext(
      "%(count)s number from an earlier work was added again.",
      "%(count)s numbers from an earlier work were added again.",
      count,
    );
    if (count) this.say(fill(text, { count }), "warning");
    this.queue.start();
    this.show(this.#next(-1)?.taskId ?? null);
  }

  // --- What is there ---------------------------------------------------------------------------

  /**
   * Return `{task, place, ordinal, state, numbers, customTags, draft}` of the photo in hand, or null.
   *
   * In another browser the list has no skipped photos any more; the ordinal still counts them.
   */
  get current() {
    const task = this.task(this.currentId);
    if (!task) return null;
    const place = this.tasks.indexOf(task);
    return { task, place, ordinal: this.ordinalOf(task), ...this.seen(task), draft: this.drafts.of(task.taskId) };
  }

  ordinalOf(task) {
    return this.tasks.indexOf(task) + 1 + this.#total - this.tasks.length;
  }

  /** Return a task as the tagger sees it, with what is still to be sent. */
  seen(task) {
    return project(task, this.queue.of(task.taskId));
  }

  task(taskId) {
    return this.tasks.find((task) => task.taskId === taskId);
  }

  /** Return how many tasks the work had, and how many of them are finished. */
  get progress() {
    const unfinished = this.tasks.filter((task) => this.isUnfinished(task)).length;
    const { isTrial = false } = this.work;
    return { total: this.#total, unfinished, finished: this.#total - unfinished, isTrial };
  }

  /** Return the tasks that come next, for loading their photos in advance. */
  upcoming(count) {
    const place = this.tasks.findIndex((task) => task.taskId === this.currentId);
    return this.#inOrderAfter(place)
      .filter((task) => task.taskId !== this.currentId && this.isUnfinished(task))
      .slice(0, count);
  }

  isUnfinished(task) {
    return this.seen(task).state === UNFINISHED;
  }

  // --- Which one is shown ------------------------------------------------------------------------

  show(taskId) {
    if (taskId && taskId === this.currentId && this.bringRefused()) return;
    this.currentId = taskId;
    if (taskId) this.drafts.bringRefused(taskId);
    this.tell("change");
  }

  /** Return the nearest photo before the one in hand, or after the last one; undefined: none. */
  before() {
    const place = this.current?.place ?? this.tasks.length;
    return this.tasks.slice(0, place).findLast((task) => this.seen(task).state !== GONE);
  }

  after() {
    return this.tasks.slice(this.current.place + 1).find((task) => this.seen(task).state !== GONE);
  }

  /** Show the next photo that is not finished; after the last one, the first of them. */
  goOn(place) {
    this.show(this.#next(place)?.taskId ?? null);
    this.returnIfIdle();
  }

  /** Bring a refused number of the photo in hand into the empty field; return whether there was one. */
  bringRefused() {
    if (!this.drafts.bringRefused(this.currentId)) return false;
    this.say(this.drafts.of(this.currentId).reason, "refused");
    this.tell("change");
    return true;
  }

  /** Leave a photo that is no longer in the work. */
  leave(task) {
    if (this.currentId === task.taskId) this.goOn(this.tasks.indexOf(task));
  }

  /** Show a photo again; not while a number is being typed on another one, or a dialog is open. */
  returnTo(taskId) {
    this.#returning = taskId;
    this.returnIfIdle();
  }

  /** Show the photo that waits to be shown again, unless the tagger is busy with this one. */
  returnIfIdle() {
    if (!this.#returning || this.#isBusy() || this.current?.draft.text) return;
    const taskId = this.#returning;
    this.#returning = null;
    this.show(taskId);
  }

  /** Say once that the time is over, and what the server may not take any more. */
  sayIsOver() {
    if (this.#isSaidOver) return;
    this.#isSaidOver = true;
    const count = this.queue.changes.filter(({ kind }) => kind === "complete").length;
    const text = ngettext("%(count)s photo is not handed in, and may not be paid.", "%(count)s photos are not handed in, and may not be paid.", count);
    this.say(`${gettext("The time of this work is over.")} ${count ? fill(text, { count }) : ""}`.trim(), "warning");
  }

  /** The work is over: nothing more can be sent. Numbers are kept, for the photos may return. */
  end() {
    this.queue.stop();
    rescueNumbers(this.drafts, this.queue.withdraw(() => true));
    this.tell("over");
  }

  say(text, level = "info") {
    this.tell("said", { text, level });
  }

  tell(what, detail) {
    this.dispatchEvent(new CustomEvent(what, { detail }));
  }

  get #total() {
    return Math.max(this.work.tasksTotal, this.tasks.length);
  }

  #next(place) {
    return this.#inOrderAfter(place).find((task) => this.isUnfinished(task));
  }

  #inOrderAfter(place) {
    return [...this.tasks.slice(place + 1), ...this.tasks.slice(0, place + 1)];
  }
}
