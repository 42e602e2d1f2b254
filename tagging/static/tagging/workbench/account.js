// The dialog of the account: the tagger's language and password, and signing out.
import { byId } from "./elements.js";
import { follow } from "./language.js";
import { textOf } from "./refusals.js";
import { fill, gettext, ngettext } from "./texts.js";

const FIELDS = ["old-password", "new-password", "repeated-password"];

/** Open it by its buttons. */
export function prepareAccount({ day, session, signOut }) {
  for (const id of ["account", "account-between"]) {
    byId(id).addEventListener("click", () => open(day.account ?? session.tagator));
  }
  byId("sign-out").addEventListener("click", signOut);
  byId("language").addEventListener("change", () => changeLanguage(day));
  byId("change-password").addEventListener("submit", (event) => {
    event.preventDefault();
    changePassword(day, session);
  });
}

function open({ email, language, name }) {
  byId("account-name").textContent = `${name}, ${email}`;
  byId("account-email").value = email; // for the browser's own list of passwords
  byId("language").value = language ?? "";
  byId("password-part").open = false;
  clear();
  byId("account-dialog").showModal();
}

function clear() {
  for (const id of FIELDS) byId(id).value = "";
  for (const id of ["language-reason", "password-reason", "password-done"]) byId(id).textContent = "";
}

async function changeLanguage(day) {
  const { value } = byId("language");
  byId("language-reason").textContent = "";
  try {
    await day.changeLanguage(value);
    follow(value);
  } catch (error) {
    byId("language").value = day.account?.language ?? "";
    byId("language-reason").textContent = whyNot(error);
  }
}

async function changePassword(day, session) {
  const [oldPassword, password, repeated] = FIELDS.map((id) => byId(id).value);
  const say = (reason, done = "") => {
    byId("password-reason").textContent = reason;
    byId("password-done").textContent = done;
  };
  say("");
  if (!oldPassword || !password) say(gettext("Enter your present password and a new one."));
  else if (password !== repeated) say(gettext("The two new passwords differ."));
  else {
    try {
      session.take(await day.changePassword(oldPassword, password));
      clear();
      say("", gettext("The password is changed. Elsewhere you have to sign in again."));
    } catch (error) {
      say(whyNot(error));
    }
  }
}

/** Say why the account was not changed; why a password is too weak, the server says in the page's language. */
function whyNot(error) {
  if (error.status === 429) return gettext("Too many attempts. Try again later.");
  if (!error.code) return gettext("The server cannot be reached. Try again.");
  if (error.code === "weak-password") return error.errors[0].detail;
  return textOf(error);
}

/** Ask whether to sign out before all is sent. */
export function isLeftUnsent(count) {
  const text = ngettext("%(count)s change is not sent yet, and stays in this browser only.", "%(count)s changes are not sent yet, and stay in this browser only.", count);
  return window.confirm(`${fill(text, { count })} ${gettext("Sign out all the same?")}`);
}
