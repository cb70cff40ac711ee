import type { Document } from '@cairn/contract';
import type { OpenedDocument } from '@cairn/contract/documents';

interface DocumentFields {
  id: string;
  loan_id: string | null;
  name: string;
  provider: Document['provider'];
  size: number;
  virus_scan_state: Document['virusScanState'];
  scan_reason: Document['scanReason'];
  content_state: Document['contentState'];
  page_count: number | null;
  created_by: string;
  given_name: string | null;
  family_name: string | null;
  email_address: string | null;
  created_at: string;
  modified_at: string;
}

export function presentDocument(row: DocumentFields): Document {
  return {
    id: row.id,
    loanId: row.loan_id,
    name: row.name,
    provider: row.provider,
    size: row.size,
    virusScanState: row.virus_scan_state,
    scanReason: row.scan_reason,
    contentState: row.content_state,
    pages: row.page_count,
    createdByUser:
      row.email_address === null
        ? null
        : {
            id: row.created_by,
            givenName: row.given_name,
            familyName: row.family_name,
            emailAddress: row.email_address,
          },
    createdDate: row.created_at,
    lastModifiedDate: row.modified_at,
  };
}

/** Columns of a document that is joined to another row, including its uploader's name. */
export const JOINED_DOCUMENT = [
  'document.name as document_name',
  'document.provider as document_provider',
  'document.size as document_size',
  'document.virus_scan_state',
  'document.scan_reason',
  'document.content_state',
  'document.page_count',
  'document.created_by as document_created_by',
  'document.created_at as document_created_at',
  'document.modified_at as document_modified_at',
] as const;

interface JoinedDocument {
  loan_id: string | null;
  document_id: string | null;
  document_name: string | null;
  document_provider: Document['provider'] | null;
  document_size: number | null;
  virus_scan_state: Document['virusScanState'];
  scan_reason: Document['scanReason'];
  content_state: Document['contentState'];
  page_count: number | null;
  document_created_by: string | null;
  given_name: string | null;
  family_name: string | null;
  email_address: string | null;
  document_created_at: string | null;
  document_modified_at: string | null;
}

/** Null if the row has no document. */
export function presentJoinedDocument(row: JoinedDocument): Document | null {
  if (row.document_id === null) return null;
  return presentDocument({
    ...row,
    id: row.document_id,
    name: row.document_name!,
    provider: row.document_provider!,
    size: row.document_size!,
    created_by: row.document_created_by!,
    created_at: row.document_created_at!,
    modified_at: row.document_modified_at!,
  });
}

export const presentOpened = (
  row: DocumentFields & { version: number },
  request: { elementId: string | null; maySave: boolean },
): OpenedDocument => ({
  ...presentDocument(row),
  version: row.version,
  formElementId: request.elementId,
  abilities: { save: request.maySave },
});
