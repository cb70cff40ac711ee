/** Everything the engine may run. This file and what it imports is bundled apart, without Node. */
export { sendMail } from './modules/accounts/workflows/send-mail.ts';
export { scanDocument } from './modules/documents/workflows/scan-document.ts';
export { scanAvatar } from './modules/profile/workflows/scan-avatar.ts';
export { sendText } from './modules/profile/workflows/send-text.ts';
export { sendInvitation } from './modules/invitations/workflows/send-invitation.ts';
export { tellLoanStatus } from './modules/loans/workflows/tell-loan-status.ts';
export { tellMessage } from './modules/messages/workflows/tell-message.ts';
export { makePackages } from './modules/packages/workflows/make-packages.ts';
export { tellPart } from './modules/parties/workflows/tell-part.ts';
export { askByRules } from './modules/applying/workflows/ask-by-rules.ts';
export { tellApplication } from './modules/applications/workflows/tell-application.ts';
