// The search field has the focus at once: the theme gives it 20 ms later, and the first key typed would be lost.
"use strict";
{
  const isTyped = (target) => target.closest?.("input, textarea, select, [contenteditable]");

  const show = () => {
    const field = document.getElementById("search-input-command");
    field?.closest("[x-show]").style.removeProperty("display");
    field?.focus();
  };

  const onKey = (event) => {
    const isAsked = event.key === "k" && (event.ctrlKey || event.metaKey);
    if (!isAsked || isTyped(event.target) || !document.getElementById("search-input-command")) return;
    event.preventDefault();
    window.dispatchEvent(new CustomEvent("opencommand")); // the theme opens it
    show();
  };

  // First, so that the theme finds the focus in a field and leaves the key alone.
  window.addEventListener("keydown", onKey, { capture: true });
}
