/**
 * Queries for search results by kind. Each reads the candidates' rows as the caller sees them, so that nothing hidden
 * is found, counted or quoted.
 */
import type { FoundKind } from '@cairn/contract';
import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { query, type Query } from '../../platform/db/query.ts';
import { visibleDocuments } from '../documents/index.ts';
import { titleSeenBy, visibleElement } from '../elements/index.ts';
import { visibleEntities } from '../entities/index.ts';
import { viewerOf, visibleLoans } from '../loans/index.ts';
import { messagesSeenBy } from '../messages/index.ts';
import {
  candidatesOf,
  isCutOff,
  type SearchCriteria,
  type Candidate,
  type TextCandidate,
} from './candidate-store.ts';
import { isLeft } from './found-filter-store.ts';
import { END_OF_MATCH, START_OF_MATCH } from './excerpt.ts';
import type {
  ElementFound,
  EntityFound,
  LoanFound,
  MessageFound,
  PersonFound,
  TextFound,
} from './present.ts';

export interface Window {
  readonly offset: number;
  readonly limit: number;
}

/** How many pages of a document are listed. */
const NAMED_PAGES = 20;

export const loans = (actor: Actor) =>
  visibleLoans(viewerOf(actor), actor)
    .innerJoin('phase', (join) =>
      join
        .onRef('phase.company_id', '=', 'loan.company_id')
        .onRef('phase.id', '=', 'loan.phase_id'),
    )
    .select([
      'loan.id',
      'loan.name as title',
      'loan.short_code',
      'loan.color',
      'loan.close_date',
      'phase.name as phase_name',
    ]);

export const elements = (actor: Actor) =>
  query
    .selectFrom('element')
    .where(visibleElement(actor))
    .where('element.in_trash', '=', false)
    .innerJoin('loan', (join) =>
      join
        .onRef('loan.company_id', '=', 'element.company_id')
        .onRef('loan.id', '=', 'element.loan_id'),
    )
    .leftJoin('document', (join) =>
      join
        .onRef('document.company_id', '=', 'element.company_id')
        .onRef('document.id', '=', 'element.answer_document_id'),
    )
    .select([
      'element.id',
      'element.loan_id',
      'element.parent_id as folder_id',
      'loan.name as loan_name',
      'document.name as file_name',
    ])
    .select(titleSeenBy(actor).as('title'));

/** Names that begin with the typed text rank before those that only contain it, and more similar ones first. */
const fit = (name: string, { words, isSimilar }: SearchCriteria) =>
  isSimilar
    ? sql`app.word_similarity(${words.similar!.longest}, app.search_text(${sql.ref(name)}))`
    : sql`app.search_text(${sql.ref(name)}) like ${words.names.all[0]!.slice(1)}`;

const isHere = (loanId: string, { context }: SearchCriteria) =>
  sql`${sql.ref(loanId)} is not distinct from ${context ?? null}::uuid`;

const isAmong = (row: RawBuilder<unknown>, candidates: RawBuilder<unknown>) =>
  sql<boolean>`${row} in (select c.company_id, c.id from ${candidates} c)`;

const loansFound = (criteria: SearchCriteria, candidates = candidatesOf(criteria, 'LOAN')) =>
  loans(criteria.actor)
    .where(isLeft(criteria.filter, 'loan.modified_at'))
    .where(isAmong(sql`(loan.company_id, loan.id)`, candidates));

const elementsFound = (criteria: SearchCriteria, candidates = candidatesOf(criteria, 'DOCUMENT')) =>
  elements(criteria.actor)
    .where(isLeft(criteria.filter, 'element.modified_at', 'document'))
    .where(isAmong(sql`(element.company_id, element.id)`, candidates));

/** Each person once, with the open loan, otherwise with the one that changed last. */
const peopleFound = (criteria: SearchCriteria, candidates = candidatesOf(criteria, 'PERSON')) =>
  visibleLoans(viewerOf(criteria.actor), criteria.actor)
    .innerJoin('loan_role', (join) =>
      join
        .onRef('loan_role.company_id', '=', 'loan.company_id')
        .onRef('loan_role.loan_id', '=', 'loan.id'),
    )
    .innerJoin('person', (join) =>
      join
        .onRef('person.company_id', '=', 'loan_role.company_id')
        .onRef('person.account_id', '=', 'loan_role.account_id'),
    )
    .where(isLeft(criteria.filter, 'loan.modified_at'))
    .where(isAmong(sql`(person.company_id, person.account_id)`, candidates))
    .distinctOn(['person.company_id', 'person.account_id'])
    .select([
      'person.account_id as id',
      'person.given_name',
      'person.family_name',
      'person.email_address',
      'loan_role.role',
      'loan.id as loan_id',
      'loan.name as loan_name',
    ])
    .orderBy('person.company_id')
    .orderBy('person.account_id')
    .orderBy(isHere('loan.id', criteria), 'desc')
    .orderBy('loan.modified_at', 'desc')
    .orderBy('loan_role.id');

