import { proxyActivities } from '@temporalio/workflow';
import type { TextingActivities } from '../texting.ts';

const { sendCodeByText } = proxyActivities<TextingActivities>({
  startToCloseTimeout: '1 minute',
  retry: { initialInterval: '1 second', maximumInterval: '30 seconds', maximumAttempts: 15 },
});

/** The workflow knows an id: neither number nor code stands in its history. */
export async function sendText({ codeId }: { codeId: string }): Promise<void> {
  await sendCodeByText(codeId);
}
