import type { Actor } from '../../platform/actor.ts';
import { lends, type Standing } from '../loans/index.ts';

export const reminderPolicy = {
  /** Those who lend on the loan send, snooze and pause; the company's other employees read. */
  manage: (actor: Actor, loan: Standing) => lends(actor, loan),
};
