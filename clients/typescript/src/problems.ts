/** What is wrong with one field (`persons.0.id`); null: the body as a whole. */
export interface FieldFault {
  field: string | null;
  code: string;
  detail: string;
}

/** Anything that this client throws. */
export class FinishlineError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** No answer came; whether a change was made is unknown unless the call can be repeated. */
export class Unreachable extends FinishlineError {}

const BEGINNING = 200; // characters of an answer that is not the API's

/** An answer of success that is not the API's, as of a proxy that asks to sign in. */
export class Unreadable extends FinishlineError {
  readonly beginning: string; // of its body

  constructor(
    readonly status: number,
    body: string,
    why: string,
  ) {
    const beginning = body.slice(0, BEGINNING);
    super(`${status}: ${why}. The answer begins: ${JSON.stringify(beginning)}`);
    this.beginning = beginning;
  }
}

/** 304: the caller has the current version, which `If-None-Match` named. */
export class NotModified extends FinishlineError {}

/** What was waited for did not come in time. */
export class WaitedTooLong extends FinishlineError {}

/** A job failed, or was cancelled. */
export class JobNotDone extends FinishlineError {}

/**
 * An answer of 400 or more (RFC 9457). Programs look at `code`; `detail` is for people.
 * `title` may be shown to anybody: it is in the `language` of the client. `retryAfter`: seconds.
 */
export class Problem extends FinishlineError {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly detail: string,
    readonly errors: readonly FieldFault[],
    readonly requestId: string | null,
    readonly title: string,
    readonly retryAfter: number | null,
  ) {
    const faults = errors.map(({ field, detail }) => `; ${field ? `${field}: ` : ""}${detail}`).join("");
    super(`${status} ${code}: ${detail}${faults}${requestId ? ` (request ${requestId})` : ""}`);
  }
}

/** 400. */
export class BadRequest extends Problem {}
/** 401. */
export class NotSignedIn extends Problem {}
/** 403. */
export class Forbidden extends Problem {}
/** 404. */
export class NotFound extends Problem {}
/** 409: a conflict with stored data; `version-conflict`: the record changed since. */
export class Conflict extends Problem {}
/** 422: `errors` say which fields. */
export class Invalid extends Problem {}
/** 429, still after the retries. */
export class Throttled extends Problem {}
/** 500 and other faults of the server. */
export class ServerFault extends Problem {}
/** 503, still after the retries. */
export class Unavailable extends ServerFault {}

const kinds: Readonly<Record<number, typeof Problem>> = {
  400: BadRequest,
  401: NotSignedIn,
  403: Forbidden,
  404: NotFound,
  409: Conflict,
  422: Invalid,
  429: Throttled,
  503: Unavailable,
};

type Told = Readonly<Record<string, unknown>>;

/** Return the error for an answer, whoever gave it: a proxy sends no problem details. */
export async function problemOf(response: Response): Promise<Problem> {
  const text = await textOf(response);
  const told = read(text);
  const begins = `${response.statusText}: ${text.slice(0, BEGINNING)}`.replace(/^: |: $/, "");
  const Kind = kinds[response.status] ?? (response.status >= 500 ? ServerFault : Problem);
  return new Kind(
    response.status,
    (typeof told["code"] === "string" && told["code"]) || `http-${response.status}`,
    words(told["detail"]) || words(told["title"]) || begins,
    [...faults(told["errors"])],
    response.headers.get("X-Request-Id"),
    words(told["title"]),
    retryAfter(response),
  );
}

/**
 * Return the seconds that `Retry-After` asks for; null: it is absent, or cannot be read.
 * A number, also with decimals, or a date (RFC 9110); a date that is past is 0.
 */
export function retryAfter(response: Response): number | null {
  const text = (response.headers.get("Retry-After") ?? "").trim();
  if (/^\d{1,9}(\.\d{1,9})?$/.test(text)) return Number(text);
  const moment = /^[A-Za-z]{3,9},? .*GMT$/.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(moment) ? null : Math.max(0, (moment - Date.now()) / 1000);
}

/** Return an answer of success with its body read: JSON where `isJson` says so, else as it is. */
export async function readable(response: Response, isJson: boolean): Promise<Response> {
  const isPage = (response.headers.get("Content-Type") ?? "").toLowerCase().startsWith("text/html");
  if (response.status === 204 || !(isJson || isPage)) return response;
  const text = await textOf(response);
  const why = isPage && text ? "a page of HTML, not the API" : whyNoJson(response, text);
  if (why) throw new Unreadable(response.status, text, why);
  return new Response(text, response);
}

/** Return why a text is no JSON; only an answer of 200 always has a body. */
function whyNoJson(response: Response, text: string): string {
  if (text === "") return response.status === 200 ? "no body" : "";
  try {
    JSON.parse(text);
    return "";
  } catch (error) {
    return String(error);
  }
}

async function textOf(response: Response): Promise<string> {
  try {
    return await response.text();
  } catch (error) {
    throw new Unreachable(`${response.url}: ${String(error)}`, { cause: error });
  }
}

function words(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Yield the faults of fields, also of a server with other problem details than ours. */
function* faults(errors: unknown): Generator<FieldFault> {
  if (Array.isArray(errors)) {
    for (const each of errors) yield fault(each);
  } else if (typeof errors === "object" && errors !== null) {
    for (const [field, why] of Object.entries(errors)) {
      yield { field, code: "invalid", detail: words(why) };
    }
  } else if (errors) {
    yield fault(errors);
  }
}

function fault(error: unknown): FieldFault {
  if (typeof error !== "object" || error === null) {
    return { field: null, code: "invalid", detail: words(error) };
  }
  const { field, code, detail } = error as Record<string, unknown>;
  return { field: field === null ? null : words(field), code: words(code), detail: words(detail) };
}

function read(text: string): Told {
  try {
    const found: unknown = JSON.parse(text);
    const isObject = typeof found === "object" && found !== null && !Array.isArray(found);
    return isObject ? (found as Told) : {};
  } catch {
    return {};
  }
}
