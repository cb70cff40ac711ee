import { VisuallyHidden } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { LoanFrame } from '../loans/LoanFrame.tsx';
import { Messages } from './Messages.tsx';

const allRoute = getRouteApi('/shell/communications');
const loanRoute = getRouteApi('/shell/loans/$loanId/messages');

/** The user's conversations on all loans. */
export function CommunicationsPage() {
  const search = allRoute.useSearch();
  const navigate = allRoute.useNavigate();
  return (
    <>
      {/* The visible title is part of the list, which a phone hides while a conversation is open. */}
      <VisuallyHidden component="h1">Messages</VisuallyHidden>
      <Messages search={search} onSearch={(next) => void navigate({ search: next })} />
    </>
  );
}

/** The conversations about one loan. */
export function LoanMessagesPage() {
  const { loanId } = loanRoute.useParams();
  const search = loanRoute.useSearch();
  const navigate = loanRoute.useNavigate();
  return (
    <LoanFrame loanId={loanId} tab="messages">
      {(loan) => (
        <Messages
          loan={loan}
          search={search}
          onSearch={(next) => void navigate({ search: next })}
        />
      )}
    </LoanFrame>
  );
}
