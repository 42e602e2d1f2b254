// The search of everything by keys alone. The theme gives the field the focus 20 ms late, and chooses by Enter only what
// an arrow marked before; here the first key typed is kept, and Enter opens the first finding, once it has come.
"use strict";
{
  const isTyped = (target) => target.closest?.("input, textarea, select, [contenteditable]");
  const searchField = () => document.getElementById("search-input-command");
  let asked = ""; // the text of the newest request
  let shown = ""; // the text whose findings are shown
  let isAwaited = false; // Enter came before the findings

  const show = () => {
    const field = searchField();
    field?.closest("[x-show]").style.removeProperty("display");
    field?.focus();
  };

  const choose = (event) => {
    const field = event.target;
    const findings = Alpine.$data(field);
    const isAnswered = !field.value || shown === field.value;
    if (isAnswered && findings.currentIndex === 0) findings.nextItem();
    if (isAnswered && findings.currentIndex > 0) return; // the theme opens it
    isAwaited = !isAnswered;
    event.preventDefault();
    event.stopPropagation();
  };

  const onKey = (event) => {
    if (event.target.id === "search-input-command") {
      if (event.key === "Enter") choose(event);
      else if (event.key.length === 1 || event.key === "Escape") isAwaited = false;
      return;
    }
    const isOpening = event.key === "k" && (event.ctrlKey || event.metaKey);
    if (!isOpening || isTyped(event.target) || !searchField()) return;
    event.preventDefault();
    window.dispatchEvent(new CustomEvent("opencommand")); // the theme opens it
    show();
  };

  const onAnswer = (event) => {
    if (event.target.id !== "command-results") return;
    shown = asked;
    if (shown && !event.target.querySelector("li")) event.target.textContent = `Nothing is found for “${shown}”.`;
    if (!isAwaited || shown !== searchField().value) return;
    isAwaited = false;
    const options = { key: "Enter", bubbles: true, cancelable: true };
    // After the theme has counted what came.
    queueMicrotask(() => searchField().dispatchEvent(new KeyboardEvent("keydown", options)));
  };

  // First, so that the theme finds the focus in a field and leaves the key alone.
  window.addEventListener("keydown", onKey, { capture: true });
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.target.id === "search-input-command") asked = event.target.value;
  });
  document.addEventListener("htmx:afterSwap", onAnswer);
}
