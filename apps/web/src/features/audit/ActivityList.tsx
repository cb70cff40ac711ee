import type { Happened } from '@cairn/contract';
import { Flex, Text } from '@mantine/core';
import { useNow } from '../../lib/clock.ts';
import { formatModified } from '../../lib/format/dates.ts';

/** Collapses consecutive entries with the same sentence into one line, the newest. */
const isAnother = ({ sentence }: Happened, index: number, all: readonly Happened[]): boolean =>
  sentence !== all[index - 1]?.sentence;

/** Audit entries as sentences, newest first. */
export function ActivityList({ entries }: { entries: readonly Happened[] }) {
  const now = useNow();
  if (entries.length === 0) {
    return (
      <Text size="meta" c="dimmed">
        No activity yet.
      </Text>
    );
  }
  return (
    <Flex component="ul" direction="column" gap="sm" mt="sm" p={0} style={{ listStyle: 'none' }}>
      {entries.filter(isAnother).map(({ id, sentence, at }) => (
        <Flex
          key={id}
          component="li"
          direction="column"
          gap={1}
          fz="meta"
          lh="meta"
          style={{ overflowWrap: 'anywhere' }}
        >
          <span>{sentence}</span>
          <Text component="time" dateTime={at} size="meta" c="var(--ink-3)">
            {formatModified(at, now)}
          </Text>
        </Flex>
      ))}
    </Flex>
  );
}
