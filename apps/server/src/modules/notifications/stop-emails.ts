/**
 * Executes an unsubscribe link: turns off one kind of email for its recipient. It needs no session and does nothing
 * else.
 */
import type { UnsubscribeTopic } from '@cairn/contract';
import { ApiError } from '../../platform/api-error.ts';
import { anonymous, type Db } from '../../platform/db/db.ts';
import { readUnsubscribeToken } from '../../platform/email/unsubscribe-link.ts';
import { PLATFORM_COMPANY } from '../../platform/ids.ts';
import { recordEvent } from '../../platform/record-event.ts';
import { turnOffEmails } from './store.ts';

export interface StopEmailsDeps {
  readonly db: Db;
  readonly secretKey: string;
}

/** The reply is the same whether they were on or off, or the account is closed; only a change is recorded. */
export async function stopEmails(
  { db, secretKey }: StopEmailsDeps,
  token: string,
  sourceAddress: string,
): Promise<UnsubscribeTopic> {
  const link = readUnsubscribeToken(secretKey, token);
  if (!link) throw new ApiError('WRONG_LINK');
  const { accountId, topic } = link;
  await db.write({ ...anonymous, sourceAddress }, async (tx) => {
    const [row] = await tx.run(turnOffEmails(link));
    if (!row?.stopped) return;
    recordEvent(tx, {
      kind: 'settings.unsubscribed',
      companyId: PLATFORM_COMPANY,
      accountId,
      changes: ['settings'],
      detail: { topic },
    });
  });
  return topic;
}
