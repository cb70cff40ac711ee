import { Page, PageHeader } from '../../ui/Page.tsx';
import { LoanListView } from './LoanListView.tsx';
import { useLoanList } from './useLoanList.ts';

/** The loans of a user who is not a lender, at all lenders. */
export function MyLoansPage() {
  const list = useLoanList({});
  return (
    <Page>
      <PageHeader title="My Loans" lead="Open a loan to see what’s needed and send files." />
      <LoanListView
        list={list}
        label="My Loans"
        empty={{ title: 'No loans yet', text: 'A loan you are invited to appears here.' }}
      />
    </Page>
  );
}
