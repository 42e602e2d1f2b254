// What was done reaches the server once and in order, whatever happens; what it refuses comes back.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Away, Desk, load, memory, Problem, settled, Store } from "./desk.mjs";

const { Queue } = await load("queue");
const TOO_LONG = "1234567 has more digits than the numbers of this album.";

/** A tagger at the first photo whose connection is lost. */
async function beginAway() {
  const desk = await Desk.begin("p1", "p2", "p3");
  desk.server.isAway = true;
  return desk;
}

async function reconnect(desk) {
  desk.server.back();
  await settled();
}

test("without a connection changes are kept, and sent in order when it is back", async () => {
  const desk = await beginAway();
  await desk.do(["add", "101"], "complete", ["add", "102"], "complete");
  assert.deepEqual([desk.bench.queue.changes.length, desk.bench.queue.trouble.status, desk.server.completed], [4, 0, []]);
  await reconnect(desk);
  assert.deepEqual([desk.server.numbers, desk.server.completed], [{ p1: ["101"], p2: ["102"] }, ["p1", "p2"]]);
  assert.deepEqual([desk.bench.queue.changes, desk.bench.queue.trouble], [[], null]);
});

test("a reload keeps what was not sent, and what stood in the field", async () => {
  const before = await beginAway();
  await before.do(["add", "101"], "complete", ["add", "102"], ["type", "55"]);
  const desk = await before.reload();
  assert.deepEqual([desk.day.phase, desk.inHand, desk.shown, desk.field], ["working", "p2", ["102"], "55"]); // as the browser keeps it
  await reconnect(desk);
  assert.deepEqual([desk.server.numbers, desk.server.completed], [{ p1: ["101"], p2: ["102"] }, ["p1"]]);
});

test("a change whose answer was lost, or for which the server is busy, is sent again with its id", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const answers = [new Away(), new Away(new Problem(503, {}), 1), "taken"];
  const asked = [];
  const deliver = async ({ id }) => {
    asked.push(id);
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const queue = new Queue(new Store(memory()), "queue", deliver, (error) => error instanceof Away);
  let states = 0;
  queue.addEventListener("state", () => (states += 1));
  queue.add({ kind: "add", taskId: "p1", value: "101" });
  assert.equal(states, 1); // it is shown before it is sent
  await settled();
  context.mock.timers.tick(300);
  await settled();
  assert.equal(asked.length, 1); // not at once
  context.mock.timers.tick(400);
  await settled();
  assert.deepEqual([asked.length, queue.trouble.status], [2, 503]);
  context.mock.timers.tick(999);
  await settled();
  assert.equal(asked.length, 2); // as the server asks for
  context.mock.timers.tick(1);
  await settled();
  assert.deepEqual([asked.length, new Set(asked).size, queue.changes], [3, 1, []]);
});

test("where a browser keeps nothing, it is said, and the page goes on", () => {
  let troubles = 0;
  const refuse = () => {
    throw new Error("no storage");
  };
  const store = new Store({ getItem: () => null, setItem: refuse, removeItem: () => {} }, () => (troubles += 1));
  store.set("draft", "12");
  assert.deepEqual([store.get("draft"), troubles], ["12", 1]);
  store.remove("draft");
  assert.equal(store.get("draft"), null);
});

test("what has not been written for a week is forgotten, but not what was chosen", () => {
  const store = new Store(memory());
  store.set("draft.kim.p1", "12");
  store.set("options.kim", { oneEnter: true });
  store.prune(Date.now() + 6 * 86_400_000);
  assert.equal(store.get("draft.kim.p1"), "12");
  store.prune(Date.now() + 8 * 86_400_000);
  assert.deepEqual(store.names(""), ["options.kim"]);
});

test("a refused number comes back into the field with the reason, and survives a reload", async () => {
  const desk = await Desk.begin("p1", "p2");
  await desk.do(["add", "1234567"]);
  assert.deepEqual([desk.field, desk.bench.current.draft.reason, desk.shown], ["1234567", TOO_LONG, []]);
  const again = await desk.reload();
  assert.deepEqual([again.field, again.bench.current.draft.reason], ["1234567", TOO_LONG]);
  await again.do(["type", "12345"], ["add", "12345"], "complete");
  assert.deepEqual(again.server.numbers, { p1: ["12345"] });
});

test("a refused number cannot be undone", async () => {
  const desk = await Desk.begin("p1");
  await desk.do(["add", "101"], ["add", "123456789"]);
  assert.equal(desk.bench.deeds.last.text, "101 added.");
});

