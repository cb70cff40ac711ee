import { useLocalStorage } from '@mantine/hooks';

export interface Rail {
  collapsed: boolean;
  /** Absent inside a loan, where the width belongs to the package. */
  toggle?: () => void;
}

/** The narrow sidebar: always inside a loan, elsewhere as this browser was left. */
export function useRail(inLoan: boolean): Rail {
  const [collapsed, setCollapsed] = useLocalStorage({
    key: 'cairn-sidebar-collapsed',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  if (inLoan) return { collapsed: true };
  return { collapsed, toggle: () => setCollapsed((now) => !now) };
}
