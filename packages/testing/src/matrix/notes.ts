/** A note about the request's document: the caller's own if they can write notes, otherwise a colleague's. */
import { newId } from '@cairn/server/platform/ids';
import type { Place, Target } from './target.ts';

export async function noteOn({
  server,
  scope,
  loan,
  account,
  host,
  stranger,
}: Place): Promise<Partial<Target>> {
  const id = newId();
  const { rows } = await server.owner.query<{ isLender: boolean }>(
    `select exists (select from cairn.employee where company_id = $1 and account_id = $2)
       or exists (select from cairn.loan_role where company_id = $1 and loan_id = $3 and account_id = $2
         and app.level_of(role) = 'LENDER') as "isLender"`,
    [loan.companyId, account.id, loan.id],
  );
  const author = rows[0]!.isLender ? account : host;
  await server.owner.query(
    `insert into cairn.note (company_id, id, loan_id, author_id, body) values ($1, $2, $3, $4, 'CANARY-NOTE')`,
    [loan.companyId, id, loan.id, author.id],
  );
  await server.owner.query(
    `insert into cairn.note_mention (company_id, note_id, account_id) values ($1, $2, $3)`,
    [loan.companyId, id, author.id],
  );
  await server.owner.query(
    `insert into cairn.note_mark (company_id, note_id, account_id, is_read) values ($1, $2, $3, true)`,
    [loan.companyId, id, scope === 'own' ? account.id : stranger.id],
  );
  return { noteId: id };
}
