import createClient, {
  type Client,
  type FetchResponse,
  type MaybeOptionalInit,
} from "openapi-fetch";
import type { HttpMethod, PathsWithMethod, RequiredKeysOf } from "openapi-typescript-helpers";
import type { Connection } from "./connection.js";
import { idFields, keyed } from "./generated/repeatable.js";
import { NotFound, readable } from "./problems.js";

type Json = "application/json";
type Known = Record<string, Record<HttpMethod, {}>>;

/** What came, and its tag for `If-None-Match`; of a record with a version also for `If-Match`. */
export interface Answer<Data> {
  data: Data;
  etag: string | null;
  response: Response;
}

export type DataOf<Operation extends Record<string | number, unknown>, Init> = Extract<
  FetchResponse<Operation, Init, Json>,
  { error?: never }
>["data"];

/** Parameters and body: they may be left out where none is required. */
type InitParam<Init> = RequiredKeysOf<Init> extends never ? [Init?] : [Init];

/** An operation: its path as in the document, its parameters and body. */
export type Call<Paths extends Known, Method extends HttpMethod> = <
  Path extends PathsWithMethod<Paths, Method>,
  Init extends MaybeOptionalInit<Paths[Path], Method>,
>(
  path: Path,
  ...init: InitParam<Init>
) => Promise<Answer<DataOf<Paths[Path][Method], Init>>>;

type Rows<Data> = Data extends { results: (infer Row)[] } ? Row : never;

/** A list: its rows over all pages, each page asked for when it is reached. */
export type Each<Paths extends Known> = <
  Path extends PathsWithMethod<Paths, "get">,
  Init extends MaybeOptionalInit<Paths[Path], "get">,
>(
  path: Path,
  ...init: InitParam<Init>
) => AsyncGenerator<Rows<DataOf<Paths[Path]["get"], Init>>, void, undefined>;

/** The operations of one group in one version. */
export interface Group<Paths extends {}> {
  GET: Call<Paths, "get">;
  POST: Call<Paths, "post">;
  PUT: Call<Paths, "put">;
  PATCH: Call<Paths, "patch">;
  DELETE: Call<Paths, "delete">;
  each: Each<Paths>;
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
interface Init {
  params?: { query?: Record<string, unknown>; header?: Record<string, unknown> };
  body?: object;
  headers?: Record<string, string>;
  parseAs?: string;
}
interface Page {
  next: string | null;
  results: unknown[];
}
type Send = (path: string, init?: object) => Promise<{ data?: unknown; response: Response }>;

/** Return the group at a base (`/admin-api/api/v2`). The types are those of the document. */
export function groupAt<Paths extends {}>(connection: Connection, base: string): Group<Paths> {
  const client = createClient<Known>({
    baseUrl: connection.url + base,
    querySerializer: { array: { style: "form", explode: false } },
  });
  const call = (method: Method) => (path: string, init?: Init) =>
    called(connection, client, base, method, path, init);
  const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
  const calls = Object.fromEntries(methods.map((method) => [method, call(method)]));
  const each = (path: string, init?: Init) => rows(call("GET"), path, init);
  return { ...calls, each } as unknown as Group<Paths>;
}

async function called(
  connection: Connection,
  client: Client<Known>,
  base: string,
  method: Method,
  path: string,
  init: Init = {},
): Promise<Answer<unknown>> {
  const version2 = base.replace(/v\d+$/, "v2") + path;
  const isPost = method === "POST";
  const made = isPost ? madeOnce(version2, init) : init;
  const repeatable = isPost ? made !== init || version2 in idFields : !isConditional(method, init);
  const isJson = (init.parseAs ?? "json") === "json";
  const fetch = async (request: Request) =>
    readable(await connection.send(request, repeatable), isJson);
  const send = client[method] as unknown as Send;
  const { data, response } = await send(path, { ...made, fetch });
  return { data, etag: response.headers.get("ETag"), response };
}

/** Return the call with an id, or a key, of the caller's: made once, however often it is sent. */
function madeOnce(path: string, init: Init): Init {
  const field = idFields[path];
  if (field !== undefined && init.body !== undefined && !(field in init.body)) {
    return { ...init, body: { ...init.body, [field]: crypto.randomUUID() } };
  }
  if (keyed.has(path)) {
    return { ...init, headers: { "Idempotency-Key": crypto.randomUUID(), ...init.headers } };
  }
  return init;
}

/** Return whether a call cannot be made twice: after a change its `If-Match` fails. */
function isConditional(method: Method, init: Init): boolean {
  return method !== "GET" && init.params?.header?.["If-Match"] !== undefined;
}

async function* rows(
  get: (path: string, init?: Init) => Promise<Answer<unknown>>,
  path: string,
  init: Init = {},
): AsyncGenerator<unknown, void, undefined> {
  const query = init.params?.query ?? {};
  for (let page = Number(query["page"] ?? 1); ; page++) {
    const found = await pageOf(get, path, { ...init, params: { ...init.params, query: { ...query, page } } });
    yield* found?.results ?? [];
    if (!found?.next) return;
    init = withoutCondition(init);
  }
}

/** Return a call for the pages after the first: the caller's tag was that of the first. */
function withoutCondition(init: Init): Init {
  const { "If-None-Match": _, ...header } = init.params?.header ?? {};
  return { ...init, params: { ...init.params, header } };
}

/** Return a page; null: its rows went meanwhile. */
async function pageOf(
  get: (path: string, init?: Init) => Promise<Answer<unknown>>,
  path: string,
  init: Init,
): Promise<Page | null> {
  try {
    return (await get(path, init)).data as Page;
  } catch (error) {
    if (error instanceof NotFound && Number(init.params?.query?.["page"]) > 1) return null;
    throw error;
  }
}
