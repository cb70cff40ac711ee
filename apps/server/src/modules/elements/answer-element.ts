/** Answers a request, removes its answer, and purges or copies it. */
import type { AnswerValue, DoesNotApply } from '@cairn/contract';
import type { Actor } from '../../platform/actor.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import type { EventKindOf } from '../../platform/event-kinds.ts';
import { authorize, type Authorized } from '../../platform/authorize.ts';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import { documentById, findDocument, type DocumentRow } from '../documents/index.ts';
import { mergeAnswer } from './merge-answer.ts';
import { answerPatch, doesNotApplyOf, hasAnswer, NO_ANSWER_PATCH } from './answer-patch.ts';
import { keepAnswer, pastAnswersOf, purgeAnswers, removeFromTrash } from './past-answers-store.ts';
import { elementPolicy } from './policy.ts';
import { insertFurtherFile, rowAnsweredWith, takesFurtherFile } from './further-files-store.ts';
import { trashElements } from './trash-store.ts';
import { elementNow, elementsNow } from './read-elements.ts';
import { recordElementEvent } from './record-element-event.ts';
import { isPast } from './status.ts';
import {
  elementsByIds,
  lockElements,
  lockElementsAnd,
  packageSeenBy,
  saveElement,
  withPackageStanding,
  type ElementRow,
  type Locked,
} from './store.ts';

export interface AnswerBody {
  elementId: string;
  loanId?: string | undefined;
  documentId?: string | undefined;
  value?: AnswerValue | undefined;
  doesNotApply?: DoesNotApply | undefined;
  /** The module of licenses has checked that the license is confirmed, and that caller and loan match. */
  driversLicenseOf?: string | undefined;
  note?: string | undefined;
  expirationDate?: string | null | undefined;
  submit: boolean;
  inProgress: boolean;
  /** Merges this file with those that answer the request into one PDF. */
  isMerged?: boolean;
  /** False: adds the file beside the one that answers the request. */
  isNew?: boolean;
}

export async function answerElement(tx: Tx, actor: Actor, body: AnswerBody) {
  const { elementId, loanId, documentId } = body;
  const documents = documentId ? [documentById(actor, { id: documentId })] : [];
  const [locked, [documentRows]] = await lockElementsAnd<DocumentRow[]>(
    tx,
    actor,
    [elementId],
    loanId,
    ...documents,
  );
  const request = authorize(elementPolicy, 'answer', actor, locked.elements[0]!);
  if (documentId) checkDocument(request, documentRows?.[0]);
  const added = documentRows?.[0];
  const isMerged = body.isMerged === true && added !== undefined;
  const isFurther =
    !isMerged && body.isNew === false && documentId !== undefined && takesFurtherFile(request);
  const earlierId = isFurther ? await rowAnsweredWith(tx, request, documentId) : undefined;
  if (earlierId !== undefined)
    return (await elementNow(tx, actor, earlierId, locked.packages)).element;
  const element = isFurther ? await addFurtherFile(tx, actor, locked, request) : request;
  const answer = isMerged
    ? { ...body, documentId: await mergeAnswer(tx, actor, request, added) }
    : body;
  // The write and the following reads, in one flush.
  const update = writeAnswer(tx, actor, element, answer);
  const [now, detail] = await Promise.all([
    elementNow(tx, actor, element.id, locked.packages),
    update,
  ]);
  recordElementEvent(
    tx,
    actor,
    {
      kind: 'element.answered',
      detail,
      // A draft, which is not sent yet.
      ...(detail.inProgress && { notifies: false }),
    },
    [element, ...now.rows],
  );
  return now.element;
}

/** Adds a row for one more file, with the same assignee and visibility as the request. */
async function addFurtherFile(
  tx: Tx,
  actor: Actor,
  locked: Locked,
  request: Authorized<'answer', ElementRow>,
) {
  const id = await insertFurtherFile(tx, actor, request);
  const [row] = await tx.run(elementsByIds(actor, [id]));
  const added = withPackageStanding(row!, locked.packages.get(request.loan_id));
  return authorize(elementPolicy, 'answer', actor, added);
}

