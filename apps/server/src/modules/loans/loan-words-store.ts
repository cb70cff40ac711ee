/**
 * Finds loan ids by words and by people. Each query is an array, which Postgres computes once before it reads the
 * loans: the words have indexes that row security would otherwise keep the list from using (see app.found_by_name).
 */
import { sql, type RawBuilder } from 'kysely';
import type { Patterns } from '../../platform/search-words.ts';

/** Maximum matches for each kind of name. If a word begins more names, the most recently changed ones are found. */
const CANDIDATES = 10_000;

const findByName = (kind: 'LOAN' | 'ENTITY' | 'PERSON', { longest, all }: Patterns) =>
  sql`app.found_by_name(${sql.lit(kind)}, ${longest}, ${all}::text[], false, ${sql.lit(CANDIDATES)})`;

/** Row security of the entity and of its link to the loan determines what the caller finds. */
export const loansWithEntity = (words: Patterns): RawBuilder<unknown> => sql`
  select le.loan_id from ${findByName('ENTITY', words)} found
  join entity e on e.company_id = found.company_id and e.id = found.id
  join loan_entity le on le.company_id = e.company_id and le.entity_id = e.id`;

/** Matches the loan's name and code, its entities, and its people outside the company. */
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
