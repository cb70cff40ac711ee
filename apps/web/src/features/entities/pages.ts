// One chunk: a user who adds an entity sees the list before and after.
export { BulkCreatePage } from './BulkCreatePage.tsx';
export { BulkUpdatePage } from './BulkUpdatePage.tsx';
export { EntitiesView } from './EntitiesView.tsx';
export { EntityCreatePage } from './EntityCreatePage.tsx';
export * from './EntityPages.tsx';
