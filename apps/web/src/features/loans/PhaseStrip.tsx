import type { PhaseWithTotals } from '@cairn/contract';
import { UnstyledButton } from '@mantine/core';
import { formatMoneyShort } from '../../format/money.ts';
import classes from './PhaseStrip.module.css';
import { totalsOf } from './summary.ts';

interface CardProps {
  name: string;
  count: number;
  amount: number;
  pressed: boolean;
  onPress: () => void;
}

function PhaseCard({ name, count, amount, pressed, onPress }: CardProps) {
  return (
    <UnstyledButton className={classes.card ?? ''} aria-pressed={pressed} onClick={onPress}>
      <span className={classes.name}>{name}</span>
      <span className={classes.figures}>
        <span className={classes.count}>{count.toLocaleString('en-US')}</span>
        <span className={classes.amount}>{formatMoneyShort(amount)}</span>
      </span>
    </UnstyledButton>
  );
}

interface PhaseStripProps {
  /** Not there yet: the strip keeps its place. */
  phases: PhaseWithTotals[] | undefined;
  chosen: string[];
  onChoose: (phaseIds: string[]) => void;
}

/** Each phase with what is in it; pressing one shows only its loans, pressing it again all. */
export function PhaseStrip({ phases, chosen, onChoose }: PhaseStripProps) {
  if (!phases) return <div className={classes.strip} aria-hidden />;
  if (phases.length === 0) return null;
  const all = totalsOf(phases);
  const press = (id: string) => onChoose(chosen.length === 1 && chosen[0] === id ? [] : [id]);
  return (
    <fieldset className={classes.strip} aria-label="Phases">
      <PhaseCard
        name="All phases"
        {...all}
        pressed={chosen.length === 0}
        onPress={() => onChoose([])}
      />
      {phases.map((phase) => (
        <PhaseCard
          key={phase.id}
          name={phase.name}
          count={phase.loanCount ?? 0}
          amount={phase.loanAmount ?? 0}
          pressed={chosen.includes(phase.id)}
          onPress={() => press(phase.id)}
        />
      ))}
    </fieldset>
  );
}
