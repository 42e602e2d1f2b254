// What each key and button does: the names are those of `keys.js`.
import { askWhySkip, showKeys } from "./dialogs.js";
import { byId, putSign } from "./elements.js";
import { UNFINISHED } from "./in_hand.js";
import { SUGGESTION_KEYS } from "./keys.js";
import { measured } from "./marks.js";
import { say } from "./screen.js";
import { whyUnseen } from "./seen.js";
import { gettext } from "./texts.js";
import { ViewActions } from "./view_actions.js";

const WITHOUT_PHOTO = new Set(["back", "undo"]); // they also work when all photos are done

export class Actions extends ViewActions {
  #day;
  #view;
  #screen;
  #options;
  #completion;
  #series;
  #guide;
  #asking;
  #field = byId("number");
  #askedFor = null; // the task whose photo was not all in sight

  constructor({ day, view, screen, options, completion, series, guide, asking, ...ofView }) {
    super({ view, ...ofView });
    this.#day = day;
    this.#view = view;
    this.#screen = screen;
    this.#options = options;
    this.#completion = completion;
    this.#series = series;
    this.#guide = guide;
    this.#asking = asking;
  }

  /** Return whether the action has something to act on now. */
  canDo({ action }) {
    const { phase, bench } = this.#day;
    return phase === "working" || (phase === "finished" && bench.queue.held && WITHOUT_PHOTO.has(action));
  }

  /** Type a digit or a letter: the layout of the keyboard would type another sign. */
  type({ sign }) {
    putSign(this.#field, sign);
  }

  /** Enter in the filled field: add the number, and complete the photo if the tagger wants both. */
  enter() {
    this.#takeChosen();
    if (this.#options.oneEnter) this.complete();
    else this.add();
  }

  add() {
    if (this.#field.value) this.#bench.add(this.#field.value);
  }

  /** Move in the numbers that complete what is typed; without any, move the photo. */
  choose({ by }) {
    if (this.#completion.isOpen) this.#completion.choose(-by[1]);
    else this.pan({ by });
  }

  close() {
    this.#completion.close();
  }

  #takeChosen() {
    if (!this.#completion.chosen) return;
    this.#field.value = this.#completion.chosen;
    this.#bench.type(this.#field.value);
  }

  /** Space in the filled field: where Enter completes too, it adds one of several numbers. */
  space() {
    if (this.#options.oneEnter) this.add();
    else this.place();
  }

  /** Complete the photo; a number that is still in the field is added first. */
  complete() {
    if (this.#isUnseen() || this.#isPartUnseen()) return;
    this.add();
    if (this.#bench.current?.draft.text) return; // a refused number has come into the field
    byId("notice").hidden = true;
    this.#showNext(() => this.#bench.complete());
  }

  /** Skip the photo that the dialog asked about, if it is still in hand when the reason is chosen. */
  skip() {
    const asked = this.#bench.currentId;
    askWhySkip((reason) => {
      if (this.#day.bench?.currentId === asked) this.#showNext(() => this.#bench.skip(reason));
      else say({ text: gettext("Nothing was skipped: the photo is no longer in hand."), level: "alert" });
    });
  }

  takeBack() {
    this.#bench.takeBackLast();
  }

  same() {
    this.#bench.addSame();
  }

  /** Keep the number although it is not in the start list: the tagger is sure. */
  sure() {
    this.#bench.addUnlisted(this.#field.value);
  }

  /** Show the photos that belong to this one side by side, to be completed together. */
  async series() {
    const bench = this.#bench;
    const asked = bench.currentId;
    const taskIds = await this.#day.series().catch(() => [asked]);
    if (this.#day.bench?.currentId !== asked) return;
    const tasks = taskIds.map((taskId) => bench.task(taskId)).filter((task) => task && bench.isUnfinished(task));
    const complete = (marked, values) => {
      if (bench.queue.isStopped) bench.keepForLater(marked, values);
      else this.#showNext(() => bench.completeSeries(marked, values));
    };
    if (tasks.length < 2) bench.say(gettext("No other photo of this work belongs to this one."));
    else this.#series.open(tasks.map((task) => this.#inSeries(task)), complete);
  }

  #inSeries(task) {
    const numbers = this.#bench.seen(task).numbers.map(({ value }) => value);
    return { task, numbers, ordinal: this.#bench.ordinalOf(task) };
  }

  customTag({ place }) {
    byId("custom-tags").children[place]?.querySelector("button").click();
  }

  suggestion({ place }) {
    const { task, numbers } = this.#bench.current;
    const offered = this.#day.suggestions.of(task.taskId, numbers);
    const found = offered.find((one) => one.key === SUGGESTION_KEYS[place]);
    if (found) this.#bench.suggest(found);
  }

  back() {
    this.#bench.back();
  }

  forward() {
    this.#bench.forward();
  }

  undo() {
    this.#bench.undo();
  }

  guide() {
    if (!this.#guide.toggle()) say({ text: gettext("This album has no guide."), level: "info" });
  }

  ask() {
    this.#asking.open();
  }

  keys() {
    showKeys();
  }

  get #bench() {
    return this.#day.bench;
  }

  #showNext(step) {
    measured(this.#view, () => {
      step();
      this.#screen.show();
    });
  }

  /** Return whether a part of the photo was never in sight: it is shown then, and asked about once. */
  #isPartUnseen() {
    const { state, task } = this.#bench.current;
    if (state !== UNFINISHED || this.#view.wasWhole || this.#askedFor === task.taskId) return false;
    this.#askedFor = task.taskId;
    this.#view.whole();
    say({ text: gettext("Not completed: a part of the photo was not in sight. Here is all of it; look, and press again."), level: "warning" });
    return true;
  }

  /** Return whether the photo cannot be completed yet, and say why: nothing is completed unseen. */
  #isUnseen() {
    const { state } = this.#screen.seen;
    const completesNothing = this.#bench.current.state !== UNFINISHED && !this.#field.value;
    if (state === "ready" || completesNothing) return false;
    say({ text: whyUnseen(state), level: "warning" });
    return true;
  }
}
