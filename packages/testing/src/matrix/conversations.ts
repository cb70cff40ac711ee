/** What people say on a loan: to the caller where it is their own, else to each other. */
import type { Place, Target } from './target.ts';

/** No caller takes part in it. */
const OTHERS = 'CANARY-PRIVATE message';

export async function conversation(place: Place): Promise<Partial<Target>> {
  const { server, loan, account, isTheirs, colleague, stranger } = place;
  const { given, owner } = server;
  const other = isTheirs ? stranger : colleague;
  // The operator is on no loan, and has no conversations.
  const { rowCount } = await owner.query(
    'select from cairn.person where company_id = $1 and account_id = $2',
    [loan.companyId, account.id],
  );
  const isOwn = ['own', 'assigned-elsewhere'].includes(place.scope) && rowCount === 1;
  const by = isOwn && place.scope === 'own' ? account : other;
  const { id, messageIds } = await given.thread(loan, isOwn ? [account, other] : [other], [
    { by, body: isOwn ? 'CANARY-OWN message' : OTHERS },
  ]);
  await owner.query('delete from cairn.message_draft where account_id = $1', [by.id]);
  const draftId = await given.draft(loan, by, isOwn ? 'CANARY-OWN draft' : OTHERS);
  return { threadId: id, messageId: messageIds[0]!, draftId };
}
