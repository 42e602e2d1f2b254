// What is shown while there is no photo in hand: before, between and after works.
import { byId, setText } from "./elements.js";
import { fill, gettext } from "./texts.js";

const ASKS_ALBUM = new Set(["idle", "none", "over"]);
const SILENT = new Set(["loading", "refused"]); // no button

/** Show the page between works. `invitation` is `{albumId, albumName, invitationTrouble}`. */
export function showBetween(day, invitation) {
  const working = day.phase === "working";
  byId("between").hidden = working;
  byId("bench").inert = !working;
  if (working) return;
  const before = seenNow();
  const [title, text] = WORDS[day.phase](day);
  setText("between-title", title);
  setText("between-text", `${invitationText(invitation, day.phase)} ${text}`.trim());
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
  return `${byId("between-title").textContent} ${hidden} ${byId("take").textContent}`;
}

const WORDS = {
  loading: ({ isAway }) => [
    gettext("One moment…"),
    isAway ? gettext("The server does not answer. It is asked again.") : "",
  ],
  idle: () => [
    gettext("Ready?"),
    gettext("You get some photos for a limited time. Type the start numbers that you can read."),
  ],
  none: () => [gettext("No photo is waiting."), gettext("Look again later.")],
  finished: ({ bench }) => [
    gettext("All photos of this work are done."),
    bench.queue.changes.length ? gettext("The last changes are being sent.") : gettext("Thank you!"),
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

function showButtons({ phase, bench }, { albumId, albumName }) {
  const sending = phase === "finished" && bench.queue.changes.length > 0;
  const ofAlbum = Boolean(albumId) && ASKS_ALBUM.has(phase);
  byId("take").hidden = sending || SILENT.has(phase);
  byId("take-any").hidden = !ofAlbum;
  byId("sign-out-between").hidden = phase === "loading" || phase === "elsewhere";
  const words = {
    finished: gettext("Take more work"),
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
