import { IconChevronDown } from '@tabler/icons-react';
import classes from './FilterMenu.module.css';
import type { FilterChoice, FilterOption } from './FilterMenu.tsx';
import { LazyMenu, menuLoadedBy } from './LazyMenu.tsx';

interface FilterMenuProps extends FilterChoice {
  label: string;
}

const menu = menuLoadedBy<FilterChoice>(() => import('./FilterMenu.tsx'));

/** The button shows the name of a single chosen option, or the number of several. */
function chosenText(options: readonly FilterOption[], chosen: string[]): string {
  if (chosen.length > 1) return String(chosen.length);
  return options.find(({ value }) => value === chosen[0])?.label ?? '';
}

export function FilterMenuButton({ label, ...choice }: FilterMenuProps) {
  const { options, chosen } = choice;
  return (
    <LazyMenu menu={menu} className={classes.button} active={chosen.length > 0} body={choice}>
      {label}
      {chosen.length > 0 && <span className={classes.chosen}>{chosenText(options, chosen)}</span>}
      <IconChevronDown size={14} stroke={1.7} aria-hidden />
    </LazyMenu>
  );
}