const entitiesFound = (criteria: SearchCriteria, candidates = candidatesOf(criteria, 'ENTITY')) =>
  visibleEntities(criteria.actor)
    .clearSelect()
    .innerJoin('loan_entity', (join) =>
      join
        .onRef('loan_entity.company_id', '=', 'entity.company_id')
        .onRef('loan_entity.entity_id', '=', 'entity.id'),
    )
    // Row security of the link decides whether the caller sees the entity on this loan.
    .innerJoin('loan', (join) =>
      join
        .onRef('loan.company_id', '=', 'loan_entity.company_id')
        .onRef('loan.id', '=', 'loan_entity.loan_id'),
    )
    .where(isLeft(criteria.filter, 'loan.modified_at'))
    .where(isAmong(sql`(entity.company_id, entity.id)`, candidates))
    .distinctOn(['entity.company_id', 'entity.id'])
    .select([
      'entity.id',
      'entity.kind',
      'entity.name as title',
      'loan.id as loan_id',
      'loan.name as loan_name',
    ])
    .orderBy('entity.company_id')
    .orderBy('entity.id')
    .orderBy(isHere('loan.id', criteria), 'desc')
    .orderBy('loan.modified_at', 'desc');

const messagesFound = (criteria: SearchCriteria, candidates = candidatesOf(criteria, 'MESSAGE')) =>
  messagesSeenBy(criteria.actor)
    .clearSelect()
    .where(isLeft(criteria.filter, 'message.created_at'))
    .where(isAmong(sql`(message.company_id, message.id)`, candidates))
    .select([
      'message.id',
      'message.loan_id',
      'message.thread_id',
      'message.created_at',
      'thread.subject',
      'loan.name as loan_name',
      'author.given_name',
      'author.family_name',
      'author.email_address',
      sql<string>`message.body || ' ' || coalesce(message.forwarded_body, '')`.as('body'),
    ]);

/**
 * Scanned files of the current version that answer a request which the caller sees, or are in a shoebox which they
 * see.
 */
const textsFound = (criteria: SearchCriteria, candidates = candidatesOf(criteria, 'TEXT')) => {
  const { actor } = criteria;
  return visibleDocuments(actor)
    .where(isLeft(criteria.filter, 'document.modified_at', 'document'))
    .where('document.virus_scan_state', '=', 'CLEAN')
    .innerJoin(sql<TextCandidate>`${candidates}`.as('hit'), (join) =>
      join
        .onRef('hit.company_id', '=', 'document.company_id')
        .onRef('hit.id', '=', 'document.id')
        .onRef('hit.version', '=', 'document.version'),
    )
    .innerJoin('loan', (join) =>
      join
        .onRef('loan.company_id', '=', 'document.company_id')
        .onRef('loan.id', '=', 'document.loan_id'),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('element')
          .where(visibleElement(actor))
          .whereRef('element.company_id', '=', 'document.company_id')
          .whereRef('element.answer_document_id', '=', 'document.id')
          .where('element.in_trash', '=', false)
          .select(['element.id', 'element.parent_id', titleSeenBy(actor).as('title')])
          .orderBy('element.id')
          .limit(1)
          .as('request'),
      (join) => join.onTrue(),
    )
    .where((eb) =>
      eb.or([
        eb('request.id', 'is not', null),
        sql<boolean>`exists (select from shoebox_item i
          where i.company_id = document.company_id and i.document_id = document.id
            and i.filed_at is null and i.deleted_at is null)`,
      ]),
    )
    .select([
      'document.company_id',
      'document.id',
      'document.version',
      'document.modified_at',
      'document.name as file_name',
      'document.page_count',
      'document.loan_id',
      'loan.name as loan_name',
      'request.id as element_id',
      'request.parent_id as folder_id',
      'request.title as title',
      sql<number[]>`hit.pages[1:${sql.lit(NAMED_PAGES)}]`.as('pages'),
      sql<number>`cardinality(hit.pages)`.as('pages_found'),
    ]);
};

