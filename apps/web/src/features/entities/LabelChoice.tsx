import { Box, Flex, Text } from '@mantine/core';
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
    <Box
      component="fieldset"
      className={classes.labels}
      mt="md"
      p="s20"
      bd="var(--border)"
      bdrs="lg"
      bg="var(--surface)"
    >
      <Text component="legend" className={classes.heading} mb="sm" p={0} size="subsection" fw={600}>
        Role on this loan
      </Text>
      <Flex className={classes.labelList} wrap="wrap" rowGap="xs" columnGap="s20">
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
      </Flex>
    </Box>
  );
}
