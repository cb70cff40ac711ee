import { ActionIcon, Box, Flex, UnstyledButton } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { hint } from '../../lib/hint.ts';
import classes from './Annotator.module.css';
import { type Tool, TOOLS } from './tools.ts';

interface ToolsProps {
  tool: Tool;
  onTool: (tool: Tool) => void;
}

/** Buttons for the markup tools. */
export function Tools({ tool, onTool }: ToolsProps) {
  return (
    <Flex
      component="fieldset"
      align="center"
      gap="s2"
      p="s2"
      bdrs={10}
      bg="var(--sunken)"
      aria-label="Tools"
    >
      {TOOLS.map(({ tool: each, label, key, icon: ToolIcon }) => (
        <UnstyledButton
          key={each}
          className={classes.tool ?? ''}
          aria-label={label}
          aria-pressed={each === tool}
          aria-keyshortcuts={key.toUpperCase()}
          onClick={() => onTool(each)}
          {...hint(`${label} (${key.toUpperCase()})`, 'bottom')}
        >
          <ToolIcon size={18} stroke={1.7} aria-hidden />
          <span className={classes.word}>{label}</span>
        </UnstyledButton>
      ))}
    </Flex>
  );
}

interface ZoomProps {
  scale: number;
  onZoom: (by: 'in' | 'out' | 'fit') => void;
}

export function Zoom({ scale, onZoom }: ZoomProps) {
  return (
    <Flex
      component="fieldset"
      align="center"
      gap="s2"
      p="s2"
      bdrs={10}
      bg="var(--sunken)"
      aria-label="Zoom"
    >
      <ActionIcon size={32} aria-label="Zoom out" onClick={() => onZoom('out')}>
        <IconMinus size={16} stroke={1.7} aria-hidden />
      </ActionIcon>
      <UnstyledButton
        className={classes.scale ?? ''}
        onClick={() => onZoom('fit')}
        {...hint('Fit to window', 'bottom')}
      >
        {Math.round(scale * 100)}%
        <Box
          component="span"
          pos="absolute"
          w={1}
          h={1}
          style={{ overflow: 'hidden', clipPath: 'inset(50%)', whiteSpace: 'nowrap' }}
        >
          , fit to window
        </Box>
      </UnstyledButton>
      <ActionIcon size={32} aria-label="Zoom in" onClick={() => onZoom('in')}>
        <IconPlus size={16} stroke={1.7} aria-hidden />
      </ActionIcon>
    </Flex>
  );
}
