/**
 * What a search finds, kind by kind. Candidates come from functions that use the indexes as the owner and tell ids only;
 * each query here reads the rows as the caller sees them, so that nothing is found, counted or quoted that is kept from them.
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
import { isLeft, type FoundFilter } from './found-filter-store.ts';
import { END_OF_MATCH, START_OF_MATCH } from './excerpt.ts';
import type {
  ElementFound,
  EntityFound,
  LoanFound,
  MessageFound,
  PersonFound,
  TextFound,
} from './present.ts';
import type { Wanted } from '../../platform/search-words.ts';

export interface Asked {
  readonly actor: Actor;
  readonly wanted: Wanted;
  /** By names that are close to the words, for a search that found nothing. */
  readonly isSimilar: boolean;
  /** The loan that the user has open: its results come first. */
  readonly context: string | undefined;
  /** Candidates of a kind that are looked at. */
  readonly most: number;
  readonly filter: FoundFilter;
}

export interface Window {
  readonly offset: number;
  readonly limit: number;
}

/** Pages of a document that are named. */
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

type NameKind = 'LOAN' | 'PERSON' | 'ENTITY' | 'REQUEST' | 'FILE';

/** Company and id of the candidates. */
function named({ wanted, isSimilar, most }: Asked, kind: NameKind): RawBuilder<unknown> {
  const { longest, all } = isSimilar ? wanted.similar! : wanted.names;
  return sql`select c.company_id, c.id
    from app.found_by_name(${kind}, ${longest}, ${all}::text[], ${isSimilar}, ${most}) c`;
}

/** Names that begin with what was typed come before those that only contain it, closer ones before others. */
const fit = (name: string, { wanted, isSimilar }: Asked) =>
  isSimilar
    ? sql`app.word_similarity(${wanted.similar!.longest}, app.search_text(${sql.ref(name)}))`
    : sql`app.search_text(${sql.ref(name)}) like ${wanted.names.all[0]!.slice(1)}`;

const isHere = (loanId: string, { context }: Asked) =>
  sql`${sql.ref(loanId)} is not distinct from ${context ?? null}::uuid`;

const loansFound = (asked: Asked) =>
  loans(asked.actor)
    .where(isLeft(asked.filter, 'loan.modified_at'))
    .where(sql<boolean>`(loan.company_id, loan.id) in (${named(asked, 'LOAN')})`);

const elementsFound = (asked: Asked) =>
  elements(asked.actor)
    .where(isLeft(asked.filter, 'element.modified_at'))
    .where(
      sql<boolean>`(element.company_id, element.id) in (
        ${named(asked, 'REQUEST')} union ${named(asked, 'FILE')})`,
    );

/** Each once, with the open loan or else the one that changed last. */
const peopleFound = (asked: Asked) =>
  visibleLoans(viewerOf(asked.actor), asked.actor)
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
    .where(isLeft(asked.filter, 'loan.modified_at'))
    .where(sql<boolean>`(person.company_id, person.account_id) in (${named(asked, 'PERSON')})`)
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
    .orderBy(isHere('loan.id', asked), 'desc')
    .orderBy('loan.modified_at', 'desc')
    .orderBy('loan_role.id');

const entitiesFound = (asked: Asked) =>
  visibleEntities(asked.actor)
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
    .where(isLeft(asked.filter, 'loan.modified_at'))
    .where(sql<boolean>`(entity.company_id, entity.id) in (${named(asked, 'ENTITY')})`)
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
    .orderBy(isHere('loan.id', asked), 'desc')
    .orderBy('loan.modified_at', 'desc');

const messagesFound = (asked: Asked) =>
  messagesSeenBy(asked.actor)
    .clearSelect()
    .where(isLeft(asked.filter, 'message.created_at'))
    .where(
      sql<boolean>`(message.company_id, message.id) in (select c.company_id, c.id
        from app.messages_with_text(${asked.wanted.text.phrases}::text[], ${asked.wanted.text.beginning},
          ${asked.most}) c)`,
    )
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

interface Hit {
  company_id: string;
  document_id: string;
  version: number;
  pages: number[];
}

