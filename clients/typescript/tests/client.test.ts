// The layer by hand, against a server that plays the API.
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import {
  Conflict,
  Finishline,
  FinishlineError,
  Invalid,
  JobNotDone,
  NotFound,
  NotModified,
  NotSignedIn,
  ServerFault,
  Throttled,
  Unavailable,
  Unreachable,
  Unreadable,
  WaitedTooLong,
  waitFor,
  waitForJob,
} from "../src/index.js";
import { Play, type Told } from "./play.js";

const albumId = "3b1f8a52-6c0e-4d37-9a5b-1e2f3a4b5c6d";
const accountId = albumId;
const account = { accountId, name: "Faces", provider: "local" };
const json = { "Content-Type": "application/json" };
const atOnce = { "Retry-After": "0" };
const path = { accountId };

let play: Play;
let finishline: Finishline;
let url: string;

beforeEach(async () => {
  play = new Play();
  url = await play.start();
  finishline = new Finishline(url, { token: "token" });
});
afterEach(() => play.stop());

function problem(status: number, code: string, more: object = {}, headers = {}): Told {
  const body = { type: "about:blank", title: "", status, detail: "No.", code, errors: [], ...more };
  return { status, body, headers: { "X-Request-Id": "request-1", ...headers } };
}

function page(names: string[], next: string | null): Told {
  const results = names.map((name) => ({ ...account, name }));
  return { status: 200, body: { count: 3, next, previous: null, results }, headers: json };
}

function tokens(accessToken: string, seconds = 3600): Told {
  const expiresOn = new Date(Date.now() + seconds * 1000).toISOString();
  return { status: 200, body: { accessToken, refreshToken: "refresh", expiresOn }, headers: json };
}

const found: Told = { status: 200, body: account, headers: { ...json, ETag: '"7"' } };
const getAccount = (by = finishline) =>
  by.admin.GET("/accounts/{accountId}", { params: { path } });
const paths = () => play.calls.map((call) => call.path.split("/v2/")[1]);

test("a call has the token, and its answer the data and the version", async () => {
  play.tells(found);
  const { data, etag } = await getAccount();
  assert.deepEqual([data.name, etag], ["Faces", '"7"']);
  assert.equal(play.calls[0]?.headers.authorization, "Bearer token");
});

test("version 1 has its own address", async () => {
  play.tells(found);
  await finishline.v1.admin.GET("/accounts/{accountId}", { params: { path } });
  assert.equal(play.calls[0]?.path, `/admin-api/api/v1/accounts/${accountId}`);
});

test("it tries again when the server says so", async () => {
  play.tells(problem(429, "throttled", {}, atOnce), { status: 503, headers: atOnce }, found);
  await getAccount();
  assert.equal(play.calls.length, 3);
});

test("it does not wait for a lock-out to end", async () => {
  play.tells(problem(429, "locked-out", {}, { "Retry-After": "900" }));
  await assert.rejects(getAccount(), (error) => error instanceof Throttled && error.code === "locked-out");
});

test("a problem has a title in the client's language, and says how long to wait", async () => {
  play.tells(problem(429, "locked-out", { title: "Zu viele Anfragen" }, { "Retry-After": "900" }));
  const said = (error: unknown) =>
    error instanceof Throttled && error.title === "Zu viele Anfragen" && error.retryAfter === 900;
  await assert.rejects(getAccount(new Finishline(url, undefined, { language: "de" })), said);
  assert.equal(play.calls[0]?.headers["accept-language"], "de");
});

test("it gives up at last", async () => {
  play.tells(...Array<Told>(3).fill(problem(503, "unavailable", {}, atOnce)));
  await assert.rejects(getAccount(new Finishline(url, undefined, { retries: 2 })), Unavailable);
  assert.equal(play.calls.length, 3);
});

test("a cut connection is tried again with the same id", async () => {
  play.tells("cut", "cut", found);
  await finishline.admin.POST("/accounts", { body: { name: "Faces", provider: "local" } });
  const ids = play.calls.map((call) => JSON.parse(call.body).accountId);
  assert.deepEqual([ids.length, new Set(ids).size], [3, 1]);
});

test("the caller's id is kept", async () => {
  play.tells(found);
  await finishline.admin.POST("/accounts", { body: { accountId, name: "F", provider: "local" } });
  assert.equal(JSON.parse(play.calls[0]?.body ?? "").accountId, accountId);
});

