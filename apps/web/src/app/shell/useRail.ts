import { createStore, useStore } from '../../lib/store.ts';

export interface Rail {
  collapsed: boolean;
  /** Absent inside a loan, where the width belongs to the package. */
  toggle?: () => void;
}

const KEY = 'cairn-sidebar-collapsed';
const collapsed = createStore(localStorage.getItem(KEY) === 'true');
const toggle = () => {
  collapsed.set((now) => !now);
  localStorage.setItem(KEY, String(collapsed.get()));
};

/** The narrow sidebar: always inside a loan, elsewhere as this browser was left. */
export function useRail(inLoan: boolean): Rail {
  const narrow = useStore(collapsed);
  if (inLoan) return { collapsed: true };
  return { collapsed: narrow, toggle };
}
