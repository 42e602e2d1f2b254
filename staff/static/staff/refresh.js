// Replaces a part of a page with what the server has now, until the part names no address any more.
// The reader stays where he is: nothing moves while text is selected, and the focus is kept.
"use strict";
{
  const SECONDS = 1;
  const pause = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  const current = () => document.querySelector("[data-refresh]");

  const isBusy = (part) => {
    const selection = document.getSelection();
    return document.hidden || (!selection.isCollapsed && part.contains(selection.anchorNode));
  };

  const replace = (part, fresh) => {
    const focused = part.contains(document.activeElement) && document.activeElement.id;
    const said = document.getElementById("refresh-said");
    part.replaceWith(fresh);
    if (focused) (document.getElementById(focused) || fresh).focus();
    // A screen reader speaks when the text changes: at each quarter and at the end.
    if (said && fresh.dataset.said && said.textContent !== fresh.dataset.said) {
      said.textContent = fresh.dataset.said;
    }
  };

  const refresh = async (part) => {
    const answer = await fetch(part.dataset.refresh, { redirect: "manual" });
    if (!answer.ok) return false;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.getElementById(part.id);
    if (fresh && !fresh.isEqualNode(part)) replace(part, fresh);
    return true;
  };

  const follow = async () => {
    let wait = SECONDS;
    for (let part = current(); part; part = current()) {
      await pause(wait);
      if (isBusy(part)) continue;
      const succeeded = await refresh(part).catch(() => false);
      wait = succeeded ? SECONDS : Math.min(30, wait * 2);
    }
  };

  window.addEventListener("load", follow);
}
