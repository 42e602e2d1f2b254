// The ClientApi: JSON over fetch, with the tagger's token, and problem details as exceptions.
const TIMEOUT = 20_000; // milliseconds
const PASSING = new Set([408, 425, 429]);

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
  const headers = { Accept: "application/json" };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token) headers.Authorization = `Bearer ${token}`;
  if (id) headers["X-Request-ID"] = id;
  const signal = AbortSignal.timeout(TIMEOUT);
  const sent = { method, headers, signal, credentials: "omit", redirect: "error" };
  const response = await reach(url, { ...sent, body: body && JSON.stringify(body) });
  clock?.set(response.headers.get("Date"));
  return await read(response);
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
  post = (path, body, id) => this.#call("POST", path, body, id);
  put = (path, body, id) => this.#call("PUT", path, body, id);
  delete = (path, id) => this.#call("DELETE", path, undefined, id);

  /** Ask; while no tagger is signed in, wait for it. A token that is refused is renewed, once. */
  async #call(method, path, body, id) {
    const token = await this.session.token();
    const asked = { body, id, clock: this.clock };
    try {
      return (await ask(method, this.base + path, { ...asked, token })).body;
    } catch (error) {
      if (!isRefusedToken(error)) throw error;
    }
    await this.session.renew(token);
    try {
      const renewed = await this.session.token();
      return (await ask(method, this.base + path, { ...asked, token: renewed })).body;
    } catch (error) {
      throw isRefusedToken(error) ? new Away(error) : error;
    }
  }
}

function isRefusedToken(error) {
  return error instanceof Problem && error.status === 401;
}
