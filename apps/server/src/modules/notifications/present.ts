import type { BellNotification } from '@cairn/contract';
import type { Actor } from '../../platform/actor.ts';
import { presentPerson } from '../loans/index.ts';
import type { BellRow } from './store.ts';

export const presentNotification = (row: BellRow, actor: Actor): BellNotification => ({
  id: row.id,
  userId: actor.accountId,
  read: !row.unread,
  kind: row.kind,
  createdDate: row.created_at,
  count: row.count,
  loan: {
    id: row.loan_id,
    name: row.loan_name,
    shortCode: row.short_code,
    color: row.color,
    muted: row.muted,
  },
  companyId: row.company_id,
  createdByUser: row.actor && presentPerson(row.actor),
  titles: row.titles ?? [],
  elementId: row.element_id,
  threadId: row.kind === 'MESSAGE' ? row.merge_key : null,
  noteId: row.kind === 'NOTE' ? row.merge_key : null,
  loanStatus: row.status,
  // The current state: a file that was sent again has no rejection reason.
  rejection:
    row.kind === 'REJECTED' ? { code: row.rejection_code, reason: row.rejection_reason } : null,
  scanReason: row.reason,
  contentState: row.content_state,
  accepted: row.accepted,
  exported: row.exported,
});
