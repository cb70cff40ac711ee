// The drill's workflows. They run in Temporal's sandbox: they may import types and other workflow code, but not the
// activities.

import { proxyActivities, sleep } from '@temporalio/workflow';
import type { Activities } from './activities.ts';

const { failTwice, workSlowly, recordEffect } = proxyActivities<Activities>({
  startToCloseTimeout: '30 seconds',
  // How soon Temporal notices that the worker of an activity is gone.
  heartbeatTimeout: '2 seconds',
  retry: { initialInterval: '20 ms', backoffCoefficient: 1 },
});

/** A single activity, to measure Temporal's own cost. */
export async function oneStep(id: string): Promise<string> {
  return recordEffect(id);
}

/** An activity that fails twice, a long one, a timer, and an effect that must happen once. */
export async function manySteps(id: string, workMs: number, timerMs: number): Promise<string> {
  await failTwice(id);
  await workSlowly(id, workMs);
  await sleep(timerMs);
  return recordEffect(id);
}