/** The only way to set an answer; the caller holds the loan's lock. Returns the details for the event. */
export async function putAnswer(tx: Tx, actor: Actor, element: ElementRow, body: AnswerBody) {
  const answerable = authorize(elementPolicy, 'answer', actor, element);
  if (body.documentId) checkDocument(element, await findDocument(tx, actor, body.documentId));
  return writeAnswer(tx, actor, answerable, body);
}

/** The document must be visible to the caller, on the same loan, and not a license picture. */
function checkDocument({ loan_id }: ElementRow, document: DocumentRow | undefined): void {
  if (document?.loan_id !== loan_id || document.is_license_picture) throw new ApiError('NOT_FOUND');
}

async function writeAnswer(
  tx: Tx,
  actor: Actor,
  element: Authorized<'answer', ElementRow>,
  body: AnswerBody,
) {
  const { documentId } = body;
  const inProgress = body.inProgress || !body.submit;
  const patch = answerPatch(element, { ...body, inProgress, answeredBy: actor.accountId });
  await Promise.all([
    documentId !== element.answer_document_id &&
      keepAnswer(tx, element, 'REPLACED', actor.accountId),
    documentId && removeFromTrash(tx, element, documentId),
    saveElement(tx, element, patch),
  ]);
  return {
    elementId: element.id,
    ...(documentId && { documentId }),
    ...(body.doesNotApply && { doesNotApply: body.doesNotApply.code }),
    ...(body.driversLicenseOf && { driversLicense: true }),
    inProgress,
  };
}

/** Records when the borrower will send the answer; the request stays unanswered. */
export async function promiseElement(
  tx: Tx,
  actor: Actor,
  ref: ElementRef,
  promisedDate: string | null,
) {
  const locked = await lockNamed(tx, actor, ref);
  const element = authorize(elementPolicy, 'answer', actor, locked.elements[0]!);
  if (element.storage_type !== 'FILE' || element.target_id !== null || element.in_trash) {
    throw new ApiError('NOTHING_TO_ANSWER');
  }
  if (isPast(promisedDate, new Date())) {
    throw invalidField('promisedDate', 'Choose a day after today');
  }
  await saveElement(tx, element, { promised_date: promisedDate });
  const now = await elementNow(tx, actor, element.id, locked.packages);
  const detail = { elementId: element.id, promisedDate };
  recordElementEvent(tx, actor, { kind: 'element.promised', detail }, [element, ...now.rows]);
  return now.element;
}

interface ElementRef {
  elementId?: string | undefined;
  loanId?: string | undefined;
}

function lockNamed(tx: Tx, actor: Actor, { elementId, loanId }: ElementRef): Promise<Locked> {
  if (elementId === undefined) {
    throw invalidField('elementId', 'Required');
  }
  return lockElements(tx, actor, [elementId], loanId);
}

/** Moves the answer to the request's trash, together with its decision. */
export async function removeAnswer(
  tx: Tx,
  actor: Actor,
  ref: ElementRef & { version?: number | undefined },
  kind: 'answer.removed' | 'answer.reset',
) {
  const locked = await lockNamed(tx, actor, ref);
  const rule = kind === 'answer.reset' ? 'edit' : 'takeBack';
  const element = authorize(elementPolicy, rule, actor, locked.elements[0]!);
  if (ref.version !== undefined && ref.version !== element.version) {
    throw new ApiError('CONFLICT');
  }
  if (!hasAnswer(element)) throw new ApiError('NO_ANSWER');
  // A further file is not a request of its own: without an answer its row is removed.
  if (element.continues_id !== null && elementPolicy.trash(actor, element)) {
    await trashElements(tx, actor, [element]);
  } else {
    await keepAnswer(tx, element, 'DELETED', actor.accountId);
    await saveElement(tx, element, NO_ANSWER_PATCH);
  }
  return recordAndPresent(tx, actor, locked, kind, {
    elementId: element.id,
    documentId: element.answer_document_id,
  });
}

