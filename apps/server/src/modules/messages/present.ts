import type { Attachment, Draft, DraftOnLoan, Message, Thread } from '@cairn/contract';
import { messageTime, textPreview } from '@cairn/contract/message-terms';
import type { Actor } from '../../platform/actor.ts';
import type { AttachmentRow } from './attachments-store.ts';
import type { DraftRow, ListedDraftRow } from './drafts-store.ts';
import { ownMessagePolicy } from './policy.ts';
import type { MemberRow, MessageRow, ThreadRow } from './store.ts';

/** The person to whom a message or conversation is shown. */
export interface Reader {
  actor: Actor;
  /** Their time zone, if they chose one. */
  zone: string;
}

const personOf = (
  id: string,
  row: { given_name: string | null; family_name: string | null; email_address: string },
) => ({
  id,
  givenName: row.given_name,
  familyName: row.family_name,
  emailAddress: row.email_address,
});

function presentForwarded(row: MessageRow): Message['forwarded'] {
  if (row.forwarded_body === null || row.first_id === null) return null;
  return {
    body: row.forwarded_body,
    createdDate: row.forwarded_at!,
    createdByUser: personOf(row.first_id, {
      given_name: row.first_given_name,
      family_name: row.first_family_name,
      email_address: row.first_email_address!,
    }),
  };
}

const presentAttachment = (row: AttachmentRow): Attachment => ({
  id: row.id,
  name: row.name,
  size: row.size,
  virusScanState: row.virus_scan_state,
  scanReason: row.scan_reason,
});

/** A message with the files that the reader sees. */
export interface MessageParts {
  row: MessageRow;
  files: readonly AttachmentRow[];
}

export const presentMessage = ({ row, files }: MessageParts, { actor, zone }: Reader): Message => ({
  id: row.id,
  body: row.body,
  processedTime: row.created_at,
  createdDate: row.created_at,
  updatedDate: row.updated_at,
  messageThread: { id: row.thread_id, loanId: row.loan_id },
  createdByUser: personOf(row.author_id, row),
  createdAtFormatted: messageTime(row.created_at, zone),
  textPreview: textPreview(row.body),
  read: row.read_at !== null,
  important: row.important,
  attachments: files.map(presentAttachment),
  forwarded: presentForwarded(row),
  abilities: {
    edit: ownMessagePolicy.edit(actor, row),
    remove: ownMessagePolicy.remove(actor, row),
  },
});

export interface ThreadParts {
  last: MessageParts;
  members: MemberRow[];
}

export const presentThread = (
  row: ThreadRow,
  { last, members }: ThreadParts,
  reader: Reader,
): Thread => ({
  id: row.id,
  loanId: row.loan_id,
  loan: { id: row.loan_id, name: row.loan_name, shortCode: row.short_code, color: row.color },
  subject: row.subject,
  createdByUser: personOf(row.created_by, row),
  createdDate: row.created_at,
  lastMessageDate: row.last_message_at!,
  lastMessage: presentMessage(last, reader),
  users: members.map((member) => ({
    user: personOf(member.account_id, member),
    there: member.there,
  })),
  unread: row.unread,
  important: row.important,
  muted: row.muted,
});

export const presentDraft = (row: DraftRow, files: readonly AttachmentRow[]): Draft => ({
  id: row.id,
  loanId: row.loan_id,
  threadId: row.thread_id,
  userIds: row.user_ids,
  subject: row.subject,
  body: row.body,
  attachments: files.map(presentAttachment),
  createdDate: row.created_at,
  updatedDate: row.updated_at,
});

export const presentListedDraft = (row: ListedDraftRow): DraftOnLoan => ({
  id: row.id,
  loanId: row.loan_id,
  threadId: row.thread_id,
  subject: row.subject,
  textPreview: textPreview(row.body_start),
  updatedDate: row.updated_at,
  loan: { id: row.loan_id, name: row.loan_name, color: row.color },
});
