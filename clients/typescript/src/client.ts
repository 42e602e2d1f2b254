import type { Access } from "./access.js";
import { Connection } from "./connection.js";
import type { components } from "./generated/schema.js";
import { type Group, groupAt } from "./group.js";
import type { V1, V2 } from "./versions.js";
import { waitFor } from "./waiting.js";

export type Schemas = components["schemas"];
export type AdminApi = Group<V2<"admin-api">>;
export type ClientApi = Group<V2<"client-api">>;
export type InternalApi = Group<V2<"internal-api">>;
export type CallbackApi = Group<V2<"callback-api">>;
export type ActivityApi = Group<V2<"activity-api">>;

export interface Options {
  /** How often a call is sent again; 5 if left out. */
  retries?: number;
  /** Seconds until an answer must have come; 30 if left out. */
  timeout?: number;
  /** Of the titles of problems (`de`). */
  language?: string;
}

/** A server's API in version 2; `v1` has version 1. */
export class Finishline {
  readonly admin: AdminApi;
  readonly client: ClientApi;
  readonly internal: InternalApi;
  readonly callback: CallbackApi;
  readonly activity: ActivityApi;
  readonly v1: Version1;

  constructor(url: string, access?: Access, { retries = 5, timeout = 30, language }: Options = {}) {
    const policy = { retries, timeout };
    const connection = new Connection(url.replace(/\/+$/, ""), access, policy, language);
    this.admin = groupAt(connection, "/admin-api/api/v2");
    this.client = groupAt(connection, "/client-api/api/v2");
    this.internal = groupAt(connection, "/internal-api/api/v2");
    this.callback = groupAt(connection, "/callback-api/api/v2");
    this.activity = groupAt(connection, "/activity-api/api/v2");
    this.v1 = new Version1(connection);
  }

  /**
   * Send a selfie, and return it with the photos of its persons when it is recognised.
   * `by` is the group that the caller has a role of: the ClientApi if left out.
   */
  async uploadSelfie(
    albumId: string,
    image: Blob,
    { by = "client", timeout = 60 }: { by?: "client" | "admin"; timeout?: number } = {},
  ): Promise<Schemas["SelfieOutput"]> {
    const group = by === "client" ? this.client : (this.admin as unknown as ClientApi);
    const sent = await group.POST("/selfies", { body: { albumId, image }, bodySerializer: asForm });
    const params = { path: { selfieId: sent.data.selfieId } };
    const read = async () => (await group.GET("/selfies/{selfieId}", { params })).data;
    return waitFor(read, (selfie) => selfie.state !== "AwaitingCallback", { timeout });
  }
}

/** The groups in version 1. */
export class Version1 {
  readonly admin: Group<V1<"admin-api">>;
  readonly client: Group<V1<"client-api">>;
  readonly internal: Group<V1<"internal-api">>;
  readonly callback: Group<V1<"callback-api">>;
  readonly activity: Group<V1<"activity-api">>;

  constructor(connection: Connection) {
    this.admin = groupAt(connection, "/admin-api/api/v1");
    this.client = groupAt(connection, "/client-api/api/v1");
    this.internal = groupAt(connection, "/internal-api/api/v1");
    this.callback = groupAt(connection, "/callback-api/api/v1");
    this.activity = groupAt(connection, "/activity-api/api/v1");
  }
}

/** Send a body as a form: a file as it is, anything else as text. */
export function asForm(body: object): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) {
    form.append(name, value instanceof Blob ? value : String(value));
  }
  return form;
}