test("what must not be made twice is sent once", async () => {
  play.tells("cut");
  const body = { oldPassword: "old", password: "new" };
  await assert.rejects(finishline.client.POST("/accounts/password", { body }), Unreachable);
  assert.equal(play.calls.length, 1);
});

test("a sign-in is made once, and its token renewed when it is refused", async () => {
  play.tells(tokens("first"), found, problem(401, "not-authenticated"), tokens("second"), found);
  const staff = new Finishline(url, { username: "ann", password: "secret" });
  await getAccount(staff);
  await getAccount(staff);
  const read = `accounts/${accountId}`;
  assert.deepEqual(paths(), ["token", read, read, "token/refresh", read]);
  assert.equal(play.calls.at(-1)?.headers.authorization, "Bearer second");
});

test("a token that ends soon is renewed before the call", async () => {
  play.tells(tokens("first", 20), found, problem(401, "invalid-token"), tokens("second"), found);
  const tagger = new Finishline(url, { email: "kim@example.org", password: "secret" });
  await getAccount(tagger);
  await getAccount(tagger);
  const read = `accounts/${accountId}`;
  assert.deepEqual(paths(), ["accounts/signin", read, "accounts/refresh", "accounts/signin", read]);
});

test("calls at the same time share a sign-in", async () => {
  play.tells(tokens("first"), found, found);
  const staff = new Finishline(url, { username: "ann", password: "secret" });
  await Promise.all([getAccount(staff), getAccount(staff)]);
  assert.equal(paths().filter((each) => each === "token").length, 1);
});

test("a wrong password is a problem of the call", async () => {
  play.tells(problem(401, "sign-in-failed"));
  const staff = new Finishline(url, { username: "a", password: "b" });
  await assert.rejects(
    getAccount(staff),
    (error) => error instanceof NotSignedIn && error.code === "sign-in-failed",
  );
  assert.equal(play.calls.length, 1);
});

test("a problem has its code, its faults and the request", async () => {
  const errors = [{ field: "name", code: "required", detail: "Required." }];
  play.tells(problem(422, "invalid", { errors }));
  await assert.rejects(getAccount(), (error) => {
    assert.ok(error instanceof Invalid);
    assert.equal(error.message, "422 invalid: No.; name: Required. (request request-1)");
    return error.name === "Invalid" && error.errors[0]?.code === "required";
  });
});

// The same as for the Python client (clients/tests/strange_answers.py).
const { strange, asked } = JSON.parse(process.env["STRANGE_ANSWERS"] ?? "{}") as {
  strange: Record<string, [Exclude<Told, "cut"> & { body: string }, string]>;
  asked: Record<string, number | null>;
};

test("a strange answer is an error of this client with its beginning", async () => {
  assert.ok(Object.keys(strange).length > 10);
  for (const [name, [told, kind]] of Object.entries(strange)) {
    play.tells(told);
    const once = new Finishline(url, { token: "token" }, { retries: 0 });
    await assert.rejects(getAccount(once), (error) => {
      assert.ok(error instanceof FinishlineError, `${name}: ${String(error)}`);
      assert.equal(error.name, kind, name);
      assert.ok(error.message.includes(String(told.status)), name);
      for (const part of ["WLAN", "x is wrong"]) {
        assert.equal(error.message.includes(part), told.body.includes(part), `${name}: ${error.message}`);
      }
      assert.ok(!error.message.includes("; null"), `${name}: ${error.message}`);
      return true;
    });
  }
});

test("a strange answer to a sign-in is one too", async () => {
  for (const [told, kind] of Object.values(strange)) {
    if (kind !== "Unreadable") continue;
    play.tells(told);
    const staff = new Finishline(url, { username: "ann", password: "secret" });
    await assert.rejects(getAccount(staff), Unreadable);
  }
});

test("Retry-After is read, or asks for nothing", async () => {
  const once = new Finishline(url, { token: "token" }, { retries: 0 });
  for (const [header, seconds] of Object.entries(asked)) {
    play.tells(problem(404, "not-found", {}, { "Retry-After": header }));
    await assert.rejects(getAccount(once), (error) => {
      assert.ok(error instanceof NotFound);
      assert.equal(error.retryAfter, seconds, header);
      return true;
    });
  }
});

