// Where on a photo a number may stand: what the reader saw, as places to look at.
const SMALL = 42; // pixels of the screen: digits of a lower box are hard to read
const PERSON = { sides: 1.2, below: 4.5 }; // of a face's width and height: the person under it

/**
 * Return the places of a task to look at, the likeliest first: `{box, isSmall(size)}`.
 *
 * A face stands for the person, whose number is below it; where a number was seen on the person,
 * that place is enough.
 */
export function placesOf({ regions = [] }) {
  const numbers = regions.filter(({ kind }) => kind !== "Person");
  const wanted = regions.filter(
    ({ kind, box }) => kind !== "Person" || !numbers.some((one) => hasMiddleOf(person(box), one.box)),
  );
  return wanted.map(({ kind, box }) => ({ box: kind === "Person" ? person(box) : box, seen: box }));
}

/** Return whether what was seen there is small on a photo that is shown in this height. */
export function isSmall({ seen }, height) {
  return seen.height * height < SMALL;
}

function person({ left, top, width, height }) {
  const [from, to] = [Math.max(0, left - PERSON.sides * width), Math.min(1, left + (1 + PERSON.sides) * width)];
  const head = Math.max(0, top - 0.2 * height);
  return { left: from, top: head, width: to - from, height: Math.min(1, top + (1 + PERSON.below) * height) - head };
}

function hasMiddleOf(outer, { left, top, width, height }) {
  const [x, y] = [left + width / 2, top + height / 2];
  const isAcross = x >= outer.left && x <= outer.left + outer.width;
  return isAcross && y >= outer.top && y <= outer.top + outer.height;
}
