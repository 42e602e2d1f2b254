// A form that was sent when the session was over was not saved: after the sign-in a note offers to send it again as it was.
// It is kept in this tab alone, for half an hour, without passwords; one with a chosen file is not kept, as a script may not choose files.
"use strict";

(() => {
  const NAME = "fl-send-again";
  const MOST = 30 * 60_000; // milliseconds
  const SIGN_IN = /\/login\/$|\/second-step/;
  const isSignIn = SIGN_IN.test(location.pathname);
  const forget = () => sessionStorage.removeItem(NAME);
  const keep = (sent) => sessionStorage.setItem(NAME, JSON.stringify(sent));

  addEventListener("submit", (event) => {
    const { target: form, submitter } = event;
    if (event.defaultPrevented || form.method !== "post" || isSignIn) return;
    const entries = [...new FormData(form, submitter)];
    const passwords = new Set([...form.querySelectorAll("[type=password]")].map(({ name }) => name));
    forget();
    if (entries.some(([, value]) => value instanceof File && value.name)) return;
    const fields = entries.filter(([name, value]) => typeof value === "string" && name !== "csrfmiddlewaretoken" && !passwords.has(name));
    if (!fields.length) return; // nothing was typed: it signs out, for example
    const action = new URL(submitter?.getAttribute("formaction") ?? form.getAttribute("action") ?? "", location.href).href;
    keep({ action, fields, title: document.title, at: Date.now() });
  });

  addEventListener("DOMContentLoaded", () => {
    const sent = JSON.parse(sessionStorage.getItem(NAME) ?? "null");
    if (!sent) return;
    if (isSignIn) return keep({ ...sent, isUnsaved: true });
    const isUnsaved = sent.isUnsaved || document.querySelector("[data-not-saved]") !== null;
    if (!isUnsaved || Date.now() - sent.at > MOST) return forget();
    keep({ ...sent, isUnsaved });
    offer(sent);
  });

  function offer({ action, fields, title, at }) {
    const token = document.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "";
    const form = document.createElement("form");
    form.method = "post";
    form.action = action;
    form.className = "border border-base-200 flex flex-wrap gap-3 items-center mb-4 px-3 py-2 rounded-default dark:border-base-800";
    for (const [name, value] of [["csrfmiddlewaretoken", token], ...fields]) {
      const field = document.createElement("textarea"); // a hidden input would lose the lines of a text
      Object.assign(field, { name, value, hidden: true });
      form.append(field);
    }
    const said = document.createElement("p");
    said.setAttribute("role", "status");
    said.textContent = `Not saved, because you were signed out: “${title}”, sent at ${new Date(at).toLocaleTimeString()}.`;
    form.append(said, button("Send it again", "submit"), button("Forget it", "button", () => (forget(), form.remove())));
    const page = document.querySelector("#content") ?? document.querySelector("#main") ?? document.body;
    page.prepend(form);
  }

  function button(text, type, press = () => {}) {
    const made = document.createElement("button");
    Object.assign(made, { type, textContent: text, className: "cursor-pointer text-link underline" });
    made.addEventListener("click", press);
    return made;
  }
})();
