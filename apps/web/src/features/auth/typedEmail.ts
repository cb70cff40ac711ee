import { createStore } from '../../lib/store.ts';

/** The typed email address, so that the other authentication pages can prefill it. */
export const typedEmail = createStore('');
