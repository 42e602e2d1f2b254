// The page of the workbench: puts the parts together.
import { isLeftUnsent, prepareAccount } from "./account.js";
import { Actions } from "./actions.js";
import { Api } from "./api.js";
import { Arrivals } from "./arrivals.js";
import { Asking } from "./asking.js";
import { focusBetween } from "./between.js";
import { Clock } from "./clock.js";
import { Completion } from "./completion.js";
import { Day } from "./day.js";
import { closeDialogs, isDialogOpen, prepareDialogs, prepareSignIn } from "./dialogs.js";
import { byId, setText } from "./elements.js";
import { Figures } from "./figures.js";
import { followPointers } from "./gestures.js";
import { Guide } from "./guide.js";
import { Hint } from "./hint.js";
import { forgetPictures } from "./kept_pictures.js";
import { forgetWorks, KeptWork } from "./kept_work.js";
import { meaningOf } from "./keys.js";
import { follow } from "./language.js";
import { numberIn, paste, showLetterKeys, takesLetters, typeAs, UNREAD } from "./letters.js";
import { Lighting } from "./lighting.js";
import { Looking } from "./looking.js";
import { Loupe } from "./loupe.js";
import { isOnlyPage } from "./one_page.js";
import { Options } from "./options.js";
import { Overview } from "./overview.js";
import { placeOf, showTimeLeft } from "./panel.js";
import { PhotoView } from "./photo_view.js";
import { PictureLook } from "./picture_look.js";
import { announce, say, Screen } from "./screen.js";
import { Questions } from "./questions.js";
import { Series } from "./series.js";
import { Session } from "./session.js";
import { keepSharp } from "./sharpening.js";
import { Signal } from "./signal.js";
import { browserStorage, Store } from "./store.js";
import { fill, gettext } from "./texts.js";
import { Trial } from "./trial.js";

const TOO_SOON = 1000; // milliseconds after the last photo: Enter was meant for it
const REPEATED = new Set(["type", "pan", "zoomIn", "zoomOut"]); // actions that a held key repeats

const { api: base, worker, ...invitation } = document.body.dataset;
const field = byId("number");
const clock = new Clock();
const store = new Store(browserStorage(), sayNothingIsKept);
const session = new Session(store, base, clock);
const api = new Api(base, session, clock);
const keptWork = new KeptWork(store, session);
const day = new Day({ api, store, clock, isBusy: isDialogOpen, keptWork });
const [stage, canvas, boxes, labels] = ["stage", "canvas", "boxes", "labels"].map(byId);
const view = new PhotoView({ stage, canvas, boxes, labels });
new Overview(view, byId("overview"));
const look = new PictureLook(store);
const looking = new Looking(view, store);
const lighting = new Lighting({ view, stage, list: byId("suggestions") });
const loupe = new Loupe(byId("loupe"));
const on = {
  remove: (value) => day.bench.remove(value),
  custom: (name) => day.bench.toggleCustom(name),
  suggest: (suggestion) => day.bench.suggest(suggestion),
};
const tagatorId = () => session.tagator?.tagatorId;
const guide = new Guide(store, tagatorId, api);
const arrivals = new Arrivals({ api, albumId: invitation.albumId });
const screen = new Screen({
  day,
  view,
  invitation,
  on,
  api,
  look,
  looking,
  lighting,
  hint: new Hint(store, tagatorId),
  guide,
  arrivals,
});
const completion = new Completion({
  field,
  list: byId("completions"),
  announce,
  ask: (typed) => day.completions(typed),
  take: (number) => {
    day.bench.type(number);
    day.bench.add(number);
  },
});
let finishedOn = 0; // when the last photo of a work was done
const options = new Options(store, tagatorId);
const figures = new Figures(api);
const trial = new Trial(api);
const signal = new Signal(options);
const series = new Series({ pictureOf: (task) => screen.pictureOf(task), ask: (typed) => day.completions(typed) });
const questions = new Questions(api, store);
const asking = new Asking({ questions, store, options, inHand: photoInHand });
const actions = new Actions({ day, view, screen, options, completion, series, guide, asking, looking, look, loupe, store });

