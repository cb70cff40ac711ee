import type { Party } from '@cairn/contract';
import { UnstyledButton } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { Avatar } from '../../kit/Avatar.tsx';
import { partIn } from '../parties/words.ts';
import classes from './NewMessage.module.css';

interface PeopleChoiceProps {
  people: readonly Party[];
  chosen: readonly string[];
  onChange: (ids: string[]) => void;
}

/** Everybody on the loan, to be pressed: nobody has to know how a name is spelt. */
export function PeopleChoice({ people, chosen, onChange }: PeopleChoiceProps) {
  const toggle = (id: string) =>
    onChange(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id]);
  return (
    <fieldset className={classes.people} aria-label="To">
      {people.map((party) => {
        const pressed = chosen.includes(party.id);
        return (
          <UnstyledButton
            key={party.id}
            className={classes.person ?? ''}
            aria-pressed={pressed}
            onClick={() => toggle(party.id)}
          >
            <Avatar person={party} size={24} />
            <span className={classes.personName}>{party.displayName}</span>
            <span className={classes.personPart}>{partIn(party)}</span>
            {pressed && <IconCheck size={15} stroke={2} aria-hidden />}
          </UnstyledButton>
        );
      })}
    </fieldset>
  );
}
