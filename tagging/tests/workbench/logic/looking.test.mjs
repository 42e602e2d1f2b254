// How a photo is shown: places to look at, turns, what has been in sight, labels, size and light.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load, memory, Store } from "./desk.mjs";

const { Coverage } = await load("coverage");
const { placeLabels } = await load("labels");
const { Line } = await load("line");
const { Looking } = await load("looking");
const { PictureLook } = await load("picture_look");
const { isSmall, placesOf } = await load("regions");
const { turned, turnedSize } = await load("rotation");

const SMALL = { left: 0.7, top: 0.6, width: 0.04, height: 0.02 };
const LARGE = { left: 0.3, top: 0.3, width: 0.3, height: 0.2 };
const FACE = { left: 0.45, top: 0.1, width: 0.02, height: 0.03 };
const seen = (box, kind = "Number") => ({ kind, box });
const near = (found, wanted) => Object.entries(wanted).forEach(([side, value]) => assert.ok(Math.abs(found[side] - value) < 1e-9, side));

test("a face stands for the person under it, unless a number was seen on that person", () => {
  const [{ box, seen: face }] = placesOf({ regions: [seen(FACE, "Person")] });
  assert.equal(face, FACE);
  near(box, { left: 0.426, top: 0.094, width: 0.068, height: 0.171 });
  const on = { ...FACE, top: 0.2 };
  assert.deepEqual(placesOf({ regions: [seen(FACE, "Person"), seen(on)] }).map((place) => place.seen), [on]);
  for (const elsewhere of [SMALL, { ...on, left: 0.8 }, { ...on, top: 0.9 }, { ...on, top: 0.01 }]) {
    assert.equal(placesOf({ regions: [seen(FACE, "Person"), seen(elsewhere)] }).length, 2);
  }
  assert.deepEqual(placesOf({}), []);
});

test("a place is small where digits are hard to read on the screen", () => {
  assert.deepEqual([isSmall({ seen: LARGE }, 800), isSmall({ seen: SMALL }, 800)], [false, true]);
});

/** A view that notes where it looks. */
class View extends EventTarget {
  height = 800;
  places = [];
  whole = () => this.places.push("whole");
  lookAt = (box) => this.places.push(box);
  load(looking, ...boxes) {
    looking.of({ regions: boxes.map((box) => seen(box)) });
    this.places = [];
    this.dispatchEvent(new Event("loaded"));
    return this.places;
  }
}

test("a photo begins at its likeliest place if that is small, and a key goes round", () => {
  const view = new View();
  const looking = new Looking(view, new Store(memory()));
  assert.deepEqual([view.load(looking, LARGE), view.load(looking), view.load(looking, SMALL, LARGE)], [[], [], [SMALL]]);
  for (let press = 0; press < 3; press += 1) looking.next();
  assert.deepEqual(view.places, [SMALL, LARGE, "whole", SMALL]);
});

test("the next photo begins as the tagger chose on this one", () => {
  const [view, store] = [new View(), new Store(memory())];
  const looking = new Looking(view, store);
  view.load(looking, SMALL);
  looking.whole();
  assert.equal(view.places.at(-1), "whole");
  assert.deepEqual(view.load(looking, SMALL), []);
  looking.next();
  const next = new View();
  assert.deepEqual(next.load(new Looking(next, store), LARGE), [LARGE]);
  assert.equal(new Looking(next, store).next(), "Nothing was seen on this photo where a number may be.");
});

test("a box turns with its photo, and comes back after four turns", () => {
  near(turned({ left: 0.1, top: 0.2, width: 0.3, height: 0.4 }, 1), { left: 0.4, top: 0.1, width: 0.4, height: 0.3 });
  for (const turns of [1, 2, 3]) near(turned(turned(SMALL, turns), 4 - turns), SMALL);
  assert.deepEqual([1, 2].map((turns) => turnedSize({ width: 3, height: 2 }, turns)), [{ width: 2, height: 3 }, { width: 3, height: 2 }]);
});

test("a photo has been seen whole when all of its parts were in sight", () => {
  const coverage = new Coverage();
  coverage.note({ left: 0, top: 0, right: 1, bottom: 0.6 });
  assert.ok(!coverage.isWhole);
  coverage.note({ left: 0.005, top: 0.5, right: 0.995, bottom: 1 });
  assert.ok(coverage.isWhole);
  coverage.clear();
  assert.ok(!coverage.isWhole);
});

test("labels cover no box and no other label", () => {
  const stage = { width: 900, height: 600 };
  const boxes = [0, 1, 2, 3, 4, 5].map((place) => ({ left: 300 + 40 * place, top: 0, width: 38, height: 40 }));
  const labels = boxes.map((_, place) => ({ element: { offsetWidth: 50, offsetHeight: 20, style: {} }, isFace: place === 0 }));
  placeLabels(labels, [...boxes, { left: 950, top: 0, width: 5, height: 5 }], stage);
  const spots = labels.map(({ element }) => {
    const [left, top] = element.style.transform.match(/-?[\d.]+/g).map(Number);
    return { left, top, width: 50, height: 20 };
  });
  const meet = (one, other) =>
    one !== other && one.left < other.left + other.width && other.left < one.left + one.width
    && one.top < other.top + other.height && other.top < one.top + one.height;
  for (const spot of spots.slice(1)) assert.ok(![...boxes, ...spots.slice(1)].some((other) => meet(spot, other)), JSON.stringify(spots));
  for (const { left, top } of spots) assert.ok(left >= 0 && top >= 0 && left <= 850 && top <= 580);
});

test("the light is changed in steps, kept for the work, and said", () => {
  const store = new Store(memory());
  const look = new PictureLook(store);
  look.begin("kim", "w1");
  let changes = 0;
  look.addEventListener("change", () => (changes += 1));
  for (const what of ["brightness", "contrast", "sharpness", "turns"]) look.step(what);
  assert.equal(look.filter, "brightness(1.35) contrast(1.3) url(#sharper-1)");
  assert.equal(look.words, "Brightness 135 %, Contrast 130 %, Sharpness 1, Turned by 90°");
  assert.equal(changes, 4);
  const again = new PictureLook(store);
  again.begin("kim", "w1");
  assert.deepEqual([again.filter, again.turns], [look.filter, 1]);
  again.begin("kim", "w2");
  assert.deepEqual([again.filter, again.words, again.turns], ["", "", 0]);
  look.reset();
  for (let turn = 0; turn < 4; turn += 1) look.step("turns");
  assert.deepEqual([look.filter, look.turns], ["", 0]);
});

test("more photos are loaded in advance the faster the line is", () => {
  const line = new Line();
  assert.deepEqual([line.ahead, line.isSlow], [1, true]);
  line.took(200);
  assert.equal(line.ahead, 2);
  line.took(50);
  assert.deepEqual([line.ahead, line.isFast], [4, true]);
  line.took(2000);
  assert.deepEqual([line.ahead, line.isSlow], [1, true]);
});
