export { CommunicationsPage, LoanMessagesPage } from './MessagesPage.tsx';
