export { ApplyTemplatePage } from './ApplyTemplatePage.tsx';
export { CreateLoanPage } from './CreateLoanPage.tsx';
