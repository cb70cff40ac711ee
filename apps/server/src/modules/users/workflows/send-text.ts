import { proxyActivities } from '@temporalio/workflow';
import type { PhoneCodeActivities } from '../send-phone-code.ts';

const { sendCodeByText } = proxyActivities<PhoneCodeActivities>({
  startToCloseTimeout: '1 minute',
  retry: { initialInterval: '1 second', maximumInterval: '30 seconds', maximumAttempts: 15 },
});

/** The workflow gets only an id, so that its history contains neither the number nor the code. */
export async function sendText({ codeId }: { codeId: string }): Promise<void> {
  await sendCodeByText(codeId);
}
