/**
 * Ids of rows that contain the words, at most `most` from each source. The functions use indexes with the owner's
 * rights, within the caller's company or loans, and know neither what the caller sees nor the filters; the
 * surrounding query reads the rows as the caller and filters them. So only the number of candidates shows whether all
 * matches were considered.
 */
import type { FoundKind } from '@cairn/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { SearchWords } from '../../platform/search-words.ts';
import type { FoundFilter } from './found-filter-store.ts';

export interface SearchCriteria {
  readonly actor: Actor;
  readonly words: SearchWords;
  /** Matches similar names, for a search without results. */
  readonly isSimilar: boolean;
  /** The loan that the user has open, whose results come first. */
  readonly context: string | undefined;
  /** Maximum number of candidates from each source of a kind. */
  readonly most: number;
  readonly filter: FoundFilter;
}

export interface Candidate {
  source: string;
  company_id: string;
  id: string;
}

/** A document, with the pages that contain the words. */
export interface TextCandidate extends Candidate {
  version: number;
  pages: number[];
}

type NameKind = 'LOAN' | 'PERSON' | 'ENTITY' | 'REQUEST' | 'FILE';

function namesLike(
  { words, isSimilar, most }: SearchCriteria,
  kind: NameKind,
): RawBuilder<unknown> {
  const { longest, all } = isSimilar ? words.similar! : words.names;
  return sql`select ${sql.lit(kind)} as source, c.company_id, c.id
    from app.found_by_name(${kind}, ${longest}, ${all}::text[], ${isSimilar}, ${most}) c`;
}

const SOURCES: { readonly [K in FoundKind]: (asked: SearchCriteria) => RawBuilder<unknown> } = {
  LOAN: (criteria) => namesLike(criteria, 'LOAN'),
  PERSON: (criteria) => namesLike(criteria, 'PERSON'),
  ENTITY: (criteria) => namesLike(criteria, 'ENTITY'),
  DOCUMENT: (criteria) =>
    sql`${namesLike(criteria, 'REQUEST')} union all ${namesLike(criteria, 'FILE')}`,
  MESSAGE: ({ words: { text }, most }) => sql`select 'MESSAGE' as source, c.company_id, c.id
    from app.messages_with_text(${text.phrases}::text[], ${text.beginning}, ${most}) c`,
  TEXT: ({ words: { text }, most }) => sql`
    select 'TEXT' as source, c.company_id, c.document_id as id, c.version, c.pages
    from app.documents_with_text(${text.phrases}::text[], ${text.beginning}, ${most}) c`,
};

export const candidatesOf = (criteria: SearchCriteria, kind: FoundKind): RawBuilder<Candidate> =>
  sql<Candidate>`(${SOURCES[kind](criteria)})`;

/** Candidates of text are pages, of which a document can have thousands. */
export const isCutOff = (
  { most }: SearchCriteria,
  kind: FoundKind,
  candidates: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`exists (select from ${candidates} c group by c.source
  having ${kind === 'TEXT' ? sql`sum(cardinality(c.pages))` : sql`count(*)`} >= ${most})`;
