/** Reads an event stream as a browser would. */
import type { ChangeNotice } from '@cairn/contract';
import { hashToken } from '@cairn/server/platform/crypto';
import { newId, PLATFORM_COMPANY } from '@cairn/server/platform/ids';
import type { TestServer } from './server.ts';
import { until } from './until.ts';

export interface HeardEvent {
  id: string;
  event: string;
  data: ChangeNotice;
}

export class Ear {
  readonly heard: HeardEvent[] = [];
  status = 0;
  ended = false;
  headers = new Headers();
  /** The reconnection delay that the server requested. */
  retryMs: number | undefined;
  private lastEventId = '';
  private readonly sign = newId();
  private signSeen = false;
  private readonly abort = new AbortController();

  /**
   * Resolves once the stream is ready, or was refused. Unless it resumes from a cursor, it also discards earlier
   * events: a busy machine delivers them late, and a test would mistake them for the ones it waits for.
   */
  static async listen(
    server: TestServer,
    token: string | undefined,
    lastEventId?: string,
  ): Promise<Ear> {
    const ear = new Ear();
    const { port } = server.app.server.address() as { port: number };
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/events`, {
      headers: {
        ...(token !== undefined && { cookie: `cairn-session=${token}` }),
        ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
      },
      signal: ear.abort.signal,
    });
    ear.status = answer.status;
    ear.headers = answer.headers;
    if (answer.status !== 200) return ear;
    void ear.read(answer.body!);
    await until(async () => ear.heard.some(({ event }) => event === 'ready'));
    if (lastEventId === undefined) await ear.forgetThePast(server, token!);
    return ear;
  }

  /** Writes a marker event and waits for it: events arrive in commit order, so all earlier ones have arrived too. */
  private async forgetThePast({ owner }: TestServer, token: string): Promise<void> {
    await owner.query(
      `insert into cairn.event (company_id, id, at, kind, account_id, staff_only, changes)
        select $1, $2, now(), 'test.sign', account_id, false, '{}'
        from cairn.session where token_hash = $3`,
      [PLATFORM_COMPANY, this.sign, hashToken(token)],
    );
    await owner.query('notify cairn_events');
    await until(async () => this.signSeen);
  }

  private async read(body: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder();
    let text = '';
    try {
      for await (const chunk of body) {
        text += decoder.decode(chunk, { stream: true });
        const blocks = text.split('\n\n');
        text = blocks.pop()!;
        for (const block of blocks) this.note(block);
      }
    } catch {
      // Closed by the test, or by the server when it stops.
    }
    this.ended = true;
  }

  private note(block: string): void {
    const fields = Object.fromEntries(
      block
        .split('\n')
        .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
    ) as Record<string, string>;
    if (fields['retry'] !== undefined) this.retryMs = Number(fields['retry']);
    if (fields['data'] === undefined) return;
    this.lastEventId = fields['id'] ?? this.lastEventId;
    const event = {
      id: this.lastEventId,
      event: fields['event']!,
      data: JSON.parse(fields['data']) as ChangeNotice,
    };
    if (event.data.kind === 'test.sign') this.noteSign(event.data.id);
    else this.heard.push(event);
  }

  /** Markers of the same person's other streams arrive too and are ignored. */
  private noteSign(id: string): void {
    if (id !== this.sign) return;
    this.signSeen = true;
    const others = this.heard.filter(({ event }) => event !== 'change');
    this.heard.splice(0, this.heard.length, ...others);
  }

  get changes(): ChangeNotice[] {
    return this.heard.filter(({ event }) => event === 'change').map(({ data }) => data);
  }

  close(): void {
    this.abort.abort();
  }
}
