import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';

export const signatureOf = (accountId: string) =>
  query
    .selectFrom('email_signature')
    .select(['body', 'modified_at'])
    .where('account_id', '=', accountId);

export async function saveSignature(tx: Tx, accountId: string, body: string): Promise<void> {
  await tx.run(
    query
      .insertInto('email_signature')
      .values({ account_id: accountId, body })
      .onConflict((conflict) =>
        conflict.column('account_id').doUpdateSet({ body, modified_at: sql`now()` }),
      ),
  );
}
