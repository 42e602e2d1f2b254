// What the server made of each change, and what that means for the work.
import { UNREAD } from "./letters.js";
import { SKIPPED } from "./projection.js";
import { isUnlisted, kindOf, reasonOf, textOf } from "./refusals.js";
import { fill, gettext } from "./texts.js";

const RESULTS = {
  complete: (task) => (task.state = "Completed"),
  reopen: (task) => (task.state = "Assigned"),
  skip: (task) => (task.state = SKIPPED),
};
const COUNTED = { complete: 1, reopen: -1 };

export class Outcomes {
  #bench;

  constructor(bench) {
    this.#bench = bench;
  }

  sent({ change, answer }) {
    const task = this.#bench.task(change.taskId);
    const wasSkipped = task?.state === SKIPPED;
    const whole = change.kind === "add" && wholeOf(change.value, task, answer);
    if (whole) this.#bench.say(fill(gettext("%(value)s is %(whole)s: no other number of the start list fits."), { ...change, whole }));
    if (task) takeOver(task, change, answer);
    if (change.kind === "reopen") this.#bench.skipped.remove(change.taskId);
    const sign = wasSkipped ? 0 : COUNTED[change.kind];
    if (task && sign) this.#bench.tell("counted", { tasks: sign, numbers: sign * task.tags.length });
    this.#bench.tell("change");
  }

  refused({ change, error }) {
    const meanings = {
      "task-completed": () => this.#reopenFor(change),
      gone: () => this.#dropTask(change, error),
      over: () => this.#end(change),
      change: () => this.#handBack(change, error),
    };
    meanings[kindOf(error)]();
    this.#bench.tell("change");
  }

  /** Repeat a change of a task that was completed elsewhere, for example in another window. */
  #reopenFor(change) {
    this.#bench.queue.putFirst(change);
    this.#bench.queue.putFirst({ kind: "reopen", taskId: change.taskId });
  }

  #dropTask({ taskId }, error) {
    this.#withdrawAll(taskId);
    const task = this.#bench.task(taskId);
    if (!task) return;
    task.state = "Cancelled";
    this.#bench.deeds.forgetPhoto(taskId);
    const withdrawn = gettext("A photo was withdrawn; its numbers are not needed any more.");
    const elsewhere = gettext("A photo is no longer in this work.");
    const taken = gettext("The skipped photo cannot come back: another tagger has it by now.");
    const text = { "task-cancelled": withdrawn, "task-taken": taken }[error.code] ?? elsewhere;
    this.#bench.skipped.remove(taskId);
    this.#bench.say(text, "warning");
    this.#bench.leave(task);
  }

  #end(change) {
    this.#bench.queue.putFirst(change); // its number is kept with the others
    this.#bench.end();
  }

  #handBack(change, error) {
    const isNumber = change.kind === "add" || change.kind === "addUnlisted";
    if (isNumber) this.#handBackNumber(change, reasonOf(error, change.value), isUnlisted(error));
    else this.#giveUp(change, textOf(error));
  }

  /** Give a refused number back; its photo is not completed, unless it was taken back itself. */
  #handBackNumber({ taskId, value }, reason, notListed) {
    const { deeds, drafts, queue } = this.#bench;
    deeds.forgetAdded(taskId, value);
    const ofTask = (change) => change.taskId === taskId;
    const takenBack = (change) => ofTask(change) && change.kind === "remove" && change.value === value;
    if (queue.withdraw(takenBack).length) return;
    if (queue.of(taskId).some((change) => change.kind === "skip")) {
      this.#bench.say(reason, "warning");
      return;
    }
    drafts.refuse(taskId, { value, reason, isUnlisted: notListed });
    queue.withdraw((change) => ofTask(change) && change.kind === "complete");
    if (taskId !== this.#bench.currentId) this.#bringBack(taskId, reason);
    else if (!this.#bench.bringRefused()) this.#bench.say(reason, "warning"); // another is being typed
  }

  /** Anything else that is refused, such as a tag that staff removed from the album meanwhile. */
  #giveUp({ kind, taskId }, reason) {
    const text = kind === "reopen" ? `${reason} ${this.#dropNumbers(taskId)}`.trim() : reason;
    const completion = (change) => change.taskId === taskId && change.kind === "complete";
    this.#bench.queue.withdraw(completion);
    if (taskId === this.#bench.currentId) this.#bench.say(text, "alert");
    else this.#bringBack(taskId, text);
  }

  /** Drop the changes of a photo that cannot be changed any more; say which numbers they were. */
  #dropNumbers(taskId) {
    const numbers = this.#withdrawAll(taskId).filter((change) => change.kind.startsWith("add") && change.kind !== "addCustom");
    const values = numbers.map((change) => change.value).join(", ");
    return values && fill(gettext("Not saved: %(values)s."), { values });
  }

  #bringBack(taskId, reason) {
    const text = gettext("An earlier photo is back: %(reason)s");
    this.#bench.say(fill(text, { reason }), "alert");
    this.#bench.returnTo(taskId);
  }

  #withdrawAll(taskId) {
    return this.#bench.queue.withdraw((change) => change.taskId === taskId);
  }
}

/** Return the number of the start list that the server took for a partly legible one; undefined: none. */
function wholeOf(value, task, answer) {
  if (!value.includes(UNREAD)) return undefined;
  const before = new Set(task?.tags.map((tag) => tag.value));
  return answer?.tags.map((tag) => tag.value).find((one) => !before.has(one));
}

/** Make the task what the server has now. */
function takeOver(task, change, answer) {
  RESULTS[change.kind]?.(task);
  if (!answer?.tags) return;
  task.tags = answer.tags;
  task.customTags = answer.customTags;
  task.unlistedTags = answer.unlistedTags;
  task.partialTags = answer.partialTags;
}
