/** Conversations on a loan: with the caller in scope `own`, otherwise between others. */
import type { Place, Target } from './target.ts';

/** A conversation in which no caller takes part. */
const OTHERS = 'CANARY-PRIVATE message';

export async function conversation(place: Place): Promise<Partial<Target>> {
  const { server, loan, account, isTheirs, colleague, stranger } = place;
  const { given, owner } = server;
  const other = isTheirs ? stranger : colleague;
  // The operator is on no loan and has no conversations.
  const { rowCount } = await owner.query(
    'select from cairn.person where company_id = $1 and account_id = $2',
    [loan.companyId, account.id],
  );
  const isOwn = ['own', 'assigned-elsewhere'].includes(place.scope) && rowCount === 1;
  const by = isOwn && place.scope === 'own' ? account : other;
  const { id, messageIds } = await given.thread(loan, isOwn ? [account, other] : [other], [
    { by, body: isOwn ? 'CANARY-OWN message' : OTHERS },
  ]);
  const { id: documentId } = await given.document(loan, by);
  await owner.query(
    `insert into cairn.message_attachment (company_id, message_id, document_id, thread_id, loan_id, place, shared)
      values ($1, $2, $3, $4, $5, 0, true)`,
    [loan.companyId, messageIds[0], documentId, id, loan.id],
  );
  await owner.query(
    `with address as (insert into cairn.reply_address (company_id, thread_id, account_id, loan_id)
        values ($1, $2, $3, $4) returning company_id, id, thread_id)
      insert into cairn.received_reply (company_id, address_id, message_key)
      select company_id, id, sha256(thread_id::text::bytea) from address`,
    [loan.companyId, id, by.id, loan.id],
  );
  await owner.query('delete from cairn.message_draft where account_id = $1', [by.id]);
  const draftId = await given.draft(loan, by, isOwn ? 'CANARY-OWN draft' : OTHERS);
  return { threadId: id, messageId: messageIds[0]!, draftId };
}
