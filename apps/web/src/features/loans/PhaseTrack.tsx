import type { Loan, PhaseWithTotals } from '@cairn/contract';
import { daysInPhase } from '../../format/dates.ts';
import { useNow } from '../../kit/clock.ts';
import { trackOf } from './moves.ts';
import classes from './PhaseTrack.module.css';

const STATES = { done: 'done', current: 'the loan is here', ahead: 'ahead' };

/** How far the loan has come in its stage. */
export function PhaseTrack({ loan, phases }: { loan: Loan; phases: PhaseWithTotals[] }) {
  const now = useNow();
  return (
    <ol className={classes.track} aria-label="Phases of this loan">
      {trackOf(phases, loan).map(({ id, name, state }) => (
        <li
          key={id}
          className={classes.step}
          data-state={state}
          aria-current={state === 'current' ? 'step' : undefined}
        >
          <span className={classes.name} title={name}>
            {name}
          </span>
          {state === 'current' ? (
            <span className={classes.note}>{daysInPhase(loan.phaseEnteredDate, now)}</span>
          ) : (
            <span className={classes.hidden}>, {STATES[state]}</span>
          )}
        </li>
      ))}
    </ol>
  );
}
