// The labels of boxes: beside their boxes, where they cover no other box and no other label.
import { make } from "./elements.js";

const GAP = 3; // pixels between a box and its label

/** Make a label for each box that has one: `{label, isFace}`. */
export function makeLabels(boxes) {
  return boxes.map(({ label, isFace }) => {
    const properties = { className: "label", textContent: label };
    return { element: make("span", properties), isFace };
  });
}

/**
 * Put labels beside their boxes.
 *
 * @param labels as made, one for each of the first `places`
 * @param places where the boxes are, `{left, top, width, height}` in pixels of the stage; those after
 *   the labelled ones are only kept free
 * @param stage its `{width, height}`
 */
export function placeLabels(labels, places, stage) {
  const taken = [];
  const sizes = labels.map(({ element }) => ({ width: element.offsetWidth, height: element.offsetHeight }));
  labels.forEach(({ element, isFace }, at) => {
    const spots = [...spotsBeside(places[at], sizes[at], isFace, stage)];
    const cost = (spot) => overlap(spot, places) * 4 + overlap(spot, taken) + overlap(spot, [places[at]]) * 40;
    const best = spots.reduce((one, other) => (cost(other) < cost(one) ? other : one));
    taken.push(best);
    element.style.transform = `translate(${best.left}px, ${best.top}px)`;
    element.style.visibility = isIn(places[at], stage) ? "" : "hidden"; // it keeps its size
  });
}

/** Yield places for a label around a box, the best first. Below a face is the number. */
function* spotsBeside(box, { width, height }, isFace, stage) {
  for (let row = 1; row <= 4; row += 1) {
    const above = box.top - row * (height + GAP);
    const below = box.top + box.height + GAP + (row - 1) * (height + GAP);
    const rows = isFace ? [above] : [above, below];
    for (const top of rows) {
      yield inside({ left: box.left, top, width, height }, stage);
      yield inside({ left: box.left + box.width - width, top, width, height }, stage);
    }
    const beside = box.top + (row - 1) * (height + GAP);
    yield inside({ left: box.left + box.width + GAP, top: beside, width, height }, stage);
    yield inside({ left: box.left - width - GAP, top: beside, width, height }, stage);
  }
}

function inside(spot, stage) {
  const within = (place, length, room) => Math.max(0, Math.min(place, room - length));
  return {
    ...spot,
    left: within(spot.left, spot.width, stage.width),
    top: within(spot.top, spot.height, stage.height),
  };
}

function overlap(spot, others) {
  let area = 0;
  for (const other of others) {
    const across = Math.min(spot.left + spot.width, other.left + other.width) - Math.max(spot.left, other.left);
    const down = Math.min(spot.top + spot.height, other.top + other.height) - Math.max(spot.top, other.top);
    if (across > 0 && down > 0) area += across * down;
  }
  return area;
}

function isIn(box, stage) {
  return box.left < stage.width && box.top < stage.height && box.left + box.width > 0 && box.top + box.height > 0;
}
