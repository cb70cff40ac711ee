import type { AuditEntry } from '@cairn/contract';
import { fullName } from '../../platform/full-name.ts';
import { sentenceOf } from './sentences.ts';
import type { EntryRow } from './store.ts';

export function sentence(row: EntryRow): string {
  const who = fullName(row.actor_given_name, row.actor_family_name) || row.actor_email_address;
  const subjectName =
    fullName(row.subject_given_name, row.subject_family_name) || row.subject_email_address;
  return sentenceOf(row.kind, {
    who: who ?? (row.actor_id === null ? 'Cairn' : 'Someone'),
    loan: row.loan_name,
    document: row.document_name,
    request: row.element_title,
    template: row.template_name,
    entity: row.entity_name,
    whom: subjectName === who ? null : subjectName,
    detail: row.detail,
  });
}

export function presentEntry(row: EntryRow): AuditEntry {
  return {
    id: row.id,
    at: row.at,
    kind: row.kind,
    actor:
      row.actor_id === null || row.actor_email_address === null
        ? null
        : {
            id: row.actor_id,
            givenName: row.actor_given_name,
            familyName: row.actor_family_name,
            emailAddress: row.actor_email_address,
          },
    loan:
      row.loan_id === null || row.loan_name === null
        ? null
        : { id: row.loan_id, name: row.loan_name },
    sentence: sentence(row),
    sourceAddress: row.source_address,
  };
}
