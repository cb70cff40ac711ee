import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import type { Suggestion } from './suggestions.ts';

interface SuggestionsProps {
  suggestions: readonly (Suggestion & { isTaken: boolean })[];
  onTake: (taken: readonly Suggestion[]) => void;
}

/**
 * Suggested places to split the scan. A suggestion changes nothing until the user applies it, and nothing is saved
 * before Create.
 */
export function Suggestions({ suggestions, onTake }: SuggestionsProps) {
  const open = suggestions.filter(({ isTaken }) => !isTaken);
  if (suggestions.length === 0) return null;
  return (
    <Stack component="section" aria-label="Suggestions" gap="xs">
      <Group gap="xs">
        <Text component="h4" size="body" fw={600}>
          Suggestions
        </Text>
        <Text size="meta" c="dimmed">
          {open.length}
        </Text>
        {open.length > 1 && (
          <Button variant="subtle" size="compact-sm" ml="auto" onClick={() => onTake(open)}>
            Apply all
          </Button>
        )}
      </Group>
      {suggestions.map((each) => (
        <Paper key={each.title} withBorder p="xs">
          <Group gap="xs" wrap="nowrap" align="flex-start">
            <IconSparkles size={16} stroke={1.7} aria-hidden style={{ flex: 'none' }} />
            <Stack gap="s2" flex={1} miw={0}>
              <Text size="meta" fw={500}>
                {each.title}
              </Text>
              <Text size="meta" c="dimmed" lineClamp={2}>
                {each.reason}
              </Text>
            </Stack>
            {each.isTaken ? (
              <Text size="meta" c="dimmed">
                Applied
              </Text>
            ) : (
              <Button
                variant="default"
                size="compact-sm"
                aria-label={`${each.action}: ${each.title}`}
                onClick={() => onTake([each])}
              >
                {each.action}
              </Button>
            )}
          </Group>
        </Paper>
      ))}
    </Stack>
  );
}
