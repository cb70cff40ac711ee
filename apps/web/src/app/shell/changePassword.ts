import { createStore } from '../../lib/store.ts';

/** Asked for in the user menu; the shell shows it, because the menu may go away with its drawer. */
export const changingPassword = createStore(false);
