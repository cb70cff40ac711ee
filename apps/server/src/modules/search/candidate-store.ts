/**
 * Ids of rows that contain the words, at most `most` from each source. The functions use indexes with the owner's
 * rights, within the caller's company or loans, and know neither what the caller sees nor the filters; the
 * surrounding query reads the rows as the caller and filters them. So only the number of candidates shows whether all
 * matches were considered.
 */
import type { FoundKind } from '@cairn/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Wanted } from '../../platform/search-words.ts';
import type { FoundFilter } from './found-filter-store.ts';

export interface Asked {
  readonly actor: Actor;
  readonly wanted: Wanted;
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

function named({ wanted, isSimilar, most }: Asked, kind: NameKind): RawBuilder<unknown> {
  const { longest, all } = isSimilar ? wanted.similar! : wanted.names;
  return sql`select ${sql.lit(kind)} as source, c.company_id, c.id
    from app.found_by_name(${kind}, ${longest}, ${all}::text[], ${isSimilar}, ${most}) c`;
}

const SOURCES: { readonly [K in FoundKind]: (asked: Asked) => RawBuilder<unknown> } = {
  LOAN: (asked) => named(asked, 'LOAN'),
  PERSON: (asked) => named(asked, 'PERSON'),
  ENTITY: (asked) => named(asked, 'ENTITY'),
  DOCUMENT: (asked) => sql`${named(asked, 'REQUEST')} union all ${named(asked, 'FILE')}`,
  MESSAGE: ({ wanted: { text }, most }) => sql`select 'MESSAGE' as source, c.company_id, c.id
    from app.messages_with_text(${text.phrases}::text[], ${text.beginning}, ${most}) c`,
  TEXT: ({ wanted: { text }, most }) => sql`
    select 'TEXT' as source, c.company_id, c.document_id as id, c.version, c.pages
    from app.documents_with_text(${text.phrases}::text[], ${text.beginning}, ${most}) c`,
};

export const candidatesOf = (asked: Asked, kind: FoundKind): RawBuilder<Candidate> =>
  sql<Candidate>`(${SOURCES[kind](asked)})`;

/** Candidates of text are pages, of which a document can have thousands. */
export const isCutOff = (
  { most }: Asked,
  kind: FoundKind,
  candidates: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`exists (select from ${candidates} c group by c.source
  having ${kind === 'TEXT' ? sql`sum(cardinality(c.pages))` : sql`count(*)`} >= ${most})`;
