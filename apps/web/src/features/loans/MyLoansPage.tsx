import { LoanListView } from './LoanListView.tsx';
import classes from './PipelinePage.module.css';
import { useLoanList } from './useLoanList.ts';

/** For everybody who is not a lender: their loans, with whichever lender they are. */
export function MyLoansPage() {
  const list = useLoanList({});
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1 className={classes.title}>My Loans</h1>
        <p className={classes.sentence}>Open a loan to see what’s needed and send files.</p>
      </header>
      <LoanListView
        list={list}
        label="My Loans"
        empty={{ title: 'No loans yet', text: 'A loan you are invited to appears here.' }}
      />
    </div>
  );
}
