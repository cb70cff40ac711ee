export { LoanShoeboxOfPage, LoanShoeboxPage } from './LoanShoeboxPage.tsx';
export { OwnShoeboxPage } from './OwnShoeboxPage.tsx';
export { ShoeboxOfPage, ShoeboxPage } from './ShoeboxPage.tsx';
export { ShoeboxTrashPage } from './ShoeboxTrashPage.tsx';
