import { createStore } from '../../lib/store.ts';

/** The typed address, so that the next of these pages need not ask for it again. */
export const typedEmail = createStore('');
