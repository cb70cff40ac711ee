import type { ReactNode } from 'react';
import { routes } from '../../lib/routes.ts';
import { BackLink } from '../../ui/BackLink.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';
import { LoanSubFrame } from '../loans/LoanSubFrame.tsx';

interface SubPageProps {
  loanId: string;
  title: string;
  lead?: string;
  wide?: boolean;
  children: ReactNode;
}

/** A page about the entities of a loan, with a link back to them. */
export function SubPage({ loanId, title, lead, wide = false, children }: SubPageProps) {
  return (
    <LoanSubFrame loanId={loanId} tab="overview">
      <Page width={wide ? 'wide' : 'form'}>
        <PageHeader
          back={
            <BackLink to={routes.loan} params={{ loanId }} search={{ view: 'entities' }}>
              Entities of the loan
            </BackLink>
          }
          title={title}
          lead={lead}
        />
        {children}
      </Page>
    </LoanSubFrame>
  );
}
