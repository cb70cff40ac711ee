import { isPlatformAdmin, type Actor } from '../../platform/actor.ts';
import { answersForCompany, lends, type Standing } from '../loans/index.ts';

/**
 * Notes are internal to the lender: the contract's audience and row security exclude borrowers. Administrators read
 * notes but do not write them.
 */
export const notePolicy = {
  write: (actor: Actor, loan: Standing) => !isPlatformAdmin(actor) && lends(actor, loan),
};

interface Authored extends Standing {
  author_id: string;
}

export const ownNotePolicy = {
  edit: (actor: Actor, note: Authored) =>
    note.author_id === actor.accountId && notePolicy.write(actor, note),
  delete: (actor: Actor, note: Authored) =>
    notePolicy.write(actor, note) &&
    (note.author_id === actor.accountId || answersForCompany(actor, note)),
};