export async function purgeTrashedAnswers(
  tx: Tx,
  actor: Actor,
  ref: ElementRef & { documentId?: string | undefined; answerId?: string | undefined },
) {
  const locked = await lockNamed(tx, actor, ref);
  const element = authorize(elementPolicy, 'remove', actor, locked.elements[0]!);
  const past = await tx.run(pastAnswersOf(actor, element.loan_id, element.id));
  const { documentId, answerId } = ref;
  const chosenAnswers = past.filter(
    (each) =>
      each.ended === 'DELETED' &&
      (answerId === undefined || each.id === answerId) &&
      (documentId === undefined || each.document_id === documentId),
  );
  if (chosenAnswers.length === 0) throw new ApiError('NOT_IN_TRASH');
  await purgeAnswers(
    tx,
    element,
    chosenAnswers.map(({ id }) => id),
  );
  return recordAndPresent(tx, actor, locked, 'answer.purged', { answers: chosenAnswers.length });
}

/** The value of an answered question. "Doesn't apply" is not copied, because it is true of this request only. */
const valueToCopy = ({ question_type, answer_value }: ElementRow): AnswerValue | undefined =>
  question_type === null || answer_value === null || doesNotApplyOf(answer_value) !== null
    ? undefined
    : (answer_value as AnswerValue);

export async function copyAnswer(
  tx: Tx,
  actor: Actor,
  body: { elementId: string; loanId: string; targetIds: string[] },
) {
  const locked = await lockElements(tx, actor, [body.elementId, ...body.targetIds], body.loanId);
  const [source, ...others] = locked.elements;
  const targets = others.map((element) => authorize(elementPolicy, 'answer', actor, element));
  const documentId = source!.answer_document_id;
  const value = valueToCopy(source!);
  if ((documentId === null && value === undefined) || targets.length === 0) {
    throw new ApiError('NO_ANSWER');
  }
  for (const target of targets) {
    const patch = answerPatch(target, {
      ...(documentId === null ? { value } : { documentId }),
      expirationDate: source!.expiration_date,
      inProgress: false,
      answeredBy: actor.accountId,
    });
    if (documentId === null || target.answer_document_id !== documentId) {
      await keepAnswer(tx, target, 'REPLACED', actor.accountId);
    }
    if (documentId !== null) await removeFromTrash(tx, target, documentId);
    await saveElement(tx, target, patch);
  }
  const ids = targets.map(({ id }) => id);
  const now = await elementsNow(tx, actor, ids, locked.packages);
  recordElementEvent(tx, actor, { kind: 'answer.copied', detail: { documentId } }, now.rows);
  return { elements: now.elements };
}

async function recordAndPresent(
  tx: Tx,
  actor: Actor,
  locked: Locked,
  kind: EventKindOf<'answer'>,
  detail: Record<string, unknown>,
) {
  const { element, rows } = await elementNow(tx, actor, locked.elements[0]!.id, locked.packages);
  recordElementEvent(tx, actor, { kind, detail }, [...locked.elements, ...rows]);
  return element;
}

/** A request that the caller may answer; NOT_FOUND if they may not see it. */
export async function authorizeAnswer(
  reads: Queries,
  actor: Actor,
  loanId: string,
  elementId: string,
): Promise<void> {
  const [row] = await reads.run(elementsByIds(actor, [elementId]));
  if (row?.loan_id !== loanId) throw new ApiError('NOT_FOUND');
  const loanPackage = await packageSeenBy(reads, actor, loanId);
  const element = authorize(elementPolicy, 'answer', actor, withPackageStanding(row, loanPackage));
  const takesFile =
    element.storage_type === 'FILE' && element.question_type === null && !element.in_trash;
  if (!takesFile) throw new ApiError('NOTHING_TO_ANSWER');
}
