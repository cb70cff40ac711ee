// One chunk: a user who adds a member sees the list before and afterwards.
export { KeyContactCreatePage, KeyContactEditPage } from './ContactPages.tsx';
export { LenderCreatePage, LenderEditPage } from './LenderPages.tsx';
