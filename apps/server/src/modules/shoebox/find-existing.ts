/** Finds documents that look like a request before it is made: the comparison of suggestions in the other direction. */
import type { Element, ExistingDocument } from '@cairn/contract';
import { entityNames } from '@cairn/contract/task-terms';
import type { Actor } from '../../platform/actor.ts';
import { ApiError } from '../../platform/api-error.ts';
import { authorize } from '../../platform/authorize.ts';
import type { Queries } from '../../platform/db/db.ts';
import { factsOf } from '../documents/index.ts';
import { elementsSeenBy, packagePolicy, packageSeenBy } from '../elements/index.ts';
import { contentOf, loansOf } from './read-items.ts';
import { answersOfEntity } from './store.ts';
import { rankRequests, type OpenRequest, type WaitingFile } from './suggest-filings.ts';
import { callOf, wordsOf } from './title-words.ts';

/** As many titles as fit into a URL. */
const MAX_TITLES = 20;
const MAX_COMPARED = 2000;
/** The text of the newest documents is compared; for others only names are. */
const MAX_READ = 500;
const MAX_FOR_TITLE = 3;
const NEEDED = 0.5;
/** A document may fit the request it answers this much better and still count as a match. */
const CLOSE = 0.05;

interface AnsweredDocument extends Omit<ExistingDocument, 'loanName' | 'reason'> {
  readonly entityId: string | null;
}

interface RequestFilter {
  readonly title?: string[] | undefined;
  readonly parentId?: string | undefined;
}

export async function findExistingDocuments(
  reads: Queries,
  actor: Actor,
  loanId: string,
  { title: titles = [], parentId }: RequestFilter,
): Promise<{ matches: { title: string; documents: ExistingDocument[] }[] }> {
  const visiblePackage = await packageSeenBy(reads, actor, loanId);
  const { company_id: companyId } = authorize(packagePolicy, 'request', actor, visiblePackage);
  if (titles.length === 0 || titles.length > MAX_TITLES) {
    throw new ApiError('INVALID_REQUEST', {
      fieldErrors: { title: `Between 1 and ${MAX_TITLES}` },
    });
  }
  const elements = await elementsSeenBy(reads, actor, loanId);
  const folder = elements.find(({ id }) => id === parentId);
  const entityId = folder?.sherpaEntityId ?? null;
  const entityName = folder ? entityNames(elements)(folder) : null;
  const elsewhere =
    entityId === null
      ? []
      : await reads.run(answersOfEntity(actor, { companyId, loanId, entityId }));
  const answers = [...elements.flatMap(answeredBy), ...elsewhere.map(elsewhereOf)]
    .toSorted((one, other) => other.answeredDate.localeCompare(one.answeredDate))
    .slice(0, MAX_COMPARED);
  const loans = await loansOf(
    reads,
    actor,
    answers.map((each) => ({ loan_id: each.loanId })),
  );
  const requests = titles.map((title, index) => ({
    ...{ elementId: keyOf(index), title, entityId, entityName },
    ...{ assignedToUserId: null, aliases: [] },
  }));
  const visibleAnswers = answers.filter((each) => loans.has(each.loanId));
  const matchesByRequest = await compare(reads, companyId, visibleAnswers, requests);
  return {
    matches: titles.flatMap((title, index) => {
      const documents = (matchesByRequest.get(keyOf(index)) ?? [])
        .slice(0, MAX_FOR_TITLE)
        .map(({ document, reason }) => presentMatch(document, { loans, reason }));
      return documents.length > 0 ? [{ title, documents }] : [];
    }),
  };
}

const presentMatch = (
  { documentId, name, loanId, elementId, folderId, title, answeredDate }: AnsweredDocument,
  { loans, reason }: { loans: ReadonlyMap<string, { name: string }>; reason: string },
): ExistingDocument => ({
  ...{ documentId, name, loanId, elementId, folderId, title, answeredDate, reason },
  loanName: loans.get(loanId)!.name,
});

const keyOf = (index: number): string => `new ${index}`;

interface Match {
  document: AnsweredDocument;
  score: number;
  reason: string;
}

/** For each request's key, the documents that fit it at least as well as what they answer, best first. */
async function compare(
  reads: Queries,
  companyId: string,
  answers: readonly AnsweredDocument[],
  requests: readonly OpenRequest[],
): Promise<Map<string, Match[]>> {
  const facts = await factsOf(
    reads,
    companyId,
    answers.slice(0, MAX_READ).map(({ documentId }) => documentId),
  );
  const files = answers.flatMap(({ title, name, documentId, entityId }, index): WaitingFile[] => {
    const file = { ...SENDER, documentType: null, sherpaEntityId: entityId };
    const content = contentOf(facts.get(documentId));
    // Compares the title it was filed under, and its own name and text.
    return [
      { ...file, id: `title ${index}`, title },
      { ...file, id: `file ${index}`, title: name, content },
    ];
  });
  const ranked = rankRequests(files, [...requests, ...rivalsOf(answers, requests)]);
  const matchesByRequest = new Map<string, Map<string, Match>>();
  for (const [id, [best, ...others]] of ranked) {
    const document = answers[Number(id.split(' ')[1])]!;
    for (const each of best ? [best, ...others] : []) {
      const { elementId: key, score, reason } = each;
      if (!key.startsWith('new ') || score < NEEDED || score < best!.score - CLOSE) continue;
      const matches = matchesByRequest.get(key) ?? new Map<string, Match>();
      const before = matches.get(document.documentId);
      if (!before || before.score < score) {
        matches.set(document.documentId, { document, score, reason });
      }
      matchesByRequest.set(key, matches);
    }
  }
  return new Map(
    [...matchesByRequest].map(([key, matches]) => [
      key,
      [...matches.values()].toSorted((one, other) => other.score - one.score),
    ]),
  );
}

const SENDER = { userId: '', userName: null } as const;

/** The requests that the documents answer: a document that fits its own better is no match. */
function rivalsOf(
  answers: readonly AnsweredDocument[],
  requests: readonly OpenRequest[],
): OpenRequest[] {
  const requestedCalls = new Set(requests.map(({ title }) => callOf(wordsOf(title))));
  const titles = new Map(answers.map(({ title }) => [callOf(wordsOf(title)), title]));
  return [...titles]
    .filter(([call]) => !requestedCalls.has(call))
    .map(([call, title]) => ({
      ...{ elementId: call, title, entityId: null, entityName: null },
      ...{ assignedToUserId: null, aliases: [] },
    }));
}

/** A link shows a request a second time. */
function answeredBy(element: Element): AnsweredDocument[] {
  const { id, loanId, parentId, title, answer, deleted, sherpaEntityId: entityId } = element;
  const file = answer?.document;
  if (deleted || id !== element.elementId || file?.virusScanState !== 'CLEAN') return [];
  const { answeredDate } = answer!;
  const place = { elementId: id, folderId: parentId, loanId, title };
  return [{ ...place, documentId: file.id, name: file.name, answeredDate, entityId }];
}

type ElsewhereRow = Awaited<ReturnType<ReturnType<typeof answersOfEntity>['execute']>>[number];
const elsewhereOf = (row: ElsewhereRow): AnsweredDocument => ({
  documentId: row.document_id,
  name: row.name,
  loanId: row.loan_id,
  elementId: row.id,
  folderId: row.parent_id,
  title: row.title,
  answeredDate: row.answered_at,
  entityId: row.sherpa_entity_id,
});
