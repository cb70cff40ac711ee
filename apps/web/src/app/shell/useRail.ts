import { createStore, useStore } from '../../lib/store.ts';

export interface Rail {
  collapsed: boolean;
  /** Absent inside a loan and in the template builder, which need the width. */
  toggle?: () => void;
}

const KEY = 'cairn-sidebar-collapsed';
const collapsed = createStore(localStorage.getItem(KEY) === 'true');
const toggle = () => {
  collapsed.set((now) => !now);
  localStorage.setItem(KEY, String(collapsed.get()));
};

/**
 * Whether the sidebar is narrow: always inside a loan and in the template builder, elsewhere as last chosen in this
 * browser.
 */
export function useRail(inLoan: boolean): Rail {
  const narrow = useStore(collapsed);
  if (inLoan) return { collapsed: true };
  return { collapsed: narrow, toggle };
}
