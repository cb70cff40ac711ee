export { CategoryPage } from './CategoryPage.tsx';
export { EntryPage } from './EntryPage.tsx';
export { LearningCenterPage } from './LearningCenterPage.tsx';