/** Scanned files of this version, which answer a request that the caller sees or wait in a shoebox that they see. */
const textsFound = (asked: Asked) => {
  const { actor, wanted, most } = asked;
  return visibleDocuments(actor)
    .where(isLeft(asked.filter, 'document.modified_at'))
    .where('document.virus_scan_state', '=', 'CLEAN')
    .innerJoin(
      sql<Hit>`app.documents_with_text(${wanted.text.phrases}::text[], ${wanted.text.beginning}, ${most})`.as(
        'hit',
      ),
      (join) =>
        join
          .onRef('hit.company_id', '=', 'document.company_id')
          .onRef('hit.document_id', '=', 'document.id')
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

/** A few words around the first match, which is between two characters that no text has. */
const excerptOf = (text: RawBuilder<string>, { wanted }: Asked) => sql<string>`app.excerpt(
  translate(${text}, ${START_OF_MATCH + END_OF_MATCH}, ''), ${wanted.text.phrases}::text[],
  ${wanted.text.beginning}, ${`StartSel=${START_OF_MATCH}, StopSel=${END_OF_MATCH}, MaxWords=26, MinWords=12`})`;

export interface Rows {
  LOAN: LoanFound;
  PERSON: PersonFound;
  ENTITY: EntityFound;
  DOCUMENT: ElementFound;
  MESSAGE: MessageFound;
  TEXT: TextFound;
}

/** One page of a kind. The text of an excerpt is read for these rows alone. */
export const rowsOf: { [K in FoundKind]: (asked: Asked, window: Window) => Query<Rows[K]> } = {
  LOAN: (asked, window) =>
    within(
      loansFound(asked)
        .orderBy(isHere('loan.id', asked), 'desc')
        .orderBy(fit('loan.name', asked), 'desc')
        .orderBy('loan.modified_at', 'desc')
        .orderBy('loan.id'),
      window,
    ),
  PERSON: (asked, window) =>
    within(
      query
        .selectFrom(peopleFound(asked).as('found'))
        .selectAll()
        .orderBy(isHere('found.loan_id', asked), 'desc')
        .orderBy('found.given_name')
        .orderBy('found.family_name')
        .orderBy('found.id'),
      window,
    ),
  ENTITY: (asked, window) =>
    within(
      query
        .selectFrom(entitiesFound(asked).as('found'))
        .selectAll()
        .orderBy(isHere('found.loan_id', asked), 'desc')
        .orderBy(fit('found.title', asked), 'desc')
        .orderBy('found.title')
        .orderBy('found.id'),
      window,
    ),
  DOCUMENT: (asked, window) =>
    within(
      elementsFound(asked)
        .orderBy(isHere('element.loan_id', asked), 'desc')
        .orderBy(fit('element.title', asked), 'desc')
        .orderBy('element.modified_at', 'desc')
        .orderBy('element.id'),
      window,
    ),
  MESSAGE: (asked, window) =>
    query
      .selectFrom(
        within(
          messagesFound(asked)
            .orderBy(isHere('message.loan_id', asked), 'desc')
            .orderBy('message.created_at', 'desc')
            .orderBy('message.id', 'desc'),
          window,
        ).as('found'),
      )
      .selectAll()
      .select(excerptOf(sql<string>`found.body`, asked).as('excerpt')),
  TEXT: (asked, window) =>
    query
      .selectFrom(
        within(
          textsFound(asked)
            .orderBy(isHere('document.loan_id', asked), 'desc')
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
      .select(excerptOf(sql<string>`page.text`, asked).as('excerpt'))
      .orderBy(isHere('found.loan_id', asked), 'desc')
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
  /** There are more pages with the words than are looked at. */
  is_cut_off: boolean;
}

/** How many of a kind the caller sees. */
export const countOf = (asked: Asked, kind: FoundKind): Query<Counted> => {
  const found = SOURCES[kind](asked) as SelectQueryBuilder<object, never, object>;
  return query
    .selectFrom(found.as('found'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .select((kind === 'TEXT' ? pagesAreCutOff(asked) : sql<boolean>`false`).as('is_cut_off'));
};

/** Candidates are pages, of which a document can have thousands. */
const pagesAreCutOff = ({ wanted, most }: Asked) => sql<boolean>`(
  select coalesce(sum(cardinality(candidate.pages)), 0) >= ${most}
  from app.documents_with_text(${wanted.text.phrases}::text[], ${wanted.text.beginning}, ${most}) candidate)`;
