// The wire: what is an answer, a refusal, or no answer; and the tagger's tokens.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Away, load, memory, Problem, settled, Store } from "./desk.mjs";

const { Api } = await load("api");
const { Clock } = await load("clock");
const { Repeating, Stopped } = await load("repeating");
const { Session } = await load("session");

const KIM = { tagatorId: "kim" };
const LATER = "2999-01-01T00:00:00Z";
let asked, answers, store, session, api, events;

const json = (status, body, headers = {}) => new Response(body && JSON.stringify(body), { status, headers });

beforeEach(() => {
  [asked, answers, events, store] = [[], [], [], new Store(memory())];
  store.set("session", { tagator: KIM, accessToken: "first", refreshToken: "r", expiresOn: LATER });
  globalThis.fetch = async (url, options) => {
    asked.push({ url, ...options });
    const answer = answers.shift();
    if (!answer) throw new TypeError("no connection");
    return answer;
  };
  session = opened();
  api = new Api("/api/", session, new Clock());
});

function opened() {
  const made = new Session(store, "/api/", new Clock());
  for (const name of ["needed", "signedin", "changed"]) made.addEventListener(name, () => events.push(name));
  return made;
}

test("an answer is an object, or none", async () => {
  answers = [json(200, { isWaiting: true }), json(204, null)];
  assert.deepEqual(await api.get("works/waiting"), { isWaiting: true });
  assert.equal(await api.put("works/w/tasks/t/complete", undefined, "id-1"), null);
  assert.deepEqual([asked[0].headers.Authorization, asked[1].headers["X-Request-ID"], asked[1].keepalive], ["Bearer first", "id-1", true]);
});

test("a gateway that answers instead of the server is no answer", async () => {
  for (const answer of [
    new Response("404 page not found", { status: 404 }),
    new Response("<h1>Back soon</h1>", { status: 200 }),
    json(200, []),
    json(502, { code: "x" }),
    json(429, { code: "throttled" }),
  ]) {
    answers = [answer];
    await assert.rejects(api.get("works"), Away);
  }
  await assert.rejects(api.get("works"), Away); // and nor is no connection
  answers = [json(503, {}, { "Retry-After": "7" })];
  await assert.rejects(api.get("works"), { retryAfter: 7, status: 503 });
  assert.ok(asked.every(({ redirect }) => redirect === "error"));
});

test("the server's own refusal has its code, its words and its fields", async () => {
  const errors = [{ field: "tags.0", detail: "TooLong: x" }];
  answers = [json(422, { code: "number-not-accepted", detail: "No.", errors })];
  await assert.rejects(api.post("x", {}), (error) => {
    assert.ok(error instanceof Problem);
    assert.deepEqual([error.code, error.message, error.errors], ["number-not-accepted", "No.", errors]);
    return true;
  });
});

test("a picture is asked for again while the server fetches others", async () => {
  const busy = () => json(503, { code: "too-many-pictures" }, { "Retry-After": "0" });
  answers = [busy(), busy(), new Response("bytes")];
  assert.equal(await (await api.picture("picture")).blob.text(), "bytes");
  answers = [busy(), busy(), busy(), new Response("bytes")];
  await assert.rejects(api.picture("picture"), Away);
});

test("a refused token is renewed once, by one request of many callers", async () => {
  const refused = () => json(401, { code: "not-authenticated" });
  answers = [refused(), refused(), json(200, { accessToken: "second", refreshToken: "r2", expiresOn: LATER }), json(200, { n: 1 }), json(200, { n: 2 })];
  assert.deepEqual(await Promise.all([api.get("a"), api.get("b")]), [{ n: 1 }, { n: 2 }]);
  assert.equal(asked.filter(({ url }) => url === "/api/accounts/refresh").length, 1);
  assert.equal(asked.at(-1).headers.Authorization, "Bearer second");
  answers = [refused(), json(200, { accessToken: "third", expiresOn: LATER }), refused()];
  await assert.rejects(api.get("a"), Away); // asked again later, without end
});

test("a token is renewed before it expires, by the server's clock", async () => {
  for (const way of ["get", "aside"]) {
    store.set("session", { ...store.get("session"), expiresOn: new Date(Date.now() + 20_000).toISOString() });
    answers = [json(200, { accessToken: "second", expiresOn: LATER }), json(200, {})];
    await api[way]("a");
    assert.deepEqual(asked.splice(0).map(({ url }) => url), ["/api/accounts/refresh", "/api/a"]);
  }
});

test("an expired session waits for its tagger, and what is asked beside the work does not", async () => {
  store.set("session", { tagator: KIM });
  const waiting = api.get("a");
  await settled();
  assert.deepEqual([events, session.isNeeded], [["needed"], true]);
  await assert.rejects(api.aside("b"), Away);
  answers = [json(200, { tagator: KIM, accessToken: "new", expiresOn: LATER }), json(200, { n: 1 })];
  await session.signIn("kim@example.org", "x");
  assert.deepEqual([await waiting, events, session.isNeeded], [{ n: 1 }, ["needed", "signedin"], false]);
});

test("a refresh token that is refused leaves who it was, and asks to sign in", async () => {
  answers = [json(401, { code: "x" }), json(401, { code: "x" })];
  api.get("a");
  await settled();
  assert.deepEqual([store.get("session"), session.isNeeded], [{ tagator: KIM }, true]);
});

test("another tagger gets a page of their own, never what this one typed", async () => {
  store.set("session", { tagator: KIM });
  api.get("a");
  await settled();
  answers = [json(200, { tagator: { tagatorId: "robin" }, accessToken: "x", expiresOn: LATER })];
  await session.signIn("robin@example.org", "x");
  assert.deepEqual([events, asked.map(({ url }) => url)], [["needed", "changed"], ["/api/accounts/signin"]]);
  assert.equal(await session.tokenAtHand(), null);
});

test("a question is repeated until it is answered, and what is known stands in meanwhile", async () => {
  let [attempts, aways] = [0, 0];
  const repeating = new Repeating(() => (aways += 1));
  const question = async () => {
    attempts += 1;
    if (attempts < 3) throw new Away();
    return "answer";
  };
  assert.equal(await repeating.ask(question, () => "known"), "known");
  const asking = repeating.ask(question, () => null);
  await settled();
  assert.deepEqual([aways, repeating.isAway], [1, true]);
  window.dispatchEvent(new Event("online"));
  assert.deepEqual([await asking, repeating.isAway], ["answer", false]);
  await assert.rejects(repeating.ask(async () => Promise.reject(new Problem(404, { code: "x" })), () => null), Problem);
  repeating.stop();
  await assert.rejects(repeating.ask(question, () => null), Stopped);
});
