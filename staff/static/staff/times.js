// Shows times in the reader's zone; the time in UTC, as the server wrote it, is shown on hover.
// Without this script every time is in UTC.
"use strict";
{
  const WRITTEN = /(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)(:\d\d)?(\.\d+)?/;
  const IN_TEXT = new RegExp(`${WRITTEN.source} UTC`, "g");
  const WHOLE = new RegExp(`^\\s*${WRITTEN.source}\\s*$`);
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
      for (const text of textsOf(head)) text.data = text.data.replace("(UTC)", "(your time)");
    });
  };

  const textsOf = (part) => {
    const walker = part.ownerDocument.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    return texts;
  };

  /** Show the times within a part of a page, or of one that was fetched, in the reader's zone. */
  window.showLocalTimes = (part) => {
    if (Intl.DateTimeFormat().resolvedOptions().timeZone === "UTC") return;
    for (const table of part.querySelectorAll("table")) replaceColumns(table);
    textsOf(part).forEach(replaceIn);
  };

  document.addEventListener("DOMContentLoaded", () => window.showLocalTimes(document.body));
  // What a script loads later: the answer of the search field.
  document.addEventListener("htmx:afterSwap", (event) => window.showLocalTimes(event.target));
}
