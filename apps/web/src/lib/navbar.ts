import { createStore } from './store.ts';

/** What the page is called, for the bar over it on a small screen [R044]. */
export const navbarTitle = createStore('');
/** While the heading itself is in view the bar need not repeat it. */
export const headingInView = createStore(true);
