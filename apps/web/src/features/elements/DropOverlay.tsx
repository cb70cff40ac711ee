import { Stack, Text } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import classes from './Package.module.css';

/** Covers the list while files are dragged over it. */
export function DropOverlay({ count, into }: { count: number; into: string }) {
  return (
    <Stack
      className={classes.overlay}
      gap={0}
      align="center"
      pt="30vh"
      bd="0.125rem dashed var(--accent)"
      bdrs="lg"
      bg="color-mix(in srgb, var(--accent-soft) 88%, transparent)"
    >
      <Stack
        component="p"
        className={classes.card}
        align="center"
        gap="s4"
        py="s20"
        px="s28"
        bdrs="lg"
        bg="var(--surface)"
        c="var(--ink-2)"
        fz="table"
        lh="table"
      >
        <IconUpload size={20} stroke={1.7} aria-hidden />
        <Text component="strong" size="subsection" c="var(--ink)" fw={600}>
          Drop {count === 1 ? '1 file' : `${count} files`} into {into}
        </Text>
        We’ll match each file to a request by name. You can change it after.
      </Stack>
    </Stack>
  );
}
