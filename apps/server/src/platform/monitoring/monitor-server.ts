/**
 * Health and metrics on a port of their own, which no proxy forwards to:
 *
 *   GET /livez    200 while the process runs.
 *   GET /readyz   200 while it should get work, otherwise 503 with the reason.
 *   GET /metrics  Prometheus's text format.
 */
import { createServer, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { Logger } from 'pino';
import type { Metrics } from './metrics.ts';

export interface MonitorOptions {
  readonly port: number;
  readonly host: string;
  readonly metrics: Metrics;
  /** Resolves to a short reason why the process is not ready; undefined if it is. */
  readonly problem: () => Promise<string | undefined>;
  readonly log: Pick<Logger, 'warn' | 'info'>;
}

export class MonitorServer {
  private readonly server: Server;
  private readonly options: MonitorOptions;

  constructor(options: MonitorOptions) {
    this.options = options;
    this.server = createServer((request, response) => {
      this.answer(request.method ?? '', request.url ?? '', response).catch((error: unknown) => {
        options.log.warn(
          { err: error },
          'monitoring: a health or metrics request failed and was answered with 500',
        );
        if (!response.headersSent) send(response, 500, 'error\n');
        else response.destroy();
      });
    });
    // A stalled scraper does not hold a connection for long.
    this.server.requestTimeout = 10_000;
    this.server.headersTimeout = 5000;
  }

  /** Returns the port that it listens on, which differs from the configured one if that was 0. */
  async start(): Promise<number> {
    const { port, host, log } = this.options;
    this.server.listen(port, host);
    await once(this.server, 'listening');
    const address = this.server.address();
    const boundPort = typeof address === 'object' && address ? address.port : port;
    log.info(`health and metrics at ${host}:${boundPort}`);
    return boundPort;
  }

  private async answer(method: string, url: string, response: ServerResponse): Promise<void> {
    if (method !== 'GET') return send(response, 405, 'only GET\n');
    switch (url.split('?')[0]) {
      case '/livez':
        return send(response, 200, 'ok\n');
      case '/readyz': {
        const problem = await this.options.problem();
        return send(response, problem ? 503 : 200, `${problem ?? 'ok'}\n`);
      }
      case '/metrics':
        return send(response, 200, await this.options.metrics.text());
      default:
        return send(response, 404, 'not found\n');
    }
  }

  async stop(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close').catch(() => {});
  }
}

function send(response: ServerResponse, status: number, text: string): void {
  response
    .writeHead(status, {
      'content-type': 'text/plain; version=0.0.4; charset=utf-8',
      'cache-control': 'no-store',
    })
    .end(text);
}
