// Shows the day: the photo and the panel while there is work, else what is between works.
import { showBetween } from "./between.js";
import { byId, setText } from "./elements.js";
import { placeOf, showConnection, showDraft, showTask, showTimeLeft, showToday } from "./panel.js";
import { Photos } from "./photos.js";

const AHEAD = 4; // photos loaded in advance

export class Screen {
  #day;
  #view;
  #invitation;
  #on;
  #photos = new Photos();
  #shownTask = null;
  #isDue = false;

  /** `on`: what a press of a button in the panel does. */
  constructor({ day, view, invitation, on }) {
    this.#day = day;
    this.#view = view;
    this.#invitation = invitation;
    this.#on = on;
  }

  /** Show it soon: many changes of one moment are shown once. */
  due() {
    if (this.#isDue) return;
    this.#isDue = true;
    queueMicrotask(() => this.show());
  }

  show() {
    this.#isDue = false;
    const { account, bench, phase } = this.#day;
    document.body.dataset.state = phase;
    showBetween(this.#day, this.#invitation);
    showConnection(bench?.queue);
    if (account) {
      showToday(account.today);
      setText("who", (account.tagator ?? account).name);
    }
    if (phase === "working") this.#showWork(bench);
    else this.#shownTask = null;
  }

  /** Load the photo in hand again. */
  loadAgain() {
    const { imageUrl } = this.#day.bench.current.task;
    this.#showLoading();
    this.#view.show(this.#photos.again(imageUrl), this.#description());
  }

  #showWork(bench) {
    const { current } = bench;
    const { task } = current;
    const suggestions = this.#day.suggestions.of(task.taskId, current.numbers);
    const hint = this.#day.hints.get(task.albumId);
    showTask(current, { progress: bench.progress, hint, suggestions, on: this.#on });
    showDraft(current.draft);
    showTimeLeft(this.#day.timeLeft);
    if (task.taskId !== this.#shownTask) this.#showPhoto(bench, current);
    this.#view.draw(
      suggestions
        .filter((one) => one.box)
        .map(({ key, value, box }) => ({ label: `${key.toUpperCase()} ${value}`, box })),
    );
  }

  #showPhoto(bench, { task, place }) {
    this.#shownTask = task.taskId;
    const next = bench.upcoming(AHEAD);
    const before = bench.tasks[place - 1];
    this.#photos.want([task, ...next, before].map((one) => one?.imageUrl));
    this.#showLoading();
    this.#view.show(this.#photos.get(task.imageUrl), this.#description());
    this.#day.prepare([task, ...next]);
    announce(this.#description());
  }

  #showLoading() {
    byId("photo-trouble").hidden = true;
    byId("loading").hidden = false;
  }

  #description() {
    const { current, progress } = this.#day.bench;
    return placeOf(current, progress);
  }
}

/** Show a message, and let a screen reader say it: at once if it is an alert. */
export function say({ text, level }) {
  if (level === "alert") byId("alarm").textContent = text;
  else announce(text);
  const notice = byId("notice");
  notice.hidden = level === "info";
  notice.className = `notice ${level}`;
  notice.textContent = text;
}

/** Let a screen reader say it. */
export function announce(text) {
  byId("announcer").textContent = text;
}
