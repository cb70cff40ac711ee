// One part of the application: whoever applies goes through all of it.
export { ApplicationPage, ApplicationStepPage } from './ApplicationPage.tsx';
export { ApplicationsPage } from './ApplicationsPage.tsx';
export { NewApplicationPage } from './NewApplicationPage.tsx';
export { VerifyPhonePage } from './VerifyPhonePage.tsx';
