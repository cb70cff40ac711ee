import { Box, Text } from '@mantine/core';
import type { Loan, PhaseWithTotals } from '@cairn/contract';
import { daysInPhase } from '../../lib/format/dates.ts';
import { useNow } from '../../lib/clock.ts';
import { trackOf } from './moves.ts';
import classes from './PhaseTrack.module.css';

const STATES = { done: 'done', current: 'current phase', ahead: 'ahead' };

/** Shows which phases of its stage the loan has completed. */
export function PhaseTrack({ loan, phases }: { loan: Loan; phases: PhaseWithTotals[] }) {
  const now = useNow();
  return (
    <Box
      component="ol"
      className={classes.track}
      bg="var(--surface)"
      aria-label="Phases of this loan"
    >
      {trackOf(phases, loan).map(({ id, name, state }) => (
        <li
          key={id}
          className={classes.step}
          data-state={state}
          aria-current={state === 'current' ? 'step' : undefined}
        >
          <Text span className={classes.name} inherit truncate title={name}>
            {name}
          </Text>
          {state === 'current' ? (
            <span>{daysInPhase(loan.phaseEnteredDate, now)}</span>
          ) : (
            <span className={classes.hidden}>, {STATES[state]}</span>
          )}
        </li>
      ))}
    </Box>
  );
}
