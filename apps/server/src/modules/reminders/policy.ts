import type { Actor } from '../../platform/actor.ts';
import { lends, type Standing } from '../loans/index.ts';

export const reminderPolicy = {
  /** Lenders of the loan may send, snooze and pause; the company's other employees may read. */
  manage: (actor: Actor, loan: Standing) => lends(actor, loan),
};
