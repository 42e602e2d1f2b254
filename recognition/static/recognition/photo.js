// The picture of a photo's page: it fills its place, is enlarged and moved, and what was found on it is lit
// together with its row. The keys are listed in the dialog.
"use strict";
{
  const STEP = 1.25;
  const MOST = 12;
  const stage = document.querySelector(".fl-stage");
  const canvas = stage?.querySelector(".fl-canvas");
  const image = canvas?.querySelector("img");
  const help = document.getElementById("photo-keys");
  let zoom = 1;

  // --- The size -----------------------------------------------------------------------------------

  const fit = () => {
    const ratio = image.naturalWidth / image.naturalHeight;
    const high = Number.parseFloat(getComputedStyle(stage).maxHeight);
    return Math.min(stage.clientWidth, high * ratio);
  };

  const show = () => {
    if (!image?.naturalWidth) return;
    canvas.classList.add("fl-fitted");
    canvas.style.width = `${fit() * zoom}px`;
    stage.classList.toggle("fl-larger", zoom > 1);
  };

  // The point of the picture under (x, y) stays where it is on the screen.
  const zoomTo = (wanted, x, y) => {
    if (!image?.naturalWidth) return;
    const before = canvas.getBoundingClientRect();
    const place = stage.getBoundingClientRect();
    const [atX, atY] = [x ?? place.left + place.width / 2, y ?? place.top + place.height / 2];
    const [shareX, shareY] = [(atX - before.left) / before.width, (atY - before.top) / before.height];
    zoom = Math.min(MOST, Math.max(1, wanted));
    show();
    const after = canvas.getBoundingClientRect();
    stage.scrollLeft += after.left + shareX * after.width - atX;
    stage.scrollTop += after.top + shareY * after.height - atY;
  };

  // At the smallest size the wheel scrolls the page on; scrolled down, it scrolls back first.
  const onWheel = (event) => {
    const isLarger = event.deltaY < 0;
    if (!event.ctrlKey && (isLarger ? zoom === 1 && scrollY > 0 : zoom === 1)) return;
    event.preventDefault();
    zoomTo(zoom * (isLarger ? STEP : 1 / STEP), event.clientX, event.clientY);
  };

  // --- Fingers and the mouse ----------------------------------------------------------------------

  const down = new Map();
  let pinch = null;

  const middle = () => {
    const [one, two] = [...down.values()];
    const apart = Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY);
    return { apart, x: (one.clientX + two.clientX) / 2, y: (one.clientY + two.clientY) / 2 };
  };

  const onDown = (event) => {
    down.set(event.pointerId, event);
    if (down.size === 2) pinch = { ...middle(), zoom };
  };

  const onMove = (event) => {
    const last = down.get(event.pointerId);
    if (!last) return;
    down.set(event.pointerId, event);
    if (pinch && down.size === 2) {
      const { apart, x, y } = middle();
      zoomTo((pinch.zoom * apart) / pinch.apart, x, y);
    } else if (event.pointerType === "mouse") {
      stage.scrollLeft -= event.clientX - last.clientX;
      stage.scrollTop -= event.clientY - last.clientY;
    }
  };

  const onUp = (event) => {
    down.delete(event.pointerId);
    pinch = null;
  };

  // --- A box and its row --------------------------------------------------------------------------

  const light = (event, isLit) => {
    const mark = event.target.closest?.("[data-mark]")?.dataset.mark;
    if (!mark) return;
    for (const key of [mark, ...wornTogether(mark)]) {
      for (const one of document.querySelectorAll(`[data-mark="${CSS.escape(key)}"]`)) {
        one.classList.toggle("fl-lit", isLit);
      }
    }
  };

  // The face of a number's wearer, or the numbers that a face wears.
  const wornTogether = (mark) => {
    const key = CSS.escape(mark);
    const rows = [...document.querySelectorAll("[data-wearer]")];
    const wearers = rows.filter((row) => row.matches(`[data-mark="${key}"]`)).map((row) => row.dataset.wearer);
    return [...wearers, ...rows.filter((row) => row.matches(`[data-wearer="${key}"]`)).map((row) => row.dataset.mark)];
  };

  // --- Keys and buttons ---------------------------------------------------------------------------

  const follow = (rel) => document.querySelector(`.fl-steps a[rel="${rel}"]`)?.click();
  const acts = {
    larger: () => zoomTo(zoom * STEP),
    smaller: () => zoomTo(zoom / STEP),
    whole: () => zoomTo(1),
    boxes: () => {
      const isHidden = canvas.classList.toggle("fl-bare");
      document.querySelector('[data-act="boxes"]').setAttribute("aria-pressed", String(!isHidden));
    },
    keys: () => (help.open ? help.close() : help.showModal()),
    previous: () => follow("prev"),
    next: () => follow("next"),
    edit: () => document.querySelector("#correct-numbers, #id_numbers")?.select(),
  };
  const KEYS = {
    "+": "larger", "=": "larger", "-": "smaller", 0: "whole", b: "boxes", e: "edit", "?": "keys",
    ArrowLeft: "previous", ArrowRight: "next",
  };

  // A key that is held down decides nothing, and none does before the picture is there.
  const press = (event) => {
    const button = document.querySelector(`[data-key="${CSS.escape(event.key)}"]`);
    if (!button || event.repeat || document.querySelector("dialog[open]") || image?.complete === false) return false;
    button.click();
    return true;
  };

  const onKey = (event) => {
    const isTyped = event.target.closest?.("input, textarea, select, [contenteditable]");
    if (isTyped || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (press(event)) return;
    const act = KEYS[event.key];
    if (!act || (document.querySelector("dialog[open]") && act !== "keys")) return;
    event.preventDefault();
    acts[act]();
  };

  if (stage) {
    document.addEventListener("keydown", onKey);
    for (const button of document.querySelectorAll("[data-act]")) {
      button.hidden = false;
      button.addEventListener("click", () => acts[button.dataset.act]());
    }
    for (const [kind, isLit] of [["pointerover", true], ["pointerout", false], ["focusin", true], ["focusout", false]]) {
      document.addEventListener(kind, (event) => light(event, isLit));
    }
  }
  if (image) {
    image.addEventListener("load", show);
    new ResizeObserver(show).observe(stage);
    stage.addEventListener("wheel", onWheel, { passive: false });
    stage.addEventListener("pointerdown", onDown);
    for (const [kind, act] of [["pointermove", onMove], ["pointerup", onUp], ["pointercancel", onUp]]) {
      addEventListener(kind, act);
    }
    show();
  }
}
