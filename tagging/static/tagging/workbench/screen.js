// Shows the day: the photo and the panel while there is work, else what is between works.
import { showBetween } from "./between.js";
import { byId, setText } from "./elements.js";
import { placeOf, showConnection, showDone, showDraft, showTask, showTimeLeft, showToday } from "./panel.js";
import { Photos } from "./photos.js";
import { Pictures, SCREEN } from "./pictures.js";
import { Seen } from "./seen.js";

const AHEAD = 4; // photos loaded in advance, where the line bears it

export class Screen {
  #day;
  #view;
  #invitation;
  #on;
  #api;
  #hint;
  #guide;
  #look;
  #looking;
  #lighting;
  #arrivals;
  #photos = null;
  #workId = null; // whose photos they are
  #pictures = null;
  #shownTask = null;
  #drawn = "";
  #isDue = false;
  seen;

  /** `on`: what a press of a button in the panel does. */
  constructor({ day, view, invitation, on, api, look, looking, lighting, hint, guide, arrivals }) {
    this.#day = day;
    this.#view = view;
    this.#invitation = invitation;
    this.#on = on;
    this.#api = api;
    this.#hint = hint;
    this.#guide = guide;
    this.#look = look;
    this.#looking = looking;
    this.#lighting = lighting;
    this.#arrivals = arrivals;
    this.seen = new Seen(view);
    this.seen.addEventListener("change", () => this.#showSeen());
    view.addEventListener("loaded", () => this.#prepareNext());
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
    showBetween(this.#day, this.#invitation, this.#arrivals.isWaiting);
    showConnection(bench?.queue);
    if (account) {
      showToday(account);
      setText("who", (account.tagator ?? account).name);
    }
    if (phase === "working") this.#showWork(bench);
    else this.#shownTask = null;
  }

  /** Load the photo in hand again. */
  loadAgain() {
    const { task } = this.#day.bench.current;
    byId("notice").hidden = true; // it said why the photo was not completed
    this.seen.begin();
    this.#view.show(this.#photos.again(task), this.#description());
  }

  /** Return the photo in hand with more pixels, or null. */
  async sharper(pixels, options) {
    const current = this.#day.bench?.current;
    return current ? await this.#photos.sharper(current.task, pixels, options) : null;
  }

  #showWork(bench) {
    const { current } = bench;
    const { task } = current;
    const suggestions = this.#day.suggestions.of(task.taskId, current.numbers);
    const known = this.#day.hints.get(task.albumId);
    const ofAlbum = { hint: this.#hint, guide: this.#guide, known };
    showTask(current, { progress: bench.progress, ...ofAlbum, suggestions, on: this.#on });
    showDraft(current.draft);
    showDone(bench.deeds.last);
    showTimeLeft(this.#day.timeLeft);
    if (task.taskId !== this.#shownTask) this.#showPhoto(bench, current);
    this.#drawBoxes(task, suggestions);
    this.#lighting.of(suggestions);
  }

  #drawBoxes({ regions = [] }, suggestions) {
    const boxes = suggestions
      .filter((one) => one.box)
      .map(({ key, value, box, kind }) => {
        return { label: `${key.toUpperCase()} ${value}`, box, isFace: kind === "SamePerson" };
      });
    const places = regions.filter(({ kind }) => kind !== "Person").map(({ box }) => box);
    const drawn = JSON.stringify([this.#shownTask, boxes, places]);
    if (drawn !== this.#drawn) this.#view.draw(boxes, places);
    this.#drawn = drawn;
  }

  /** Return an address of a task's picture; the caller revokes it. */
  pictureOf(task) {
    const { signal } = new AbortController();
    return this.#pictures.address(task, SCREEN, { signal, priority: "high" });
  }

  #beginWork({ work }) {
    if (work.workId === this.#workId) return;
    this.#workId = work.workId;
    const { tagatorId } = this.#day;
    this.#pictures = new Pictures({ api: this.#api, tagatorId, workId: work.workId });
    this.#photos = new Photos(this.#pictures);
    this.#look.begin(tagatorId, work.workId);
  }

  #showPhoto(bench, { task }) {
    this.#shownTask = task.taskId;
    const next = bench.upcoming(AHEAD);
    this.#beginWork(bench);
    this.#photos.want([task, ...next], this.#view.screenWidth);
    this.seen.begin();
    this.#looking.of(task);
    this.#view.show(this.#photos.get(task), this.#description());
    this.#day.prepare([task]);
    announce(this.#description());
  }

  /** Ask about the next photos, only when the one in hand is there: it goes first on a slow line. */
  #prepareNext() {
    const { bench } = this.#day;
    if (bench) this.#day.prepare(bench.upcoming(AHEAD));
  }

  #showSeen() {
    const { state } = this.seen;
    byId("loading").hidden = state !== "loading";
    byId("photo-trouble").hidden = state !== "failed";
    byId("complete").setAttribute("aria-disabled", String(state === "failed"));
  }

  #description() {
    const { current, progress } = this.#day.bench;
    return placeOf(current, progress);
  }
}

/**
 * Show a message, and let a screen reader say the same, at once if it is an alert. The reason of a
 * refused number stands under the field already, and what was done beside *Undo*.
 */
export function say({ text, level }) {
  const isAlert = level === "alert" || level === "refused";
  byId("alarm").textContent = isAlert ? text : ""; // an old one is read no more
  if (!isAlert) announce(text);
  const notice = byId("notice");
  notice.hidden = level === "refused" || level === "done"; // these stand elsewhere
  notice.className = `notice ${level}`;
  notice.textContent = text;
}

const announced = []; // in this moment: a screen reader would say the last one alone

/** Let a screen reader say it. */
export function announce(text) {
  if (announced.push(text) > 1) return;
  setTimeout(() => (byId("announcer").textContent = announced.splice(0).join(" ")));
}
