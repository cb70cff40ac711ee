import { isPlatformAdmin, type Actor } from '../../platform/actor.ts';
import type { LoanRow } from '../loans/index.ts';

export const messagePolicy = {
  /** Anyone who sees a loan may write to its members; administrators may not write messages. */
  write: (actor: Actor, _loan: Pick<LoanRow, 'company_id' | 'id'>) => !isPlatformAdmin(actor),
};

export const ownMessagePolicy = {
  /** Only the author may edit or delete a message. */
  edit: (actor: Actor, message: { author_id: string }) => message.author_id === actor.accountId,
  remove: (actor: Actor, message: { author_id: string }) => message.author_id === actor.accountId,
};
