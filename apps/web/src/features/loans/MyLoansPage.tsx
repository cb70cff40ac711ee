import { Text } from '@mantine/core';
import { LoanListView } from './LoanListView.tsx';
import classes from './PipelinePage.module.css';
import { useLoanList } from './useLoanList.ts';

/** For everybody who is not a lender: their loans, with whichever lender they are. */
export function MyLoansPage() {
  const list = useLoanList({});
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <Text component="h1" size="title" fw={600} lts="var(--tracking-title)">
          My Loans
        </Text>
        <Text mih={20} mt={2} c="var(--ink-2)" size="table">
          Open a loan to see what’s needed and send files.
        </Text>
      </header>
      <LoanListView
        list={list}
        label="My Loans"
        empty={{ title: 'No loans yet', text: 'A loan you are invited to appears here.' }}
      />
    </div>
  );
}
