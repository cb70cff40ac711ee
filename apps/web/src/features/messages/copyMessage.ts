import { calls } from '../../lib/calls.ts';
import { send } from '../../lib/client.ts';
import { copyHtml } from '../../lib/copyText.ts';
import { reportFailure } from '../../lib/failures.ts';
import { toast } from '../../lib/toast.ts';

/** Copies a message with its lists, links and signature, for pasting into an email or a memo. */
export async function copyMessage({ id, body }: { id: string; body: string }): Promise<void> {
  try {
    const { htmlContent } = await send('getOriginatorHtml', { params: { id } });
    await copyHtml(htmlContent, body, () => toast.success('Message copied'));
  } catch (error) {
    reportFailure(error, calls.getOriginatorHtml);
  }
}
