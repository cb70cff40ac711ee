export { LenderApplicationsPage } from './LenderApplicationsPage.tsx';
export { LoanApplicationPage } from './LoanApplicationPage.tsx';
