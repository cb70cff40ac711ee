/** A notification: the caller's in scope `own`, otherwise another person's. */
import { newId } from '@cairn/server/platform/ids';
import type { Place, Target } from './target.ts';

export async function bellNotification(place: Place): Promise<Partial<Target>> {
  const { server, loan, account, scope, stranger } = place;
  const isOwn = scope === 'own' || scope === 'hidden';
  const id = newId();
  // About a request that only the lender sees.
  const element =
    scope === 'hidden'
      ? await server.given.element(loan, { title: 'CANARY-HIDDEN', flags: ['LENDER_ONLY'] })
      : undefined;
  await server.owner.query(
    `insert into cairn.notification (company_id, id, account_id, level, event_id, kind, topic, loan_id, element_id,
       detail, bell, email, sms)
     values ($1, $2, $3, 'CONTACT', gen_random_uuid(), $4, 'STATUS', $5, $6, '{"status": "IN_REVIEW"}', true, false,
       false)`,
    [
      loan.companyId,
      id,
      isOwn ? account.id : stranger.id,
      element ? 'UPLOADED' : 'STATUS_CHANGED',
      loan.id,
      element?.id ?? null,
    ],
  );
  return { notificationId: id };
}
