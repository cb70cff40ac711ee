/**
 * A minimal HTTP/1.1 client: one kept-alive socket, one request at a time. The client's own cost must not hide the
 * server's, and must be the same in every arm.
 */
import { connect, type Socket } from 'node:net';

export interface Reply {
  readonly status: number;
  readonly contentType: string;
  readonly body: Buffer;
}

const HEAD_END = Buffer.from('\r\n\r\n');

export function requestText(
  method: 'GET' | 'PUT',
  path: string,
  headers: Readonly<Record<string, string>>,
): string {
  const lines = Object.entries({ host: 'localhost', ...headers }).map(([k, v]) => `${k}: ${v}`);
  if (method === 'PUT') lines.push('content-length: 0');
  return `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
}

export class HttpClient {
  private readonly socket: Socket;
  private received: Buffer = Buffer.alloc(0);
  private waiting: { resolve(reply: Reply): void; reject(error: Error): void } | undefined;

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (data) => this.take(data));
    socket.on('error', (error) => this.waiting?.reject(error));
    socket.on('close', () => this.waiting?.reject(new Error('the server closed the connection')));
  }

  static open(port: number): Promise<HttpClient> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1' });
      socket.once('error', reject);
      socket.once('connect', () => {
        socket.removeListener('error', reject);
        resolve(new HttpClient(socket));
      });
    });
  }

  send(request: string): Promise<Reply> {
    return new Promise((resolve, reject) => {
      this.waiting = { resolve, reject };
      this.socket.write(request);
    });
  }

  /** Throws on any status but success: a benchmark of refusals would be fast and worthless. */
  async succeed(request: string): Promise<Reply> {
    const reply = await this.send(request);
    if (reply.status !== 200) throw new Error(`answered ${reply.status}: ${String(reply.body)}`);
    return reply;
  }

  private take(data: Buffer): void {
    this.received = this.received.length === 0 ? data : Buffer.concat([this.received, data]);
    const headEnd = this.received.indexOf(HEAD_END);
    if (headEnd < 0) return;
    const head = this.received.toString('latin1', 0, headEnd);
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
    if (length === undefined) {
      this.waiting?.reject(new Error(`a reply without content-length: ${head}`));
      return;
    }
    const start = headEnd + HEAD_END.length;
    const end = start + Number(length);
    if (this.received.length < end) return;
    const body = this.received.subarray(start, end);
    this.received = Buffer.alloc(0);
    this.waiting?.resolve({
      status: Number(head.slice(9, 12)),
      contentType: /\r\ncontent-type: ([^\r]+)/i.exec(head)?.[1] ?? '',
      body,
    });
  }

  close(): void {
    this.waiting = undefined;
    this.socket.destroy();
  }
}
