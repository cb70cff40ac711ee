import type { PhaseWithTotals } from '@cairn/contract';
import { Flex, UnstyledButton } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { formatMoneyShort } from '../../lib/format/money.ts';
import { formatCount } from '../../lib/format/numbers.ts';
import { LazyMenu, menuLoadedBy } from '../../ui/LazyMenu.tsx';
import { hiddenPhases } from '../../lib/preferences.ts';
import { usePreference } from '../../lib/usePreference.ts';
import type { PhaseChoice } from './PhaseMenu.tsx';
import classes from './PhaseStrip.module.css';
import { cardsOf } from './sections.ts';
import { totalsOf } from './summary.ts';

const menu = menuLoadedBy<PhaseChoice>(() => import('./PhaseMenu.tsx'));

interface CardProps {
  name: string;
  /** Null while the totals are loading. */
  count: number | null;
  amount: number | null;
  pressed: boolean;
  onPress: () => void;
}

function PhaseCard({ name, count, amount, pressed, onPress }: CardProps) {
  return (
    <UnstyledButton className={classes.card ?? ''} aria-pressed={pressed} onClick={onPress}>
      <span className={classes.name}>{name}</span>
      <Flex component="span" align="baseline" justify="space-between" gap="xs">
        <span className={classes.count}>{count === null ? '–' : formatCount(count)}</span>
        <span className={classes.amount}>{amount !== null && formatMoneyShort(amount)}</span>
      </Flex>
    </UnstyledButton>
  );
}

interface PhaseStripProps {
  /** Undefined while loading. The page reserves the height of the strip. */
  phases: PhaseWithTotals[] | undefined;
  chosen: string[];
  onChoose: (phaseIds: string[]) => void;
}

/**
 * One card per phase with its totals. Pressing a card filters the list by that phase; pressing it again removes the
 * filter.
 */
export default function PhaseStrip({ phases, chosen, onChoose }: PhaseStripProps) {
  const hidden = usePreference(hiddenPhases);
  if (!phases || !hidden.settled) return null;
  const isKnown = phases.every(({ loanCount }) => loanCount !== null);
  const all = isKnown ? totalsOf(phases) : { count: null, amount: null };
  const press = (id: string) => onChoose(chosen.length === 1 && chosen[0] === id ? [] : [id]);
  return (
    <>
      <fieldset className={classes.strip} aria-label="Phases">
        <PhaseCard
          name="All phases"
          {...all}
          pressed={chosen.length === 0}
          onPress={() => onChoose([])}
        />
        {cardsOf(phases, hidden.value, chosen).map((phase) => (
          <PhaseCard
            key={phase.id}
            name={phase.name}
            count={phase.loanCount}
            amount={phase.loanAmount}
            pressed={chosen.includes(phase.id)}
            onPress={() => press(phase.id)}
          />
        ))}
      </fieldset>
      <LazyMenu
        menu={menu}
        className={classes.settings}
        label="Choose phases to show"
        body={{ phases, hidden: hidden.value, onChange: hidden.set }}
      >
        <IconAdjustmentsHorizontal size={17} stroke={1.7} aria-hidden />
      </LazyMenu>
    </>
  );
}
