import type { EmailKind } from '@cairn/contract';
import { sql } from 'kysely';
import type { Authorized } from '../../platform/authorize.ts';
import type { Tx } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';

export interface GivenText {
  readonly kind: EmailKind;
  readonly subject: string | null;
  readonly opening: string | null;
}

/** If the company has no text of its own, the row is deleted. */
export async function saveText(
  tx: Tx,
  { id: companyId }: Authorized<'edit', { id: string }>,
  accountId: string,
  { kind, subject, opening }: GivenText,
): Promise<void> {
  if (subject === null && opening === null) {
    await tx.run(
      query.deleteFrom('email_text').where('company_id', '=', companyId).where('kind', '=', kind),
    );
    return;
  }
  const text = { subject, opening, modified_by: accountId };
  await tx.run(
    query
      .insertInto('email_text')
      .values({ company_id: companyId, kind, ...text })
      .onConflict((conflict) =>
        conflict
          .columns(['company_id', 'kind'])
          .doUpdateSet({ ...text, modified_at: sql<string>`now()` }),
      ),
  );
}
