/** Probes the services that the worker needs once a minute, so that a scrape does not wait for them. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';

export interface Probe {
  readonly service: string;
  /** Rejects when the service does not answer. */
  run(): Promise<void>;
}

export interface ProbeResult {
  readonly service: string;
  readonly isUp: boolean;
  readonly seconds: number;
}

const EVERY_MS = 60_000;
const MAX_MS = 15_000;

export class ServiceProbes {
  private readonly results = new Map<string, ProbeResult>();
  private timer: NodeJS.Timeout | undefined;
  private readonly probes: readonly Probe[];
  private readonly log: Pick<Logger, 'warn' | 'info'>;
  private readonly ran: (results: readonly ProbeResult[]) => Promise<void>;

  constructor(
    probes: readonly Probe[],
    log: Pick<Logger, 'warn' | 'info'>,
    ran: (results: readonly ProbeResult[]) => Promise<void> = async () => {},
  ) {
    this.probes = probes;
    this.log = log;
    this.ran = ran;
  }

  /** Resolves when each service was probed once. */
  start(): Promise<void> {
    this.timer = setInterval(() => void this.runAll(), EVERY_MS);
    this.timer.unref();
    return this.runAll();
  }

  get latest(): readonly ProbeResult[] {
    return [...this.results.values()];
  }

  async runAll(): Promise<void> {
    await Promise.all(this.probes.map((probe) => this.run(probe)));
    await this.ran(this.latest);
  }

  /** Logs a change of state, not every probe. */
  private async run({ service, run }: Probe): Promise<void> {
    const began = performance.now();
    const before = this.results.get(service)?.isUp ?? true;
    let failure: unknown;
    try {
      await Promise.race([run(), late()]);
    } catch (error) {
      failure = error;
    }
    const isUp = failure === undefined;
    this.results.set(service, { service, isUp, seconds: (performance.now() - began) / 1000 });
    if (isUp === before) return;
    if (isUp) this.log.info({ service }, 'a service that the worker needs answers again');
    else
      this.log.warn({ service, err: failure }, 'a service that the worker needs does not answer');
  }

  stop(): void {
    clearInterval(this.timer);
  }
}

async function late(): Promise<never> {
  await wait(MAX_MS, undefined, { ref: false });
  throw new Error(`no answer within ${MAX_MS / 1000} seconds`);
}
