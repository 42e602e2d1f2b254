// The page of the workbench: puts the parts together.
import { Api } from "./api.js";
import { focusBetween } from "./between.js";
import { Clock } from "./clock.js";
import { Day } from "./day.js";
import { askWhySkip, isDialogOpen, prepareDialogs, prepareSignIn, showKeys } from "./dialogs.js";
import { byId } from "./elements.js";
import { followPointers } from "./gestures.js";
import { isDigit, meaningOf, SUGGESTION_KEYS } from "./keys.js";
import { measured } from "./marks.js";
import { isOnlyPage } from "./one_page.js";
import { showTimeLeft } from "./panel.js";
import { PhotoView, STEP } from "./photo_view.js";
import { say, Screen } from "./screen.js";
import { Session } from "./session.js";
import { browserStorage, Store } from "./store.js";
import { gettext } from "./texts.js";

const PAN = 80; // pixels a press of an arrow
const REPEATED = new Set(["pan", "zoomIn", "zoomOut"]); // actions that a held key repeats

const { api: base, ...invitation } = document.body.dataset;
const field = byId("number");
const clock = new Clock();
const store = new Store(browserStorage(), sayNothingIsKept);
const session = new Session(store, base, clock);
const api = new Api(base, session, clock);
const day = new Day({ api, store, clock, isBusy: isDialogOpen });
const view = new PhotoView(byId("stage"), byId("canvas"), byId("boxes"));
const on = {
  remove: (value) => day.bench.remove(value),
  custom: (name) => day.bench.toggleCustom(name),
  suggest: (suggestion) => day.bench.suggest(suggestion),
};
const screen = new Screen({ day, view, invitation, on });

const ACTIONS = {
  add: () => day.bench.add(field.value),
  complete: () => completeOrAdd(),
  takeBack: () => day.bench.takeBackLast(),
  customTag: ({ place }) => pressItem("custom-tags", place),
  suggestion: ({ place }) => takeOver(place),
  skip: () => askAndSkip(),
  back: () => day.bench.back(),
  keys: () => showKeys(),
  zoomIn: () => view.zoom(STEP),
  zoomOut: () => view.zoom(1 / STEP),
  whole: () => view.whole(),
  pan: ({ by: [x, y] }) => view.pan(x * PAN, y * PAN),
  none: () => {},
};

/** Complete the photo; a number that is still in the field is added first. */
function completeOrAdd() {
  if (field.value) day.bench.add(field.value);
  if (day.bench.current?.draft.text) return; // a refused number has come into the field
  byId("notice").hidden = true;
  measured(view, () => {
    day.bench.complete();
    screen.show();
  });
}

/** Skip the photo that the dialog asked about, if it is still in hand when the reason is chosen. */
function askAndSkip() {
  const asked = day.bench.currentId;
  askWhySkip((reason) => {
    if (day.bench?.currentId === asked) measured(view, () => day.bench.skip(reason));
    else say({ text: gettext("Nothing was skipped: the photo is no longer in hand."), level: "alert" });
  });
}

function takeOver(place) {
  const { task, numbers } = day.bench.current;
  const offered = day.suggestions.of(task.taskId, numbers);
  const found = offered.find((one) => one.key === SUGGESTION_KEYS[place]);
  if (found) day.bench.suggest(found);
}

function pressItem(list, place) {
  byId(list).children[place]?.querySelector("button").click();
}

function onKey(event) {
  if (day.phase !== "working" || isDialogOpen()) return;
  const isPress = event.key === "Enter" || event.key === " ";
  if (isPress && event.target.closest?.("a, button")) return;
  const meaning = meaningOf(event, field.value);
  if (meaning || isDigit(event.key)) field.focus({ preventScroll: true });
  if (!meaning) return;
  event.preventDefault();
  if (!event.repeat || REPEATED.has(meaning.action)) ACTIONS[meaning.action](meaning);
}

function refocus() {
  if (isDialogOpen()) return;
  if (day.phase === "working") field.focus({ preventScroll: true });
  else focusBetween();
}

function onTyping() {
  const digits = field.value.replace(/[^0-9]/g, "");
  if (field.value !== digits) field.value = digits;
  day.bench.type(digits);
  screen.due();
}

async function onTake(albumId) {
  if (day.phase !== "elsewhere") return await day.take(albumId);
  await isOnlyPage({ takeOver: true, onLost });
  window.location.reload();
}

function onLost() {
  day.stop();
}

function signOut() {
  session.signOut();
  window.location.reload();
}

function sayNothingIsKept() {
  const text = gettext("This browser keeps nothing. Do not close the page while changes are sent.");
  say({ text, level: "warning" });
}

function prepareButtons() {
  for (const action of ["complete", "back", "skip", "keys"]) {
    byId(action).addEventListener("click", () => ACTIONS[action]());
  }
  byId("zoom-in").addEventListener("click", () => view.zoom(STEP));
  byId("zoom-out").addEventListener("click", () => view.zoom(1 / STEP));
  byId("zoom-whole").addEventListener("click", () => view.whole());
  byId("load-again").addEventListener("click", () => screen.loadAgain());
  byId("take").addEventListener("click", () => onTake(invitation.albumId));
  byId("take-any").addEventListener("click", () => onTake(null));
  for (const id of ["sign-out", "sign-out-between"]) byId(id).addEventListener("click", signOut);
}

function prepareField() {
  document.addEventListener("keydown", onKey);
  field.addEventListener("input", onTyping);
  byId("entry").addEventListener("submit", (event) => {
    event.preventDefault();
    ACTIONS[field.value ? "add" : "complete"]();
  });
  // A press of a button leaves the focus in the field, and the keyboard of a tablet open.
  byId("panel").addEventListener("mousedown", (event) => {
    if (event.target.closest("button")) event.preventDefault();
  });
  byId("bench").addEventListener("click", refocus);
  window.addEventListener("focus", refocus);
}

function prepareDay() {
  let wasWorking = false;
  day.addEventListener("change", () => {
    screen.due();
    const isWorking = day.phase === "working";
    if (isWorking && !wasWorking) queueMicrotask(refocus); // after it is shown
    wasWorking = isWorking;
  });
  day.addEventListener("said", ({ detail }) => say(detail));
  session.addEventListener("changed", () => window.location.reload());
  view.addEventListener("loaded", () => (byId("loading").hidden = true));
  view.addEventListener("failed", () => {
    byId("loading").hidden = true;
    byId("photo-trouble").hidden = false;
  });
  setInterval(() => {
    showTimeLeft(day.timeLeft);
    day.checkTime();
  }, 1000);
}

store.prune();
prepareDialogs(() => {
  day.bench?.returnIfIdle();
  refocus();
});
prepareSignIn(session);
prepareButtons();
prepareField();
prepareDay();
followPointers(byId("stage"), view);
screen.show();
if (await isOnlyPage({ takeOver: false, onLost })) await day.start();
else day.stop();
