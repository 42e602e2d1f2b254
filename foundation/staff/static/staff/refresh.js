// Replaces parts of a page with what the server has now, until no part names an address any more.
// The reader stays where he is: nothing moves while text is selected, and the focus is kept. Charts are drawn
// again in their place. Within a part with `data-grows` what is new appears, and what is no more goes.
"use strict";
{
  const pause = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  const current = () => [...document.querySelectorAll("[data-refresh]")];
  const every = (parts) => Number(parts[0].dataset.every || 1); // seconds

  const isBusy = (parts) => {
    const selection = document.getSelection();
    const selected = (part) => !selection.isCollapsed && part.contains(selection.anchorNode);
    // What is typed in a field would be lost.
    const typed = (field) => field === document.activeElement || field.value !== field.defaultValue;
    const isTyped = (part) => [...part.querySelectorAll("input:not([type=hidden])")].some(typed);
    return document.hidden || parts.some(selected) || parts.some(isTyped);
  };

  const replace = (part, fresh) => {
    const focused = part.contains(document.activeElement) && document.activeElement.id;
    const said = document.getElementById("refresh-said");
    part.replaceWith(fresh);
    if (focused) (document.getElementById(focused) || fresh).focus({ preventScroll: true });
    // A screen reader speaks when the text changes: at each quarter and at the end.
    if (said && fresh.dataset.said && said.textContent !== fresh.dataset.said) {
      said.textContent = fresh.dataset.said;
    }
  };

  const redraw = (figure, fresh) => {
    const values = (from) => from?.querySelector("canvas")?.dataset;
    const chart = values(fresh) && window.Chart?.getChart(figure.querySelector("canvas"));
    if (!chart || values(figure).value === values(fresh).value) return;
    values(figure).value = values(fresh).value;
    chart.data = JSON.parse(values(fresh).value);
    chart.update();
    figure.querySelector("table").replaceWith(fresh.querySelector("table"));
  };

  const draw = (canvas) => {
    const { type, value, options } = canvas.dataset;
    if (window.Chart) new window.Chart(canvas, { type: type || "bar", data: JSON.parse(value), options: JSON.parse(options) });
  };

  const grow = (part, fresh) => {
    for (const child of [...part.children]) {
      const isGone = child.id && !fresh.querySelector(`:scope > #${CSS.escape(child.id)}`);
      if (isGone && !child.contains(document.activeElement)) child.remove();
    }
    let before = null;
    for (const child of [...fresh.children]) {
      const known = document.getElementById(child.id);
      if (!known) {
        if (before) before.after(child);
        else part.prepend(child);
        window.showLocalTimes?.(child);
        child.querySelectorAll("canvas[data-value]").forEach(draw);
      }
      before = known || child;
    }
  };

  const refresh = async (parts) => {
    const answer = await fetch(parts[0].dataset.refresh, { redirect: "manual" });
    if (!answer.ok) return false;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    document.querySelectorAll("figure[id]").forEach((chart) => redraw(chart, page.getElementById(chart.id)));
    for (const part of document.querySelectorAll("[data-grows]")) {
      const fresh = page.getElementById(part.id);
      if (fresh) grow(part, fresh);
    }
    for (const part of parts) {
      const fresh = page.getElementById(part.id);
      if (fresh) window.showLocalTimes?.(fresh);
      const atTheEnd = fresh && !("refresh" in fresh.dataset) && page.getElementById(fresh.dataset.atTheEnd);
      if (atTheEnd) document.getElementById(atTheEnd.id)?.replaceWith(atTheEnd);
      if (fresh && !fresh.isEqualNode(part)) replace(part, fresh);
    }
    return true;
  };

  const follow = async () => {
    let failed = 0;
    for (let parts = current(); parts.length; parts = current()) {
      await pause(Math.max(every(parts), Math.min(30, 2 ** failed)));
      if (isBusy(parts)) continue;
      failed = (await refresh(parts).catch(() => false)) ? 0 : failed + 1;
    }
  };

  window.addEventListener("load", follow);
}
