import {
  API_BASE_PATH,
  MAX_ANONYMOUS_EXTENSIONS,
  type AnonymousDocument,
  type AnonymousSession,
  type AnonymousSessionState,
  type UploadLinkOwner,
} from '@cairn/contract';
import type { AnonymousDocumentRow, OwnerRow, SessionRow } from './store.ts';

export const presentOwner = (row: OwnerRow): UploadLinkOwner => ({
  companyId: row.company_id,
  companyName: row.company_name,
  logo:
    row.logo_version === null
      ? null
      : `${API_BASE_PATH}/v1/lenders/logo/${row.company_id}/image?version=${row.logo_version}`,
  givenName: row.given_name,
  familyName: row.family_name,
});

function stateOf(
  row: Pick<SessionRow, 'is_over' | 'extension_requested_at' | 'submitted_at' | 'extensions'>,
): AnonymousSessionState {
  if (row.is_over) return row.extension_requested_at === null ? 'EXPIRED' : 'EXTENSION_REQUESTED';
  if (row.submitted_at !== null) return 'SUBMITTED';
  return row.extensions > 0 ? 'EXTENDED' : 'VERIFIED';
}

export const presentSession = (
  row: SessionRow,
  documents: readonly AnonymousDocumentRow[],
): AnonymousSession => ({
  id: row.id,
  state: stateOf(row),
  emailAddress: row.email_address,
  endsAt: row.ends_at,
  secondsLeft: row.seconds_left,
  extensionsLeft: MAX_ANONYMOUS_EXTENSIONS - row.extensions,
  owner: presentOwner(row),
  documents: documents.map(presentAnonymousDocument),
});

export const presentAnonymousDocument = (row: AnonymousDocumentRow): AnonymousDocument => ({
  id: row.id,
  name: row.name,
  provider: row.provider,
  size: row.size,
  virusScanState: row.virus_scan_state,
  scanReason: row.scan_reason,
  sha256: row.sha256?.toString('hex') ?? null,
  createdDate: row.created_at,
  submittedDate: row.submitted_at,
});
