/** The least that is durable work: one step. Bundled for the engine, like the application's own. */
import { proxyActivities } from '@temporalio/workflow';

const { step } = proxyActivities<{ step(): Promise<void> }>({ startToCloseTimeout: '10 seconds' });

export async function oneStep(): Promise<void> {
  await step();
}