function onKey(event) {
  if (isDialogOpen()) return;
  const isPress = event.key === "Enter" || event.key === " ";
  if (isPress && event.target.closest?.("a, button")) return;
  const meaning = meaningOf(event, field.value, takesLetters(taskInHand()));
  if (!meaning || !actions.canDo(meaning)) return;
  field.focus({ preventScroll: true });
  event.preventDefault();
  if (!event.repeat || REPEATED.has(meaning.action)) actions.do(meaning);
}

/** Return what a question would be about, or null. */
function photoInHand() {
  const current = day.phase === "working" ? day.bench.current : null;
  if (!current) return null;
  const place = placeOf(current, day.bench.progress);
  return { tagatorId: day.tagatorId, workId: day.bench.work.workId, taskId: current.task.taskId, place };
}

function taskInHand() {
  return day.phase === "working" ? day.bench.current.task : null;
}

function refocus() {
  if (isDialogOpen()) return;
  if (day.phase === "working") field.focus({ preventScroll: true });
  else focusBetween();
}

function onTyping() {
  const { task } = day.bench.current;
  const typed = numberIn(field.value, task);
  if (field.value !== typed) field.value = typed;
  day.bench.type(typed);
  completion.type(task.albumId, typed);
  screen.due();
}

function onPaste(event) {
  const { task } = day.bench.current;
  const insert = (value) => {
    field.setRangeText(value, field.selectionStart, field.selectionEnd, "end");
    onTyping();
  };
  const refuse = (value) => day.bench.say(fill(gettext("%(value)s is not a number."), { value }));
  paste(event, task, { insert, refuse, add: (value) => day.bench.add(value) });
  screen.due();
}

async function onTake(albumId, { detail: clicks }) {
  if (!clicks && Date.now() - finishedOn < TOO_SOON) return;
  if (day.phase !== "elsewhere") return await day.take(albumId);
  await isOnlyPage({ takeOver: true, onLost });
  window.location.reload();
}

function onLost() {
  day.stop();
  questions.stop();
  closeDialogs(); // they ask about a photo that the other window has in hand
}

async function signOut() {
  const { trouble, changes } = day.bench?.queue ?? {};
  if (trouble && changes.length && !isLeftUnsent(changes.length)) return;
  if (!day.bench?.queue.trouble) await day.handIn();
  session.signOut();
  forgetWorks(store);
  await forgetPictures();
  window.location.reload();
}

function sayNothingIsKept() {
  const text = gettext("This browser keeps nothing. Do not close the page while changes are sent.");
  say({ text, level: "warning" });
}

function prepareButtons() {
  for (const action of ["complete", "back", "forward", "skip", "same", "series", "sure", "undo", "ask", "keys"]) {
    byId(action).addEventListener("click", () => actions.do({ action }));
  }
  byId("unread").addEventListener("click", () => actions.do({ action: "type", sign: UNREAD }));
  byId("zoom-in").addEventListener("click", () => actions.zoomIn());
  byId("zoom-out").addEventListener("click", () => actions.zoomOut());
  byId("zoom-whole").addEventListener("click", () => actions.whole());
  byId("zoom-place").addEventListener("click", () => actions.do({ action: "place" }));
  byId("picture").addEventListener("click", () => showTools(byId("tools").hidden));
  for (const button of byId("tools").querySelectorAll("[data-action]")) {
    button.addEventListener("click", () => actions.do(button.dataset));
  }
  byId("load-again").addEventListener("click", () => screen.loadAgain());
  byId("skip-unseen").addEventListener("click", () => actions.skip());
  byId("hand-in").addEventListener("click", () => day.handIn());
  byId("correct").addEventListener("click", () => actions.back());
  byId("take").addEventListener("click", (event) => onTake(invitation.albumId, event));
  byId("take-any").addEventListener("click", (event) => onTake(null, event));
  for (const id of ["answers", "questions-between"]) byId(id).addEventListener("click", () => asking.open());
  byId("trial").addEventListener("click", () => trial.open(day.trial));
  for (const id of ["figures", "figures-between"]) byId(id).addEventListener("click", () => figures.open());
}

