import { UNREADABLE_STATES } from '@cairn/contract/file-terms';
import { sql, type RawBuilder } from 'kysely';

const UNREADABLE = sql.join(UNREADABLE_STATES.map((state) => sql.lit(state)));

/**
 * The file that came was blocked, or nothing in it can be read, and no one approved it: its sender has to send another.
 * Contract's isWanted says the same. The columns come first so that the indexes of what is open can be used.
 */
export const hasUnusableAnswer = (element: 'e' | 'element'): RawBuilder<boolean> => {
  const of = (column: string) => sql.ref(`${element}.${column}`);
  return sql<boolean>`(${of('approved_by')} is null and ${of('answer_value')} is null
    and exists (select from document unusable where unusable.company_id = ${of('company_id')}
      and unusable.id = ${of('answer_document_id')}
      and (unusable.virus_scan_state = 'INFECTED' or unusable.content_state in (${UNREADABLE}))))`;
};
