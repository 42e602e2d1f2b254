// One work after the other: how it begins and ends, and what stays of it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Desk, load, memory, Problem, Server, settled, Store } from "./desk.mjs";

const { Arrivals } = await load("arrivals");
const { Questions } = await load("questions");
const { span } = await load("clock");
const { Options } = await load("options");

test("a work that goes on is gone on with; else the day begins without one", async () => {
  const desk = await Desk.open(new Server("p1"));
  assert.equal(desk.day.phase, "idle");
  await desk.day.take();
  assert.deepEqual([(await desk.reload()).day.phase, desk.day.phase], ["working", "elsewhere"]);
});

test("a tagger who may not work is told why", async () => {
  const server = new Server("p1");
  server.api.get = async () => {
    throw new Problem(403, { code: "tagator-blocked" });
  };
  const desk = await Desk.open(server);
  assert.deepEqual([desk.day.phase, desk.day.refusal], ["refused", "You are blocked. Ask those who invited you."]);
});

test("a time zone that the server does not know keeps no one from working", async () => {
  const server = new Server("p1");
  const { get } = server.api;
  server.api.get = async (path) => {
    if (path.includes("timeZone=")) throw new Problem(422, { code: "invalid" });
    return await get(path);
  };
  assert.equal((await Desk.open(server)).day.account.name, "Kim");
});

test("the last photo is handed in by itself after two minutes", async (context) => {
  context.mock.timers.enable({ apis: ["Date"], now: Date.now() });
  const desk = await Desk.begin("p1", "p2");
  await desk.do("complete", "complete");
  context.mock.timers.tick(119_000);
  desk.day.checkHeld();
  await settled();
  assert.deepEqual(desk.server.completed, ["p1"]);
  context.mock.timers.tick(2_000);
  desk.day.checkHeld();
  await settled();
  assert.deepEqual(desk.server.completed, ["p1", "p2"]);
});

test("the last photo is handed in half a minute before the work's time is over", async (context) => {
  context.mock.timers.enable({ apis: ["Date"], now: Date.now() });
  const desk = await Desk.begin("p1");
  desk.server.work.expiresOn = new Date(Date.now() + 45_000).toISOString();
  await desk.day.checkTime(); // the server has given it another end
  await desk.do("complete");
  context.mock.timers.tick(14_000);
  desk.day.checkHeld();
  await settled();
  assert.deepEqual(desk.server.completed, []);
  context.mock.timers.tick(2_000);
  desk.day.checkHeld();
  await settled();
  assert.deepEqual(desk.server.completed, ["p1"]);
});

test("a work whose time is over keeps numbers for the same photos", async () => {
  const desk = await Desk.begin("p1", "p2");
  await desk.do(["add", "101"]);
  desk.server.isAway = true;
  await desk.do(["add", "7"], ["add", "8"], "takeBackLast");
  desk.server.expire();
  desk.server.back();
  await settled();
  assert.deepEqual([desk.day.phase, desk.bench], ["over", null]);
  await desk.day.take();
  await settled();
  assert.deepEqual([desk.shown, desk.server.numbers], [["101", "7"], { p1: ["101", "7"] }]);
  assert.ok(desk.said.includes("1 number from an earlier work was added again."));
  assert.deepEqual(desk.bench.drafts.takeRescued("p1"), []); // once
});

test("a reload after the end of a work keeps its numbers too", async () => {
  const before = await Desk.begin("p1");
  before.server.isAway = true;
  await before.do(["add", "7"]);
  before.server.expire();
  before.server.isAway = false;
  const desk = await before.reload();
  assert.equal(desk.day.phase, "idle");
  await desk.day.take();
  await settled();
  assert.deepEqual(desk.server.numbers, { p1: ["7"] });
});

test("that staff have ended the work is seen within seconds, and asked no more often", async (context) => {
  context.mock.timers.enable({ apis: ["Date"], now: Date.now() });
  const desk = await Desk.begin("p1");
  const looks = () => desk.server.asked.filter(({ path }) => path === "works/w1").length;
  await desk.day.checkTime();
  await desk.day.checkTime();
  assert.deepEqual([desk.day.phase, looks()], ["working", 1]);
  desk.server.expire();
  context.mock.timers.tick(5_000);
  await desk.day.checkTime();
  assert.deepEqual([desk.day.phase, looks()], ["over", 2]);
});

