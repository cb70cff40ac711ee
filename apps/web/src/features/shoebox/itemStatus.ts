import type { ShoeboxItem } from '@cairn/contract';
import { personName } from '../../lib/format/names.ts';
import { type Status, statusOf } from '../elements/status.ts';

/** The status of the virus scan. Null if the file is clean or needs no scan. */
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

export const senderOf = ({ loanRole, document, anonymousSender }: ShoeboxItem): string => {
  if (anonymousSender) return anonymousSender.emailAddress;
  const user = loanRole?.user ?? document.createdByUser;
  return user ? personName(user) : 'Someone';
};
