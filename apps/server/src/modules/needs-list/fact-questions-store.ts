import { sql } from 'kysely';
import type { AskedFact } from '@cairn/contract/fact-questions';
import type { Authorized } from '../../platform/authorize.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { statement } from '../../platform/db/pipeline.ts';
import { query } from '../../platform/db/query.ts';
import type { LoanKey } from '../loans/index.ts';

export interface FactRow {
  entity_id: string | null;
  fact: AskedFact;
  requests: number;
  answer: boolean | null;
  answered_by: string | null;
  answered_at: string | null;
}

export async function findFacts(reads: Queries, loan: LoanKey): Promise<FactRow[]> {
  const rows = await reads.run(
    query
      .selectFrom('loan_fact')
      .select(['entity_id', 'fact', 'requests', 'answer', 'answered_by', 'answered_at'])
      .where('company_id', '=', loan.company_id)
      .where('loan_id', '=', loan.id),
  );
  return rows as FactRow[];
}

export type NamedFactRow = FactRow & { loan_id: string; entity_name: string | null };

/** Facts with the names that their questions need, those about the loan itself first. */
const namedFacts = () =>
  query
    .selectFrom('loan_fact')
    .leftJoin('entity', (join) =>
      join
        .onRef('entity.company_id', '=', 'loan_fact.company_id')
        .onRef('entity.id', '=', 'loan_fact.entity_id'),
    )
    .select([
      'loan_fact.loan_id',
      'loan_fact.entity_id',
      'loan_fact.fact',
      'loan_fact.requests',
      'loan_fact.answer',
      'loan_fact.answered_by',
      'loan_fact.answered_at',
      'entity.name as entity_name',
    ])
    .orderBy('loan_fact.created_at')
    .orderBy('loan_fact.fact', 'desc')
    .orderBy('loan_fact.entity_id');

export async function findNamedFacts(reads: Queries, loan: LoanKey): Promise<NamedFactRow[]> {
  const rows = await reads.run(
    namedFacts()
      .where('loan_fact.company_id', '=', loan.company_id)
      .where('loan_fact.loan_id', '=', loan.id),
  );
  return rows as NamedFactRow[];
}

const MAX_OWN_QUESTIONS = 200;

/** Facts of all loans of which this person is the lead borrower. */
export async function findOwnFacts(reads: Queries, accountId: string): Promise<NamedFactRow[]> {
  const rows = await reads.run(
    namedFacts()
      .innerJoin('loan_role', (join) =>
        join
          .onRef('loan_role.company_id', '=', 'loan_fact.company_id')
          .onRef('loan_role.loan_id', '=', 'loan_fact.loan_id')
          .on('loan_role.account_id', '=', accountId)
          .on('loan_role.role', '=', 'LEAD_BORROWER'),
      )
      .limit(MAX_OWN_QUESTIONS),
  );
  return rows as NamedFactRow[];
}

export interface FactQuestion {
  entity_id: string | null;
  fact: AskedFact;
  requests: number;
}

const execute = async (tx: Tx, command: ReturnType<typeof sql>): Promise<void> => {
  const { sql: text, parameters } = command.compile(query);
  await tx.run({ statement: () => statement(text, parameters) });
};

/** Adds these questions, and removes those that no request waits for. Answers are kept. */
export async function saveQuestions(
  tx: Tx,
  loan: LoanKey,
  questions: readonly FactQuestion[],
): Promise<void> {
  const rows = JSON.stringify(questions);
  const newQuestions = sql`jsonb_to_recordset(${rows}::jsonb) as r (entity_id uuid, fact text, requests int)`;
  await execute(
    tx,
    sql`delete from loan_fact f where f.company_id = ${loan.company_id}::uuid
        and f.loan_id = ${loan.id}::uuid and f.answer is null and not exists (
          select from ${newQuestions} where r.fact = f.fact and r.entity_id is not distinct from f.entity_id)`,
  );
  if (questions.length === 0) return;
  await execute(
    tx,
    sql`insert into loan_fact (company_id, loan_id, entity_id, fact, requests)
      select ${loan.company_id}::uuid, ${loan.id}::uuid, r.entity_id, r.fact, r.requests from ${newQuestions}
      on conflict (company_id, loan_id, entity_id, fact) do update set requests = excluded.requests`,
  );
}

/** False if this question is not open. */
export async function saveAnswer(
  tx: Tx,
  loan: Authorized<'answer', LoanKey>,
  { entity_id, fact }: Pick<FactRow, 'entity_id' | 'fact'>,
  { answer, actorId }: { answer: boolean | null; actorId: string },
): Promise<boolean> {
  const rows = await tx.run(
    query
      .updateTable('loan_fact')
      .set({ answer, answered_by: actorId, answered_at: sql`now()` })
      .where('company_id', '=', loan.company_id)
      .where('loan_id', '=', loan.id)
      .where('fact', '=', fact)
      .where(sql<boolean>`entity_id is not distinct from ${entity_id}::uuid`)
      .returning('id'),
  );
  return rows.length > 0;
}

export interface RuleRequest {
  id: string;
  element_id: string;
  entity_id: string | null;
  rule: string;
}

/** Requests that a rule added automatically and that nothing was sent for. */
export async function openRuleRequests(reads: Queries, loan: LoanKey): Promise<RuleRequest[]> {
  const rows = await reads.run(
    query
      .selectFrom('asked_for')
      .innerJoin('element', (join) =>
        join
          .onRef('element.company_id', '=', 'asked_for.company_id')
          .onRef('element.loan_id', '=', 'asked_for.loan_id')
          .onRef('element.id', '=', 'asked_for.element_id'),
      )
      .select(['asked_for.id', 'asked_for.element_id', 'asked_for.entity_id', 'element.rule'])
      .where('asked_for.company_id', '=', loan.company_id)
      .where('asked_for.loan_id', '=', loan.id)
      .where('element.rule', 'is not', null)
      .where('element.created_by', 'is', null)
      .where('element.storage_type', '=', 'FILE')
      .where('element.answered', '=', false)
      .where('element.in_trash', '=', false),
  );
  return rows as RuleRequest[];
}

export async function forgetRequested(
  tx: Tx,
  loan: LoanKey,
  ids: readonly string[],
): Promise<void> {
  await tx.run(
    query
      .deleteFrom('asked_for')
      .where('company_id', '=', loan.company_id)
      .where('loan_id', '=', loan.id)
      .where(sql<boolean>`id = any(${ids}::uuid[])`),
  );
}
