// The ClientApi: JSON over fetch, with the tagger's token, and problem details as exceptions.
import { LANGUAGE } from "./texts.js";

const TIMEOUT = 20_000; // milliseconds
const FILE_TIMEOUT = 60_000;
const PASSING = new Set([408, 425, 429]);
const PICTURE_ATTEMPTS = 3; // while the server fetches other pictures

/** The server refused: `code` for a program, `message` for a person, `errors` for each field. */
export class Problem extends Error {
  constructor(status, body) {
    super(body?.detail || `HTTP ${status}`);
    this.status = status;
    this.code = body?.code ?? "";
    this.errors = body?.errors ?? [];
  }
}

/**
 * No answer, one that says "later", or one of something else than the server: worth trying again.
 * `retryAfter` in seconds, or null.
 */
export class Away extends Error {
  constructor(problem = null, retryAfter = null) {
    super(problem?.message ?? "no connection");
    this.status = problem?.status ?? 0;
    this.code = problem?.code ?? "";
    this.retryAfter = retryAfter;
  }
}

/** Ask without a token. `id` names the request in the server's logs, at each repetition the same. */
export async function ask(method, url, { body, token, id, clock } = {}) {
  const headers = { Accept: "application/json", "Accept-Language": LANGUAGE };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token) headers.Authorization = `Bearer ${token}`;
  if (id) headers["X-Request-ID"] = id;
  const signal = AbortSignal.timeout(TIMEOUT);
  // A completion that is sent while the page is left has no answer any more, but arrives.
  const keepalive = method === "PUT";
  const sent = { method, headers, signal, keepalive, credentials: "omit", redirect: "error" };
  const response = await reach(url, { ...sent, body: body && JSON.stringify(body) });
  clock?.set(response.headers.get("Date"));
  return await read(response);
}

/** Ask for a file; `priority` as of fetch, `signal` stops it. */
async function askFile(url, { token, signal, priority }) {
  const headers = { Authorization: `Bearer ${token}` };
  const limit = AbortSignal.timeout(FILE_TIMEOUT);
  const stop = signal ? (AbortSignal.any?.([signal, limit]) ?? signal) : limit;
  const options = { headers, signal: stop, priority, credentials: "omit", redirect: "error" };
  const response = await reach(url, options);
  if (!response.ok) return await read(response); // throws what is wrong
  const begun = performance.now();
  const blob = await response.blob().catch(() => {
    throw new Away();
  });
  return { blob, milliseconds: performance.now() - begun };
}

async function reach(url, options) {
  try {
    return await fetch(url, options);
  } catch {
    throw new Away();
  }
}

async function read(response) {
  const text = await response.text().catch(() => {
    throw new Away();
  });
  const body = parsed(text);
  const { status } = response;
  if (response.ok && (status === 204 || isObject(body))) return { status, body };
  const problem = new Problem(status, body);
  if (isRefusal(problem)) throw problem;
  const seconds = Number.parseFloat(response.headers.get("Retry-After") ?? "");
  throw new Away(problem, Number.isFinite(seconds) ? seconds : null);
}

/** Say whether the server itself refused, and for good: a proxy's own answer has no code. */
function isRefusal({ status, code }) {
  return status >= 400 && status < 500 && !PASSING.has(status) && code !== "";
}

function isObject(body) {
  return typeof body === "object" && body !== null && !Array.isArray(body);
}

function parsed(text) {
  try {
    return text ? JSON.parse(text) : null;
  } catch {
    return null; // a proxy's own page
  }
}

/** Asks in the name of the signed-in tagger. */
export class Api {
  constructor(base, session, clock) {
    this.base = base;
    this.session = session;
    this.clock = clock;
  }

  get = (path) => this.#call("GET", path);
  /** Ask beside the work: where a tagger has to sign in, it fails and does not interrupt their typing. */
  aside = async (path) => {
    const token = await this.session.tokenAtHand();
    if (!token) throw new Away();
    return (await ask("GET", this.base + path, { token, clock: this.clock })).body;
  };
  post = (path, body, id) => this.#call("POST", path, body, id);
  patch = (path, body) => this.#call("PATCH", path, body);
  put = (path, body, id) => this.#call("PUT", path, body, id);
  delete = (path, id) => this.#call("DELETE", path, undefined, id);

  /** Return `{blob, milliseconds}` of a picture; the time is from its first byte to its last. */
  async picture(path, options) {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#withToken((token) => askFile(this.base + path, { ...options, token }));
      } catch (error) {
        const isBusy = error instanceof Away && error.code === "too-many-pictures";
        if (!isBusy || attempt === PICTURE_ATTEMPTS) throw error;
        await new Promise((resolve) => setTimeout(resolve, 1000 * (error.retryAfter ?? 1)));
      }
    }
  }

  async #call(method, path, body, id) {
    const asked = { body, id, clock: this.clock };
    const question = (token) => ask(method, this.base + path, { ...asked, token });
    return (await this.#withToken(question)).body;
  }

  /** Ask; while no tagger is signed in, wait for it. A token that is refused is renewed, once. */
  async #withToken(question) {
    const token = await this.session.token();
    try {
      return await question(token);
    } catch (error) {
      if (!isRefusedToken(error)) throw error;
    }
    await this.session.renew(token);
    try {
      return await question(await this.session.token());
    } catch (error) {
      throw isRefusedToken(error) ? new Away(error) : error;
    }
  }
}

function isRefusedToken(error) {
  return error instanceof Problem && error.status === 401;
}
