import { Group, Paper, Text } from '@mantine/core';
import { type ReactNode, useId } from 'react';

interface CardProps {
  title: string;
  text: string;
  aside?: ReactNode;
  /** Text shown in place of a chart without data. */
  empty: string | null;
  children: ReactNode;
}

export function Card({ title, text, aside, empty, children }: CardProps) {
  const id = useId();
  return (
    <Paper
      component="section"
      withBorder
      radius="lg"
      px={{ base: 'md', wide: 20 }}
      py={{ base: 'md', wide: 18 }}
      aria-labelledby={id}
    >
      <Group component="header" justify="space-between" mb="md" style={{ rowGap: 8 }}>
        <div>
          <Text id={id} component="h2" size="subsection" fw={600}>
            {title}
          </Text>
          <Text size="meta" c="var(--ink-2)">
            {text}
          </Text>
        </div>
        {empty === null && aside}
      </Group>
      {empty === null ? (
        children
      ) : (
        <Text size="table" pt="s40" px={0} pb="s48" c="var(--ink-2)" ta="center">
          {empty}
        </Text>
      )}
    </Paper>
  );
}
