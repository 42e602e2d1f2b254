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
    const faults = errors.map((each) => `; ${each.field}: ${each.detail}`).join("");
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

interface Told {
  title?: string;
  code?: string;
  detail?: string;
  errors?: FieldFault[];
}

/** Return the error for an answer, whoever gave it: a proxy sends no problem details. */
export async function problemOf(response: Response): Promise<Problem> {
  const told = read(await response.text());
  const Kind = kinds[response.status] ?? (response.status >= 500 ? ServerFault : Problem);
  return new Kind(
    response.status,
    told.code ?? `http-${response.status}`,
    told.detail ?? response.statusText,
    told.errors ?? [],
    response.headers.get("X-Request-Id"),
    told.title ?? "",
    retryAfter(response),
  );
}

/** Return the seconds that `Retry-After` asks for: a number, or a moment. */
export function retryAfter(response: Response): number | null {
  const text = response.headers.get("Retry-After");
  if (text === null) return null;
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? null : Math.max(0, seconds);
}

function read(text: string): Told {
  try {
    const found: unknown = JSON.parse(text);
    return typeof found === "object" && found !== null ? found : {};
  } catch {
    return {};
  }
}
