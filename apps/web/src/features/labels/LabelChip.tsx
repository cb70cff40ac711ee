import { Box } from '@mantine/core';
import type { Label } from '@cairn/contract';
import classes from './Labels.module.css';

/** The color is only shown beside the label's name, never alone. */
export const Dot = ({ color }: { color: string }) => (
  <Box
    component="span"
    display="inline-block"
    flex="none"
    w={11.2}
    h={11.2}
    bdrs={3}
    style={{ background: color }}
    aria-hidden
  />
);

export function LabelChip({ label }: { label: Label }) {
  return (
    <span className={classes.chip}>
      <Dot color={label.color} />
      {label.name}
    </span>
  );
}
