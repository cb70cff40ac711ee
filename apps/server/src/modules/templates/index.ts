export { versionRows, type ElementRow as TemplateElementRow } from './elements/store.ts';
export { loanTemplateRoutes } from './loan-template-routes.ts';
export { templateRoutes } from './routes.ts';
export { findTemplate, type TemplateRow } from './store.ts';
