export { addAnsweredElement } from './add-answered-element.ts';
export { addElements, type NewElement } from './add-elements-store.ts';
export { answerRoutes } from './answer-routes.ts';
export { receiptSeenBy } from './receipts.ts';
export { answerElement, authorizeAnswer } from './answer-element.ts';
export {
  addEntityFolders,
  moveEntityElements,
  renameEntityFolders,
} from './entity-folders-store.ts';
export { dividePages } from './divide-pages.ts';
export { fileDocuments, unfileDocuments } from './file-documents.ts';
export { expiryActivities } from './expire-answers-store.ts';
export { packagePolicy } from './policy.ts';
export { elementsSeenBy, namedElementsSeenBy, wholePackage } from './read-elements.ts';
export { findAnsweredRequest, saveAnswerFile } from './replace-file.ts';
export { reviewRoutes } from './review-routes.ts';
export { elementRoutes } from './routes.ts';
export { packageSeenBy, titleSeenBy, visible as visibleElement } from './store.ts';
export { elementWriteRoutes, formElementRoutes } from './write-routes.ts';
export { trashChosenElements } from './trash-elements.ts';
