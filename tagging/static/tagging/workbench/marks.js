// How long it takes until the next photo is painted: entries of the browser's performance timeline.
const COMPLETED = "workbench:completed";
export const NEXT_PHOTO = "workbench:next-photo";

/** Run what shows the next photo, and measure until the frame with it is painted. */
export function measured(view, showNext) {
  performance.mark(COMPLETED);
  const loaded = new AbortController();
  view.addEventListener("loaded", () => measurePaint(loaded), { once: true, signal: loaded.signal });
  showNext();
}

/** The second frame begins only after the first one, with the photo, was painted. */
function measurePaint(loaded) {
  loaded.abort();
  requestAnimationFrame(() => requestAnimationFrame(() => performance.measure(NEXT_PHOTO, COMPLETED)));
}
