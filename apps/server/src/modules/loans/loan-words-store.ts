/**
 * Ids of loans by words and by people. Each is asked as an array, which Postgres works out once, before it walks the
 * loans: the words have indexes of their own, which row security keeps from the list itself (see app.found_by_name).
 */
import { sql, type RawBuilder } from 'kysely';
import type { Patterns } from '../../platform/search-words.ts';

/** Of each kind of name. A word that begins more names than this finds those that changed last. */
const CANDIDATES = 10_000;

const findByName = (kind: 'LOAN' | 'ENTITY' | 'PERSON', { longest, all }: Patterns) =>
  sql`app.found_by_name(${sql.lit(kind)}, ${longest}, ${all}::text[], false, ${sql.lit(CANDIDATES)})`;

/** Row security of the entity and of its place on the loan decides what the caller finds by it. */
export const loansWithEntity = (words: Patterns): RawBuilder<unknown> => sql`
  select le.loan_id from ${findByName('ENTITY', words)} found
  join entity e on e.company_id = found.company_id and e.id = found.id
  join loan_entity le on le.company_id = e.company_id and le.entity_id = e.id`;

/** By the loan's own name and code, by its entities, and by its people outside the company. */
export const loansWithWords = (words: Patterns): RawBuilder<unknown> => sql`
  select found.id from ${findByName('LOAN', words)} found
  union all ${loansWithEntity(words)}
  union all
  select r.loan_id from ${findByName('PERSON', words)} found
  join loan_role r on r.company_id = found.company_id and r.account_id = found.id
  where r.role not in ('LENDER', 'UNDERWRITER_LENDER')`;

export const loansOfOfficers = (accountIds: readonly string[]): RawBuilder<unknown> => sql`
  select r.loan_id from loan_role r
  where r.account_id = any(${accountIds}::uuid[]) and r.role in ('LENDER', 'UNDERWRITER_LENDER')`;
