// The photo in hand: what a tagger does with it, and what is undone.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Desk, settled } from "./desk.mjs";

const begin = () => Desk.begin("p1", "p2", "p3");

test("numbers are added, and the photo completed", async () => {
  const desk = await begin();
  await desk.do(["add", "101"], ["add", "7"], ["add", "7"], "complete");
  assert.deepEqual([desk.server.numbers, desk.server.completed, desk.inHand], [{ p1: ["101", "7"] }, ["p1"], "p2"]);
  assert.ok(desk.said.includes("7 is on this photo already."));
  assert.deepEqual(desk.day.account.today, { tasksCompleted: 1, numbersAdded: 2, amount: 0.14 });
});

test("the last number is taken back, and none where there is none", async () => {
  const desk = await begin();
  await desk.do(["add", "101"], ["add", "102"], "takeBackLast");
  assert.deepEqual(desk.server.numbers, { p1: ["101"] });
  await desk.do("takeBackLast", "takeBackLast");
  assert.equal(desk.said.at(-1), "There is no number to take back.");
});

test("custom tags are set and taken off", async () => {
  const desk = await begin();
  await desk.do(["toggleCustom", "finish"], ["toggleCustom", "podium"], ["toggleCustom", "finish"]);
  assert.deepEqual(desk.server.task("p1").customTags, ["podium"]);
  assert.deepEqual(desk.bench.current.customTags, [{ value: "podium", pending: false }]);
  await desk.do("undo");
  assert.deepEqual(desk.server.task("p1").customTags, ["podium", "finish"]);
});

test("a skipped photo is sent with its reason, and can be taken back by a change", async () => {
  const desk = await begin();
  await desk.do(["type", "10"], ["skip", "Too dark"]);
  assert.deepEqual([desk.inHand, desk.server.task("p1").state, desk.server.sent.at(-1).body], ["p2", "Open", { reason: "Too dark" }]);
  await desk.do("undo");
  assert.deepEqual([desk.inHand, desk.field, desk.server.task("p1").state], ["p1", "10", "Assigned"]);
  await desk.do(["add", "101"], "complete");
  assert.deepEqual([desk.server.completed, desk.day.account.today], [["p1"], { tasksCompleted: 1, numbersAdded: 1, amount: 0.12 }]);
});

test("a skip is remembered over a reload, in its place", async () => {
  const before = await begin();
  await before.do(["skip", "x"]);
  const desk = await before.reload();
  assert.deepEqual([desk.inHand, desk.bench.current.ordinal], ["p2", 2]);
  await desk.do("back");
  assert.deepEqual([desk.inHand, desk.bench.current.state], ["p1", "Skipped"]);
  await desk.do(["add", "101"], "complete");
  assert.deepEqual([desk.server.completed, desk.inHand], [["p1"], "p2"]);
});

test("a skip cannot be undone once another tagger has the photo", async () => {
  const desk = await begin();
  await desk.do(["skip", "x"]);
  desk.server.task("p1").state = "Taken";
  await desk.do("undo");
  assert.deepEqual([desk.inHand, desk.said.at(-1)], ["p2", "The skipped photo cannot come back: another tagger has it by now."]);
});

test("a completed photo is reopened by a change, and not by a look", async () => {
  const desk = await begin();
  await desk.do(["add", "11"], "complete", "back", "complete");
  assert.deepEqual([desk.inHand, desk.server.changes], ["p2", ["tags p1", "complete p1"]]);
  await desk.do("back", "takeBackLast", ["add", "101"], "complete");
  assert.deepEqual([desk.server.numbers, desk.server.completed, desk.inHand], [{ p1: ["101"] }, ["p1"], "p2"]);
  assert.equal(desk.server.changes.filter((change) => change === "reopen p1").length, 1);
});

test("each deed is undone, the last one first", async () => {
  const desk = await begin();
  await desk.do(["add", "101"], "takeBackLast", "undo");
  assert.deepEqual(desk.server.numbers, { p1: ["101"] });
  await desk.do("complete", "undo");
  assert.deepEqual([desk.inHand, desk.server.completed], ["p1", []]);
  await desk.do("undo", "undo");
  assert.deepEqual([desk.server.numbers, desk.said.at(-1), desk.bench.deeds.last], [{}, "There is nothing to undo.", null]);
});

test("photos are gone through one by one, to the first and the last", async () => {
  const desk = await begin();
  await desk.do("back");
  assert.equal(desk.said.at(-1), "This is the first photo of the work.");
  await desk.do("complete", "complete", "back", "back");
  assert.equal(desk.inHand, "p1");
  await desk.do("forward", "complete", "forward");
  assert.deepEqual([desk.inHand, desk.said.at(-1)], ["p3", "This is the last photo of the work; an earlier one is not done yet."]);
});

test("after the last photo comes the first one that is not done", async () => {
  const desk = await begin();
  await desk.do("forward", "forward", "complete", "forward", "complete");
  assert.deepEqual([desk.inHand, desk.bench.progress], ["p1", { total: 3, unfinished: 1, finished: 2, isTrial: false }]);
});

