import { sql, type RawBuilder } from 'kysely';

/**
 * True for every row: the condition of the partial indexes without a company
 * (db/migrations/0142-lists-of-the-operator), which Postgres uses only for queries that contain it. For lists that
 * only the operator can request.
 */
export const ofAllCompanies = (id: 'loan.id' | 'shoebox_item.id'): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(id)} > '00000000-0000-0000-0000-000000000000'`;
