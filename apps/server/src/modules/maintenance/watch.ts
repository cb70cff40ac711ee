import type { ChangeNotice, JavascriptConstants } from '@cairn/contract';
import type { Logger } from 'pino';
import { anonymous, type Db } from '../../platform/db/db.ts';
import { ApiError } from '../../platform/api-error.ts';
import { findWindow } from './store.ts';
import { announcedWindow, stateOf, type Window } from './window.ts';

const AGAIN_AFTER_MS = 1000;

/**
 * Caches the maintenance window in this process, so that no request queries it. It is read when the process starts and
 * on each event about a change. Whether it is active depends on the clock.
 */
export class MaintenanceWatch {
  private readonly db: Db;
  private readonly log: Logger;
  private readonly began: () => void;
  private window: Window | null = null;
  /** The window whose start was announced. */
  private begun: Window | null = null;
  private reading: Promise<void> = Promise.resolve();
  private retry: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(options: { db: Db; log: Logger; began: () => void }) {
    this.db = options.db;
    this.log = options.log;
    this.began = options.began;
  }

  start(): Promise<void> {
    return this.read();
  }

  readonly hear = ({ kind }: ChangeNotice): void => {
    if (kind.startsWith('maintenance.')) void this.reload();
  };

  /** Reloads are sequential, so that an older answer never replaces a newer one. */
  reload(): Promise<void> {
    this.reading = this.reading
      .then(() => this.read())
      .catch((error: unknown) => {
        this.log.warn(
          { err: error },
          'maintenance window: cannot read it; the last known one applies until a retry succeeds',
        );
        clearTimeout(this.retry);
        if (!this.stopped) this.retry = setTimeout(() => void this.reload(), AGAIN_AFTER_MS);
      });
    return this.reading;
  }

  private async read(): Promise<void> {
    const [window = null] = await this.db.reads(anonymous).run(findWindow);
    this.window = window;
  }

  isOn(): boolean {
    const on = stateOf(this.window, Date.now()) === 'ACTIVE';
    if (on && this.begun !== this.window) {
      this.begun = this.window;
      this.began();
    }
    return on;
  }

  /** Waits for the reload, so that a client that refetches on the event gets the new window and not the cached one. */
  async announced(): Promise<JavascriptConstants['maintenance']> {
    await this.reading;
    return announcedWindow(this.window, Date.now());
  }

  refusal(): ApiError {
    const millisecondsLeft = this.window ? Date.parse(this.window.end) - Date.now() : 0;
    return new ApiError('MAINTENANCE', {
      headers: { 'retry-after': String(Math.max(1, Math.ceil(millisecondsLeft / 1000))) },
    });
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.retry);
  }
}
