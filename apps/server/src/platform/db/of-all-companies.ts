import { sql, type RawBuilder } from 'kysely';

/**
 * Holds for every row: the condition of the indexes without a company (db/migrations/0142-lists-of-the-operator), which
 * Postgres uses only for queries that state it. For lists that the operator alone asks for.
 */
export const ofAllCompanies = (id: 'loan.id' | 'shoebox_item.id'): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(id)} > '00000000-0000-0000-0000-000000000000'`;
