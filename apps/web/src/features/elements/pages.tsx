/** Pages of a package outside of the loan page. They are loaded as one chunk. */
export { RequestFilesPage } from './RequestFilesPage.tsx';
export { TrashPage } from './TrashPage.tsx';
