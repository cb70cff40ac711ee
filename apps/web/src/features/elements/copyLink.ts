import type { Element } from '@cairn/contract';
import { calls } from '../../lib/calls.ts';
import { send } from '../../lib/client.ts';
import { copyText } from '../../lib/copyText.ts';
import { reportFailure } from '../../lib/failures.ts';
import { toast } from '../../lib/toast.ts';

/** Copies a URL to the clipboard that opens the request for users who may see it. */
export async function copyLink(loanId: string, { id, title }: Element): Promise<void> {
  try {
    const { url } = await send('createDeepLink', { body: { loanId, elementId: id } });
    await copyText(url, () => toast.success(`${title}: link copied`));
  } catch (error) {
    reportFailure(error, calls.createDeepLink);
  }
}
