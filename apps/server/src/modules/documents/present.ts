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

export const presentOpened = (
  row: DocumentFields & { version: number },
  answered: { elementId: string | null; maySave: boolean },
): OpenedDocument => ({
  ...presentDocument(row),
  version: row.version,
  formElementId: answered.elementId,
  abilities: { save: answered.maySave },
});