test("the last photo is held until the work is handed in, and can be corrected", async () => {
  const desk = await begin();
  await desk.do("complete", "complete", ["add", "9"], "complete");
  assert.deepEqual([desk.day.phase, desk.server.completed], ["finished", ["p1", "p2"]]);
  await desk.do("undo", "takeBackLast", ["add", "103"], "complete");
  assert.equal(desk.day.phase, "finished");
  await desk.day.handIn();
  assert.deepEqual([desk.server.numbers, desk.server.completed], [{ p3: ["103"] }, ["p1", "p2", "p3"]]);
  assert.ok(!desk.server.changes.includes("reopen p3"));
  assert.equal(desk.bench.deeds.last, null);
});

test("a skip of the last photo is undone by a change", async () => {
  const desk = await begin();
  await desk.do("complete", "complete", ["skip", "x"]);
  assert.equal(desk.day.phase, "finished");
  await desk.do("back", ["add", "103"], "complete");
  await desk.day.handIn();
  assert.equal(desk.server.task("p3").state, "Completed");
});

test("an earlier photo is changed when all are done, and then the work is complete", async () => {
  const desk = await begin();
  await desk.do("complete", "complete", "complete", "back", "back", ["add", "102"], "complete");
  assert.equal(desk.day.phase, "finished");
  await desk.day.take();
  assert.deepEqual([desk.day.phase, desk.server.numbers, desk.server.completed], ["none", { p2: ["102"] }, ["p1", "p2", "p3"]]);
});

test("as before: the numbers of the photo before, undone at once", async () => {
  const desk = await begin();
  await desk.do("addSame");
  assert.equal(desk.said.at(-1), "The photo before has no number.");
  await desk.do(["add", "101"], ["add", "7"], "complete", ["add", "7"], "addSame");
  assert.deepEqual(desk.shown, ["7", "101"]);
  await desk.do("addSame");
  assert.equal(desk.said.at(-1), "The numbers of the photo before are here already.");
  await desk.do("undo");
  assert.deepEqual([desk.shown, desk.server.numbers], [["7"], { p1: ["101", "7"], p2: ["7"] }]);
});

test("a sure number that is not in the list is kept, and said to be so", async () => {
  const desk = await begin();
  await desk.do(["addUnlisted", ""], ["add", "4711"]);
  assert.deepEqual([desk.field, desk.bench.current.draft.isUnlisted], ["4711", true]);
  await desk.do(["addUnlisted", "4711"]);
  assert.deepEqual([desk.field, desk.bench.current.numbers], ["", [{ value: "4711", pending: false, isUnlisted: true }]]);
  await desk.do("takeBackLast", "undo");
  assert.deepEqual(desk.server.sent.at(-1).body.unlistedTags, ["4711"]);
});

test("a partly legible number is kept as it is, or is the one of the start list, which is said", async () => {
  const desk = await begin();
  await desk.do(["add", "1??"], ["add", "?65"]);
  assert.deepEqual(desk.shown.sort(), ["165", "1??"]);
  assert.equal(desk.said.at(-1), "?65 is 165: no other number of the start list fits.");
  await desk.do(["suggest", { value: "?77", rejection: "PartlyLegible" }]);
  assert.equal(desk.field, "?77");
});

test("a suggestion is added, and one that was rejected goes into the empty field", async () => {
  const desk = await begin();
  await desk.do(["type", "12"], ["suggest", { value: "77" }], ["suggest", { value: "1O45678", rejection: "NotANumber" }]);
  assert.deepEqual([desk.shown, desk.field, desk.said.at(-1)], [["77"], "12", "There is a number in the field already."]);
  await desk.do(["type", ""], ["suggest", { value: "1O45678", rejection: "NotANumber" }]);
  assert.deepEqual([desk.field, desk.shown], ["145678", ["77"]]);
});

test("suggestions keep their keys while others are taken, and come anew after a completion", async () => {
  const desk = await begin();
  desk.server.suggestions = ["101", "77", "5"].map((value) => ({ value }));
  const { suggestions } = desk.day;
  desk.day.prepare([desk.bench.current.task, ...desk.bench.upcoming(1)]);
  await settled();
  const keys = (numbers) => suggestions.of("p1", numbers).map(({ key, value }) => `${key} ${value}`);
  assert.deepEqual(keys([]), ["a 101", "b 77", "c 5"]);
  assert.deepEqual(keys([{ value: "101" }]), ["b 77", "c 5"]);
  desk.server.suggestions = [{ value: "9" }];
  await desk.do("complete");
  assert.deepEqual(suggestions.of("p2", []), [{ value: "9", key: "a" }]);
});

test("photos that belong together are completed each by itself, and undone one by one", async () => {
  const desk = await begin();
  await desk.do(["add", "77"], ["completeSeries", await desk.day.series(), ["77", "8"]]);
  assert.deepEqual(desk.server.numbers, { p1: ["77", "8"], p2: ["77", "8"], p3: ["77", "8"] });
  assert.equal(desk.day.phase, "finished");
  await desk.do("undo", "undo");
  assert.deepEqual([desk.inHand, desk.server.completed], ["p2", ["p1"]]);
});

test("photos of a series whose time is over keep their numbers for the next work", async () => {
  const desk = await begin();
  const { bench } = desk;
  desk.server.expire();
  await desk.do(["add", "5"]);
  bench.keepForLater(["p1", "p3"], ["77"]);
  await desk.day.take();
  await settled();
  assert.deepEqual([desk.server.numbers, desk.server.completed], [{ p1: ["5", "77"], p3: ["77"] }, []]);
  assert.ok(desk.said.includes("3 numbers from an earlier work were added again."));
});
