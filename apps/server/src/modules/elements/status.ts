import type { ElementStatus } from '@cairn/contract';
import type { AnsweredElement } from './store.ts';

type Judged = Pick<
  AnsweredElement,
  | 'storage_type'
  | 'answer_document_id'
  | 'answer_value'
  | 'answer_in_progress'
  | 'expired'
  | 'expiration_date'
  | 'approved_by'
  | 'rejected_by'
  | 'assigned_to'
  | 'assigned_invitation_id'
>;

/** A day ends at midnight UTC. */
export const isPast = (day: string | null, now: Date): boolean =>
  day !== null && day < now.toISOString().slice(0, 10);

/** Status of a request. Folders have no status except TRASHED. */
export function statusOf(element: Judged, inTrash: boolean, now: Date): ElementStatus | null {
  if (inTrash) return 'TRASHED';
  if (element.storage_type === 'FOLDER') return null;
  const hasAnswer = element.answer_document_id !== null || element.answer_value !== null;
  if (!hasAnswer) {
    const assigned = element.assigned_to ?? element.assigned_invitation_id;
    return assigned === null ? 'NEEDED' : 'ASSIGNED';
  }
  if (element.rejected_by !== null) return 'NEEDS_ATTENTION';
  if (element.expired || isPast(element.expiration_date, now)) return 'EXPIRED';
  if (element.approved_by !== null) return 'ACCEPTED';
  return element.answer_in_progress ? 'IN_PROGRESS' : 'ANSWERED';
}
