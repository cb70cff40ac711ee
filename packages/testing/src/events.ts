/** Reads an event stream as a browser would. */
import type { ChangeNotice } from '@cairn/contract';
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
  private readonly abort = new AbortController();

  /** Resolves once the stream is ready, or was refused. */
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
    if (answer.status !== 200) return ear;
    void ear.read(answer.body!);
    await until(async () => ear.heard.some(({ event }) => event === 'ready'));
    return ear;
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
      // Closed by us, or by the server's end.
    }
    this.ended = true;
  }

  private note(block: string): void {
    if (block.startsWith(':')) return;
    const fields = Object.fromEntries(
      block
        .split('\n')
        .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
    ) as Record<string, string>;
    this.heard.push({
      id: fields['id']!,
      event: fields['event']!,
      data: JSON.parse(fields['data']!) as ChangeNotice,
    });
  }

  get changes(): ChangeNotice[] {
    return this.heard.filter(({ event }) => event === 'change').map(({ data }) => data);
  }

  close(): void {
    this.abort.abort();
  }
}
