/** Clients that read, write and listen, and count failures. Nothing is retried, so each failure counts. */
import { setTimeout as wait } from 'node:timers/promises';

const READERS = 6;
const WRITERS = 4;
const STREAMS = 6;

export class Load {
  private readonly origin: string;
  private readonly tokens: readonly string[];
  private readonly unknown: string;
  private readonly running: Promise<void>[] = [];
  private readonly stopping = new AbortController();
  private requests = 0;
  private failed = 0;
  private streams = 0;
  private brokenStreams = 0;
  private readonly examples: string[] = [];

  constructor(origin: string, tokens: readonly string[], unknown: string) {
    this.origin = origin;
    this.tokens = tokens;
    this.unknown = unknown;
  }

  start(): void {
    for (let index = 0; index < READERS; index += 1) {
      this.repeat(() => this.send('GET', '/api/v2/users/loggedUser', index));
    }
    for (let index = 0; index < WRITERS; index += 1) {
      // The proxy does not retry a POST, and checking a password takes long enough to be interrupted.
      this.repeat(() =>
        this.send('POST', '/api/v1/noauth/login', index, {
          username: this.unknown,
          password: 'not the password',
        }),
      );
    }
    for (let index = 0; index < STREAMS; index += 1) this.repeat(() => this.listen(index));
  }

  private repeat(work: () => Promise<void>): void {
    const loop = async (): Promise<void> => {
      while (!this.stopping.signal.aborted) {
        await work();
        await wait(5 + Math.random() * 30);
      }
    };
    this.running.push(loop());
  }

  private headers(index: number): Record<string, string> {
    return { cookie: `cairn-session=${this.tokens[index % this.tokens.length]}` };
  }

  private async send(method: string, path: string, index: number, body?: object): Promise<void> {
    this.requests += 1;
    try {
      const answer = await fetch(this.origin + path, {
        method,
        headers: {
          ...this.headers(index),
          ...(body && { 'content-type': 'application/json', origin: this.origin }),
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(30_000),
      });
      await answer.arrayBuffer();
      const isAnswered =
        method === 'GET' ? answer.status === 200 : answer.status < 500 && answer.status !== 404;
      if (!isAnswered) this.fail(`${method} ${path}: status ${answer.status}`);
    } catch (error) {
      this.fail(`${method} ${path}: ${String((error as Error).cause ?? error)}`);
    }
  }

  private fail(text: string): void {
    this.failed += 1;
    if (this.examples.length < 10) this.examples.push(text);
  }

  /** Keeps a stream open until the server ends it. A regular end has a last chunk; a cut connection is an error. */
  private async listen(index: number): Promise<void> {
    this.streams += 1;
    try {
      const answer = await fetch(`${this.origin}/api/v1/events`, {
        headers: this.headers(index),
        signal: this.stopping.signal,
      });
      if (!answer.ok) return this.fail(`stream: status ${answer.status}`);
      for await (const chunk of answer.body!) void chunk;
      await wait(100);
    } catch (error) {
      if (this.stopping.signal.aborted) return undefined;
      this.brokenStreams += 1;
      if (this.examples.length < 10)
        this.examples.push(`stream: ${String((error as Error).cause ?? error)}`);
      await wait(500);
    }
    return undefined;
  }

  async stop() {
    this.stopping.abort();
    await Promise.all(this.running);
    const { requests, failed, streams, brokenStreams, examples } = this;
    return { requests, failed, streams, brokenStreams, examples };
  }
}