/** A few words around the first match, which is marked with two characters that no text contains. */
const excerptOf = (text: RawBuilder<string>, { words }: SearchCriteria) => sql<string>`app.excerpt(
  translate(${text}, ${START_OF_MATCH + END_OF_MATCH}, ''), ${words.text.phrases}::text[],
  ${words.text.beginning}, ${`StartSel=${START_OF_MATCH}, StopSel=${END_OF_MATCH}, MaxWords=26, MinWords=12`})`;

export interface Rows {
  LOAN: LoanFound;
  PERSON: PersonFound;
  ENTITY: EntityFound;
  DOCUMENT: ElementFound;
  MESSAGE: MessageFound;
  TEXT: TextFound;
}

/** One page of a kind. The text for excerpts is read for these rows only. */
export const rowsOf: {
  [K in FoundKind]: (asked: SearchCriteria, window: Window) => Query<Rows[K]>;
} = {
  LOAN: (criteria, window) =>
    within(
      loansFound(criteria)
        .orderBy(isHere('loan.id', criteria), 'desc')
        .orderBy(fit('loan.name', criteria), 'desc')
        .orderBy('loan.modified_at', 'desc')
        .orderBy('loan.id'),
      window,
    ),
  PERSON: (criteria, window) =>
    within(
      query
        .selectFrom(peopleFound(criteria).as('found'))
        .selectAll()
        .orderBy(isHere('found.loan_id', criteria), 'desc')
        .orderBy('found.given_name')
        .orderBy('found.family_name')
        .orderBy('found.id'),
      window,
    ),
  ENTITY: (criteria, window) =>
    within(
      query
        .selectFrom(entitiesFound(criteria).as('found'))
        .selectAll()
        .orderBy(isHere('found.loan_id', criteria), 'desc')
        .orderBy(fit('found.title', criteria), 'desc')
        .orderBy('found.title')
        .orderBy('found.id'),
      window,
    ),
  DOCUMENT: (criteria, window) =>
    within(
      elementsFound(criteria)
        .orderBy(isHere('element.loan_id', criteria), 'desc')
        .orderBy(fit('element.title', criteria), 'desc')
        .orderBy('element.modified_at', 'desc')
        .orderBy('element.id'),
      window,
    ),
  MESSAGE: (criteria, window) =>
    query
      .selectFrom(
        within(
          messagesFound(criteria)
            .orderBy(isHere('message.loan_id', criteria), 'desc')
            .orderBy('message.created_at', 'desc')
            .orderBy('message.id', 'desc'),
          window,
        ).as('found'),
      )
      .selectAll()
      .select(excerptOf(sql<string>`found.body`, criteria).as('excerpt')),
  TEXT: (criteria, window) =>
    query
      .selectFrom(
        within(
          textsFound(criteria)
            .orderBy(isHere('document.loan_id', criteria), 'desc')
            .orderBy('document.modified_at', 'desc')
            .orderBy('document.id'),
          window,
        ).as('found'),
      )
      .innerJoin('document_page as page', (join) =>
        join
          .onRef('page.company_id', '=', 'found.company_id')
          .onRef('page.document_id', '=', 'found.id')
          .onRef('page.version', '=', 'found.version')
          .on(sql<boolean>`page.page = found.pages[1]`),
      )
      .selectAll('found')
      .select(excerptOf(sql<string>`page.text`, criteria).as('excerpt'))
      .orderBy(isHere('found.loan_id', criteria), 'desc')
      .orderBy('found.modified_at', 'desc')
      .orderBy('found.id'),
};

const within = <DB, TB extends keyof DB, O>(
  rows: SelectQueryBuilder<DB, TB, O>,
  { offset, limit }: Window,
): SelectQueryBuilder<DB, TB, O> => rows.offset(offset).limit(limit);

const SOURCES = {
  LOAN: loansFound,
  PERSON: peopleFound,
  ENTITY: entitiesFound,
  DOCUMENT: elementsFound,
  MESSAGE: messagesFound,
  TEXT: textsFound,
} as const;

export interface Counted {
  count: number;
  /** Not all matches were considered, so there are at least as many as were counted. */
  is_cut_off: boolean;
}

/** How many results of a kind the caller sees. Candidates are read once, for the rows and for their own number. */
export const countOf = (criteria: SearchCriteria, kind: FoundKind): Query<Counted> => {
  const candidate = sql<Candidate>`candidate`;
  const rows = SOURCES[kind](criteria, candidate) as SelectQueryBuilder<object, never, object>;
  return query
    .with('candidate', () => candidatesOf(criteria, kind))
    .selectFrom(rows.as('found'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .select(isCutOff(criteria, kind, candidate).as('is_cut_off'));
};
