import { createStore } from '../../kit/store.ts';

/** The address somebody typed, so that the next of these pages need not ask for it again. */
export const addressTyped = createStore('');
