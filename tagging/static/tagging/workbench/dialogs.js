// The dialogs over the page: signing in, the reason of a skip, the keys.
import { Problem } from "./api.js";
import { byId, make } from "./elements.js";
import { latinLetter } from "./keys.js";
import { fill, gettext, gettext_noop } from "./texts.js";

// Stored in the history of the task for staff, who read English.
const SKIP_REASONS = [
  gettext_noop("The photo does not load"),
  gettext_noop("Too blurred or too dark to be sure"),
  gettext_noop("Too many people to read them all"),
  gettext_noop("Not a photo of this event"),
  gettext_noop("Another reason"),
];

const REASON_KEYS = "abcde"; // no digits: a number that is typed by mistake chooses nothing

/** Say whether a dialog is open: the keys of the photo rest. */
export function isDialogOpen() {
  return document.querySelector("dialog[open]") !== null;
}

export function closeDialogs() {
  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
}

export function prepareDialogs(refocus) {
  for (const dialog of document.querySelectorAll("dialog")) {
    dialog.addEventListener("close", refocus);
    dialog.querySelector("[data-closes]")?.addEventListener("click", () => dialog.close());
  }
}

export function showKeys() {
  byId("keys-dialog").showModal();
}

/** Ask why; `skip(reason)` is called with a choice, by its button or its letter. */
export function askWhySkip(skip) {
  const dialog = byId("skip-dialog");
  const choose = (reason) => {
    dialog.close();
    skip(reason);
  };
  byId("skip-reasons").replaceChildren(
    ...SKIP_REASONS.map((reason, place) => {
      const key = make("kbd", {}, REASON_KEYS[place].toUpperCase());
      const button = { type: "button", onclick: () => choose(reason) };
      return make("li", {}, make("button", button, key, " ", gettext(reason)));
    }),
  );
  dialog.onkeydown = (event) => {
    const letter = latinLetter(event);
    const reason = letter && SKIP_REASONS[REASON_KEYS.indexOf(letter)];
    if (!reason || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    choose(reason);
  };
  dialog.showModal();
}

/** Let the tagger sign in, over whatever the page shows. */
export function prepareSignIn(session) {
  const dialog = byId("sign-in-dialog");
  session.addEventListener("needed", () => openSignIn(dialog, session));
  session.addEventListener("signedin", () => dialog.close());
  dialog.addEventListener("cancel", (event) => event.preventDefault());
  // A browser closes it all the same when Esc is pressed twice, or at its own way back.
  dialog.addEventListener("close", () => {
    if (session.isNeeded && !dialog.open) openSignIn(dialog, session);
  });
  byId("sign-in").addEventListener("submit", async (event) => {
    event.preventDefault();
    byId("sign-in-reason").textContent = "";
    try {
      await session.signIn(byId("email").value.trim(), byId("password").value);
      byId("password").value = "";
    } catch (error) {
      byId("sign-in-reason").textContent = whyNotSignedIn(error);
      byId("password").select();
    }
  });
}

function openSignIn(dialog, session) {
  const { tagator } = session;
  byId("sign-in-text").textContent = tagator
    ? fill(gettext("Your session has expired, %(name)s. What you typed is kept."), tagator)
    : "";
  if (tagator?.email) byId("email").value = tagator.email;
  dialog.showModal();
  byId(tagator?.email ? "password" : "email").focus();
}

function whyNotSignedIn(error) {
  const status = error.status ?? 0;
  if (status === 401) return gettext("The e-mail or the password is wrong.");
  if (status === 403) return gettext("You are blocked. Ask those who invited you.");
  if (status === 429) return gettext("Too many attempts. Try again later.");
  if (error instanceof Problem) return gettext("Enter your e-mail and your password.");
  return gettext("The server cannot be reached. Try again.");
}
