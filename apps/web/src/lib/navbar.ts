import type { ReactNode } from 'react';
import { createStore, useStore } from './store.ts';

/** What the page is called, for the bar over it on a small screen [R044]. */
export const navbarTitle = createStore('');
/** While the heading itself is in view the bar need not repeat it. */
export const headingInView = createStore(true);

export interface BarBrand {
  /** Whose bars they are: another person who logs in here has another lender. */
  userId: string;
  name: string;
  mark: ReactNode;
}
/** The lender's brand in the bars of a borrower, once a page knows it. */
export const barBrand = createStore<BarBrand | null>(null);

export function useBarBrand(userId: string): BarBrand | null {
  const brand = useStore(barBrand);
  return brand?.userId === userId ? brand : null;
}