function showTools(isShown) {
  byId("tools").hidden = !isShown;
  byId("picture").setAttribute("aria-expanded", String(isShown));
}

function prepareView() {
  followPointers(stage, view, loupe);
  keepSharp(view, (pixels, options) => screen.sharper(pixels, options));
  actions.showBoxes();
  look.addEventListener("change", () => {
    view.appear(look);
    actions.showLoupe();
    setText("look", look.words);
  });
  for (const name of ["moved", "loaded"]) {
    view.addEventListener(name, () => actions.showLoupe());
  }
  window.addEventListener("online", () => screen.seen.state === "failed" && screen.loadAgain());
}

function prepareField() {
  document.addEventListener("keydown", onKey);
  field.addEventListener("input", onTyping);
  field.addEventListener("paste", onPaste);
  byId("entry").addEventListener("submit", (event) => {
    event.preventDefault();
    actions.do({ action: field.value ? "enter" : "complete" });
  });
  // A press of a button leaves the focus in the field, and the keyboard of a tablet open.
  byId("bench").addEventListener("mousedown", (event) => {
    if (event.target.closest("button")) event.preventDefault();
  });
  byId("bench").addEventListener("click", refocus);
  window.addEventListener("focus", refocus);
}

function prepareDay() {
  let wasWorking = false;
  day.addEventListener("change", () => {
    screen.due();
    typeAs(field, taskInHand());
    showLetterKeys(taskInHand());
    const isWorking = day.phase === "working";
    if (wasWorking && day.phase === "finished") finishedOn = Date.now();
    if (isWorking && !wasWorking) queueMicrotask(refocus); // after it is shown
    wasWorking = isWorking;
  });
  day.addEventListener("change", () => {
    const current = day.phase === "working" ? day.bench.current : null;
    completion.type(current?.task.albumId, current?.draft.text ?? "");
  });
  day.addEventListener("said", ({ detail }) => say(detail));
  day.addEventListener("known", () => follow((day.account.tagator ?? day.account).language));
  session.addEventListener("signedin", () => follow(session.tagator.language));
  window.addEventListener("pagehide", () => day.handIn()); // who leaves the page comes back no more
  session.addEventListener("changed", () => forgetPictures().finally(() => window.location.reload()));
  day.addEventListener("change", () => arrivals.follow(day.phase));
  arrivals.addEventListener("change", () => {
    signal.show(arrivals.hasArrived);
    screen.due();
  });
  setInterval(() => {
    arrivals.check();
    showTimeLeft(day.timeLeft);
    day.checkTime();
    day.checkHeld();
  }, 1000);
}

function prepareQuestions() {
  day.addEventListener("change", () => {
    if (day.account) questions.begin(day.tagatorId);
    asking.show();
  });
  for (const looks of [day, arrivals]) {
    looks.addEventListener("looked", ({ detail }) => questions.follow(detail.lastAnswerOn));
  }
  questions.addEventListener("said", ({ detail }) => say(detail));
}

/** The options in the dialog of keys and between works. */
function prepareOptions() {
  const box = byId("one-enter");
  box.addEventListener("change", () => {
    options.oneEnter = box.checked;
    screen.due();
  });
  signal.offer(byId("notify"));
  day.addEventListener("change", () => {
    box.checked = options.oneEnter;
    signal.prepare(byId("notify"));
  });
}

navigator.serviceWorker?.register(worker).catch(() => {}); // a convenience; some browsers forbid it
store.prune();
prepareDialogs(() => {
  day.bench?.returnIfIdle();
  refocus();
});
prepareSignIn(session);
prepareAccount({ day, session, signOut });
prepareButtons();
prepareField();
prepareDay();
prepareQuestions();
prepareOptions();
prepareView();
screen.show();
if (await isOnlyPage({ takeOver: false, onLost })) await day.start();
else day.stop();
