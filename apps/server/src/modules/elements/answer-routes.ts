import type { AnswerValue } from '@cairn/contract';
import { answers } from '@cairn/contract/answers';
import type { Actor } from '../../platform/actor.ts';
import { routes } from '../../platform/call.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { grant } from '../../platform/grant.ts';
import { Refusal } from '../../platform/refusal.ts';
import { findDocument } from '../documents/index.ts';
import { answered, hasAnswer, unanswered } from './answering.ts';
import { keepAnswer, pastAnswersOf, purge, takeFromTrash } from './past-answers-store.ts';
import { elementPolicy } from './policy.ts';
import { presentPastAnswer } from './present.ts';
import { elementNow, elementsNow } from './reading.ts';
import { recordDeed } from './recording.ts';
import {
  elementsByIds,
  lockElements,
  packageSeenBy,
  saveElement,
  standingOn,
  type ElementRow,
  type Locked,
} from './store.ts';

export const answerRoutes = () =>
  routes(answers, {
    answerElement: ({ actor, body, write }) => write((tx) => answer(tx, actor, body)),
    answerFormElement: ({ actor, params, body, write }) =>
      write((tx) => answer(tx, actor, { elementId: params.id, ...body })),

    removeAnswer: ({ actor, query, body, write }) =>
      write((tx) => takeBack(tx, actor, { ...query, ...body }, 'answer.removed')),

    resetAnswer: ({ actor, params, body, write }) =>
      write((tx) =>
        takeBack(tx, actor, { elementId: params.id, loanId: body.loanId }, 'answer.reset'),
      ),

    purgeAnswer: ({ actor, query, body, write }) =>
      write((tx) => purgeFromTrash(tx, actor, { ...query, ...body })),

    copyAnswer: ({ actor, body, write }) => write((tx) => copyAnswer(tx, actor, body)),

    listAnswers: async ({ actor, params, reads }) => {
      const its = await packageSeenBy(reads, actor, params.id).catch(() => {
        throw new Refusal('NOT_FOUND');
      });
      const packages = new Map([[its.id, its]]);
      const { element, rows } = await elementNow(reads, actor, params.elementId, packages);
      if (rows[0]!.loan_id !== its.id) throw new Refusal('NOT_FOUND');
      const past = await reads.run(pastAnswersOf(actor, its.id, element.elementId));
      return { current: element.answer, past: past.map(presentPastAnswer) };
    },
  });

export interface AnswerBody {
  elementId: string;
  loanId?: string | undefined;
  documentId?: string | undefined;
  value?: AnswerValue | undefined;
  expirationDate?: string | null | undefined;
  submit: boolean;
  inProgress: boolean;
}

async function answer(tx: Tx, actor: Actor, body: AnswerBody) {
  const locked = await lockElements(tx, actor, [body.elementId], body.loanId);
  const detail = await putAnswer(tx, actor, locked.elements[0]!, body);
  return reply(tx, actor, locked, 'element.answered', detail);
}

/** The one way in which an answer comes to stand; the loan is locked. Returns what is on record of it. */
export async function putAnswer(tx: Tx, actor: Actor, row: ElementRow, body: AnswerBody) {
  const element = grant(elementPolicy, 'answer', actor, row);
  if (body.documentId) await documentForAnswer(tx, actor, element, body.documentId);
  const inProgress = body.inProgress || !body.submit;
  const columns = answered(element, { ...body, inProgress, answeredBy: actor.accountId });
  if (body.documentId !== element.answer_document_id) {
    await keepAnswer(tx, element, 'REPLACED', actor.accountId);
  }
  if (body.documentId) await takeFromTrash(tx, element, body.documentId);
  await saveElement(tx, element, columns);
  return {
    elementId: element.id,
    ...(body.documentId && { documentId: body.documentId }),
    inProgress,
  };
}

/** A document of the same loan, that the caller sees: no request is answered from elsewhere. */
async function documentForAnswer(tx: Tx, actor: Actor, element: ElementRow, documentId: string) {
  const document = await findDocument(tx, actor, documentId);
  if (!document || document.loan_id !== element.loan_id) throw new Refusal('NOT_FOUND');
}

interface Named {
  elementId?: string | undefined;
  loanId?: string | undefined;
}