test("an answer of a proxy is a problem too", async () => {
  play.tells({ status: 500, body: "<html>" });
  await assert.rejects(getAccount(), (error) => error instanceof ServerFault && error.code === "http-500");
});

test("etags go both ways", async () => {
  play.tells({ status: 204, headers: { ETag: '"8"' } }, problem(409, "version-conflict"), { status: 304 });
  const change = () =>
    finishline.admin.PATCH("/albums/{albumId}/priority", {
      params: { path: { albumId }, header: { "If-Match": '"7"' } },
      body: { priority: 50 },
    });
  assert.equal((await change()).etag, '"8"');
  await assert.rejects(change(), Conflict);
  const header = { "If-None-Match": '"8"' };
  const path = { tenantId: albumId };
  const read = finishline.admin.GET("/tenants/{tenantId}", { params: { path, header } });
  await assert.rejects(read, NotModified);
  assert.deepEqual(play.calls.map((call) => call.headers["if-match"]), ['"7"', '"7"', undefined]);
});

test("a change on a condition is not sent twice", async () => {
  play.tells("cut");
  const header = { "If-Match": '"7"' };
  const params = { path: { albumId }, header };
  const body = { priority: 50 };
  await assert.rejects(
    finishline.admin.PATCH("/albums/{albumId}/priority", { params, body }),
    Unreachable,
  );
});

test("the pages after the first do not send its tag", async () => {
  play.tells(page(["a"], "https://elsewhere/?page=2"), page(["b"], null));
  const header = { "If-None-Match": 'W/"0"' };
  for await (const _ of finishline.admin.each("/accounts", { params: { header } }));
  assert.deepEqual(play.calls.map((call) => call.headers["if-none-match"]), ['W/"0"', undefined]);
});

test("iterating a list turns its pages", async () => {
  play.tells(page(["a", "b"], "https://elsewhere/?page=2"), page(["c"], null));
  const names: string[] = [];
  const query = { pageSize: 2, ordering: ["name" as const, "-createdOn" as const] };
  for await (const each of finishline.admin.each("/accounts", { params: { query } })) names.push(each.name);
  assert.deepEqual(names, ["a", "b", "c"]);
  assert.match(play.calls[1]?.path ?? "", /\?pageSize=2&ordering=name,-createdOn&page=2$/);
});

test("a page that went meanwhile ends the list", async () => {
  play.tells(page(["a"], "https://elsewhere/"), problem(404, "not-found"));
  const names: string[] = [];
  for await (const each of finishline.admin.each("/accounts")) names.push(each.name);
  assert.deepEqual(names, ["a"]);
});

test("a selfie is uploaded and waited for", async () => {
  const selfie = { selfieId: albumId, albumId, persons: [], photos: [] };
  play.tells("cut", { status: 201, body: { ...selfie, state: "AwaitingCallback" }, headers: json });
  play.tells({ status: 200, body: { ...selfie, state: "NotFound" }, headers: json });
  const sent = await finishline.uploadSelfie(albumId, new Blob(["picture"]));
  assert.equal(sent.state, "NotFound");
  const form = play.calls[1];
  assert.match(form?.headers["content-type"] ?? "", /^multipart\/form-data; boundary=/);
  for (const part of ['name="image"; filename=', 'name="selfieId"', "picture"]) {
    assert.ok(form?.body.includes(part), part);
  }
});

test("a file is read as asked", async () => {
  play.tells({ status: 200, body: "a;b\r\n", headers: { "Content-Type": "text/csv" } });
  const query = { format: "csv" as const };
  const { data } = await finishline.admin.GET("/audit", { params: { query }, parseAs: "text" });
  assert.equal(data.slice(0, 3), "a;b");
});

test("a job is waited for until it is finished, or will not be", async () => {
  const states = ["Queued", "Finished", "Failed"];
  play.tells(...states.map((state): Told => ({ status: 200, body: { state }, headers: json })));
  const params = { path: { albumId, jobId: albumId } };
  const read = () => finishline.admin.GET("/albums/{albumId}/processing/{jobId}", { params });
  assert.equal((await waitForJob(read, { pause: 0.01 })).state, "Finished");
  await assert.rejects(waitForJob(read), JobNotDone);
});

test("waiting ends", async () => {
  const never = waitFor(async () => 1, () => false, { timeout: 0.01, pause: 0.02 });
  await assert.rejects(never, WaitedTooLong);
});
