// The drill's workflow. It runs in Temporal's sandbox: it may import types and other workflow code,
// but never the activities themselves.

import { proxyActivities, sleep } from '@temporalio/workflow';
import type { Activities } from './activities.ts';

const { failTwice, workSlowly, recordEffect } = proxyActivities<Activities>({
  startToCloseTimeout: '30 seconds',
  // How soon the engine notices that the worker that held an activity is gone.
  heartbeatTimeout: '2 seconds',
  retry: { initialInterval: '20 ms', backoffCoefficient: 1 },
});

/** One step and nothing else: what the engine itself costs. */
export async function oneStep(id: string): Promise<string> {
  return recordEffect(id);
}

/** An activity that fails twice, a long one, a timer, and one effect that must happen once. */
export async function manySteps(id: string, workMs: number, timerMs: number): Promise<string> {
  await failTwice(id);
  await workSlowly(id, workMs);
  await sleep(timerMs);
  return recordEffect(id);
}
