// What the tagger does with the photo in hand: every action, and how it is undone.
import { InHand, UNFINISHED } from "./in_hand.js";
import { numberIn } from "./letters.js";
import { fill, gettext } from "./texts.js";

const REFUSED_AS_THEY_ARE = new Set(["NotANumber", "TooLong", "NotInStartList", "PartlyLegible"]);
const ADDED = { add: "remove", addUnlisted: "remove" };

export class Bench extends InHand {
  /** Keep what stands in the field. */
  type(text) {
    this.drafts.write(this.currentId, text);
  }

  /** Add a number: what stands in the field, or a suggestion, which leaves the field alone. */
  add(value, kind = "add") {
    if (this.current.draft.text === value) this.drafts.write(this.currentId, "");
    if (this.#has(value)) this.say(fill(gettext("%(value)s is on this photo already."), { value }));
    else this.#do([{ kind, value }], [{ kind: ADDED[kind], value }], fill(gettext("%(value)s added."), { value }));
    this.show(this.currentId);
    this.returnIfIdle();
  }

  /** Add a number that the tagger is sure of, though it is not in the start list. */
  addUnlisted(value) {
    if (value) this.add(value, "addUnlisted");
    else this.say(gettext("Type the number first."));
  }

  /** Add the numbers of the photo before. */
  addSame() {
    const before = this.before();
    const values = before ? this.seen(before).numbers.map(({ value }) => value) : [];
    const missing = values.filter((value) => !this.#has(value));
    if (!values.length) this.say(gettext("The photo before has no number."));
    else if (!missing.length) this.say(gettext("The numbers of the photo before are here already."));
    else {
      const changes = (kind) => missing.map((value) => ({ kind, value }));
      const text = fill(gettext("Added as before: %(values)s."), { values: missing.join(", ") });
      this.#do(changes("add"), changes("remove"), text);
    }
    this.show(this.currentId);
  }

  /** Take over a suggestion: one that was rejected as it is goes into the field, to be corrected. */
  suggest({ value, rejection }) {
    if (!REFUSED_AS_THEY_ARE.has(rejection)) this.add(value);
    else if (this.current.draft.text) this.say(gettext("There is a number in the field already."));
    else {
      this.type(numberIn(value, this.current.task));
      this.say(gettext("Correct it and press Enter."));
      this.show(this.currentId);
    }
  }

  remove(value) {
    const isUnlisted = this.current.numbers.find((number) => number.value === value)?.isUnlisted;
    const text = fill(gettext("%(value)s taken back."), { value });
    this.#do([{ kind: "remove", value }], [{ kind: isUnlisted ? "addUnlisted" : "add", value }], text);
    this.show(this.currentId);
  }

  takeBackLast() {
    const last = this.current.numbers.at(-1);
    if (last) this.remove(last.value);
    else this.say(gettext("There is no number to take back."));
  }

  toggleCustom(value) {
    const isSet = this.current.customTags.some((tag) => tag.value === value);
    const kinds = isSet ? ["removeCustom", "addCustom"] : ["addCustom", "removeCustom"];
    const text = isSet ? gettext("Tag %(value)s taken off.") : gettext("Tag %(value)s set.");
    const [changes, undo] = kinds.map((kind) => [{ kind, value }]);
    this.#do(changes, undo, fill(text, { value }));
    this.show(this.currentId);
  }

  /** Complete the photo and show the next one; but a refused number comes into the field first. */
  complete() {
    const { place, state } = this.current;
    if (this.bringRefused()) return;
    if (state !== UNFINISHED) {
      this.forward();
      return;
    }
    this.#finish({ kind: "complete" }, gettext("Photo %(ordinal)s completed."));
    this.goOn(place);
  }

  skip(reason) {
    const { task, place } = this.current;
    this.skipped.add(task, place);
    this.#finish({ kind: "skip", reason }, gettext("Photo %(ordinal)s skipped."));
    this.goOn(place);
  }

  /** Add these numbers to each of the photos, and complete each by itself. */
  completeSeries(taskIds, values) {
    const place = this.current?.place ?? -1; // a cancellation may have left none
    for (const taskId of taskIds) {
      const task = this.task(taskId);
      if (!task || !this.isUnfinished(task)) continue;
      const has = new Set(this.seen(task).numbers.map(({ value }) => value));
      for (const value of values.filter((one) => !has.has(one))) this.#change(taskId, { kind: "add", value });
      this.#finish({ kind: "complete" }, gettext("Photo %(ordinal)s completed."), task);
    }
    this.goOn(place);
  }

  /** The work was over before these photos were completed: keep the numbers, for they may come again. */
  keepForLater(taskIds, values) {
    for (const taskId of taskIds) this.drafts.rescue(taskId, values);
  }

  /** Show the photo before; a change reopens it. */
  back() {
    const before = this.before();
    if (before) this.show(before.taskId);
    else this.say(gettext("This is the first photo of the work."));
  }

  /** Show the photo after; after the last one of a finished work, that it can be handed in. */
  forward() {
    const after = this.after();
    if (after) this.show(after.taskId);
    else if (!this.progress.unfinished) this.show(null);
    else this.say(gettext("This is the last photo of the work; an earlier one is not done yet."));
  }

  /** Undo what was done last, and show the photo. */
  undo() {
    const deed = this.deeds.last && this.deeds.take();
    const task = deed && this.task(deed.taskId);
    if (!deed) this.say(gettext("There is nothing to undo."));
    else if (!task || task.state === "Cancelled") this.say(gettext("It cannot be undone: the photo was withdrawn."), "warning");
    else {
      for (const change of deed.undo) this.#change(task.taskId, change);
      this.show(task.taskId);
      this.say(fill(gettext("Undone: %(text)s"), deed));
    }
  }

  /** Send what is held back: nothing can be undone any more. */
  handIn() {
    this.deeds.clear();
    this.queue.release();
  }

  #has(value) {
    return this.current.numbers.some((number) => number.value === value);
  }

  /** Complete or skip the photo in hand; the last one of the work is held until it is handed in. */
  #finish(change, words, task = this.current.task) {
    const ordinal = this.ordinalOf(task);
    const isLast = this.tasks.every((one) => one === task || !this.isUnfinished(one));
    const held = isLast ? { heldSince: Date.now() } : {};
    this.#do([{ ...change, ...held }], [{ kind: "reopen" }], fill(words, { ordinal }), task.taskId);
  }

  #do(changes, undo, text, taskId = this.currentId) {
    for (const change of changes) this.#change(taskId, change);
    this.deeds.add({ taskId, text, undo });
    this.say(text, "done");
  }

  #change(taskId, { kind, ...details }) {
    this.#reopen(taskId);
    if (kind === "remove") this.drafts.forget(taskId, details.value);
    if (kind !== "reopen") this.queue.add({ kind, taskId, ...details });
  }

  /** Take a finished photo in hand again, before it is changed; one that is held was never sent. */
  #reopen(taskId) {
    if (this.isUnfinished(this.task(taskId))) return;
    const isHeld = (change) => change.heldSince && change.taskId === taskId;
    if (!this.queue.withdraw(isHeld).length) this.queue.add({ kind: "reopen", taskId });
    this.queue.release(); // another one that is held is the last one no more
  }
}
