import { Box, Flex, Text } from '@mantine/core';
import { BLOCK_TYPES } from '@cairn/contract/template-terms';
import { clsx } from 'clsx';
import { Switch } from '../../ui/Switch.tsx';
import { Choice } from './fields.tsx';
import classes from './TreeTools.module.css';
import type { Depth, useTree } from './useTree.ts';

const DEPTHS: Depth[] = [1, 2, 'all'];

/** Controls for which part of the tree is shown. */
export function TreeTools({ tree }: { tree: ReturnType<typeof useTree> }) {
  return (
    <>
      <Choice
        label="Block"
        value={tree.block}
        options={{ '': 'All blocks', ...BLOCK_TYPES }}
        onChange={tree.setBlock}
      />
      <Box className={classes.hide} ml="auto">
        <Switch label="Hide files" checked={tree.hideFiles} onChange={tree.setHideFiles} />
      </Box>
      <Flex component="fieldset" align="center" gap="s2" h={34} p="s2" bdrs="md" bg="var(--sunken)">
        <Text
          component="legend"
          size="table"
          py={0}
          px="xs"
          c="var(--ink-2)"
          style={{ float: 'left' }}
        >
          Depth
        </Text>
        {DEPTHS.map((depth) => (
          <button
            key={depth}
            type="button"
            className={clsx(classes.step, tree.depth === depth && classes.chosen)}
            aria-pressed={tree.depth === depth}
            onClick={() => tree.choose(depth)}
          >
            {depth === 'all' ? 'All' : depth}
          </button>
        ))}
      </Flex>
    </>
  );
}
