/** Fact questions: facts that requests wait for, each asked once, and the effects of an answer. */
import { parseCondition, ruleFires, type Condition, type Fact } from '@cairn/contract/conditions';
import { isAskedFact, type AskedFact } from '@cairn/contract/fact-questions';
import type { Actor } from '../../platform/actor.ts';
import { ApiError } from '../../platform/api-error.ts';
import { authorize } from '../../platform/authorize.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { recordEvent } from '../../platform/record-event.ts';
import { withRuleEvaluation, loanWithStanding } from '../loans/index.ts';
import {
  findFacts,
  findNamedFacts,
  findOwnFacts,
  forgetRequested,
  openRuleRequests,
  saveAnswer,
  saveQuestions,
  type FactQuestion,
  type NamedFactRow,
} from './fact-questions-store.ts';
import type { Planned } from './load-plan.ts';
import { factPolicy } from './policy.ts';
import { presentWanted } from './present.ts';
import { trashItems, type AskingEntity } from './store.ts';

/** A fact about a business is asked about the loan's applicant if the request is about the loan. */
const aboutOf = (
  fact: AskedFact,
  entityId: string | null,
  entities: readonly AskingEntity[],
): AskingEntity | undefined =>
  fact.startsWith('entity.')
    ? entities.find(({ entity_id, labels }) =>
        entityId === null ? labels.length > 0 : entity_id === entityId,
      )
    : undefined;

/** Only requests that would be added automatically are worth a question to the borrower. */
function questionsFor(plans: readonly Planned[]): FactQuestion[] {
  const questions = new Map<string, FactQuestion>();
  for (const { plan, entities } of plans) {
    for (const each of plan.waiting) {
      if (!each.required || presentWanted(each).hidden) continue;
      for (const fact of each.missing.filter(isAskedFact)) {
        const about = aboutOf(fact, each.entityId, entities);
        if (fact.startsWith('entity.') && about?.kind !== 'COMPANY') continue;
        const entity_id = about?.entity_id ?? null;
        const key = `${fact} ${entity_id}`;
        const requests = (questions.get(key)?.requests ?? 0) + 1;
        questions.set(key, { fact, entity_id, requests });
      }
    }
  }
  return [...questions.values()];
}

export const keepQuestions = (tx: Tx, plans: readonly Planned[]): Promise<void> =>
  saveQuestions(tx, plans[0]!.loan, questionsFor(plans));

const factsIn = (condition: Condition): Fact[] =>
  condition.is === 'compare'
    ? [condition.fact]
    : condition.is === 'not'
      ? factsIn(condition.of)
      : condition.of.flatMap(factsIn);

function factsOf(rule: string): Fact[] {
  const parsed = parseCondition(rule);
  return parsed.ok ? factsIn(parsed.condition) : [];
}

/**
 * Trashes requests that followed from an answer that has changed, unless something was sent for them. Requests that a
 * person added are kept. Returns whether there were any.
 */
export async function withdrawRequests(
  tx: Tx,
  { loan, subjects }: Pick<Planned, 'loan' | 'subjects'>,
): Promise<boolean> {
  const askedFacts = new Set((await findFacts(tx, loan)).map(({ fact }) => fact as Fact));
  if (askedFacts.size === 0) return false;
  const unwanted = (await openRuleRequests(tx, loan)).filter(({ rule, entity_id }) => {
    const subject = subjects.find(({ entityId }) => entityId === entity_id);
    if (!subject || !factsOf(rule).some((fact) => askedFacts.has(fact))) return false;
    return ruleFires(rule, subject.facts).fires !== true;
  });
  if (unwanted.length === 0) return false;
  await trashItems(
    tx,
    loan,
    unwanted.map(({ element_id }) => element_id),
    null,
  );
  await forgetRequested(
    tx,
    loan,
    unwanted.map(({ id }) => id),
  );
  recordEvent(tx, {
    kind: 'requests.takenBack',
    companyId: loan.company_id,
    loanId: loan.id,
    changes: ['element', 'loan', 'loanList'],
    detail: {
      requests: unwanted
        .slice(0, 200)
        .map(({ element_id, rule }) => ({ elementId: element_id, rule })),
    },
  });
  return true;
}

export async function listFactQuestions(reads: Queries, actor: Actor, loanId: string) {
  const standing = await loanWithStanding(reads, actor, loanId);
  const loan = authorize(factPolicy, 'answer', actor, standing);
  return { questions: (await findNamedFacts(reads, loan)).map(presentQuestion) };
}

/** For the home page: one query, however many loans. Empty for lenders, who lead no loan. */
export async function listOwnFactQuestions(reads: Queries, actor: Actor) {
  return { questions: (await findOwnFacts(reads, actor.accountId)).map(presentQuestion) };
}

const presentQuestion = (row: NamedFactRow) => ({
  loanId: row.loan_id,
  fact: row.fact,
  entityId: row.entity_id,
  entityName: row.entity_name,
  requests: row.requests,
  answer: row.answer,
  answeredByUserId: row.answer === null ? null : row.answered_by,
  answeredDate: row.answer === null ? null : row.answered_at,
});

interface Answer {
  fact: AskedFact;
  entityId: string | null;
  answer: boolean | null;
}

/** Starts a rule evaluation, so that requests appear or disappear within seconds. */
export async function answerFact(
  tx: Tx,
  actor: Actor,
  loanId: string,
  { fact, entityId, answer }: Answer,
) {
  const standing = await loanWithStanding(tx, actor, loanId, 'lock');
  const loan = authorize(factPolicy, 'answer', actor, standing);
  const question = { fact, entity_id: entityId };
  const isAsked = await saveAnswer(tx, loan, question, { answer, actorId: actor.accountId });
  if (!isAsked) throw new ApiError('NOT_FOUND');
  recordEvent(tx, {
    kind: 'loan.factAnswered',
    companyId: loan.company_id,
    actorId: actor.accountId,
    loanId: loan.id,
    changes: ['loan', 'element'],
    detail: { fact, entityId, answer },
    ...withRuleEvaluation(loan.company_id, loan.id),
  });
  return {};
}
