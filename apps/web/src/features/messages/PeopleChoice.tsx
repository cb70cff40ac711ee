import type { Party } from '@cairn/contract';
import { Box, Group, Text, UnstyledButton } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { Avatar } from '../../ui/Avatar.tsx';
import { partIn } from '../loan-members/memberText.ts';
import classes from './NewMessage.module.css';

interface PeopleChoiceProps {
  people: readonly Party[];
  chosen: readonly string[];
  onChange: (ids: string[]) => void;
}

/** Lists all loan members as buttons, so recipients are chosen without typing. */
export function PeopleChoice({ people, chosen, onChange }: PeopleChoiceProps) {
  const toggle = (id: string) =>
    onChange(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id]);
  return (
    <Group component="fieldset" align="stretch" gap="xs" aria-label="To">
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
            <Box component="span" fw={500}>
              {party.displayName}
            </Box>
            <Text component="span" size="meta" c="dimmed">
              {partIn(party)}
            </Text>
            {pressed && <IconCheck size={15} stroke={2} aria-hidden />}
          </UnstyledButton>
        );
      })}
    </Group>
  );
}
