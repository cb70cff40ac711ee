export { isBlocked, isUsable } from './policy.ts';
export { JOINED_DOCUMENT, presentJoinedDocument } from './present.ts';
export { documentRoutes } from './routes.ts';
export { derivedDocumentRoutes } from './derive-routes.ts';
export { deriveDocument } from './derive-document.ts';
export { filesIn } from './derive-store.ts';
export type { SourcePage } from './document-origin.ts';
export { deriveActivities } from './derive-activities.ts';
export { documentPageRoutes } from './page-routes.ts';
export { checkDocument } from './check-document.ts';
export { pageSizes } from './page-text.ts';
export { kindIn } from './document-kinds.ts';
export { entitiesNamedIn, factsOf, type FactsRow } from './facts-store.ts';
export { knownPdfs, pdfOf, type PdfOf } from './document-pdf.ts';
export { processActivities } from './process-document.ts';
export { officeHost, OfficeConflict, type OfficeCaller, type OfficeHost } from './office-host.ts';
export { OfficeEditor } from './office-server.ts';
export { isOf, readOfficeToken } from './office-token.ts';
export { keepAbortingUploads } from './abort-uploads.ts';
export { keepReaping } from './reaper-store.ts';
export { scanActivities } from './scan-document.ts';
export { unlockActivities } from './unlock-activities.ts';
export { countPasswordTry, unlockDocument } from './unlock-document.ts';
export { blockIfDamaged, discardIfDamaged } from './integrity.ts';
export {
  finishUpload,
  countDailyUpload,
  countUpload,
  type QuotaDeps,
} from './upload-quota-store.ts';
export { abortParts, arrivedParts, completeParts, signParts } from './upload-parts.ts';
export { uploadProblem } from './file-rules.ts';
export { isKeyOf, newObjectKey } from './object-key.ts';
export {
  moveDocumentToLoan,
  documentById,
  findDocument,
  findDocuments,
  insertDocument,
  isObjectKeyTaken,
  removeDocuments,
  renameDocument,
  visibleDocuments,
  type DocumentRow,
} from './store.ts';
