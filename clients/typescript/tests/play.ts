import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** An answer; `cut`: none, the connection ends. */
export type Told = { status: number; body?: unknown; headers?: Record<string, string> } | "cut";

export interface Heard {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A small HTTP server that plays the API: the answers to come, and the calls that came. */
export class Play {
  readonly calls: Heard[] = [];
  private readonly answers: Told[] = [];
  private readonly server: Server;

  constructor() {
    this.server = createServer(async (request, response) => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      const { method = "", url: path = "", headers } = request;
      this.calls.push({ method, path, headers, body: Buffer.concat(parts).toString("latin1") });
      const told = this.answers.shift() ?? { status: 500 };
      if (told === "cut") {
        request.socket.destroy();
        return;
      }
      response.writeHead(told.status, told.headers);
      const { body } = told;
      response.end(typeof body === "string" ? body : body === undefined ? "" : JSON.stringify(body));
    });
  }

  async start(): Promise<string> {
    await new Promise<void>((done) => this.server.listen(0, "127.0.0.1", done));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }

  tells(...answers: Told[]): void {
    this.answers.push(...answers);
  }
}
