import type { Loan } from '@cairn/contract';
import { ProgressRing } from '../../../kit/Progress.tsx';
import type { Counts } from '../../elements/packageTree.ts';
import classes from './Overview.module.css';

interface FigureProps {
  name: string;
  value: string;
  note: string;
  colour?: 'answered' | 'approved';
}

function Figure({ name, value, note, colour }: FigureProps) {
  return (
    <div className={classes.figure}>
      <dt>
        {colour && <span className={classes.dot} data-colour={colour} aria-hidden />}
        {name}
      </dt>
      <dd>
        <span className={classes.value}>{value}</span>
        <span className={classes.note}>{note}</span>
      </dd>
    </div>
  );
}

interface ProgressCardProps {
  loan: Loan;
  counts: Counts;
  /** Requests that a file is still waited for. */
  open: number;
  asBorrower: boolean;
}

/** The labels are the specification's [R322]. */
export function ProgressCard({ loan, counts, open, asBorrower }: ProgressCardProps) {
  const { answered, approved, total } = counts;
  const files = total === 1 ? '1 file' : `${total} files`;
  return (
    <section className={classes.progress} aria-label="Loan Progress">
      <ProgressRing
        answered={loan.percentageAnswered}
        approved={loan.percentageApproved}
        size={72}
      />
      <div className={classes.progressName}>
        <h2>Loan Progress</h2>
        <p>Average of answered and approved</p>
      </div>
      <dl className={classes.figures}>
        <Figure
          name="Answered"
          colour="answered"
          value={`${loan.percentageAnswered}%`}
          note={`${answered} of ${files}`}
        />
        <Figure
          name="Approved"
          colour="approved"
          value={`${loan.percentageApproved}%`}
          note={`${approved} of ${files}`}
        />
        <Figure
          name={asBorrower ? 'With you' : 'With borrower'}
          value={String(open)}
          note="still to upload"
        />
      </dl>
    </section>
  );
}
