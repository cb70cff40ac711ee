import type { ShoeboxItem } from '@cairn/contract';
import { personName } from '../../lib/format/names.ts';
import { type Status, statusOf } from '../elements/status.ts';

/** What the scan says of it, where that is something to know. */
export function scanStatus({ document }: Pick<ShoeboxItem, 'document'>): Status | null {
  if (document.virusScanState === 'CLEAN' || document.virusScanState === null) return null;
  const answer = {
    document,
    value: null,
    answeredDate: '',
    answeredByUserId: null,
    inProgress: false,
    doesNotApply: null,
    driversLicenseOf: null,
    note: null,
  };
  return statusOf(
    { answer, status: null, flags: [], approvedByUserId: null, rejectedByUserId: null },
    false,
  );
}

/** From whom it is. */
export const senderOf = ({ loanRole, document, anonymousSender }: ShoeboxItem): string => {
  if (anonymousSender) return anonymousSender.emailAddress;
  const user = loanRole?.user ?? document.createdByUser;
  return user ? personName(user) : 'Someone';
};
