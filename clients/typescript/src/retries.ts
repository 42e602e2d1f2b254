import { retryAfter, Unreachable } from "./problems.js";

export interface RetryPolicy {
  /** How often a call is sent again. */
  retries: number;
  /** Seconds until an answer must have come. */
  timeout: number;
}

const LONGEST_WAIT = 60; // s; a longer `Retry-After` is left to the caller

/**
 * Send a request, again where that is right: what may be sent twice, whatever happened to it;
 * anything else only if the server said when to try again.
 */
export async function sendWithRetries(
  request: Request,
  repeatable: boolean,
  policy: RetryPolicy,
): Promise<Response> {
  for (let sent = 0; ; sent++) {
    const isLast = sent >= policy.retries;
    try {
      const response = await once(request.clone(), policy.timeout);
      const pause = pauseAfter(response, repeatable, sent);
      if (isLast || pause === null) return response;
      await response.body?.cancel();
      await sleep(pause);
    } catch (error) {
      if (isLast || !repeatable || request.signal.aborted) throw unreachable(request, error);
      await sleep(growing(sent));
    }
  }
}

/** Fetch, within the time; a redirection is not followed: the API has none. */
function once(request: Request, timeout: number): Promise<Response> {
  const signals = [request.signal, AbortSignal.timeout(timeout * 1000)];
  return fetch(request, { signal: AbortSignal.any(signals), redirect: "manual" });
}

/** Return the seconds until it is worth to try again; null: it is not. */
function pauseAfter(response: Response, repeatable: boolean, sent: number): number | null {
  if (response.headers.has("Retry-After") && [429, 503].includes(response.status)) {
    const asked = retryAfter(response) ?? growing(sent);
    return asked <= LONGEST_WAIT ? asked : null;
  }
  return repeatable && [502, 503, 504].includes(response.status) ? growing(sent) : null;
}

function growing(sent: number): number {
  return 0.2 * 2 ** sent + 0.2 * Math.random();
}

function unreachable(request: Request, error: unknown): Unreachable {
  return new Unreachable(`${request.method} ${request.url}: ${String(error)}`, { cause: error });
}

export function sleep(seconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, seconds * 1000));
}