test("a refused number waits until the next one is typed", async () => {
  const desk = await beginAway();
  await desk.do(["add", "1234567"], ["type", "8"]);
  await reconnect(desk);
  assert.deepEqual([desk.field, desk.bench.current.draft.refused.map(({ value }) => value)], ["8", ["1234567"]]);
  await desk.do(["type", "88"], ["add", "88"]);
  assert.deepEqual([desk.field, desk.shown, desk.server.numbers], ["1234567", ["88"], { p1: ["88"] }]);
});

test("a refused number of a photo completed meanwhile brings it back, not completed", async () => {
  const desk = await beginAway();
  await desk.do(["add", "101"], ["add", "1234567"], "complete", ["add", "102"]);
  await reconnect(desk);
  assert.deepEqual([desk.inHand, desk.field, desk.server.completed], ["p1", "1234567", []]);
  assert.ok(desk.said.includes(`An earlier photo is back: ${TOO_LONG}`));
  await desk.do(["type", "9"], ["add", "9"], "complete");
  assert.deepEqual([desk.server.numbers, desk.server.completed, desk.inHand], [{ p1: ["101", "9"], p2: ["102"] }, ["p1"], "p2"]);
});

test("an earlier photo comes back only when the dialog about this one is closed", async () => {
  const desk = await beginAway();
  await desk.do(["add", "1234567"], "complete");
  desk.isBusy = true;
  await reconnect(desk);
  assert.equal(desk.inHand, "p2");
  desk.isBusy = false;
  await desk.do(["skip", "x"]);
  assert.deepEqual([desk.inHand, desk.server.tasks.map(({ state }) => state)], ["p1", ["Assigned", "Open", "Assigned"]]);
});

test("an earlier photo comes back only when what is being typed is added", async () => {
  const desk = await beginAway();
  await desk.do(["add", "1234567"], "complete", ["type", "5"]);
  await reconnect(desk);
  assert.deepEqual([desk.inHand, desk.field], ["p2", "5"]);
  await desk.do(["add", "5"]);
  assert.deepEqual([desk.inHand, desk.field, desk.server.numbers], ["p1", "1234567", { p2: ["5"] }]);
});

test("a number that was taken back before it was refused is forgotten", async () => {
  const desk = await beginAway();
  await desk.do(["add", "1234567"], "takeBackLast", "complete");
  await reconnect(desk);
  assert.deepEqual([desk.inHand, desk.server.completed, desk.bench.drafts.of("p1").refused], ["p2", ["p1"], []]);
});

test("a refused number of a skipped photo is only said", async () => {
  const desk = await beginAway();
  await desk.do(["add", "1234567"], ["skip", "x"]);
  await reconnect(desk);
  assert.deepEqual([desk.inHand, desk.server.task("p1").state, desk.said.at(-1)], ["p2", "Open", TOO_LONG]);
});

test("a photo that was completed elsewhere is reopened for a change", async () => {
  const desk = await Desk.begin("p1", "p2");
  desk.server.task("p1").state = "Completed";
  await desk.do(["add", "7"]);
  assert.deepEqual([desk.server.numbers, desk.server.task("p1").state], [{ p1: ["7"] }, "Assigned"]);
});

test("a photo that was withdrawn gives way to the next, and its changes are dropped", async () => {
  const desk = await beginAway();
  await desk.do(["add", "101"], ["add", "7"]);
  desk.server.task("p1").state = "Cancelled";
  await reconnect(desk);
  assert.deepEqual([desk.inHand, desk.bench.queue.changes, desk.server.numbers], ["p2", [], {}]);
  assert.ok(desk.said.includes("A photo was withdrawn; its numbers are not needed any more."));
  assert.equal(desk.bench.deeds.last, null);
  await desk.do("back");
  assert.equal(desk.inHand, "p2");
});

test("of a photo that cannot be reopened it is said what is not saved", async () => {
  const desk = await Desk.begin("p1", "p2");
  await desk.do(["add", "101"], "complete", "back");
  desk.server.answers = [new Problem(409, { code: "photo-not-waiting" })];
  await desk.do(["add", "7"], ["toggleCustom", "finish"]);
  assert.ok(desk.said.includes("This photo needs no numbers any more. Not saved: 7."));
  assert.deepEqual([desk.shown, desk.server.numbers], [["101"], { p1: ["101"] }]);
});

test("another refusal is said, and brings its photo back uncompleted", async () => {
  const desk = await beginAway();
  await desk.do(["toggleCustom", "finish"], "complete");
  desk.server.answers = [new Problem(422, { code: "custom-tag-unknown" })];
  await reconnect(desk);
  assert.deepEqual([desk.inHand, desk.server.completed], ["p1", []]);
  assert.equal(desk.said.at(-1), "An earlier photo is back: The album does not have this tag any more.");
});