function lockNamed(tx: Tx, actor: Actor, { elementId, loanId }: Named): Promise<Locked> {
  if (elementId === undefined) {
    throw new Refusal('INVALID_REQUEST', { fieldErrors: { elementId: 'Required' } });
  }
  return lockElements(tx, actor, [elementId], loanId);
}

/** The answer goes to the request's trash, and what was decided about it with it. */
async function takeBack(
  tx: Tx,
  actor: Actor,
  named: Named,
  kind: 'answer.removed' | 'answer.reset',
) {
  const locked = await lockNamed(tx, actor, named);
  const rule = kind === 'answer.reset' ? 'edit' : 'takeBack';
  const element = grant(elementPolicy, rule, actor, locked.elements[0]!);
  if (!hasAnswer(element)) throw new Refusal('NO_ANSWER');
  await keepAnswer(tx, element, 'DELETED', actor.accountId);
  await saveElement(tx, element, unanswered);
  return reply(tx, actor, locked, kind, {
    elementId: element.id,
    documentId: element.answer_document_id,
  });
}

async function purgeFromTrash(
  tx: Tx,
  actor: Actor,
  named: Named & { documentId?: string | undefined; answerId?: string | undefined },
) {
  const locked = await lockNamed(tx, actor, named);
  const element = grant(elementPolicy, 'remove', actor, locked.elements[0]!);
  const past = await tx.run(pastAnswersOf(actor, element.loan_id, element.id));
  const { documentId, answerId } = named;
  const meant = past.filter(
    (each) =>
      each.ended === 'DELETED' &&
      (answerId === undefined || each.id === answerId) &&
      (documentId === undefined || each.document_id === documentId),
  );
  if (meant.length === 0) throw new Refusal('NOT_IN_TRASH');
  await purge(
    tx,
    element,
    meant.map(({ id }) => id),
  );
  return reply(tx, actor, locked, 'answer.purged', { answers: meant.length });
}

async function copyAnswer(
  tx: Tx,
  actor: Actor,
  body: { elementId: string; loanId: string; targetIds: string[] },
) {
  const locked = await lockElements(tx, actor, [body.elementId, ...body.targetIds], body.loanId);
  const [source, ...others] = locked.elements;
  const targets = others.map((row) => grant(elementPolicy, 'answer', actor, row));
  const documentId = source!.answer_document_id;
  if (documentId === null || targets.length === 0) throw new Refusal('NO_ANSWER');
  for (const target of targets) {
    const columns = answered(target, {
      documentId,
      expirationDate: source!.expiration_date,
      inProgress: false,
      answeredBy: actor.accountId,
    });
    if (target.answer_document_id !== documentId) {
      await keepAnswer(tx, target, 'REPLACED', actor.accountId);
    }
    await takeFromTrash(tx, target, documentId);
    await saveElement(tx, target, columns);
  }
  const ids = targets.map(({ id }) => id);
  const now = await elementsNow(tx, actor, ids, locked.packages);
  recordDeed(tx, actor, { kind: 'answer.copied', detail: { documentId } }, now.rows);
  return { elements: now.elements };
}

async function reply(
  tx: Tx,
  actor: Actor,
  locked: Locked,
  kind: `${'element' | 'answer'}.${string}`,
  detail: Record<string, unknown>,
) {
  const { element, rows } = await elementNow(tx, actor, locked.elements[0]!.id, locked.packages);
  recordDeed(tx, actor, { kind, detail }, [...locked.elements, ...rows]);
  return element;
}

/** A request that the caller may answer: what they may not see is answered like what is not there. */
export async function requestToAnswer(
  reads: Queries,
  actor: Actor,
  loanId: string,
  elementId: string,
): Promise<void> {
  const [row] = await reads.run(elementsByIds(actor, [elementId]));
  if (row?.loan_id !== loanId) throw new Refusal('NOT_FOUND');
  const its = await packageSeenBy(reads, actor, loanId);
  const element = grant(elementPolicy, 'answer', actor, standingOn(row, its));
  const takesFile =
    element.storage_type === 'FILE' && element.question_type === null && !element.in_trash;
  if (!takesFile) throw new Refusal('NOTHING_TO_ANSWER');
}
