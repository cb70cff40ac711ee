export { CreateArticlePage, EditArticlePage } from './ArticleEditorPage.tsx';
export { ArticlesPage } from './ArticlesPage.tsx';
