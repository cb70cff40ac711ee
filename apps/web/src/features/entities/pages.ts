// One part of the application: whoever adds an entity looks at the list before and after.
export { BulkCreatePage } from './BulkCreatePage.tsx';
export { BulkUpdatePage } from './BulkUpdatePage.tsx';
export { EntitiesView } from './EntitiesView.tsx';
export { EntityCreatePage } from './EntityCreatePage.tsx';
export * from './EntityPages.tsx';
