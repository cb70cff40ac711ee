/** Ends processes without warning while writes are on their way, and brings them back. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Random } from './random.ts';
import type { Traffic } from './traffic.ts';

export const TARGETS = ['web', 'worker', 'database'] as const;
export type Target = (typeof TARGETS)[number];

export interface Victim {
  kill(): Promise<void>;
  /** Returns when it does its work again. */
  start(): Promise<void>;
}

export interface Kills {
  readonly perTarget: Record<Target, number>;
  /** Writes sent and not yet answered at the moments of the kills. */
  inFlight: number;
  /** The most that were open just before a kill. */
  relayConnections: number;
}

/** With nothing on its way for so long, it is killed idle. */
const AIM_PATIENCE_MS = 5000;

/** In rotation, each round in another order, so that every target is killed equally often. */
export function killOrder(count: number, random: Random): Target[] {
  const order: Target[] = [];
  while (order.length < count) order.push(...random.shuffled(TARGETS));
  return order.slice(0, count);
}

export async function killAll(options: {
  order: readonly Target[];
  victims: Record<Target, Victim>;
  traffic: Traffic;
  random: Random;
  relayConnections: () => Promise<number>;
  told: (done: number, target: Target) => void;
}): Promise<Kills> {
  const { order, victims, traffic, random, relayConnections, told } = options;
  const kills: Kills = {
    perTarget: { web: 0, worker: 0, database: 0 },
    inFlight: 0,
    relayConnections: 0,
  };
  for (const [index, target] of order.entries()) {
    await wait(random.between(200, 1200));
    kills.relayConnections = Math.max(kills.relayConnections, await relayConnections());
    await dangerousMoment(target, traffic, random);
    kills.inFlight += traffic.inFlight;
    await victims[target].kill();
    kills.perTarget[target] += 1;
    told(index + 1, target);
    await wait(random.between(0, 300));
    await victims[target].start();
  }
  return kills;
}

/**
 * Web and database die somewhere in the few milliseconds that a write takes, commit and answer
 * included; the worker while it carries a new document from the outbox to the engine, or scans it.
 */
async function dangerousMoment(target: Target, traffic: Traffic, random: Random): Promise<void> {
  if (target === 'worker') {
    await traffic.nextAcknowledged('createDocument', AIM_PATIENCE_MS);
    await wait(random.between(0, 300));
  } else {
    await traffic.nextSent(AIM_PATIENCE_MS);
    await wait(random.between(0, 1.1 * traffic.usualMs));
  }
}
