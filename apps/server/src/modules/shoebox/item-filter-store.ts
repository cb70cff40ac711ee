/** Filters a list of shoebox items by the file itself and by its loan. */
import type { PhaseCategory } from '@cairn/contract';
import { FILE_KIND_CODES, FILE_KINDS, type FileKindName } from '@cairn/contract/file-kinds';
import {
  WAITING_FILE_STATUSES,
  type ShoeboxType,
  type WaitingFileStatus,
} from '@cairn/contract/shoebox-terms';
import { sql, type RawBuilder } from 'kysely';
import { parseWords } from '../../platform/search-words.ts';
import { loansOfOfficers, loansWithEntity } from '../loans/index.ts';

export interface ItemFilter {
  status: 'ACTIVE' | 'TRASHED';
  type?: FileKindName[] | undefined;
  fileStatus?: WaitingFileStatus[] | undefined;
  modifiedSince?: string | undefined;
  category?: PhaseCategory[] | undefined;
  officerId?: string[] | undefined;
  entity?: string | undefined;
  shoeboxType?: ShoeboxType | undefined;
}

const patternOf = (kinds: readonly FileKindName[]): string =>
  kinds.map((kind) => FILE_KINDS[kind].endings.source).join('|');

const KNOWN_KINDS = patternOf(FILE_KIND_CODES.filter((kind) => kind !== 'other'));

/** Uses the same extensions as the page: Postgres and JavaScript interpret these patterns alike. */
function isOfType(kinds: readonly FileKindName[]): RawBuilder<boolean> {
  const namedKinds = kinds.filter((kind) => kind !== 'other');
  const isWanted =
    namedKinds.length > 0 ? sql<boolean>`d.name ~* ${patternOf(namedKinds)}` : sql<boolean>`false`;
  return kinds.includes('other')
    ? sql<boolean>`(${isWanted} or d.name !~* ${KNOWN_KINDS})`
    : isWanted;
}

const STATUS: Record<WaitingFileStatus, RawBuilder<boolean>> = {
  NEW: sql<boolean>`shoebox_item.new_file`,
  CHECKING: sql<boolean>`d.virus_scan_state = 'PENDING'`,
  BLOCKED: sql<boolean>`d.virus_scan_state not in ('PENDING', 'CLEAN')`,
};

/** The date that lists show: when the file arrived, or when it was trashed. */
const isSince = ({ status, modifiedSince }: ItemFilter) =>
  status === 'TRASHED'
    ? sql<boolean>`shoebox_item.deleted_at >= ${modifiedSince}::timestamptz`
    : sql<boolean>`shoebox_item.created_at >= ${modifiedSince}::timestamptz`;

const ofLoanIn = (loanIds: RawBuilder<unknown>) =>
  sql<boolean>`shoebox_item.loan_id = any(array(${loanIds}))`;

/** The conditions that are set; the others do not become part of the query. */
export function itemConditions(filter: ItemFilter): RawBuilder<boolean>[] {
  const { type, fileStatus, modifiedSince, category, officerId, shoeboxType } = filter;
  const entity = parseWords(filter.entity ?? '')?.names;
  const ofFile = [
    ...(type?.length ? [isOfType(type)] : []),
    ...(fileStatus?.length
      ? [
          sql<boolean>`(${sql.join(
            // In a fixed order and without duplicates, because every other text would be a separate prepared
            // statement.
            WAITING_FILE_STATUSES.filter((each) => fileStatus.includes(each)).map(
              (each) => STATUS[each],
            ),
            sql` or `,
          )})`,
        ]
      : []),
  ];
  return [
    ...(shoeboxType === undefined
      ? []
      : [sql<boolean>`shoebox_item.shoebox_type = ${shoeboxType}`]),
    ...(ofFile.length > 0
      ? [
          sql<boolean>`exists (select from document d where d.company_id = shoebox_item.company_id
            and d.id = shoebox_item.document_id and ${sql.join(ofFile, sql` and `)})`,
        ]
      : []),
    ...(modifiedSince === undefined ? [] : [isSince(filter)]),
    ...(category?.length
      ? [
          sql<boolean>`exists (select from loan l where l.company_id = shoebox_item.company_id
            and l.id = shoebox_item.loan_id and l.phase_category = any(${category}::text[]))`,
        ]
      : []),
    ...(officerId?.length ? [ofLoanIn(loansOfOfficers(officerId))] : []),
    ...(entity ? [ofLoanIn(loansWithEntity(entity))] : []),
  ];
}
