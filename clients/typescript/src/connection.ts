import { type Access, Tokens } from "./access.js";
import { NotModified, problemOf } from "./problems.js";
import { type RetryPolicy, sendWithRetries } from "./retries.js";

/** Sends calls to one server: tokens, retries, problems. */
export class Connection {
  private readonly tokens: Tokens;

  constructor(
    readonly url: string,
    access: Access | undefined,
    private readonly policy: RetryPolicy,
    private readonly language?: string,
  ) {
    this.tokens = new Tokens(access, (path, body) => this.post(path, body));
  }

  /** Return an answer of success. */
  async send(request: Request, repeatable: boolean): Promise<Response> {
    const token = await this.tokens.current();
    let response = await this.signed(request, token, repeatable);
    if (response.status === 401 && this.tokens.isRenewable) {
      response = await this.signed(request, await this.tokens.current(token), repeatable);
    }
    if (response.status === 304) throw new NotModified("the caller has the current version");
    if (!response.ok) throw await problemOf(response);
    return response;
  }

  private signed(request: Request, token: string | null, repeatable: boolean): Promise<Response> {
    const copy = request.clone();
    if (this.language) copy.headers.set("Accept-Language", this.language);
    if (token !== null) copy.headers.set("Authorization", `Bearer ${token}`);
    return sendWithRetries(copy, repeatable, this.policy);
  }

  private post(path: string, body: object): Promise<Response> {
    const headers = { "Content-Type": "application/json" };
    const request = new Request(this.url + path, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    return sendWithRetries(request, true, this.policy);
  }
}
