import { Box, Button, Flex, Group, Text } from '@mantine/core';
import { IconMinus, IconPencil, IconPlus } from '@tabler/icons-react';
import { Keys } from '../../ui/Keys.tsx';
import { type PagePair, summaryOf } from './compareText.ts';
import { type Change, type Comparison, MAX_COMPARED_PAGES } from './useComparison.ts';

const STATES = {
  CHANGED: { says: 'changed', Icon: IconPencil, color: 'var(--orange-fg)' },
  ADDED: { says: 'added', Icon: IconPlus, color: 'var(--green-fg)' },
  REMOVED: { says: 'removed', Icon: IconMinus, color: 'var(--red-fg)' },
} as const;

const HERE = { bd: '2px solid var(--blue-fg)' } as const;

/** Limits the number of buttons. The N key also reaches changes beyond the limit. */
const MAX_PAGES_SHOWN = 200;
const MAX_CHANGES_SHOWN = 50;

interface PageButtonProps {
  pair: PagePair;
  isHere: boolean;
  onShow: () => void;
}

function PageButton({ pair, isHere, onShow }: PageButtonProps) {
  if (pair.state === 'SAME') return null;
  const { says, Icon, color } = STATES[pair.state];
  const page = pair.right ?? pair.left;
  return (
    <Button
      variant="default"
      {...(isHere && HERE)}
      size="compact-sm"
      flex="none"
      leftSection={<Icon size={14} stroke={1.7} color={color} aria-hidden />}
      aria-label={`Page ${page}, ${says}`}
      aria-current={isHere || undefined}
      onClick={onShow}
    >
      {page}
    </Button>
  );
}

function ChangeButton({
  change,
  isHere,
  onShow,
}: { change: Change } & Omit<PageButtonProps, 'pair'>) {
  const { before, after } = change;
  return (
    <Button
      variant="default"
      {...(isHere && HERE)}
      size="compact-sm"
      flex="none"
      maw="100%"
      fw={400}
      aria-current={isHere || undefined}
      onClick={onShow}
    >
      {before !== '' && (
        <Text component="del" inherit c="var(--red-fg)">
          {before}
        </Text>
      )}
      {before !== '' && after !== '' && ' → '}
      {after !== '' && (
        <Text component="ins" inherit c="var(--green-fg)" td="none">
          {after}
        </Text>
      )}
    </Button>
  );
}

const notice = ({ isError, isLoading, pairs, isCutOff }: Comparison): string => {
  if (isError) return 'The text of these documents could not be loaded.';
  if (isLoading) return 'Comparing the text of the pages…';
  const limit = isCutOff ? ` The first ${MAX_COMPARED_PAGES} pages are compared.` : '';
  return `${summaryOf(pairs)}. Pages are matched by their text.${limit}`;
};

/** Lists the pages that differ and the differing words of the visible page. */
export function WhatChanged({ comparison }: { comparison: Comparison }) {
  const { differing, currentPair, changes, change: current, show, next } = comparison;
  const isCompared = !comparison.isLoading && !comparison.isError;
  const changed = currentPair?.state === 'CHANGED' ? (changes ?? []) : [];
  return (
    <Box
      component="section"
      aria-label="What changed"
      px="lg"
      py="sm"
      bg="var(--surface)"
      style={{ borderTop: 'var(--border)' }}
    >
      <Group justify="space-between" wrap="nowrap" gap="md">
        <Text component="div" size="table" miw={0}>
          <Text component="h2" span size="body" fw={600} mr="xs">
            What changed
          </Text>
          <Text component="output" inherit c="var(--ink-2)">
            {notice(comparison)}
          </Text>
        </Text>
        {isCompared && differing.length > 0 && (
          <Button
            variant="subtle"
            color="gray"
            flex="none"
            rightSection={<Keys keys="n" />}
            onClick={next}
          >
            Next change
          </Button>
        )}
      </Group>
      {isCompared && differing.length > 0 && (
        <Flex
          component="fieldset"
          bd="none"
          m={0}
          px={0}
          aria-label="Changed pages"
          gap="s6"
          mt="xs"
          pt={0}
          pb="s4"
          style={{ overflowX: 'auto' }}
        >
          {differing.slice(0, MAX_PAGES_SHOWN).map((pair) => (
            <PageButton
              key={`${pair.left} ${pair.right}`}
              pair={pair}
              isHere={pair === currentPair}
              onShow={() => show(pair, 0)}
            />
          ))}
        </Flex>
      )}
      {currentPair && changed.length > 0 && (
        <Flex
          component="fieldset"
          bd="none"
          m={0}
          px={0}
          aria-label={`Changes on page ${currentPair.right}`}
          wrap="wrap"
          gap="s6"
          mt="s6"
          mah={96}
          py={0}
          style={{ overflowY: 'auto' }}
        >
          {changed.slice(0, MAX_CHANGES_SHOWN).map((change, index) => (
            <ChangeButton
              // The changes of a page pair never change their order, so the index is a stable key.
              // oxlint-disable-next-line react/no-array-index-key
              key={index}
              change={change}
              isHere={index === current}
              onShow={() => show(currentPair, index)}
            />
          ))}
        </Flex>
      )}
    </Box>
  );
}
