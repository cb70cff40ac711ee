/**
 * Finds the company of an email by its id, with a function of the database owner, because providers have no company.
 */
import { sql } from 'kysely';
import { anonymous, type Db } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';

export async function companyOfDelivery(db: Db, deliveryId: string): Promise<string | undefined> {
  const [row] = await db
    .reads(anonymous)
    .run(
      query.selectNoFrom(
        sql<string | null>`app.company_of_delivery(${deliveryId}::uuid)`.as('company_id'),
      ),
    );
  return row?.company_id ?? undefined;
}
