import type { ReactNode } from 'react';
import { createStore, useStore } from './store.ts';

/** The title of the page, shown in the top bar on a small screen [R044]. */
export const navbarTitle = createStore('');
/** While the page heading is visible, the top bar does not repeat it. */
export const headingInView = createStore(true);

export interface BarBrand {
  /** The user for whom the brand was loaded. Another user who logs in here has another lender. */
  userId: string;
  name: string;
  mark: ReactNode;
}
/** The lender's brand in a borrower's navigation bars, once a page has loaded it. */
export const barBrand = createStore<BarBrand | null>(null);

export function useBarBrand(userId: string): BarBrand | null {
  const brand = useStore(barBrand);
  return brand?.userId === userId ? brand : null;
}
