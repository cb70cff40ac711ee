import type { LoanStatus } from '@cairn/contract';
import type { Authorized } from '../../platform/authorize.ts';
import { ApiError } from '../../platform/api-error.ts';

export interface Status {
  status: LoanStatus;
  /** The status before the loan was put on hold, if known. */
  held_status: LoanStatus | null;
}

/** Possible next statuses of a loan: docs/spec/decisions.md, F.2. */
const NEXT: Record<LoanStatus, readonly LoanStatus[]> = {
  PROSPECT: ['APPLICATION', 'DECLINED', 'WITHDRAWN'],
  APPLICATION: ['IN_REVIEW', 'DECLINED', 'WITHDRAWN'],
  IN_REVIEW: ['UNDERWRITING', 'APPLICATION', 'DECLINED', 'WITHDRAWN'],
  UNDERWRITING: ['APPROVED', 'DECLINED', 'WITHDRAWN'],
  APPROVED: ['COMMITTED', 'DECLINED', 'WITHDRAWN'],
  COMMITTED: ['CLOSING', 'WITHDRAWN'],
  CLOSING: ['FUNDED', 'WITHDRAWN'],
  FUNDED: ['SERVICING'],
  SERVICING: ['PAID_OFF'],
  PAID_OFF: [],
  ON_HOLD: [],
  DECLINED: [],
  WITHDRAWN: [],
};
const BEFORE_FUNDED: readonly LoanStatus[] = [
  'PROSPECT',
  'APPLICATION',
  'IN_REVIEW',
  'UNDERWRITING',
  'APPROVED',
  'COMMITTED',
  'CLOSING',
];

/** `mayReopen`: company owners may reopen a declined or withdrawn loan. */
export function nextStatuses({ status, held_status }: Status, mayReopen: boolean): LoanStatus[] {
  if (status === 'ON_HOLD') return [held_status ?? 'APPLICATION'];
  if (status === 'DECLINED' || status === 'WITHDRAWN') return mayReopen ? ['APPLICATION'] : [];
  return [...NEXT[status], ...(BEFORE_FUNDED.includes(status) ? (['ON_HOLD'] as const) : [])];
}

export function withStatus(
  loan: Authorized<'edit', Status>,
  to: LoanStatus,
  mayReopen: boolean,
): Status {
  if (!nextStatuses(loan, mayReopen).includes(to)) throw new ApiError('STATUS_NOT_NEXT');
  return { status: to, held_status: to === 'ON_HOLD' ? loan.status : null };
}
