import { NotSignedIn, problemOf, readable, Unreadable } from "./problems.js";

/** Who calls: a token that was issued, a user of the platform, or a tagger. */
export type Access =
  | { token: string }
  | { username: string; password: string }
  | { email: string; password: string };

interface Issued {
  accessToken: string;
  refreshToken: string;
  expiresOn: string;
}

type Post = (path: string, body: object) => Promise<Response>;

const EARLY = 30_000; // ms before its end a token is renewed

/** The tokens of one sign-in; calls at the same time share a renewal. */
export class Tokens {
  private issued: Issued | null = null;
  private renewal: Promise<Issued> | null = null;

  constructor(
    private readonly access: Access | undefined,
    private readonly post: Post,
  ) {}

  /** Whether another token can be had. */
  get isRenewable(): boolean {
    return this.access !== undefined && !("token" in this.access);
  }

  /**
   * Return a token that is valid for a while and is not the refused one; null: none is needed.
   * A wrong name or password is NotSignedIn, as the server says it.
   */
  async current(refused?: string | null): Promise<string | null> {
    if (this.access === undefined) return null;
    if ("token" in this.access) return this.access.token;
    if (this.issued !== null && isGood(this.issued, refused)) return this.issued.accessToken;
    this.renewal ??= this.renewed().finally(() => (this.renewal = null));
    this.issued = await this.renewal;
    return this.issued.accessToken;
  }

  private async renewed(): Promise<Issued> {
    const staff = this.access !== undefined && "username" in this.access;
    const base = staff ? "/admin-api/api/v2/token" : "/client-api/api/v2/accounts";
    const found = this.issued && (await this.refreshed(`${base}/refresh`, this.issued));
    return found ?? (await this.ask(staff ? base : `${base}/signin`, { ...this.access }));
  }

  /** Return new tokens; null: the refresh token has ended. */
  private async refreshed(path: string, { refreshToken }: Issued): Promise<Issued | null> {
    try {
      return await this.ask(path, { refreshToken });
    } catch (error) {
      if (!(error instanceof NotSignedIn)) throw error;
      this.issued = null;
      return null;
    }
  }

  private async ask(path: string, body: object): Promise<Issued> {
    const response = await this.post(path, body);
    if (!response.ok) throw await problemOf(response);
    const text = await (await readable(response, true)).text();
    const issued: unknown = JSON.parse(text || "null");
    if (!isIssued(issued)) throw new Unreadable(response.status, text, "no tokens");
    return issued;
  }
}

function isGood(issued: Issued, refused?: string | null): boolean {
  return issued.accessToken !== refused && Date.parse(issued.expiresOn) > Date.now() + EARLY;
}

function isIssued(found: unknown): found is Issued {
  if (typeof found !== "object" || found === null) return false;
  const { accessToken, refreshToken, expiresOn } = found as Record<string, unknown>;
  return [accessToken, refreshToken, expiresOn].every((each) => typeof each === "string");
}
