import { Flex } from '@mantine/core';
import { ENTITY_LABEL_CODES, ENTITY_LABELS, type EntityLabel } from '@cairn/contract/entity-fields';
import classes from './Entities.module.css';

interface LabelChoiceProps {
  chosen: readonly EntityLabel[];
  onChange: (labels: EntityLabel[]) => void;
}

export function LabelChoice({ chosen, onChange }: LabelChoiceProps) {
  const toggle = (label: EntityLabel) =>
    onChange(ENTITY_LABEL_CODES.filter((each) => (each === label) !== chosen.includes(each)));
  return (
    <fieldset className={classes.labels}>
      <legend className={classes.heading}>Role on this loan</legend>
      <div className={classes.labelList}>
        {ENTITY_LABEL_CODES.map((label) => (
          <Flex
            key={label}
            component="label"
            display="inline-flex"
            align="center"
            gap="xs"
            fz="table"
            lh="table"
            mih={28}
          >
            <input
              type="checkbox"
              checked={chosen.includes(label)}
              onChange={() => toggle(label)}
            />
            {ENTITY_LABELS[label]}
          </Flex>
        ))}
      </div>
    </fieldset>
  );
}
