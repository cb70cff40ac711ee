import { ActionIcon, UnstyledButton } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { hint } from '../../kit/hint.ts';
import classes from './Annotator.module.css';
import { type Tool, TOOLS } from './tools.ts';

interface ToolsProps {
  tool: Tool;
  onTool: (tool: Tool) => void;
}

/** What the pointer does on the page. */
export function Tools({ tool, onTool }: ToolsProps) {
  return (
    <fieldset className={classes.tools} aria-label="Tools">
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
    </fieldset>
  );
}

interface ZoomProps {
  scale: number;
  onZoom: (by: 'in' | 'out' | 'fit') => void;
}

export function Zoom({ scale, onZoom }: ZoomProps) {
  return (
    <fieldset className={classes.zoom} aria-label="Zoom">
      <ActionIcon size={32} aria-label="Smaller" onClick={() => onZoom('out')}>
        <IconMinus size={16} stroke={1.7} aria-hidden />
      </ActionIcon>
      <UnstyledButton
        className={classes.scale ?? ''}
        onClick={() => onZoom('fit')}
        {...hint('Fit to the window', 'bottom')}
      >
        {Math.round(scale * 100)}%<span className={classes.heard}>, fit to the window</span>
      </UnstyledButton>
      <ActionIcon size={32} aria-label="Larger" onClick={() => onZoom('in')}>
        <IconPlus size={16} stroke={1.7} aria-hidden />
      </ActionIcon>
    </fieldset>
  );
}
