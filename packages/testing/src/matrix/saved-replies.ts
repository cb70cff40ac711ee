/** A saved reply of the company. The previous target's is deleted, because their number is limited. */
import { newId } from '@cairn/server/platform/ids';
import type { Place, Target } from './target.ts';

export async function savedReply({
  server,
  company,
  isTheirs,
  host,
}: Place): Promise<Partial<Target>> {
  const id = newId();
  await server.owner.query('delete from cairn.saved_reply where company_id = $1', [company.id]);
  await server.owner.query(
    `insert into cairn.saved_reply (company_id, id, title, body, modified_by) values ($1, $2, $3, $3, $4)`,
    [company.id, id, isTheirs ? 'CANARY-OTHER reply' : 'CANARY-OWN reply', host.id],
  );
  return { savedReplyId: id };
}
