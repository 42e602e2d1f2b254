// The tagger's work: its tasks, the one in hand, and what each action does. Knows no page.
import { Away } from "./api.js";
import { deliveryTo } from "./delivery.js";
import { Drafts } from "./drafts.js";
import { Outcomes } from "./outcomes.js";
import { project, SKIPPED } from "./projection.js";
import { Queue } from "./queue.js";
import { queueName, queueRescued, rescueNumbers } from "./rescue.js";
import { fill, gettext, ngettext } from "./texts.js";

export const UNFINISHED = "Assigned";
const REFUSED_AS_THEY_ARE = new Set(["NotANumber", "TooLong", "NotInStartList"]);
const HIDDEN = new Set([SKIPPED, "Cancelled"]);

/**
 * One work of one tagger.
 *
 * Events: `change` (show it again), `said` {text, level: "info" | "warning" | "alert"}, `over` (its
 * time is over), `counted` {tasks, numbers} (the server has taken a completion, or given it back).
 */
export class Bench extends EventTarget {
  #returning = null; // the task to show again as soon as the field is empty
  #isBusy;
  currentId = null;

  /** `isBusy()`: whether the photo in hand has to stay, as while a dialog asks about it. */
  constructor({ api, store, tagatorId, work, tasks, isBusy }) {
    super();
    this.#isBusy = isBusy;
    this.work = work;
    this.tasks = tasks;
    this.drafts = new Drafts(store, tagatorId);
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
   * After a reload the list has no skipped photos any more; the ordinal still counts them.
   */
  get current() {
    const place = this.tasks.findIndex((task) => task.taskId === this.currentId);
    if (place < 0) return null;
    const task = this.tasks[place];
    const ordinal = place + 1 + this.#total - this.tasks.length;
    return { task, place, ordinal, ...this.seen(task), draft: this.drafts.of(task.taskId) };
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
    const unfinished = this.tasks.filter((task) => this.#isUnfinished(task)).length;
    return { total: this.#total, finished: this.#total - unfinished };
  }

  /** Return the tasks that come next, for loading their photos in advance. */
  upcoming(count) {
    const place = this.tasks.findIndex((task) => task.taskId === this.currentId);
    return this.#inOrderAfter(place)
      .filter((task) => task.taskId !== this.currentId && this.#isUnfinished(task))
      .slice(0, count);
  }

  // --- What the tagger does --------------------------------------------------------------------

  /** Keep what stands in the field. */
  type(text) {
    this.drafts.write(this.currentId, text);
  }

  /** Add a number: what stands in the field, or a suggestion, which leaves the field alone. */
  add(value) {
    if (this.current.draft.text === value) this.drafts.write(this.currentId, "");
    if (this.current.numbers.some((number) => number.value === value)) {
      this.say(fill(gettext("%(value)s is on this photo already."), { value }));
    } else {
      this.#change("add", { value });
      this.say(fill(gettext("%(value)s added."), { value }));
    }
    this.show(this.currentId);
    this.returnIfIdle();
  }

  /** Take over a suggestion: one that was rejected as it is goes into the field, to be corrected. */
  suggest({ value, rejection }) {
    if (!REFUSED_AS_THEY_ARE.has(rejection)) this.add(value);
    else if (this.current.draft.text) this.say(gettext("There is a number in the field already."));
    else {
      this.type(value.replace(/[^0-9]/g, ""));
      this.say(gettext("Correct it and press Enter."));
      this.show(this.currentId);
    }
  }

  remove(value) {
    this.#change("remove", { value });
    this.say(fill(gettext("%(value)s taken back."), { value }));
    this.show(this.currentId);
  }

  takeBackLast() {
    const last = this.current.numbers.at(-1);
    if (last) this.remove(last.value);
    else this.say(gettext("There is no number to take back."));
  }

  toggleCustom(value) {
    const isSet = this.current.customTags.some((tag) => tag.value === value);
    this.#change(isSet ? "removeCustom" : "addCustom", { value });
    const text = isSet ? gettext("Tag %(value)s taken off.") : gettext("Tag %(value)s set.");
    this.say(fill(text, { value }));
    this.show(this.currentId);
  }

  /** Complete the photo and show the next one; but a refused number comes into the field first. */
  complete() {
    const { task, place } = this.current;
    if (this.drafts.bringRefused(task.taskId)) {
      this.tell("change");
      return;
    }
    if (this.#isUnfinished(task)) this.queue.add({ kind: "complete", taskId: task.taskId });
    this.#goOn(place);
  }

  skip(reason) {
    const { place } = this.current;
    this.drafts.write(this.currentId, "");
    this.#change("skip", { reason });
    this.say(gettext("Photo skipped."));
    this.#goOn(place);
  }

  /** Show the photo before; a change reopens it. */
  back() {
    const earlier = this.tasks.slice(0, this.current.place);
    const before = earlier.findLast((task) => !HIDDEN.has(this.seen(task).state));
    if (before) this.show(before.taskId);
    else this.say(gettext("This is the first photo of the work."));
  }

  // --- What becomes of it: called by outcomes ----------------------------------------------------

  show(taskId) {
    this.currentId = taskId;
    if (taskId) this.drafts.bringRefused(taskId);
    this.tell("change");
  }

  /** Leave a photo that is no longer in the work. */
  leave(task) {
    if (this.currentId === task.taskId) this.#goOn(this.tasks.indexOf(task));
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

  #change(kind, details) {
    const { task, state } = this.current;
    if (state === "Completed") this.queue.add({ kind: "reopen", taskId: task.taskId });
    this.queue.add({ kind, taskId: task.taskId, ...details });
  }

  #goOn(place) {
    this.show(this.#next(place)?.taskId ?? null);
    this.returnIfIdle();
  }

  #next(place) {
    return this.#inOrderAfter(place).find((task) => this.#isUnfinished(task));
  }

  #isUnfinished(task) {
    return this.seen(task).state === UNFINISHED;
  }

  #inOrderAfter(place) {
    return [...this.tasks.slice(place + 1), ...this.tasks.slice(0, place + 1)];
  }
}
