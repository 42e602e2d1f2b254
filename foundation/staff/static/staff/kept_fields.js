// A form that was sent when the session was over: after the sign-in its page opens, and what was typed stands there again.
// Kept in this tab alone, without passwords and files, and forgotten once another page opens.
"use strict";

(() => {
  const NAME = "fl-kept-fields";
  const MOST_MINUTES = 30;
  const SIGN_IN = /\/login\/$|\/second-step/;
  const page = location.pathname + location.search;
  const read = () => JSON.parse(sessionStorage.getItem(NAME) ?? "null");
  const write = (kept) => sessionStorage.setItem(NAME, JSON.stringify(kept));

  addEventListener("submit", ({ target: form }) => {
    if (form.method !== "post" || SIGN_IN.test(location.pathname) || form.querySelector("[type=password]")) return;
    const sent = [...new FormData(form)].filter(([name, value]) => typeof value === "string" && name !== "csrfmiddlewaretoken");
    write({ page, at: Date.now(), form: [...document.forms].indexOf(form), sent });
  });

  addEventListener("DOMContentLoaded", () => {
    const kept = read();
    if (!kept) return;
    if (SIGN_IN.test(location.pathname)) return write({ ...kept, isSignedOut: true });
    sessionStorage.removeItem(NAME);
    const form = document.forms[kept.form];
    const isLate = Date.now() - kept.at > MOST_MINUTES * 60_000;
    if (!kept.isSignedOut || kept.page !== page || isLate || !form) return;
    const values = new Map();
    for (const [name, value] of kept.sent) values.set(name, [...(values.get(name) ?? []), value]);
    for (const field of form.elements) if (field.name) fillIn(field, values);
    tell(form);
  });

  /** Give a field what was typed; hidden ones are the page's own. */
  function fillIn(field, values) {
    const typed = values.get(field.name) ?? [];
    if (field.type === "hidden" || field.type === "file" || field.type === "submit" || field.type === "button") return;
    if (field.type === "checkbox" || field.type === "radio") field.checked = typed.includes(field.value);
    else if (field.tagName === "SELECT") for (const option of field.options) option.selected = typed.includes(option.value);
    else if (typed.length) field.value = typed.shift();
    values.set(field.name, typed);
    field.dispatchEvent(new Event("change", { bubbles: true }));
  }

  function tell(form) {
    const said = document.createElement("p");
    said.setAttribute("role", "status");
    said.className = "border border-base-200 mb-4 px-3 py-2 rounded-default dark:border-base-800";
    said.textContent = "What you typed stands here again, and is not saved yet: look it over and send it. Files have to be chosen again.";
    form.prepend(said);
  }
})();
