import type { WorkerConfig as Config } from '../../platform/config.ts';
import { findBrand } from '../../platform/email/find-brand.ts';
import { PRODUCT } from '../../platform/email/sender-name.ts';
import { findTexts } from '../../platform/email/texts.ts';
import { sendOnce, type Cause, type EmailDeps } from '../../platform/send-once.ts';
import type { WorkflowInputs } from '../../platform/workflow-inputs.ts';
import { invitationEmail, strangerInvitationEmail } from './emails.ts';
import { linkOf } from './link.ts';
import { stateOf } from './state.ts';
import { findToSend } from './store.ts';

/** By ids: a workflow's history contains neither the address nor the link. */
export type InvitationOrder = WorkflowInputs['sendInvitation'];

export interface InvitationActivities {
  sendInvitationLetter(order: InvitationOrder): Promise<void>;
}

interface Deps extends EmailDeps {
  readonly config: Config;
}

export const invitationActivities = (parts: Deps, eventId: () => string): InvitationActivities => ({
  sendInvitationLetter: (order) => sendOnce(parts, eventId(), () => compose(parts, order)),
});

async function compose({ db, config }: Deps, { companyId, invitationId, stamp }: InvitationOrder) {
  const reads = db.reads({ kind: 'company', companyId });
  const invitation = await findToSend(reads, companyId, invitationId);
  if (!invitation || invitation.stamp !== stamp) return undefined;
  if (stateOf(invitation, new Date()) !== 'OPEN') return undefined;
  const { origin: site } = config.publicUrl;
  const link = linkOf(site, config.secretKey, invitation);
  const cause: Cause = {
    budget: 'NOTIFICATION',
    companyId,
    senderId: invitation.invited_by,
    about: { topic: 'INVITATION', loanIds: invitation.loan_id ? [invitation.loan_id] : [] },
  };
  const to = invitation.email_address;
  // The lender has not reviewed the inviter, so the email contains neither the lender's name nor text of the inviter.
  if (invitation.by_stranger) {
    return { to, cause, ...strangerInvitationEmail({ name: PRODUCT, site }, invitation, link) };
  }
  const brand = await findBrand(reads, companyId, invitation.loan_id ?? undefined);
  const sender = { name: invitation.company_name, site, ...brand };
  const texts = await findTexts(reads, companyId);
  return { to, cause, ...invitationEmail(sender, invitation, link, texts) };
}
