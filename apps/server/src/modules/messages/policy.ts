import { isPlatformAdmin, type Actor } from '../../platform/actor.ts';
import type { LoanRow } from '../loans/index.ts';

export const messagePolicy = {
  /** Whoever sees a loan writes to people on it; the operator is nobody's correspondent. */
  write: (actor: Actor, _loan: Pick<LoanRow, 'company_id' | 'id'>) => !isPlatformAdmin(actor),
};

export const ownMessagePolicy = {
  /** What somebody said, only they change or take back. */
  edit: (actor: Actor, message: { author_id: string }) => message.author_id === actor.accountId,
  remove: (actor: Actor, message: { author_id: string }) => message.author_id === actor.accountId,
};
