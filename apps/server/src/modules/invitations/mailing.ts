import type { Config } from '../../platform/config.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Letter, Mailer } from '../../platform/mail.ts';
import { sendOnce } from '../../platform/sending.ts';
import { invitationLetter } from './letters.ts';
import { linkOf } from './link.ts';
import { stateOf } from './state.ts';
import { findDescribed } from './store.ts';

/** By ids: neither the address nor the link ever stands in a workflow's history. */
export interface InvitationOrder {
  readonly companyId: string;
  readonly invitationId: string;
  /** Which sending of it; when a newer one was asked for meanwhile, this one has nothing to say. */
  readonly stamp: string;
}

export interface InvitingActivities {
  sendInvitationLetter(order: InvitationOrder): Promise<void>;
}

interface Parts {
  readonly db: Db;
  readonly config: Config;
  readonly mailer: Mailer;
}

export const invitingActivities = (parts: Parts, eventId: () => string): InvitingActivities => ({
  sendInvitationLetter: (order) => sendOnce(parts, eventId(), () => compose(parts, order)),
});

async function compose(
  { db, config }: Parts,
  { companyId, invitationId, stamp }: InvitationOrder,
): Promise<Letter | undefined> {
  const reads = db.reads({ kind: 'company', companyId });
  const invitation = await findDescribed(reads, companyId, invitationId);
  if (!invitation || invitation.stamp !== stamp) return undefined;
  if (stateOf(invitation, new Date()) !== 'OPEN') return undefined;
  const { origin: site } = config.publicUrl;
  const link = linkOf(site, config.secretKey, invitation);
  const sender = { name: invitation.company_name, site };
  return { to: invitation.email_address, ...invitationLetter(sender, invitation, link) };
}
