/** Everything the engine may run. This file and what it imports is bundled apart, without Node. */
export { scanDocument } from './modules/documents/workflows/scan-document.ts';
