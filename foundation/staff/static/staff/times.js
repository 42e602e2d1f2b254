// Shows times in the reader's zone, and takes them so in forms; the time in UTC, as the server wrote
// it, is shown on hover. Without this script every time is in UTC.
"use strict";
{
  const WRITTEN = /(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)(:\d\d)?(\.\d+)?/;
  const IN_TEXT = new RegExp(`${WRITTEN.source} UTC`, "g");
  const WHOLE = new RegExp(`^\\s*${WRITTEN.source}Z?\\s*$`); // with Z: as `letChoose` sent it
  const LEFT_OUT = "time, script, style, textarea, option, pre, code, [data-utc]";
  const two = (number) => String(number).padStart(2, "0");

  const zoneOf = (moment) =>
    new Intl.DateTimeFormat("en", { timeZoneName: "short" })
      .formatToParts(moment)
      .find((part) => part.type === "timeZoneName").value;

  /** Return the element that shows a moment; what was written of it says how exactly. */
  const shown = (document, [written, day, minutes, seconds = "", parts = ""], zone) => {
    const moment = new Date(`${day}T${minutes}${seconds || ":00"}${parts}Z`);
    const element = document.createElement("time");
    element.dateTime = moment.toISOString();
    element.title = `${written.trim().replace(/ UTC$/, "")} UTC`;
    const date = [moment.getFullYear(), two(moment.getMonth() + 1), two(moment.getDate())].join("-");
    const time = `${two(moment.getHours())}:${two(moment.getMinutes())}${seconds}${parts}`;
    element.textContent = `${date} ${time}${zone ? ` ${zoneOf(moment)}` : ""}`;
    return element;
  };

  const replaceIn = (text) => {
    const found = [...text.data.matchAll(IN_TEXT)];
    if (!found.length || text.parentElement?.closest(LEFT_OUT)) return;
    const pieces = [];
    let end = 0;
    for (const each of found) {
      pieces.push(text.data.slice(end, each.index), shown(text.ownerDocument, each, true));
      end = each.index + each[0].length;
    }
    text.replaceWith(...pieces, text.data.slice(end));
  };

  /** A column whose head says UTC has times alone: they become the reader's, and the head says whose. */
  const replaceColumns = (table) => {
    table.querySelectorAll("thead th").forEach((head, column) => {
      if (!head.textContent.includes("(UTC)")) return;
      const cells = [...table.querySelectorAll("tbody tr")].map((row) => row.cells[column]);
      const texts = cells.flatMap((cell) => (cell ? textsOf(cell) : []));
      const times = texts.filter((text) => WHOLE.test(text.data));
      for (const text of times) text.replaceWith(shown(text.ownerDocument, text.data.match(WHOLE), false));
      if (!times.length) return;
      sayWhose(head);
    });
  };

  const isUtc = () => Intl.DateTimeFormat().resolvedOptions().timeZone === "UTC";

  const sayWhose = (part) => {
    for (const text of textsOf(part)) text.data = text.data.replace("(UTC)", "(your time)");
  };

  /** Let staff choose their own time in a field that has UTC; unchanged, it is sent as it came. */
  const letChoose = (field) => {
    const moment = momentOf(field.value);
    if (!moment && field.value) return; // what was refused stays as it was typed
    const sent = Object.assign(field.ownerDocument.createElement("input"), {
      type: "hidden", name: field.name, value: field.value,
    });
    field.removeAttribute("name");
    field.value = ""; // as text it is no time of the other type, and the console would say so
    field.type = "datetime-local";
    if (moment) field.value = inZone(moment);
    field.after(sent);
    field.addEventListener("input", () => {
      sent.value = field.value && new Date(field.value).toISOString();
    });
    // A browser sends nothing of a time that is half typed.
    field.form.addEventListener("submit", (event) => {
      if (field.validity.badInput) event.preventDefault();
      if (field.validity.badInput) field.reportValidity();
    });
    if (!isUtc()) for (const label of field.labels) sayWhose(label);
  };

  const momentOf = (text) => {
    const found = text.match(WHOLE);
    if (!found) return null;
    const [, day, minutes, seconds = ":00"] = found;
    const moment = new Date(`${day}T${minutes}${seconds}Z`);
    return Number.isNaN(moment.getTime()) ? null : moment;
  };

  /** Return the reader's time as a field has it. */
  const inZone = (moment) =>
    new Date(moment - moment.getTimezoneOffset() * 60000).toISOString().slice(0, 19).replace(/:00$/, "");

  const textsOf = (part) => {
    const walker = part.ownerDocument.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    return texts;
  };

  /** Show the times within a part of a page, or of one that was fetched, in the reader's zone. */
  window.showLocalTimes = (part) => {
    part.querySelectorAll("input[data-moment][name]").forEach(letChoose);
    if (isUtc()) return;
    for (const table of part.querySelectorAll("table")) replaceColumns(table);
    textsOf(part).forEach(replaceIn);
  };

  document.addEventListener("DOMContentLoaded", () => window.showLocalTimes(document.body));
  // What a script loads later: the answer of the search field.
  document.addEventListener("htmx:afterSwap", (event) => window.showLocalTimes(event.target));
}
