// One chunk, because an applicant visits all of these pages.
export { ApplicationPage, ApplicationStepPage } from './ApplicationPage.tsx';
export { ApplicationsPage } from './ApplicationsPage.tsx';
export { NewApplicationPage } from './NewApplicationPage.tsx';
export { VerifyPhonePage } from './VerifyPhonePage.tsx';
