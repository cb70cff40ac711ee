/** Every workflow that Temporal may run. This file and its imports are bundled separately and cannot use Node APIs. */
export { sendMail } from './modules/auth/workflows/send-mail.ts';
export {
  connectSharePoint,
  exportToSharePoint,
} from './modules/sharepoint/workflows/export-to-sharepoint.ts';
export { runCreditCheck } from './modules/credit/workflows/run-credit-check.ts';
export { scanDocument } from './modules/documents/workflows/scan-document.ts';
export { unlockDocument } from './modules/documents/workflows/unlock-document.ts';
export { deriveDocument } from './modules/documents/workflows/derive-document.ts';
export { processDocument } from './modules/documents/workflows/process-document.ts';
export { scanAvatar } from './modules/users/workflows/scan-avatar.ts';
export { sendText } from './modules/users/workflows/send-text.ts';
export { sendInvitation } from './modules/invitations/workflows/send-invitation.ts';
export {
  deliverReminder,
  notify,
  notifyReleased,
} from './modules/notifications/workflows/notify.ts';
export { deliverDigest, sendDigests } from './modules/digests/workflows/send-digests.ts';
export { sendReminders } from './modules/reminders/workflows/send-reminders.ts';
export { makePackages } from './modules/exports/workflows/make-packages.ts';
export { askByRules } from './modules/needs-list/workflows/ask-by-rules.ts';
export { expireAnswers } from './modules/elements/workflows/expire-answers.ts';