test("without the server the work goes on after a reload, until its time is over", async () => {
  const before = await Desk.begin("p1", "p2");
  before.server.isAway = true;
  await before.do(["add", "7"], "complete");
  const desk = await before.reload();
  assert.deepEqual([desk.day.phase, desk.inHand], ["working", "p2"]);
  before.storage["finishline.workbench.work.kim"] = before.storage["finishline.workbench.work.kim"].replace(/"expiresOn":"\d+/, '"expiresOn":"1999');
  assert.equal((await desk.reload()).day.phase, "loading");
});

test("another page that works stops this one, also while it waits for an answer", async () => {
  const server = new Server("p1");
  server.isAway = true;
  const desk = await Desk.open(server);
  assert.deepEqual([desk.day.phase, desk.day.isAway], ["loading", true]);
  desk.day.stop();
  server.back();
  await settled();
  assert.equal(desk.day.phase, "elsewhere");
});

test("arrivals are asked about without work alone, seldom, and told once they come", async (context) => {
  context.mock.timers.enable({ apis: ["Date"], now: Date.now() });
  const server = new Server();
  server.isWaiting = false;
  const arrivals = new Arrivals({ api: server.api, albumId: "album" });
  const looks = async (after) => {
    const before = server.asked.length;
    context.mock.timers.tick(after);
    await arrivals.check();
    return server.asked.length - before;
  };
  arrivals.follow("working");
  assert.equal(await looks(100_000), 0);
  arrivals.follow("idle");
  await settled();
  assert.deepEqual([server.asked.at(-1).path, arrivals.isWaiting, arrivals.hasArrived], ["works/waiting?albumId=album", false, false]);
  assert.equal(await looks(11_000), 0);
  server.isWaiting = true;
  assert.deepEqual([await looks(8_000), arrivals.hasArrived], [1, true]);
  document.hidden = true;
  assert.deepEqual([await looks(47_000), await looks(26_000)], [0, 1]);
  document.hidden = false;
  arrivals.follow("none"); // the server has just said so
  assert.deepEqual([arrivals.isWaiting, arrivals.hasArrived], [false, false]);
});

test("a question is kept until the server has it, and its answer is told once", async () => {
  const store = new Store(memory());
  const asked = { questionId: "q1", taskId: "p1", text: "Which?", answer: "", askedOn: "2026-05-17T08:00:00Z" };
  const answered = { ...asked, answer: "The red one.", answeredOn: "2026-05-17T09:00:00Z" };
  const server = { isAway: true, list: [], post: [] };
  const api = {
    aside: async () => ({ results: server.list }),
    post: async (path, body) => {
      if (server.isAway) throw new (await load("api")).Away();
      server.post.push([path, body.text]);
      return asked;
    },
  };
  const page = () => {
    const [questions, said] = [new Questions(api, store), []];
    questions.addEventListener("said", ({ detail }) => said.push(detail.text));
    questions.begin("kim");
    return { questions, said };
  };
  const before = page();
  before.questions.ask({ workId: "w1", taskId: "p1", text: "Which?" });
  await settled();
  assert.deepEqual(before.questions.of("p1"), [{ taskId: "p1", text: "Which?", answer: "" }]);
  before.questions.stop();
  server.isAway = false;

  const { questions, said } = page();
  await settled();
  assert.deepEqual([server.post, questions.all], [[["works/w1/tasks/p1/questions", "Which?"]], [asked]]);
  server.list = [answered];
  await questions.follow(answered.answeredOn);
  await questions.follow(answered.answeredOn);
  assert.deepEqual([said, questions.of("p1")], [["The lead has answered: The red one."], [answered]]);
});

test("options are kept for each tagger", () => {
  const store = new Store(memory());
  let tagger = "kim";
  const options = new Options(store, () => tagger);
  options.oneEnter = true;
  options.answersRead = 5;
  assert.deepEqual([options.oneEnter, options.notify, options.answersRead], [true, false, 5]);
  tagger = "robin";
  assert.deepEqual([options.oneEnter, options.answersRead], [false, 0]);
});

test("what is left of the time is written as a clock does", () => {
  assert.deepEqual([-5, 900, 65_000, 7_200_000].map(span), ["0:00", "0:01", "1:05", "2:00:00"]);
});
