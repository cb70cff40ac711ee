/** Everything the engine may run. This file and what it imports is bundled apart, without Node. */
export { sendMail } from './modules/accounts/workflows/send-mail.ts';
export { scanDocument } from './modules/documents/workflows/scan-document.ts';
