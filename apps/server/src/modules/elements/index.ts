export { addElements, type NewElement, type Package } from './adding-store.ts';
export { answerRoutes, requestToAnswer } from './answer-routes.ts';
export { addEntityFolders, renameEntityFolders } from './entity-folders-store.ts';
export { expireAnswers, keepExpiring } from './expiring-store.ts';
export { elementsSeenBy, namedElementsSeenBy } from './reading.ts';
export { answeredWith, saveAnsweredWith } from './rewriting.ts';
export { elementRoutes } from './routes.ts';
export { lockPackage, visible as visibleElement } from './store.ts';
export { elementWriteRoutes, formElementRoutes } from './write-routes.ts';
