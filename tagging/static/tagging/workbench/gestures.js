// Wheel, drag, pinch and double tap on the photo.
const WHEEL = 0.0015; // zoom a pixel of the wheel
const LINE = 30; // pixels of a line, where a wheel counts lines
const TAP = 2.5; // zoom of a double tap

/** Let the pointers move and zoom this view, or move the loupe where there is one. */
export function followPointers(stage, view, loupe = null) {
  const pointers = new Map(); // those that are down, with the spot of each

  stage.addEventListener("wheel", (event) => {
    event.preventDefault();
    const pixels = event.deltaY * (event.deltaMode === 1 ? LINE : 1);
    view.zoom(Math.exp(-pixels * WHEEL * (event.ctrlKey ? 5 : 1)), view.spotOf(event));
  }, { passive: false });

  stage.addEventListener("pointerdown", (event) => {
    if (event.target.closest("button")) return;
    pointers.set(event.pointerId, view.spotOf(event));
    stage.setPointerCapture(event.pointerId);
  });
  stage.addEventListener("mousedown", (event) => event.preventDefault()); // the field keeps the focus

  stage.addEventListener("pointermove", (event) => {
    const spot = view.spotOf(event);
    view.spot = spot;
    loupe?.show(view.shown, spot);
    const before = pointers.get(event.pointerId);
    if (!before || loupe?.isOn) return;
    const other = otherSpot(pointers, event.pointerId);
    if (other) pinch(view, before, spot, other);
    else view.pan(spot.x - before.x, spot.y - before.y);
    pointers.set(event.pointerId, spot);
  });

  for (const end of ["pointerup", "pointercancel"]) {
    stage.addEventListener(end, (event) => pointers.delete(event.pointerId));
  }
  stage.addEventListener("pointerleave", () => (view.spot = null));

  stage.addEventListener("dblclick", (event) => {
    if (view.isZoomed) view.whole();
    else view.zoom(TAP, view.spotOf(event));
  });
}

function otherSpot(pointers, pointerId) {
  for (const [id, spot] of pointers) if (id !== pointerId) return spot;
  return null;
}

/** Zoom by the change of distance between two fingers, and follow the middle of them. */
function pinch(view, before, spot, other) {
  const middle = { x: (spot.x + other.x) / 2, y: (spot.y + other.y) / 2 };
  view.pan((spot.x - before.x) / 2, (spot.y - before.y) / 2);
  view.zoom(distance(spot, other) / Math.max(distance(before, other), 1), middle);
}

function distance(one, other) {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
