/** Kills processes without warning while writes are in flight, and restarts them. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Random } from '@cairn/testing/random';
import type { Traffic } from './traffic.ts';

export const TARGETS = ['web', 'worker', 'database', 'store', 'engine'] as const;
export type Target = (typeof TARGETS)[number];

export interface Victim {
  kill(): Promise<void>;
  /** Resolves when the process works again. */
  start(): Promise<void>;
}

export interface Kills {
  readonly perTarget: Partial<Record<Target, number>>;
  /** Writes in flight at the moments of the kills. */
  inFlight: number;
  /** Files being sent to the object store at those moments. */
  uploadsInFlight: number;
  /** The longest restart, in milliseconds. */
  longestRestartMs: number;
  /** Open connections before each kill. */
  readonly relayConnections: number[];
}

/** If nothing is in flight for this long, the process is killed while idle. */
const AIM_PATIENCE_MS = 5000;

/** Rounds over all targets, each in another order, so that every target is killed equally often. */
export function killOrder(count: number, targets: readonly Target[], random: Random): Target[] {
  const order: Target[] = [];
  while (order.length < count) order.push(...random.shuffled(targets));
  return order.slice(0, count);
}

export async function killAll(options: {
  order: readonly Target[];
  victims: Record<Target, Victim>;
  traffic: Traffic;
  random: Random;
  relayConnections: () => Promise<number>;
  onKill: (done: number, target: Target) => void;
}): Promise<Kills> {
  const { order, victims, traffic, random, relayConnections, onKill } = options;
  const kills: Kills = {
    perTarget: {},
    inFlight: 0,
    uploadsInFlight: 0,
    longestRestartMs: 0,
    relayConnections: [],
  };
  for (const [index, target] of order.entries()) {
    await wait(random.between(200, 1200));
    kills.relayConnections.push(await relayConnections());
    await dangerousMoment(target, traffic, random);
    kills.inFlight += traffic.inFlight;
    kills.uploadsInFlight += traffic.uploadsInFlight;
    await victims[target].kill();
    kills.perTarget[target] = (kills.perTarget[target] ?? 0) + 1;
    onKill(index + 1, target);
    await wait(random.between(0, 300));
    const began = performance.now();
    await victims[target].start();
    kills.longestRestartMs = Math.max(kills.longestRestartMs, performance.now() - began);
  }
  return kills;
}

/**
 * Web and database are killed within the few milliseconds of a write, including commit and reply. Worker and Temporal
 * are killed while a new document is dispatched from the outbox or scanned; the object store half of the time then,
 * and half of the time while a file is being sent to it.
 */
async function dangerousMoment(target: Target, traffic: Traffic, random: Random): Promise<void> {
  if (target === 'store' && random.chance(0.5)) {
    await traffic.nextUpload(AIM_PATIENCE_MS);
    await wait(random.between(0, 1.1 * traffic.usualUploadMs));
  } else if (target !== 'web' && target !== 'database') {
    await traffic.nextAcknowledged('createDocument', AIM_PATIENCE_MS);
    await wait(random.between(0, 300));
  } else {
    await traffic.nextSent(AIM_PATIENCE_MS);
    await wait(random.between(0, 1.1 * traffic.usualMs));
  }
}
