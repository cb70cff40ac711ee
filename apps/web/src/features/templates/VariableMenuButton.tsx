import type { TitleVariable } from '@cairn/contract/naming';
import { IconBraces } from '@tabler/icons-react';
import { iconButton, LazyMenu, menuLoadedBy } from '../../ui/LazyMenu.tsx';
import classes from './Inspector.module.css';
import type { VariableChoice } from './VariableMenu.tsx';
import { clsx } from 'clsx';

const menu = menuLoadedBy<VariableChoice>(() => import('./VariableMenu.tsx'));

/** Inserts a variable into a title. Each loan replaces it with a value. */
export function VariableMenuButton({ onInsert }: { onInsert: (variable: TitleVariable) => void }) {
  return (
    <LazyMenu
      menu={menu}
      className={clsx(iconButton, classes.variable)}
      label="Insert a variable"
      body={{ onInsert }}
    >
      <IconBraces size={16} stroke={1.7} aria-hidden />
    </LazyMenu>
  );
}
