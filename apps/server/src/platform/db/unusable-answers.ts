import { UNREADABLE_STATES } from '@cairn/contract/file-terms';
import { sql, type RawBuilder } from 'kysely';

const UNREADABLE = sql.join(UNREADABLE_STATES.map((state) => sql.lit(state)));

/**
 * Whether the request's file was blocked or cannot be read, and is not approved: its sender has to send another. The
 * contract's isWanted applies the same rule. The columns come first so that the indexes of open requests can be used.
 */
export const hasUnusableAnswer = (element: 'e' | 'element'): RawBuilder<boolean> => {
  const of = (column: string) => sql.ref(`${element}.${column}`);
  return sql<boolean>`(${of('approved_by')} is null and ${of('answer_value')} is null
    and exists (select from document unusable where unusable.company_id = ${of('company_id')}
      and unusable.id = ${of('answer_document_id')}
      and (unusable.virus_scan_state = 'INFECTED' or unusable.content_state in (${UNREADABLE}))))`;
};
