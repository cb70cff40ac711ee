/** Pages of a package besides the loan's own, loaded together. */
export { RequestFilesPage } from './RequestFilesPage.tsx';
export { TrashPage } from './TrashPage.tsx';
