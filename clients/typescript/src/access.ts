import { problemOf } from "./problems.js";

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
  private renewal: Promise<Issued | null> | null = null;

  constructor(
    private readonly access: Access | undefined,
    private readonly post: Post,
  ) {}

  /** Whether another token can be had. */
  get isRenewable(): boolean {
    return this.access !== undefined && !("token" in this.access);
  }

  /** Return a token that is valid for a while and is not the refused one; null: there is none. */
  async current(refused?: string | null): Promise<string | null> {
    if (this.access === undefined) return null;
    if ("token" in this.access) return this.access.token;
    if (!this.isGood(refused)) {
      this.renewal ??= this.renewed().finally(() => (this.renewal = null));
      this.issued = await this.renewal;
    }
    return this.issued?.accessToken ?? null;
  }

  private isGood(refused?: string | null): boolean {
    if (this.issued === null || this.issued.accessToken === refused) return false;
    return Date.parse(this.issued.expiresOn) > Date.now() + EARLY;
  }

  private async renewed(): Promise<Issued | null> {
    const staff = this.access !== undefined && "username" in this.access;
    const base = staff ? "/admin-api/api/v2/token" : "/client-api/api/v2/accounts";
    const { refreshToken } = this.issued ?? {};
    const found = refreshToken ? await this.ask(`${base}/refresh`, { refreshToken }) : null;
    return found ?? (await this.ask(staff ? base : `${base}/signin`, { ...this.access }));
  }

  private async ask(path: string, body: object): Promise<Issued | null> {
    const response = await this.post(path, body);
    if (response.status === 401) return null;
    if (!response.ok) throw await problemOf(response);
    return (await response.json()) as Issued;
  }
}
