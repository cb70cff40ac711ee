/** The minimal workflow, with a single activity. Bundled for Temporal like those of the application. */
import { proxyActivities } from '@temporalio/workflow';

const { step } = proxyActivities<{ step(): Promise<void> }>({ startToCloseTimeout: '10 seconds' });

export async function oneStep(): Promise<void> {
  await step();
}
