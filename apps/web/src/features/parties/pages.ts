// One part of the application: whoever adds somebody looks at everybody before and after.
export { KeyContactCreatePage, KeyContactEditPage } from './ContactPages.tsx';
export { LenderCreatePage, LenderEditPage } from './LenderPages.tsx';
