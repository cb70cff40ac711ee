import type { Element } from '@cairn/contract';
import type { Actor } from '../../platform/actor.ts';
import { presentDocument } from '../documents/index.ts';
import { elementPolicy } from './policy.ts';
import type { AnsweredElement } from './store.ts';

export function presentElement(row: AnsweredElement, actor: Actor): Element {
  return {
    id: row.id,
    loanId: row.loan_id,
    parentId: row.parent_id,
    title: row.title,
    description: row.description,
    storageType: row.storage_type,
    priorityType: row.priority_type,
    displayOrder: row.display_order,
    assignedToUserId: row.assigned_to,
    answer: presentAnswer(row),
    approvedByUserId: row.approved_by,
    rejectedByUserId: row.rejected_by,
    lastModifiedDate: row.modified_at,
    abilities: { answer: row.storage_type === 'FILE' && elementPolicy.answer(actor, row) },
  };
}

function presentAnswer(row: AnsweredElement): Element['answer'] {
  if (row.document_id === null || row.answered_at === null) return null;
  return {
    document: presentDocument({
      id: row.document_id,
      loan_id: row.loan_id,
      name: row.document_name!,
      provider: row.document_provider!,
      size: row.document_size!,
      virus_scan_state: row.virus_scan_state,
      created_by: row.document_created_by!,
      given_name: row.given_name,
      family_name: row.family_name,
      email_address: row.email_address,
      created_at: row.document_created_at!,
      modified_at: row.document_modified_at!,
    }),
    answeredDate: row.answered_at,
    inProgress: row.answer_in_progress,
  };
}

export function totalsOf(rows: AnsweredElement[]) {
  const files = rows.filter((row) => row.storage_type === 'FILE');
  return {
    answered: files.filter((row) => row.answer_document_id !== null).length,
    files: files.length,
    folders: rows.length - files.length,
  };
}
