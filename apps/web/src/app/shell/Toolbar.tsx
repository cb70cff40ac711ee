import { ActionIcon, UnstyledButton } from '@mantine/core';
import { IconKeyboard, IconSearch } from '@tabler/icons-react';
import { hint } from '../../lib/hint.ts';
import { BellButton } from '../../features/notifications/BellButton.tsx';
import { HelpLink } from '../../ui/HelpLink.tsx';
import { Keys } from '../../ui/Keys.tsx';
import { loadPalette } from './ShellDialogs.tsx';
import { openPalette, openShortcuts } from './shellDialog.ts';
import classes from './Toolbar.module.css';

/** The top bar of pages on a wide screen, except inside a loan and in the template builder. */
export function Toolbar() {
  return (
    <div className={classes.bar}>
      <UnstyledButton
        className={classes.search ?? ''}
        aria-haspopup="dialog"
        aria-keyshortcuts="Meta+K Control+K"
        onPointerEnter={() => void loadPalette()}
        onFocus={() => void loadPalette()}
        onClick={openPalette}
      >
        <IconSearch size={16} stroke={1.7} aria-hidden />
        <span className={classes.words}>Search loans and documents</span>
        <Keys keys="mod+k" />
      </UnstyledButton>
      <ActionIcon
        size={32}
        ml="auto"
        aria-label="Keyboard shortcuts"
        aria-haspopup="dialog"
        onClick={openShortcuts}
        {...hint('Keyboard shortcuts (?)', 'bottom')}
      >
        <IconKeyboard size={18} stroke={1.7} aria-hidden />
      </ActionIcon>
      <nav aria-label="Help">
        <HelpLink />
      </nav>
      <BellButton size={32} />
    </div>
  );
}

/** The search button for places that only have room for an icon. */
export function SearchIcon() {
  return (
    <ActionIcon
      size={36}
      aria-label="Search"
      aria-haspopup="dialog"
      onPointerEnter={() => void loadPalette()}
      onClick={openPalette}
      {...hint('Search', 'right')}
    >
      <IconSearch size={17} stroke={1.7} aria-hidden />
    </ActionIcon>
  );
}
