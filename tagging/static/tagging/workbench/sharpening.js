// Sharper pictures of the photo in hand, as soon as it is shown larger than its picture is.
const PAUSE = 250; // milliseconds without a movement

/**
 * Follow the view's movements; `sharper(pixels, {isAsked})` returns the same photo with more pixels,
 * or null.
 */
export function keepSharp(view, sharper) {
  let timer = null;
  const look = async () => {
    const { image } = view.shown;
    const found = await sharper(view.pixels, { isAsked: view.isMovedByHand });
    if (found && view.shown.image === image) view.sharpen(found);
  };
  for (const name of ["moved", "loaded"]) {
    view.addEventListener(name, () => {
      clearTimeout(timer);
      timer = setTimeout(look, PAUSE);
    });
  }
}
