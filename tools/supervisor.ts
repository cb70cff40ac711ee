/**
 * Runs the processes of `npm run dev`: they start together, restart when their source changes, and stop together.
 * When one dies unexpectedly, the supervisor reports which one, why, and its last lines, and stops the others.
 */
import { once } from 'node:events';
import { watch } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { run, type Running } from './processes.ts';

const READY_TIMEOUT_MS = 180_000;
const KEPT_LINES = 30;
/** An editor writes a file in several steps, and a checkout changes many files. */
const DEBOUNCE_MS = 200;

export interface ProcessSpec {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Record<string, string | undefined>;
  /** Resolves when the process is ready. */
  isReady(running: Running): Promise<unknown>;
  /** Folders in which a change restarts the process. */
  readonly watches?: readonly string[];
}

type State = 'starting' | 'ready' | 'restarting' | 'broken';

class Supervised {
  state: State = 'starting';
  /** Whether the process has been ready once; after that, a failed start is an edit in progress. */
  wasReady = false;
  lines: string[] = [];
  running!: Running;
  readonly spec: ProcessSpec;

  constructor(spec: ProcessSpec) {
    this.spec = spec;
  }
}

export class Supervisor {
  private readonly processes: Supervised[];
  private readonly failed = Promise.withResolvers<never>();
  private stopping = false;

  constructor(specs: readonly ProcessSpec[]) {
    this.processes = specs.map((spec) => new Supervised(spec));
    // Handled where `ready` or `failure` is awaited.
    this.failed.promise.catch(() => {});
  }

  /** Rejects when a process dies that should be running. */
  get failure(): Promise<never> {
    return this.failed.promise;
  }

  /** Resolves when all processes are ready. */
  async start(): Promise<void> {
    const all = this.processes.map((each) => this.launch(each));
    await Promise.race([Promise.all(all), this.failure]);
    this.watchSources();
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await Promise.all(this.processes.map(({ running }) => running.stop()));
  }

  private async launch(supervised: Supervised): Promise<void> {
    const { name, command, args, env, isReady } = supervised.spec;
    supervised.state = 'starting';
    supervised.lines = [];
    const running = run(name, command, args, env, (line) => {
      supervised.lines = [...supervised.lines, line].slice(-KEPT_LINES);
      console.log(line);
    });
    supervised.running = running;
    const ended = endOf(running);
    void ended.then((how) => supervised.running === running && this.ended(supervised, how));
    const ready = isReady(running).then(
      () => 'ready',
      (error: unknown) => `is not ready: ${String(error)}`,
    );
    const late = wait(READY_TIMEOUT_MS, `is not ready after ${READY_TIMEOUT_MS / 1000} s`, {
      ref: false,
    });
    const outcome = await Promise.race([ready, late, ended.then(() => 'ended')]);
    if (supervised.running !== running || this.stopping || outcome === 'ended') return;
    if (outcome !== 'ready') {
      this.fail(supervised, outcome);
      return;
    }
    supervised.state = 'ready';
    supervised.wasReady = true;
  }

  private ended(supervised: Supervised, how: string): void {
    if (this.stopping || supervised.state === 'restarting') return;
    if (supervised.state === 'ready') {
      this.fail(supervised, how);
    } else if (supervised.wasReady) {
      supervised.state = 'broken';
      console.error(
        `${supervised.spec.name} ${how} while it restarted; waiting for the next change`,
      );
    } else {
      this.fail(supervised, `${how} before it was ready`);
    }
  }

  private fail({ spec: { name }, lines }: Supervised, how: string): void {
    const last = lines.length > 0 ? `Its last lines:\n${lines.join('\n')}` : 'It printed nothing.';
    this.failed.reject(new Error(`${name} ${how}. ${last}`));
  }

  private watchSources(): void {
    for (const folder of new Set(this.processes.flatMap(({ spec }) => spec.watches ?? []))) {
      let timer: NodeJS.Timeout | undefined;
      watch(folder, { recursive: true }, (_event, file) => {
        if (!file || !isSource(file)) return;
        clearTimeout(timer);
        timer = setTimeout(() => this.changed(folder, file), DEBOUNCE_MS);
      }).unref();
    }
  }

  private changed(folder: string, file: string): void {
    if (this.stopping) return;
    const affected = this.processes.filter(({ spec }) => spec.watches?.includes(folder));
    console.log(
      `${folder}/${file} changed: restarting ${affected.map(({ spec }) => spec.name).join(', ')}`,
    );
    for (const each of affected) void this.restart(each);
  }

  private async restart(supervised: Supervised): Promise<void> {
    // The process that is about to start will read this change too.
    if (supervised.state === 'restarting') return;
    supervised.state = 'restarting';
    await supervised.running.stop();
    if (!this.stopping) await this.launch(supervised);
  }
}

/**
 * How the process ended, after its last lines have been read. A grandchild that keeps the pipe open is not waited
 * for.
 */
async function endOf({ child }: Running): Promise<string> {
  const closed = once(child, 'close');
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  await Promise.race([closed, wait(500)]);
  return signal ? `was killed by ${signal}` : `exited with code ${code}`;
}

const isSource = (file: string): boolean =>
  /\.(ts|json|tsv)$/.test(file) && !file.endsWith('.test.ts');

/** Resolves when the process reports over its IPC channel that it is ready. */
export const signalsReady = ({ child }: Running): Promise<unknown> => once(child, 'message');
