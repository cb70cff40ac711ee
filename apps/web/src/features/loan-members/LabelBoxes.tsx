import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import type { Party } from '@cairn/contract';
import { Checkbox, Flex } from '@mantine/core';
import { useState } from 'react';
import { useCall } from '../../lib/useCall.ts';
import { Dot } from '../labels/LabelChip.tsx';
import classes from './LoanMembers.module.css';

/** The selected labels of a member, or of a person who is about to be added. */
export function useLabelBoxes(party?: Party) {
  const [chosen, setChosen] = useState(() => (party?.labels ?? []).map(({ id }) => id));
  return { chosen, setChosen };
}

type LabelBoxesProps = ReturnType<typeof useLabelBoxes> & { loanId: string };

/** Checkboxes for the lender's labels. */
export function LabelBoxes({ loanId, chosen, setChosen }: LabelBoxesProps) {
  const { data } = useCall('listLabelsAvailableToMe', { params: { id: loanId } });
  if (!data || data.labels.length === 0) return null;
  return (
    <Checkbox.Group
      label="Labels"
      value={chosen}
      onChange={setChosen}
      classNames={{ label: classes.groupLabel ?? '' }}
    >
      <Flex wrap="wrap" rowGap="s10" columnGap="s20">
        {data.labels.map(({ id, name, color }) => (
          <Checkbox
            key={id}
            value={id}
            label={
              <Flex component="span" display="inline-flex" align="center" gap="s6">
                <Dot color={color} /> {name}
              </Flex>
            }
          />
        ))}
      </Flex>
    </Checkbox.Group>
  );
}
