// What is shown while there is no photo in hand: before, between and after works.
import { byId, setText } from "./elements.js";
import { ratesIn } from "./figures.js";
import { fill, gettext } from "./texts.js";
import { aheadOf } from "./trial.js";

const ASKS_ALBUM = new Set(["idle", "none", "over"]);
const SILENT = new Set(["loading", "refused"]); // no button

/** Show the page between works. `invitation` is `{albumId, albumName, invitationTrouble}`; `isWaiting`: whether photos are, or null. */
export function showBetween(day, invitation, isWaiting) {
  const working = day.phase === "working";
  const before = byId("between").hidden ? "" : seenNow();
  byId("between").hidden = working;
  byId("bench").inert = !working;
  byId("between").dataset.phase = day.phase;
  if (working) return;
  const hasEnded = day.phase === "none" && isWaiting; // the want of photos
  const [title, text] = WORDS[hasEnded ? "idle" : day.phase](day);
  setText("between-title", title);
  setText("between-text", `${invitationText(invitation, day.phase)} ${text}`.trim());
  setText("between-waiting", waitingText(day, invitation, isWaiting));
  byId("between-waiting").classList.toggle("arrived", isWaiting === true);
  byId("notify-part").hidden = isWaiting === null;
  showButtons(day, invitation);
  if (before !== seenNow() && !document.querySelector("dialog[open]")) focusBetween();
}

/** Put the focus on the button, so that Enter takes work. */
export function focusBetween() {
  const target = byId("take").hidden ? byId("between-title") : byId("take");
  target.focus();
}

function seenNow() {
  const { hidden } = byId("take");
  return `${byId("between").dataset.phase} ${hidden} ${byId("take").textContent}`;
}

const WORDS = {
  loading: ({ isAway }) => [
    gettext("One moment…"),
    isAway ? gettext("The server does not answer. It is asked again.") : "",
  ],
  idle: ({ account, trial }) => [gettext("Ready?"), idleText(account, trial)],
  none: () => [gettext("No photo is waiting."), ""],
  finished: ({ bench }) => [
    gettext("All photos of this work are done."),
    finishedText(bench.queue),
  ],
  over: () => [
    gettext("The time of this work is over."),
    gettext("What was saved stays. Numbers that were not sent are kept for the case that you get the same photos again."),
  ],
  refused: ({ refusal }) => [gettext("You cannot work here."), refusal],
  elsewhere: () => [
    gettext("The workbench is open in another window."),
    gettext("Only one window can work at a time. Nothing that you typed is lost."),
  ],
};

/** Return what comes first, and what a work is; after a trial that was not passed, that alone. */
function idleText(account, trial) {
  const ahead = aheadOf(trial);
  if (ahead && !trial.photosLeft) return ahead;
  return [ahead, terms(account), gettext("Type the start numbers that you can read.")].filter(Boolean).join(" ");
}

/** Return what a work is: how many photos at most, how long, and what they earn. */
function terms({ settings, ...account }) {
  const words = gettext("%(tasksPerWork)s photos, %(workTimeoutMinutes)s minutes");
  return `${[fill(words, settings), ratesIn(account)].filter(Boolean).join(", ")}.`;
}

function finishedText({ held, changes }) {
  if (held) return gettext("Hand them in, or go back and correct them. After two minutes they are handed in by themselves.");
  return changes.length ? gettext("The last changes are being sent.") : gettext("Thank you!");
}

function waitingText({ phase }, { albumName }, isWaiting) {
  if (isWaiting === null) return "";
  if (isWaiting) return gettext("Photos are waiting: take work.");
  const later = gettext("This page says when photos arrive.");
  if (phase === "none") return later;
  const none = albumName ? gettext("No photo of %(albumName)s is waiting now.") : gettext("No photo is waiting now.");
  return `${fill(none, { albumName })} ${later}`;
}

function showButtons({ phase, bench, trial }, { albumId, albumName }) {
  const held = phase === "finished" && Boolean(bench.queue.held);
  const sending = phase === "finished" && bench.queue.changes.length > 0 && !held;
  byId("hand-in").hidden = !held;
  byId("correct").hidden = !held;
  const ofAlbum = Boolean(albumId) && ASKS_ALBUM.has(phase);
  byId("take").hidden = sending || SILENT.has(phase);
  byId("take-any").hidden = !ofAlbum;
  byId("trial").hidden = !trial?.asked;
  for (const id of ["account-between", "figures-between"]) {
    byId(id).hidden = phase === "loading" || phase === "elsewhere";
  }
  const words = {
    finished: held ? gettext("Hand in and take more work") : gettext("Take more work"),
    elsewhere: gettext("Use it here"),
  }[phase];
  const album = fill(gettext("Take work of %(albumName)s"), { albumName });
  setText("take", words ?? (ofAlbum ? album : gettext("Take work")));
}

function invitationText({ invitationTrouble }, phase) {
  if (phase !== "idle" || !invitationTrouble) return "";
  return {
    expired: gettext("The invitation has expired."),
    invalid: gettext("The invitation is not valid."),
  }[invitationTrouble];
}
